//! Memories from the newest id down, for listings.

use std::ops::Bound;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::Memory;

use super::error::ReadError;
use super::keys;
use super::tables::{MEMORIES, Rows};
use super::view::{View, value};

/// Memories in descending id order, each decoded when it is reached. Ids begin with their time, so this is newest first.
pub struct Newest {
    rows: Rows,
}

impl View {
    /// Memories of every standing, newest id first, those before `before`.
    pub fn newest(&self, before: Option<MemoryId>) -> Result<Newest, ReadError> {
        let before = before.map(keys::memory);
        let to = before.as_ref().map_or(Bound::Unbounded, |key| Bound::Excluded(key.as_slice()));
        let rows = self.tables.memories.range((Bound::Unbounded, to))?;
        Ok(Newest { rows })
    }
}

impl Iterator for Newest {
    type Item = Result<Memory, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.rows.next_back().map(|row| value(MEMORIES, &row?.1))
    }
}
