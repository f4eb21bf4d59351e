//! The incremental law: what an update leaves is what building anew gives.

use std::collections::BTreeSet;
use std::sync::Arc;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Memory, RetireReason, Retirement, Scope, Standing};
use consolidate_shared::plan::PassKind;
use consolidate_shared::policy::Policy;
use consolidate_shared::state::State;
use consolidate_shared::time::Day;
use proptest::prelude::*;

use super::PairIndex;
use super::census::Census;
use crate::pass::judge::Judged;
use crate::pass::tests::random::any_store;

/// Bounds so low that small stores cross them.
fn narrow() -> Policy {
    Policy {
        rare_stem: 2,
        common_stem: 6,
        group_neighbours: 2,
        class_members: 2,
        ..Policy::default()
    }
}

#[derive(Debug, Clone)]
enum Step {
    Retire,
    Revive,
    Remove,
    Slot(Option<&'static str>),
    Move(&'static str),
    Mark(prop::sample::Index),
    Date(i32),
    Until(Option<i32>),
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => Just(Step::Retire),
        3 => Just(Step::Revive),
        2 => Just(Step::Remove),
        2 => prop_oneof![Just(None), Just(Some("port")), Just(Some("main-store"))].prop_map(Step::Slot),
        1 => Just(Step::Move("p1")),
        2 => any::<prop::sample::Index>().prop_map(Step::Mark),
        1 => (0i32..12).prop_map(Step::Date),
        1 => prop::option::of(0i32..12).prop_map(Step::Until),
    ]
}

/// Takes one step; the memories that it changed.
fn take(state: &mut State, at: &prop::sample::Index, step: &Step) -> Vec<MemoryId> {
    let ids: Vec<MemoryId> = state.memories.keys().copied().collect();
    if ids.is_empty() {
        return Vec::new();
    }
    let id = ids[at.index(ids.len())];
    let mut edit = |id: MemoryId, change: &dyn Fn(&mut Memory)| {
        change(Arc::make_mut(state.memories.get_mut(&id).unwrap()));
    };
    match step {
        Step::Retire => edit(id, &|memory| {
            let reason = RetireReason::Unwanted;
            memory.standing = Standing::Retired(Retirement {
                reason,
                successor: None,
                day: Day(1),
                was_candidate: false,
            });
        }),
        Step::Revive => edit(id, &|memory| memory.standing = Standing::Active),
        Step::Remove => {
            state.memories.remove(&id);
        }
        Step::Slot(slot) => edit(id, &|memory| memory.slot = slot.map(str::to_owned)),
        Step::Move(project) => edit(id, &|memory| memory.scope = Scope::project(project)),
        Step::Date(day) => edit(id, &|memory| memory.created_at = Day(*day).start()),
        Step::Until(day) => {
            edit(id, &|memory| memory.valid_until = day.map(|day| Day(day).start()))
        }
        Step::Mark(other) => {
            let other = ids[other.index(ids.len())];
            for (a, b) in [(id, other), (other, id)] {
                edit(a, &|memory| {
                    if !memory.conflicts_with.remove(&b) && a != b {
                        memory.conflicts_with.insert(b);
                    }
                });
            }
            return vec![id, other];
        }
    }
    vec![id]
}

type Seen = (Vec<Judged>, BTreeSet<MemoryId>, Vec<BTreeSet<MemoryId>>, Census, Vec<usize>);

/// The pairs, the twins, the partners of each memory, the counts; of those asked about too, which must be true.
fn seen(index: &PairIndex, state: &State) -> Seen {
    let of = |id: &MemoryId| index.of_member(*id).map(|pair| pair.other(*id)).collect();
    let asked: Vec<usize> = PassKind::ALL.iter().map(|pass| index.count_asked(*pass)).collect();
    let found = |pass| index.asked().filter(|pair| pair.asks() == Some(pass)).count();
    assert!(PassKind::ALL.iter().zip(&asked).all(|(pass, count)| found(*pass) == *count));
    (
        index.decided().chain(index.asked()).collect(),
        index.twins().collect(),
        state.memories.keys().map(of).collect(),
        index.census().clone(),
        asked,
    )
}

proptest! {
    #[test]
    fn an_updated_index_is_the_index_of_what_there_is(
        state in any_store(60),
        more in any_store(40),
        batches in prop::collection::vec(prop::collection::vec((any::<prop::sample::Index>(), any_step()), 1..8), 1..5),
        wide: bool,
    ) {
        let policy = if wide { Policy::default() } else { narrow() };
        let mut state = state;
        let mut index = PairIndex::of(&state, &policy);
        let mut coming = more.memories.into_values();
        for batch in &batches {
            let mut changed = BTreeSet::new();
            for (at, step) in batch {
                changed.extend(take(&mut state, at, step));
                if let Some(memory) = coming.next() {
                    // Another number, so that it takes no memory's place.
                    let id = MemoryId(memory.id.0 ^ (7 << 64));
                    let memory = Memory { id, conflicts_with: BTreeSet::new(), ..Memory::clone(&memory) };
                    state.memories.insert(id, Arc::new(memory));
                    changed.insert(id);
                }
            }
            let now = |id: MemoryId| state.memories.get(&id).cloned();
            index.update(changed.into_iter().map(|id| (id, now(id))), &now);
            let anew = PairIndex::of(&state, &policy);
            prop_assert_eq!(seen(&index, &state), seen(&anew, &state));
        }
    }
}
