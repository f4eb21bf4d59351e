//! A disk that fails: nothing acknowledged is lost, reads go on, and every answer says how things stand.

use consolidate_shared::wire::v1::{ErrorCode, Request, Response, StoreHealth};

use super::harness::Daemon;
use crate::store::Store;
use crate::store::disk::{FakeDisk, FaultKind};

#[test]
fn a_disk_that_stays_broken_makes_the_store_read_only_and_reads_go_on() {
    let disk = FakeDisk::default();
    let mut daemon = Daemon::start_on(Store::with_backend(disk.clone()).unwrap());
    daemon.record("The first fact is safe.");
    disk.fail_from(0, FaultKind::Write);
    for text in ["The second one meets a broken disk.", "So does the third one here."] {
        let draft = daemon.draft(text);
        assert_eq!(daemon.try_record(draft).unwrap_err().code, ErrorCode::ReadOnly);
    }
    let answer = daemon.recall_with("first fact", false);
    assert_eq!(answer.hits.len(), 1);
    assert_eq!(answer.health.store, StoreHealth::ReadOnly);
    let problem = answer.health.problem.unwrap();
    // Who asks for the health hears of it too.
    let Response::Health(report) = daemon.call(Request::Health { days: 1 }) else { panic!() };
    assert_eq!(report.warnings.first().map(|warning| &warning.what), Some(&problem));
}

#[test]
fn a_fault_that_passes_leaves_a_daemon_that_reads_and_writes() {
    for fault in 0..40 {
        let disk = FakeDisk::default();
        let mut daemon = Daemon::start_on(Store::with_backend(disk.clone()).unwrap());
        daemon.record("The first fact is safe.");
        let at = disk.operations() + fault;
        disk.fail_once(at);
        let draft = daemon.draft("The second one may meet a fault.");
        let first_try = daemon.try_record(draft.clone());
        // The same write again: whatever became of the first try, it is there once.
        let again = daemon.try_record(draft);
        let answer = daemon.recall_with("fact second one", false);
        if answer.health.store == StoreHealth::Ok {
            assert!(first_try.is_ok() || again.is_ok(), "{fault}: {first_try:?} {again:?}");
            assert_eq!(daemon.texts("meet a fault").len(), 1, "{fault}");
        }
        assert_eq!(daemon.texts("safe"), ["The first fact is safe."], "{fault}");
    }
}
