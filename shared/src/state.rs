//! What a change set is applied to, and the in-memory reference of it.
//!
//! The store's write transaction, the overlay that planning works on, and [`State`] are all [`Subjects`]; a change set
//! means the same on each of them. What can only be read (the store's view) is a [`Lookup`], and an overlay needs no
//! more of what it lies on.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;

use crate::id::{MemoryId, ReviewId};
use crate::model::{Memory, Name};
use crate::review::ReviewItem;
use crate::ruling::{Ruling, RulingKey};

/// Whatever can be asked for a memory, a name, a review item or a ruling: a read view, a transaction, an overlay.
pub trait Lookup {
    /// What may go wrong in reading or writing.
    type Error;

    /// The memory with this id.
    fn memory(&self, id: MemoryId) -> Result<Option<Arc<Memory>>, Self::Error>;
    /// What a name resolves to.
    fn name(&self, name: &Name) -> Result<Option<MemoryId>, Self::Error>;
    /// The open review item with this id.
    fn review(&self, id: ReviewId) -> Result<Option<ReviewItem>, Self::Error>;
    /// The ruling on this.
    fn ruling(&self, key: &RulingKey) -> Result<Option<Ruling>, Self::Error>;
}

/// Whatever holds memories, names, review items and rulings and can change them.
pub trait Subjects: Lookup {
    /// Puts a memory in place, or takes it out.
    fn put_memory(&mut self, id: MemoryId, memory: Option<&Memory>) -> Result<(), Self::Error>;
    /// Lets a name resolve, or cease to.
    fn put_name(&mut self, name: &Name, target: Option<MemoryId>) -> Result<(), Self::Error>;
    /// Opens a review item, or closes it.
    fn put_review(&mut self, id: ReviewId, item: Option<&ReviewItem>) -> Result<(), Self::Error>;
    /// Lays down a ruling, or lifts it.
    fn put_ruling(&mut self, key: &RulingKey, ruling: Option<&Ruling>) -> Result<(), Self::Error>;
}

/// A whole store as a value: the snapshot that passes plan on, and the model that tests compare the store with.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct State {
    /// Memories of every standing.
    pub memories: BTreeMap<MemoryId, Arc<Memory>>,
    /// Names other than the memories' own ids.
    pub names: BTreeMap<Name, MemoryId>,
    /// Open review items.
    pub reviews: BTreeMap<ReviewId, ReviewItem>,
    /// Rulings.
    pub rulings: BTreeMap<RulingKey, Ruling>,
}

fn put<K: Ord, V>(map: &mut BTreeMap<K, V>, key: K, value: Option<V>) {
    match value {
        Some(value) => map.insert(key, value),
        None => map.remove(&key),
    };
}

impl Lookup for State {
    type Error = Infallible;

    fn memory(&self, id: MemoryId) -> Result<Option<Arc<Memory>>, Infallible> {
        Ok(self.memories.get(&id).cloned())
    }

    fn name(&self, name: &Name) -> Result<Option<MemoryId>, Infallible> {
        Ok(self.names.get(name).copied())
    }

    fn review(&self, id: ReviewId) -> Result<Option<ReviewItem>, Infallible> {
        Ok(self.reviews.get(&id).cloned())
    }

    fn ruling(&self, key: &RulingKey) -> Result<Option<Ruling>, Infallible> {
        Ok(self.rulings.get(key).cloned())
    }
}

impl Subjects for State {
    fn put_memory(&mut self, id: MemoryId, memory: Option<&Memory>) -> Result<(), Infallible> {
        put(&mut self.memories, id, memory.cloned().map(Arc::new));
        Ok(())
    }

    fn put_name(&mut self, name: &Name, target: Option<MemoryId>) -> Result<(), Infallible> {
        put(&mut self.names, name.clone(), target);
        Ok(())
    }

    fn put_review(&mut self, id: ReviewId, item: Option<&ReviewItem>) -> Result<(), Infallible> {
        put(&mut self.reviews, id, item.cloned());
        Ok(())
    }

    fn put_ruling(&mut self, key: &RulingKey, ruling: Option<&Ruling>) -> Result<(), Infallible> {
        put(&mut self.rulings, key.clone(), ruling.cloned());
        Ok(())
    }
}
