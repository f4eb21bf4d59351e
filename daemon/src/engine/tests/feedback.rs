//! Feedback through the engine: evidence is durable when it is acknowledged, use is written with the next commit, and the
//! passes act on both.

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Judge, Kind, RetireReason, Signal};
use consolidate_shared::wire::v1::{
    Caller, ErrorCode, Feedback, FeedbackAnswer, Flag, Form, Heeded, LogRow, MemoryView, OrderKind,
    ReadRequest, Refused, Request, Response, Role,
};

use super::harness::{Daemon, agent, feedback, user};

fn told(daemon: &mut Daemon, feedback: Feedback) -> Result<FeedbackAnswer, Refused> {
    match daemon.call(Request::Feedback(feedback)) {
        Response::Feedback(answer) => Ok(answer),
        Response::Refused(refused) => Err(refused),
        other => panic!("{other:?}"),
    }
}

fn from(name: &str) -> Caller {
    Caller { role: Role::Agent { name: name.to_owned(), capable: false }, ..agent() }
}

fn read(daemon: &mut Daemon, caller: Caller, id: &str) -> MemoryView {
    match daemon.call(Request::Read(ReadRequest { caller, memory: id.to_owned() })) {
        Response::Memory(memory) => *memory,
        other => panic!("{other:?}"),
    }
}

fn log(daemon: &mut Daemon) -> Vec<LogRow> {
    match daemon.call(Request::Log { limit: 50, before: None }) {
        Response::Log(rows) => rows,
        other => panic!("{other:?}"),
    }
}

fn candidate(daemon: &mut Daemon, text: &str) -> String {
    let mut draft = daemon.draft(text);
    draft.candidate = true;
    let id = draft.id;
    daemon.try_record(draft).unwrap();
    id.to_string()
}

#[test]
fn evidence_is_an_entry_of_its_own_and_counts_once_a_day() {
    let mut daemon = Daemon::start();
    let id = daemon.record("The port is 8080").id.to_string();
    let first = told(&mut daemon, feedback(from("a"), &id, Signal::Helped)).unwrap();
    assert_eq!((first.weight, first.entries.len()), (10, 1));
    assert_eq!(first.memories[0].heeded, Heeded::Counted);
    let again = told(&mut daemon, feedback(from("a"), &id, Signal::Confirm)).unwrap();
    assert_eq!((again.memories[0].heeded, again.entries.len()), (Heeded::Already, 0));
    daemon.at("2026-05-02T00:00:00Z");
    let mut next = feedback(from("a"), &id, Signal::Confirm);
    (next.judge, next.build) = (Some(Judge::Test), Some("1842".to_owned()));
    assert_eq!(told(&mut daemon, next).unwrap().weight, 15);
    let memory = read(&mut daemon, user(), &id);
    assert_eq!((memory.evidence.confirmed, memory.evidence.confirming), (25, 1));
    assert_eq!(memory.evidence.build.as_deref(), Some("1842"));
    assert_eq!(memory.trust, 1000 * (20 + 25) / (40 + 25));
    let row = &log(&mut daemon)[0];
    assert_eq!((row.kind.as_str(), row.actor.as_str()), ("evidence", "agent:a"));
    assert_eq!(daemon.undo(Some("3")).unwrap(), "undid 3 (evidence)");
    assert_eq!(read(&mut daemon, user(), &id).evidence.confirmed, 10);
}

#[test]
fn a_persons_word_is_a_persons_to_give() {
    let mut daemon = Daemon::start();
    let id = daemon.record("The port is 8080").id.to_string();
    let mut claim = feedback(from("a"), &id, Signal::Confirm);
    claim.judge = Some(Judge::Person);
    assert_eq!(told(&mut daemon, claim).unwrap_err().code, ErrorCode::Forbidden);
    assert_eq!(told(&mut daemon, feedback(user(), &id, Signal::Confirm)).unwrap().weight, 20);
    let unknown = Feedback {
        memories: vec![id, "mem_nothing".to_owned()],
        ..feedback(from("a"), "", Signal::Confirm)
    };
    let before = daemon.export(false);
    assert_eq!(told(&mut daemon, unknown).unwrap_err().code, ErrorCode::NotFound);
    assert_eq!(daemon.export(false), before, "all or none");
    let none = Feedback { memories: Vec::new(), ..feedback(user(), "", Signal::Used) };
    assert_eq!(told(&mut daemon, none).unwrap_err().code, ErrorCode::Invalid);
}

