//! Damaged rows: an error that names the table, for every table and every kind of damage.

use std::sync::LazyLock;

use consolidate_shared::change::{Reason, Swap, What};
use consolidate_shared::id::{MemoryId, RunId};
use consolidate_shared::journal::{EntryKind, Generation, JournalEntry};
use consolidate_shared::model::{Actor, Name};
use consolidate_shared::plan::{PassKind, RunRecord};
use consolidate_shared::review::ReviewItem;
use consolidate_shared::ruling::{Decision, Ruling, RulingKey};
use consolidate_shared::time::{Day, Timestamp};
use proptest::prelude::*;
use redb::ReadableTable;

use super::{Commit, CommitError, Store, adding, assert_agrees_with_itself, entry, write};
use crate::store::ReadError;
use crate::store::disk::FakeDisk;
use crate::store::format::seal;
use crate::store::tables::{INDEX, JOURNAL, MEMORIES, NAMES, REVIEWS, RULINGS, RUNS, table};

/// A store with a row in every table.
fn full() -> (Store, FakeDisk) {
    let disk = FakeDisk::default();
    let mut store = Store::with_backend(disk.clone()).unwrap();
    let mut set = adding([1, 2]);
    let name = Name::Id(MemoryId(5));
    set.push(What::Name { name, target: Swap::new(None, Some(MemoryId(1))) }, Reason::Recorded);
    let finding = consolidate_shared::change::Finding {
        rule: "T1".into(),
        other: MemoryId(2),
        overlap: 1000,
        sentence: "the same words".into(),
    };
    let members = vec![MemoryId(1), MemoryId(2)];
    let item = ReviewItem::new(PassKind::Merge, members, finding, Day(1));
    set.push(What::Review(Swap::new(None, Some(Box::new(item)))), Reason::Recorded);
    let at = Timestamp::EPOCH;
    let ruling = Ruling { decision: Decision::Distinct, by: Actor::User, at };
    let key = RulingKey::pair(MemoryId(1), MemoryId(2), None);
    set.push(What::Ruling { key, ruling: Swap::new(None, Some(ruling)) }, Reason::Recorded);
    let entry = JournalEntry { run: Some(RunId(1)), ..entry(0, EntryKind::Write, set) };
    let record = RunRecord { generation: Generation(0), plans: Vec::new() };
    let (expected, runs) = (Generation(0), [(RunId(1), record)]);
    store.commit(Commit { expected, entries: &[entry], runs: &runs }).unwrap();
    (store, disk)
}

/// The bytes of such a store, closed.
static CONTENT: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let (store, disk) = full();
    store.close().unwrap();
    disk.content()
});

/// The store after `damage` was done to the first row of a table.
fn damaged(name: &'static str, damage: impl Fn(&mut Vec<u8>, &mut Vec<u8>)) -> Store {
    let (store, disk) = full();
    let transaction = store.handle.get().unwrap().begin_write().unwrap();
    {
        let mut rows = transaction.open_table(table(name)).unwrap();
        let (mut key, mut value) = {
            let row = rows.first().unwrap().unwrap();
            (row.0.value().to_vec(), row.1.value().to_vec())
        };
        rows.remove(key.as_slice()).unwrap();
        damage(&mut key, &mut value);
        rows.insert(key.as_slice(), value.as_slice()).unwrap();
    }
    transaction.commit().unwrap();
    store.close().unwrap();
    Store::with_backend(disk).unwrap()
}

/// Reads every row in every way.
fn read_all(store: &Store) -> Result<(), ReadError> {
    let view = store.view()?;
    view.load_state()?;
    view.entries_before(None)?.try_for_each(|entry| entry.map(drop))?;
    view.ids_between(MemoryId(0), MemoryId(u128::MAX), usize::MAX)?;
    view.neighbours(MemoryId(2))?;
    view.run_record(RunId(1))?;
    view.entries_of_run(RunId(1))?;
    view.undone_by(Generation(1))?;
    view.last_undone()?;
    view.last_undoable().map(drop)
}

