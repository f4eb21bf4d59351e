//! What is noted beside the memory until the writer keeps it: what was served, and the day's sample.
//!
//! Reads never wait here: they count under whichever of a few locks is free. The writer takes what has gathered after a
//! commit, at most once a minute, when a sample waits, and at the end.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use consolidate_shared::health::Sample;
use consolidate_shared::id::MemoryId;
use consolidate_shared::limits::SERVED_PER_DAY;
use consolidate_shared::time::Day;

use crate::health::Tally;

/// Locks under which reads count. Each is held for as long as some hits take to be counted, so that eight are more than the
/// threads that serve.
const SHARDS: usize = 8;

/// What has gathered.
#[derive(Debug, Default)]
pub(super) struct Notes {
    served: [Mutex<Tally>; SHARDS],
    /// Hits that found every lock taken.
    missed: AtomicU64,
    sample: Mutex<Option<Sample>>,
    /// Held from when the writer takes what has gathered until readers see it in the store, and while both are read
    /// together: so that nothing is counted twice or not at all.
    moving: Mutex<()>,
}

impl Notes {
    /// Counts what one answer served: each memory, and whether it was out of date in the generation it was read from.
    pub(super) fn serve(&self, day: Day, hits: impl ExactSizeIterator<Item = (MemoryId, bool)>) {
        for shard in &self.served {
            let mut tally = match shard.try_lock() {
                Ok(tally) => tally,
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => continue,
            };
            for (id, stale) in hits {
                tally.serve(day, id, stale, SERVED_PER_DAY / SHARDS);
            }
            return;
        }
        self.missed.fetch_add(hits.len() as u64, Ordering::Relaxed);
    }

    /// Keeps a sample until the writer takes it; the newer one of a day stays.
    pub(super) fn put(&self, sample: Sample) {
        let mut kept = locked(&self.sample);
        let newer = |old: Sample| (old.day, old.generation) <= (sample.day, sample.generation);
        if kept.is_none_or(newer) {
            *kept = Some(sample);
        }
    }

    /// The sample that waits to be kept.
    pub(super) fn waiting(&self) -> Option<Sample> {
        *locked(&self.sample)
    }

    /// While this is held, nothing moves from here into the store.
    pub(super) fn still(&self) -> MutexGuard<'_, ()> {
        locked(&self.moving)
    }

    /// What was served since the writer last took it.
    pub(super) fn peek(&self) -> Tally {
        let mut all = Tally::default();
        for shard in &self.served {
            all.absorb(locked(shard).clone());
        }
        self.count_missed(&mut all, self.missed.load(Ordering::Relaxed));
        all
    }

    /// Takes what has gathered.
    pub(super) fn take(&self) -> (Tally, Option<Sample>) {
        let mut all = Tally::default();
        for shard in &self.served {
            all.absorb(std::mem::take(&mut *locked(shard)));
        }
        self.count_missed(&mut all, self.missed.swap(0, Ordering::Relaxed));
        (all, locked(&self.sample).take())
    }

    /// Puts back what could not be kept.
    pub(super) fn give_back(&self, tally: Tally, sample: Option<Sample>) {
        if let Some(shard) = self.served.first() {
            locked(shard).absorb(tally);
        }
        if let Some(sample) = sample {
            self.put(sample);
        }
    }

    /// Hits that nobody could count by name belong to the newest day.
    fn count_missed(&self, tally: &mut Tally, missed: u64) {
        if let Some(mut newest) = tally.days.last_entry() {
            let total = newest.get_mut();
            total.hits = total.hits.saturating_add(missed);
            total.unlisted = total.unlisted.saturating_add(missed);
        } else {
            self.missed.fetch_max(missed, Ordering::Relaxed);
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Counts stay true whatever panicked while one was made.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_read_never_waits_and_nothing_is_lost_or_counted_twice() {
        let notes = Notes::default();
        let held: Vec<_> = notes.served.iter().map(|shard| shard.lock().unwrap()).collect();
        notes.serve(Day(1), [(MemoryId(1), false)].into_iter());
        drop(held);
        notes.serve(Day(1), [(MemoryId(1), false), (MemoryId(2), true)].into_iter());
        assert_eq!(notes.peek(), notes.peek());
        let (tally, sample) = notes.take();
        assert_eq!(sample, None);
        let total = tally.days[&Day(1)];
        assert_eq!((total.hits, total.stale, total.unlisted), (3, 1, 1));
        assert_eq!(tally.memories.len(), 2);
        assert!(notes.peek().is_empty());
        notes.give_back(tally.clone(), None);
        assert_eq!(notes.take().0, tally);
    }
}
