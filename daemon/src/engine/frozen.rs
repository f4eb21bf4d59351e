//! Briefs of task runs that wait to be kept, and what those runs told meanwhile.
//!
//! Invariants: the first brief of a step is the only one, whoever asks at once; it is here or in the view that is published, at
//! every moment; what waits is bounded.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use consolidate_shared::id::MemoryId;
use consolidate_shared::limits::{FROZEN_BRIEFS_GATHERED, FROZEN_BYTES_GATHERED, USES_GATHERED};
use consolidate_shared::model::Signal;
use consolidate_shared::task_run::{FrozenBrief, TaskRunKey};
use consolidate_shared::time::Timestamp;

use crate::store::{ReadError, TaskRunNotes, View};

/// What waits.
#[derive(Debug, Default)]
pub(super) struct FrozenBriefs(Mutex<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    notes: TaskRunNotes,
    /// Bytes of the briefs' texts.
    bytes: usize,
}

/// What became of a brief that was to be frozen.
#[derive(Debug)]
pub(super) enum Froze {
    /// It is the step's brief from now on; `crowded`: so much waits that it should be kept soon.
    First { crowded: bool },
    /// The step has another one.
    Already(Arc<FrozenBrief>),
    /// There is no room until something was kept.
    Full,
}

impl FrozenBriefs {
    /// The brief that a step was given. `published`: what is published when it is called.
    pub(super) fn find(
        &self,
        step: &(TaskRunKey, u32),
        published: impl FnOnce() -> View,
    ) -> Result<Option<Arc<FrozenBrief>>, ReadError> {
        if let Some(waiting) = self.lock().notes.briefs.get(step) {
            return Ok(Some(Arc::clone(waiting)));
        }
        // Order: what waits no longer was published before it left.
        Ok(published().frozen_brief(&step.0, step.1)?.map(Arc::new))
    }

    /// Makes `brief` the one of its step, unless it has one.
    pub(super) fn freeze(
        &self,
        step: (TaskRunKey, u32),
        brief: FrozenBrief,
        published: impl FnOnce() -> View,
    ) -> Result<Froze, ReadError> {
        let mut waiting = self.lock();
        if let Some(known) = waiting.notes.briefs.get(&step) {
            return Ok(Froze::Already(Arc::clone(known)));
        }
        if let Some(kept) = published().frozen_brief(&step.0, step.1)? {
            return Ok(Froze::Already(Arc::new(kept)));
        }
        let count = waiting.notes.briefs.len() + 1;
        let bytes = waiting.bytes + brief.text.len();
        if count > FROZEN_BRIEFS_GATHERED || bytes > FROZEN_BYTES_GATHERED {
            return Ok(Froze::Full);
        }
        waiting.bytes = bytes;
        waiting.notes.briefs.insert(step, Arc::new(brief));
        let crowded = count > FROZEN_BRIEFS_GATHERED / 2 || bytes > FROZEN_BYTES_GATHERED / 2;
        Ok(Froze::First { crowded })
    }

    /// Notes what a run told of memories; beyond the bound it is not noted.
    pub(super) fn tell(
        &self,
        run: &TaskRunKey,
        memories: impl Iterator<Item = MemoryId>,
        signal: Signal,
        at: Timestamp,
    ) {
        let mut waiting = self.lock();
        for memory in memories {
            let key = (run.clone(), memory, signal);
            let told = &mut waiting.notes.told;
            if told.len() < USES_GATHERED || told.contains_key(&key) {
                let latest = told.entry(key).or_insert(at);
                *latest = at.max(*latest);
            }
        }
    }

    /// A copy of all that waits, to be kept.
    pub(super) fn gathered(&self) -> TaskRunNotes {
        self.lock().notes.clone()
    }

    /// What was kept, and is published, waits no longer.
    pub(super) fn landed(&self, kept: &TaskRunNotes) {
        if kept.is_empty() {
            return;
        }
        let mut waiting = self.lock();
        for step in kept.briefs.keys() {
            if let Some(brief) = waiting.notes.briefs.remove(step) {
                waiting.bytes = waiting.bytes.saturating_sub(brief.text.len());
            }
        }
        for (told, at) in &kept.told {
            if waiting.notes.told.get(told) == Some(at) {
                waiting.notes.told.remove(told);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // Each change is whole before the next one.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
