//! The judged pairs as the passes of one run see them: those of the store, without what the run has retired.

use std::sync::Arc;

use consolidate_shared::id::MemoryId;
use consolidate_shared::plan::PassKind;
use rustc_hash::FxHashSet;

use super::index::PairIndex;
use super::population::Member;
use crate::pass::judge::Judged;
use crate::pass::working::Working;

/// The telling pairs among what is active so far in the run. Cloning is cheap.
#[derive(Debug, Clone)]
pub(in crate::pass) struct Stream {
    index: Arc<PairIndex>,
    gone: FxHashSet<MemoryId>,
}

impl Stream {
    pub(in crate::pass) fn new(index: Arc<PairIndex>) -> Self {
        Self { index, gone: FxHashSet::default() }
    }

    fn is_here(&self, id: MemoryId) -> bool {
        !self.gone.contains(&id)
    }

    fn is_left(&self, pair: &Judged) -> bool {
        self.is_here(pair.older) && self.is_here(pair.newer)
    }

    /// The pairs that a rule decides, by (older, newer).
    pub(in crate::pass) fn decided(&self) -> impl Iterator<Item = Judged> {
        self.index.decided().filter(|pair| self.is_left(pair))
    }

    /// The pairs that `pass` would ask about, the strongest first.
    pub(in crate::pass) fn strongest(&self, pass: PassKind) -> impl Iterator<Item = Judged> {
        self.index.strongest(pass).filter(|pair| self.is_left(pair))
    }

    /// How many pairs `pass` would ask about; reads none but those that the run took out.
    pub(in crate::pass) fn count_asked(&self, pass: PassKind) -> usize {
        self.index.count_asked(pass) - self.lost(|pair| pair.asks() == Some(pass))
    }

    /// What `pass` would ask about two memories.
    pub(in crate::pass) fn asked_between(
        &self,
        (a, b): (MemoryId, MemoryId),
        pass: PassKind,
    ) -> impl Iterator<Item = Judged> {
        let pairs = self.index.between(a, b).filter(|pair| self.is_left(pair));
        pairs.filter(move |pair| pair.asks() == Some(pass))
    }

    /// How many pairs tell something.
    pub(in crate::pass) fn count(&self) -> u64 {
        (self.index.count() - self.lost(|_| true)) as u64
    }

    /// How many of the index's pairs of a sort have a side that is gone.
    fn lost(&self, of: impl Fn(&Judged) -> bool) -> usize {
        // A pair whose sides are both gone is met at the smaller one.
        let lost = self.gone.iter().map(|id| {
            let pairs = self.index.of_member(*id).filter(&of).map(|pair| pair.other(*id));
            pairs.filter(|other| self.is_here(*other) || other > id).count()
        });
        lost.sum()
    }

    /// The telling pairs of one memory, in no order that means anything.
    pub(in crate::pass) fn of_member(&self, id: MemoryId) -> impl Iterator<Item = Judged> {
        self.index.of_member(id).filter(|pair| self.is_left(pair))
    }

    /// The active memories of the scope and kind of `id` with the same text, itself among them.
    pub(in crate::pass) fn class_of(&self, id: MemoryId) -> impl Iterator<Item = MemoryId> {
        self.index.class_of(id).filter(|member| self.is_here(*member))
    }

    /// The active members of every class that has two of one kind or more.
    pub(in crate::pass) fn twins(&self) -> impl Iterator<Item = MemoryId> {
        self.index.twins().filter(|member| self.is_here(*member))
    }

    /// Follows what a pass did to the `touched` memories, as they are in `after`. What was retired is left out; only
    /// where something was revived are pairs judged, those of that.
    pub(in crate::pass) fn follow(&mut self, after: &Working, touched: &[MemoryId]) {
        let mut moved = Vec::new();
        for id in touched {
            let now = after.memory(*id);
            let new = now.as_deref().map(Member::of);
            let (Some(known), Some(new)) = (self.index.member(*id), new) else {
                moved.push((*id, now));
                continue;
            };
            if (new.active && !known.active) || !known.is_placed_as(&new) {
                moved.push((*id, now));
            } else if new.active {
                self.gone.remove(id);
            } else {
                self.gone.insert(*id);
            }
        }
        if !moved.is_empty() {
            for (id, _) in &moved {
                self.gone.remove(id);
            }
            let fetch = |id: MemoryId| after.memory(id);
            Arc::make_mut(&mut self.index).update(moved, &fetch);
        }
    }
}
