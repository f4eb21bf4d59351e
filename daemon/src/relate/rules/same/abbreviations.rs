//! Abbreviations: the reading unfolds them, so that "repo" meets "repository". Most are words or names of their own besides ("the app
//! folder", "log at info", "the pr queue"), and to be the same both texts must write them alike.

use crate::relate::words::token::Token;

/// Whether one writes out what the other abbreviates, and the short form may be something else.
pub(super) fn differ(a: &[Token], b: &[Token]) -> bool {
    let apart = |mine: &[Token], theirs: &[Token]| {
        mine.iter().filter(|token| token.abbreviated).any(|token| {
            let mut same = theirs.iter().filter(|other| other.text == token.text).peekable();
            same.peek().is_some() && !same.any(|other| other.abbreviated)
        })
    };
    apart(a, b) || apart(b, a)
}
