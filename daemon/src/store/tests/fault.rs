//! The disk fails: an error is returned, reads go on, and a reopened store has every acknowledged entry.

use consolidate_shared::journal::Generation;

use super::{CommitError, Store, adding, assert_agrees_with_itself, write};
use crate::store::disk::{FakeDisk, FaultKind};

/// A store with one entry, and its disk.
fn prepared() -> (Store, FakeDisk) {
    let disk = FakeDisk::default();
    let mut store = Store::with_backend(disk.clone()).unwrap();
    write(&mut store, 0, adding([1])).unwrap();
    (store, disk)
}

/// How many calls the commit of the tests makes.
fn calls_of_a_commit() -> u64 {
    let (mut store, disk) = prepared();
    let before = disk.operations();
    write(&mut store, 1, adding(10..400)).unwrap();
    disk.operations() - before
}

#[test]
fn a_failing_disk_costs_no_acknowledged_entry_wherever_it_fails() {
    let calls = calls_of_a_commit();
    for kind in [FaultKind::Write, FaultKind::Sync, FaultKind::Full] {
        for call in 1..=calls {
            let (mut store, disk) = prepared();
            let view = store.view().unwrap();
            disk.fail_from(disk.operations() + call, kind);
            let found = write(&mut store, 1, adding(10..400));
            // Reads go on, on the view from before.
            assert_eq!(view.load_state().unwrap().memories.len(), 1);
            let acknowledged = match found {
                Ok(view) => view.generation(),
                Err(error) => {
                    assert!(matches!(error, CommitError::Storage(_)), "{error:?}");
                    Generation(1)
                }
            };
            disk.heal();
            let again = store.reopen().unwrap();
            assert!(again.generation() >= acknowledged, "{kind:?} at call {call}");
            assert_agrees_with_itself(&again);
            let next = write(&mut store, again.generation().0, adding([7])).unwrap();
            assert_agrees_with_itself(&next);
        }
    }
}

#[test]
fn when_reopening_fails_the_store_only_reads() {
    let (mut store, disk) = prepared();
    disk.fail_from(0, FaultKind::Write);
    assert!(write(&mut store, 1, adding([2])).is_err());
    let view = store.view().unwrap();
    assert!(store.reopen().is_err());
    disk.heal();
    for view in [view, store.view().unwrap()] {
        assert_eq!(view.generation(), Generation(1));
        assert_agrees_with_itself(&view);
    }
    let error = write(&mut store, 1, adding([2])).unwrap_err();
    assert!(matches!(error, CommitError::Storage(_)), "{error:?}");
    // The disk is well again, and so is the store once it was opened on it.
    assert_agrees_with_itself(&store.reopen().unwrap());
    write(&mut store, 1, adding([2])).unwrap();
}

#[test]
fn a_view_from_before_a_reopening_fails_instead_of_lying() {
    let (mut store, _) = prepared();
    let old = store.view().unwrap();
    store.reopen().unwrap();
    for generation in 1..20 {
        write(&mut store, generation, adding([u128::from(generation) + 100])).unwrap();
        if let Ok(state) = old.load_state() {
            assert_eq!(state.memories.len(), 1);
        }
    }
    assert_agrees_with_itself(&store.view().unwrap());
}

#[test]
fn a_walk_that_a_reopening_meets_comes_to_an_end() {
    let (mut store, _) = prepared();
    write(&mut store, 1, adding(10..3000)).unwrap();
    let view = store.view().unwrap();
    let mut walk = view.memories(None).unwrap();
    assert!(walk.next().unwrap().is_ok());
    store.reopen().unwrap();
    for generation in 2..20 {
        write(&mut store, generation, adding([u128::from(generation) + 5000])).unwrap();
    }
    // Whoever passes over what cannot be read would otherwise go on for ever.
    assert!(walk.by_ref().take(4000).filter(Result::is_err).count() <= 1);
    assert!(walk.next().is_none());
}

#[test]
fn a_store_closed_under_a_view_is_an_error_for_it() {
    let (store, _) = prepared();
    let view = store.view().unwrap();
    store.close().unwrap();
    if let Ok(state) = view.load_state() {
        assert_eq!(state.memories.len(), 1);
    }
}
