//! What the store knows about itself: its generation, counts that are exact at every generation, and where each pass
//! was last applied.
//!
//! Invariant: written in the same transaction as what it describes, so that it never disagrees with the tables.

use std::collections::BTreeMap;

use consolidate_shared::journal::Generation;
use consolidate_shared::model::Standing;
use consolidate_shared::plan::PassKind;

/// Memories by standing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Waiting for evidence.
    pub candidate: u64,
    /// Served.
    pub active: u64,
    /// Out of recall, kept.
    pub retired: u64,
    /// Held back.
    pub quarantined: u64,
}

impl Counts {
    /// Memories of every standing.
    pub fn total(&self) -> u64 {
        let Self { candidate, active, retired, quarantined } = *self;
        [candidate, active, retired, quarantined].into_iter().fold(0, u64::saturating_add)
    }

    /// Counts a memory in whose standing changed from `before` to `after`; `None`: it was not, or is no longer there.
    pub(super) fn moved(&mut self, before: Option<&Standing>, after: Option<&Standing>) {
        if let Some(standing) = before {
            let count = self.of(standing);
            *count = count.saturating_sub(1);
        }
        if let Some(standing) = after {
            let count = self.of(standing);
            *count = count.saturating_add(1);
        }
    }

    fn of(&mut self, standing: &Standing) -> &mut u64 {
        match standing {
            Standing::Candidate => &mut self.candidate,
            Standing::Active => &mut self.active,
            Standing::Retired(_) => &mut self.retired,
            Standing::Quarantined { .. } => &mut self.quarantined,
        }
    }
}

/// The row that describes the store.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Meta {
    /// How many journal entries there are.
    pub(super) generation: Generation,
    /// Memories by standing.
    pub(super) counts: Counts,
    /// The latest entry of each pass that was ever applied.
    pub(super) last_passes: BTreeMap<PassKind, Generation>,
}
