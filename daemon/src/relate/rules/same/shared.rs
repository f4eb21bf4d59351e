//! Of how many each is said: "every request is handled by one worker" may be told of one worker for all, "one worker handles every
//! request" of one for each.

use crate::relate::words::token::{Kind, Token};

/// Whether a text speaks of all or some of one thing and of a number of another: which of them comes first matters.
pub(super) fn is_ambiguous(tokens: &[Token]) -> bool {
    let all = tokens.iter().filter(|token| token.is_one_of(ALL)).count();
    let some = tokens.iter().filter(|token| counts(token)).count();
    let one = tokens.iter().filter(|token| token.is_one_of(&["a", "an"])).count();
    all + some > 1 || (all > 0 && one > 0)
}

/// Whether one says "all" of what the other says "each" of, and either has one of something: "all workers need a lock".
pub(super) fn differ(a: &[Token], b: &[Token]) -> bool {
    let all = |tokens: &[Token]| tokens.iter().any(|token| token.is_word("all"));
    let one = |tokens: &[Token]| {
        tokens.iter().any(|token| token.is_one_of(&["a", "an"]) || counts(token))
    };
    let apart = |x: &[Token], y: &[Token]| all(x) && !all(y) && one(x);
    apart(a, b) || apart(b, a)
}

fn counts(token: &Token) -> bool {
    let number = token.kind == Kind::Number && !token.has_unit() && !token.is_version();
    number || token.is_one_of(SOME)
}

const ALL: &[&str] = &["every", "each", "all", "any", "both", "no"];
const SOME: &[&str] = &[
    "some", "most", "many", "few", "several", "half", "single", "alone", "only", "one", "two",
    "pair",
];
