//! Memories of the last commits, analysed: what a write that was judged a moment ago has not seen yet.
//!
//! A write is compared with the store in its connection's task, where nobody waits for it, against the generation of
//! that moment. The writer then compares it with what came since, so that the verdict is against state and batch.

use std::collections::VecDeque;
use std::sync::Arc;

use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::Generation;
use consolidate_shared::model::Memory;

use crate::relate::Statement;

/// Writes that are remembered: four full batches. A write that waited for longer is judged by the passes.
const KEPT: usize = 4096;

/// A memory that was added lately.
#[derive(Debug, Clone)]
pub(super) struct RecentMemory {
    /// The generation that added it.
    pub(super) generation: Generation,
    /// The memory as it was added.
    pub(super) memory: Arc<Memory>,
    /// Its text, analysed.
    pub(super) statement: Arc<Statement>,
}

/// The memories of the last commits, oldest first.
#[derive(Debug, Default)]
pub(super) struct Recent(VecDeque<RecentMemory>);

impl Recent {
    /// Remembers one.
    pub(super) fn push(&mut self, recent: RecentMemory) {
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back(recent);
    }

    /// What was added after `generation` and could be compared with `memory`.
    pub(super) fn since<'a>(
        &'a self,
        generation: Generation,
        memory: &'a Memory,
    ) -> impl Iterator<Item = &'a RecentMemory> {
        let newer = self.0.iter().rev().take_while(move |recent| recent.generation > generation);
        newer.filter(move |recent| {
            recent.memory.scope == memory.scope && recent.memory.id != memory.id
        })
    }

    /// Forgets what a commit that failed would have added.
    pub(super) fn forget_after(&mut self, generation: Generation) {
        self.0.retain(|recent| recent.generation <= generation);
    }

    /// Forgets one that was undone or changed.
    pub(super) fn forget(&mut self, id: MemoryId) {
        self.0.retain(|recent| recent.memory.id != id);
    }
}