#[test]
fn use_waits_for_the_next_commit_and_reads_move_nothing() {
    let mut daemon = Daemon::start();
    let id = daemon.record("The port is 8080").id.to_string();
    let before = daemon.export(false);
    for _ in 0..3 {
        read(&mut daemon, agent(), &id);
    }
    read(&mut daemon, user(), &id);
    let noted = told(&mut daemon, feedback(agent(), &id, Signal::Used)).unwrap();
    assert_eq!((noted.memories[0].heeded, noted.entries.len()), (Heeded::Noted, 0));
    told(&mut daemon, feedback(agent(), &id, Signal::Triggered)).unwrap();
    for _ in 0..50 {
        daemon.recall_with("port", false);
    }
    assert_eq!(daemon.export(false), before);
    daemon.at("2026-05-09T00:00:00Z").record("The queue is Kafka");
    let memory = read(&mut daemon, user(), &id);
    let met = &memory.evidence;
    assert_eq!((met.opened, met.used, met.triggered), (3, 1, 1), "recalls and people do not count");
    assert_eq!(met.last_used, Some("2026-05-01".parse().unwrap()), "the day on which it was met");
    assert_eq!(memory.trust, 500, "use raises no trust");
    let rows = log(&mut daemon);
    let kinds: Vec<(&str, &str)> =
        rows.iter().map(|row| (row.kind.as_str(), row.actor.as_str())).collect();
    assert_eq!(kinds, [("evidence", "daemon"), ("write", "agent:coder"), ("write", "agent:coder")]);
}

