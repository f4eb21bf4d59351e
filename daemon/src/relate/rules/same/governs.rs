//! What a preposition governs: "for the cache" is not "in the cache", "for 5 minutes" not "within 5 minutes"; and prepositions that
//! belong to their verb ("sign in with the key").

use super::roles::is_adposition;
use crate::relate::reading::statement::{Statement, is_core};
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// Whether a word is governed by one preposition in one and by another in the other.
pub(super) fn differ(a: &Statement, b: &Statement) -> bool {
    let (x, y) = (governed(&a.tokens), governed(&b.tokens));
    let apart = x.iter().any(|one| {
        let mut same = y.iter().filter(|other| other.word == one.word).peekable();
        same.peek().is_some() && !same.any(|other| may_stand_for(one, other))
    });
    apart || particles(&a.tokens) != particles(&b.tokens)
}

/// A preposition and the first word that it governs.
struct Governed<'a> {
    preposition: &'a str,
    word: Stem,
    counted: bool,
}

fn governed(tokens: &[Token]) -> Vec<Governed<'_>> {
    let mut found = Vec::new();
    let mut open: Option<&Token> = None;
    for token in tokens {
        if token.gap.any(Gap::CLAUSE) {
            open = None;
        }
        if token.is(Marks::BENIGN) {
            open = Some(token);
        } else if is_core(token) {
            if let Some(preposition) = open.take() {
                let counted = token.kind == Kind::Number || token.is_one_of(TIMES);
                let preposition = &*preposition.text;
                found.push(Governed { preposition, word: token.stem, counted });
            }
        } else if token.is(Marks::PREPOSITION.or(Marks::QUALIFIER)) {
            open = None;
        }
    }
    found
}

/// Spans of time: "in an hour" is not "for an hour".
const TIMES: &[&str] = &[
    "hour",
    "hours",
    "minute",
    "minutes",
    "second",
    "seconds",
    "day",
    "days",
    "week",
    "weeks",
    "month",
    "months",
    "year",
    "years",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

fn may_stand_for(one: &Governed<'_>, other: &Governed<'_>) -> bool {
    let place = |governed: &Governed<'_>| PLACES.contains(&governed.preposition);
    one.preposition == other.preposition || (place(one) && place(other) && !one.counted)
}

/// Where something is: one may stand for another.
const PLACES: &[&str] = &["in", "on", "at", "within", "inside"];

/// Prepositions that govern nothing: what they say belongs to the verb before. Sorted.
fn particles(tokens: &[Token]) -> Vec<Stem> {
    let loose = tokens.iter().enumerate().filter(|(i, token)| {
        let next = tokens.get(i + 1);
        token.is(Marks::PREPOSITION)
            && next.is_none_or(|next| next.gap != Gap::NONE || is_adposition(next))
    });
    let mut found: Vec<Stem> = loose.map(|(_, token)| Stem::of(&token.text)).collect();
    found.sort_unstable();
    found
}
