//! The journal: order, runs, plans, undo and redo.

use consolidate_shared::change::ChangeSet;
use consolidate_shared::id::{PlanId, RunId};
use consolidate_shared::journal::{EntryKind, Generation, JournalEntry};
use consolidate_shared::plan::{PassKind, PassReport, PlanRecord, RunRecord};
use consolidate_shared::policy::PolicyHash;
use consolidate_shared::time::Day;

use super::{Commit, CommitError, Store, View, adding, commit, entry, write};

fn generations(
    entries: impl Iterator<Item = Result<JournalEntry, super::super::ReadError>>,
) -> Vec<u64> {
    entries.map(|entry| entry.unwrap().generation.0).collect()
}

/// A store with an entry of each of these kinds.
fn with(kinds: &[EntryKind]) -> (Store, View) {
    let mut store = Store::in_memory().unwrap();
    let mut view = store.view().unwrap();
    for (parent, kind) in kinds.iter().enumerate() {
        let entry = entry(parent as u64, *kind, ChangeSet::default());
        view = commit(&mut store, &[entry]).unwrap();
    }
    (store, view)
}

fn next(view: &View) -> (Option<u64>, Option<u64>) {
    let number = |entry: Option<JournalEntry>| entry.map(|entry| entry.generation.0);
    (number(view.last_undoable().unwrap()), number(view.last_undone().unwrap()))
}

const UNDO: fn(u64) -> EntryKind = |target| EntryKind::Undo(Generation(target));
const REDO: fn(u64) -> EntryKind = |target| EntryKind::Redo(Generation(target));

#[test]
fn a_commit_is_refused_when_the_store_has_moved() {
    let mut store = Store::in_memory().unwrap();
    write(&mut store, 0, adding([1])).unwrap();
    let error = write(&mut store, 0, adding([2])).unwrap_err();
    insta::assert_snapshot!(error, @"the store is at generation 1, not at 0; decide again");
    assert_eq!(store.view().unwrap().counts().total(), 1);
}

#[test]
fn entries_must_follow_each_other() {
    let mut store = Store::in_memory().unwrap();
    for (first, second) in [(0, 2), (0, 0), (1, 2), (u64::MAX - 1, 0)] {
        let mut entries =
            [first, second].map(|at| entry(at, EntryKind::Write, adding([9 + u128::from(at)])));
        let expected = Generation(0);
        let found = store.commit(Commit { expected, entries: &entries, runs: &[] });
        assert!(matches!(found, Err(CommitError::Order { .. })), "{found:?}");
        entries[0].parent = Generation(7);
        let found = store.commit(Commit { expected, entries: &entries, runs: &[] });
        assert!(matches!(found, Err(CommitError::Order { .. })), "{found:?}");
    }
    assert_eq!(store.view().unwrap().generation(), Generation(0));
}

#[test]
fn one_stale_entry_keeps_its_whole_batch_out() {
    let mut store = Store::in_memory().unwrap();
    let entries =
        [(0, 1), (1, 2), (2, 1)].map(|(at, id)| entry(at, EntryKind::Write, adding([id])));
    let error = commit(&mut store, &entries).unwrap_err();
    insta::assert_snapshot!(error, @"entry 3 is stale: existence of mem_00000000000000000000000001");
    let view = store.view().unwrap();
    assert_eq!((view.generation(), view.counts().total()), (Generation(0), 0));
    assert!(generations(view.entries_before(None).unwrap()).is_empty());
}

#[test]
fn the_journal_is_read_in_both_directions_in_pages() {
    let (_store, view) = with(&[EntryKind::Write; 5]);
    assert_eq!(generations(view.entries_before(None).unwrap().take(2)), [5, 4]);
    assert_eq!(generations(view.entries_before(Some(Generation(4))).unwrap().take(9)), [3, 2, 1]);
    assert_eq!(generations(view.entries_since(Generation(3)).unwrap()), [4, 5]);
    assert!(generations(view.entries_since(Generation(u64::MAX)).unwrap()).is_empty());
    assert_eq!(view.entry(Generation(6)).unwrap(), None);
}

