//! Who may do what, and what no way in lets through.

use consolidate_shared::wire::v1::{
    ErrorCode, ImportBegin, Order, OrderKind, Request, Response, Role,
};

use super::harness::{Daemon, agent, caller, user};

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
    let refused = daemon.redo(Some(&run)).unwrap_err();
    assert_eq!(refused.code, ErrorCode::Stale, "{}", refused.message);
    assert!(refused.message.contains("pinned"), "{}", refused.message);
    assert_eq!(daemon.texts("main database").len(), 2);
}

fn as_user(daemon: &mut Daemon, memory: &str, kind: OrderKind) {
    let order = Order { caller: user(), memory: memory.to_owned(), kind, note: None };
    daemon.committed(Request::Order(order)).unwrap();
}

fn retire() -> OrderKind {
    OrderKind::Retire { reason: consolidate_shared::model::RetireReason::Retracted }
}

#[test]
fn every_name_of_a_caller_is_bounded_clean_and_without_secrets() {
    for bad in
        [token(), "a\u{1b}[31mb".to_owned(), "a\0b".to_owned(), "a\nb".to_owned(), "x".repeat(2000)]
    {
        let mut callers = [agent(), agent(), agent()];
        callers[0].role = Role::Agent { name: bad.clone(), capable: true };
        callers[1].session = Some(bad.clone());
        callers[2].project = Some(bad.clone());
        for caller in callers {
            let mut daemon = Daemon::start();
            let memory = daemon.record("Sessions expire after one hour.").id.to_string();
            let before = daemon.export(false);
            let mut draft = daemon.draft("Another fact.");
            draft.caller = caller.clone();
            let begin = ImportBegin { caller: caller.clone(), strict: false };
            let order = Order { caller: caller.clone(), memory, kind: OrderKind::Pin, note: None };
            for request in [
                Request::Record(Box::new(draft)),
                Request::Order(order),
                Request::ImportBegin(begin),
                Request::Apply { caller: caller.clone(), id: "run_0000000000000000".to_owned() },
                Request::Undo { caller: caller.clone(), id: None },
                Request::Redo { caller: caller.clone(), id: None },
            ] {
                let Response::Refused(refused) = daemon.call(request) else { panic!("{bad:?}") };
                assert_eq!(refused.code, ErrorCode::Invalid, "{}", refused.message);
                assert!(!refused.message.contains(&bad) && !refused.message.contains('\u{1b}'));
            }
            assert_eq!(daemon.export(false), before);
        }
    }
}

#[test]
fn notes_are_bounded_and_clean() {
    let mut daemon = Daemon::start();
    let memory = daemon.record("Sessions expire after one hour.").id.to_string();
    for bad in ["a\u{1b}[31mb".to_owned(), "a\0b".to_owned(), "x".repeat(20_000)] {
        let order = Order {
            caller: agent(),
            memory: memory.clone(),
            kind: OrderKind::Pin,
            note: Some(bad),
        };
        assert_eq!(daemon.committed(Request::Order(order)).unwrap_err().code, ErrorCode::Invalid);
    }
}

#[test]
fn the_first_commit_of_a_repository_is_no_secret() {
    let mut daemon = Daemon::start();
    let mut draft = daemon.draft("Another fact.");
    draft.caller.project = Some("4b825dc642cb6eb9a060e54bf8d69288fbee4904".to_owned());
    daemon.try_record(draft).unwrap();
}

#[test]
fn an_agent_goes_back_on_agents_entries_and_passes_only() {
    let mut daemon = Daemon::start();
    let id = daemon.record("Sessions expire after one hour.").id.to_string();
    daemon.undo(None).unwrap();
    daemon.redo(None).unwrap();
    as_user(&mut daemon, &id, OrderKind::Pin);
    assert_eq!(daemon.undo(None).unwrap_err().code, ErrorCode::Forbidden, "a person's pin");
    as_user(&mut daemon, &id, OrderKind::Unpin);
    as_user(&mut daemon, &id, retire());
    assert_eq!(daemon.undo(None).unwrap_err().code, ErrorCode::Forbidden, "a person's retirement");
    daemon.committed(Request::Undo { caller: user(), id: None }).unwrap();
    assert_eq!(daemon.redo(None).unwrap_err().code, ErrorCode::Forbidden, "a person's, again");
}

#[test]
fn an_agent_redoes_nothing_against_what_a_person_has_pinned_since() {
    let mut daemon = Daemon::start();
    let older = daemon.record("Sessions expire after one hour.").id.to_string();
    daemon.order(&older, retire()).unwrap();
    let retired = daemon.undo(None).unwrap();
    as_user(&mut daemon, &older, OrderKind::Pin);
    assert_eq!(daemon.redo(Some("2")).unwrap_err().code, ErrorCode::Forbidden, "{retired}");
    assert_eq!(daemon.texts("sessions").len(), 1);
}

