//! While the index is built, and what is kept for the next time that it is.

use std::path::Path;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Kind, RetireReason};
use consolidate_shared::place::ANALYSED;
use consolidate_shared::wire::v1::{
    BriefRequest, Coverage, OrderKind, Reindexed, Request, Response, Stage, Where,
};

use super::harness::{Daemon, agent, user};
use crate::store::{Holder, Store, StoreLock};

const POLICY: &str = "Never force-push to main";

fn lock(folder: &Path) -> StoreLock {
    StoreLock::acquire(folder, &Holder { pid: 1, version: String::new() }).unwrap()
}

/// A store with a policy, a pin, and more.
fn filled(folder: &Path) {
    let lock = lock(folder);
    let mut daemon = Daemon::start_on(Store::open(folder, &lock).unwrap());
    let mut policy = daemon.draft(POLICY);
    (policy.caller, policy.kind) = (user(), Kind::Policy);
    daemon.try_record(policy).unwrap();
    for number in 0..12 {
        daemon.record(&format!("Module {number} of the parser talks to queue {number}"));
    }
    let pinned = daemon.record("The staging database is called heron").id.to_string();
    daemon.order(&pinned, OrderKind::Pin).unwrap();
    daemon.stop();
}

fn brief(daemon: &mut Daemon) -> (String, Coverage) {
    let place = Where::Project("example.org/shop".to_owned());
    let request = BriefRequest {
        caller: agent(),
        place,
        task: "change the parser".to_owned(),
        anchors: Vec::new(),
        window: None,
        tokens: None,
        budget_us: 10_000_000,
    };
    match daemon.call(Request::Brief(request)) {
        Response::Brief(brief) => (brief.text, brief.coverage),
        other => panic!("{other:?}"),
    }
}

fn reindex(daemon: &mut Daemon) -> Reindexed {
    match daemon.call(Request::Reindex) {
        Response::Reindexed(reindexed) => reindexed,
        other => panic!("{other:?}"),
    }
}

/// Policies and pins are there at once, whatever is kept, and the answer says that it is not all.
#[test]
fn policies_and_pins_do_not_wait_for_the_index() {
    let folder = tempfile::tempdir().unwrap();
    filled(folder.path());
    for kept in [true, false] {
        if !kept {
            std::fs::remove_file(folder.path().join(ANALYSED)).unwrap();
        }
        let lock = lock(folder.path());
        let (mut daemon, mut writer) =
            Daemon::start_unbuilt(Store::open(folder.path(), &lock).unwrap());
        writer.show_first();
        let (text, coverage) = brief(&mut daemon);
        assert_eq!(coverage, Coverage::cut(Stage::Index));
        assert!(text.contains(POLICY) && text.contains("heron"), "{text}");
        assert!(!text.contains("queue"), "{text}");
        let answer = daemon.recall_with("heron", false);
        assert_eq!((answer.hits.len(), answer.health.index_ready), (1, false));
        let answer = daemon.recall_with("queue 7 of the parser", false);
        assert_eq!(answer.coverage, Coverage::cut(Stage::Index));
        assert!(!answer.nothing_relevant, "it may be among what is not there yet");
        daemon.build(writer);
        let (text, coverage) = brief(&mut daemon);
        assert_eq!(coverage, Coverage::FULL);
        assert!(text.contains(POLICY) && text.contains("queue"), "{text}");
        daemon.stop();
    }
}

/// What is kept is for nobody else, and a store answers alike with it, without it, with one of before and with rubbish in its place.
#[test]
fn what_is_kept_changes_no_answer() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    filled(folder.path());
    let place = folder.path().join(ANALYSED);
    let before = std::fs::read(&place).unwrap();
    assert_eq!(std::fs::metadata(&place).unwrap().permissions().mode() & 0o777, 0o600);
    let mut answers = Vec::new();
    for round in 0..4 {
        match round {
            0 => {}
            1 => std::fs::remove_file(&place).unwrap(),
            2 => std::fs::write(&place, "rubbish").unwrap(),
            _ => std::fs::write(&place, &before).unwrap(),
        }
        let lock = lock(folder.path());
        let mut daemon = Daemon::start_on(Store::open(folder.path(), &lock).unwrap());
        if round == 0 {
            let mut more = daemon.draft("The parser talks to queue 99 now");
            more.id = MemoryId(1 << 70);
            daemon.try_record(more).unwrap();
            let module = daemon.recall_with("module 3 of the parser", false).hits[0].id.to_string();
            let reason = RetireReason::Retracted;
            daemon.order(&module, OrderKind::Retire { reason }).unwrap();
        }
        let found = |daemon: &mut Daemon| {
            ["parser queue", "heron", "module 3"].map(|query| daemon.recall_with(query, true).hits)
        };
        let hits = found(&mut daemon);
        let reindexed = reindex(&mut daemon);
        assert_eq!((reindexed.memories, reindexed.served, reindexed.passed_over), (15, 14, 0));
        assert_eq!(found(&mut daemon), hits, "made anew from the texts alone");
        answers.push(hits);
        daemon.stop();
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:#?}");
}

/// What was acknowledged before a reindex and after it is found.
#[test]
fn writes_are_read_behind_a_reindex() {
    let mut daemon = Daemon::start();
    daemon.record("Cache entries live for one hour");
    let reindexed = reindex(&mut daemon);
    assert_eq!((reindexed.memories, reindexed.generation), (1, 1));
    daemon.record("Sessions live for one day");
    assert_eq!(daemon.texts("live for one").len(), 2);
    assert_eq!(reindex(&mut daemon).memories, 2);
    assert_eq!(daemon.texts("live for one").len(), 2);
}
