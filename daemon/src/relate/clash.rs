//! *Conflicts*: pairs that cannot both hold and of which neither says that it is newer (QUALITY C.1).
//!
//! Asked only when both sides tell of a change or neither does. C2id is right too rarely and goes to review.

use super::canon::are_opposites;
use super::genre::Genre;
use super::lexicon::{self, Marks};
use super::relation::Rule;
use super::same::{is_rotation, opposites};
use super::statement::Statement;
use super::stems::{Stem, Stems};
use super::token::Token;
use super::{frames, pair::Pair};

/// Shared kernel words, per mille of the shorter side, from which a denial meets its claim.
const DENIAL_OVERLAP: u16 = 600;
/// The same for values and opposites.
const VALUE_OVERLAP: u16 = 400;
/// Words that only one side has, beyond which the two are about different things.
const MOST_OWN_WORDS: usize = 3;

/// That two texts contradict each other, and by which rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clash {
    /// For sure: they may be marked.
    Certain(Rule),
    /// Perhaps: review.
    Likely(Rule),
}

/// The rule by which the two contradict each other, if one holds. Certain are only clashes of what both say to hold.
pub(super) fn clash(pair: &Pair<'_>) -> Option<Clash> {
    let (a, b) = (pair.older, pair.newer);
    if !may_clash(a, b) {
        return None;
    }
    let rule = rule(pair)?;
    let stand = a.genre.stands() && b.genre.stands();
    if !stand && rule == Rule::C2id {
        return None;
    }
    Some(if stand && is_certain(pair, rule) { Clash::Certain(rule) } else { Clash::Likely(rule) })
}

/// Two things that were done do not contradict each other, nor does a question.
fn may_clash(a: &Statement, b: &Statement) -> bool {
    let both_tell = a.genre.tells() && b.genre.tells();
    !both_tell && a.genre != Genre::Question && b.genre != Genre::Question
}

/// Shared words, per mille of all, from which a denial surely meets the claim it denies.
const CERTAIN_JACCARD: u16 = 800;

/// Whether a rule that fits is right so surely that nobody needs to look.
fn is_certain(pair: &Pair<'_>, rule: Rule) -> bool {
    match rule {
        // A denial in other words may be narrower, wider, or about something else.
        Rule::C1 | Rule::C5 => pair.overlap.jaccard() >= CERTAIN_JACCARD,
        Rule::C2id | Rule::C2tail => false,
        _ => true,
    }
}

fn rule(pair: &Pair<'_>) -> Option<Rule> {
    let (a, b) = (pair.older, pair.newer);
    if a.cues.change != b.cues.change
        || pair.differ_in_occasion()
        || both_events(a, b)
        || pair.has_heading()
        || !(claims(a) && claims(b))
    {
        return None;
    }
    let rules: [&dyn Fn() -> Option<Rule>; 7] = [
        &|| reordered(a, b).then_some(Rule::C3),
        &|| (denied(pair) || sets_aside(a, b) || sets_aside(b, a)).then_some(Rule::C1),
        &|| permitted_against_duty(pair).then_some(Rule::C5),
        &|| opposite(pair).then_some(Rule::C4),
        &|| slot(pair),
        &|| value(pair),
        &|| tail(pair).then_some(Rule::C2tail),
    ];
    rules.iter().find_map(|rule| rule())
}

/// Whether the text claims anything: a title or a heading names things, and two names never contradict each other. Setting
/// something aside ("…, not gRPC") is a claim with or without a verb that the lists know.
fn claims(statement: &Statement) -> bool {
    let said = |pair: &[Token]| match pair {
        [who, what] => {
            who.is_one_of(&["we", "you", "they", "i"]) && what.is(Marks::VERB.or(Marks::FINITE))
        }
        _ => false,
    };
    statement.asserts || statement.cues.contrasts > 0 || statement.tokens.windows(2).any(said)
}

