//! Who may do what, and what no way in lets through.

use consolidate_shared::wire::v1::{ErrorCode, Order, OrderKind, Request};

use super::harness::{Daemon, agent, user};

/// A token of a known shape, put together at run time.
fn token() -> String {
    format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0".repeat(2).chars().take(36).collect::<String>())
}

#[test]
fn notes_and_names_are_screened_like_everything_else() {
    let mut daemon = Daemon::start();
    let id = daemon.record("Sessions expire after one hour.").id.to_string();
    let note = Some(format!("because {}", token()));
    let order = Order { caller: agent(), memory: id, kind: OrderKind::Pin, note };
    daemon.committed(Request::Order(order)).unwrap();
    assert!(!daemon.show("2", consolidate_shared::wire::v1::Form::Json).contains(&token()));
    let mut draft = daemon.draft("Another fact of the day.");
    draft.caller.session = Some(token());
    assert_eq!(daemon.try_record(draft).unwrap_err().code, ErrorCode::Invalid);
    let mut draft = daemon.draft("A third fact of the day.");
    draft.caller.project = Some("https://u:pw@github.com/A/B.git".to_owned());
    daemon.try_record(draft).unwrap();
    let export = daemon.export(false).join("\n");
    assert!(export.contains("github.com/a/b") && !export.contains("pw@"), "{export}");
}

#[test]
fn an_id_that_was_used_for_another_text_is_refused() {
    let mut daemon = Daemon::start();
    let draft = daemon.draft("The first text under this id.");
    daemon.try_record(draft.clone()).unwrap();
    let mut other = draft;
    other.text = "Quite another text.".to_owned();
    assert_eq!(daemon.try_record(other).unwrap_err().code, ErrorCode::Invalid);
}

#[test]
fn an_agent_cannot_undo_what_a_person_recorded() {
    let mut daemon = Daemon::start();
    let mut draft = daemon.draft("I review on Mondays.");
    draft.caller = user();
    daemon.try_record(draft).unwrap();
    assert_eq!(daemon.undo(None).unwrap_err().code, ErrorCode::Forbidden);
    assert_eq!(daemon.texts("review Mondays").len(), 1);
}

#[test]
fn an_agent_cannot_claim_a_persons_word_by_an_export_into_a_store_in_use() {
    let mut daemon = Daemon::start();
    let mut draft = daemon.draft("Never push to main.");
    draft.caller = user();
    draft.kind = consolidate_shared::model::Kind::Policy;
    daemon.try_record(draft).unwrap();
    let lines = daemon.export(true);
    let borrowed: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut other = Daemon::start();
    assert_eq!(other.import(&borrowed, false).added, 1, "an empty store is restored");
    let mut used = Daemon::start();
    used.record("Something is here already.");
    let report = used.import(&borrowed, false);
    assert_eq!((report.added, report.bad_count), (0, 1));
}

#[test]
fn a_redo_retires_nothing_that_was_pinned_meanwhile() {
    let mut daemon = Daemon::start();
    daemon.import(
        &[
            r#"{"id":"a","text":"We use Postgres as the main database.","project":"example.org/shop","created_at":"2026-01-01"}"#,
            r#"{"id":"b","text":"Postgres is our main database.","project":"example.org/shop","created_at":"2026-01-02"}"#,
        ],
        true,
    );
    let run = daemon.plan().run_id.to_string();
    daemon.apply(&run).unwrap();
    daemon.undo(Some(&run)).unwrap();
    daemon.order("b", OrderKind::Pin).unwrap();
    assert_eq!(daemon.redo(Some(&run)).unwrap_err().code, ErrorCode::Invalid);
    assert_eq!(daemon.texts("main database").len(), 2);
}
