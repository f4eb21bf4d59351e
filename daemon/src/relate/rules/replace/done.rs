//! What was done anew, and what came that was still to come (S2).

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::relate::rules::pair::Pair;
use crate::relate::words::canon::{canonical, stemmed};
use crate::relate::words::stems::Stem;

/// S2: the newer tells that something was done anew ("rewritten", "reimplemented", "ported"), and the older how it was done.
pub(super) fn redone(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let made = |stem: Stem| MADE.contains(&stem);
    let anew = b.tokens.iter().any(|token| {
        let base = token.text.strip_prefix("re").filter(|base| base.len() > SHORTEST_BASE);
        let again = base.map(|base| Stem::of(&canonical(base)));
        let same = again
            .is_some_and(|stem| a.words.all.has(stem) || (made(stem) && a.says.is_some_and(made)));
        same || (token.is_one_of(PORTED) && a.says.is_some_and(made))
    });
    let own = pair.own_of_older().next().is_some() && pair.own_of_newer().next().is_some();
    let one = !a.theme.is_empty() && a.theme == b.theme;
    anew && one && own && b.cues.event
}

/// S2: the older tells what was still to come, and the newer that it came.
pub(super) fn came_true(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let open = a.tokens.iter().any(|token| token.is_one_of(TO_COME));
    let came = b.tokens.iter().any(|token| token.is_one_of(CAME));
    open && came && b.cues.event && !b.cues.denies() && !a.theme.is_empty() && a.theme == b.theme
}

const TO_COME: &[&str] = &[
    "planned",
    "pending",
    "upcoming",
    "proposed",
    "scheduled",
    "experimental",
    "unstable",
    "beta",
    "alpha",
    "prototype",
    "draft",
    "unreleased",
    "unfinished",
    "missing",
    "unimplemented",
    "will",
];
const CAME: &[&str] = &[
    "shipped",
    "launched",
    "released",
    "implemented",
    "introduced",
    "landed",
    "rolled",
    "finished",
    "completed",
    "deployed",
    "published",
    "stabilised",
    "stabilized",
    "delivered",
    "live",
    "done",
    "merged",
    "enabled",
    "graduated",
    "cancelled",
    "canceled",
    "approved",
    "rejected",
    "finalised",
    "finalized",
];

/// What is done to make a thing: what was made is made anew.
static MADE: LazyLock<FxHashSet<Stem>> = LazyLock::new(|| {
    stemmed(&[
        "written",
        "implemented",
        "built",
        "coded",
        "developed",
        "made",
        "based",
        "programmed",
    ])
});
const PORTED: &[&str] = &["ported", "translated", "converted", "rewritten", "redone"];
/// A shorter rest behind "re" is no word.
const SHORTEST_BASE: usize = 3;
