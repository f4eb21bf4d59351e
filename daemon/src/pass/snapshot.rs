//! What planning may see of a store: a read view at one generation.
//!
//! Planning never reads anything else: no file, no clock, no other process. Memories are decoded when they are looked at, so
//! that a plan over a few that changed does not read all there are.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use consolidate_shared::id::{MemoryId, ReviewId};
use consolidate_shared::journal::Generation;
use consolidate_shared::model::{Memory, Name};
use consolidate_shared::policy::Policy;
use consolidate_shared::review::ReviewItem;
use consolidate_shared::ruling::{Ruling, RulingKey};
use consolidate_shared::state::State;

use super::pairing::PairIndex;

/// Where planning reads memories. It is total: a source whose storage fails answers `None`, remembers that it failed, and
/// whoever made it throws the plan away.
pub trait Source: Send + Sync {
    /// The memory with this id, whatever its standing.
    fn memory(&self, id: MemoryId) -> Option<Arc<Memory>>;
    /// All memories, in id order.
    fn memories(&self) -> Box<dyn Iterator<Item = Arc<Memory>> + '_>;
    /// What a name resolves to.
    fn name(&self, name: &Name) -> Option<MemoryId>;
    /// Every name and what it resolves to.
    fn names(&self) -> Box<dyn Iterator<Item = (Name, MemoryId)> + '_>;
}

impl Source for State {
    fn memory(&self, id: MemoryId) -> Option<Arc<Memory>> {
        self.memories.get(&id).cloned()
    }

    fn memories(&self) -> Box<dyn Iterator<Item = Arc<Memory>> + '_> {
        Box::new(self.memories.values().cloned())
    }

    fn name(&self, name: &Name) -> Option<MemoryId> {
        self.names.get(name).copied()
    }

    fn names(&self) -> Box<dyn Iterator<Item = (Name, MemoryId)> + '_> {
        Box::new(self.names.iter().map(|(name, id)| (name.clone(), *id)))
    }
}

/// A store at one generation, as planning sees it. Cloning is cheap.
#[derive(Clone)]
pub struct Snapshot {
    generation: Generation,
    source: Arc<dyn Source>,
    rulings: Arc<BTreeMap<RulingKey, Ruling>>,
    reviews: Arc<BTreeMap<ReviewId, ReviewItem>>,
    pairs: Option<Arc<PairIndex>>,
    removed_today: u64,
}

impl Snapshot {
    /// The view of `state`, which the store had at `generation`.
    pub fn new(generation: Generation, mut state: State) -> Self {
        let rulings = std::mem::take(&mut state.rulings);
        let reviews = std::mem::take(&mut state.reviews);
        Self::of(generation, Arc::new(state), rulings, reviews)
    }

    /// The view of a store whose memories are read when they are looked at.
    pub fn of(
        generation: Generation,
        source: Arc<dyn Source>,
        rulings: BTreeMap<RulingKey, Ruling>,
        reviews: BTreeMap<ReviewId, ReviewItem>,
    ) -> Self {
        let (rulings, reviews) = (Arc::new(rulings), Arc::new(reviews));
        Self { generation, source, rulings, reviews, pairs: None, removed_today: 0 }
    }

    /// The same with its judged pairs, which somebody kept and updated.
    #[must_use]
    pub fn with_pairs(self, pairs: Arc<PairIndex>) -> Self {
        Self { pairs: Some(pairs), ..self }
    }

    /// The same view of a store from which so many memories were pruned on the UTC day that is planned for, by its journal.
    #[must_use]
    pub fn with_removed_today(self, removed_today: u64) -> Self {
        Self { removed_today, ..self }
    }

    /// Memories that were pruned on the day that is planned for.
    pub fn removed_today(&self) -> u64 {
        self.removed_today
    }

    /// The judged pairs: those that were given, if this policy made them, else they are made.
    pub fn pairs(&self, policy: &Policy) -> Arc<PairIndex> {
        let given = self.pairs.as_ref().filter(|pairs| pairs.is_under(policy));
        given.cloned().unwrap_or_else(|| Arc::new(PairIndex::of(self.source.as_ref(), policy)))
    }

    /// The generation that is seen.
    pub fn generation(&self) -> Generation {
        self.generation
    }

    /// Memories of every standing, in id order, each decoded as it comes.
    pub fn memories(&self) -> impl Iterator<Item = Arc<Memory>> {
        self.source.memories()
    }

    /// The memory with this id.
    pub fn memory(&self, id: MemoryId) -> Option<Arc<Memory>> {
        self.source.memory(id)
    }

    /// The memory that the id of one which has left the store resolves to.
    pub fn named(&self, id: MemoryId) -> Option<MemoryId> {
        self.source.name(&Name::Id(id))
    }

    /// What a name resolves to.
    pub fn name(&self, name: &Name) -> Option<MemoryId> {
        self.source.name(name)
    }

    /// Every name and what it resolves to.
    pub fn names(&self) -> impl Iterator<Item = (Name, MemoryId)> {
        self.source.names()
    }

    /// Every ruling, in key order.
    pub fn rulings(&self) -> &BTreeMap<RulingKey, Ruling> {
        &self.rulings
    }

    /// Every open review item, in id order.
    pub fn reviews(&self) -> &BTreeMap<ReviewId, ReviewItem> {
        &self.reviews
    }
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot").field("generation", &self.generation).finish_non_exhaustive()
    }
}
