//! Changes laid over subjects that stay as they are: planning, folding and checking look at what would be.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::id::{MemoryId, ReviewId};
use crate::model::{Memory, Name};
use crate::review::ReviewItem;
use crate::ruling::{Ruling, RulingKey};
use crate::state::{Lookup, Subjects};

/// `base` with changes that it never sees. `None` in a map: taken out.
#[derive(Debug)]
pub struct Overlay<'a, S> {
    base: &'a S,
    memories: BTreeMap<MemoryId, Option<Arc<Memory>>>,
    names: BTreeMap<Name, Option<MemoryId>>,
    reviews: BTreeMap<ReviewId, Option<ReviewItem>>,
    rulings: BTreeMap<RulingKey, Option<Ruling>>,
}

impl<'a, S> Overlay<'a, S> {
    /// Nothing changed yet.
    pub fn new(base: &'a S) -> Self {
        Self {
            base,
            memories: BTreeMap::new(),
            names: BTreeMap::new(),
            reviews: BTreeMap::new(),
            rulings: BTreeMap::new(),
        }
    }
}

impl<S: Lookup> Lookup for Overlay<'_, S> {
    type Error = S::Error;

    fn memory(&self, id: MemoryId) -> Result<Option<Arc<Memory>>, S::Error> {
        self.memories.get(&id).map_or_else(|| self.base.memory(id), |changed| Ok(changed.clone()))
    }

    fn name(&self, name: &Name) -> Result<Option<MemoryId>, S::Error> {
        self.names.get(name).map_or_else(|| self.base.name(name), |changed| Ok(*changed))
    }

    fn review(&self, id: ReviewId) -> Result<Option<ReviewItem>, S::Error> {
        self.reviews.get(&id).map_or_else(|| self.base.review(id), |changed| Ok(changed.clone()))
    }

    fn ruling(&self, key: &RulingKey) -> Result<Option<Ruling>, S::Error> {
        self.rulings.get(key).map_or_else(|| self.base.ruling(key), |changed| Ok(changed.clone()))
    }
}

impl<S: Lookup> Subjects for Overlay<'_, S> {
    fn put_memory(&mut self, id: MemoryId, memory: Option<&Memory>) -> Result<(), S::Error> {
        self.memories.insert(id, memory.cloned().map(Arc::new));
        Ok(())
    }

    fn put_name(&mut self, name: &Name, target: Option<MemoryId>) -> Result<(), S::Error> {
        self.names.insert(name.clone(), target);
        Ok(())
    }

    fn put_review(&mut self, id: ReviewId, item: Option<&ReviewItem>) -> Result<(), S::Error> {
        self.reviews.insert(id, item.cloned());
        Ok(())
    }

    fn put_ruling(&mut self, key: &RulingKey, ruling: Option<&Ruling>) -> Result<(), S::Error> {
        self.rulings.insert(key.clone(), ruling.cloned());
        Ok(())
    }
}
