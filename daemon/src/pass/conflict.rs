//! The conflict pass: marks pairs that assert opposite things in one scope while both hold, and takes marks away that
//! no longer stand for that.
//!
//! A mark is no verdict: it must never retire, rank or change anything else. Invariant: after the pass the marks among
//! active memories are exactly the pairs that the rules call conflicting, rulings apart; and those that a survivor took over
//! with the words of what was merged into it.

use std::collections::BTreeMap;

use consolidate_shared::change::Reason;
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Memory, Standing};
use consolidate_shared::plan::{PassKind, Plan};
use consolidate_shared::policy::Policy;
use consolidate_shared::time::Day;

use super::Snapshot;
use super::bench::Bench;
use super::draft::Draft;
use super::judge::{Judged, comparable, judge, judge_texts};
use super::outlook::Outlook;
use super::pairing::Validity;
use super::queue;
use super::run::plan_pass;
use super::tally::{Kept, Tallies};
use crate::relate::{Relation, Statement};

const PASS: PassKind = PassKind::Conflict;

/// Two memories by id, the smaller first.
type Pair = (MemoryId, MemoryId);

/// Why a pair bears a mark.
#[derive(Debug, Clone, Copy)]
enum Cause {
    Rule(Judged),
    /// Somebody said so.
    Approved,
}

impl Cause {
    /// The reason for the mark of `of` with `other`.
    fn reason(self, of: MemoryId, other: MemoryId) -> Reason {
        match self {
            Self::Rule(judged) => judged.reason(of),
            Self::Approved => {
                let answer = "they contradict each other".to_owned();
                Reason::Answered { answer, other: Some(other) }
            }
        }
    }
}

/// Plans the conflict pass alone. Total and pure; see [`plan_run`](super::plan_run) for the laws.
pub fn plan(snapshot: &Snapshot, policy: &Policy, day: Day) -> Plan {
    plan_pass(snapshot, PASS, policy, day)
}

pub(super) fn on(bench: &Bench, outlook: &Outlook) -> Plan {
    let mut draft = Draft::new(&bench.state);
    let mut kept = Tallies::default();
    let wanted = wanted(&outlook.bench, &mut kept);
    for (a, b) in bench.state.marks() {
        review_mark((a, b), &wanted, bench, outlook, &mut draft, &mut kept);
    }
    for ((a, b), cause) in &wanted {
        draft.mark(*a, *b, (&cause.reason(*a, *b), &cause.reason(*b, *a)));
    }
    let deferred = queue::ask(PASS, outlook, &mut draft, &mut kept);
    bench.plan(PASS, draft.into_set(), kept, deferred)
}

/// Whether the validity ranges of two memories overlap.
fn hold_together(a: &Memory, b: &Memory) -> bool {
    Validity::of(a).meets(Validity::of(b))
}

/// Whether a mark between `a` and `b` stands: same scope, both valid at some time, and contradicting each other by rule, in
/// their own words or in those that were merged into them.
pub(super) fn contradiction(bench: &Bench, a: &Memory, b: &Memory) -> bool {
    let judged = || {
        let as_judged = |memory: &Memory| {
            bench.state.memory(memory.id).is_some_and(|known| known.slot == memory.slot)
        };
        let mut pairs = bench.stream.of_member(a.id).filter(|_| as_judged(a) && as_judged(b));
        let known = pairs.find(|pair| pair.other(a.id) == b.id);
        known.unwrap_or_else(|| judge_texts(a, b))
    };
    may_contradict(a, b) && (is_conflict(&judged()) || contradict_by_wordings(a, b))
}

/// Whether two memories contradict each other by rule, wherever they come from, in their own words or in those that were
/// merged into them.
pub(crate) fn contradict(a: &Memory, b: &Memory) -> bool {
    may_contradict(a, b) && (is_conflict(&judge_texts(a, b)) || contradict_by_wordings(a, b))
}

