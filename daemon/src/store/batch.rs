//! The subjects of one write transaction.
//!
//! Memories that were read or changed are held decoded, so that a memory which many changes touch is decoded and
//! encoded once; names, review items and rulings go straight to their tables.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use consolidate_shared::id::{MemoryId, ReviewId};
use consolidate_shared::model::{Memory, Name, Standing};
use consolidate_shared::review::ReviewItem;
use consolidate_shared::ruling::{Ruling, RulingKey};
use consolidate_shared::state::{Lookup, Subjects};
use redb::{ReadableTable, WriteTransaction};

use super::error::{CommitError, ReadError};
use super::format::Stored;
use super::keys;
use super::meta::Counts;
use super::tables::{MEMORIES, NAMES, REVIEWS, RULINGS, WriteTable, table};
use super::view::{damaged, value};

/// Memories held decoded between two flushes: two import entries of the largest size, some 16 MiB.
const HELD_MEMORIES: usize = 16 * 1024;

/// A memory as the transaction has it now.
struct Held {
    /// Its standing in the table.
    stored: Option<Standing>,
    /// What is to be there.
    now: Option<Arc<Memory>>,
    /// Whether the table must be written.
    changed: bool,
}

pub(super) struct Batch<'t> {
    memories: WriteTable<'t>,
    names: WriteTable<'t>,
    reviews: WriteTable<'t>,
    rulings: WriteTable<'t>,
    held: RefCell<BTreeMap<MemoryId, Held>>,
    counts: Counts,
}

impl<'t> Batch<'t> {
    /// The subjects as they are stored; `counts` are theirs.
    pub(super) fn open(
        transaction: &'t WriteTransaction,
        counts: Counts,
    ) -> Result<Self, CommitError> {
        Ok(Self {
            memories: transaction.open_table(table(MEMORIES))?,
            names: transaction.open_table(table(NAMES))?,
            reviews: transaction.open_table(table(REVIEWS))?,
            rulings: transaction.open_table(table(RULINGS))?,
            held: RefCell::default(),
            counts,
        })
    }

    /// Writes what is held when it has become much.
    pub(super) fn relieve(&mut self) -> Result<(), CommitError> {
        if self.held.get_mut().len() >= HELD_MEMORIES { self.flush() } else { Ok(()) }
    }

    /// Writes what is held; the counts of all that is stored then.
    pub(super) fn finish(mut self) -> Result<Counts, CommitError> {
        self.flush()?;
        Ok(self.counts)
    }

    fn flush(&mut self) -> Result<(), CommitError> {
        // In id order, in which the table is written with the fewest pages.
        for (id, held) in self.held.take().into_iter().filter(|(_, held)| held.changed) {
            put(&mut self.memories, MEMORIES, &keys::memory(id), held.now.as_deref())?;
            let now = held.now.as_ref().map(|memory| &memory.standing);
            self.counts.moved(held.stored.as_ref(), now);
        }
        Ok(())
    }
}

fn get<T: Stored>(
    rows: &WriteTable<'_>,
    name: &'static str,
    key: &[u8],
) -> Result<Option<T>, ReadError> {
    rows.get(key)?.map(|bytes| value(name, bytes.value())).transpose()
}

/// Puts an encoded value in place, or takes it out.
pub(super) fn put<T: Stored>(
    rows: &mut WriteTable<'_>,
    table: &'static str,
    key: &[u8],
    value: Option<&T>,
) -> Result<(), CommitError> {
    let Some(value) = value else {
        rows.remove(key)?;
        return Ok(());
    };
    let bytes = value.to_stored().map_err(|reason| CommitError::Encode { table, reason })?;
    rows.insert(key, bytes.as_slice())?;
    Ok(())
}

impl Lookup for Batch<'_> {
    type Error = CommitError;

    fn memory(&self, id: MemoryId) -> Result<Option<Arc<Memory>>, CommitError> {
        let mut held = self.held.borrow_mut();
        if let Some(known) = held.get(&id) {
            return Ok(known.now.clone());
        }
        let found = get::<Memory>(&self.memories, MEMORIES, &keys::memory(id))?.map(Arc::new);
        let stored = found.as_ref().map(|memory| memory.standing.clone());
        held.insert(id, Held { stored, now: found.clone(), changed: false });
        Ok(found)
    }

    fn name(&self, name: &Name) -> Result<Option<MemoryId>, CommitError> {
        let target = self.names.get(keys::name(name).as_slice())?;
        let target = target.map(|bytes| keys::memory_back(bytes.value()).map_err(damaged(NAMES)));
        Ok(target.transpose()?)
    }

    fn review(&self, id: ReviewId) -> Result<Option<ReviewItem>, CommitError> {
        Ok(get(&self.reviews, REVIEWS, &keys::review(id))?)
    }

    fn ruling(&self, key: &RulingKey) -> Result<Option<Ruling>, CommitError> {
        Ok(get(&self.rulings, RULINGS, &keys::ruling(key))?)
    }
}

impl Subjects for Batch<'_> {
    fn put_memory(&mut self, id: MemoryId, memory: Option<&Memory>) -> Result<(), CommitError> {
        // What is stored must be known before it is replaced, for the counts.
        self.memory(id)?;
        if let Some(held) = self.held.get_mut().get_mut(&id) {
            held.now = memory.cloned().map(Arc::new);
            held.changed = true;
        }
        Ok(())
    }

    fn put_name(&mut self, name: &Name, target: Option<MemoryId>) -> Result<(), CommitError> {
        let key = keys::name(name);
        match target {
            Some(id) => self.names.insert(key.as_slice(), keys::memory(id).as_slice())?,
            None => self.names.remove(key.as_slice())?,
        };
        Ok(())
    }

    fn put_review(&mut self, id: ReviewId, item: Option<&ReviewItem>) -> Result<(), CommitError> {
        put(&mut self.reviews, REVIEWS, &keys::review(id), item)
    }

    fn put_ruling(&mut self, key: &RulingKey, ruling: Option<&Ruling>) -> Result<(), CommitError> {
        put(&mut self.rulings, RULINGS, &keys::ruling(key), ruling)
    }
}
