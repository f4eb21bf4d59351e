//! What came in since a scheduled run last looked, and who is to be woken by it.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;

use consolidate_shared::change::What;
use consolidate_shared::journal::{EntryKind, JournalEntry};

/// Counts new memories. The writer adds, the driver looks.
#[derive(Debug, Default)]
pub(super) struct Fresh {
    counts: Mutex<Counts>,
    wake: Arc<Notify>,
}

#[derive(Debug, Default, Clone, Copy)]
struct Counts {
    total: u64,
    seen: u64,
}

/// A point in the count: everything before it was visible when it was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark(u64);

impl Fresh {
    /// Something was committed and published. Order: after it is published, so that a [`Mark`] never covers a memory that
    /// a view of the same moment lacks.
    pub(super) fn landed(&self, entries: &[JournalEntry]) {
        self.add(entries.iter().map(added).sum());
        self.wake.notify_one();
    }

    /// Memories from before the start that no run has looked at.
    pub(super) fn add(&self, memories: u64) {
        let mut counts = self.lock();
        counts.total = counts.total.saturating_add(memories);
    }

    /// Whoever waits here is told of whatever may make a run due. Any number of calls come to one.
    pub(super) fn wake_ups(&self) -> Arc<Notify> {
        Arc::clone(&self.wake)
    }

    /// Take it before the view that is planned on.
    pub(super) fn mark(&self) -> Mark {
        Mark(self.lock().total)
    }

    /// A run has looked at everything before `mark`.
    pub(super) fn seen(&self, mark: Mark) {
        let mut counts = self.lock();
        counts.seen = counts.seen.max(mark.0);
    }

    /// Memories that no run has looked at.
    pub(super) fn unseen(&self) -> u64 {
        let counts = *self.lock();
        counts.total.saturating_sub(counts.seen)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Memories that somebody brought in by this entry. What a pass, an undo or a redo puts back was looked at before.
pub(super) fn added(entry: &JournalEntry) -> u64 {
    match entry.kind {
        EntryKind::Write | EntryKind::Import => {
            let changes = entry.change_set.changes.iter();
            changes.filter(|change| matches!(change.what, What::Add(_))).count() as u64
        }
        _ => 0,
    }
}
