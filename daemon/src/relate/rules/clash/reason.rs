//! Reasons, purposes and ends, of which a denial may be: who does not pin versions because of a fault may pin them for another cause.

use crate::relate::reading::predicate::{is_lower, is_plural};
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::token::{Kind, Token};

/// Whether a reason, a purpose or an end begins at `at`, which may be what is denied: "not because of …", "not for its speed",
/// "not to hide latency", "not until …".
pub(super) fn gives_reason(tokens: &[Token], at: usize) -> bool {
    let Some(token) = tokens.get(at) else { return false };
    let next_is = |words: &[&str]| tokens.get(at + 1).is_some_and(|next| next.is_one_of(words));
    token.is_one_of(ENDS)
        || (token.is_word("out") && next_is(&["of"]))
        || (token.is_word("as") && next_is(&["it", "they", "we", "he", "she", "this", "that"]))
        || (token.is_one_of(&["by", "on"]) && next_is(CHANCE))
        || (token.is_word("for") && names_reason(tokens, at))
        || (token.is_word("to") && names_purpose(tokens, at))
}

const ENDS: &[&str] = &[
    "because", "since", "due", "owing", "thanks", "until", "till", "lest", "order", "so", "given",
];
const CHANCE: &[&str] =
    &["mistake", "accident", "chance", "choice", "purpose", "account", "grounds"];

/// "For speed", "for its price": not "for the API", "for sessions", "for caching".
fn names_reason(tokens: &[Token], at: usize) -> bool {
    let rest = tokens.get(at + 1..).unwrap_or_default();
    let led = |token: &Token| token.is(Marks::PREPOSITION) || token.gap.any(Gap::ANY);
    let end = rest.iter().position(led).unwrap_or(rest.len());
    let phrase = rest.get(..end).unwrap_or_default();
    let own = phrase.first().is_some_and(|token| token.is_one_of(&["its", "their", "his", "her"]));
    let bare = matches!(phrase, [one] if one.kind == Kind::Word
        && !is_plural(one)
        && !one.text.ends_with("ing")
        && is_lower(one));
    let exists = tokens.iter().any(|token| token.is_one_of(&["exist", "exists"]));
    own || bare || exists || phrase.iter().any(|token| token.is_one_of(REASONS))
}

const REASONS: &[&str] = &[
    "reason",
    "reasons",
    "speed",
    "price",
    "cost",
    "costs",
    "performance",
    "safety",
    "security",
    "simplicity",
    "reliability",
    "compliance",
    "compatibility",
    "convenience",
    "durability",
    "privacy",
    "latency",
    "throughput",
    "sake",
    "benefit",
    "benefits",
    "purposes",
    "fear",
];

/// "To hide latency": not "to S3", "to the bucket", "has to".
fn names_purpose(tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|i| tokens.get(i));
    let owed = before.is_some_and(|before| before.is_one_of(LEADING_TO));
    let orders = tokens
        .first()
        .is_some_and(|first| first.is(Marks::NEGATION) || first.is_one_of(&["do", "please"]));
    // "To spread writes": of a verb that no list knows tells the object behind it.
    let verb = tokens.get(at + 1).is_some_and(|next| {
        let listed = next.is(Marks::IMPERATIVE.or(Marks::VERB_STEM));
        let bare = next.kind == Kind::Word && is_lower(next) && !next.is(Marks::STOP);
        next.gap == Gap::NONE && (listed || (!orders && bare))
    });
    let object = tokens.get(at + 2).is_some_and(|object| {
        object.gap == Gap::NONE && !object.is(Marks::PREPOSITION.or(Marks::QUALIFIER))
    });
    let exists = tokens.iter().any(|token| token.is_one_of(&["exist", "exists"]));
    !owed && ((verb && object) || exists)
}

const LEADING_TO: &[&str] =
    &["have", "has", "need", "needs", "able", "allowed", "permitted", "free", "required", "up"];
