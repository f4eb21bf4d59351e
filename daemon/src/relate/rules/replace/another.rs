//! Whether a told change is of something else than what the older text speaks of.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::scope::scope;
use super::{own_subject, telling};
use crate::relate::reading::old_value::is_content;
use crate::relate::reading::statement::Statement;
use crate::relate::words::canon::stemmed;
use crate::relate::words::lexicon;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::{Stem, Stems};
use crate::relate::words::token::{Kind, Token};

/// Whether each side speaks of something of its own that the other lacks: "pool size" / "queue size". Two names of one measure
/// ("test coverage", "the coverage threshold") speak of one thing where the newer names the whole old value.
pub(super) fn names_another_subject(a: &Statement, b: &Statement) -> bool {
    let differ = |passed: fn(Stem) -> bool| {
        let mut mine = a.theme.iter().filter(|stem| !passed(*stem));
        let mut theirs = b.theme.iter().filter(|stem| !passed(*stem) && !b.values.new.has(*stem));
        mine.any(|stem| !b.words.all.has(stem)) && theirs.any(|stem| !a.words.all.has(stem))
    };
    let whole = || b.values.old.iter().any(|old| old.is_within(&a.words.content));
    let mut mine =
        a.theme.iter().filter(|stem| !lexicon::is_generic_noun(*stem) && !is_measure(*stem));
    let in_part = |old: &Stems| old.meets(&a.words.kernel) && !old.is_within(&a.words.all);
    if mine.any(|stem| !b.words.all.has(stem)) && !whole() && b.values.old.iter().any(in_part) {
        return true;
    }
    let mut about = b.values.about.iter().filter(|stem| !lexicon::is_generic_noun(*stem));
    if about.any(|stem| !lexicon::is_verb(stem) && !a.words.content.has(stem)) {
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
    let narrowed = scope(b).filter(|token| token.kind == Kind::Word);
    let narrowed = narrowed.chain(left(b)).map(|token| token.stem);
    let narrowed =
        narrowed.filter(|stem| !b.values.new.has(*stem) && !lexicon::is_generic_noun(*stem));
    let mut theirs = own_subject(b).chain(narrowed).filter(|stem| !gone(*stem)).peekable();
    let mut mine = telling(&a.words.kernel).filter(|stem| !gone(*stem)).peekable();
    !b.values.old.is_empty()
        && theirs.peek().is_some()
        && mine.peek().is_some()
        && !theirs.any(|stem| a.words.all.has(stem))
        && !mine.any(|stem| b.words.all.has(stem))
}

/// What the old value was taken out of: the S of "X was removed from S".
fn left(b: &Statement) -> impl Iterator<Item = &Token> {
    let at = b.tokens.iter().position(|token| token.is_one_of(TAKEN));
    let behind = at.map_or(b.tokens.len(), |at| at + 1);
    let clause = b.tokens.iter().skip(behind).take_while(|token| !token.gap.any(Gap::CLAUSE));
    clause.skip_while(|token| !token.is_word("from")).skip(1).filter(|token| is_content(token))
}

/// What is done to a part: it is taken from a whole.
const TAKEN: &[&str] = &[
    "removed",
    "dropped",
    "deleted",
    "taken",
    "cut",
    "stripped",
    "withdrawn",
    "banned",
    "pulled",
    "ripped",
    "disabled",
    "eliminated",
    "kicked",
    "thrown",
];

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
pub(super) const FAULTS: &[&str] = &[
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
    "struggl",
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
    MEASURES.contains(&stem)
}

static MEASURES: LazyLock<FxHashSet<Stem>> = LazyLock::new(|| {
    stemmed(&[
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
        "capacity",
        "requirement",
        "ceiling",
        "cutoff",
        "allowance",
        "ttl",
        "retention",
        "delay",
        "ratio",
        "percentage",
        "lifespan",
        "cap",
    ])
});
