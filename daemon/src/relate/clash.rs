//! *Conflicts*: pairs that cannot both hold and of which neither says that it is newer (QUALITY C.1).
//!
//! Asked only when both sides tell of a change or neither does. C2id is right too rarely and goes to review.

use super::genre::Genre;
use super::lexicon::{self, Marks};
use super::opposition::{exclusive, is_opposed, opposites};
use super::relation::Rule;
use super::same::is_rotation;
use super::statement::{Statement, is_core};
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
    if !may_clash(a.genre, b.genre) {
        return None;
    }
    let found = rule(pair)?;
    let stand = [a, b].into_iter().all(|side| side.genre.stands() && !is_instance(side));
    let (Clash::Certain(rule) | Clash::Likely(rule)) = found;
    let close = rule != Rule::C2id && pair.overlap.jaccard() >= DONE_JACCARD;
    match found {
        _ if a.genre.stands() && b.genre.stands() => {
            Some(if stand { found } else { Clash::Likely(rule) })
        }
        _ => close.then_some(Clash::Likely(rule)),
    }
}

/// Shared words, per mille of all, from which something that was done or ordered once is asked about.
pub(super) const DONE_JACCARD: u16 = 500;

/// Whether a text tells of one of many ("A man …", "There are …"): another one may be otherwise.
fn is_instance(statement: &Statement) -> bool {
    statement.tokens.first().is_some_and(|token| token.is_one_of(INSTANCES))
}

const INSTANCES: &[&str] =
    &["a", "an", "some", "there", "someone", "somebody", "several", "one", "another"];

/// Two things that were done do not contradict each other, nor does a question.
pub(super) fn may_clash(a: Genre, b: Genre) -> bool {
    let both_tell = a.tells() && b.tells();
    !both_tell && a != Genre::Question && b != Genre::Question
}

/// Shared words, per mille of all, from which a denial surely meets the claim it denies.
const CERTAIN_JACCARD: u16 = 800;

impl Clash {
    fn of(rule: Rule, certain: bool) -> Self {
        if certain { Self::Certain(rule) } else { Self::Likely(rule) }
    }
}

