//! One bound with two numbers, in whatever words: "keep functions under 50 lines" / "functions may be up to 200 lines".

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::super::pair::Pair;
use crate::relate::reading::cues::phrase_at;
use crate::relate::reading::statement::{Statement, is_core};
use crate::relate::words::canon::stemmed;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// Whether both bound one thing from one side, by two numbers.
pub(super) fn bounds_otherwise(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let plain = !a.cues.denies() && !b.cues.denies() && pair.one_sided_hard().next().is_none();
    let bounds =
        |phrases: &[&[&str]], leads: bool| bounded(a, phrases, leads) && bounded(b, phrases, leads);
    let (Some(x), Some(y)) = (number(a), number(b)) else { return false };
    let unit = |number: &Token| match number.unit() {
        "kb" | "gb" | "tb" => "mb".to_owned(),
        unit => unit.to_owned(),
    };
    let measured = !x.unit().is_empty();
    let numbers = x.stem != y.stem && unit(x) == unit(y);
    let bounded = bounds(UPPER, true) || bounds(LOWER, false);
    plain && numbers && ((bounded && speak_of_one(a, b, 1)) || (measured && speak_of_one(a, b, 0)))
}

/// The one number of a text.
pub(super) fn number(statement: &Statement) -> Option<&Token> {
    let mut numbers = statement.tokens.iter().filter(|token| token.kind == Kind::Number);
    numbers.next().filter(|_| numbers.next().is_none())
}

/// Whether one of the phrases bounds the number; where it `leads`, the number stands close behind it.
fn bounded(statement: &Statement, phrases: &[&[&str]], leads: bool) -> bool {
    let tokens = &statement.tokens;
    let followed = |at: usize| {
        let mut behind = tokens.iter().skip(at + 1).take(LONGEST_WAY);
        !leads || behind.any(|token| token.kind == Kind::Number)
    };
    (0..tokens.len())
        .any(|at| phrases.iter().any(|phrase| phrase_at(tokens, at, phrase)) && followed(at))
}

/// "The maximum line length is 100".
const LONGEST_WAY: usize = 5;

/// Whether both tell of one thing beside words that only bound: one says all that the other says, and at `most` so many words more.
fn speak_of_one(a: &Statement, b: &Statement, most: usize) -> bool {
    let told = |side: &Statement| -> Vec<Stem> {
        let told = side.tokens.iter().filter(|token| is_core(token) && token.kind != Kind::Number);
        told.map(|token| token.stem).filter(|stem| !MEASURES.contains(stem)).collect()
    };
    let apart = !a.theme.is_empty() && !b.theme.is_empty() && !a.theme.meets(&b.theme);
    let (x, y) = (told(a), told(b));
    let (few, many) = if x.len() < y.len() { (x, b) } else { (y, a) };
    !apart
        && !few.is_empty()
        && few.iter().all(|stem| many.words.all.has(*stem))
        && apart_by(&told(a), &told(b)) <= most
}

/// How many words one has that the other lacks.
fn apart_by(x: &[Stem], y: &[Stem]) -> usize {
    let own = |x: &[Stem], y: &[Stem]| x.iter().filter(|stem| !y.contains(stem)).count();
    own(x, y) + own(y, x)
}

const UPPER: &[&[&str]] = &[
    &["maximum"],
    &["max"],
    &["at", "most"],
    &["up", "to"],
    &["under"],
    &["below"],
    &["limit"],
    &["limited"],
    &["capped"],
    &["cap"],
    &["exceed"],
    &["exceeds"],
    &["larger", "than"],
    &["longer", "than"],
    &["bigger", "than"],
    &["over"],
    &["above"],
    &["more", "than"],
];
const LOWER: &[&[&str]] = &[
    &["minimum"],
    &["min"],
    &["at", "least"],
    &["or", "newer"],
    &["or", "later"],
    &["or", "higher"],
    &["or", "above"],
    &["or", "more"],
    &["required"],
    &["requires"],
    &["needs"],
    &["need"],
];
/// Words that only say in which respect something is bounded.
static MEASURES: LazyLock<FxHashSet<Stem>> = LazyLock::new(|| {
    stemmed(&[
        "maximum",
        "max",
        "minimum",
        "min",
        "most",
        "least",
        "limit",
        "limited",
        "cap",
        "capped",
        "exceed",
        "exceeds",
        "larger",
        "longer",
        "bigger",
        "long",
        "large",
        "big",
        "length",
        "size",
        "character",
        "characters",
        "keep",
        "stay",
        "allowed",
        "required",
        "requires",
        "newer",
        "later",
        "higher",
        "version",
        "accepted",
        "rejected",
        "wide",
        "needs",
        "last",
        "lasts",
        "take",
        "takes",
        "have",
        "has",
        "get",
        "gets",
    ])
});
