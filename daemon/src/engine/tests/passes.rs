//! The passes through the engine: what is shown is what is committed, and undo takes it back.

use std::collections::BTreeMap;

use consolidate_shared::policy::Policy;
use consolidate_shared::wire::v1::{ErrorCode, Form, Request, Response};

use super::harness::Daemon;
use crate::store::Store;
use crate::store::disk::FakeDisk;

/// Two that say the same, a replacement, and a bystander, imported so that nothing is folded.
const LINES: [&str; 5] = [
    r#"{"id":"a","text":"We use Postgres as the main database.","project":"example.org/shop","created_at":"2026-01-01"}"#,
    r#"{"id":"b","text":"Postgres is our main database.","project":"example.org/shop","created_at":"2026-01-02"}"#,
    r#"{"id":"c","text":"using poetry for dependency management","project":"example.org/shop","created_at":"2026-01-03"}"#,
    r#"{"id":"d","text":"switched to uv instead of poetry because of CI install time","project":"example.org/shop","created_at":"2026-01-04"}"#,
    r#"{"id":"e","text":"The cache warms in an hour.","project":"example.org/shop","created_at":"2026-01-05"}"#,
];

fn imported() -> Daemon {
    let mut daemon = Daemon::start();
    daemon.import(&LINES, true);
    daemon
}

#[test]
fn planning_changes_nothing_and_gives_the_same_bytes() {
    let mut daemon = imported();
    let before = daemon.export(false);
    let (one, two) = (daemon.plan(), daemon.plan());
    assert_eq!(one, two);
    let id = one.run_id.to_string();
    assert_eq!(daemon.show(&id, Form::Text), daemon.show(&id, Form::Text));
    assert_eq!(daemon.export(false), before);
}

#[test]
fn what_was_shown_is_committed_shown_again_and_taken_back() {
    let mut daemon = imported();
    let before = daemon.export(true);
    let run = daemon.plan().run_id.to_string();
    let shown = daemon.show(&run, Form::Text);
    let shown_json = daemon.show(&run, Form::Json);
    daemon.apply(&run).unwrap();
    assert_eq!(daemon.show(&run, Form::Text), shown);
    assert_eq!(daemon.show(&run, Form::Json), shown_json);
    assert!(daemon.plan().plans.iter().all(|plan| plan.changes == 0), "a fixpoint");
    assert_eq!(daemon.texts("main database").len(), 1);
    let undone = daemon.undo(Some(&run)).unwrap();
    let again = format!("`consolidate redo {run}`");
    assert_eq!(
        undone.lines().skip(1).collect::<Vec<_>>(),
        [format!(
            "held until {again}: merge of 1 pair, supersede of 1 pair; held until 2026-05-02 or {again}: decay of all memories"
        )]
    );
    assert_eq!(daemon.export(true), before);
    assert!(daemon.plan().plans.iter().all(|plan| plan.changes == 0), "an undo leaves a hold");
    daemon.redo(Some(&run)).unwrap();
    assert_eq!(daemon.texts("main database").len(), 1);
}

#[test]
fn applying_again_does_nothing_and_an_unknown_id_is_stale() {
    let mut daemon = imported();
    let run = daemon.plan().run_id.to_string();
    daemon.apply(&run).unwrap();
    let again = daemon.apply(&run).unwrap();
    assert_eq!(again, format!("nothing to do: {run} was applied before"));
    let empty = daemon.plan().run_id.to_string();
    assert_eq!(daemon.apply(&empty).unwrap(), format!("nothing to do: {empty} changes nothing"));
    assert_eq!(daemon.apply("run_0000000000000000").unwrap_err().code, ErrorCode::Stale);
    assert_eq!(daemon.apply("nonsense").unwrap_err().code, ErrorCode::Invalid);
}

