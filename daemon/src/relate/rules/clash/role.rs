//! What a word does where it stands: it says something of the subject, or it only tells one thing from another. There are two
//! shifts, two keys, two zones: of both the same may hold ("signed with the public key" / "signed with the private key").

use crate::relate::reading::phrasing::is_participle;
use crate::relate::reading::statement::Statement;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::token::Token;

/// Whether the word at `at` is the verb or the state of the subject, an order, or when and where it all holds ("in the morning"),
/// rather than a part of a phrase that names a thing.
pub(super) fn is_said(statement: &Statement, at: usize) -> bool {
    let tokens = &statement.tokens;
    let verb = statement.predicate.unwrap_or(statement.verb);
    if at == 0 || at == verb {
        return true;
    }
    let ahead = |i: &usize| tokens.get(*i).is_some_and(|token| !token.is_one_of(CARRIED));
    let Some(lead) = (0..at).rev().find(ahead) else { return true };
    let Some(before) = tokens.get(lead) else { return true };
    let alone = !names_on(tokens, at);
    if before.is(Marks::PASSIVE) || before.is_one_of(STATES) {
        return alone || carries_a_noun_of_its_own(tokens, lead, at);
    }
    let acts = tokens.get(at).is_some_and(|token| token.is(Marks::VERB.or(Marks::FINITE)));
    let named = tokens.get(lead + 1..at).is_some_and(|between| between.iter().any(is_article));
    if (before.is_one_of(CARRYING) && !named) || (acts && verb >= at) {
        return true;
    }
    if before.is(Marks::PREPOSITION) {
        return alone && before.is_one_of(PLACES);
    }
    // "Runs slowly", "is left open", "fails closed".
    let direct = lead + 1 == at;
    alone && direct && (lead == verb || is_participle(before) || before.is(Marks::VERB))
}

fn is_article(token: &Token) -> bool {
    token.is_one_of(&["a", "an", "the"])
}

/// Whether a noun follows that the word at `at` only describes.
fn names_on(tokens: &[Token], at: usize) -> bool {
    let other = Marks::PREPOSITION.or(Marks::STOP).or(Marks::QUALIFIER).or(Marks::HARD);
    tokens.get(at + 1).is_some_and(|next| {
        !next.gap.any(Gap::ANY) && !next.is(other) && !next.text.ends_with("ly")
    })
}

/// "Is the private one", "is an optional step": what it is said to be ends with that noun.
fn carries_a_noun_of_its_own(tokens: &[Token], lead: usize, at: usize) -> bool {
    let article = tokens.get(lead + 1).is_some_and(|token| token.is_one_of(&["a", "an"]));
    article && !names_on(tokens, at + 1)
}

/// What may stand between a verb and what it says.
const CARRIED: &[&str] = &[
    "a",
    "an",
    "the",
    "now",
    "always",
    "also",
    "still",
    "currently",
    "all",
    "very",
    "too",
    "be",
    "been",
    "fully",
    "completely",
    "not",
];
/// Verbs of a state.
const STATES: &[&str] = &[
    "is", "are", "was", "were", "be", "stays", "stay", "remains", "remain", "becomes", "become",
    "looks", "seems", "goes", "go", "keeps", "keep", "runs", "run",
];
/// Auxiliaries that carry a verb.
const CARRYING: &[&str] = &[
    "must", "should", "shall", "may", "can", "could", "will", "would", "has", "have", "do", "does",
    "to", "we", "they", "you", "i", "it",
];
/// Where and when something holds; by whom, from where and with what may be told twice.
const PLACES: &[&str] = &["in", "on", "at"];
