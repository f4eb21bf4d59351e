//! Rows written by hand, past the journal and every gate: for tests of what damage does.

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::Memory;

use super::Store;
use super::format::Stored;
use super::keys;
use super::tables::{ALL, MEMORIES, table};

impl Store {
    /// Changes the bytes of a row of `name`; a row that `change` leaves empty-handed is taken out.
    pub(crate) fn by_hand(
        &mut self,
        name: &str,
        key: &[u8],
        change: impl FnOnce(Option<Vec<u8>>) -> Option<Vec<u8>>,
    ) {
        let name = ALL.into_iter().find(|known| *known == name).unwrap();
        self.transact(|transaction| {
            let mut rows = transaction.open_table(table(name))?;
            let there = rows.remove(key)?.map(|value| value.value().to_vec());
            if let Some(value) = change(there) {
                rows.insert(key, value.as_slice())?;
            }
            Ok(())
        })
        .unwrap();
    }

    /// Changes a memory's row without a journal entry.
    pub(crate) fn memory_by_hand<T>(
        &mut self,
        id: MemoryId,
        change: impl FnOnce(&mut Memory) -> T,
    ) {
        self.by_hand(MEMORIES, &keys::memory(id), |row| {
            let mut memory = Memory::from_stored(&row?).unwrap();
            change(&mut memory);
            Some(memory.to_stored().unwrap())
        });
    }
}

/// A number of a page on which the reading of its other bytes depends.
#[derive(Debug)]
pub(crate) struct Place {
    /// The table whose page it is.
    pub(crate) table: &'static str,
    /// What it is.
    pub(crate) what: &'static str,
    /// Its place in the file.
    pub(crate) at: usize,
}

/// Numbers of every page of every table of the store with these bytes: of a leaf its kind, its count and some ends of keys
/// and values, of a branch its kind, its count and some of its children.
pub(crate) fn places(bytes: &[u8]) -> Vec<Place> {
    let store = Store::with_backend(super::disk::FakeDisk::holding(bytes.to_vec())).unwrap();
    let generation = store.view().unwrap().generation();
    let pages = ALL.iter().flat_map(|table| {
        let pages = super::carve::pages(bytes, table, generation);
        pages.into_iter().map(move |page| (*table, page))
    });
    let places = pages.flat_map(|(table, (start, is_leaf, count))| {
        let ends = |end: usize| start + 4 + 4 * end;
        let child = |number: usize| start + 8 + 16 * count + 8 * number;
        let own = if is_leaf {
            vec![
                ("end of a key", ends(0)),
                ("end of a key", ends(count / 2)),
                ("end of a key", ends(count - 1)),
                ("end of a value", ends(count) + 1),
                ("end of a value", ends(count + count / 2)),
                ("end of a value", ends(2 * count - 1) + 1),
            ]
        } else {
            vec![("child", child(0)), ("child", child(count / 2) + 5)]
        };
        let own = [("kind", start), ("count", start + 2)].into_iter().chain(own);
        own.map(move |(what, at)| Place { table, what, at })
    });
    places.collect()
}
