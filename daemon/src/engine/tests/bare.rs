//! Undoing the latest again and again comes to an end, whatever was undone by its name in between; a bare redo is for whoever
//! undid.

use consolidate_shared::journal::EntryKind;
use consolidate_shared::wire::v1::{Caller, ErrorCode, Request, Role};
use proptest::prelude::*;

use super::backwards::{History, Step, step};
use super::harness::{Daemon, agent, caller, user};

impl Daemon {
    fn go(&mut self, caller: Caller, redo: bool) -> Result<String, (ErrorCode, String)> {
        let request = if redo {
            Request::Redo { caller, id: None }
        } else {
            Request::Undo { caller, id: None }
        };
        self.committed(request).map_err(|refused| {
            (refused.code, format!("{}\n{}", refused.message, refused.hint.unwrap_or_default()))
        })
    }

    /// Undoes the latest until there is nothing, and says how often.
    fn undo_everything(&mut self) -> Result<u64, String> {
        let most = self.view().generation().0 + 1;
        for times in 0..=most {
            match self.go(user(), false) {
                Ok(_) => {}
                Err((ErrorCode::NotFound, _)) => return Ok(times),
                Err((code, message)) => return Err(format!("{code:?}: {message}")),
            }
        }
        Err(format!("{most} undos come to no end"))
    }
}

fn slotted(daemon: &mut Daemon, caller: Caller, text: &str) {
    let mut draft = daemon.draft(text);
    draft.caller = caller;
    draft.slot = Some("package-manager".to_owned());
    daemon.try_record(draft).unwrap();
}

#[test]
fn a_question_that_an_undo_closed_stands_in_no_bare_undos_way() {
    let mut daemon = Daemon::start();
    slotted(&mut daemon, user(), "using poetry");
    daemon.at("2026-05-02T10:00:00Z");
    slotted(&mut daemon, agent(), "switched to uv");
    let run = daemon.plan().run_id.to_string();
    daemon.apply(&run).unwrap();
    let whole = daemon.export(false);
    assert_eq!(daemon.view().reviews().unwrap().len(), 1, "the pass asks");
    daemon.committed(Request::Undo { caller: user(), id: Some("2".to_owned()) }).unwrap();
    assert_eq!(daemon.view().reviews().unwrap().len(), 0, "with one side it asks nothing");
    let done = daemon.go(user(), false).unwrap();
    assert!(done.starts_with("undid 3 (pass"), "{done}");
    assert_eq!(daemon.undo_everything(), Ok(1));
    assert!(daemon.export(true).len() < 2, "nothing but the head is left");
    for _ in 0..3 {
        daemon.go(user(), true).unwrap();
    }
    assert_eq!(daemon.export(false), whole);
}

#[test]
fn a_bare_redo_is_for_whoever_undid() {
    let other = || caller(Role::Agent { name: "codex".to_owned(), capable: false });
    let mut daemon = Daemon::start();
    daemon.record("The port is 8080");
    daemon.undo(None).unwrap();
    let (code, message) = daemon.go(other(), true).unwrap_err();
    assert_eq!(code, ErrorCode::Forbidden);
    assert!(
        message.contains("The port is 8080") && message.contains("consolidate redo 1"),
        "{message}"
    );
    daemon.redo(None).unwrap();
    // What another one undid by its name is that one's to redo.
    daemon.committed(Request::Undo { caller: other(), id: Some("1".to_owned()) }).unwrap();
    assert_eq!(daemon.redo(None).unwrap_err().code, ErrorCode::Forbidden);
    daemon.go(other(), true).unwrap();
    daemon.undo(None).unwrap();
    daemon.go(user(), true).unwrap();
}

#[test]
fn a_redo_that_is_refused_names_what_goes_before_it() {
    let mut daemon = Daemon::start();
    let id = daemon.record("The port is 8080").id.to_string();
    let pin = consolidate_shared::wire::v1::OrderKind::Pin;
    daemon.order(&id, pin).unwrap();
    daemon.committed(Request::Undo { caller: user(), id: Some("2".to_owned()) }).unwrap();
    daemon.committed(Request::Undo { caller: user(), id: Some("1".to_owned()) }).unwrap();
    let again = Request::Redo { caller: user(), id: Some("2".to_owned()) };
    let refused = daemon.committed(again).unwrap_err();
    let hint = refused.hint.unwrap();
    assert!(hint.contains("consolidate redo 1\n  consolidate redo 2"), "{hint}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn undoing_the_latest_comes_to_an_end(
        steps in prop::collection::vec((step(), any::<u8>()), 1..14),
    ) {
        let mut history = History::start();
        for (step, named) in steps {
            history.take(&step);
            // Something is undone by its name, or what was undone is applied again.
            let entries = history.daemon.view().generation().0;
            if named % 3 == 0 && entries > 0 {
                let entry = 1 + u64::from(named) % entries;
                drop(history.undo(Some(entry)));
                if named % 2 == 0 && matches!(step, Step::Record(_)) {
                    drop(history.redo(Some(entry)));
                }
            }
        }
        let undone = history.daemon.undo_everything();
        let log: Vec<(u64, EntryKind)> = history.daemon.view().entries_before(None).unwrap()
            .map(|entry| entry.map(|entry| (entry.generation.0, entry.kind)).unwrap()).collect();
        prop_assert!(undone.is_ok(), "{undone:?}: {log:?}");
        prop_assert!(history.daemon.view().memories(None).unwrap().next().is_none());
    }
}
