//! C4: the same claim with opposite words.

use super::super::opposition::{exclusive, is_opposed};
use super::super::pair::Pair;
use super::role::is_said;
use super::{MOST_OWN_WORDS, VALUE_OVERLAP};
use crate::relate::reading::statement::Statement;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::stems::{Overlap, Stem};
use crate::relate::words::token::Token;

/// C4: exactly one pair of opposites, and little else that differs.
pub(super) fn opposite(pair: &Pair<'_>) -> bool {
    let few = pair.own_of_older().count() <= MOST_OWN_WORDS
        && pair.own_of_newer().count() <= MOST_OWN_WORDS;
    let plain =
        (pair.same_polarity() || pair.prohibits_alone()) && pair.one_sided_hard().next().is_none();
    plain
        && few
        && enough_in_common(pair)
        && exclusive(pair.older, pair.newer) == 1
        && !differ_beside_opposites(pair)
        && !name_two_subjects(pair)
        && !denies_opposite(pair)
}

/// Words that may tell of a change are what a text is about where no change is told ("the migration is reversible").
fn enough_in_common(pair: &Pair<'_>) -> bool {
    let core = Overlap::of(&pair.older.words.core, &pair.newer.words.core);
    pair.overlap.containment().max(core.containment()) >= VALUE_OVERLAP
}

/// Whether nothing but a pair of opposite words differs, they are no prepositions ("up the hill", "off the dock"), and they are
/// what is said and not what only tells one thing from another ("the public key"). Where an order is to be followed may be two
/// places ("validate at the start" / "validate at the end").
pub(super) fn is_plain_opposite(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let plain = |x: &Statement, y: &Statement| {
        let ordered = x.predicate.is_none();
        let order = x.tokens.first().is_some_and(|token| token.is(Marks::IMPERATIVE));
        let mut own = x.tokens.iter().enumerate().filter(|(_, token)| !y.words.all.has(token.stem));
        let plain = own.all(|(i, token)| {
            let placed = token.is(Marks::PREPOSITION.or(Marks::QUALIFIER))
                || (ordered && stands_behind_preposition(&x.tokens, i));
            if is_opposed(token.stem, x, y) {
                !placed && is_said(x, i)
            } else {
                token.is(Marks::STOP.or(Marks::WEAK))
            }
        });
        plain && (!ordered || order)
    };
    plain(a, b) && plain(b, a)
}

/// Whether the two differ in nothing but opposites and prepositions.
pub(super) fn differ_in_opposites(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let passed = Marks::STOP.or(Marks::WEAK).or(Marks::PREPOSITION).or(Marks::QUALIFIER);
    let plain = |x: &Statement, y: &Statement| {
        let mut own = x.tokens.iter().filter(|token| !y.words.all.has(token.stem));
        own.all(|token| token.is(passed) || is_opposed(token.stem, x, y))
    };
    plain(a, b) && plain(b, a)
}

/// Whether a preposition leads to the word at `i`, articles apart.
fn stands_behind_preposition(tokens: &[Token], i: usize) -> bool {
    let mut before = tokens.iter().take(i).rev();
    before
        .find(|token| !token.is_one_of(&["a", "an", "the"]))
        .is_some_and(|token| token.is(Marks::PREPOSITION.or(Marks::QUALIFIER)))
}

/// Whether the two differ in more than their opposites: both have further words of their own, or the further words of
/// one narrow its subject ("the bucket is public" / "the backup bucket is private").
fn differ_beside_opposites(pair: &Pair<'_>) -> bool {
    let further = |x: &Statement, y: &Statement| -> Vec<Stem> {
        // "Starts fine" says of nothing else that it goes well.
        let carries = |stem: Stem| {
            x.tokens.windows(2).any(|pair| match pair {
                [verb, well] => {
                    verb.stem == stem && well.is_one_of(WELL) && is_opposed(well.stem, x, y)
                }
                _ => false,
            })
        };
        let own = x.words.kernel.without(&y.words.kernel);
        own.filter(|stem| !is_opposed(*stem, x, y) && !carries(*stem)).collect()
    };
    let (a, b) = (pair.older, pair.newer);
    let (mine, theirs) = (further(a, b), further(b, a));
    let narrows = |words: &[Stem], text: &Statement| {
        let verb = text.predicate.unwrap_or(text.verb).min(text.verb);
        let subject = text.tokens.get(..verb).filter(|_| verb < text.tokens.len());
        let subject = subject.unwrap_or_default();
        subject.iter().any(|token| words.contains(&token.stem) && !token.is_one_of(FILLERS))
    };
    (!mine.is_empty() && !theirs.is_empty()) || narrows(&mine, a) || narrows(&theirs, b)
}

/// How something is done that goes well.
const WELL: &[&str] = &["fine", "safely", "smoothly", "reliably", "cleanly", "correctly", "well"];
/// What opens a note and says nothing.
const FILLERS: &[&str] = &[
    "fyi",
    "note",
    "btw",
    "nb",
    "reminder",
    "gotcha",
    "tip",
    "heads-up",
    "beware",
    "warning",
    "caution",
    "careful",
    "attention",
];

/// Whether one of the opposites is denied, and so says what the other says: "forbidden" / "not allowed".
fn denies_opposite(pair: &Pair<'_>) -> bool {
    let denies =
        |x: &Statement, y: &Statement| x.cues.negated.iter().any(|stem| is_opposed(stem, x, y));
    denies(pair.older, pair.newer) || denies(pair.newer, pair.older)
}

/// Whether the opposites only name two subjects ("small files are kept" / "large files are kept"), unless both are said to be
/// one and the same ("the first argument is the source").
fn name_two_subjects(pair: &Pair<'_>) -> bool {
    let names = |x: &Statement, y: &Statement| {
        let Some(verb) = x.predicate else { return false };
        let mut before = x.tokens.iter().take(verb);
        let identity = matches!(x.tokens.get(verb..verb + 2), Some([be, the])
            if be.is_one_of(&["is", "are"]) && the.is_word("the"));
        !identity
            && before.any(|token| !y.words.all.has(token.stem) && is_opposed(token.stem, x, y))
    };
    let (a, b) = (pair.older, pair.newer);
    names(a, b) && names(b, a)
}
