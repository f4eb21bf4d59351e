//! Events and habits: whether a participle tells of what came about once ("was opened", "has moved") or of what is done again
//! and again ("are moved after 30 days").
//!
//! English tells the two apart by the auxiliary: "was", "were", "got", "has" of an event, "is" and "are" of a habit or a state.

use super::phrasing::is_participle;
use crate::relate::words::scan::Gap;
use crate::relate::words::token::Token;

pub(in crate::relate) const PAST: &[&str] = &["was", "were", "been", "got"];
pub(in crate::relate) const PRESENT: &[&str] = &["is", "are", "being"];
/// What may stand between an auxiliary and its participle.
const BETWEEN: &[&str] = &[
    "now",
    "just",
    "finally",
    "recently",
    "completely",
    "fully",
    "officially",
    "all",
    "since",
    "been",
    "already",
    "quietly",
    "entirely",
    "also",
    "temporarily",
    "permanently",
    "lately",
];
/// What may follow a present state that has come about: "is retired since May", "is deprecated in favor of".
const COME_ABOUT: &[&str] = &["since", "now", "as", "for", "use", "in", "and", "here", "by"];

const PERFECT: &[&str] = &["has", "have", "ve", "had"];
/// What is said of things done again and again, or whenever something is so.
const HABITUAL: &[&str] = &[
    "if",
    "when",
    "whenever",
    "once",
    "after",
    "before",
    "every",
    "each",
    "always",
    "never",
    "daily",
    "nightly",
    "weekly",
    "monthly",
    "hourly",
    "automatically",
    "first",
    "per",
    "until",
    "unless",
    "while",
    "upon",
    "periodically",
    "regularly",
    "older",
    "only",
    "any",
    "during",
    "within",
];

/// The auxiliary of the participle at `at`, if it has one.
pub(in crate::relate) fn auxiliary(tokens: &[Token], at: usize) -> Option<&Token> {
    let mut before = (at.saturating_sub(LONGEST_AUXILIARY)..at).rev();
    let gaps =
        |i: usize| tokens.get(i + 1..=at).unwrap_or_default().iter().all(|t| t.gap == Gap::NONE);
    let found = before
        .find(|i| !tokens.get(*i).is_some_and(|t| t.is_one_of(BETWEEN) && !t.is_word("been")))?;
    tokens
        .get(found)
        .filter(|token| gaps(found) && (token.is_one_of(PAST) || token.is_one_of(PRESENT)))
}

/// "has now finally been": no auxiliary stands further before.
const LONGEST_AUXILIARY: usize = 4;

/// Whether the participle at `at` tells of what came about: "was opened", "has been opened", "has shifted".
pub(in crate::relate) fn comes_to_be(tokens: &[Token], at: usize) -> bool {
    let Some(token) = tokens.get(at).filter(|token| is_participle(token)) else { return false };
    let passive = auxiliary(tokens, at).is_some_and(|token| token.is_one_of(PAST));
    passive || (token.gap == Gap::NONE && perfect(tokens, at))
}

/// Whether "has" or "have" carries the participle at `at`.
fn perfect(tokens: &[Token], at: usize) -> bool {
    let mut before = tokens.get(..at).unwrap_or_default().iter().rev();
    before.find(|token| !token.is_one_of(BETWEEN)).is_some_and(|token| token.is_one_of(PERFECT))
}

/// Whether anything came about by what `tokens` tell, what is told in a clause of time or condition left out.
pub(in crate::relate) fn has_come_about(tokens: &[Token]) -> bool {
    main_clauses(tokens, CLAUSES).any(|at| comes_to_be(tokens, at) || becomes(tokens, at))
}

/// "Became", "has become".
pub(in crate::relate) fn becomes(tokens: &[Token], at: usize) -> bool {
    let Some(token) = tokens.get(at) else { return false };
    token.is_word("became") || (token.is_word("become") && perfect(tokens, at))
}

/// The indexes of the tokens that stand in no clause which one of `openers` opens.
pub(in crate::relate) fn main_clauses<'a>(
    tokens: &'a [Token],
    openers: &'a [&str],
) -> impl Iterator<Item = usize> + 'a {
    let mut inside = false;
    let outside = tokens.iter().enumerate().filter(move |(_, token)| {
        inside = token.is_one_of(openers) || (inside && !token.gap.any(Gap::CLAUSE));
        !inside
    });
    outside.map(|(at, _)| at)
}

/// Words that open a clause of condition: what it tells has not come about.
pub(in crate::relate) const CONDITIONS: &[&str] =
    &["if", "when", "whenever", "unless", "until", "while", "once"];

/// Words that open a clause which tells when, why or which.
const CLAUSES: &[&str] = &[
    "if", "when", "whenever", "once", "after", "before", "until", "unless", "while", "because",
    "that", "which", "who", "where", "as",
];

/// Whether the participle at `at` tells of what is done again and again, of what may, must or will be done, or denies it.
pub(in crate::relate) fn is_habit(tokens: &[Token], at: usize) -> bool {
    if !tokens.get(at).is_some_and(is_participle) {
        return false;
    }
    let before = |back: usize| at.checked_sub(back).and_then(|i| tokens.get(i));
    let denied =
        (1..=2).any(|back| before(back).is_some_and(|token| token.is_one_of(&["never", "not"])));
    let to_be = (1..=2).any(|back| {
        let ahead = before(back + 1).is_some_and(|token| token.is_one_of(&["will", "shall", "to"]));
        before(back).is_some_and(|token| token.is_word("be")) && !ahead
    });
    let gets = before(1).is_some_and(|token| token.is_one_of(&["get", "gets"]));
    let stated = gets || auxiliary(tokens, at).is_some_and(|token| token.is_one_of(&["is", "are"]));
    let again = || tokens.iter().any(|token| token.is_one_of(HABITUAL)) || !has_set_in(tokens, at);
    let related = before(2).is_some_and(|token| token.is_one_of(&["that", "which", "who"]));
    denied || to_be || (stated && (related || again()))
}

/// Whether the clause ends behind the state at `at`, or says since when.
pub(in crate::relate) fn has_set_in(tokens: &[Token], at: usize) -> bool {
    let now =
        at.checked_sub(1).and_then(|i| tokens.get(i)).is_some_and(|token| token.is_one_of(BETWEEN));
    let version = tokens.get(..at).unwrap_or_default().iter().rev().take(2).any(Token::is_version);
    let ends = tokens
        .get(at + 1)
        .is_none_or(|next| next.gap.any(Gap::CLAUSE.or(Gap::COLON)) || next.is_one_of(COME_ABOUT));
    (ends && !version) || now
}
