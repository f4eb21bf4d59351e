//! Whether a told change is of something else than what the older text speaks of.

use super::{own_subject, telling};
use crate::relate::reading::statement::Statement;
use crate::relate::words::canon::canonical;
use crate::relate::words::lexicon;
use crate::relate::words::stems::Stem;

/// Whether each side speaks of something of its own that the other lacks: "pool size" / "queue size". Two names of one measure
/// ("test coverage", "the coverage threshold") speak of one thing where the newer names the whole old value.
pub(super) fn names_another_subject(a: &Statement, b: &Statement) -> bool {
    let differ = |passed: fn(Stem) -> bool| {
        let mut mine = a.theme.iter().filter(|stem| !passed(*stem));
        let mut theirs = b.theme.iter().filter(|stem| !passed(*stem) && !b.values.new.has(*stem));
        mine.any(|stem| !b.words.all.has(stem)) && theirs.any(|stem| !a.words.all.has(stem))
    };
    let whole = || b.values.old.iter().any(|old| old.is_within(&a.words.content));
    let mut about =
        b.values.about.iter().filter(|stem| !lexicon::is_generic_noun(*stem)).peekable();
    if about.peek().is_some() && !about.any(|stem| a.words.content.has(stem)) {
        return true;
    }
    differ(lexicon::is_generic_noun)
        && (differ(|stem| lexicon::is_generic_noun(stem) || is_measure(stem))
            || !whole()
            || !a.theme.meets(&b.theme))
}

/// Whether the newer speaks of something that the older does not know, and knows nothing of what the older says beside the old
/// value: "Node 18 is used in the lambdas" / "the build image was upgraded from Node 18".
pub(super) fn is_of_another(a: &Statement, b: &Statement) -> bool {
    let gone = |stem: Stem| b.values.old.iter().any(|value| value.has(stem));
    let mut theirs = own_subject(b).filter(|stem| !gone(*stem)).peekable();
    let mut mine = telling(&a.words.kernel).filter(|stem| !gone(*stem)).peekable();
    !b.values.old.is_empty()
        && theirs.peek().is_some()
        && mine.peek().is_some()
        && !theirs.any(|stem| a.words.all.has(stem))
        && !mine.any(|stem| b.words.all.has(stem))
}

/// Whether the newer tells of a fault that was mended, and the older of none.
pub(super) fn mends_another(a: &Statement, b: &Statement) -> bool {
    let mends = b.tokens.iter().any(|token| token.is_one_of(MENDED));
    let faulty = a.cues.denies()
        || a.tokens.iter().any(|token| FAULTS.iter().any(|fault| token.text.contains(fault)));
    let whole = b.values.old.iter().any(|value| value.is_within(&a.words.content));
    mends && !faulty && !whole
}

const MENDED: &[&str] = &["fixed", "resolved", "solved", "mended", "patched", "repaired"];
/// Parts of words that tell of a fault.
const FAULTS: &[&str] = &[
    "fail",
    "break",
    "broke",
    "crash",
    "bug",
    "flak",
    "slow",
    "lag",
    "leak",
    "wrong",
    "error",
    "hang",
    "stall",
    "chok",
    "corrupt",
    "missing",
    "unstable",
    "stuck",
    "problem",
    "issue",
    "race",
    "deadlock",
    "regress",
    "incorrect",
    "invalid",
    "lose",
    "lost",
    "drop",
    "timeout",
    "times",
    "doubl",
    "duplicat",
    "truncat",
    "miss",
    "outage",
    "overflow",
    "garbl",
    "stale",
    "reject",
    "swallow",
    "cause",
    "ignor",
    "loop",
    "panic",
];

/// Whether a noun says what of a thing is measured and not which thing.
pub(super) fn is_measure(stem: Stem) -> bool {
    MEASURES.iter().any(|word| Stem::of(&canonical(word)) == stem)
}

const MEASURES: &[&str] = &[
    "maximum",
    "max",
    "minimum",
    "min",
    "size",
    "limit",
    "threshold",
    "count",
    "rate",
    "timeout",
    "interval",
    "length",
    "duration",
    "lifetime",
    "level",
    "target",
    "period",
    "usage",
    "quota",
    "budget",
    "time",
    "width",
    "depth",
    "window",
    "frequency",
    "bar",
];
