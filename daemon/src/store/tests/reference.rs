//! Any sequence of change sets means the same to the store as to the reference state.

use consolidate_shared::change::{ApplyError, Reason, apply};
use consolidate_shared::journal::EntryKind;
use consolidate_shared::state::{Lookup, State};
use consolidate_shared::testing::{Intent, intents, name, realise, review_item, ruling_key};
use proptest::collection::vec;
use proptest::prelude::*;

use super::{CommitError, Store, View, assert_agrees_with_itself, commit, entry};
use crate::store::disk::FakeDisk;

#[derive(Debug, Clone)]
enum Step {
    /// One transaction of as many entries.
    Commit(Vec<Vec<(Intent, Reason)>>),
    /// A change set made for the state before the last transaction.
    Late(Vec<(Intent, Reason)>),
    /// The store is closed and opened again.
    Restart,
    /// The process ends without closing it.
    Kill,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => vec(intents(), 1..4).prop_map(Step::Commit),
        2 => intents().prop_map(Step::Late),
        1 => Just(Step::Restart),
        1 => Just(Step::Kill),
    ]
    .boxed()
}

struct Pair {
    disk: FakeDisk,
    store: Option<Store>,
    state: State,
    before: State,
    generation: u64,
}

impl Pair {
    fn new() -> Self {
        let disk = FakeDisk::default();
        let store = Some(Store::with_backend(disk.clone()).unwrap());
        Self { disk, store, state: State::default(), before: State::default(), generation: 0 }
    }

    fn take(&mut self, step: &Step) {
        match step {
            Step::Commit(batches) => self.commit(batches),
            Step::Late(intents) => self.late(intents),
            Step::Restart => {
                self.store.take().map(Store::close).transpose().unwrap();
                self.store = Some(Store::with_backend(self.disk.clone()).unwrap());
            }
            Step::Kill => {
                let left = FakeDisk::holding(self.disk.content());
                self.store = Some(Store::with_backend(left.clone()).unwrap());
                self.disk = left;
            }
        }
        assert_same(&self.store.as_ref().unwrap().view().unwrap(), &self.state, self.generation);
    }

    fn commit(&mut self, batches: &[Vec<(Intent, Reason)>]) {
        let mut after = self.state.clone();
        let mut entries = Vec::new();
        for intents in batches {
            let set = realise(intents, &after);
            apply(&set, &mut after).unwrap();
            entries.push(entry(self.generation + entries.len() as u64, EntryKind::Write, set));
        }
        let view = commit(self.store.as_mut().unwrap(), &entries).unwrap();
        self.generation += entries.len() as u64;
        self.before = std::mem::replace(&mut self.state, after);
        assert_same(&view, &self.state, self.generation);
    }

    fn late(&mut self, intents: &[(Intent, Reason)]) {
        let set = realise(intents, &self.before);
        let mut after = self.state.clone();
        let expected = apply(&set, &mut after);
        let entry = entry(self.generation, EntryKind::Write, set);
        let found = commit(self.store.as_mut().unwrap(), &[entry]);
        match (expected, found) {
            (Ok(()), Ok(_)) => {
                self.generation += 1;
                self.before = std::mem::replace(&mut self.state, after);
            }
            (Err(expected), Err(CommitError::Stale { moved, .. })) => {
                let ApplyError::Stale(names) = expected;
                assert_eq!(moved, names);
            }
            (expected, found) => panic!("{expected:?} and {found:?}"),
        }
    }
}

fn assert_same(view: &View, state: &State, generation: u64) {
    assert_eq!(&view.load_state().unwrap(), state);
    assert_eq!(view.generation().0, generation);
    assert_agrees_with_itself(view);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_store_and_the_reference_agree(steps in vec(step(), 1..8)) {
        let mut pair = Pair::new();
        for step in &steps {
            pair.take(step);
        }
    }

    #[test]
    fn a_view_answers_like_the_state_and_never_changes(
        first in intents(),
        second in intents(),
        name in name(),
        item in review_item(),
        key in ruling_key(),
    ) {
        let mut pair = Pair::new();
        pair.commit(&[first]);
        let (old, state) = (pair.store.as_ref().unwrap().view().unwrap(), pair.state.clone());
        pair.commit(&[second]);
        prop_assert_eq!(&old.load_state().unwrap(), &state);
        for &id in pair.state.memories.keys() {
            prop_assert_eq!(Lookup::memory(&old, id).unwrap(), state.memory(id).unwrap());
        }
        let names = state.names.keys().chain([&name]);
        for name in names {
            prop_assert_eq!(Lookup::name(&old, name).unwrap(), state.name(name).unwrap());
        }
        let reviews = state.reviews.keys().copied().chain([item.id()]);
        for id in reviews {
            prop_assert_eq!(Lookup::review(&old, id).unwrap(), state.review(id).unwrap());
        }
        let rulings = state.rulings.keys().chain([&key]);
        for key in rulings {
            prop_assert_eq!(Lookup::ruling(&old, key).unwrap(), state.ruling(key).unwrap());
        }
    }

    #[test]
    fn tables_are_read_in_the_order_of_the_state(made in vec(intents(), 1..4)) {
        let mut pair = Pair::new();
        pair.commit(&made);
        let view = pair.store.as_ref().unwrap().view().unwrap();
        let State { memories, names, reviews, rulings } = pair.state;
        prop_assert!(view.names().unwrap().into_iter().eq(names));
        prop_assert!(view.reviews().unwrap().into_iter().eq(reviews));
        prop_assert!(view.rulings().unwrap().into_iter().eq(rulings));
        for after in memories.keys() {
            let rest = view.memories(Some(*after)).unwrap().map(|memory| memory.unwrap().id);
            let expected = memories.keys().copied().filter(|id| id > after);
            prop_assert!(rest.eq(expected));
        }
    }
}
