//! Damaged rows: named, read past, set aside byte for byte, and everything that is derived worked out anew.

use consolidate_shared::change::{ChangeSet, Reason, Swap, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::{EntryKind, Generation};
use consolidate_shared::model::Name;

use super::{Commit, CommitError, Store, adding, assert_agrees_with_itself, entry, plain, write};
use crate::store::format::seal;
use crate::store::tables::{INDEX, JOURNAL, MEMORIES, META, NAMES, STATE_KEY};
use crate::store::{About, Lenient, ReadError, keys};

/// Three memories and a name, in two entries.
fn prepared() -> Store {
    let mut store = Store::in_memory().unwrap();
    write(&mut store, 0, adding([1, 2, 3])).unwrap();
    let mut set = ChangeSet::default();
    let target = Swap::new(None, Some(MemoryId(1)));
    set.push(What::Name { name: Name::Id(MemoryId(9)), target }, Reason::Recorded);
    write(&mut store, 1, set).unwrap();
    store
}

fn rot(store: &mut Store, table: &str, key: &[u8]) {
    store.by_hand(table, key, |row| {
        let mut row = row?;
        *row.last_mut()? ^= 0xff;
        row.truncate(row.len() - 1);
        Some(row)
    });
}

/// A repair without changes.
fn mend(store: &mut Store, set: ChangeSet) -> Result<crate::store::View, CommitError> {
    let view = store.view().unwrap();
    let rows = view.readable().unwrap().damaged;
    let expected = view.generation();
    let entry = entry(expected.0, EntryKind::Repair, set);
    store.mend(Commit { expected, entries: &[entry], runs: &[] }, &rows)
}

#[test]
fn a_rotted_row_is_named_and_read_past() {
    let mut store = prepared();
    rot(&mut store, MEMORIES, &keys::memory(MemoryId(2)));
    let view = store.view().unwrap();
    assert!(matches!(view.memory(MemoryId(2)), Err(ReadError::Row { .. })));
    assert_eq!(Lenient(&view).memory(MemoryId(2)).unwrap(), None);
    assert_eq!(Lenient(&view).memory(MemoryId(1)).unwrap(), Some(plain(1)));
    let readable = view.readable().unwrap();
    assert_eq!(readable.state.memories.len(), 2);
    let [row] = readable.damaged.as_slice() else { panic!("{:?}", readable.damaged) };
    assert_eq!(row.about(), About::Memory(MemoryId(2)));
    assert!(row.to_string().starts_with("memory mem_00000000000000000000000002: "), "{row}");
}

#[test]
fn an_unknown_kind_is_a_damaged_row() {
    let mut store = prepared();
    store.by_hand(MEMORIES, &keys::memory(MemoryId(2)), |row| {
        let mut row = row?;
        // Format, schema, sum, id, no external id: then the kind.
        assert_eq!((row[26], row[27]), (0, 1));
        row[27] = 77;
        seal(&mut row);
        Some(row)
    });
    let damaged = store.view().unwrap().readable().unwrap().damaged;
    assert_eq!(damaged.len(), 1);
    assert_eq!(damaged[0].memory(), Some(MemoryId(2)));
}

#[test]
fn a_row_under_another_key_is_damaged() {
    let mut store = prepared();
    let mut value = None;
    store.by_hand(MEMORIES, &keys::memory(MemoryId(2)), |row| {
        value = row;
        None
    });
    store.by_hand(MEMORIES, &keys::memory(MemoryId(4)), |_| value);
    let readable = store.view().unwrap().readable().unwrap();
    assert_eq!(readable.damaged[0].memory(), Some(MemoryId(4)));
    assert_eq!(readable.damaged.len(), 1);
}

#[test]
fn damaged_rows_are_set_aside_byte_for_byte() {
    let mut store = prepared();
    rot(&mut store, MEMORIES, &keys::memory(MemoryId(2)));
    rot(&mut store, NAMES, &keys::name(&Name::Id(MemoryId(9))));
    rot(&mut store, JOURNAL, &keys::generation(Generation(2)));
    let before = store.view().unwrap().readable().unwrap().damaged;
    assert_eq!(before.len(), 3);
    let mut set = ChangeSet::default();
    set.push(What::Add(Box::new(plain(2))), Reason::Mended { what: "told".into() });
    let view = mend(&mut store, set).unwrap();
    let aside = view.set_aside().unwrap();
    let bytes = |row: &crate::store::DamagedRow| (row.table, row.key.clone(), row.value.clone());
    let mut kept: Vec<_> = aside.iter().map(|aside| bytes(&aside.row)).collect();
    let mut found: Vec<_> = before.iter().map(bytes).collect();
    kept.sort();
    found.sort();
    assert_eq!(kept, found);
    assert!(aside.iter().all(|aside| aside.by == Generation(3)));
    assert_eq!(view.readable().unwrap().damaged, []);
    assert_eq!(view.memory(MemoryId(2)).unwrap(), Some(plain(2)));
    assert_eq!((view.counts().total(), view.generation()), (3, Generation(3)));
    // An entry that was set aside is no gap.
    let survey = view.survey_journal(&[]).unwrap();
    assert_eq!((survey.problems, survey.wrong_ways, survey.entries), (Vec::new(), 0, 2));
}

#[test]
fn a_row_that_moved_since_is_not_set_aside() {
    let mut store = prepared();
    rot(&mut store, MEMORIES, &keys::memory(MemoryId(2)));
    let rows = store.view().unwrap().readable().unwrap().damaged;
    rot(&mut store, MEMORIES, &keys::memory(MemoryId(2)));
    let entry = entry(2, EntryKind::Repair, ChangeSet::default());
    let commit = Commit { expected: Generation(2), entries: &[entry], runs: &[] };
    assert!(matches!(store.mend(commit, &rows), Err(CommitError::Stale { .. })));
    assert_eq!(store.view().unwrap().set_aside().unwrap(), []);
}

#[test]
fn what_is_derived_is_worked_out_anew() {
    let mut store = prepared();
    let standing = [&[5][..], &2_u64.to_be_bytes()].concat();
    store.by_hand(INDEX, &standing, |row| {
        assert!(row.is_some());
        None
    });
    store.by_hand(INDEX, &[3, 0, 0, 0, 0, 0, 0, 0, 1], |_| Some(vec![1]));
    store.by_hand(META, STATE_KEY, |row| {
        let mut row = row?;
        // Format, schema, generation, candidates: then the active ones.
        assert_eq!((row[2], row[4]), (2, 3));
        row[4] = 9;
        Some(row)
    });
    let view = store.view().unwrap();
    assert_eq!(view.survey_journal(&[]).unwrap().wrong_ways, 2);
    assert_ne!(view.counts(), view.readable().unwrap().counts());
    let view = mend(&mut store, ChangeSet::default()).unwrap();
    assert_agrees_with_itself(&view);
}

#[test]
fn gaps_and_a_wrong_generation_are_told() {
    let mut store = prepared();
    store.by_hand(JOURNAL, &keys::generation(Generation(1)), |_| None);
    let problems = store.view().unwrap().survey_journal(&[]).unwrap().problems;
    assert_eq!(problems, ["1 of the entries 1 to 1 are missing"]);
    let mut store = prepared();
    store.by_hand(META, STATE_KEY, |row| {
        let mut row = row?;
        row[2] = 1;
        Some(row)
    });
    let problems = store.view().unwrap().survey_journal(&[]).unwrap().problems;
    assert_eq!(problems, ["the journal reaches entry 2, the store generation 1"]);
}

#[test]
fn a_copy_is_the_store_and_leaves_it_alone() {
    use crate::store::{CopyError, StoreLock, copy_closed};
    let folders = [(); 4].map(|()| tempfile::tempdir().unwrap());
    let [home, first, second, empty] = &folders;
    let lock = StoreLock::acquire(home.path(), &super::holder()).unwrap();
    let mut store = Store::open(home.path(), &lock).unwrap();
    write(&mut store, 0, adding([1, 2, 3])).unwrap();
    // From a store that is open, between two commits.
    store.copy_to(first.path()).unwrap();
    assert!(matches!(store.copy_to(first.path()), Err(CopyError::File { .. })));
    assert!(matches!(copy_closed(home.path(), second.path()), Err(CopyError::Lock(_))));
    write(&mut store, 1, adding([4])).unwrap();
    store.close().unwrap();
    drop(lock);
    copy_closed(home.path(), second.path()).unwrap();
    assert!(matches!(copy_closed(empty.path(), home.path()), Err(CopyError::NoStore(_))));
    for (folder, generation) in [(first, 1), (second, 2), (home, 2)] {
        let lock = StoreLock::acquire(folder.path(), &super::holder()).unwrap();
        let mut store = Store::open(folder.path(), &lock).unwrap();
        store.verify().unwrap();
        let view = store.view().unwrap();
        assert_eq!(view.generation(), Generation(generation));
        assert_agrees_with_itself(&view);
    }
}

#[test]
fn the_ways_by_memory_and_by_pass_are_the_journal_s_own_and_are_made_anew() {
    let mut store = prepared();
    let pass = EntryKind::Pass(consolidate_shared::plan::PassKind::Merge);
    super::commit(&mut store, &[entry(2, pass, adding([4]))]).unwrap();
    let found = |store: &Store, id| {
        let view = store.view().unwrap();
        let entries = view.generations_of_memory(MemoryId(id), None, None).unwrap();
        entries.map(|generation| generation.unwrap().0).collect::<Vec<_>>()
    };
    assert_eq!(store.view().unwrap().survey_journal(&[]).unwrap().wrong_ways, 0);
    for key in [keys::Index::of_memory(MemoryId(1), 2), keys::Index::of_memory(MemoryId(4), 3)] {
        store.by_hand(INDEX, &key, |_| None);
    }
    assert_eq!((found(&store, 1), found(&store, 4)), (vec![1], vec![]));
    assert_eq!(store.view().unwrap().survey_journal(&[]).unwrap().wrong_ways, 2);
    mend(&mut store, ChangeSet::default()).unwrap();
    assert_eq!((found(&store, 1), found(&store, 4)), (vec![1, 2], vec![3]));
    assert_eq!(store.view().unwrap().survey_journal(&[]).unwrap().wrong_ways, 0);
}
