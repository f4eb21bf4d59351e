use std::fs;

use proptest::prelude::*;

use super::*;

fn holder() -> Holder {
    Holder { pid: std::process::id(), version: "1.2.3".into() }
}

#[test]
fn the_second_is_told_who_the_first_is() {
    let folder = tempfile::tempdir().unwrap();
    let lock = StoreLock::acquire(folder.path(), &holder()).unwrap();
    let error = StoreLock::acquire(folder.path(), &holder()).unwrap_err();
    let says = format!("is served by process {} (consolidate 1.2.3)", std::process::id());
    assert!(error.to_string().ends_with(&says), "{error}");
    assert!(matches!(error, LockError::Held { holder: Some(found), .. } if found == holder()));
    drop(lock);
    StoreLock::acquire(folder.path(), &holder()).unwrap();
}

#[test]
fn whatever_the_file_says_the_lock_decides() {
    for text in ["", "\0\0\0", "pid\n", "pid x\nversion \n", "pid 99999999999999\n", "\u{fffd}"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(LOCK);
        fs::write(&path, text).unwrap();
        let lock = StoreLock::acquire(folder.path(), &holder()).unwrap();
        fs::write(&path, text).unwrap();
        let error = StoreLock::acquire(folder.path(), &holder()).unwrap_err();
        assert!(matches!(error, LockError::Held { holder: None, .. }), "{text:?} {error}");
        assert!(error.to_string().ends_with("an unknown process"), "{error}");
        assert!(lock.is_still_ours());
    }
}

#[cfg(unix)]
#[test]
fn a_dead_process_is_not_named_as_the_holder() {
    let folder = tempfile::tempdir().unwrap();
    let _lock = StoreLock::acquire(folder.path(), &holder()).unwrap();
    fs::write(folder.path().join(LOCK), "pid 2147483647\nversion 9\n").unwrap();
    let error = StoreLock::acquire(folder.path(), &holder()).unwrap_err().to_string();
    assert!(error.contains("an unknown process (the lock file names 2147483647"), "{error}");
}

#[test]
fn a_longer_text_of_before_does_not_remain() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(LOCK), "x".repeat(10_000)).unwrap();
    let _lock = StoreLock::acquire(folder.path(), &holder()).unwrap();
    let text = fs::read_to_string(folder.path().join(LOCK)).unwrap();
    assert_eq!(Holder::parse(&text), Some(holder()));
    assert!(text.len() < 100);
}

#[test]
fn a_removed_or_replaced_file_ends_the_ownership() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(LOCK);
    let lock = StoreLock::acquire(folder.path(), &holder()).unwrap();
    assert!(lock.is_still_ours());
    fs::remove_file(&path).unwrap();
    assert!(!lock.is_still_ours());
    let next = StoreLock::acquire(folder.path(), &holder()).unwrap();
    assert!(!lock.is_still_ours());
    assert!(next.is_still_ours());
    drop(lock);
    assert!(next.is_still_ours() && path.exists());
}

#[cfg(unix)]
#[test]
fn the_folder_is_closed_to_others() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("a/b/store");
    drop(StoreLock::acquire(&folder, &holder()).unwrap());
    assert_eq!((mode(&folder), mode(&folder.join(LOCK))), (0o700, 0o600));
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o775)).unwrap();
    drop(StoreLock::acquire(&folder, &holder()).unwrap());
    assert_eq!(mode(&folder), 0o700);
}

#[test]
fn what_is_no_folder_is_refused() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("file");
    fs::write(&file, "").unwrap();
    let error = StoreLock::acquire(&file, &holder()).unwrap_err();
    assert!(matches!(error, LockError::Folder(FolderError::NotAFolder(_))), "{error}");
    let error = StoreLock::acquire(&file.join("store"), &holder()).unwrap_err();
    assert!(matches!(error, LockError::Folder(FolderError::File { .. })), "{error}");
}

#[cfg(unix)]
#[test]
fn a_folder_of_another_user_is_refused() {
    use std::os::unix::fs::MetadataExt;
    let us = rustix::process::geteuid().as_raw();
    let root = Path::new("/");
    if us == fs::metadata(root).unwrap().uid() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("theirs");
        fs::create_dir(&folder).unwrap();
        std::os::unix::fs::chown(&folder, Some(us + 12345), None).unwrap();
        let error = StoreLock::acquire(&folder, &holder()).unwrap_err();
        assert!(matches!(error, LockError::Folder(FolderError::Foreign { .. })), "{error}");
    } else {
        let error = StoreLock::acquire(root, &holder()).unwrap_err();
        assert!(matches!(error, LockError::Folder(FolderError::Foreign { .. })), "{error}");
    }
}

proptest! {
    #[test]
    fn no_text_of_a_lock_file_panics(text in any::<String>(), pid in any::<u32>()) {
        let _ = Holder::parse(&text);
        let named = Holder::parse(&format!("{text}\npid {pid}\n"));
        if let Some(named) = named {
            let _ = named.to_string();
        }
    }
}
