//! A file of which a number in a page rotted, in every page of every table: what can be read is exported, what cannot is told,
//! and a repair leaves a sound store that holds all that was there.

use std::collections::BTreeSet;
use std::path::Path;

use consolidate_shared::place::DATABASE;
use consolidate_shared::time::Timestamp;
use consolidate_shared::wire::v1::{
    Caller, Exported, ImportBegin, RepairPlanned, Request, Response,
};
use tempfile::TempDir;

use super::harness::{Daemon, user};
use crate::audit::{Outcome, Report};
use crate::checkup::{Asked, checkup};
use crate::store::hand::{Place, places};
use crate::store::{Holder, OpenError, Store, StoreLock};

const MEMORIES: usize = 160;

fn opened(folder: &Path) -> (StoreLock, Result<Store, OpenError>) {
    let holder = Holder { pid: std::process::id(), version: "0.0.0".to_owned() };
    let lock = StoreLock::acquire(folder, &holder).unwrap();
    let store = Store::open(folder, &lock);
    (lock, store)
}

/// The bytes of a store with several pages in its larger tables, and what it exports.
fn sound() -> (Vec<u8>, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let (_lock, store) = opened(folder.path());
    let mut daemon = Daemon::start_on(store.unwrap());
    let line = |number: usize| {
        let (tool, part) = (["cargo", "pnpm", "uv", "bazel"][number % 4], number / 4);
        format!(
            r#"{{"id":"note-{number}","text":"Use {tool} for part {part} of the build; its cache is in folder {number} of the runner","kind":"fact","project":"example.org/p{}"}}"#,
            part % 3
        )
    };
    for half in 0..4 {
        let numbers = half * MEMORIES / 4..(half + 1) * MEMORIES / 4;
        let begin = ImportBegin { caller: user(), strict: true };
        daemon.call(Request::ImportBegin(begin));
        daemon.call(Request::ImportLines { lines: numbers.map(line).collect() });
        let ended = daemon.call(Request::ImportEnd);
        assert!(matches!(&ended, Response::Imported(it) if it.added == 40), "{ended:?}");
    }
    for _ in 0..2 {
        daemon.record("the mailer drains its queue at night");
    }
    let run = daemon.plan().run_id.to_string();
    daemon.apply(&run).unwrap();
    let lines = daemon.export(false);
    daemon.stop();
    (std::fs::read(folder.path().join(DATABASE)).unwrap(), lines)
}

/// A folder whose store has these bytes.
fn holding(bytes: &[u8]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(DATABASE), bytes).unwrap();
    folder
}

fn checked(bytes: &[u8]) -> Report {
    let copy = holding(bytes);
    let now = "2026-05-01T11:00:00Z".parse::<Timestamp>().unwrap();
    let asked = Asked { copy: copy.path().to_owned(), staleness_budget: 1000, now };
    checkup(&asked, &mut |_| {}).unwrap()
}

/// All that is exported, and what was said in the end.
fn exported(daemon: &mut Daemon) -> (Vec<String>, Option<String>) {
    let mut sent = Vec::new();
    for page in 0.. {
        match daemon.call(Request::Export { without_rulings: false, page }) {
            Response::Exported(Exported { lines, more, .. }) => {
                sent.extend(lines);
                if !more {
                    break;
                }
            }
            Response::Refused(refused) => return (sent, Some(refused.message)),
            other => panic!("{other:?}"),
        }
    }
    (sent, None)
}

fn repaired(daemon: &mut Daemon) -> (RepairPlanned, String) {
    let Response::RepairPlanned(planned) = daemon.call(Request::PlanRepair) else {
        panic!("nothing was planned")
    };
    let (caller, id): (Caller, _) = (user(), planned.plan_id.to_string());
    let done = daemon.committed(Request::Repair { caller, id }).unwrap();
    (planned, done)
}

/// What became of a store in which this number rotted.
fn outlived(place: &Place, flip: u8, bytes: &[u8], before: &[String]) -> &'static str {
    let mut rotted = bytes.to_vec();
    rotted[place.at] ^= flip;
    let case = format!("{place:?} ^ {flip:x}");
    let folder = holding(&rotted);
    let (_lock, store) = opened(folder.path());
    let store = match store {
        Ok(store) => store,
        Err(error) => {
            assert!(error.to_string().contains("restore it from a backup"), "{case}: {error}");
            // With its debug assertions the database follows every tree when it opens.
            let followed =
                cfg!(debug_assertions) && matches!(place.what, "kind" | "count" | "child");
            assert!(place.table == "meta" || followed, "{case}: {error}");
            return "not opened, and told what to do";
        }
    };
    let found = checked(&rotted);
    let file = found.assertions.iter().find(|it| it.name == "file").unwrap();
    assert_eq!(file.outcome, Outcome::Fails, "{case}");
    let mut daemon = Daemon::start_on(store);
    // Its ids begin behind those of the engine that wrote the store.
    (0..16).for_each(|_| drop(daemon.draft("")));
    let (sent, said) = exported(&mut daemon);
    let all: BTreeSet<_> = before.iter().collect();
    let missing = before.len() - sent.iter().filter(|line| all.contains(line)).count();
    assert!(place.what == "child" || missing <= 2, "{case}: {missing} lines are missing");
    assert!(said.unwrap().contains("no backup"), "{case}");
    let (planned, done) = repaired(&mut daemon);
    assert_eq!(planned.left, 0, "{case}: {done}");
    assert!(done.contains("written anew"), "{case}: {done}");
    let (after, said) = exported(&mut daemon);
    assert_eq!((after.as_slice(), said), (before, None), "{case}: {done}");
    daemon.record("this is written to the new file");
    daemon.stop();
    let mended = std::fs::read(folder.path().join(DATABASE)).unwrap();
    let report = checked(&mended);
    assert!(report.holds, "{case}: {done}: {report:?}");
    let kept = std::fs::read(folder.path().join(format!("{DATABASE}.rotted-1"))).unwrap();
    // The database notes in the header that it has the file open.
    assert!(kept[16..] == rotted[16..], "{case}: the damaged file is kept as it was");
    if missing == 0 { "exported whole and repaired" } else { "exported in part and repaired" }
}

/// Tries every place of which the number is divided by `each`, and counts what became of the store.
fn tried(each: usize) {
    let (bytes, before) = sound();
    let report = checked(&bytes);
    assert!(report.holds, "{report:?}");
    let mut outcomes = std::collections::BTreeMap::<_, usize>::new();
    for (number, place) in places(&bytes).iter().enumerate() {
        if number % each == 0 {
            let flip = if number % 2 == 0 { 0x51 } else { 0xff };
            let outcome = outlived(place, flip, &bytes, &before);
            *outcomes.entry((place.table, place.what, outcome)).or_default() += 1;
        }
    }
    assert!(outcomes.values().sum::<usize>() > 5, "{outcomes:?}");
    eprintln!("{outcomes:#?}");
}

#[test]
fn a_number_that_rotted_in_a_page_is_outlived() {
    tried(23);
}

#[test]
#[ignore = "minutes: every page of every table"]
fn a_number_that_rotted_in_any_page_is_outlived() {
    tried(1);
}
