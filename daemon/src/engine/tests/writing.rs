//! Records, folds, orders, undo.

use consolidate_shared::model::{Kind, RetireReason};
use consolidate_shared::wire::v1::{ErrorCode, OrderKind, ReadRequest, Request, Response};

use super::harness::{Daemon, agent, user};

#[test]
fn a_paraphrase_folds_into_one_memory_with_both_sources_and_wordings() {
    let mut daemon = Daemon::start();
    let first = daemon.record("We use Postgres as the main database.");
    let second = daemon.at("2026-05-01T11:00:00Z").record("Postgres is our main database.");
    assert_eq!(second.merged_into, Some(first.id));
    let request = ReadRequest { caller: agent(), memory: second.id.to_string() };
    let Response::Memory(memory) = daemon.call(Request::Read(request)) else { panic!() };
    assert_eq!(memory.id, first.id);
    assert_eq!(memory.sources.len(), 2);
    assert_eq!(memory.wordings[0].text, "Postgres is our main database.");
}

#[test]
fn a_text_that_is_spaced_otherwise_folds_whatever_ranks_before_it() {
    let mut daemon = Daemon::start();
    let first = daemon.record("La tâche écoute le port 5, voir « worker »");
    // More than a write is compared with say its words more often.
    for number in 0..40 {
        let text = format!("écoute port worker tâche écoute port worker tâche n{number}");
        assert_eq!(daemon.record(&text).merged_into, None);
    }
    for text in [
        "La  tâche écoute\tle port 5, voir « worker »",
        "La tâche écoute le port 5, voir « worker ».",
    ] {
        assert_eq!(daemon.record(text).merged_into, Some(first.id), "{text}");
    }
}

#[test]
fn a_narrower_scope_stays_apart_and_a_contradiction_keeps_both() {
    let mut daemon = Daemon::start();
    daemon.record("We use Postgres as the main database.");
    let narrow = daemon.record("We use Postgres as the main database in the billing service only.");
    assert_eq!(narrow.merged_into, None);
    let main = daemon.record("Auto-deploy to production is permitted.");
    let denied = daemon.record("Auto-deploy to production is not permitted.");
    assert_eq!(denied.related[0].relation, "conflicts");
    let answer = daemon.recall_with("auto-deploy production", false);
    assert_eq!(answer.hits.len(), 2);
    let conflicts: Vec<_> = answer.hits.iter().map(|hit| hit.conflicts[0].id).collect();
    assert!(conflicts.contains(&main.id) && conflicts.contains(&denied.id));
}

#[test]
fn the_same_id_again_is_the_same_write() {
    let mut daemon = Daemon::start();
    let draft = daemon.draft("The API listens on port 9180.");
    let first = daemon.try_record(draft.clone()).unwrap();
    let again = daemon.try_record(draft).unwrap();
    assert!(again.already);
    assert_eq!((again.id, again.generation), (first.id, first.generation));
}

#[test]
fn one_entry_per_project_kind_and_content() {
    let mut daemon = Daemon::start();
    let first = daemon.record("Tests need Docker.");
    assert_eq!(daemon.record("Tests need Docker.").merged_into, Some(first.id));
    let mut pitfall = daemon.draft("Tests need Docker.");
    pitfall.kind = Kind::Pitfall;
    assert_eq!(daemon.try_record(pitfall).unwrap().merged_into, None);
    let mut elsewhere = daemon.draft("Tests need Docker.");
    elsewhere.caller.project = Some("example.org/other".to_owned());
    assert_eq!(daemon.try_record(elsewhere).unwrap().merged_into, None);
}

#[test]
fn an_agent_writes_no_policy_and_takes_nothing_of_a_person_away() {
    let mut daemon = Daemon::start();
    let mut policy = daemon.draft("Never push to main.");
    policy.kind = Kind::Policy;
    assert_eq!(daemon.try_record(policy.clone()).unwrap_err().code, ErrorCode::Forbidden);
    policy.caller = user();
    let kept = daemon.try_record(policy).unwrap();
    let retract = OrderKind::Retire { reason: RetireReason::Retracted };
    let refused = daemon.order(&kept.id.to_string(), retract).unwrap_err();
    assert_eq!(refused.code, ErrorCode::Forbidden);
    let mut replacing = daemon.draft("Pushing to main is fine now.");
    replacing.supersedes = vec![kept.id.to_string()];
    assert_eq!(daemon.try_record(replacing).unwrap_err().code, ErrorCode::Forbidden);
}

