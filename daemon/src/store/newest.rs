//! Memories from the newest id down, for listings.

use std::ops::Bound;

use redb::StorageError;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::Memory;

use super::error::ReadError;
use super::keys;
use super::tables::MEMORIES;
use super::view::{Row, View, value};

/// Memories in descending id order, each decoded when it is reached. Ids begin with their time, so this is newest first.
pub struct Newest {
    rows: redb::Range<'static, &'static [u8], &'static [u8]>,
}

impl View {
    /// Memories of every standing, newest id first, those before `before`.
    pub fn newest(&self, before: Option<MemoryId>) -> Result<Newest, ReadError> {
        let before = before.map(keys::memory);
        let to = before.as_ref().map_or(Bound::Unbounded, |key| Bound::Excluded(key.as_slice()));
        let rows = self.tables.memories.range::<&[u8]>((Bound::Unbounded, to))?;
        Ok(Newest { rows })
    }
}

impl Iterator for Newest {
    type Item = Result<Memory, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let decode = |row: Result<Row, StorageError>| value(MEMORIES, row?.1.value());
        self.rows.next_back().map(decode)
    }
}
