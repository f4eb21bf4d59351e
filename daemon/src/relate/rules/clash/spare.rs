//! What one leaves as it is and the other does away with: "leaves the local settings alone" / "wipes the local settings".

use super::super::pair::Pair;
use super::differ_in_subject;
use crate::relate::reading::statement::{Statement, is_core};
use crate::relate::words::lexicon::Marks;
use crate::relate::words::token::Token;

/// Whether one spares just what the other changes or does away with.
pub(super) fn spares(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    pair.one_sided_hard().next().is_none()
        && !differ_in_subject(a, b)
        && (spared_by(a, b) || spared_by(b, a))
}

fn spared_by(x: &Statement, y: &Statement) -> bool {
    let verb = |token: &&Token| token.is_one_of(DESTROYS);
    let Some(destroys) = y.tokens.iter().find(verb).filter(|_| !y.cues.denies()) else {
        return false;
    };
    let own = |of: &Statement, other: &Statement, told: &dyn Fn(&Token) -> bool| {
        let own =
            of.tokens.iter().filter(|token| is_core(token) && !other.words.all.has(token.stem));
        own.filter(|token| !told(token) && !token.is_one_of(FILLERS)).count()
    };
    let sparing = |token: &Token| {
        token.is_one_of(SPARES) || token.is_one_of(LEAVES) || token.is_one_of(UNTOUCHED)
    };
    spares_something(x)
        && own(x, y, &sparing) == 0
        && own(y, x, &|token| token.stem == destroys.stem) <= 1
        && x.words.kernel.both(&y.words.kernel).count() > 1
}

/// "Leaves … alone", "doesn't touch …".
fn spares_something(statement: &Statement) -> bool {
    let tokens = &statement.tokens;
    let left = tokens.iter().position(|token| token.is_one_of(LEAVES)).is_some_and(|at| {
        !statement.cues.denies()
            && tokens.iter().skip(at + 1).any(|token| token.is_one_of(UNTOUCHED))
    });
    let untouched = tokens.windows(2).any(|pair| match pair {
        [not, verb] => not.is(Marks::NEGATION) && verb.is_one_of(SPARES),
        _ => false,
    });
    left || untouched
}

const LEAVES: &[&str] =
    &["leave", "leaves", "keep", "keeps", "left", "kept", "stays", "stay", "remains", "remain"];
const UNTOUCHED: &[&str] = &["alone", "untouched", "intact", "unchanged", "unmodified", "place"];
/// What is not done to what is spared.
const SPARES: &[&str] = &[
    "touch", "touches", "touched", "affect", "affects", "affected", "change", "changed", "modify",
    "alter",
];
const DESTROYS: &[&str] = &[
    "wipe",
    "wipes",
    "wiped",
    "delete",
    "deletes",
    "deleted",
    "remove",
    "removes",
    "removed",
    "clear",
    "clears",
    "cleared",
    "erase",
    "erases",
    "erased",
    "overwrite",
    "overwrites",
    "overwritten",
    "rewrite",
    "rewrites",
    "rewritten",
    "reset",
    "resets",
    "drop",
    "drops",
    "dropped",
    "truncate",
    "truncates",
    "truncated",
    "purge",
    "purges",
    "purged",
    "destroy",
    "destroys",
    "destroyed",
    "prune",
    "prunes",
    "pruned",
    "reformat",
    "reformats",
    "reformatted",
];
/// What opens a note and says nothing.
const FILLERS: &[&str] = &["gotcha", "beware", "warning", "caution", "careful", "attention"];