#[test]
fn applying_again_is_answered_alike_after_a_restart() {
    let disk = FakeDisk::default();
    let restart = || Daemon::start_on(Store::with_backend(disk.clone()).unwrap());
    let mut daemon = restart();
    daemon.import(&LINES, true);
    let planned = daemon.plan();
    let run = planned.run_id.to_string();
    let changing = planned.plans.iter().filter(|plan| plan.changes > 0);
    let plans: Vec<String> = changing.map(|plan| plan.plan_id.to_string()).collect();
    assert!(plans.len() > 1, "{planned:?}");
    // In part: the rest cannot be had from the journal.
    daemon.apply(&plans[0]).unwrap();
    daemon.stop();
    let mut daemon = restart();
    let answer = daemon.apply(&plans[0]).unwrap();
    assert_eq!(answer, format!("nothing to do: {} was applied before", plans[0]));
    let refused = daemon.apply(&run).unwrap_err();
    assert_eq!(refused.code, ErrorCode::Stale);
    assert!(refused.hint.unwrap().contains("in part"));
    let rest = daemon.plan().run_id.to_string();
    daemon.apply(&rest).unwrap();
    let (shown, texts) = (daemon.show(&rest, Form::Json), daemon.texts("main database"));
    daemon.stop();
    let mut daemon = restart();
    let before = daemon.export(false);
    assert_eq!(daemon.apply(&rest).unwrap(), format!("nothing to do: {rest} was applied before"));
    assert_eq!(daemon.export(false), before);
    // What was undone since is redone, as by the daemon that planned it.
    daemon.undo(Some(&rest)).unwrap();
    daemon.stop();
    let mut daemon = restart();
    let redone = daemon.apply(&rest).unwrap();
    assert!(redone.starts_with(&format!("applied {rest} (")), "{redone}");
    assert_eq!((daemon.show(&rest, Form::Json), daemon.texts("main database")), (shown, texts));
}

#[test]
fn a_plan_that_has_moved_is_stale_and_commits_nothing() {
    let mut daemon = imported();
    let run = daemon.plan().run_id.to_string();
    let retire = consolidate_shared::wire::v1::OrderKind::Retire {
        reason: consolidate_shared::model::RetireReason::Unwanted,
    };
    daemon.order("b", retire).unwrap();
    let before = daemon.export(false);
    let refused = daemon.apply(&run).unwrap_err();
    assert_eq!(refused.code, ErrorCode::Stale, "{}", refused.message);
    assert_eq!(daemon.export(false), before);
}

#[test]
fn a_plan_whose_survivor_was_retired_since_is_stale() {
    let gone = |daemon: &mut Daemon, wanted: &str| {
        let retire = consolidate_shared::wire::v1::OrderKind::Retire {
            reason: consolidate_shared::model::RetireReason::Unwanted,
        };
        daemon.order(wanted, retire).unwrap();
    };
    for wanted in ["a", "b"] {
        let mut daemon = imported();
        let run = daemon.plan().run_id.to_string();
        gone(&mut daemon, wanted);
        let before = daemon.export(false);
        let refused = daemon.apply(&run).unwrap_err();
        assert_eq!(refused.code, ErrorCode::Stale, "{}", refused.message);
        assert_eq!(daemon.export(false), before);
        assert_eq!(daemon.texts("main database").len(), 1);
    }
}

#[test]
fn an_open_question_is_named_where_it_matters() {
    let mut daemon = imported();
    let run = daemon.plan().run_id.to_string();
    daemon.apply(&run).unwrap();
    let answer = daemon.recall_with("dependency management", false);
    let newer = "switched to uv instead of poetry because of CI install time";
    let named = answer
        .hits
        .iter()
        .any(|hit| hit.text == newer || hit.pending.iter().any(|p| p.text == newer));
    assert!(named, "{answer:?}");
}

#[test]
fn tools_of_one_family_are_asked_about_and_shown_beside_each_other() {
    let mut daemon = Daemon::start();
    let (older, newer) =
        ("using poetry for dependency management", "switched to uv because CI install time");
    daemon.record(older);
    daemon.at("2026-05-02T10:00:00Z");
    let draft = daemon.draft(newer);
    let recorded = daemon.try_record(draft).unwrap();
    let named: Vec<(&str, Option<&str>)> =
        recorded.related.iter().map(|it| (it.relation.as_str(), it.may_be.as_deref())).collect();
    assert_eq!(named, [("review", Some("supersedes"))], "the writer is told at once: {recorded:?}");
    daemon.record("Enable caching in dev");
    let opposite = daemon.record("Disable caching in dev").related;
    let may_be: Vec<Option<&str>> = opposite.iter().map(|it| it.may_be.as_deref()).collect();
    assert_eq!(may_be, [Some("conflicts")], "{opposite:?}");
    let run = daemon.plan().run_id.to_string();
    let shown = daemon.show(&run, Form::Text);
    assert!(shown.contains("family"), "{shown}");
    daemon.apply(&run).unwrap();
    let answer = daemon.recall_with("dependency management", false);
    let pending = answer.hits.iter().flat_map(|hit| &hit.pending);
    assert!(pending.into_iter().any(|item| item.text == newer), "{answer:?}");
}

