//! What a text says of itself that lets both hold: a default beside a setting, a copy beside its original, a note of what is to be
//! done, a part or a version of the same thing. A rule that is sure otherwise asks.

use super::pair::Pair;
use crate::relate::words::scan::Gap;
use crate::relate::words::token::Token;

/// Whether one tells what is so by default and the other what is so: "tracing is off by default", "tracing is on".
pub(in crate::relate) fn tells_a_default(pair: &Pair<'_>) -> bool {
    let default =
        |tokens: &[Token]| tokens.iter().any(|token| token.is_one_of(&["default", "defaults"]));
    default(&pair.older.tokens) != default(&pair.newer.tokens)
}

/// Whether the newer leaves what the older says as it is: it copies, goes over to more of the same, or is a note of what is to be done.
pub(in crate::relate) fn leaves_the_older(pair: &Pair<'_>) -> bool {
    let tokens = &pair.newer.tokens;
    copies(tokens) || adds_to_itself(tokens) || is_to_be_done(&pair.newer.equality)
}

/// "Was copied from Postgres to BigQuery": it is in both.
fn copies(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| token.is_one_of(COPYING))
}

const COPYING: &[&str] = &[
    "copied",
    "copies",
    "copy",
    "synced",
    "syncs",
    "synchronized",
    "mirrored",
    "mirrors",
    "exported",
    "exports",
    "replicated",
    "replicates",
    "duplicated",
    "cloned",
    "forked",
    "backported",
    "cached",
    "archived",
    "imported",
    "snapshotted",
    "streamed",
];

/// "From Redux to Redux Toolkit", "from Vue to Vue 3": the old is part of the new.
fn adds_to_itself(tokens: &[Token]) -> bool {
    let Some(from) = tokens.iter().position(|token| token.is_word("from")) else { return false };
    let behind = tokens.get(from + 1..).unwrap_or_default();
    let Some(to) = behind.iter().position(|token| token.is_word("to")) else { return false };
    let (old, new) =
        (behind.get(..to).unwrap_or_default(), behind.get(to + 1..).unwrap_or_default());
    let same = old.iter().zip(new).filter(|(x, y)| x.stem == y.stem).count() == old.len();
    same && new.get(old.len()).is_some_and(|next| next.gap == Gap::NONE) && !old.is_empty()
}

/// "TODO: the build no longer uses webpack". Asked of the text: the reading leaves labels out.
fn is_to_be_done(text: &str) -> bool {
    let first = text.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    first.is_some_and(|first| NOTES.iter().any(|note| note.eq_ignore_ascii_case(first)))
}

const NOTES: &[&str] =
    &["todo", "fixme", "wip", "draft", "idea", "proposal", "rfc", "goal", "wish", "tbd", "maybe"];
