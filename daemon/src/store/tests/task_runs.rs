//! The briefs of task runs: never written over, bounded, gone without a trace, and no part of the memory.

use std::sync::Arc;

use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::{EntryKind, Generation};
use consolidate_shared::limits::{STEPS_PER_TASK_RUN, TASK_RUN_BYTES, TASK_RUNS_KEPT};
use consolidate_shared::model::{Kind, Signal};
use consolidate_shared::task_run::{
    FrozenBrief, HeldAs, HeldMemory, LeftOutBy, Purpose, TaskRunKey,
};
use consolidate_shared::time::Timestamp;

use super::{Store, adding, entry, write};
use crate::store::disk::FakeDisk;
use crate::store::format::Stored;
use crate::store::tables::{TASK_RUNS, table};
use crate::store::{Commit, Notes, TaskRunNotes, View};

fn key(run: &str) -> TaskRunKey {
    TaskRunKey { project: Some("example.org/shop".to_owned()), run: run.to_owned() }
}

fn frozen(at: i64, text: &str) -> FrozenBrief {
    let held = HeldMemory {
        id: MemoryId(7),
        kind: Kind::Pitfall,
        held_as: HeldAs::Canary,
        rank: 300,
        text_hash: 9,
        candidate: true,
        in_conflict: false,
        from: 1,
        to: 2,
    };
    FrozenBrief {
        at: Timestamp::from_ms(at),
        generation: 4,
        who: "agent:coder".to_owned(),
        session: Some("s1".to_owned()),
        purpose: Purpose::Authoring,
        task: "add a seed".to_owned(),
        anchors: vec!["file:src/a.rs".to_owned()],
        asked_tokens: None,
        window: Some(200_000),
        question: 5,
        complete: true,
        budget: 2048,
        tokens: 300,
        policy_tokens: 20,
        hash: 1,
        held: vec![held],
        left_out: LeftOutBy { budget: 1, anchor: 2, candidate: 3, section: 4 },
        text: text.to_owned(),
    }
}

fn note(store: &mut Store, briefs: &[(&str, u32, &str)], at: i64) -> View {
    let briefs = briefs.iter().map(|(run, step, text)| {
        ((key(run), *step), Arc::new(frozen(at + i64::from(*step), text)))
    });
    let notes = TaskRunNotes { briefs: briefs.collect(), ..TaskRunNotes::default() };
    store.note(Notes { task_runs: Some(&notes), ..Notes::default() }).unwrap()
}

fn text(view: &View, run: &str, step: u32) -> Option<String> {
    view.frozen_brief(&key(run), step).unwrap().map(|brief| brief.text)
}

fn steps(view: &View, run: &str) -> Vec<u32> {
    view.frozen_briefs(&key(run), None).map(|row| row.unwrap().0).collect()
}

fn runs(view: &View) -> Vec<String> {
    view.task_runs().map(|run| run.unwrap().run).collect()
}

/// Rows of the table.
fn rows(view: &View) -> u64 {
    view.tables.task_runs.as_ref().unwrap().len().unwrap()
}

#[test]
fn a_brief_rides_with_a_commit_and_is_never_written_over() {
    let disk = FakeDisk::default();
    let mut store = Store::with_backend(disk.clone()).unwrap();
    let (step, brief) = ((key("r1"), 0), frozen(5, "first"));
    let notes = TaskRunNotes {
        briefs: [(step.clone(), Arc::new(brief.clone()))].into(),
        ..TaskRunNotes::default()
    };
    let entries = [entry(0, EntryKind::Write, adding([1]))];
    let commit = Commit { expected: Generation(0), entries: &entries, runs: &[] };
    let view = store.commit_with(commit, &notes).unwrap();
    assert_eq!(view.generation(), Generation(1));
    let view = note(&mut store, &[("r1", 0, "second"), ("r1", 7, "seventh")], 20);
    assert_eq!(view.frozen_brief(&step.0, 0).unwrap(), Some(brief));
    assert_eq!((steps(&view, "r1"), view.generation()), (vec![0, 7], Generation(1)));
    let after: Vec<u32> =
        view.frozen_briefs(&key("r1"), Some(0)).map(|row| row.unwrap().0).collect();
    assert_eq!(after, [7]);
    store.close().unwrap();
    let view = Store::with_backend(disk).unwrap().view().unwrap();
    assert_eq!(text(&view, "r1", 7).as_deref(), Some("seventh"));
    let head = view.task_run(&key("r1")).unwrap().unwrap();
    assert_eq!((head.briefs, head.first.ms(), head.last.ms()), (2, 5, 27));
}

#[test]
fn runs_of_one_id_in_two_projects_are_two_and_none_is_anothers_beginning() {
    let mut store = Store::in_memory().unwrap();
    let unscoped = TaskRunKey { project: None, run: "r1".to_owned() };
    let notes = TaskRunNotes {
        briefs: [((unscoped.clone(), 0), Arc::new(frozen(1, "none's")))].into(),
        ..TaskRunNotes::default()
    };
    store.note(Notes { task_runs: Some(&notes), ..Notes::default() }).unwrap();
    let view = note(&mut store, &[("r1", 0, "one"), ("r10", 0, "ten"), ("r", 0, "none")], 3);
    assert_eq!(text(&view, "r1", 0).as_deref(), Some("one"));
    assert_eq!(view.frozen_brief(&unscoped, 0).unwrap().unwrap().text, "none's");
    assert_eq!((steps(&view, "r1"), steps(&view, "r")), (vec![0], vec![0]));
    assert_eq!(runs(&view).len(), 4);
}