fn rule(pair: &Pair<'_>) -> Option<Clash> {
    let (a, b) = (pair.older, pair.newer);
    if a.cues.change != b.cues.change
        || pair.differ_in_occasion()
        || both_events(a, b)
        || pair.has_heading()
        || !(claims(a) && claims(b))
    {
        return None;
    }
    let near = pair.overlap.jaccard() >= CERTAIN_JACCARD;
    let rules: [&dyn Fn() -> Option<Clash>; 8] = [
        &|| reordered(a, b).then_some(Clash::Certain(Rule::C3)),
        // A denial in other words may be narrower, wider, or about something else.
        &|| denied(pair).then(|| Clash::of(Rule::C1, near && is_plain_denial(pair))),
        &|| (sets_aside(a, b) || sets_aside(b, a)).then_some(Clash::Likely(Rule::C1)),
        &|| permitted_against_duty(pair).then(|| Clash::of(Rule::C5, near)),
        &|| opposite(pair).then(|| Clash::of(Rule::C4, is_plain_opposite(pair))),
        &|| slot(pair),
        &|| value(pair),
        &|| tail(pair).then_some(Clash::Likely(Rule::C2tail)),
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
    sorted(x) == sorted(y)
        && !(0..x.len().min(ROTATION_LIMIT)).any(|cut| is_rotation(x, y, cut))
        && exchanged(a, b)
}

/// Whether something changes sides with something else around a word that gives an order: "tabs over spaces" / "spaces over
/// tabs". "Thin pieces" / "pieces that are thin" exchange nothing.
fn exchanged(a: &Statement, b: &Statement) -> bool {
    let orders = |token: &&Token| token.is(Marks::ORDER.or(Marks::NEGATION)) || token.is_word("to");
    let sides = |statement: &Statement, marker: &Token| -> Option<(Stems, Stems)> {
        let at = statement.tokens.iter().position(|token| token.text == marker.text)?;
        let core = |part: &[Token]| -> Stems {
            part.iter().filter(|token| is_core(token)).map(|token| token.stem).collect()
        };
        Some((core(statement.tokens.get(..at)?), core(statement.tokens.get(at + 1..)?)))
    };
    a.tokens.iter().filter(orders).any(|marker| {
        let (Some((left, right)), Some((other_left, other_right))) =
            (sides(a, marker), sides(b, marker))
        else {
            return false;
        };
        left.meets(&other_right) && right.meets(&other_left)
    })
}

/// Rotations are looked for in sentences, not in essays.
const ROTATION_LIMIT: usize = 200;

/// Whether a denial denies just what the claim says: it adds no word of its own, and more than that something is needed.
fn is_plain_denial(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let (claim, denial) = if b.cues.denies() { (a, b) } else { (b, a) };
    let need = Stem::of("need");
    a.guards.signs == b.guards.signs
        && claim.words.kernel.len().min(denial.words.kernel.len()) >= FEWEST_KERNEL
        && denial.words.kernel.is_within(&claim.words.all)
        && (!denial.words.all.has(need) || claim.words.all.has(need))
}

/// A denial of a single word is of too little.
const FEWEST_KERNEL: usize = 2;

/// Words by which a claim and its denial hold side by side: "some do", "some do not".
const PARTS: &[&str] = &["some", "many", "most", "several", "few"];

/// C1: one side denies what the other affirms. A denial of something that the other never mentions ("..., no build
/// step") is a detail.
fn denied(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    if a.cues.denies() == b.cues.denies() {
        return false;
    }
    let (claim, denial) = if b.cues.denies() { (a, b) } else { (b, a) };
    // Who denies the whole denies it in any number; who denies one number may hold another.
    let whole = denial.words.numbers.is_within(&claim.words.numbers)
        && pair.overlap.jaccard() >= VALUE_OVERLAP;
    if a.words.numbers != b.words.numbers && !whole {
        return false;
    }
    let governs = denial.cues.prohibits || denial.cues.negated.meets(&claim.words.all);
    if claim.cues.contrasts > 0
        || (claim.cues.negated == denial.cues.negated && !denial.cues.prohibits)
    {
        return false;
    }
    let part = |x: &Statement| x.tokens.iter().any(|token| token.is_one_of(PARTS));
    let governs = governs && !claims_before_denying(denial, claim) && !(part(a) && part(b));
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
        && exclusive(pair.older, pair.newer) == 1
        && !differ_beside_opposites(pair)
}

/// Whether nothing but a pair of opposite words differs, and they are no prepositions ("up the hill", "off the dock").
fn is_plain_opposite(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let plain = |x: &Statement, y: &Statement| {
        let mut own = x.tokens.iter().filter(|token| !y.words.all.has(token.stem));
        own.all(|token| {
            let opposed = is_opposed(token.stem, x, y);
            let placed = token.is(Marks::PREPOSITION.or(Marks::QUALIFIER));
            if opposed { !placed } else { token.is(Marks::STOP.or(Marks::WEAK)) }
        })
    };
    plain(a, b) && plain(b, a)
}

/// Whether the two differ in more than their opposites: both have further words of their own, or the further words of
/// one narrow its subject ("the bucket is public" / "the backup bucket is private").
fn differ_beside_opposites(pair: &Pair<'_>) -> bool {
    let further = |x: &Statement, y: &Statement| -> Vec<Stem> {
        x.words.kernel.without(&y.words.kernel).filter(|stem| !is_opposed(*stem, x, y)).collect()
    };
    let (a, b) = (pair.older, pair.newer);
    let (mine, theirs) = (further(a, b), further(b, a));
    let narrows =
        |words: &[Stem], text: &Statement| words.iter().any(|stem| text.subject.has(*stem));
    (!mine.is_empty() && !theirs.is_empty()) || narrows(&mine, a) || narrows(&theirs, b)
}

/// SLOT: one question, two answers. Values of plain words may be two of many.
fn slot(pair: &Pair<'_>) -> Option<Clash> {
    let (a, b) = (pair.older, pair.newer);
    let free = pair.one_sided_hard().next().is_none();
    let found = free.then(|| frames::clash(&a.frames, &b.frames)).flatten()?;
    let (x, y) = found.kinds;
    Some(Clash::of(Rule::SlotFrame(x, y), found.exact))
}

/// C2num, C2id: all else equal, one number or identifier differs.
fn value(pair: &Pair<'_>) -> Option<Clash> {
    if !pair.is_plain_value_pair(VALUE_OVERLAP) {
        return None;
    }
    let (a, b) = (pair.older, pair.newer);
    if let Some((x, y)) = single(&a.words.numbers, &b.words.numbers) {
        let alike = units_agree(a, x, b, y) && follows_verb(a, x) && follows_verb(b, y);
        let rest =
            pair.own_of_older().chain(pair.own_of_newer()).all(|stem| stem == x || stem == y);
        if alike && rest {
            // Versions move on: the one that is read later may just be newer.
            let mut numbers = a.tokens.iter().chain(&b.tokens);
            let version =
                numbers.any(|token| (token.stem == x || token.stem == y) && token.is_version());
            return Some(Clash::of(Rule::C2num, !version));
        }
    }
    let (x, y) = single(&a.words.identifiers, &b.words.identifiers)?;
    let rest = pair.own_of_older().chain(pair.own_of_newer()).all(|stem| stem == x || stem == y);
    let one_subject = !a.subject.is_empty() && a.subject == b.subject;
    (rest && one_subject).then_some(Clash::Likely(Rule::C2id))
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
