//! What planning may see of a store: a read view at one generation.
//!
//! Planning never reads anything else: no file, no clock, no other process. The view holds a whole [`State`] for now,
//! behind methods, so that one that decodes lazily can take its place without touching a pass.

use std::collections::BTreeMap;
use std::sync::Arc;

use consolidate_shared::id::{MemoryId, ReviewId};
use consolidate_shared::journal::Generation;
use consolidate_shared::model::Memory;
use consolidate_shared::policy::Policy;
use consolidate_shared::review::ReviewItem;
use consolidate_shared::ruling::{Ruling, RulingKey};
use consolidate_shared::state::State;

use super::pairing::PairIndex;

/// A store at one generation, as planning sees it. Cloning is cheap.
#[derive(Debug, Clone)]
pub struct Snapshot {
    generation: Generation,
    state: Arc<State>,
    pairs: Option<Arc<PairIndex>>,
}

impl Snapshot {
    /// The view of `state`, which the store had at `generation`.
    pub fn new(generation: Generation, state: State) -> Self {
        Self { generation, state: Arc::new(state), pairs: None }
    }

    /// The same with its judged pairs, which somebody kept and updated.
    #[must_use]
    pub fn with_pairs(self, pairs: Arc<PairIndex>) -> Self {
        Self { pairs: Some(pairs), ..self }
    }

    /// The judged pairs: those that were given, if this policy made them, else they are made.
    pub fn pairs(&self, policy: &Policy) -> Arc<PairIndex> {
        let given = self.pairs.as_ref().filter(|pairs| pairs.is_under(policy));
        given.cloned().unwrap_or_else(|| Arc::new(PairIndex::of(self.memories(), policy)))
    }

    /// The generation that is seen.
    pub fn generation(&self) -> Generation {
        self.generation
    }

    /// Memories of every standing, in id order.
    pub fn memories(&self) -> impl Iterator<Item = &Arc<Memory>> {
        self.state.memories.values()
    }

    /// The memory with this id.
    pub fn memory(&self, id: MemoryId) -> Option<&Arc<Memory>> {
        self.state.memories.get(&id)
    }

    /// Every ruling, in key order.
    pub fn rulings(&self) -> &BTreeMap<RulingKey, Ruling> {
        &self.state.rulings
    }

    /// Every open review item, in id order.
    pub fn reviews(&self) -> &BTreeMap<ReviewId, ReviewItem> {
        &self.state.reviews
    }

    /// A working copy for the plans of one run; memories are shared, not copied.
    pub(super) fn to_state(&self) -> State {
        State::clone(&self.state)
    }
}
