//! A repair: damaged rows are set aside and one entry is committed, in one transaction.

use consolidate_shared::change::Moved;
use consolidate_shared::journal::{Generation, JournalEntry};
use consolidate_shared::model::Memory;
use redb::{ReadableTable, WriteTransaction};

use super::Store;
use super::batch::put;
use super::commit::{Commit, read_meta, write};
use super::damage::{DamagedRow, aside_key};
use super::error::CommitError;
use super::format::Stored;
use super::meta::Counts;
use super::tables::{DAMAGED, INDEX, JOURNAL, MEMORIES, META, STATE_KEY, table};
use super::view::View;
use super::ways::Ways;

impl Store {
    /// Commits like [`Store::commit`] after moving `rows` aside, byte for byte. What is derived from rows (the counts of
    /// memories, the ways into the journal) is worked out anew, so that it is right whatever was wrong before.
    pub fn mend(&mut self, commit: Commit<'_>, rows: &[DamagedRow]) -> Result<View, CommitError> {
        let by = commit.expected.next();
        self.transact(|transaction| {
            set_aside(transaction, by, rows)?;
            write(transaction, commit)?;
            write_ways(transaction)?;
            recount(transaction)
        })?;
        Ok(self.view()?)
    }
}

fn set_aside(
    transaction: &WriteTransaction,
    by: Generation,
    rows: &[DamagedRow],
) -> Result<(), CommitError> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut aside = transaction.open_table(table(DAMAGED))?;
    for row in rows {
        let mut from = transaction.open_table(table(row.table))?;
        let there = from.remove(row.key.as_slice())?.map(|value| value.value().to_vec());
        // Of what stands for an entry that is gone there is nothing.
        if there.unwrap_or_default() != row.value {
            let moved = Moved { subject: row.to_string(), field: "row" };
            return Err(CommitError::Stale { generation: by, moved: vec![moved] });
        }
        aside.insert(aside_key(by, row).as_slice(), row.value.as_slice())?;
    }
    Ok(())
}

fn write_ways(transaction: &WriteTransaction) -> Result<(), CommitError> {
    let mut ways = Ways::default();
    let journal = transaction.open_table(table(JOURNAL))?;
    for row in journal.iter()? {
        if let Ok(entry) = JournalEntry::from_stored(row?.1.value()) {
            ways.add(&entry);
        }
    }
    let mut index = transaction.open_table(table(INDEX))?;
    index.retain(|_, _| false)?;
    for (key, to) in ways.rows() {
        index.insert(key.as_slice(), to.as_slice())?;
    }
    Ok(())
}

fn recount(transaction: &WriteTransaction) -> Result<(), CommitError> {
    let mut counts = Counts::default();
    let memories = transaction.open_table(table(MEMORIES))?;
    for row in memories.iter()? {
        // What cannot be read has no standing, and the check goes on telling of it.
        if let Ok(memory) = Memory::from_stored(row?.1.value()) {
            counts.moved(None, Some(&memory.standing));
        }
    }
    let mut about = transaction.open_table(table(META))?;
    let mut meta = read_meta(&about)?;
    meta.counts = counts;
    put(&mut about, META, STATE_KEY, Some(&meta))
}
