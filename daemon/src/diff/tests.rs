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

/// The text without what the ids of plans and runs hash: every bound of the policy is in them.
fn masked(text: &str) -> String {
    let mut shown = String::new();
    for (i, piece) in text.split_inclusive(['\n', ' ', ':']).enumerate() {
        let id = ["plan_", "run_"].into_iter().find(|prefix| piece.starts_with(prefix) && i > 0);
        match id {
            Some(prefix) => {
                let end = piece.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
                shown.extend([prefix, "*", end]);
            }
            None => shown.push_str(piece),
        }
    }
    shown
}

const MERGED: [&str; 2] = ["We use Postgres as the main database", "Postgres is our main database"];

#[test]
fn a_merge() {
    insta::assert_snapshot!(masked(&render_plan(&plan_of(PassKind::Merge, &MERGED))), @r#"
    merge plan_*
    --- mem_00000000000000000000000001 fact in p
    +++ mem_00000000000000000000000001 fact in p
    @@ -1 +1,3 @@
     text: We use Postgres as the main database
    +sources: 2024-10-06T00:00:00Z s/2
    +wordings: Postgres is our main database (of mem_00000000000000000000000002)
    why: T1: both say the same words in the same order (overlap 100.0 %, with mem_00000000000000000000000002)

    --- mem_00000000000000000000000002 fact in p
    +++ mem_00000000000000000000000002 fact in p
    @@ -1,2 +1,2 @@
     text: Postgres is our main database
    -standing: active
    +standing: retired (merged, by mem_00000000000000000000000001, 2026-02-16)
    why: T1: both say the same words in the same order (overlap 100.0 %, with mem_00000000000000000000000001)

    considered: 2 memories, 1 pair
    summary: 2 memories: 1 retire, 2 edit
    "#);
}

#[test]
fn a_conflict() {
    let texts = [MERGED[0], "Never use Postgres as the main database"];
    insta::assert_snapshot!(masked(&render_plan(&plan_of(PassKind::Conflict, &texts))), @r#"
    conflict plan_*
    --- mem_00000000000000000000000001 fact in p
    +++ mem_00000000000000000000000001 fact in p
    @@ -1 +1,2 @@
     text: We use Postgres as the main database
    +conflicts_with: mem_00000000000000000000000002
    why: C1: one affirms what the other denies (overlap 100.0 %, with mem_00000000000000000000000002)

    --- mem_00000000000000000000000002 fact in p
    +++ mem_00000000000000000000000002 fact in p
    @@ -1 +1,2 @@
     text: Never use Postgres as the main database
    +conflicts_with: mem_00000000000000000000000001
    why: C1: one affirms what the other denies (overlap 100.0 %, with mem_00000000000000000000000001)

    considered: 2 memories, 1 pair
    summary: 2 memories: 2 link
    "#);
}

#[test]
fn a_supersede() {
    let texts = ["Bump serde from 1.1 to 1.2", "Bump serde from 1.2 to 1.3"];
    insta::assert_snapshot!(masked(&render_plan(&plan_of(PassKind::Supersede, &texts))), @r#"
    supersede plan_*
    --- mem_00000000000000000000000002 fact in p
    +++ mem_00000000000000000000000002 fact in p
    @@ -1 +1,2 @@
     text: Bump serde from 1.2 to 1.3
    +supersedes: mem_00000000000000000000000001
    why: S4: the newer goes on from the value that the older arrived at (overlap 75.0 %, with mem_00000000000000000000000001)

    --- mem_00000000000000000000000001 fact in p
    +++ mem_00000000000000000000000001 fact in p
    @@ -1,2 +1,3 @@
     text: Bump serde from 1.1 to 1.2
    -standing: active
    +standing: retired (superseded, by mem_00000000000000000000000002, 2026-02-16)
    +superseded_by: mem_00000000000000000000000002
    why: S4: the newer goes on from the value that the older arrived at (overlap 75.0 %, with mem_00000000000000000000000002)

    considered: 2 memories, 1 pair
    summary: 2 memories: 1 retire, 2 link
    "#);
}

#[test]
fn a_queue() {
    let texts = [
        "using poetry for dependency management",
        "switched to uv instead of poetry because of CI install time",
    ];
    insta::assert_snapshot!(masked(&render_plan(&plan_of(PassKind::Supersede, &texts))), @r#"
    supersede plan_*
    --- /dev/null
    +++ rev_93ebb4785f8b2f81 supersede?
    @@ -0,0 +1,3 @@
    +member: mem_00000000000000000000000001 using poetry for dependency management
    +member: mem_00000000000000000000000002 switched to uv instead of poetry because of CI install time
    +queued: 2026-02-16
    why: S3: the newer turns away from what the older adopts (overlap 33.3 %, with mem_00000000000000000000000002)

    considered: 2 memories, 1 pair
    summary: 0 memories: 1 enqueue
    "#);
}

#[test]
fn a_run_that_changes_nothing() {
    insta::assert_snapshot!(masked(&render_run_of(&run_of(store([memory(1, 20_500, "One fact")])))), @r"
    run run_* on generation 7

    conflict plan_*
    considered: 1 memory, 0 pairs
    summary: nothing to change

    merge plan_*
    considered: 1 memory, 0 pairs
    summary: nothing to change

    supersede plan_*
    considered: 1 memory, 0 pairs
    summary: nothing to change

    promote plan_*
    considered: 1 memory
    summary: nothing to change

    decay plan_*
    considered: 1 memory
    kept: 1 memory whose strength stays
    summary: nothing to change

    prune plan_*
    considered: 1 memory
    summary: nothing to change

    run_*: 0 changes in 0 of 6 plans
    ");
}

#[test]
fn a_write_whose_text_looks_like_a_diff() {
    let mut set = ChangeSet::default();
    let text = "+++ mem_x\n-standing: active\nwhy: because\r\u{1b}[2J\u{202e}x";
    set.push(What::Add(Box::new(memory(1, 20_000, text))), Reason::Recorded);
    insta::assert_snapshot!(render_entry(&entry(EntryKind::Write, None, set)), @r#"
    write at generation 8 by agent:tidy\nup, 2026-02-02T02:40:00Z
    --- /dev/null
    +++ mem_00000000000000000000000001 fact in p
    @@ -0,0 +1,8 @@
    +text: +++ mem_x
    +text: -standing: active
    +text: why: because\u{d}\u{1b}[2J\u{202e}x
    +origin: capable agent
    +standing: active
    +tier: on-demand
    +created_at: 2024-10-04T00:00:00Z
    +sources: 2024-10-04T00:00:00Z s/1
    why: recorded

    summary: 1 memory: 1 add
    "#);
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
    insta::assert_snapshot!(shown.lines().nth(1).unwrap(), @r#"+ mem_00000000000000000000000000 fact in p: Fact\nnumber 0 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"#);
    let undone = render_entry(&entry(EntryKind::Undo(Generation(8)), None, set.invert()));
    assert!(undone.lines().nth(1).unwrap().starts_with("- mem_"));
}

#[test]
fn programs_read_the_same() {
    let plan = plan_of(PassKind::Merge, &MERGED);
    let json = json_plan(&plan);
    let mut changes = json["changes"].as_array().unwrap().iter();
    let retire = changes.find(|change| change["name"] == "retire").unwrap();
    insta::assert_snapshot!(serde_json::to_string_pretty(retire).unwrap(), @r#"
    {
      "after": {
        "retired": {
          "day": "2026-02-16",
          "reason": "merged",
          "successor": "mem_00000000000000000000000001",
          "was_candidate": false
        }
      },
      "before": "active",
      "field": "standing",
      "ids": [
        "mem_00000000000000000000000002",
        "mem_00000000000000000000000001"
      ],
      "name": "retire",
      "overlap": 1000,
      "reason": "T1: both say the same words in the same order (overlap 100.0 %, with mem_00000000000000000000000001)",
      "rule": "T1"
    }
    "#);
    let kind = EntryKind::Pass(PassKind::Merge);
    let later = json_entry(&entry(kind, Some(&plan), plan.change_set.clone()));
    assert_eq!(later["changes"], json["changes"]);
    let run = json_run(&run_of(State::default()));
    assert_eq!(run["plans"].as_array().unwrap().len(), PassKind::ALL.len());
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