#[test]
fn every_damaged_row_names_its_table() {
    read_all(&full().0).unwrap();
    for name in [MEMORIES, NAMES, JOURNAL, RULINGS, REVIEWS, RUNS] {
        let blanked = damaged(name, |_, value| value.clear());
        let cut = damaged(name, |_, value| value.truncate(value.len() - 1));
        let longer = damaged(name, |_, value| value.push(0));
        for store in [blanked, cut, longer] {
            let found = read_all(&store);
            assert!(
                matches!(found, Err(ReadError::Row { table, .. }) if table == name),
                "{found:?}"
            );
        }
    }
}

#[test]
fn every_damaged_key_names_its_table() {
    for name in [MEMORIES, NAMES, RULINGS, REVIEWS, INDEX] {
        let longer = damaged(name, |key, _| key.push(0));
        let found = read_all(&longer);
        assert!(matches!(found, Err(ReadError::Row { table, .. }) if table == name), "{found:?}");
    }
}

#[test]
fn a_newer_value_is_named() {
    let schema = damaged(MEMORIES, |_, value| {
        value[1] = 9;
        seal(value);
    });
    insta::assert_snapshot!(
        read_all(&schema).unwrap_err(),
        @"failed to understand a row of memories: it has schema 9 and this program reads schemas up to 1; use the newer program"
    );
    let format = damaged(JOURNAL, |_, value| value[0] = 3);
    insta::assert_snapshot!(
        read_all(&format).unwrap_err(),
        @"failed to understand a row of journal: it is in format 3 and this program reads formats up to 2; use the newer program"
    );
}

#[test]
fn a_file_that_is_not_what_was_written_is_read_and_not_written() {
    let (store, disk) = full();
    store.close().unwrap();
    let mut bytes = disk.content();
    let text = b"on the small machine";
    let place = bytes.windows(text.len()).position(|part| part == text).unwrap();
    bytes[place] ^= 1;
    let rotted = FakeDisk::holding(bytes.clone());
    let mut store = Store::with_backend(rotted.clone()).unwrap();
    assert_eq!(store.view().unwrap().generation(), Generation(1));
    insta::assert_snapshot!(
        write(&mut store, 1, adding([7])).unwrap_err(),
        @"failed to write the store: the file is not what was written: a page differs from its checksum"
    );
    assert!(store.verify().is_err_and(|fault| fault.is_rot()));
    assert!(matches!(store.reopen().map(|view| view.generation()), Ok(Generation(1))));
    let again = write(&mut store, 1, adding([7]));
    assert!(matches!(again, Err(CommitError::Storage(_))), "{again:?}");
    assert_eq!(store.view().unwrap().generation(), Generation(1));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn no_byte_of_a_row_makes_a_panic(
        name in prop::sample::select(&[MEMORIES, NAMES, JOURNAL, RULINGS, REVIEWS, RUNS, INDEX][..]),
        place in any::<usize>(),
        byte in any::<u8>(),
    ) {
        let store = damaged(name, |_, value| {
            let length = value.len().max(1);
            if let Some(there) = value.get_mut(place % length) {
                *there = byte;
            }
        });
        let _ = read_all(&store);
    }

    #[test]
    fn no_byte_of_the_file_makes_a_panic(
        place in any::<prop::sample::Index>(),
        noise in prop::collection::vec(any::<u8>(), 1..16),
    ) {
        let mut bytes = CONTENT.clone();
        let place = place.index(bytes.len());
        for (there, noise) in bytes[place..].iter_mut().zip(noise) {
            *there = noise;
        }
        if let Ok(mut store) = Store::with_backend(FakeDisk::holding(bytes)) {
            let _ = read_all(&store);
            // A file that is not what was written takes no writes; where the noise fell on nothing, all is well.
            if let Ok(view) = write(&mut store, 1, adding(10..20)) {
                assert_agrees_with_itself(&view);
            }
        }
    }
}
