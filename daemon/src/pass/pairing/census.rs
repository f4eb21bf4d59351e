//! How many memories there are of each standing, and which bear marks or links: what planning would else read all for.

use std::collections::BTreeSet;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Evidence, Memory, Standing, Tier};

/// Counts of a store's memories.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::pass) struct Census {
    pub(in crate::pass) active: u64,
    pub(in crate::pass) candidates: u64,
    marked: BTreeSet<MemoryId>,
    linked: BTreeSet<MemoryId>,
    told: BTreeSet<MemoryId>,
}

/// What the census knows of one memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    active: bool,
    candidate: bool,
    marked: bool,
    linked: bool,
    told: bool,
}

impl Entry {
    pub(super) fn of(memory: &Memory) -> Self {
        Self {
            active: memory.standing == Standing::Active,
            candidate: memory.standing == Standing::Candidate,
            marked: !memory.conflicts_with.is_empty(),
            linked: !memory.superseded_by.is_empty(),
            told: memory.evidence != Evidence::default() || memory.tier == Tier::Always,
        }
    }
}

impl Census {
    /// Memories with conflict marks.
    pub(in crate::pass) fn marked(&self) -> &BTreeSet<MemoryId> {
        &self.marked
    }

    /// Active memories that are linked to a successor.
    pub(in crate::pass) fn linked(&self) -> &BTreeSet<MemoryId> {
        &self.linked
    }

    /// Memories that somebody told something of, and those that are always-on: all that promotion could concern.
    pub(in crate::pass) fn told(&self) -> &BTreeSet<MemoryId> {
        &self.told
    }

    pub(super) fn enter(&mut self, id: MemoryId, entry: Entry) {
        self.active += u64::from(entry.active);
        self.candidates += u64::from(entry.candidate);
        if entry.marked {
            self.marked.insert(id);
        }
        if entry.active && entry.linked {
            self.linked.insert(id);
        }
        if entry.told {
            self.told.insert(id);
        }
    }

    pub(super) fn leave(&mut self, id: MemoryId, entry: Entry) {
        self.active -= u64::from(entry.active);
        self.candidates -= u64::from(entry.candidate);
        self.marked.remove(&id);
        self.linked.remove(&id);
        self.told.remove(&id);
    }
}
