//! `check` and `check --repair` through the executable: sound stores hold, damage is named, shown as a diff and mended.

use std::path::Path;

use consolidate_daemon::store::{Commit, Holder, Store, StoreLock};
use consolidate_shared::change::{ChangeSet, Edit, Reason, SetEdit, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::{EntryKind, JournalEntry};
use consolidate_shared::model::Actor;
use consolidate_shared::place::DATABASE;
use consolidate_shared::time::Timestamp;
use consolidate_tests::Sandbox;
use serde_json::Value;

use crate::sandbox;

/// The names of the assertions that fail.
fn failing(report: &Value) -> Vec<String> {
    let assertions = report["assertions"].as_array().expect("a report has assertions");
    let fails = assertions.iter().filter(|it| it["outcome"] == "fails");
    fails.filter_map(|it| it["name"].as_str()).map(str::to_owned).collect()
}

/// Commits edits past the gate to the store of `folder`, which nobody serves.
fn damage(folder: &Path, edits: Vec<(MemoryId, Edit)>) {
    let holder = Holder { pid: std::process::id(), version: "0.0.0".to_owned() };
    let lock = StoreLock::acquire(folder, &holder).expect("nobody serves it");
    let mut store = Store::open(folder, &lock).expect("it is a store");
    let parent = store.view().expect("it can be read").generation();
    let mut change_set = ChangeSet::default();
    for (subject, edit) in edits {
        change_set.push(What::Edit { subject, edit }, Reason::Recorded);
    }
    let entry =
        JournalEntry::new(parent, EntryKind::Write, Actor::User, Timestamp::EPOCH, change_set);
    let commit = Commit { expected: parent, entries: &[entry], runs: &[] };
    store.commit(commit).expect("it takes a commit");
    store.close().expect("it closes");
}

fn record(home: &Sandbox, text: &str) -> MemoryId {
    let recorded = home.run(["record", text, "--json"]).json();
    let id = recorded["id"].as_str().expect("a memory has an id");
    id.parse().expect("it is one of ours")
}

#[test]
fn a_fresh_store_holds_with_a_daemon_and_without() {
    let home = sandbox();
    assert!(home.run(["check"]).exits(1).err.contains("no store"));
    record(&home, "The gateway listens on port 8080 behind the proxy.");
    let served = home.run(["check", "--json"]).json();
    assert_eq!((served["holds"].as_bool(), served["memories"].as_u64()), (Some(true), Some(1)));
    let store = home.places().store;
    let store = store.to_str().expect("a sandbox has a plain path");
    assert!(home.run(["check", "--store", store]).exits(6).err.contains("asks the daemon"));
    home.run(["daemon", "stop"]).ok();
    let alone = home.run(["check"]).ok();
    assert!(alone.contains("all of 11 assertions hold"), "{alone}");
    home.run(["check", "--store", store]).ok();
    assert!(home.status().is_none(), "a check starts no daemon");
    home.run(["check", "--repair", "--yes"]).ok();
}

#[test]
fn damage_is_named_shown_and_mended() {
    let home = sandbox();
    let older = record(&home, "Uploads are written to the folder spool/in.");
    let newer = record(&home, "Thumbnails are made by the worker of the image queue.");
    home.run(["daemon", "stop"]).ok();
    let folder = home.places().store;
    damage(
        &folder,
        vec![
            (older, Edit::Supersedes(SetEdit::adding(newer))),
            (newer, Edit::SupersededBy(SetEdit::adding(MemoryId(7)))),
        ],
    );
    let report = home.run(["check", "--json"]).exits(1);
    let report: Value = serde_json::from_str(&report.out).expect("a report is JSON");
    assert_eq!(failing(&report), ["supersession"]);
    let told = home.run(["check"]).exits(1).out;
    assert!(told.contains("FAILS") && told.contains("consolidate check --repair"), "{told}");
    let before = home.run(["export"]).ok();
    let shown = home.run(["check", "--repair"]).exits(7).out;
    assert!(shown.contains("repair plan_") && shown.contains("why: mended: "), "{shown}");
    assert_eq!(home.run(["export"]).ok(), before, "a plan changes nothing");
    home.run(["check", "--repair", "--yes"]).ok();
    assert!(home.run(["check", "--json"]).json()["holds"] == true);
    home.run(["undo"]).ok();
    assert_eq!(home.run(["export"]).ok(), before);
    let _ = home.run(["check"]).exits(1);
}

#[test]
fn a_copy_whose_file_rotted_is_told_and_left_as_it_is() {
    let home = sandbox();
    record(&home, "The nightly backup goes to the cold bucket in Frankfurt.");
    home.run(["daemon", "stop"]).ok();
    let copy = home.path().join("copy");
    std::fs::create_dir(&copy).expect("a home takes a folder");
    let mut bytes = std::fs::read(home.places().store.join(DATABASE)).expect("there is a store");
    let text = b"cold bucket";
    let place = bytes.windows(text.len()).position(|part| part == text).expect("it is there");
    bytes[place] = b'C';
    std::fs::write(copy.join(DATABASE), &bytes).expect("a folder takes a file");
    let path = copy.to_str().expect("a sandbox has a plain path");
    let report = home.run(["check", "--store", path, "--json"]).exits(1);
    let report: Value = serde_json::from_str(&report.out).expect("a report is JSON");
    assert!(failing(&report).contains(&"file".to_owned()), "{report}");
    let names: Vec<_> = std::fs::read_dir(&copy).expect("it is a folder").flatten().collect();
    assert_eq!(names.len(), 1, "nothing was written beside it");
    assert_eq!(std::fs::read(copy.join(DATABASE)).expect("it is still there"), bytes);
    let _ = home.run(["check", "--repair", "--store", path]).exits(2);
}

#[test]
fn a_page_whose_numbers_rotted_is_exported_past_and_repaired_at_once() {
    let home = sandbox();
    let texts =
        ["pages go to the printer", "pages go to the archive", "pages go to the proof room"];
    for text in texts {
        record(&home, &format!("The {text} on Mondays only."));
    }
    let before = home.run(["export"]).ok();
    home.run(["daemon", "stop"]).ok();
    let file = home.places().store.join(DATABASE);
    let sound = std::fs::read(&file).expect("there is a store");
    let text = b"proof room";
    let held = (0..sound.len()).filter(|place| sound[*place..].starts_with(text));
    // Pages are 4096 bytes; of the leaves with this text one is the last of the memories.
    for start in held.map(|place| place / 4096 * 4096).filter(|start| sound[*start] == 1) {
        let mut bytes = sound.clone();
        bytes[start + 4] ^= 0x51;
        std::fs::write(&file, &bytes).expect("a store takes bytes");
        // Asked in the moment of the daemon's start: what it says must not depend on what it has looked at by then.
        let shown = home.run(["check", "--repair"]);
        let exported = home.run(["export"]);
        if exported.code == 0 {
            // The page is one of an older state.
            home.run(["daemon", "stop"]).ok();
            continue;
        }
        let shown = shown.exits(7).out;
        assert!(shown.contains("written anew"), "{shown}");
        let lines = exported.exits(1);
        assert!(lines.err.contains("no backup"), "{}", lines.err);
        assert_eq!(lines.out, before, "an end of a key can be told by its width");
        home.run(["check", "--repair", "--yes"]).ok();
        home.run(["check"]).ok();
        assert_eq!(home.run(["export"]).ok(), before);
        let undone = home.run(["undo", "4"]).exits(1).err;
        assert!(undone.contains("cannot be undone"), "{undone}");
        assert!(home.run(["log"]).ok().contains("repair"));
        return;
    }
    panic!("no page of the last state was met");
}

#[test]
fn a_header_that_rotted_is_read_by_what_is_known_of_it_and_written_anew_by_a_repair() {
    let home = sandbox();
    home.run(["record", "We use Postgres as the main database"]).ok();
    home.run(["daemon", "stop"]).ok();
    home.until("no daemon is left", || home.daemons() == 0);
    let file = home.places().store.join("store.redb");
    let mut bytes = std::fs::read(&file).expect("it is there");
    bytes[3] ^= 1;
    std::fs::write(&file, &bytes).expect("it is ours");
    home.run(["daemon", "start"]).ok();
    assert!(home.run(["recall", "main database", "--budget-ms", "5000"]).ok().contains("Postgres"));
    let refused = home.run(["record", "Sessions live for an hour."]).exits(1);
    assert!(refused.err.contains("the header of the file is damaged"), "{}", refused.err);
    assert!(refused.err.contains("check --repair"), "{}", refused.err);
    assert!(home.run(["check"]).exits(1).out.contains("header"), "a check tells of it");
    home.run(["check", "--repair", "--yes"]).ok();
    home.run(["record", "Sessions live for an hour."]).ok();
    home.run(["check"]).ok();
    let kept = std::fs::read(file.with_file_name("store.redb.rotted-1")).expect("it is kept");
    assert!(kept == bytes);
}
