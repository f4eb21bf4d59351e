//! What the store held at one generation, for as long as somebody looks at it.
//!
//! A view is a read transaction with its tables open. Rows are decoded when they are asked for, so that nothing of the
//! store stays in memory but what the disk cache keeps.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Bound;
use std::sync::Arc;

use consolidate_shared::id::{MemoryId, ReviewId};
use consolidate_shared::journal::Generation;
use consolidate_shared::model::{Memory, Name};
use consolidate_shared::plan::PassKind;
use consolidate_shared::review::ReviewItem;
use consolidate_shared::ruling::{Ruling, RulingKey};
use consolidate_shared::state::{Lookup, State};
use redb::ReadTransaction;

use super::error::ReadError;
use super::fence::Fence;
use super::format::{FormatError, Stored};
use super::keys;
use super::meta::{Counts, Meta};
use super::salvage::{Origin, Salvage};
use super::tables::{
    DAMAGED, INDEX, JOURNAL, MEMORIES, META, NAMES, REVIEWS, RULINGS, RUNS, ReadTable, Rows,
    SAMPLES, SCHEDULE, SERVED, STATE_KEY, TASK_RUNS,
};

/// What the store held at one generation. Clones share it.
#[derive(Clone)]
pub struct View {
    pub(super) tables: Arc<Tables>,
}

pub(super) struct Tables {
    meta: Meta,
    pub(super) memories: ReadTable,
    pub(super) names: ReadTable,
    pub(super) reviews: ReadTable,
    pub(super) rulings: ReadTable,
    pub(super) journal: ReadTable,
    pub(super) runs: ReadTable,
    pub(super) index: ReadTable,
    pub(super) served: ReadTable,
    pub(super) samples: ReadTable,
    /// `None`: a file of before there was this table, opened to be read.
    pub(super) task_runs: Option<ReadTable>,
    /// A cache: a store without it, or whose cache is damaged, is whole.
    pub(super) schedule: Option<ReadTable>,
    /// What repairs have set aside; `None`: nothing ever was.
    pub(super) aside: Option<ReadTable>,
    pub(super) origin: Origin,
}

/// Reads a row's value.
pub(super) fn value<T: Stored>(table: &'static str, bytes: &[u8]) -> Result<T, ReadError> {
    T::from_stored(bytes).map_err(|reason| ReadError::Row { table, reason })
}

/// A damaged key or fixed-width value of `table`.
pub(super) fn damaged(table: &'static str) -> impl Fn(FormatError) -> ReadError {
    move |reason| ReadError::Row { table, reason }
}

fn get<T: Stored>(
    name: &'static str,
    rows: &ReadTable,
    key: &[u8],
) -> Result<Option<T>, ReadError> {
    rows.get(key)?.map(|bytes| value(name, &bytes)).transpose()
}

impl View {
    pub(super) fn begin(transaction: &ReadTransaction, fence: &Fence) -> Result<Self, ReadError> {
        let open = |name| ReadTable::open(transaction, name);
        let meta: Option<Meta> = get(META, &open(META)?, STATE_KEY)?;
        let meta = meta.ok_or_else(|| damaged(META)(FormatError::Shape("a store's state")))?;
        let tables = Tables {
            origin: Origin { fence: fence.clone(), generation: meta.generation },
            meta,
            memories: open(MEMORIES)?,
            names: open(NAMES)?,
            reviews: open(REVIEWS)?,
            rulings: open(RULINGS)?,
            journal: open(JOURNAL)?,
            runs: open(RUNS)?,
            index: open(INDEX)?,
            served: open(SERVED)?,
            samples: open(SAMPLES)?,
            task_runs: ReadTable::open_if_there(transaction, TASK_RUNS)?,
            schedule: open(SCHEDULE).ok(),
            aside: ReadTable::open_if_there(transaction, DAMAGED)?,
        };
        Ok(Self { tables: Arc::new(tables) })
    }

    /// Whether a page was found that is not what was written.
    pub fn is_rotted(&self) -> bool {
        self.tables.origin.fence.is_rotted()
    }

    /// Every row of a table that can be had.
    pub(super) fn salvage(&self, rows: &ReadTable, table: &'static str) -> Salvage {
        Salvage::of(rows, table, &self.tables.origin)
    }

    /// How many journal entries there are.
    pub fn generation(&self) -> Generation {
        self.tables.meta.generation
    }

    /// Memories by standing.
    pub fn counts(&self) -> Counts {
        self.tables.meta.counts
    }

    /// The latest entry of a pass, whether or not it was undone.
    pub fn last_pass(&self, pass: PassKind) -> Option<Generation> {
        self.tables.meta.last_passes.get(&pass).copied()
    }

    /// The memory with this id (not by another name: see [`View::name`]).
    pub fn memory(&self, id: MemoryId) -> Result<Option<Memory>, ReadError> {
        get(MEMORIES, &self.tables.memories, &keys::memory(id))
    }