#[test]
fn what_stands_alone_takes_the_use_along_in_the_entry_after_it() {
    let mut daemon = Daemon::start();
    let id = daemon.record("The port is 8080").id.to_string();
    read(&mut daemon, agent(), &id);
    daemon.import(&[r#"{"text":"The queue is Kafka"}"#], true);
    // The import's answer may come before what follows it is written: the next write is not before that.
    daemon.record("The cache is Redis");
    let mut kinds: Vec<String> = log(&mut daemon).into_iter().map(|row| row.kind).collect();
    assert_eq!(kinds.split_off(2), ["import", "write"]);
    kinds.sort_unstable();
    assert_eq!(kinds, ["evidence", "write"]);
    assert_eq!(read(&mut daemon, user(), &id).evidence.opened, 1);
}

#[test]
fn more_use_than_there_is_room_for_is_written_at_once() {
    let mut daemon = Daemon::start();
    let lines: Vec<String> = (0..5_000)
        .map(|number| {
            format!(r#"{{"id":"n{number}","text":"Service {number} is number {number}."}}"#)
        })
        .collect();
    daemon.import(&lines.iter().map(String::as_str).collect::<Vec<_>>(), true);
    for chunk in (0..5_000).collect::<Vec<u32>>().chunks(250) {
        let memories = chunk.iter().map(|number| format!("n{number}")).collect();
        let used = Feedback { memories, ..feedback(agent(), "", Signal::Used) };
        told(&mut daemon, used).unwrap();
    }
    daemon.record("The cache is Redis");
    for id in ["n0", "n4095", "n4096", "n4999"] {
        assert_eq!(read(&mut daemon, user(), id).evidence.used, 1, "{id}");
    }
}

#[test]
fn feedback_on_a_merged_memory_counts_for_its_survivor() {
    let mut daemon = Daemon::start();
    daemon.import(
        &[
            r#"{"id":"a","text":"We use Postgres as the main database.","created_at":"2026-01-01"}"#,
            r#"{"id":"b","text":"Postgres is our main database.","created_at":"2026-01-02"}"#,
        ],
        true,
    );
    let run = daemon.plan().run_id.to_string();
    daemon.apply(&run).unwrap();
    let both = Feedback {
        memories: vec!["a".to_owned(), "b".to_owned()],
        ..feedback(from("a"), "", Signal::Confirm)
    };
    let answer = told(&mut daemon, both).unwrap();
    assert_eq!(answer.memories.len(), 1);
    assert_eq!(answer.memories[0].id, read(&mut daemon, user(), "a").id);
    assert_eq!(read(&mut daemon, user(), "a").evidence.confirmed, 10);
}

fn promotions(daemon: &mut Daemon) -> u64 {
    let planned = daemon.plan();
    planned.plans.iter().filter(|plan| plan.pass.word() == "promote").map(|plan| plan.changes).sum()
}

#[test]
fn a_candidate_is_promoted_shown_applied_and_taken_back() {
    let mut daemon = Daemon::start();
    let id = candidate(&mut daemon, "The port is 8080");
    let flags = |daemon: &mut Daemon| daemon.recall_with("port", false).hits[0].flags.clone();
    assert_eq!(flags(&mut daemon), [Flag::Unverified]);
    told(&mut daemon, feedback(from("a"), &id, Signal::Helped)).unwrap();
    assert_eq!(promotions(&mut daemon), 0, "one context is not enough");
    told(&mut daemon, feedback(from("b"), &id, Signal::Confirm)).unwrap();
    let run = daemon.plan().run_id.to_string();
    let shown = daemon.show(&run, Form::Text);
    assert!(shown.contains("-standing: candidate\n+standing: active\n"), "{shown}");
    assert!(shown.contains("why: confirmed in 2 contexts (lower bound .425)"), "{shown}");
    let before = daemon.export(true);
    daemon.apply(&run).unwrap();
    assert_eq!(daemon.show(&run, Form::Text), shown);
    assert_eq!(flags(&mut daemon), []);
    assert!(daemon.plan().plans.iter().all(|plan| plan.changes == 0));
    daemon.undo(Some(&run)).unwrap();
    assert_eq!(daemon.export(true), before);
    assert_eq!(promotions(&mut daemon), 0, "an undo leaves a hold");
    daemon.redo(Some(&run)).unwrap();
    assert_eq!(flags(&mut daemon), []);
}

#[test]
fn a_promoted_candidate_is_compared_in_the_same_run() {
    let mut daemon = Daemon::start();
    daemon.record("We use Postgres as the main database");
    let id = candidate(&mut daemon, "Postgres is our main database");
    for name in ["a", "b"] {
        told(&mut daemon, feedback(from(name), &id, Signal::Confirm)).unwrap();
    }
    let planned = daemon.plan();
    let changed: Vec<&str> =
        planned.plans.iter().filter(|plan| plan.changes > 0).map(|plan| plan.pass.word()).collect();
    assert_eq!(changed, ["promote", "decay", "merge"]);
    daemon.apply(&planned.run_id.to_string()).unwrap();
    assert!(daemon.plan().plans.iter().all(|plan| plan.changes == 0), "a fixpoint");
    assert_eq!(daemon.texts("main database").len(), 1);
}

fn lesson(daemon: &mut Daemon, text: &str) -> String {
    let mut draft = daemon.draft(text);
    draft.kind = Kind::Pitfall;
    let id = draft.id;
    daemon.try_record(draft).unwrap();
    id.to_string()
}

#[test]
fn what_was_pruned_as_stale_comes_back_with_new_evidence_or_use() {
    let mut daemon = Daemon::start();
    let stays = lesson(&mut daemon, "Wait for the spinner");
    let used = lesson(&mut daemon, "Close the cookie banner");
    let dead = candidate(&mut daemon, "The queue is Kafka");
    daemon.at("2026-09-01T00:00:00Z");
    let run = daemon.plan().run_id.to_string();
    daemon.apply(&run).unwrap();
    for id in [&stays, &used, &dead] {
        let reason = read(&mut daemon, user(), id).standing_reason.unwrap();
        assert!(reason.starts_with("stale on 2026-09-01"), "{reason}");
    }
    assert!(daemon.texts("spinner").is_empty());
    let answer = told(&mut daemon, feedback(from("a"), &stays, Signal::Helped)).unwrap();
    assert!(answer.memories[0].revived);
    assert_eq!(daemon.texts("spinner"), ["Wait for the spinner"]);
    told(&mut daemon, feedback(from("a"), &dead, Signal::Confirm)).unwrap();
    assert_eq!(read(&mut daemon, user(), &dead).standing, "candidate");
    told(&mut daemon, feedback(from("a"), &used, Signal::Used)).unwrap();
    // The next write takes the use along.
    daemon.record("The cache is Redis");
    assert_eq!(read(&mut daemon, user(), &used).standing, "active");
    let run = daemon.plan();
    let prune = run.plans.iter().find(|plan| plan.pass.word() == "prune").unwrap();
    assert_eq!(prune.changes, 0, "it is not retired again");
}

#[test]
fn no_feedback_and_no_year_moves_a_policy() {
    let mut daemon = Daemon::start();
    let mut draft = daemon.draft("Never push to main");
    (draft.kind, draft.caller) = (Kind::Policy, user());
    let id: MemoryId = draft.id;
    daemon.try_record(draft).unwrap();
    for name in ["a", "b", "c"] {
        told(&mut daemon, feedback(from(name), &id.to_string(), Signal::Contradict)).unwrap();
    }
    daemon.at("2027-05-01T00:00:00Z");
    assert!(daemon.plan().plans.iter().all(|plan| plan.changes == 0));
    let order = OrderKind::Retire { reason: RetireReason::Stale };
    assert_eq!(daemon.order(&id.to_string(), order).unwrap_err().code, ErrorCode::Forbidden);
}
