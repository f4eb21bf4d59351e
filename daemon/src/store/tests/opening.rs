//! Opening a store's file, whatever stands there.

use std::fs;
use std::io;
use std::path::Path;

use consolidate_shared::place::DATABASE;
use redb::Database;
use tempfile::TempDir;

use super::{Store, StoreLock, adding, assert_agrees_with_itself, holder, write};
use crate::store::OpenError;
use crate::store::tables::{META, STATE_KEY, VERSION_KEY, table};

fn scratch() -> (TempDir, StoreLock) {
    let folder = tempfile::tempdir().unwrap();
    let lock = StoreLock::acquire(folder.path(), &holder()).unwrap();
    (folder, lock)
}

/// A closed store with two entries.
fn filled() -> (TempDir, StoreLock) {
    let (folder, lock) = scratch();
    let mut store = Store::open(folder.path(), &lock).unwrap();
    write(&mut store, 0, adding([1, 2, 3])).unwrap();
    write(&mut store, 1, adding(10..40)).unwrap();
    store.close().unwrap();
    (folder, lock)
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_store_is_made_once_and_found_again() {
    let (folder, lock) = filled();
    let mut store = Store::open(folder.path(), &lock).unwrap();
    let view = store.view().unwrap();
    assert_eq!((view.generation().0, view.counts().active), (2, 33));
    assert_agrees_with_itself(&view);
    drop(view);
    // Opened again without being closed, as after a storage error.
    let view = store.reopen().unwrap();
    assert_eq!(view.generation().0, 2);
    write(&mut store, 2, adding([99])).unwrap();
    assert_eq!(names(folder.path()), ["lock", "store.redb"]);
}

#[test]
fn what_cannot_be_written_is_read_and_takes_no_commit() {
    let (folder, lock) = filled();
    let file = folder.path().join(DATABASE);
    let closed = fs::read(&file).unwrap();
    // As a crash leaves it: opening it to write would mend it first.
    let mut crashed = Store::open(folder.path(), &lock).unwrap();
    write(&mut crashed, 2, adding([99])).unwrap();
    let open = fs::read(&file).unwrap();
    drop(crashed);
    for (bytes, generation, active) in [(closed, 2, 33), (open, 3, 34)] {
        fs::write(&file, &bytes).unwrap();
        let mut store = Store::open_to_read(folder.path()).unwrap();
        assert!(store.takes_no_writes().is_some());
        store.verify().unwrap();
        write(&mut store, generation, adding([100])).unwrap_err();
        let view = store.view().unwrap();
        assert_eq!((view.generation().0, view.counts().active), (generation, active));
        assert_agrees_with_itself(&view);
        drop(view);
        store.close().unwrap();
        assert!(fs::read(&file).unwrap() == bytes, "nothing was written");
    }
    assert!(Store::open(folder.path(), &lock).unwrap().takes_no_writes().is_none());
}

#[cfg(unix)]
#[test]
fn nobody_else_may_read_the_store() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let (folder, lock) = filled();
    let file = folder.path().join(DATABASE);
    assert_eq!((mode(folder.path()), mode(&file)), (0o700, 0o600));
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    Store::open(folder.path(), &lock).unwrap();
    assert_eq!(mode(&file), 0o600);
}

#[test]
fn a_lock_of_another_folder_or_a_lost_one_opens_nothing() {
    let (folder, lock) = scratch();
    let (other, _) = scratch();
    let found = Store::open(other.path(), &lock);
    assert!(matches!(found, Err(OpenError::NotLocked(_))), "{found:?}");
    fs::remove_file(folder.path().join("lock")).unwrap();
    let found = Store::open(folder.path(), &lock);
    assert!(matches!(found, Err(OpenError::NotLocked(_))), "{found:?}");
    assert!(!folder.path().join(DATABASE).exists());
}

#[test]
fn what_a_crash_leaves_of_a_creation_is_replaced() {
    let (folder, lock) = scratch();
    fs::write(folder.path().join("store.redb.new"), b"half a database").unwrap();
    Store::open(folder.path(), &lock).unwrap();
    assert_eq!(names(folder.path()), ["lock", "store.redb"]);
}

