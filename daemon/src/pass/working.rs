//! The store as a run has left it so far: the snapshot, and what the run changed laid over it.
//!
//! What is looked at is decoded once a run. Which memories bear marks or links, and how many there are, is known without
//! looking at any: the pair index counts them.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use consolidate_shared::id::{MemoryId, ReviewId};
use consolidate_shared::model::{Memory, Name, Standing};
use consolidate_shared::review::ReviewItem;
use consolidate_shared::ruling::{Ruling, RulingKey};
use consolidate_shared::state::{Lookup, Subjects};
use rustc_hash::FxHashMap;

use super::draft::Ground;
use super::pairing::{Member, PairIndex, Validity};
use super::snapshot::Snapshot;

/// A working copy. Cloning shares what was decoded.
#[derive(Debug, Clone)]
pub(super) struct Working {
    base: Snapshot,
    pairs: Arc<PairIndex>,
    decoded: Arc<Mutex<FxHashMap<MemoryId, Option<Arc<Memory>>>>>,
    changed: BTreeMap<MemoryId, Option<Arc<Memory>>>,
    names: BTreeMap<Name, Option<MemoryId>>,
    reviews: BTreeMap<ReviewId, ReviewItem>,
    rulings: BTreeMap<RulingKey, Option<Ruling>>,
}

impl Working {
    pub(super) fn new(base: &Snapshot, pairs: &Arc<PairIndex>) -> Self {
        Self {
            base: base.clone(),
            pairs: Arc::clone(pairs),
            decoded: Arc::default(),
            changed: BTreeMap::new(),
            names: BTreeMap::new(),
            reviews: base.reviews().clone(),
            rulings: BTreeMap::new(),
        }
    }

    /// The memory with this id, whatever its standing.
    pub(super) fn memory(&self, id: MemoryId) -> Option<Arc<Memory>> {
        if let Some(changed) = self.changed.get(&id) {
            return changed.clone();
        }
        let mut decoded = self.decoded.lock().unwrap_or_else(PoisonError::into_inner);
        decoded.entry(id).or_insert_with(|| self.base.memory(id)).clone()
    }

    /// Whether the memory is active; reads no row.
    pub(super) fn is_active(&self, id: MemoryId) -> bool {
        match self.changed.get(&id) {
            Some(memory) => memory.as_ref().is_some_and(|m| m.standing == Standing::Active),
            None => self.pairs.member(id).is_some_and(Member::is_active),
        }
    }

    /// From and until when the memory holds; reads no row.
    pub(super) fn validity(&self, id: MemoryId) -> Validity {
        // No pass changes when a memory holds.
        self.pairs.member(id).map(Member::validity).unwrap_or_default()
    }

    /// All memories, in id order. Reads the whole store; nothing that is met for the first time is kept.
    pub(super) fn memories(&self) -> impl Iterator<Item = Arc<Memory>> {
        // No pass adds a memory, so that what it changed is there in the base.
        self.base.memories().filter_map(|memory| match self.changed.get(&memory.id) {
            Some(changed) => changed.clone(),
            None => Some(memory),
        })
    }

    /// How many memories there are, of every standing.
    pub(super) fn len(&self) -> usize {
        let gone = self.changed.values().filter(|memory| memory.is_none()).count();
        self.pairs.len() - gone
    }

    /// Every name and what it resolves to, in order.
    pub(super) fn names(&self) -> BTreeMap<Name, MemoryId> {
        let mut names: BTreeMap<Name, MemoryId> = self.base.names().collect();
        for (name, target) in &self.names {
            match target {
                Some(target) => names.insert(name.clone(), *target),
                None => names.remove(name),
            };
        }
        names
    }

    /// The open review items, in id order.
    pub(super) fn reviews(&self) -> &BTreeMap<ReviewId, ReviewItem> {
        &self.reviews
    }

    /// What is ruled on this.
    pub(super) fn ruled(&self, key: &RulingKey) -> Option<&Ruling> {
        match self.rulings.get(key) {
            Some(changed) => changed.as_ref(),
            None => self.base.rulings().get(key),
        }
    }