/// Both tell of a step "from A to B", or one takes back: such follow each other, they do not contradict.
fn both_events(a: &Statement, b: &Statement) -> bool {
    (a.transition.is_some() && b.transition.is_some()) || a.revert.is_some() || b.revert.is_some()
}

/// C3: the same words in another order, where order counts.
fn reordered(a: &Statement, b: &Statement) -> bool {
    let (x, y) = (&a.words.sequence, &b.words.sequence);
    let markers =
        a.guards.order.meets(&b.guards.order) || (a.cues.contrasts > 0 && b.cues.contrasts > 0);
    if x == y || x.len() != y.len() || !markers || a.cues.denies() != b.cues.denies() {
        return false;
    }
    let sorted = |sequence: &[Stem]| {
        let mut sorted = sequence.to_vec();
        sorted.sort_unstable();
        sorted
    };
    sorted(x) == sorted(y) && !(0..x.len().min(ROTATION_LIMIT)).any(|cut| is_rotation(x, y, cut))
}

/// Rotations are looked for in sentences, not in essays.
const ROTATION_LIMIT: usize = 200;

/// C1: one side denies what the other affirms. A denial of something that the other never mentions ("..., no build
/// step") is a detail.
fn denied(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    if a.cues.denies() == b.cues.denies() || a.words.numbers != b.words.numbers {
        return false;
    }
    let (claim, denial) = if b.cues.denies() { (a, b) } else { (b, a) };
    let governs = denial.cues.prohibits || denial.cues.negated.meets(&claim.words.all);
    if claim.cues.contrasts > 0
        || (claim.cues.negated == denial.cues.negated && !denial.cues.prohibits)
    {
        return false;
    }
    let governs = governs && !claims_before_denying(denial, claim);
    let mut hard = pair.one_sided_hard();
    let narrowed = hard.any(|stem| stem != Stem::of("only") && stem != Stem::of("just"));
    let own =
        if b.cues.denies() { pair.own_of_newer().count() } else { pair.own_of_older().count() };
    governs
        && !narrowed
        && pair.overlap.containment() >= DENIAL_OVERLAP
        && own <= MOST_OWN_WORDS
        && opposites(a, b) == 0
}

/// Whether `b` sets aside what `a` affirms, for all that `a` affirms it for: "gRPC for internal services" / "internal
/// services talk REST, not gRPC".
fn sets_aside(a: &Statement, b: &Statement) -> bool {
    let aside = &b.cues.set_aside;
    let mut rest = a
        .words
        .kernel
        .iter()
        .filter(|stem| !aside.has(*stem) && !lexicon::is_generic_noun(*stem))
        .peekable();
    !aside.is_empty()
        && a.cues.contrasts == 0
        && !a.cues.denies()
        && !b.cues.denies()
        && a.guards.hard == b.guards.hard
        && aside.is_within(&a.words.kernel)
        && rest.peek().is_some()
        && rest.all(|stem| b.words.all.has(stem))
}

/// Whether the denying text first says all that the other claims: its denial is then one more detail.
fn claims_before_denying(denial: &Statement, claim: &Statement) -> bool {
    let denies = Marks::NEGATION.or(Marks::PROHIBITION);
    let head: Stems = denial
        .tokens
        .iter()
        .take_while(|token| !token.is(denies))
        .map(|token| token.stem)
        .collect();
    claim.words.kernel.is_within(&head)
}

/// C5: one side permits what the other orders or forbids.
fn permitted_against_duty(pair: &Pair<'_>) -> bool {
    let permits =
        |x: &Statement, y: &Statement| x.cues.permits && y.cues.obliges && !y.cues.permits;
    let (a, b) = (pair.older, pair.newer);
    let narrowed = pair.one_sided_hard().any(|stem| stem != Stem::of("optional"));
    (permits(a, b) || permits(b, a)) && pair.overlap.containment() >= DENIAL_OVERLAP && !narrowed
}