    /// Memories of every standing in id order, those after `after`.
    pub fn memories(&self, after: Option<MemoryId>) -> Result<Memories, ReadError> {
        let after = after.map(keys::memory);
        let from = after.as_ref().map_or(Bound::Unbounded, |key| Bound::Excluded(key.as_slice()));
        let rows = self.tables.memories.range((from, Bound::Unbounded))?;
        Ok(Memories { rows })
    }

    /// What a name resolves to.
    pub fn name(&self, name: &Name) -> Result<Option<MemoryId>, ReadError> {
        let target = self.tables.names.get(keys::name(name).as_slice())?;
        target.map(|bytes| keys::memory_back(&bytes).map_err(damaged(NAMES))).transpose()
    }

    /// Every name other than the memories' own ids, in order.
    pub fn names(&self) -> Result<Vec<(Name, MemoryId)>, ReadError> {
        rows(&self.tables.names, |key, target| {
            let name = keys::name_back(key).map_err(damaged(NAMES))?;
            Ok((name, keys::memory_back(target).map_err(damaged(NAMES))?))
        })
    }

    /// The open review item with this id.
    pub fn review(&self, id: ReviewId) -> Result<Option<ReviewItem>, ReadError> {
        get(REVIEWS, &self.tables.reviews, &keys::review(id))
    }

    /// Ids of open review items from `low` to `high`, the first `at_most` of them.
    pub fn reviews_between(
        &self,
        low: ReviewId,
        high: ReviewId,
        at_most: usize,
    ) -> Result<Vec<ReviewId>, ReadError> {
        let (low, high) = (keys::review(low), keys::review(high));
        let rows = self.tables.reviews.range(low.as_slice()..=high.as_slice())?;
        let ids = rows.map(|row| keys::review_back(&row?.0).map_err(damaged(REVIEWS)));
        ids.take(at_most).collect()
    }

    /// How many review items are open, without reading them.
    pub fn open_reviews(&self) -> Result<u64, ReadError> {
        self.tables.reviews.len()
    }

    /// Every open review item, by id.
    pub fn reviews(&self) -> Result<Vec<(ReviewId, ReviewItem)>, ReadError> {
        rows(&self.tables.reviews, |key, item| {
            Ok((keys::review_back(key).map_err(damaged(REVIEWS))?, value(REVIEWS, item)?))
        })
    }

    /// The ruling on this.
    pub fn ruling(&self, key: &RulingKey) -> Result<Option<Ruling>, ReadError> {
        get(RULINGS, &self.tables.rulings, &keys::ruling(key))
    }

    /// Every ruling, in order of its key.
    pub fn rulings(&self) -> Result<Vec<(RulingKey, Ruling)>, ReadError> {
        rows(&self.tables.rulings, |key, ruling| {
            Ok((keys::ruling_back(key).map_err(damaged(RULINGS))?, value(RULINGS, ruling)?))
        })
    }

    /// The whole store as a value.
    pub fn load_state(&self) -> Result<State, ReadError> {
        let memories = self.memories(None)?.map(|memory| {
            let memory = memory?;
            Ok((memory.id, Arc::new(memory)))
        });
        Ok(State {
            memories: memories.collect::<Result<BTreeMap<_, _>, ReadError>>()?,
            names: self.names()?.into_iter().collect(),
            reviews: self.reviews()?.into_iter().collect(),
            rulings: self.rulings()?.into_iter().collect(),
        })
    }
}

/// Every row of a table, decoded.
fn rows<T>(
    table: &ReadTable,
    decode: impl Fn(&[u8], &[u8]) -> Result<T, ReadError>,
) -> Result<Vec<T>, ReadError> {
    let rows = table.range(..)?;
    rows.map(|row| row.map(|(key, bytes)| decode(&key, &bytes))?).collect()
}

impl Lookup for View {
    type Error = ReadError;

    fn memory(&self, id: MemoryId) -> Result<Option<Arc<Memory>>, ReadError> {
        Ok(Self::memory(self, id)?.map(Arc::new))
    }

    fn name(&self, name: &Name) -> Result<Option<MemoryId>, ReadError> {
        Self::name(self, name)
    }

    fn review(&self, id: ReviewId) -> Result<Option<ReviewItem>, ReadError> {
        Self::review(self, id)
    }

    fn ruling(&self, key: &RulingKey) -> Result<Option<Ruling>, ReadError> {
        Self::ruling(self, key)
    }
}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View").field("generation", &self.generation()).finish_non_exhaustive()
    }
}

/// Memories in id order, each decoded when it is reached.
pub struct Memories {
    rows: Rows,
}

impl Iterator for Memories {
    type Item = Result<Memory, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.rows.next().map(|row| value(MEMORIES, &row?.1))
    }
}
