//! The store as a whole, against its reference and against everything that can happen to its file.

mod astray;
mod crash;
mod damage;
mod fault;
mod history;
mod ids;
mod mend;
mod notes;
mod opening;
mod reference;
mod speed;
mod task_runs;

use std::sync::Arc;

use consolidate_shared::change::{ChangeSet, Reason, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::{EntryKind, Generation, JournalEntry};
use consolidate_shared::model::{
    Actor, Evidence, Kind, Memory, Origin, Scope, Source, Standing, Tier, Usage,
};
use consolidate_shared::state::State;
use consolidate_shared::time::Timestamp;

use super::{Commit, CommitError, Counts, Holder, Store, StoreLock, View};

/// Who holds the locks of tests.
pub(super) fn holder() -> Holder {
    Holder { pid: std::process::id(), version: "0.0.0".into() }
}

/// A plain memory as somebody records it.
pub(super) fn plain(id: u128) -> Memory {
    Memory {
        id: MemoryId(id),
        external_id: None,
        kind: Kind::Fact,
        text: format!("the build of part {id} takes {} minutes on the small machine", id % 97),
        rationale: Some("measured twice on two days, with a warm and with a cold cache".into()),
        scope: Scope::project("example.org/team/tool"),
        slot: None,
        anchors: ["file:src/main.rs".parse().unwrap()].into(),
        trigger: None,
        steps: Vec::new(),
        origin: Origin::Agent { capable: true },
        standing: Standing::Active,
        tier: Tier::OnDemand,
        valid_from: None,
        valid_until: None,
        created_at: Timestamp::from_ms(1_775_000_000_000),
        supersedes: [].into(),
        superseded_by: [].into(),
        conflicts_with: [].into(),
        sources: [Source {
            at: Timestamp::from_ms(1_775_000_000_000),
            agent: Some("agent".into()),
            session: Some("2026-04-11".into()),
            locator: Some("session/2026-04-11#turn-42".into()),
        }]
        .into(),
        wordings: [].into(),
        evidence: Evidence::default(),
        usage: Usage::default(),
        strength: 1000,
        pinned: false,
    }
}

/// A change set that adds plain memories.
pub(super) fn adding(ids: impl IntoIterator<Item = u128>) -> ChangeSet {
    let mut set = ChangeSet::default();
    for id in ids {
        set.push(What::Add(Box::new(plain(id))), Reason::Recorded);
    }
    set
}

/// The entry after `parent`.
pub(super) fn entry(parent: u64, kind: EntryKind, change_set: ChangeSet) -> JournalEntry {
    JournalEntry::new(
        Generation(parent),
        kind,
        Actor::User,
        Timestamp::from_ms(1_775_000_000_000 + parent as i64),
        change_set,
    )
}

/// Commits entries that follow each other.
pub(super) fn commit(store: &mut Store, entries: &[JournalEntry]) -> Result<View, CommitError> {
    let expected = entries.first().map_or(Generation(0), |entry| entry.parent);
    store.commit(Commit { expected, entries, runs: &[] })
}

/// Commits one write.
pub(super) fn write(store: &mut Store, parent: u64, set: ChangeSet) -> Result<View, CommitError> {
    commit(store, &[entry(parent, EntryKind::Write, set)])
}

/// Counts a state.
pub(super) fn counts(state: &State) -> Counts {
    let mut counts = Counts::default();
    for memory in state.memories.values() {
        counts.moved(None, Some(&memory.standing));
    }
    counts
}

/// The state that the journal's change sets lead to, from nothing.
pub(super) fn replayed(view: &View) -> State {
    let mut state = State::default();
    for entry in view.entries_since(Generation(0)).unwrap() {
        consolidate_shared::change::apply(&entry.unwrap().change_set, &mut state).unwrap();
    }
    state
}

/// Journal, subjects and counts say the same.
pub(super) fn assert_agrees_with_itself(view: &View) {
    let state = view.load_state().unwrap();
    assert_eq!(replayed(view), state);
    assert_eq!(view.counts(), counts(&state));
    let newest = view.entries_before(None).unwrap().next().transpose().unwrap();
    assert_eq!(newest.map_or(Generation(0), |entry| entry.generation), view.generation());
    let survey = view.survey_journal(&[]).unwrap();
    assert_eq!((survey.problems, survey.wrong_ways), (Vec::new(), 0));
    assert_eq!(survey.entries, view.generation().0);
    assert_eq!(view.readable().unwrap().damaged, Vec::new());
}

#[test]
fn views_and_stores_may_cross_threads() {
    fn crosses<T: Send + Sync>() {}
    crosses::<View>();
    crosses::<Arc<Store>>();
}
