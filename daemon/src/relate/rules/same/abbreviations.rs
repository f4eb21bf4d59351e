//! Abbreviations and spellings: the reading unfolds them, so that "repo" meets "repository". Most are words or names of their own
//! besides ("the app folder", "log at info", "the pr queue"), and where something is named ("the column is called repo") every one is: to
//! be the same both texts must write them alike.

use crate::relate::reading::statement::is_core;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::token::Token;

/// Whether one writes out what the other abbreviates, and the short form may be something else.
pub(super) fn differ(a: &[Token], b: &[Token]) -> bool {
    let apart = |mine: &[Token], theirs: &[Token]| {
        mine.iter().enumerate().filter(|(_, token)| token.unfolded.is_some()).any(|(i, token)| {
            let mut same = theirs.iter().filter(|other| other.text == token.text).peekable();
            (token.abbreviated || names(mine, i))
                && same.peek().is_some()
                && !same.any(|other| other.unfolded == token.unfolded)
        })
    };
    apart(a, b) || apart(b, a)
}

/// Whether the word at `i` is a name by where it stands: behind what names, at the end, or before what is named.
fn names(tokens: &[Token], i: usize) -> bool {
    let before = i.checked_sub(1).and_then(|i| tokens.get(i));
    let next = tokens.get(i + 1).filter(|next| next.gap == Gap::NONE);
    let named = before.is_some_and(|before| {
        before.is(Marks::PASSIVE)
            || before.is_one_of(&[
                "called", "named", "as", "with", "key", "to", "from", "expects", "uses",
            ])
    });
    named && next.is_none_or(|next| !is_core(next))
        || next.is_some_and(|next| next.is_one_of(NAMED))
}

/// What a word before it is the name of.
const NAMED: &[&str] = &[
    "folder",
    "directory",
    "field",
    "column",
    "key",
    "table",
    "label",
    "namespace",
    "schema",
    "package",
    "branch",
    "file",
    "parameter",
    "header",
    "variable",
    "value",
    "command",
    "flag",
    "module",
    "class",
    "tag",
    "scheme",
    "prefix",
];
