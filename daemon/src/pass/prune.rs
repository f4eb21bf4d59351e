//! The prune pass: what nobody met or confirmed for long is retired, and garbage leaves the store after its grace.
//!
//! Retired as stale: a learned lesson (an agent's pitfall, on-demand) that nobody met for 90 days and that was used fewer than
//! five times; a candidate without evidence for 30 days. New evidence or use revives them. Never a seed, a person's memory, a
//! policy, a decision, anything pinned, or anything that an open review item asks about. Nothing leaves by score alone.
//! Removed: see `garbage`.

mod garbage;

use std::collections::BTreeSet;

use consolidate_shared::change::Reason;
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Kind, Memory, Origin, RetireReason, Retirement, Standing, Tier};
use consolidate_shared::plan::{PassKind, Plan};
use consolidate_shared::policy::{Policy, PrunePolicy};
use consolidate_shared::time::Day;

use super::Snapshot;
use super::bench::Bench;
use super::decay::days_since;
use super::draft::Draft;
use super::run::plan_pass;
use super::tally::{Kept, Tallies};

const PASS: PassKind = PassKind::Prune;

/// Plans the prune pass alone. Total and pure; see [`plan_run`](super::plan_run) for the laws.
pub fn plan(snapshot: &Snapshot, policy: &Policy, day: Day) -> Plan {
    plan_pass(snapshot, PASS, policy, day)
}

pub(super) fn on(bench: &Bench) -> Plan {
    let mut draft = Draft::new(&bench.state);
    let mut kept = Tallies::default();
    let asked: BTreeSet<MemoryId> =
        bench.state.reviews().values().flat_map(|item| item.members.iter().copied()).collect();
    let mut all = 0;
    for memory in bench.state.memories() {
        all += 1;
        let Some(reason) = stale(&memory, &bench.policy.prune, bench.day) else { continue };
        if bench.bars(memory.id, memory.id, PASS) {
            kept.add(Kept::Held);
        } else if asked.contains(&memory.id) {
            kept.add(Kept::Asked);
        } else {
            retire(&memory, &reason, bench.day, &mut draft);
        }
    }
    let deferred = garbage::remove(bench, &asked, &mut draft, &mut kept);
    bench.plan_of(PASS, draft.into_set(), all, &kept, deferred)
}

/// Why a memory is stale, if it is.
fn stale(memory: &Memory, policy: &PrunePolicy, day: Day) -> Option<Reason> {
    let may = !memory.is_protected()
        && !matches!(memory.origin, Origin::User | Origin::Seed)
        && memory.kind != Kind::Decision;
    match memory.standing {
        Standing::Candidate if may => {
            // Being read is no evidence: what was only looked at is as unproven as before.
            let born = memory.created_at.day();
            let since = memory.evidence.last_day().map_or(born, |last| last.max(born));
            let days = days_since(since, day);
            (days > policy.candidate_days).then_some(Reason::Unconfirmed { days })
        }
        Standing::Active if may && memory.is_learned_lesson() && memory.tier == Tier::OnDemand => {
            let (days, uses) = (days_since(memory.last_referenced(), day), memory.uses());
            let stale = days > policy.lesson_days && uses < policy.lesson_uses;
            stale.then_some(Reason::Unused { days, uses })
        }
        _ => None,
    }
}

fn retire(memory: &Memory, reason: &Reason, day: Day, draft: &mut Draft<'_>) {
    let follows = Reason::Follows { of: memory.id };
    draft.unmark_all(memory.id, &follows);
    if memory.standing == Standing::Candidate {
        // What nobody confirmed replaces nothing: a retired successor would take the older memory with it.
        for older in &memory.supersedes {
            draft.unlink(memory.id, *older, &follows);
        }
        for newer in &memory.superseded_by {
            draft.unlink(*newer, memory.id, &follows);
        }
    }
    let retirement = Retirement::of(&memory.standing, RetireReason::Stale, None, day);
    draft.retire(memory.id, retirement, reason);
}
