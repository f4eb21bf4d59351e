//! Ids as people write them: by the shortest prefix that names one.
//!
//! Two tables hold ids that resolve: the memories' own, and names that are the id of a memory folded into another.

use std::collections::BTreeSet;
use std::ops::Bound;

use consolidate_shared::id::MemoryId;

use super::error::ReadError;
use super::format::FormatError;
use super::keys;
use super::tables::{MEMORIES, NAMES, ReadTable};
use super::view::{View, damaged};

/// The rows of a table whose keys are a fixed prefix and an id.
struct IdRows<'v> {
    rows: &'v ReadTable,
    table: &'static str,
    prefix: &'static [u8],
}

impl IdRows<'_> {
    fn key(&self, id: MemoryId) -> Vec<u8> {
        [self.prefix, &keys::memory(id)].concat()
    }

    fn id(&self, key: &[u8]) -> Result<MemoryId, ReadError> {
        let id = key.strip_prefix(self.prefix).ok_or(FormatError::Shape("an id"));
        id.and_then(keys::memory_back).map_err(damaged(self.table))
    }

    fn first(
        &self,
        low: MemoryId,
        high: MemoryId,
        at_most: usize,
    ) -> Result<Vec<MemoryId>, ReadError> {
        let (low, high) = (self.key(low), self.key(high));
        let rows = self.rows.range::<&[u8]>(low.as_slice()..=high.as_slice())?;
        rows.take(at_most).map(|row| self.id(row?.0.value())).collect()
    }

    fn before(&self, id: MemoryId) -> Result<Option<MemoryId>, ReadError> {
        let (low, key) = (self.key(MemoryId(0)), self.key(id));
        let row = self.rows.range::<&[u8]>(low.as_slice()..key.as_slice())?.next_back();
        row.map(|row| self.id(row?.0.value())).transpose()
    }

    fn after(&self, id: MemoryId) -> Result<Option<MemoryId>, ReadError> {
        let (key, high) = (self.key(id), self.key(MemoryId(u128::MAX)));
        let beyond = (Bound::Excluded(key.as_slice()), Bound::Included(high.as_slice()));
        let row = self.rows.range::<&[u8]>(beyond)?.next();
        row.map(|row| self.id(row?.0.value())).transpose()
    }
}

impl View {
    fn id_rows(&self) -> [IdRows<'_>; 2] {
        [
            IdRows { rows: &self.tables.memories, table: MEMORIES, prefix: &[] },
            IdRows { rows: &self.tables.names, table: NAMES, prefix: &[keys::NAME_ID] },
        ]
    }

    /// At most `at_most` ids from `low` to `high`, in order: memories' own, and those that resolve as names. Which ids
    /// begin with a prefix is this over [`MemoryId::range_of`].
    pub fn ids_between(
        &self,
        low: MemoryId,
        high: MemoryId,
        at_most: usize,
    ) -> Result<Vec<MemoryId>, ReadError> {
        let mut found = BTreeSet::new();
        if low <= high {
            for rows in self.id_rows() {
                found.extend(rows.first(low, high, at_most)?);
            }
        }
        Ok(found.into_iter().take(at_most).collect())
    }

    /// The ids next before and after `id`, among memories' own and those that resolve as names.
    pub fn neighbours(
        &self,
        id: MemoryId,
    ) -> Result<(Option<MemoryId>, Option<MemoryId>), ReadError> {
        let [memories, names] = self.id_rows();
        let before = memories.before(id)?.max(names.before(id)?);
        let after = [memories.after(id)?, names.after(id)?].into_iter().flatten().min();
        Ok((before, after))
    }

    /// How many characters of `id` (without `mem_`) name it and no other id in the store: 1..=26.
    pub fn unique_characters(&self, id: MemoryId) -> Result<usize, ReadError> {
        let (before, after) = self.neighbours(id)?;
        let common = [before, after].into_iter().flatten().map(|other| id.common_characters(other));
        // Neighbours differ from `id`, so at most 25 of 26 characters are common.
        Ok(common.max().unwrap_or(0) + 1)
    }
}
