//! *Conflicts*: pairs that cannot both hold and of which neither says that it is newer (QUALITY C.1).
//!
//! Asked only when both sides tell of a change or neither does. C2id is right too rarely and goes to review.

mod agent;
mod bound;
mod cause;
mod denial;
mod exchange;
mod hand;
mod need;
mod none;
mod opposite;
mod plain;
mod reach;
mod reason;
mod role;
mod spare;
mod step;
mod swap;
mod value;

use agent::done_by_another;
use bound::bounds_otherwise;
use cause::gives_another_cause;
pub(in crate::relate) use cause::gives_cause;
use denial::{
    denied, denied_of_everybody, differ_in_object, differ_in_subject, done_without,
    forbids_what_is_ordered, is_plain_denial, narrows, sets_aside,
};
pub(in crate::relate) use denial::{denies_in_a_word, names_negative_state};
use exchange::{are_notes, exchanges, opposed};
pub(in crate::relate) use exchange::{label_key, name_two};
use hand::made_otherwise;
use need::suffices;
use none::{can_and_cannot, denied_of_all, denies_existence};
use opposite::{differ_in_opposites, is_plain_opposite, opposite};
use reach::reaches_all;
use spare::spares;
use step::excludes_its_opposite;
use swap::{swapped, trades_places, turned_around};
use value::{answers, tail};

use super::clause::is_of_some;
use super::pair::Pair;
use super::same::is_rotation;
use crate::relate::reading::frames::FrameKind;
use crate::relate::reading::genre::Genre;
use crate::relate::reading::phrasing::points_back;
use crate::relate::reading::statement::{Statement, is_core};
use crate::relate::relation::Rule;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::stems::{Stem, Stems};
use crate::relate::words::token::{Kind, Token};

/// Shared kernel words, per mille of the shorter side, from which a denial meets its claim.
const DENIAL_OVERLAP: u16 = 600;
/// The same for values and opposites.
const VALUE_OVERLAP: u16 = 400;
/// Words that only one side has, beyond which the two are about different things.
const MOST_OWN_WORDS: usize = 3;

/// That two texts contradict each other, and by which rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::relate) enum Clash {
    /// For sure: they may be marked.
    Certain(Rule),
    /// Perhaps: review.
    Likely(Rule),
}

/// The rule by which the two contradict each other, if one holds. Certain are only clashes of what both say to hold.
pub(in crate::relate) fn clash(pair: &Pair<'_>) -> Option<Clash> {
    let (a, b) = (pair.older, pair.newer);
    if !may_clash(a.genre, b.genre) {
        return None;
    }
    let one_question = || a.claims().any(|key| b.claims().any(|other| other == key));
    if !Reach::of(pair).is_near() && !are_notes(a, b) && !one_question() {
        return None;
    }
    let found = rule(pair)?;
    // "It is now …" is told of a change: whether it is one, the other text does not say.
    let now = [a, b].into_iter().filter(|side| tells_of_now(side)).count();
    let stand =
        now != 1 && [a, b].into_iter().all(|side| side.genre.stands() && speaks_of_the_whole(side));
    let (Clash::Certain(rule) | Clash::Likely(rule)) = found;
    let does = matches!(rule, Rule::SlotFrame(FrameKind::Does, _));
    let jaccard = pair.overlap.jaccard();
    let opposed = rule == Rule::C4 && jaccard >= OPPOSED_JACCARD && differ_in_opposites(pair);
    let near = jaccard >= DONE_JACCARD || opposed;
    let close = near && rule != Rule::C2id && !does;
    match found {
        _ if a.genre.stands() && b.genre.stands() => {
            Some(if stand { found } else { Clash::Likely(rule) })
        }
        _ => close.then_some(Clash::Likely(rule)),
    }
}

/// How far two texts are from each other.
#[derive(Clone, Copy, Debug)]
pub(in crate::relate) struct Reach {
    /// Kernel words of the smaller side.
    pub(in crate::relate) kernel: usize,
    /// How much of it is shared, per mille.
    pub(in crate::relate) containment: u16,
    /// Whether both name numbers.
    pub(in crate::relate) numbers: bool,
    /// Whether both give a cause.
    pub(in crate::relate) causes: bool,
}