#[test]
fn undo_walks_back_and_redo_walks_forward() {
    let pass = EntryKind::Pass(PassKind::Merge);
    let kinds = [EntryKind::Write, EntryKind::Evidence, pass, EntryKind::Import];
    let (mut store, view) = with(&kinds);
    assert_eq!(next(&view), (Some(4), None));
    let mut steps = Vec::new();
    for (parent, kind) in (4..).zip([UNDO(4), UNDO(3), REDO(3), UNDO(3), UNDO(1), REDO(1)]) {
        let view = commit(&mut store, &[entry(parent, kind, ChangeSet::default())]).unwrap();
        steps.push(next(&view));
    }
    assert_eq!(
        steps,
        [
            (Some(3), Some(4)),
            (Some(1), Some(3)),
            (Some(3), Some(4)),
            (Some(1), Some(3)),
            (None, Some(1)),
            (Some(1), Some(3)),
        ]
    );
    let view = store.view().unwrap();
    let undone = (1..=4).map(|at| view.undone_by(Generation(at)).unwrap().map(|by| by.0));
    assert!(undone.eq([None, None, Some(8), Some(5)]));
    assert_eq!(view.last_pass(PassKind::Merge), Some(Generation(3)));
    assert_eq!(view.last_pass(PassKind::Conflict), None);
}

#[test]
fn an_undo_or_redo_that_makes_no_sense_is_refused() {
    let (mut store, _) = with(&[EntryKind::Write, EntryKind::Write, UNDO(2)]);
    for kind in [UNDO(2), UNDO(9), UNDO(4), UNDO(0), REDO(1), REDO(9)] {
        let found = commit(&mut store, &[entry(3, kind, ChangeSet::default())]);
        assert!(matches!(found, Err(CommitError::History { .. })), "{kind} {found:?}");
    }
    assert_eq!(store.view().unwrap().generation(), Generation(3));
}

#[test]
fn runs_and_plans_lead_to_their_entries() {
    let mut store = Store::in_memory().unwrap();
    let (run, plan) = (RunId(u64::MAX), PlanId(7));
    let record = RunRecord {
        generation: Generation(0),
        plans: vec![PlanRecord {
            id: plan,
            pass: PassKind::Supersede,
            day: Day(20_000),
            policy: PolicyHash(3),
            report: PassReport::default(),
            has_changes: true,
        }],
    };
    let of = |parent, run, plan| {
        let pass = EntryKind::Pass(PassKind::Supersede);
        JournalEntry { run, plan, ..entry(parent, pass, ChangeSet::default()) }
    };
    let entries =
        [of(0, Some(run), Some(plan)), of(1, Some(RunId(1)), None), of(2, Some(run), None)];
    let runs = [(run, record.clone())];
    store.commit(Commit { expected: Generation(0), entries: &entries, runs: &runs }).unwrap();
    let again = [of(3, None, Some(plan))];
    let view = commit(&mut store, &again).unwrap();

    assert_eq!(generations(view.entries_of_run(run).unwrap().into_iter().map(Ok)), [1, 3]);
    assert_eq!(view.generations_of_run(RunId(2)).unwrap(), vec![]);
    assert_eq!(view.entry_of_plan(plan).unwrap().unwrap().generation, Generation(4));
    assert_eq!(view.entry_of_plan(PlanId(8)).unwrap(), None);
    assert_eq!(view.run_record(run).unwrap(), Some(record));
    assert_eq!(view.run_record(RunId(1)).unwrap(), None);
}

#[test]
fn a_run_may_be_recorded_without_an_entry_and_nothing_is_written_for_nothing() {
    let mut store = Store::in_memory().unwrap();
    let record = RunRecord { generation: Generation(0), plans: Vec::new() };
    let runs = [(RunId(4), record.clone())];
    let expected = Generation(0);
    let view = store.commit(Commit { expected, entries: &[], runs: &runs }).unwrap();
    assert_eq!((view.generation(), view.run_record(RunId(4)).unwrap()), (expected, Some(record)));
    let view = store.commit(Commit { expected: Generation(9), entries: &[], runs: &[] }).unwrap();
    assert_eq!(view.generation(), expected);
}