#[test]
fn a_slot_makes_a_family_automatic() {
    let mut daemon = Daemon::start();
    for (text, time) in
        [("We use npm", "2026-05-01T10:00:00Z"), ("We use pnpm", "2026-05-02T10:00:00Z")]
    {
        daemon.at(time);
        let draft = daemon.draft(text);
        daemon
            .try_record(consolidate_shared::wire::v1::Record {
                slot: Some("package-manager".to_owned()),
                ..draft
            })
            .unwrap();
    }
    let run = daemon.plan().run_id.to_string();
    daemon.apply(&run).unwrap();
    assert_eq!(daemon.texts("npm pnpm use"), ["We use pnpm"]);
}

#[test]
fn families_of_the_policy_count_and_name_the_plan() {
    let arms = vec!["kuka".to_owned(), "fanuc".to_owned()];
    let policy =
        Policy { families: BTreeMap::from([("robot-arm".to_owned(), arms)]), ..Policy::default() };
    assert_ne!(policy.hash(), Policy::default().hash());
    let told = |policy: Policy| {
        let mut daemon = Daemon::start_under(Store::in_memory().unwrap(), policy);
        daemon.record("we use kuka");
        daemon.at("2026-05-02T10:00:00Z").record("switched to fanuc last month");
        let run = daemon.plan().run_id.to_string();
        daemon.show(&run, Form::Text)
    };
    assert!(told(policy).contains("family"));
    assert!(!told(Policy::default()).contains("family"));
}

#[test]
fn what_was_planned_or_applied_is_shown_after_a_restart_too() {
    let disk = FakeDisk::default();
    let restart = || Daemon::start_on(Store::with_backend(disk.clone()).unwrap());
    let mut daemon = restart();
    daemon.import(&LINES, true);
    let planned = daemon.plan();
    let run = planned.run_id.to_string();
    let changing = planned.plans.iter().find(|plan| plan.changes > 0).unwrap();
    let ids = [run.clone(), changing.plan_id.to_string()];
    let shown = |daemon: &mut Daemon| {
        let forms = [Form::Text, Form::Verbose, Form::Json];
        let each = ids.iter().flat_map(|id| forms.map(|form| (id, form)));
        each.map(|(id, form)| daemon.show(id, form)).collect::<Vec<_>>()
    };
    let before = shown(&mut daemon);
    daemon.stop();
    let mut daemon = restart();
    assert_eq!(shown(&mut daemon), before);
    daemon.apply(&run).unwrap();
    daemon.stop();
    let mut daemon = restart();
    assert_eq!(daemon.show(&run, Form::Text), before[0]);
    assert_eq!(daemon.show(&run, Form::Json), before[2]);
}

#[test]
fn to_look_for_an_unknown_run_pushes_none_out() {
    let mut daemon = imported();
    let run = daemon.plan().run_id.to_string();
    daemon.record("The office closes at noon.");
    for unknown in 0..3 {
        let id = format!("run_{unknown:016x}");
        let request = Request::Show { id, form: Form::Text, offset: 0 };
        let Response::Refused(refused) = daemon.call(request) else { panic!() };
        assert_eq!(refused.code, ErrorCode::NotFound);
        assert_eq!(
            daemon.apply(&format!("run_{unknown:016x}")).unwrap_err().code,
            ErrorCode::Stale
        );
    }
    assert!(daemon.show(&run, Form::Text).starts_with(&format!("run {run}")));
    daemon.apply(&run).unwrap();
}
