//! Where the passes of one run work: the store as the earlier passes leave it, and the one stream of judged pairs.

use std::sync::Arc;

use consolidate_shared::change::{ChangeSet, apply};
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
}

impl Bench {
    pub(super) fn new(snapshot: &Snapshot, policy: &Policy, day: Day) -> Self {
        let pairs = snapshot.pairs(policy);
        let state = Working::new(snapshot, &pairs);
        let stream = Stream::new(pairs);
        let rulings = Rulings::of(snapshot, day);
        Self { state, stream, rulings, policy: policy.clone(), day }
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
        self.stream.follow(&self.state, &set.subjects());
        self.rulings.follow(set);
    }

    /// A finished plan of `pass`.
    pub(super) fn plan(
        &self,
        pass: PassKind,
        set: ChangeSet,
        mut kept: Tallies,
        deferred: Vec<Tally>,
    ) -> Plan {
        let counts = self.state.counts();
        kept.add_many(Kept::Candidate, counts.candidates);
        let report = PassReport {
            memories: counts.active,
            pairs: self.stream.count(),
            kept: kept.report(),
            deferred,
        };
        Plan { pass, day: self.day, policy: self.policy.hash(), change_set: set, report }
    }
}
