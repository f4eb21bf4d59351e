//! Use that waits to be written: noted by reads, which never wait for a write, and taken by the writer.
//!
//! Invariant: bounded; noted use is in the store within a minute, or with the next commit, or at an orderly stop. Evidence is
//! never here: it is durable when it is acknowledged.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use consolidate_shared::id::MemoryId;
use consolidate_shared::limits::USES_GATHERED;
use consolidate_shared::model::Signal;
use consolidate_shared::time::Day;

use crate::write::Met;

/// How often each memory was met since the last commit.
#[derive(Debug, Default)]
pub(super) struct Uses(Mutex<BTreeMap<MemoryId, Met>>);

impl Uses {
    /// Notes that a memory was met; says no when there is no room for another one.
    pub(super) fn note(&self, id: MemoryId, signal: Signal, day: Day) -> bool {
        let mut uses = self.lock();
        if uses.len() >= USES_GATHERED && !uses.contains_key(&id) {
            return false;
        }
        uses.entry(id).or_default().add(signal, day);
        true
    }

    /// Takes all that was noted.
    pub(super) fn take(&self) -> BTreeMap<MemoryId, Met> {
        std::mem::take(&mut *self.lock())
    }

    /// Puts back what could not be written.
    pub(super) fn put_back(&self, taken: BTreeMap<MemoryId, Met>) {
        let mut uses = self.lock();
        for (id, met) in taken {
            let newer = uses.get(&id).copied().unwrap_or_default();
            if uses.len() < USES_GATHERED || uses.contains_key(&id) {
                uses.insert(id, met.and(newer));
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<MemoryId, Met>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