#[test]
fn what_a_run_told_is_kept_with_it_and_of_no_other() {
    let mut store = Store::in_memory().unwrap();
    note(&mut store, &[("r1", 0, "one")], 1);
    let told = |run: &str, signal, at| ((key(run), MemoryId(7), signal), Timestamp::from_ms(at));
    let notes = TaskRunNotes {
        told: [
            told("r1", Signal::Used, 9),
            told("r1", Signal::Helped, 8),
            told("nightly", Signal::Used, 9),
        ]
        .into(),
        ..TaskRunNotes::default()
    };
    let mut view = None;
    for _ in 0..2 {
        view = Some(store.note(Notes { task_runs: Some(&notes), ..Notes::default() }).unwrap());
    }
    let view = view.unwrap();
    let kept = view.told_by(&key("r1")).unwrap();
    assert_eq!(kept.iter().map(|it| it.signal).collect::<Vec<_>>(), [Signal::Used, Signal::Helped]);
    assert_eq!(view.task_run(&key("r1")).unwrap().unwrap().told, 2);
    assert!(view.told_by(&key("nightly")).unwrap().is_empty());
}

#[test]
fn the_run_that_was_given_a_brief_longest_ago_goes_first_and_leaves_nothing() {
    let mut store = Store::in_memory().unwrap();
    let names: Vec<String> = (0..TASK_RUNS_KEPT).map(|number| format!("run {number}")).collect();
    let all: Vec<_> = names.iter().map(|name| (name.as_str(), 0, "x")).collect();
    for (at, one) in (0..).zip(&all) {
        // Each by itself, so that each has its own place.
        if at < 3 {
            note(&mut store, &[*one], at);
        }
    }
    let view = note(&mut store, &all, 1_000);
    assert_eq!((runs(&view).len(), rows(&view)), (TASK_RUNS_KEPT, 3 * TASK_RUNS_KEPT as u64 + 1));
    note(&mut store, &[("run 0", 1, "again")], 2_000);
    let view = note(&mut store, &[("new", 0, "x")], 3_000);
    assert_eq!(rows(&view), 3 * TASK_RUNS_KEPT as u64 + 2);
    assert_eq!(text(&view, "run 1", 0), None);
    assert_eq!(text(&view, "run 0", 0).as_deref(), Some("x"));
    assert_eq!(runs(&view).first().map(String::as_str), Some("new"));
}

#[test]
fn steps_and_bytes_are_bounded_and_the_newest_brief_stays() {
    let mut store = Store::in_memory().unwrap();
    let most = u32::try_from(STEPS_PER_TASK_RUN).unwrap();
    let all: Vec<_> = (0..most).map(|step| ("r1", step, "x")).collect();
    note(&mut store, &all, 1);
    let view = note(&mut store, &[("r1", most + 9, "x")], 1);
    let kept = steps(&view, "r1");
    assert_eq!(
        (kept.len(), kept.first(), kept.last()),
        (STEPS_PER_TASK_RUN, Some(&1), Some(&(most + 9)))
    );
    let view = note(&mut store, &[("r1", 0, "asked again")], 1);
    assert_eq!(text(&view, "r1", 0).as_deref(), Some("asked again"), "never the one just given");
    let large = "x".repeat(200 * 1024);
    for number in 0..TASK_RUN_BYTES / large.len() as u64 + 5 {
        note(&mut store, &[(&format!("large {number}"), 0, &large)], 9_000 + number as i64);
    }
    let view = store.view().unwrap();
    let bytes: u64 =
        view.task_runs().map(|run| view.task_run(&run.unwrap()).unwrap().unwrap().bytes).sum();
    assert!(bytes <= TASK_RUN_BYTES && bytes > TASK_RUN_BYTES / 2, "{bytes}");
    assert!(steps(&view, "r1").is_empty());
}

#[test]
fn a_damaged_row_is_as_one_that_is_not_there_and_never_hinders_a_commit() {
    let disk = FakeDisk::default();
    let mut store = Store::with_backend(disk).unwrap();
    note(&mut store, &[("r1", 0, "one"), ("r2", 0, "two")], 1);
    let mut turn = |family: u8| {
        store
            .transact(|transaction| {
                let mut rows = transaction.open_table(table(TASK_RUNS))?;
                let mut hurt = Vec::new();
                for row in redb::ReadableTable::iter(&rows)? {
                    let (key, value) = row?;
                    if key.value().first() == Some(&family) {
                        let mut value = value.value().to_vec();
                        *value.last_mut().unwrap() ^= 1;
                        hurt.push((key.value().to_vec(), value));
                    }
                }
                for (key, value) in hurt {
                    rows.insert(key.as_slice(), value.as_slice())?;
                }
                Ok(())
            })
            .unwrap();
        let view = store.view().unwrap();
        assert!(!view.readable().unwrap().damaged.is_empty());
        // Whatever is damaged, a brief can be frozen and a memory written.
        let view = note(&mut store, &[("r1", 0, "anew"), ("r3", 0, "three")], 5);
        assert_eq!(text(&view, "r3", 0).as_deref(), Some("three"));
        view
    };
    let view = turn(3);
    assert_eq!(text(&view, "r1", 0).as_deref(), Some("anew"));
    assert_eq!(view.task_run(&key("r1")).unwrap().unwrap().briefs, 1);
    turn(2);
    turn(0);
    write(&mut store, 0, adding([1])).unwrap();
}

#[test]
fn a_brief_reads_back_as_it_was() {
    let brief = frozen(3, "text\nof it");
    let bytes = brief.to_stored().unwrap();
    assert_eq!(FrozenBrief::from_stored(&bytes).unwrap(), brief);
}