    /// Every conflict mark there is as a pair of ids, the smaller first; one-sided ones too. Reads no row.
    pub(super) fn marks(&self) -> BTreeSet<(MemoryId, MemoryId)> {
        let mut marks = BTreeSet::new();
        let mut mark = |a: MemoryId, b: &MemoryId| marks.insert((a.min(*b), a.max(*b)));
        for id in self.pairs.census().marked().iter().filter(|id| !self.changed.contains_key(id)) {
            let marked = self.pairs.member(*id).into_iter().flat_map(Member::marks);
            marked.for_each(|other| _ = mark(*id, other));
        }
        for memory in self.changed.values().flatten() {
            memory.conflicts_with.iter().for_each(|other| _ = mark(memory.id, other));
        }
        marks
    }

    /// Memories of which somebody told something, always-on ones and those that the run changed, in id order.
    pub(super) fn told(&self) -> Vec<Arc<Memory>> {
        let ids = self.pairs.census().told().iter().chain(self.changed.keys());
        let ids: BTreeSet<MemoryId> = ids.copied().collect();
        ids.into_iter().filter_map(|id| self.memory(id)).collect()
    }

    /// Active memories that are linked to a successor, in id order.
    pub(super) fn linked(&self) -> Vec<Arc<Memory>> {
        let ids = self.pairs.census().linked().iter().chain(self.changed.keys());
        let ids: BTreeSet<MemoryId> = ids.copied().filter(|id| self.is_active(*id)).collect();
        let memories = ids.into_iter().filter_map(|id| self.memory(id));
        memories.filter(|memory| !memory.superseded_by.is_empty()).collect()
    }

    /// How many memories are active, and how many are candidates.
    pub(super) fn counts(&self) -> (u64, u64) {
        let census = self.pairs.census();
        let (mut active, mut candidates) = (census.active, census.candidates);
        for (id, memory) in &self.changed {
            let before = self.base.memory(*id);
            let is = |memory: Option<&Memory>, standing: &Standing| {
                u64::from(memory.is_some_and(|memory| memory.standing == *standing))
            };
            let (before, now) = (before.as_deref(), memory.as_deref());
            for (count, standing) in
                [(&mut active, Standing::Active), (&mut candidates, Standing::Candidate)]
            {
                *count = *count + is(now, &standing) - is(before, &standing);
            }
        }
        (active, candidates)
    }
}

impl Ground for Working {
    fn memory(&self, id: MemoryId) -> Option<Arc<Memory>> {
        Self::memory(self, id)
    }

    fn reviews(&self) -> &BTreeMap<ReviewId, ReviewItem> {
        Self::reviews(self)
    }

    fn is_active(&self, id: MemoryId) -> bool {
        Self::is_active(self, id)
    }
}

impl Lookup for Working {
    type Error = Infallible;

    fn memory(&self, id: MemoryId) -> Result<Option<Arc<Memory>>, Infallible> {
        Ok(Self::memory(self, id))
    }

    fn name(&self, name: &Name) -> Result<Option<MemoryId>, Infallible> {
        Ok(self.names.get(name).copied().unwrap_or_else(|| self.base.name(name)))
    }

    fn review(&self, id: ReviewId) -> Result<Option<ReviewItem>, Infallible> {
        Ok(self.reviews.get(&id).cloned())
    }

    fn ruling(&self, key: &RulingKey) -> Result<Option<Ruling>, Infallible> {
        Ok(self.ruled(key).cloned())
    }
}

impl Subjects for Working {
    fn put_memory(&mut self, id: MemoryId, memory: Option<&Memory>) -> Result<(), Infallible> {
        self.changed.insert(id, memory.cloned().map(Arc::new));
        Ok(())
    }

    fn put_name(&mut self, name: &Name, target: Option<MemoryId>) -> Result<(), Infallible> {
        self.names.insert(name.clone(), target);
        Ok(())
    }

    fn put_review(&mut self, id: ReviewId, item: Option<&ReviewItem>) -> Result<(), Infallible> {
        match item {
            Some(item) => self.reviews.insert(id, item.clone()),
            None => self.reviews.remove(&id),
        };
        Ok(())
    }

    fn put_ruling(&mut self, key: &RulingKey, ruling: Option<&Ruling>) -> Result<(), Infallible> {
        self.rulings.insert(key.clone(), ruling.cloned());
        Ok(())
    }
}