/// C4: exactly one pair of opposites, and little else that differs.
fn opposite(pair: &Pair<'_>) -> bool {
    let few = pair.own_of_older().count() <= MOST_OWN_WORDS
        && pair.own_of_newer().count() <= MOST_OWN_WORDS;
    let plain =
        (pair.same_polarity() || pair.prohibits_alone()) && pair.one_sided_hard().next().is_none();
    plain
        && few
        && pair.overlap.containment() >= VALUE_OVERLAP
        && opposites(pair.older, pair.newer) == 1
        && !differ_beside_opposites(pair)
}

/// Whether the two differ in more than their opposites: both have further words of their own, or the further words of
/// one narrow its subject ("the bucket is public" / "the backup bucket is private").
fn differ_beside_opposites(pair: &Pair<'_>) -> bool {
    let further = |x: &Statement, y: &Statement| -> Vec<Stem> {
        let theirs: Vec<Stem> =
            y.words.content.without(&x.words.content).take(MOST_OWN_CONTENT).collect();
        let own = x.words.kernel.without(&y.words.kernel);
        own.filter(|stem| !theirs.iter().any(|other| are_opposites(*stem, *other))).collect()
    };
    let (a, b) = (pair.older, pair.newer);
    let (mine, theirs) = (further(a, b), further(b, a));
    let narrows =
        |words: &[Stem], text: &Statement| words.iter().any(|stem| text.subject.has(*stem));
    (!mine.is_empty() && !theirs.is_empty()) || narrows(&mine, a) || narrows(&theirs, b)
}

/// Looked at in search of opposites; pairs that reach here differ in far fewer.
const MOST_OWN_CONTENT: usize = 16;

/// SLOT: one question, two answers.
fn slot(pair: &Pair<'_>) -> Option<Rule> {
    let (a, b) = (pair.older, pair.newer);
    let free = pair.one_sided_hard().next().is_none();
    let kinds = free.then(|| frames::clash(&a.frames, &b.frames)).flatten()?;
    Some(Rule::SlotFrame(kinds.0, kinds.1))
}

/// C2num, C2id: all else equal, one number or identifier differs.
fn value(pair: &Pair<'_>) -> Option<Rule> {
    if !pair.is_plain_value_pair(VALUE_OVERLAP) {
        return None;
    }
    let (a, b) = (pair.older, pair.newer);
    if let Some((x, y)) = single(&a.words.numbers, &b.words.numbers) {
        let alike = units_agree(a, x, b, y) && follows_verb(a, x) && follows_verb(b, y);
        let rest =
            pair.own_of_older().chain(pair.own_of_newer()).all(|stem| stem == x || stem == y);
        if alike && rest {
            return Some(Rule::C2num);
        }
    }
    let (x, y) = single(&a.words.identifiers, &b.words.identifiers)?;
    let rest = pair.own_of_older().chain(pair.own_of_newer()).all(|stem| stem == x || stem == y);
    (rest && !a.subject.is_empty() && a.subject == b.subject).then_some(Rule::C2id)
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
    statement.tokens.iter().position(|token| token.stem == stem).is_some_and(|i| i > statement.verb)
}

/// C2tail: equal up to the last one or two core words, which are the object right after verb and preposition.
fn tail(pair: &Pair<'_>) -> bool {
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
    match (path_to(a, old), path_to(b, new)) {
        (Some(x), Some(y)) => x == y,
        _ => false,
    }
}

/// Whether the first of `value` is a participle or an adverb rather than an object.
fn opens_predicate(statement: &Statement, value: &[Stem]) -> bool {
    let first =
        value.first().and_then(|stem| statement.tokens.iter().find(|token| token.stem == *stem));
    first.is_some_and(|token| token.ends_in_ed() || token.text.ends_with("ly"))
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
    (!objects && !verb.is(Marks::MANY_VALUED) && !prepositions.contains(&"for"))
        .then_some(prepositions)
}
