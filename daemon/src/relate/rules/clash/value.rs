//! One question with two answers: the slots of sentence frames, a number, an identifier, an object.

use super::super::family::are_rivals;
use super::super::light;
use super::super::pair::Pair;
use super::{Clash, VALUE_OVERLAP};
use crate::relate::reading::frames::{self, Sort, has_many_answers};
use crate::relate::reading::phrasing::tells_past;
use crate::relate::reading::predicate::is_plural;
use crate::relate::reading::statement::Statement;
use crate::relate::relation::Rule;
use crate::relate::words::lexicon::{self, Marks};
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::{Stem, Stems};
use crate::relate::words::token::Token;

/// SLOT: one question, two answers. For sure only quantities and tools of one family exclude each other: of most subjects several
/// things are so ("uses React", "uses Redux").
fn slot(pair: &Pair<'_>) -> Option<Clash> {
    let (a, b) = (pair.older, pair.newer);
    let free = pair.one_sided_hard().next().is_none();
    let found = free.then(|| frames::clash(&a.frames, &b.frames)).flatten()?;
    let (x, y) = found.kinds;
    Some(Clash::of(Rule::SlotFrame(x, y), found.measured || are_rivals(pair)))
}

/// SLOT and C2num, C2id: the surer of them.
pub(super) fn answers(pair: &Pair<'_>, claimed: bool) -> Option<Clash> {
    let slot = slot(pair).filter(|_| claimed);
    if matches!(slot, Some(Clash::Certain(_))) {
        return slot;
    }
    let value = value(pair).filter(|_| claimed);
    if matches!(value, Some(Clash::Certain(_))) { value } else { slot.or(value) }
}

/// C2num, C2id: all else equal, one number or identifier differs.
fn value(pair: &Pair<'_>) -> Option<Clash> {
    if !pair.is_plain_value_pair(VALUE_OVERLAP) {
        return None;
    }
    let (a, b) = (pair.older, pair.newer);
    if let Some((x, y)) = single(&a.words.numbers, &b.words.numbers) {
        // "Java 17 is required": the number stands in the subject, and what is said of it holds for one.
        let alike = units_agree(a, x, b, y) && answers_by_number(a, x) && answers_by_number(b, y);
        let rest =
            pair.own_of_older().chain(pair.own_of_newer()).all(|stem| stem == x || stem == y);
        if alike && rest {
            // Versions move on: the one that is read later may just be newer.
            let mut numbers = a.tokens.iter().chain(&b.tokens);
            let version =
                numbers.any(|token| (token.stem == x || token.stem == y) && token.is_version());
            let counted = [(a, x), (b, y)].into_iter().all(|(side, stem)| counts(side, stem));
            let many = [a, b].into_iter().any(|side| has_many_answers(&side.tokens, true));
            let asked = follows_verb(a, x) && follows_verb(b, y);
            let happened = |side: &Statement| {
                side.cues.past || (0..side.tokens.len()).any(|i| tells_past(&side.tokens, i))
            };
            // "Took 5 minutes", "returns 404", "is in line 40": it may have been so once, or be so in another case.
            let told = asked && counted && !many && !happened(a) && !happened(b);
            let sure = told && !version && !light::differ(&a.tokens, &b.tokens);
            return (!many || counted).then_some(Clash::of(Rule::C2num, sure));
        }
    }
    let (x, y) = single(&a.words.identifiers, &b.words.identifiers)?;
    let rest = pair.own_of_older().chain(pair.own_of_newer()).all(|stem| stem == x || stem == y);
    let one_subject = !a.subject.is_empty() && a.subject == b.subject;
    let many = [a, b].into_iter().any(|side| has_many_answers(&side.tokens, false));
    (rest && one_subject && !many).then_some(Clash::Likely(Rule::C2id))
}

/// The one member of each set that the other lacks, if it is one on each side.
fn single(a: &Stems, b: &Stems) -> Option<(Stem, Stem)> {
    let only = |x: &Stems, y: &Stems| {
        let mut rest = x.without(y);
        rest.next().filter(|_| rest.next().is_none())
    };
    only(a, b).zip(only(b, a))
}

fn units_agree(a: &Statement, x: Stem, b: &Statement, y: Stem) -> bool {
    let unit = |statement: &Statement, stem: Stem| {
        let token = statement.tokens.iter().find(|token| token.stem == stem);
        token.map(|token| token.unit().to_owned())
    };
    unit(a, x) == unit(b, y)
}

fn follows_verb(statement: &Statement, stem: Stem) -> bool {
    let verb = statement.predicate.unwrap_or(usize::MAX).min(statement.verb);
    statement.tokens.iter().position(|token| token.stem == stem).is_some_and(|i| i > verb)
}

/// Whether the number is what the sentence answers.
fn answers_by_number(statement: &Statement, number: Stem) -> bool {
    let after = statement.predicate.and_then(|verb| statement.tokens.get(verb..verb + 2));
    let required = matches!(after, Some([be, said]) if be.is_one_of(&["is", "are"])
        && said.is_one_of(&["required", "needed", "mandatory", "enforced"]));
    follows_verb(statement, number) || required
}

