//! What people read, to the letter.

use std::collections::BTreeMap;

use consolidate_shared::change::{ChangeSet, Reason, What, apply};
use consolidate_shared::id::PlanId;
use consolidate_shared::journal::{EntryKind, Generation, JournalEntry};
use consolidate_shared::model::Actor;
use consolidate_shared::plan::{PassKind, Plan, Run};
use consolidate_shared::policy::Policy;
use consolidate_shared::state::State;
use consolidate_shared::time::{Day, Timestamp};
use proptest::prelude::*;

use super::{json_entry, json_plan, json_run, render_entry, render_plan};
use super::{render_run_from, render_run_of};
use crate::pass::tests::random::{any_store, memory, store};
use crate::pass::{Snapshot, plan_run};

fn run_of(state: State) -> Run {
    let snapshot = Snapshot::new(Generation(7), state);
    plan_run(&snapshot, PassKind::ALL, &Policy::default(), Day(20_500))
}

fn entry(kind: EntryKind, plan: Option<&Plan>, change_set: ChangeSet) -> JournalEntry {
    JournalEntry {
        generation: Generation(8),
        parent: Generation(7),
        kind,
        actor: Actor::Agent("tidy\nup".to_owned()),
        at: Timestamp::from_ms(1_770_000_000_000),
        run: None,
        plan: plan.map(Plan::id),
        report: plan.map(|plan| plan.report.clone()),
        change_set,
    }
}

fn plan_of(pass: PassKind, texts: &[&str]) -> Plan {
    let numbered = texts.iter().zip(1u32..);
    let memories = numbered.map(|(text, number)| memory(number, 20_000 + number as i32, text));
    run_of(store(memories)).plans.into_iter().find(|plan| plan.pass == pass).unwrap()
}

const MERGED: [&str; 2] = ["We use Postgres as the main database", "Postgres is our main database"];

#[test]
fn a_merge() {
    insta::assert_snapshot!(render_plan(&plan_of(PassKind::Merge, &MERGED)), @"");
}

#[test]
fn a_conflict() {
    let texts = [MERGED[0], "Never use Postgres as the main database"];
    insta::assert_snapshot!(render_plan(&plan_of(PassKind::Conflict, &texts)), @"");
}

#[test]
fn a_supersede() {
    let texts = ["Bump serde from 1.1 to 1.2", "Bump serde from 1.2 to 1.3"];
    insta::assert_snapshot!(render_plan(&plan_of(PassKind::Supersede, &texts)), @"");
}

#[test]
fn a_queue() {
    let texts = [
        "using poetry for dependency management",
        "switched to uv instead of poetry because of CI install time",
    ];
    insta::assert_snapshot!(render_plan(&plan_of(PassKind::Supersede, &texts)), @"");
}

#[test]
fn a_run_that_changes_nothing() {
    insta::assert_snapshot!(render_run_of(&run_of(store([memory(1, 1, "One fact")]))), @"");
}

#[test]
fn a_write_whose_text_looks_like_a_diff() {
    let mut set = ChangeSet::default();
    let text = "+++ mem_x\n-standing: active\nwhy: because\r\u{1b}[2J\u{202e}x";
    set.push(What::Add(Box::new(memory(1, 20_000, text))), Reason::Recorded);
    insta::assert_snapshot!(render_entry(&entry(EntryKind::Write, None, set)), @"");
}

#[test]
fn a_large_import() {
    let mut set = ChangeSet::default();
    for number in 0..20 {
        let made = memory(number, 20_000, &format!("Fact\nnumber {number} {}", "x".repeat(200)));
        set.push(What::Add(Box::new(made)), Reason::Imported);
    }
    let shown = render_entry(&entry(EntryKind::Import, None, set.clone()));
    assert_eq!(shown.lines().count(), 22);
    insta::assert_snapshot!(shown.lines().nth(1).unwrap(), @"");
    let undone = render_entry(&entry(EntryKind::Undo(Generation(8)), None, set.invert()));
    assert!(undone.lines().nth(1).unwrap().starts_with("- mem_"));
}

#[test]
fn programs_read_the_same() {
    let plan = plan_of(PassKind::Merge, &MERGED);
    let json = json_plan(&plan);
    let mut changes = json["changes"].as_array().unwrap().iter();
    let retire = changes.find(|change| change["name"] == "retire").unwrap();
    insta::assert_snapshot!(serde_json::to_string_pretty(retire).unwrap(), @"");
    let kind = EntryKind::Pass(PassKind::Merge);
    let later = json_entry(&entry(kind, Some(&plan), plan.change_set.clone()));
    assert_eq!(later["changes"], json["changes"]);
    let run = json_run(&run_of(State::default()));
    assert_eq!(run["plans"].as_array().unwrap().len(), 3);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn what_was_planned_reads_the_same_later(state in any_store(60)) {
        let run = run_of(state.clone());
        let mut after = state;
        let mut journal: BTreeMap<PlanId, ChangeSet> = BTreeMap::new();
        for plan in &run.plans {
            apply(&plan.change_set, &mut after).unwrap();
            journal.insert(plan.id(), plan.change_set.clone());
            let committed = entry(EntryKind::Pass(plan.pass), Some(plan), plan.change_set.clone());
            if !plan.change_set.is_empty() {
                prop_assert_eq!(render_entry(&committed), render_plan(plan));
            }
        }
        prop_assert_eq!(render_run_from(&run.record(), |id| journal.get(&id)), render_run_of(&run));
    }

    #[test]
    fn no_text_escapes_its_prefix(
        text in "[-+@ a-z\\n\\r\\u{1b}\\u{85}\\u{2028}\\u{202e}:]{1,60}",
    ) {
        let mut set = ChangeSet::default();
        let note = Some(text.clone());
        set.push(What::Add(Box::new(memory(1, 20_000, &text))), Reason::Ordered { note });
        let shown = render_entry(&entry(EntryKind::Write, None, set));
        let texts = text.split('\n').count();
        prop_assert_eq!(shown.lines().filter(|line| line.starts_with("+text: ")).count(), texts);
        prop_assert_eq!(shown.lines().filter(|line| line.starts_with('-')).count(), 1);
        prop_assert!(shown.chars().all(|c| c == '\n' || !c.is_control()));
    }
}