impl Reach {
    fn of(pair: &Pair<'_>) -> Self {
        let (a, b) = (pair.older, pair.newer);
        Self {
            kernel: a.words.kernel.len().min(b.words.kernel.len()),
            containment: pair.overlap.containment(),
            numbers: !a.words.numbers.is_empty() && !b.words.numbers.is_empty(),
            causes: gives_cause(a) && gives_cause(b),
        }
    }

    /// Whether two that are no answers to one question by their form, nor notes of one label, may contradict each other at all: of
    /// few words one that differs weighs much, and another number or cause may stand in other words.
    pub(in crate::relate) fn is_near(self) -> bool {
        self.kernel <= 1
            || self.containment >= DENIAL_OVERLAP
            || (self.kernel <= FEW_WORDS && self.containment >= FEW_OVERLAP)
            || self.numbers
            || self.causes
    }
}

/// Kernel words that are few.
const FEW_WORDS: usize = 4;
/// Shared words from which few are near, per mille.
const FEW_OVERLAP: u16 = 500;

/// Whether a text says of itself that it is the later one: "it is now …", "Update: …", "…, up from 20".
fn tells_of_now(statement: &Statement) -> bool {
    let mut tokens = statement.tokens.iter();
    let corrects =
        tokens.next().is_some_and(|token| token.is_one_of(&["update", "correction", "edit"]));
    let from = statement.tokens.windows(2).any(|pair| match pair {
        [way, from] => way.is_one_of(&["up", "down"]) && from.is_word("from"),
        _ => false,
    });
    corrects
        || from
        || statement.guards.status.is_some()
        || tokens.any(|token| token.is_one_of(&["now", "nowadays", "previously", "formerly"]))
}

/// Shared words, per mille of all, from which something that was done or ordered once is asked about.
const DONE_JACCARD: u16 = 500;
/// The same where nothing but opposites and prepositions differs.
pub(in crate::relate) const OPPOSED_JACCARD: u16 = 400;

/// Whether a text says something of one known thing as a whole: of no other beside ("also …"), of none that was named before it
/// ("it …"), not of one of many ("a man …", "there are …"), nor of a part ("half of the …").
fn speaks_of_the_whole(statement: &Statement) -> bool {
    let tokens = &statement.tokens;
    let instance = tokens.first().is_some_and(|token| token.is_one_of(INSTANCES));
    let of = tokens.iter().take(LONGEST_PART).position(|token| token.is_word("of"));
    let part = tokens.get(..of.unwrap_or_default()).unwrap_or_default();
    let part = part
        .iter()
        .any(|token| token.kind == Kind::Number || token.is(Marks::HARD) || token.is_one_of(PARTS));
    !(instance || part || is_of_some(statement) || statement.cues.adds || points_back(tokens))
}

const INSTANCES: &[&str] =
    &["a", "an", "some", "there", "someone", "somebody", "several", "one", "another"];
/// "Two thirds of …".
const LONGEST_PART: usize = 3;
const PARTS: &[&str] = &[
    "half", "part", "third", "quarter", "majority", "minority", "rest", "many", "few", "any", "all",
];

/// Two things that were done do not contradict each other, nor does a question.
pub(in crate::relate) fn may_clash(a: Genre, b: Genre) -> bool {
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
        || !(claims(a) || claims(b) || are_notes(a, b))
    {
        return None;
    }
    // A verb that no list knows shows in the other text, which denies or reverses it.
    let both = claims(a) && claims(b);
    let near = pair.overlap.jaccard() >= CERTAIN_JACCARD;
    let rules: [&dyn Fn() -> Option<Clash>; 20] = [
        &|| (both && reordered(a, b)).then_some(Clash::Certain(Rule::C3)),
        &|| {
            (swapped(pair) || trades_places(pair) || turned_around(pair))
                .then_some(Clash::Likely(Rule::C3))
        },
        // A denial in other words may be narrower, wider, or about something else.
        &|| denied(pair).then(|| Clash::of(Rule::C1, both && near && is_plain_denial(pair))),
        &|| (both && (sets_aside(a, b) || sets_aside(b, a))).then_some(Clash::Likely(Rule::C1)),
        &|| {
            (denied_of_everybody(pair) || forbids_what_is_ordered(pair))
                .then_some(Clash::Likely(Rule::C1))
        },
        &|| done_without(pair).then_some(Clash::Likely(Rule::C1)),
        &|| {
            (both && permitted_against_duty(pair))
                .then(|| Clash::of(Rule::C5, near && scoped_alike(pair)))
        },
        &|| {
            let said = both || differ_in_opposites(pair);
            let sure = || {
                let plain = is_plain_opposite(pair) && excludes_its_opposite(pair);
                Clash::of(Rule::C4, both && plain)
            };
            (said && opposite(pair)).then(sure)
        },
        &|| answers(pair, both),
        &|| (both && tail(pair)).then_some(Clash::Likely(Rule::C2tail)),
        &|| exchanges(pair).then_some(Clash::Likely(Rule::C2tail)),
        &|| opposed(pair).then_some(Clash::Likely(Rule::C4)),
        &|| (both && suffices(pair)).then_some(Clash::Likely(Rule::C2num)),
        &|| (both && gives_another_cause(pair)).then_some(Clash::Likely(Rule::C2tail)),
        &|| (both && bounds_otherwise(pair)).then_some(Clash::Likely(Rule::C2num)),
        &|| made_otherwise(pair).then_some(Clash::Likely(Rule::C4)),
        &|| spares(pair).then_some(Clash::Likely(Rule::C4)),
        &|| reaches_all(pair).then_some(Clash::Likely(Rule::C1)),
        &|| done_by_another(pair).then_some(Clash::Likely(Rule::C2tail)),
        &|| {
            (denied_of_all(pair) || can_and_cannot(pair) || denies_existence(pair))
                .then_some(Clash::Likely(Rule::C1))
        },
    ];
    rules.iter().find_map(|rule| rule())
}

