//! Where the passes of one run work: the store as the earlier passes leave it, and the one stream of judged pairs.

use std::sync::Arc;

use consolidate_shared::change::{Change, ChangeSet, Edit, What, apply};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Memory, Standing};
use consolidate_shared::plan::{PassKind, PassReport, Plan, Tally};
use consolidate_shared::policy::Policy;
use consolidate_shared::time::Day;

use super::Snapshot;
use super::pairing::Stream;
use super::rulings::Rulings;
use super::tally::{Kept, Tallies};
use super::working::Working;

/// A working copy of the store with its judged pairs.
#[derive(Debug, Clone)]
pub(super) struct Bench {
    pub(super) state: Working,
    pub(super) stream: Stream,
    pub(super) rulings: Rulings,
    pub(super) policy: Policy,
    pub(super) day: Day,
    /// Memories that were pruned on this day, by earlier plans of the run too.
    pub(super) removed: u64,
}

impl Bench {
    pub(super) fn new(snapshot: &Snapshot, policy: &Policy, day: Day) -> Self {
        let pairs = snapshot.pairs(policy);
        let state = Working::new(snapshot, &pairs);
        let stream = Stream::new(pairs);
        let rulings = Rulings::of(snapshot, day);
        let removed = snapshot.removed_today();
        Self { state, stream, rulings, policy: policy.clone(), day, removed }
    }

    /// The memory with this id, if it is active.
    pub(super) fn active(&self, id: MemoryId) -> Option<Arc<Memory>> {
        self.state.memory(id).filter(|memory| memory.standing == Standing::Active)
    }

    /// Whether a ruling keeps `pass` from this pair today.
    pub(super) fn bars(&self, a: MemoryId, b: MemoryId, pass: PassKind) -> bool {
        self.rulings.bars(a, b, pass)
    }

    /// Goes on to the state that `set` leaves.
    pub(super) fn advance(&mut self, set: &ChangeSet) {
        if set.is_empty() {
            return;
        }
        let applied = apply(set, &mut self.state);
        debug_assert!(applied.is_ok(), "a plan applies to the state it was made on");
        let removes = |change: &&Change| matches!(change.what, What::Remove(_));
        self.removed += set.changes.iter().filter(removes).count() as u64;
        if set.changes.iter().any(decides) {
            self.stream.follow(&self.state, &set.subjects());
            self.rulings.follow(set);
        }
    }

    /// A finished plan of a pass that compares no pairs, over `considered` memories.
    pub(super) fn plan_of(
        &self,
        pass: PassKind,
        set: ChangeSet,
        considered: u64,
        kept: &Tallies,
        deferred: Vec<Tally>,
    ) -> Plan {
        let kept = kept.report();
        self.finished(pass, set, PassReport { memories: considered, pairs: 0, kept, deferred })
    }

    /// A finished plan of a pass that compares pairs.
    pub(super) fn plan(
        &self,
        pass: PassKind,
        set: ChangeSet,
        mut kept: Tallies,
        deferred: Vec<Tally>,
    ) -> Plan {
        let (active, candidates) = self.state.counts();
        kept.add_many(Kept::Candidate, candidates);
        let kept = kept.report();
        let report = PassReport { memories: active, pairs: self.stream.count(), kept, deferred };
        self.finished(pass, set, report)
    }

    fn finished(&self, pass: PassKind, set: ChangeSet, report: PassReport) -> Plan {
        Plan { pass, day: self.day, policy: self.policy.hash(), change_set: set, report }
    }
}

/// Whether a change can alter a verdict or who is active: strength and use never do, and they come by the thousand.
fn decides(change: &Change) -> bool {
    !matches!(change.what, What::Edit { edit: Edit::Strength(_) | Edit::Usage(_), .. })
}