#[test]
fn retired_memories_leave_recall_at_once_and_come_back_by_revive_or_undo() {
    let mut daemon = Daemon::start();
    let id = daemon.record("Sessions expire after one hour.").id.to_string();
    daemon.order(&id, OrderKind::Retire { reason: RetireReason::Retracted }).unwrap();
    assert!(daemon.texts("sessions expire").is_empty());
    assert_eq!(daemon.recall_with("sessions expire", true).hits.len(), 1);
    daemon.order(&id, OrderKind::Revive).unwrap();
    assert_eq!(daemon.texts("sessions expire").len(), 1);
    daemon.undo(None).unwrap();
    assert!(daemon.texts("sessions expire").is_empty());
    daemon.redo(None).unwrap();
    assert_eq!(daemon.texts("sessions expire").len(), 1);
}

#[test]
fn a_superseded_memory_leaves_recall_with_the_link_and_a_cycle_is_refused() {
    let mut daemon = Daemon::start();
    let old = daemon.record("The build runs on Jenkins.").id.to_string();
    let mut draft = daemon.draft("The build runs on Buildkite.");
    draft.supersedes = vec![old.clone()];
    let new = daemon.try_record(draft).unwrap().id.to_string();
    assert_eq!(daemon.texts("build runs"), ["The build runs on Buildkite."]);
    let back = OrderKind::SupersededBy { successor: old };
    let refused = daemon.order(&new, back).unwrap_err();
    assert_eq!(refused.code, ErrorCode::Invalid, "{}", refused.message);
}

#[test]
fn what_is_revived_stands_beside_what_replaced_it_as_its_opposite() {
    let mut daemon = Daemon::start();
    let slotted = |daemon: &mut Daemon, text: &str| {
        let mut draft = daemon.draft(text);
        draft.slot = Some("package-manager".to_owned());
        daemon.try_record(draft).unwrap().id.to_string()
    };
    let texts = ["using poetry for dependency management", "switched to pdm", "switched to uv"];
    let mut days = 1..;
    let ids = texts.map(|text| {
        daemon.at(&format!("2026-05-0{}T12:00:00Z", days.next().unwrap()));
        slotted(&mut daemon, text)
    });
    let run = daemon.plan().run_id.to_string();
    daemon.apply(&run).unwrap();
    let done = daemon.order(&ids[0], OrderKind::Revive).unwrap();
    let told = format!("{} no longer replaces it", ids[1]);
    assert!(done.contains(&told), "{done}");
    let against = |daemon: &mut Daemon| -> Vec<String> {
        let hits = daemon.recall_with("poetry dependency", false).hits;
        let hit = hits.into_iter().find(|hit| hit.text.contains("poetry")).unwrap();
        hit.conflicts.iter().map(|other| other.id.to_string()).collect()
    };
    // What is served today of those that replaced it.
    let marked = against(&mut daemon);
    assert_eq!(marked.len(), 1, "{done}");
    assert!(done.contains(&format!("marked as conflicting with {}", marked[0])), "{done}");
    for _ in 0..2 {
        let run = daemon.plan().run_id.to_string();
        let _ = daemon.apply(&run);
        assert_eq!(against(&mut daemon), marked);
    }
    // A successor that an order named, and that is about something else, is told and not marked.
    let mut daemon = Daemon::start();
    let [a, b] = ["We use Postgres", "Sessions live for an hour"]
        .map(|text| daemon.record(text).id.to_string());
    daemon.order(&a, OrderKind::SupersededBy { successor: b.clone() }).unwrap();
    let done = daemon.order(&a, OrderKind::Revive).unwrap();
    assert!(done.ends_with(&format!("{b} no longer replaces it")), "{done}");
}