/// Whether of two memories that are both to hold the one tells otherwise than the other: by a rule that would have the newer
/// replace the older, or asks, or because both answer one slot.
pub(crate) fn tell_otherwise(a: &Memory, b: &Memory) -> bool {
    let one_slot = a.slot.is_some() && a.slot == b.slot;
    may_contradict(a, b) && (one_slot || judge_texts(a, b).differs() || contradict(a, b))
}

fn may_contradict(a: &Memory, b: &Memory) -> bool {
    a.scope == b.scope && comparable(a.kind, b.kind) && hold_together(a, b)
}

fn is_conflict(judged: &Judged) -> bool {
    matches!(judged.relation, Relation::Conflicts { .. })
}

/// Whether any words of the one contradict any of the other, their own texts among themselves apart: a survivor stands for all
/// that was merged into it, and no rule sees through every rephrasing.
fn contradict_by_wordings(a: &Memory, b: &Memory) -> bool {
    if a.wordings.is_empty() && b.wordings.is_empty() {
        return false;
    }
    let said = |memory: &Memory| -> Vec<Statement> {
        let others = memory.wordings.iter().map(|wording| wording.text.as_str());
        std::iter::once(memory.text.as_str()).chain(others).map(Statement::new).collect()
    };
    let (of_a, of_b) = (said(a), said(b));
    let mut pairs = of_a.iter().flat_map(|one| of_b.iter().map(move |other| (one, other)));
    pairs.by_ref().take(1).for_each(drop);
    pairs.any(|(one, other)| is_conflict(&judge((a, one), (b, other))))
}

/// Every pair that is to bear a mark.
fn wanted(bench: &Bench, kept: &mut Tallies) -> BTreeMap<Pair, Cause> {
    let mut wanted = BTreeMap::new();
    for (a, b) in bench.rulings.approved(PASS) {
        let both = bench.active(a).zip(bench.active(b));
        if both.is_some_and(|(a, b)| a.scope == b.scope && hold_together(&a, &b)) {
            wanted.insert((a, b), Cause::Approved);
        }
    }
    for pair in bench.stream.decided() {
        if !matches!(pair.relation, Relation::Conflicts { .. }) {
            continue;
        }
        let (a, b) = (pair.older, pair.newer);
        if bench.bars(a, b, PASS) {
            kept.add(Kept::Barred);
        } else if bench.state.validity(a).meets(bench.state.validity(b)) {
            wanted.insert((a.min(b), a.max(b)), Cause::Rule(pair));
        } else {
            kept.add(Kept::Validity);
        }
    }
    wanted
}

fn review_mark(
    (a, b): Pair,
    wanted: &BTreeMap<Pair, Cause>,
    bench: &Bench,
    outlook: &Outlook,
    draft: &mut Draft<'_>,
    kept: &mut Tallies,
) {
    if wanted.contains_key(&(a, b)) {
        return kept.add(Kept::Marked);
    }
    if bench.bars(a, b, PASS) {
        return kept.add(Kept::Barred);
    }
    let (x, y) = (bench.state.memory(a), bench.state.memory(b));
    let what = match (x.as_deref(), y.as_deref()) {
        (Some(x), Some(y)) => match (&x.standing, &y.standing) {
            (Standing::Candidate, _) | (_, Standing::Candidate) => return kept.add(Kept::Marked),
            (Standing::Active, Standing::Active) if !hold_together(x, y) => "both are valid",
            (Standing::Active, Standing::Active)
                if bench.rulings.approves(a, b, PASS) || contradiction(bench, x, y) =>
            {
                // It holds, and yet it is not wanted ahead: one side is about to be retired, which drops the mark.
                let ahead = outlook.bench.active(a).zip(outlook.bench.active(b));
                return kept.add(if ahead.is_some() { Kept::Marked } else { Kept::LeftToOthers });
            }
            (Standing::Active, Standing::Active) => "they contradict each other",
            _ => "both are active",
        },
        _ => "both are there",
    };
    draft.unmark(a, b, &Reason::NoLonger { what: what.to_owned() });
}
