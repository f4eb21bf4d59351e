//! A store that is moved away under the daemon: nothing more is acknowledged, not even what was written before.

use consolidate_shared::wire::v1::{ErrorCode, StoreHealth};

use super::harness::Daemon;
use crate::store::{Holder, Store, StoreLock};

#[test]
fn a_write_that_is_there_already_is_not_acknowledged_once_the_store_is_gone() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("store");
    let holder = Holder { pid: std::process::id(), version: "0.0.0".to_owned() };
    let lock = StoreLock::acquire(&folder, &holder).unwrap();
    let mut daemon = Daemon::start_on(Store::open(&folder, &lock).unwrap());
    let draft = daemon.draft("The first fact is safe.");
    daemon.try_record(draft.clone()).unwrap();
    daemon.try_record(draft.clone()).unwrap();
    std::fs::rename(&folder, home.path().join("elsewhere")).unwrap();
    let another = daemon.draft("The second fact comes too late.");
    for draft in [draft, another] {
        let refused = daemon.try_record(draft).unwrap_err();
        assert_eq!(refused.code, ErrorCode::ReadOnly);
        assert!(refused.message.contains("was moved or removed"), "{refused:?}");
        assert!(refused.hint.is_some_and(|hint| hint.contains("put it back")));
    }
    // Whoever reads until the daemon has ended reads on, and is told.
    let answer = daemon.recall_with("first fact", false);
    assert_eq!((answer.hits.len(), answer.health.store), (1, StoreHealth::ReadOnly));
    assert!(answer.health.problem.unwrap().contains("was moved or removed"));
    daemon.stop();
    drop(lock);
    assert!(!folder.exists());
}
