//! The line of a chain.

use std::collections::BTreeSet;
use std::sync::Arc;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{RetireReason, Retirement, Standing};
use consolidate_shared::state::State;
use consolidate_shared::time::Day;
use proptest::collection::vec;
use proptest::prelude::*;

use super::super::{Chain, chain, survivor};
use super::{Family, family, linked};

fn line(chain: &Chain) -> Vec<u128> {
    chain.steps.iter().map(|step| step.id.0).collect()
}

fn at(chain: &Chain, id: u128) -> (Vec<(u128, u64)>, Vec<(u128, u64)>) {
    let step = chain.steps.iter().find(|step| step.id.0 == id).unwrap();
    let told = |branches: &[super::super::Branch]| {
        branches.iter().map(|branch| (branch.id.0, branch.length)).collect()
    };
    (told(&step.also_replaced), told(&step.also_replaced_by))
}

#[test]
fn every_member_of_a_chain_gives_the_whole_chain() {
    let family = family(&linked(4, &[(1, 2), (2, 3), (3, 4)]));
    for id in 1..=4 {
        let found = chain(&family, MemoryId(id));
        assert_eq!((line(&found), found.tangled), (vec![1, 2, 3, 4], false));
    }
    assert_eq!(chain(&family, MemoryId(9)), Chain::default());
}

#[test]
fn the_longest_way_back_and_the_way_to_what_is_served_are_the_line() {
    // 1 → 2 → 4 → 5 and 3 → 4; 4 → 6 → 7, of which 7 is taken back, so that the short way leads to the head.
    let mut memories = linked(7, &[(1, 2), (2, 4), (3, 4), (4, 5), (4, 6), (6, 7)]);
    let last = memories.get_mut(&MemoryId(7)).map(Arc::make_mut).unwrap();
    last.standing = Standing::Retired(Retirement {
        reason: RetireReason::Retracted,
        successor: None,
        day: Day(20_200),
        was_candidate: false,
    });
    let found = chain(&family(&memories), MemoryId(4));
    assert_eq!(line(&found), [1, 2, 4, 5]);
    assert_eq!(at(&found, 4), (vec![(3, 1)], vec![(6, 2)]));
    assert_eq!(line(&chain(&family(&memories), MemoryId(6))), [1, 2, 4, 6, 7]);
    assert_eq!(line(&chain(&family(&memories), MemoryId(3))), [3, 4, 5]);
}

#[test]
fn links_that_dangle_or_are_told_by_one_end_are_shown() {
    let mut memories = linked(3, &[(1, 2), (2, 3), (9, 1)]);
    memories.get_mut(&MemoryId(2)).map(Arc::make_mut).unwrap().superseded_by.clear();
    let found = chain(&family(&memories), MemoryId(2));
    assert_eq!(line(&found), [1, 2, 3], "the newer end tells of the link");
    assert_eq!(at(&found, 1), (vec![(9, 0)], vec![]), "what is not there is a branch of no length");
}

#[test]
fn a_circle_ends_and_is_told() {
    let found = chain(&family(&linked(3, &[(1, 2), (2, 3), (3, 1)])), MemoryId(2));
    assert!(found.tangled);
    assert_eq!(found.steps.len(), 3);
}

#[test]
fn a_family_is_gathered_up_to_its_bound() {
    let state = State { memories: linked(50, &chain_of(50)), ..State::default() };
    let whole = Family::of(MemoryId(25), &state, 50).unwrap();
    assert!(!whole.cut);
    assert_eq!(chain(&whole, MemoryId(25)).steps.len(), 50);
    let part = Family::of(MemoryId(25), &state, 11).unwrap();
    assert!(part.cut);
    assert_eq!(line(&chain(&part, MemoryId(25))), (20..=30).collect::<Vec<_>>());
}

fn chain_of(count: u32) -> Vec<(u32, u32)> {
    (1..count).map(|id| (id, id + 1)).collect()
}

#[test]
fn a_long_chain_takes_no_deep_stack() {
    let memories = linked(20_000, &chain_of(20_000));
    assert_eq!(chain(&family(&memories), MemoryId(1)).steps.len(), 20_000);
}

#[test]
fn a_merged_memory_is_followed_to_its_survivor_and_circles_end() {
    let mut memories = linked(4, &[]);
    let merged = |successor| {
        let successor = Some(MemoryId(successor));
        Standing::Retired(Retirement {
            reason: RetireReason::Merged,
            successor,
            day: Day(1),
            was_candidate: false,
        })
    };
    for (id, into) in [(1, 2), (2, 3)] {
        Arc::make_mut(memories.get_mut(&MemoryId(id)).unwrap()).standing = merged(into);
    }
    let mut state = State { memories, ..State::default() };
    let way = |state: &State, id| {
        survivor(MemoryId(id), state).unwrap().iter().map(|id| id.0).collect::<Vec<_>>()
    };
    assert_eq!((way(&state, 1), way(&state, 4)), (vec![1, 2, 3], vec![4]));
    Arc::make_mut(state.memories.get_mut(&MemoryId(3)).unwrap()).standing = merged(1);
    assert_eq!(way(&state, 1), [1, 2, 3]);
    Arc::make_mut(state.memories.get_mut(&MemoryId(3)).unwrap()).standing = merged(77);
    assert_eq!(way(&state, 1), [1, 2, 3], "a survivor that is gone is not followed");
}

proptest! {
    #[test]
    fn whatever_the_links_a_line_is_simple_and_linked(
        links in vec((1u32..14, 1u32..14), 0..40),
        id in 1u32..13,
    ) {
        let memories = linked(12, &links);
        let found = chain(&family(&memories), MemoryId(id.into()));
        let ids = line(&found);
        prop_assert!(ids.contains(&id.into()));
        prop_assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
        for pair in ids.windows(2) {
            let newer = &memories[&MemoryId(pair[1])];
            prop_assert!(newer.supersedes.contains(&MemoryId(pair[0])));
        }
        // Every link of a step is on the line or a branch.
        for (place, step) in found.steps.iter().enumerate() {
            let memory = &memories[&step.id];
            let on_line = usize::from(place > 0);
            prop_assert_eq!(memory.supersedes.len(), step.also_replaced.len() + on_line);
        }
    }
}