/// Whether the number is a quantity: it has a unit, or what it counts stands behind it.
fn counts(statement: &Statement, stem: Stem) -> bool {
    let tokens = &statement.tokens;
    tokens.iter().position(|token| token.stem == stem).is_some_and(|at| {
        let unit = tokens.get(at).is_some_and(|token| !token.unit().is_empty());
        unit || tokens.get(at + 1).is_some_and(|next| is_plural(next) && next.gap == Gap::NONE)
    })
}

/// C2tail: equal up to the last one or two core words, which are the object right after verb and preposition.
pub(super) fn tail(pair: &Pair<'_>) -> bool {
    if !pair.is_plain_value_pair(VALUE_OVERLAP) {
        return false;
    }
    let (a, b) = (pair.older, pair.newer);
    let (x, y) = (&a.words.sequence, &b.words.sequence);
    let shared = x.iter().zip(y.iter()).take_while(|(x, y)| x == y).count();
    let (old, new) = (x.get(shared..).unwrap_or_default(), y.get(shared..).unwrap_or_default());
    let fits = |tail: &[Stem]| (1..=2).contains(&tail.len());
    let verbs = old.iter().chain(new).any(|stem| lexicon::is_verb(*stem))
        || opens_predicate(a, old)
        || opens_predicate(b, new);
    let apart = !old.iter().any(|stem| new.contains(stem) || a.subject.has(*stem));
    if !fits(old) || !fits(new) || verbs || !apart || a.subject.is_empty() || a.subject != b.subject
    {
        return false;
    }
    let (Some(x), Some(y)) = (path_to(a, old), path_to(b, new)) else { return false };
    x == y && answer_alike(&x, (a, old), (b, new))
}

/// Whether the two objects can answer one question. What a verb acts on is often many things ("stores orders", "stores invoices")
/// unless both are names, and so is what something is done with.
fn answer_alike(path: &[&str], a: (&Statement, &[Stem]), b: (&Statement, &[Stem])) -> bool {
    let sort = |(side, value): (&Statement, &[Stem])| {
        let at = |stem: &Stem| side.tokens.iter().position(|token| token.stem == *stem);
        let ends = value.first().and_then(at).zip(value.last().and_then(at));
        let value = ends.and_then(|(start, end)| side.tokens.get(start..=end));
        // "XML on /feed" is an object and a place.
        value.filter(|value| !value.iter().any(|t| t.is(Marks::PREPOSITION))).map(Sort::of)
    };
    let (Some(x), Some(y)) = (sort(a), sort(b)) else { return false };
    let plural = |(side, value): (&Statement, &[Stem])| {
        let last = side.tokens.iter().rev().find(|token| value.last() == Some(&token.stem));
        last.is_some_and(is_plural)
    };
    if x == Sort::Word && y == Sort::Word && plural(a) != plural(b) {
        return false;
    }
    let single = [a.0, b.0]
        .into_iter()
        .all(|side| side.tokens.get(side.verb).is_some_and(|verb| verb.is_one_of(SINGLE)));
    let done = a.0.tokens.iter().any(|token| token.ends_in_ed() || token.is(Marks::PARTICIPLE));
    match path {
        [] => single || (x == Sort::Name && y == Sort::Name),
        ["with"] if !done => x.names(y),
        ["by"] => x.names(y),
        _ => x.fits(y),
    }
}

/// Verbs with one object at a time.
const SINGLE: &[&str] = &[
    "is", "are", "uses", "use", "prefers", "prefer", "wants", "want", "follows", "follow",
    "defaults", "was", "were",
];

/// Whether the first of `value` is a participle or an adverb rather than an object.
fn opens_predicate(statement: &Statement, value: &[Stem]) -> bool {
    let first =
        value.first().and_then(|stem| statement.tokens.iter().find(|token| token.stem == *stem));
    first.is_some_and(|token| {
        token.ends_in_ed() || token.text.ends_with("ly") || token.text.ends_with("ing")
    })
}

/// The prepositions between verb and value; `None` where something else stands between, or the verb is many-valued.
fn path_to<'a>(statement: &'a Statement, value: &[Stem]) -> Option<Vec<&'a str>> {
    let first = value.first()?;
    let at = statement.tokens.iter().position(|token| token.stem == *first)?;
    let verb = statement.tokens.get(statement.verb)?;
    let way = statement.tokens.get(statement.verb..at)?;
    let passes = Marks::STOP.or(Marks::PREPOSITION).or(Marks::VERB);
    let objects = way.iter().skip(1).any(|token: &Token| !token.is(passes) && !token.ends_in_ed());
    let prepositions: Vec<&str> =
        way.iter().filter(|t| t.is(Marks::PREPOSITION)).map(|t| &*t.text).collect();
    let many = verb.is(Marks::MANY_VALUED) || has_many_answers(&statement.tokens, false);
    (!objects && !many && !prepositions.contains(&"for")).then_some(prepositions)
}
