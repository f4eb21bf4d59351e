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
use super::tables::ReadTable;
use super::view::View;

/// Characters of an id, without `mem_`, that name it whatever else is in the store.
const WHOLE_ID: usize = 26;

/// Nothing in place of a row that cannot be read.
fn passed_over<T>(read: Result<Option<T>, ReadError>) -> Result<Option<T>, ReadError> {
    match read {
        Err(ReadError::Row { .. }) => Ok(None),
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

    /// Every open review item that can be read, and how many cannot.
    pub fn reviews(self) -> Result<(Vec<ReviewItem>, u64), ReadError> {
        let (mut items, mut damaged) = (Vec::new(), 0);
        for row in self.0.tables.reviews.range(..)? {
            match ReviewItem::from_stored(&row?.1) {
                Ok(item) => items.push(item),
                Err(_) => damaged += 1,
            }
        }
        Ok((items, damaged))
    }

    /// Every name that can be read, and how many cannot.
    pub fn names(self) -> Result<(Vec<(Name, MemoryId)>, u64), ReadError> {
        let read =
            |key: &[u8], target: &[u8]| Ok((keys::name_back(key)?, keys::memory_back(target)?));
        rows(&self.0.tables.names, read)
    }

    /// Every ruling that can be read, and how many cannot.
    pub fn rulings(self) -> Result<(Vec<(RulingKey, Ruling)>, u64), ReadError> {
        let read =
            |key: &[u8], ruling: &[u8]| Ok((keys::ruling_back(key)?, Ruling::from_stored(ruling)?));
        rows(&self.0.tables.rulings, read)
    }

    /// How many characters of `id` are enough to name it: all of them, where its neighbours cannot be read.
    pub fn characters(self, id: MemoryId) -> Result<usize, ReadError> {
        let found = passed_over(self.0.unique_characters(id).map(Some))?;
        Ok(found.unwrap_or(WHOLE_ID))
    }
}

fn rows<T>(
    table: &ReadTable,
    read: impl Fn(&[u8], &[u8]) -> Result<T, FormatError>,
) -> Result<(Vec<T>, u64), ReadError> {
    let (mut found, mut damaged) = (Vec::new(), 0);
    for row in table.range(..)? {
        let (key, value) = row?;
        match read(&key, &value) {
            Ok(row) => found.push(row),
            Err(_) => damaged += 1,
        }
    }
    Ok((found, damaged))
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