#[test]
fn an_older_successor_is_warned_of_and_taken() {
    let mut daemon = Daemon::start();
    let first = daemon.record("The port is 8080.").id.to_string();
    daemon.at("2026-05-02T10:00:00Z");
    let second = daemon.record("Sessions live for an hour.").id.to_string();
    let by = |successor: &str| OrderKind::SupersededBy { successor: successor.to_owned() };
    let done = daemon.order(&second, by(&first)).unwrap();
    assert_eq!(
        done.lines().nth(1),
        Some(&*format!(
            "warning: {first} is of 2026-05-01T10:00:00Z, before what it replaces (2026-05-02T10:00:00Z); `consolidate undo` if it was meant the other way round"
        ))
    );
    assert!(daemon.texts("sessions live").is_empty(), "it is done all the same");
    let again = daemon.order(&second, by(&first)).unwrap();
    assert_eq!(again, format!("nothing to do: {second} is superseded by {first} already"));
    daemon.undo(None).unwrap();
    assert_eq!(daemon.order(&first, by(&second)).unwrap().lines().count(), 1);
}

#[test]
fn undo_refuses_what_later_writes_have_touched_and_names_it() {
    let mut daemon = Daemon::start();
    let id = daemon.record("Logs go to stderr.").id.to_string();
    daemon.order(&id, OrderKind::Pin).unwrap();
    let refused = daemon.undo(Some("1")).unwrap_err();
    assert_eq!(refused.code, ErrorCode::Stale);
    assert!(refused.message.contains(&id), "{}", refused.message);
    daemon.order(&id, OrderKind::Unpin).unwrap();
    let retire = OrderKind::Retire { reason: RetireReason::Unwanted };
    daemon.order(&id, retire).unwrap();
    daemon.undo(Some("4")).unwrap();
    daemon.redo(Some("4")).unwrap();
    let refused = daemon.undo(Some("1")).unwrap_err();
    insta::assert_snapshot!(refused.hint.unwrap_or_default(), @r"
    later entries changed these; undo them first, newest first:
      consolidate undo 4
      consolidate undo 3
      consolidate undo 2
      consolidate undo 1
    ");
    for entry in ["4", "3", "2"] {
        daemon.undo(Some(entry)).unwrap();
    }
    daemon.undo(Some("1")).unwrap();
    assert!(daemon.texts("logs stderr").is_empty());
}

#[test]
fn what_cannot_be_stored_is_refused_with_its_rule() {
    let mut daemon = Daemon::start();
    for text in ["", "  \n ", "a\u{1b}[31mb", "nul\0"] {
        let draft = daemon.draft(text);
        assert_eq!(daemon.try_record(draft).unwrap_err().code, ErrorCode::Invalid, "{text:?}");
    }
    let long = daemon.draft(&"word ".repeat(10_000));
    assert!(daemon.try_record(long).unwrap_err().message.contains("8192"));
}

#[test]
fn what_another_memory_replaces_is_retired_with_its_successor_alone() {
    let mut daemon = Daemon::start();
    let id = daemon.record("The port is 8080").id.to_string();
    for reason in [RetireReason::Superseded, RetireReason::Merged] {
        let refused = daemon.order(&id, OrderKind::Retire { reason }).unwrap_err();
        assert_eq!(refused.code, ErrorCode::Invalid);
        assert!(refused.hint.is_some_and(|hint| hint.contains("consolidate supersede")));
    }
}

#[test]
fn what_is_out_already_is_told_as_it_is_and_a_retraction_is_kept() {
    let mut daemon = Daemon::start();
    let retire = |reason| OrderKind::Retire { reason };
    let old = daemon.record("The port is 8080").id.to_string();
    let new = daemon.record("The cache warms in an hour").id.to_string();
    daemon.order(&old, OrderKind::SupersededBy { successor: new.clone() }).unwrap();
    let told = daemon.order(&old, retire(RetireReason::Unwanted)).unwrap();
    assert_eq!(
        told,
        format!("nothing to do: {old} is retired already (superseded, since 2026-05-01)")
    );
    let refused = daemon.order(&old, retire(RetireReason::Retracted)).unwrap_err();
    assert!(refused.message.contains(&format!("superseded by {new}")), "{}", refused.message);
    daemon.order(&new, retire(RetireReason::Stale)).unwrap();
    daemon.order(&new, retire(RetireReason::Retracted)).unwrap();
    let again = daemon.order(&new, retire(RetireReason::Retracted)).unwrap();
    assert!(again.starts_with("nothing to do") && again.contains("(retracted"), "{again}");
    daemon.undo(None).unwrap();
    let told = daemon.order(&new, retire(RetireReason::Unwanted)).unwrap();
    assert!(told.contains("(stale"), "{told}");
}