#[test]
fn of_a_persons_import_an_agent_takes_back_only_what_is_nobodys_word() {
    let import = |daemon: &mut Daemon, kind: &str| {
        let begin = ImportBegin { caller: user(), strict: true };
        daemon.call(Request::ImportBegin(begin));
        let lines =
            vec![format!(r#"{{"text":"Never push to main.","kind":"{kind}","project":"p"}}"#)];
        daemon.call(Request::ImportLines { lines });
        let Response::Imported(report) = daemon.call(Request::ImportEnd) else { panic!() };
        assert_eq!(report.added, 1);
    };
    let mut daemon = Daemon::start();
    import(&mut daemon, "policy");
    assert_eq!(daemon.undo(None).unwrap_err().code, ErrorCode::Forbidden);
    let mut daemon = Daemon::start();
    import(&mut daemon, "fact");
    // It has to say that it means somebody else's.
    assert_eq!(daemon.undo(None).unwrap_err().code, ErrorCode::Forbidden);
    daemon.undo(Some("1")).unwrap();
}

#[test]
fn an_agent_revives_nothing_of_a_persons_and_promotes_nothing() {
    let mut daemon = Daemon::start();
    let mut draft = daemon.draft("I review on Mondays.");
    draft.caller = user();
    let word = daemon.try_record(draft).unwrap().id.to_string();
    as_user(&mut daemon, &word, retire());
    assert_eq!(daemon.order(&word, OrderKind::Revive).unwrap_err().code, ErrorCode::Forbidden);
    let mut draft = daemon.draft("Perhaps the cache is too small.");
    draft.candidate = true;
    let candidate = daemon.try_record(draft).unwrap().id.to_string();
    let done = daemon.order(&candidate, OrderKind::Revive).unwrap();
    assert!(done.starts_with("nothing to do"), "{done}");
}

#[test]
fn an_imported_row_links_onto_nothing_of_a_persons_in_either_direction() {
    let mut daemon = Daemon::start();
    let mut draft = daemon.draft("I review on Mondays.");
    draft.caller = user();
    let persons = daemon.try_record(draft).unwrap().id;
    let header = r#"{"consolidate_export":1,"rulings":false}"#;
    for field in ["supersedes", "superseded_by"] {
        let row = format!(
            r#"{{"id":"{field}","text":"I review on Tuesdays ({field}).","project":"example.org/shop","{field}":"{persons}"}}"#
        );
        for lines in [vec![row.as_str()], vec![header, row.as_str()]] {
            let report = daemon.import(&lines, false);
            assert_eq!((report.added, report.bad_count), (0, 1), "{lines:?}");
        }
    }
}

#[test]
fn an_imported_row_is_held_to_what_a_recorded_one_is() {
    let mut daemon = Daemon::start();
    let long = "x".repeat(10_000);
    let header = r#"{"consolidate_export":1,"rulings":false}"#;
    let trigger = format!(r#"{{"text":"One.","project":"p","trigger":{{"command":"{long}"}}}}"#);
    let escape =
        r#"{"text":"Two.","project":"p","sources":[{"at":"2026-01-01","agent":"a\u001b[31m"}]}"#;
    let report = daemon.import(&[trigger.as_str(), escape], false);
    assert_eq!((report.added, report.bad_count), (0, 2));
    let wording = r#"{"text":"Three.","project":"p","wordings":[{"of":"mem_00000000000000000000000001","text":"a\u0000b"}]}"#;
    let context = format!(
        r#"{{"text":"Four.","project":"p","evidence":{{"confirmed":10,"contradicted":0,"contexts":[{{"day":"2026-01-01","confirms":true,"judge":"test","who":"{}"}}]}}}}"#,
        token()
    );
    let report = daemon.import(&[header, wording, context.as_str()], false);
    assert_eq!((report.added, report.bad_count), (1, 1), "{report:?}");
    assert!(!daemon.export(false).join("\n").contains(&token()));
}

#[test]
fn who_names_nothing_takes_back_no_other_agents_write_and_redoes_nothing_across_new_work() {
    let mut daemon = Daemon::start();
    daemon.record("The port is 8080");
    let other = caller(Role::Agent { name: "codex".to_owned(), capable: false });
    let mut undo = |id: Option<&str>| {
        let id = id.map(str::to_owned);
        daemon.committed(Request::Undo { caller: other.clone(), id })
    };
    let refused = undo(None).unwrap_err();
    assert_eq!(refused.code, ErrorCode::Forbidden);
    assert!(refused.message.contains("The port is 8080"), "{refused:?}");
    undo(Some("1")).unwrap();
    daemon.record("something else");
    let by_person = Request::Redo { caller: user(), id: None };
    assert_eq!(daemon.committed(by_person).unwrap_err().code, ErrorCode::NotFound);
    daemon.redo(Some("1")).unwrap();
}

#[test]
fn nothing_is_replaced_by_what_its_project_never_sees() {
    let mut daemon = Daemon::start();
    let old = daemon.record("We use Jenkins in the docs repository").id.to_string();
    let mut draft = daemon.draft("All repositories build on Actions");
    draft.caller.project = Some("example.org/docs".to_owned());
    let new = daemon.try_record(draft).unwrap().id.to_string();
    let refused = daemon.order(&old, OrderKind::SupersededBy { successor: new }).unwrap_err();
    assert_eq!(refused.code, ErrorCode::Invalid, "{refused:?}");
}