/// Whether the text claims anything: a title or a heading names things, and two names never contradict each other. Setting
/// something aside ("…, not gRPC") is a claim with or without a verb that the lists know.
pub(in crate::relate) fn claims(statement: &Statement) -> bool {
    let said = |pair: &[Token]| match pair {
        [who, what] => {
            who.is_one_of(&["we", "you", "they", "i"]) && what.is(Marks::VERB.or(Marks::FINITE))
        }
        _ => false,
    };
    statement.asserts
        || statement.predicate.is_some()
        || statement.cues.contrasts > 0
        || statement.tokens.windows(2).any(said)
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
        && exchanged_around(a, b, |token| !token.is_one_of(WAYS))
}

/// Words of a way: what goes one way may go the other as well ("from the store to the cache").
const WAYS: &[&str] = &["from", "to", "into", "between", "while", "without"];

/// Whether something changes sides with something else around a word that gives an order: "tabs over spaces" / "spaces over
/// tabs". "Thin pieces" / "pieces that are thin" exchange nothing.
fn exchanged(a: &Statement, b: &Statement) -> bool {
    exchanged_around(a, b, |_| true)
}

/// The same, around such words alone.
fn exchanged_around(a: &Statement, b: &Statement, counts: impl Fn(&Token) -> bool) -> bool {
    let orders = |token: &&Token| {
        let way = token.is_word("to") && !token.joined;
        (token.is(Marks::ORDER.or(Marks::NEGATION)) || way) && counts(token)
    };
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

/// Whether neither side narrows what it says more than the other, by more than that something is optional.
fn scoped_alike(pair: &Pair<'_>) -> bool {
    pair.one_sided_hard().all(|stem| stem == Stem::of("optional"))
}

/// C5: one side permits what the other orders or forbids.
fn permitted_against_duty(pair: &Pair<'_>) -> bool {
    let permits = |x: &Statement, y: &Statement| {
        let nobody = x.tokens.iter().any(|token| token.is_word("nobody"));
        // "Reviews are optional" / "a change needs a review".
        let optional = x.tokens.iter().any(|token| token.is_word("optional"));
        let needs = || {
            y.tokens.iter().any(|token| token.is_one_of(&["needs", "need", "requires", "require"]))
        };
        x.cues.permits
            && (y.cues.obliges || (optional && needs()))
            && !y.cues.permits
            && !x.cues.denies()
            && !nobody
    };
    let (a, b) = (pair.older, pair.newer);
    // "… when you post" says again of what it is told.
    let within = |x: &Statement, y: &Statement| !x.cues.permits && narrows(x, y);
    let (claim, denial) = if b.cues.denies() { (a, b) } else { (b, a) };
    let narrowed = differ_in_object(denial, claim)
        || !scoped_alike(pair)
            && (pair.overlap.jaccard() < DENIAL_OVERLAP || within(a, b) || within(b, a));
    (permits(a, b) || permits(b, a))
        && pair.overlap.containment() >= DENIAL_OVERLAP
        && !narrowed
        && !differ_in_subject(a, b)
}
