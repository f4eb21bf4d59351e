//! What a preposition governs: "for the cache" is not "in the cache", "for 5 minutes" not "within 5 minutes"; and prepositions that
//! belong to their verb ("sign in with the key").

use super::roles::{MAKING, is_adposition};
use crate::relate::reading::statement::{Statement, is_core};
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// Whether a word is governed by one preposition in one and by another in the other, or by one that narrows in one alone.
pub(super) fn differ(a: &Statement, b: &Statement) -> bool {
    let (x, y) = (governed(&a.tokens), governed(&b.tokens));
    // "Built with Flutter" is "built in Flutter".
    let made = a.tokens.iter().any(|token| MAKING.contains(&token.stem));
    let apart = |x: &[Governed<'_>], y: &[Governed<'_>]| {
        x.iter().any(|one| {
            let mut same = y.iter().filter(|other| other.word == one.word).peekable();
            if same.peek().is_none() {
                return STRONG.contains(&one.preposition);
            }
            !same.any(|other| {
                may_stand_for(one, other) || (made && both(one, other, &["with", "in"]))
            })
        })
    };
    apart(&x, &y) || apart(&y, &x) || particles(&a.tokens) != particles(&b.tokens)
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
        if token.is(Marks::PREPOSITION) || token.is_one_of(&["as", "using"]) {
            open = Some(token);
        } else if is_core(token) {
            if let Some(preposition) = open.take() {
                let counted = token.kind == Kind::Number || token.is_one_of(TIMES);
                let preposition = &*preposition.text;
                found.push(Governed { preposition, word: token.stem, counted });
            }
        } else if token.is(Marks::QUALIFIER) {
            open = None;
        }
    }
    found
}

/// What no other form of a sentence does without.
const STRONG: &[&str] = &[
    "from",
    "into",
    "onto",
    "over",
    "under",
    "about",
    "against",
    "behind",
    "near",
    "beside",
    "among",
    "beneath",
    "alongside",
    "between",
    "via",
    "per",
    "outside",
];

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

/// Whether both say the same of the word: means and places have several prepositions, a tool may be named as who does it, what is
/// stored as UTC is in UTC, and what is put into a place is in it.
fn may_stand_for(one: &Governed<'_>, other: &Governed<'_>) -> bool {
    one.preposition == other.preposition
        || (both(one, other, PLACES) && !one.counted)
        || [MEANS, &["as", "in"], &["as", "for"], &["in", "into"], &["in", "under"]]
            .iter()
            .any(|class| both(one, other, class))
}

fn both(one: &Governed<'_>, other: &Governed<'_>, class: &[&str]) -> bool {
    class.contains(&one.preposition) && class.contains(&other.preposition)
}

/// Where something is: one may stand for another.
const PLACES: &[&str] = &["in", "on", "at", "within", "inside"];
/// With what something is done.
const MEANS: &[&str] = &["with", "using", "via", "through", "by"];

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