#[test]
fn an_unreadable_file_is_an_error_and_stays_as_it_is() {
    let whole = {
        let (folder, _) = filled();
        fs::read(folder.path().join(DATABASE)).unwrap()
    };
    let cut = |length: usize| whole[..length].to_vec();
    let mut cases = vec![
        ("empty", Vec::new()),
        ("text", b"{\"not\": \"a store\"}\n".to_vec()),
        ("zeros", vec![0; 8192]),
        ("noise", (0..100_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect()),
    ];
    for length in [1, 9, 64, 319, 320, 511, 4095, 4096, 5000, whole.len() / 2, whole.len() - 1] {
        cases.push(("cut", cut(length)));
    }
    for (case, bytes) in cases {
        let (folder, lock) = scratch();
        let file = folder.path().join(DATABASE);
        fs::write(&file, &bytes).unwrap();
        let found = Store::open(folder.path(), &lock);
        assert!(found.is_err(), "{case} of {} bytes", bytes.len());
        if bytes.is_empty() {
            assert!(matches!(found, Err(OpenError::Empty(_))));
        }
        assert!(fs::read(&file).unwrap() == bytes, "{case} of {} bytes was changed", bytes.len());
    }
}

#[test]
fn a_folder_in_its_place_or_a_dangling_link_is_an_error() {
    let (folder, lock) = scratch();
    fs::create_dir(folder.path().join(DATABASE)).unwrap();
    assert!(matches!(Store::open(folder.path(), &lock), Err(OpenError::File { .. })));
    #[cfg(unix)]
    {
        let (folder, lock) = scratch();
        std::os::unix::fs::symlink("/nonexistent/store", folder.path().join(DATABASE)).unwrap();
        let found = Store::open(folder.path(), &lock);
        let Err(OpenError::File { reason, .. }) = found else { panic!("{found:?}") };
        assert_eq!(reason.kind(), io::ErrorKind::NotFound);
    }
}

/// Changes the table of a closed store that describes it.
fn describe(folder: &Path, key: &[u8], bytes: &[u8]) {
    let database = Database::open(folder.join(DATABASE)).unwrap();
    let transaction = database.begin_write().unwrap();
    transaction.open_table(table(META)).unwrap().insert(key, bytes).unwrap();
    transaction.commit().unwrap();
}

#[test]
fn a_store_of_another_version_is_named() {
    let (folder, lock) = filled();
    describe(folder.path(), VERSION_KEY, &7u32.to_be_bytes());
    let error = Store::open(folder.path(), &lock).unwrap_err().to_string();
    assert!(error.ends_with(
        "is a store of version 7 and this program reads version 1; use the program that wrote it, or a newer one"
    ), "{error}");
}

#[test]
fn a_store_that_does_not_know_itself_is_an_error() {
    for (key, bytes) in [
        (VERSION_KEY, &b"1"[..]),
        (VERSION_KEY, b""),
        (STATE_KEY, b""),
        (STATE_KEY, b"\x01"),
        (STATE_KEY, b"\x01\x01"),
        (STATE_KEY, b"\x01\x02\x00"),
        (STATE_KEY, b"\x09\x01\x00"),
        (STATE_KEY, b"\x01\x01\xfd\xff\xff\xff\xff"),
    ] {
        let (folder, lock) = filled();
        describe(folder.path(), key, bytes);
        let found = Store::open(folder.path(), &lock).and_then(|store| {
            store.view().map_err(|reason| OpenError::Unreadable { path: "".into(), reason })
        });
        assert!(matches!(found, Err(OpenError::Unreadable { .. })), "{bytes:?} {found:?}");
    }
    let (folder, lock) = scratch();
    Database::create(folder.path().join(DATABASE)).unwrap();
    let found = Store::open(folder.path(), &lock);
    assert!(matches!(found, Err(OpenError::Unreadable { .. })), "{found:?}");
}

#[test]
fn a_store_is_open_once() {
    let (folder, lock) = filled();
    let _first = Store::open(folder.path(), &lock).unwrap();
    let second = Store::open(folder.path(), &lock);
    assert!(matches!(second, Err(OpenError::Database { .. })), "{second:?}");
}

/// Opens the store of which every byte of the header has rotted by itself, and looks at what is read; how often it was read by
/// a mended header, and how often not at all.
fn with_each_byte_of_the_header_rotted(
    (folder, lock): (&Path, &StoreLock),
    whole: &[u8],
    generation: u64,
) -> (u32, u32) {
    let (file, mut mended, mut refused) = (folder.join(DATABASE), 0, 0);
    for place in 0..320 {
        let mut bytes = whole.to_vec();
        bytes[place] ^= 0xff;
        fs::write(&file, &bytes).unwrap();
        let mut store = match Store::open(folder, lock) {
            Ok(store) => store,
            Err(error) => {
                assert!(error.to_string().contains("the rest may be whole"), "{place}: {error}");
                assert!(fs::read(&file).unwrap() == bytes, "{place}: nothing was written");
                refused += 1;
                continue;
            }
        };
        let view = store.view().unwrap();
        assert_eq!(view.generation().0, generation, "{place}");
        assert_agrees_with_itself(&view);
        drop(view);
        // What the database makes out by itself it opens to be written.
        if store.takes_no_writes().is_none() {
            continue;
        }
        mended += 1;
        assert!(store.verify().unwrap_err().is_rot());
        write(&mut store, generation, adding([500])).unwrap_err();
        if mended % 40 == 1 {
            let kept = store.rewrite().unwrap();
            assert!(fs::read(&kept).unwrap() == bytes);
            write(&mut store, generation, adding([500])).unwrap();
            assert_agrees_with_itself(&store.view().unwrap());
        } else {
            store.close().unwrap();
            assert!(fs::read(&file).unwrap() == bytes, "{place}: nothing was written");
        }
    }
    (mended, refused)
}

#[test]
fn a_byte_of_the_header_that_rotted_costs_a_closed_store_nothing() {
    let (folder, lock) = filled();
    let whole = fs::read(folder.path().join(DATABASE)).unwrap();
    let found = with_each_byte_of_the_header_rotted((folder.path(), &lock), &whole, 2);
    // Magic number, page size and regions, the forms of the slots, and all of the slot that counts.
    assert_eq!(found.1, 0, "{found:?}");
    assert!(found.0 >= 9 + 12 + 128, "{found:?}");
}

#[test]
fn of_a_store_that_was_not_closed_no_commit_is_lost_to_a_guess() {
    let (folder, lock) = filled();
    let mut crashed = Store::open(folder.path(), &lock).unwrap();
    write(&mut crashed, 2, adding([99])).unwrap();
    write(&mut crashed, 3, adding([100])).unwrap();
    let open = fs::read(folder.path().join(DATABASE)).unwrap();
    drop(crashed);
    let found = with_each_byte_of_the_header_rotted((folder.path(), &lock), &open, 4);
    // Where the slot of the last commit is damaged, what is left is the commit before.
    assert!(found.0 >= 9 + 12 && found.1 <= 128, "{found:?}");
}
