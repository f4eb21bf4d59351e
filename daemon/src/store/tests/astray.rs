//! A store whose file or lock is no longer where it was: nothing is committed that the next daemon would not find, and what
//! somebody put there stays as it is.

use std::fs;
use std::path::Path;

use consolidate_shared::place::{DATABASE, LOCK};
use tempfile::TempDir;

use super::{Store, StoreLock, adding, assert_agrees_with_itself, holder, write};
use crate::store::{Astray, CommitError, OpenError};

/// An open store with one entry, in a folder of a folder.
fn open() -> (TempDir, StoreLock, Store) {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("store");
    let lock = StoreLock::acquire(&folder, &holder()).unwrap();
    let mut store = Store::open(&folder, &lock).unwrap();
    write(&mut store, 0, adding([1, 2, 3])).unwrap();
    store.stands().unwrap();
    (home, lock, store)
}

/// The store of `folder` by itself: its generation, and that it agrees with itself.
fn generation(folder: &Path) -> u64 {
    let lock = StoreLock::acquire(folder, &holder()).unwrap();
    let store = Store::open(folder, &lock).unwrap();
    let view = store.view().unwrap();
    assert_agrees_with_itself(&view);
    view.generation().0
}

/// What a commit is told, and every later one.
fn refused(store: &mut Store) -> Astray {
    let Err(CommitError::Astray { why, written: false }) = write(store, 1, adding([9])) else {
        panic!("the commit was made")
    };
    assert!(matches!(
        write(store, 1, adding([9])),
        Err(CommitError::Astray { written: false, .. })
    ));
    // What is open reads on, as it was.
    assert_eq!(store.view().unwrap().generation().0, 1);
    assert!(store.takes_no_writes().is_some());
    assert_eq!(store.footing().lost().as_ref(), Some(&why));
    why
}

#[test]
fn a_folder_that_was_moved_holds_what_was_committed_and_takes_no_more() {
    let (home, lock, mut store) = open();
    let (there, elsewhere) = (home.path().join("store"), home.path().join("elsewhere"));
    fs::rename(&there, &elsewhere).unwrap();
    assert_eq!(refused(&mut store), Astray::Gone(there.join(DATABASE)));
    // Once astray, always astray: a file that is put back may be another one.
    fs::rename(&elsewhere, &there).unwrap();
    refused(&mut store);
    store.close().unwrap();
    drop(lock);
    assert_eq!(generation(&there), 1);
}

#[test]
fn a_folder_that_was_removed_takes_nothing() {
    let (home, _lock, mut store) = open();
    let there = home.path().join("store");
    fs::remove_dir_all(&there).unwrap();
    assert_eq!(refused(&mut store), Astray::Gone(there.join(DATABASE)));
    assert!(matches!(store.reopen(), Err(OpenError::Astray(_))));
    store.close().unwrap();
    assert!(!there.exists());
}

#[test]
fn a_backup_that_was_put_there_is_neither_served_nor_written_to() {
    for is_moved in [true, false] {
        let (home, lock, mut store) = open();
        let there = home.path().join("store");
        let (file, backup) = (there.join(DATABASE), home.path().join("backup"));
        fs::copy(&file, &backup).unwrap();
        let bytes = fs::read(&backup).unwrap();
        write(&mut store, 1, adding([4])).unwrap();
        if is_moved {
            fs::rename(&backup, &file).unwrap();
        } else {
            // As `cp` does: the same file, other bytes.
            fs::write(&file, &bytes).unwrap();
        }
        let Err(CommitError::Astray { why, written: false }) = write(&mut store, 2, adding([9]))
        else {
            panic!("the commit was made")
        };
        let expected = if is_moved { Astray::Replaced } else { Astray::Overwritten };
        assert_eq!(why, expected(file.clone()));
        assert!(matches!(store.reopen(), Err(OpenError::Astray(_))));
        store.close().unwrap();
        assert!(fs::read(&file).unwrap() == bytes, "the backup is as it was");
        drop(lock);
        assert_eq!(generation(&there), 1);
    }
}

#[test]
fn a_move_during_a_commit_is_found_before_it_is_acknowledged() {
    let (home, _lock, mut store) = open();
    let (there, elsewhere) = (home.path().join("store"), home.path().join("elsewhere"));
    let failed = store.transact(|_| {
        fs::rename(&there, &elsewhere).unwrap();
        Ok(())
    });
    let Err(CommitError::Astray { why: Astray::Gone(_), written: true }) = failed else {
        panic!("{failed:?}")
    };
}

#[test]
fn without_its_lock_a_store_takes_nothing() {
    for is_replaced in [false, true] {
        let (home, _lock, mut store) = open();
        let lock_file = home.path().join("store").join(LOCK);
        fs::remove_file(&lock_file).unwrap();
        if is_replaced {
            fs::write(&lock_file, "").unwrap();
        }
        let expected = if is_replaced { Astray::Replaced } else { Astray::Gone };
        assert_eq!(refused(&mut store), expected(lock_file));
    }
}

#[test]
fn what_the_store_does_to_its_own_file_is_not_astray() {
    let (home, _lock, mut store) = open();
    store.reopen().unwrap();
    write(&mut store, 1, adding([4])).unwrap();
    store.rewrite().unwrap();
    write(&mut store, 2, adding(10..200)).unwrap();
    store.footing().look().unwrap();
    // Nor is a link to the file, or a file that others read.
    let file = home.path().join("store").join(DATABASE);
    fs::copy(&file, home.path().join("copy")).unwrap();
    store.stands().unwrap();
}
