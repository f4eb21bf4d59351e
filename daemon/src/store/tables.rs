//! The tables: bytes to bytes, so that no encoding of the database's own is ever part of the format.

use std::ops::RangeBounds;

use redb::{ReadTransaction, ReadableTableMetadata, TableDefinition};

use super::error::{ReadError, guarded};

/// A table as it is defined.
pub(super) type Definition = TableDefinition<'static, &'static [u8], &'static [u8]>;
/// A table in a write transaction.
pub(super) type WriteTable<'t> = redb::Table<'t, &'static [u8], &'static [u8]>;

/// Memory id → memory.
pub(super) const MEMORIES: &str = "memories";
/// Name → memory id.
pub(super) const NAMES: &str = "names";
/// Generation → journal entry.
pub(super) const JOURNAL: &str = "journal";
/// Ruling key → ruling.
pub(super) const RULINGS: &str = "rulings";
/// Review id → open review item.
pub(super) const REVIEWS: &str = "reviews";
/// Run id → run record.
pub(super) const RUNS: &str = "runs";
/// Ways into the journal: see [`super::keys::Index`].
pub(super) const INDEX: &str = "index";
/// What the schedule remembers: a cache.
pub(super) const SCHEDULE: &str = "schedule";
/// Rows that could not be read, as they were: see [`super::damage`]. Made by the first repair that sets one aside.
pub(super) const DAMAGED: &str = "damaged";
/// The store about itself.
pub(super) const META: &str = "meta";

/// (UTC day, memory) → how often it was served on it; (UTC day) → the day's totals. A note: see [`NOTES`].
pub(super) const SERVED: &str = "served";
/// UTC day → the health signals of that day. A note: see [`NOTES`].
pub(super) const SAMPLES: &str = "samples";

/// The briefs of task runs, and what those told: see [`super::task_runs`]. A note: see [`NOTES`].
pub(super) const TASK_RUNS: &str = "task_runs";

/// Tables of what the daemon notes about its own service. They move no generation and are not exported; one that is
/// missing is made anew when the store is opened.
pub(super) const NOTES: [&str; 3] = [SERVED, SAMPLES, TASK_RUNS];

/// Every table; all exist in every open store.
pub(super) const ALL: [&str; 12] = [
    MEMORIES, NAMES, JOURNAL, RULINGS, REVIEWS, RUNS, INDEX, SCHEDULE, META, SERVED, SAMPLES,
    TASK_RUNS,
];

/// In [`META`]: the version of the whole, four bytes big-endian, so that any program can read it.
pub(super) const VERSION_KEY: &[u8] = b"version";
/// In [`META`]: [`super::meta::Meta`].
pub(super) const STATE_KEY: &[u8] = b"state";

/// The version of the whole that this program reads and writes: which tables there are and how their keys look.
pub(super) const VERSION: u32 = 1;

/// The definition of a table.
pub(super) fn table(name: &'static str) -> Definition {
    TableDefinition::new(name)
}

/// A table in a read transaction. Rows are copied out, a few hundred bytes each, so that whatever a damaged page does
/// happens under the guard.
pub(super) struct ReadTable(redb::ReadOnlyTable<&'static [u8], &'static [u8]>);

/// A key and its value, still encoded.
pub(super) type Row = (Vec<u8>, Vec<u8>);

impl ReadTable {
    pub(super) fn open(
        transaction: &ReadTransaction,
        name: &'static str,
    ) -> Result<Self, ReadError> {
        guarded(|| Ok(Self(transaction.open_table(table(name))?)))
    }

    /// The same for a table that only some stores have.
    pub(super) fn open_if_there(
        transaction: &ReadTransaction,
        name: &'static str,
    ) -> Result<Option<Self>, ReadError> {
        guarded(|| match transaction.open_table(table(name)) {
            Ok(rows) => Ok(Some(Self(rows))),
            Err(redb::TableError::TableDoesNotExist(_)) => Ok(None),
            Err(error) => Err(error.into()),
        })
    }

    pub(super) fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, ReadError> {
        guarded(|| Ok(self.0.get(key)?.map(|bytes| bytes.value().to_vec())))
    }

    pub(super) fn len(&self) -> Result<u64, ReadError> {
        guarded(|| Ok(self.0.len()?))
    }

    pub(super) fn range<'k>(&self, keys: impl RangeBounds<&'k [u8]>) -> Result<Rows, ReadError> {
        guarded(|| Ok(Rows { range: Some(self.0.range::<&[u8]>(keys)?), failed: None }))
    }
}

/// Rows in order of their keys, from either end. The first that cannot be read is the last: behind a storage error redb gives
/// the same error for ever, and whoever passes over rows would never come to an end.
pub(super) struct Rows {
    range: Option<redb::Range<'static, &'static [u8], &'static [u8]>>,
    failed: Option<ReadError>,
}

impl Rows {
    /// Rows of which not one can be reached.
    pub(super) fn failed(error: ReadError) -> Self {
        Self { range: None, failed: Some(error) }
    }

    /// No rows.
    pub(super) fn none() -> Self {
        Self { range: None, failed: None }
    }

    fn step(&mut self, from_end: bool) -> Option<Result<Row, ReadError>> {
        if let Some(error) = self.failed.take() {
            return Some(Err(error));
        }
        let rows = self.range.as_mut()?;
        let row = guarded(|| {
            let row = if from_end { rows.next_back() } else { rows.next() };
            Ok(row.transpose()?.map(|(key, bytes)| (key.value().to_vec(), bytes.value().to_vec())))
        });
        if row.is_err() {
            self.range = None;
        }
        row.transpose()
    }
}

impl Iterator for Rows {
    type Item = Result<Row, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.step(false)
    }
}

impl DoubleEndedIterator for Rows {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.step(true)
    }
}
