//! The store is moved, removed or replaced under its daemon: whatever was acknowledged is found again, and it is told.

use std::fs;
use std::path::Path;

use consolidate_tests::{Ran, Sandbox};

use crate::sandbox;

fn record(home: &Sandbox, number: usize) -> Ran {
    home.run(["record", &format!("The gateway g{number} checks tokens of tenant t{number}.")])
}

/// Records until a record is not acknowledged; what it was told, and how many were acknowledged before.
fn until_refused(home: &Sandbox, mut first: usize) -> (String, usize) {
    loop {
        let ran = record(home, first);
        if ran.code != 0 {
            return (ran.err, first);
        }
        assert!(!ran.err.contains("new store"), "acknowledged into another store: {}", ran.err);
        first += 1;
        assert!(first < 1000, "everything is acknowledged");
    }
}

fn active(home: &Sandbox) -> u64 {
    home.status().expect("a daemon runs")["memories"]["active"].as_u64().expect("it is a number")
}

fn ended(home: &Sandbox) {
    home.until("the daemon has ended by itself", || home.daemons() == 0);
}

#[test]
fn a_store_that_was_moved_holds_all_that_was_acknowledged_and_the_new_one_is_told_of() {
    let home = sandbox();
    let first = record(&home, 0);
    assert!(first.err.contains("a new store was made in"), "{}", first.err);
    for number in 1..6 {
        assert!(!record(&home, number).err.contains("new store"));
    }
    let store = home.places().store;
    let moved = home.path().join("moved");
    fs::rename(&store, &moved).expect("a folder can be renamed");
    let (told, acknowledged) = until_refused(&home, 6);
    assert!(told.contains("was moved or removed while the daemon served it"), "{told}");
    assert!(told.contains("put it back"), "{told}");
    ended(&home);
    let none = home.run(["recall", "gateway"]).exits(3);
    assert!(none.err.contains("the daemon ended: ") && none.err.contains("moved"), "{}", none.err);
    let next = record(&home, 100);
    assert!(next.err.contains("a new store was made in"), "{}", next.err);
    assert!(next.err.contains("and it is empty; the daemon ended: "), "{}", next.err);
    next.ok();
    assert_eq!(active(&home), 1);
    // Back in its place it is what it was.
    home.run(["daemon", "stop"]).ok();
    ended(&home);
    fs::remove_dir_all(&store).expect("it is ours");
    fs::rename(&moved, &store).expect("a folder can be renamed");
    home.run(["daemon", "start"]).ok();
    assert_eq!(active(&home), acknowledged as u64);
    home.run(["check"]).ok();
}

#[test]
fn nobody_has_to_write_for_a_removed_store_to_be_noticed() {
    let home = sandbox();
    record(&home, 0).ok();
    fs::remove_dir_all(home.places().store).expect("it is ours");
    ended(&home);
    let log = fs::read_to_string(home.places().log.join("daemon.log")).expect("there is a log");
    assert!(log.contains("moved or removed while the daemon served it"), "{log}");
}

#[test]
fn a_backup_restored_under_the_daemon_is_what_the_next_one_serves() {
    for copies in [true, false] {
        let home = sandbox();
        record(&home, 0).ok();
        home.run(["daemon", "stop"]).ok();
        ended(&home);
        let file = home.places().store.join("store.redb");
        let backup = home.path().join("backup");
        fs::copy(&file, &backup).expect("a file can be copied");
        let bytes = fs::read(&backup).expect("it is there");
        for number in 1..4 {
            record(&home, number).ok();
        }
        restore(&backup, &file, copies);
        let (told, _) = until_refused(&home, 4);
        let expected = if copies { "wrote over" } else { "was put in the place of" };
        assert!(told.contains(expected), "{told}");
        ended(&home);
        assert!(fs::read(&file).expect("it is there") == bytes, "it is as it was restored");
        home.run(["daemon", "start"]).ok();
        assert_eq!(active(&home), 1);
        home.run(["check"]).ok();
    }
}

fn restore(backup: &Path, file: &Path, copies: bool) {
    if copies {
        fs::write(file, fs::read(backup).expect("it is there")).expect("it can be written over");
    } else {
        fs::rename(backup, file).expect("a file can be renamed");
    }
}
