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
