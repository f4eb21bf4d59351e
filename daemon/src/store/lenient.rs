//! Reads that pass over damaged rows: a row that cannot be read costs its own memory, not every answer that meets it.
//!
//! What decides (writes, plans, repairs) reads strictly. A failing disk is an error either way.

use std::sync::Arc;

use consolidate_shared::id::{MemoryId, ReviewId};
use consolidate_shared::model::{Memory, Name};
use consolidate_shared::review::ReviewItem;
use consolidate_shared::ruling::{Ruling, RulingKey};
use consolidate_shared::state::Lookup;

use super::error::ReadError;
use super::format::{FormatError, Stored};
use super::keys;
use super::salvage::Legible;
use super::tables::{MEMORIES, NAMES, REVIEWS, RULINGS, ReadTable};
use super::view::View;

/// Characters of an id, without `mem_`, that name it whatever else is in the store.
const WHOLE_ID: usize = 26;

/// Nothing in place of a row that cannot be read, or stands on a page that cannot.
fn passed_over<T>(read: Result<Option<T>, ReadError>) -> Result<Option<T>, ReadError> {
    match read {
        Err(error) if !error.is_of_the_disk() => Ok(None),
        other => other,
    }
}

/// A view that passes over rows that cannot be read.
#[derive(Debug, Clone, Copy)]
pub struct Lenient<'v>(pub &'v View);

impl Lenient<'_> {
    /// The memory with this id, if it can be read.
    pub fn memory(self, id: MemoryId) -> Result<Option<Memory>, ReadError> {
        passed_over(self.0.memory(id))
    }

    /// The open review item with this id, if it can be read.
    pub fn review(self, id: ReviewId) -> Result<Option<ReviewItem>, ReadError> {
        passed_over(self.0.review(id))
    }

    /// Every memory that can be read, in the order of ids.
    pub fn memories(self) -> Legible<Memory> {
        self.legible(&self.0.tables.memories, MEMORIES, |_, memory| Memory::from_stored(memory))
    }

    /// Every open review item that can be read.
    pub fn reviews(self) -> Legible<ReviewItem> {
        self.legible(&self.0.tables.reviews, REVIEWS, |_, item| ReviewItem::from_stored(item))
    }

    /// Every name that can be read.
    pub fn names(self) -> Legible<(Name, MemoryId)> {
        self.legible(&self.0.tables.names, NAMES, |key, target| {
            Ok((keys::name_back(key)?, keys::memory_back(target)?))
        })
    }

    /// Every ruling that can be read.
    pub fn rulings(self) -> Legible<(RulingKey, Ruling)> {
        self.legible(&self.0.tables.rulings, RULINGS, |key, ruling| {
            Ok((keys::ruling_back(key)?, Ruling::from_stored(ruling)?))
        })
    }

    fn legible<T>(
        self,
        rows: &ReadTable,
        table: &'static str,
        read: fn(&[u8], &[u8]) -> Result<T, FormatError>,
    ) -> Legible<T> {
        Legible::of(self.0.salvage(rows, table), read)
    }

    /// How many characters of `id` are enough to name it: all of them, where its neighbours cannot be read.
    pub fn characters(self, id: MemoryId) -> Result<usize, ReadError> {
        let found = passed_over(self.0.unique_characters(id).map(Some))?;
        Ok(found.unwrap_or(WHOLE_ID))
    }
}

impl Lookup for Lenient<'_> {
    type Error = ReadError;

    fn memory(&self, id: MemoryId) -> Result<Option<Arc<Memory>>, ReadError> {
        Ok((*self).memory(id)?.map(Arc::new))
    }

    fn name(&self, name: &Name) -> Result<Option<MemoryId>, ReadError> {
        passed_over(self.0.name(name))
    }

    fn review(&self, id: ReviewId) -> Result<Option<ReviewItem>, ReadError> {
        (*self).review(id)
    }

    fn ruling(&self, key: &RulingKey) -> Result<Option<Ruling>, ReadError> {
        passed_over(self.0.ruling(key))
    }
}
