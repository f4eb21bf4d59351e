//! A number that is said to have been raised and is less, or lowered and is more: then the two tell of different things, or one of
//! them is wrong.

use std::cmp::Ordering;

use crate::relate::rules::pair::Pair;
use crate::relate::words::token::{Kind, Token};

/// Whether the newer tells of a way up to no more than the older says, or of a way down to no less.
pub(super) fn goes_the_other_way(pair: &Pair<'_>) -> bool {
    let (a, b) = (&pair.older.tokens, &pair.newer.tokens);
    let says = |words: &[&str]| b.iter().position(|token| token.is_one_of(words));
    let (way, at) = match (says(UP), says(DOWN)) {
        (Some(at), None) => (Ordering::Greater, at),
        (None, Some(at)) => (Ordering::Less, at),
        _ => return false,
    };
    let behind = |leads: &[&str]| {
        b.windows(2).skip(at).find_map(|pair| match pair {
            [lead, number] if lead.is_one_of(leads) => Some(number).filter(|n| is_number(n)),
            _ => None,
        })
    };
    let goal = behind(&["to"]).or_else(|| behind(&["at", "is", "now"]));
    let Some(goal) = goal else { return false };
    let mut numbers = a.iter().filter(|token| is_number(token)).peekable();
    numbers.peek().is_some() && !numbers.any(|old| compared(goal, old).contains(&way))
}

fn is_number(token: &Token) -> bool {
    token.kind == Kind::Number
}

/// How `new` compares with `old`: as versions and as quantities of one unit, where it can be either.
fn compared(new: &Token, old: &Token) -> Vec<Ordering> {
    let (Some((x, unit)), Some((y, other))) = (quantity(new), quantity(old)) else {
        return versions(new, old).into_iter().collect();
    };
    let versions = versions(new, old).filter(|_| new.is_version() || old.is_version());
    let measured = (unit == other).then(|| x.partial_cmp(&y)).flatten();
    measured.into_iter().chain(versions).collect()
}

fn versions(new: &Token, old: &Token) -> Option<Ordering> {
    let parts = |token: &Token| -> Option<Vec<u64>> {
        token.text.split('.').map(|part| part.parse().ok()).collect()
    };
    Some(parts(new)?.cmp(&parts(old)?))
}

/// A number in the smallest unit of its kind, and the kind.
fn quantity(token: &Token) -> Option<(f64, &str)> {
    let number: f64 = token.text.split(':').next()?.parse().ok()?;
    Some(match token.unit() {
        "k" => (number * 1e3, ""),
        "kb" => (number * 1e3, "b"),
        "mb" => (number * 1e6, "b"),
        "gb" => (number * 1e9, "b"),
        "tb" => (number * 1e12, "b"),
        unit => (number, unit),
    })
}

const UP: &[&str] = &[
    "raised",
    "increased",
    "bumped",
    "upped",
    "grew",
    "grown",
    "expanded",
    "extended",
    "doubled",
    "tripled",
    "quadrupled",
    "lengthened",
    "boosted",
    "rose",
    "risen",
    "jumped",
    "enlarged",
    "widened",
    "stretched",
    "upgraded",
    "up",
];
const DOWN: &[&str] = &[
    "lowered",
    "reduced",
    "decreased",
    "cut",
    "shortened",
    "shrunk",
    "shrank",
    "halved",
    "trimmed",
    "slashed",
    "dropped",
    "fell",
    "fallen",
    "tightened",
    "narrowed",
    "squeezed",
    "downgraded",
    "down",
];
