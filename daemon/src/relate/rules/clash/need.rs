//! What is enough for one and too little for the other: "Node 20 is required" / "Node 16 is enough".

use super::super::pair::Pair;
use super::bound::number;
use crate::relate::reading::statement::Statement;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// Whether one needs more than what the other says is enough.
pub(super) fn suffices(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let plain = !a.cues.denies() && !b.cues.denies() && pair.one_sided_hard().next().is_none();
    plain && (falls_short(a, b) || falls_short(b, a)) && speak_of_one(pair)
}

/// Whether what is enough by `x` is less than what is needed by `y`, in one unit.
fn falls_short(x: &Statement, y: &Statement) -> bool {
    let says =
        |side: &Statement, words: &[&str]| side.tokens.iter().any(|token| token.is_one_of(words));
    let (Some(enough), Some(needed)) = (number(x), number(y)) else { return false };
    let (has, needs) = (value(enough), value(needed));
    let bound = says(y, &["later", "newer", "higher", "least", "minimum", "above"]);
    (says(x, ENOUGH) || (bound && says(x, SUPPORTS)))
        && says(y, NEEDED)
        && !says(x, NEEDED)
        && enough.unit() == needed.unit()
        && has.zip(needs).is_some_and(|(has, needs)| has < needs)
}

fn value(number: &Token) -> Option<f64> {
    number.text.split(':').next()?.parse().ok()
}

/// Whether beside numbers and words of need both say much the same.
fn speak_of_one(pair: &Pair<'_>) -> bool {
    let own = |x: &Statement, y: &Statement| {
        let tokens = x.tokens.iter().filter(|token| token.kind != Kind::Number);
        let tokens = tokens.filter(|token| {
            !token.is_one_of(NEEDED)
                && !token.is_one_of(ENOUGH)
                && !token.is_one_of(SUPPORTS)
                && !token.is_one_of(&["later", "newer", "higher", "above"])
        });
        let own: Vec<Stem> = tokens
            .map(|token| token.stem)
            .filter(|stem| x.words.kernel.has(*stem) && !y.words.kernel.has(*stem))
            .collect();
        own.len()
    };
    let (mine, theirs) = (own(pair.older, pair.newer), own(pair.newer, pair.older));
    mine + theirs <= 1 && (pair.overlap.shared > 1 || mine == 0 || theirs == 0)
}

const SUPPORTS: &[&str] = &["supports", "support", "works", "work", "runs", "run"];
const ENOUGH: &[&str] = &[
    "enough",
    "sufficient",
    "suffices",
    "suffice",
    "fine",
    "ok",
    "okay",
    "plenty",
    "smoothly",
    "happily",
    "comfortably",
    "well",
];
const NEEDED: &[&str] = &[
    "required",
    "needed",
    "needs",
    "need",
    "requires",
    "require",
    "must",
    "least",
    "mandatory",
    "minimum",
];
