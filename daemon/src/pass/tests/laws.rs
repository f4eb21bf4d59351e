//! The laws of planning, over random stores.

use std::collections::BTreeSet;
use std::sync::Arc;

use consolidate_shared::change::{Edit, Reason, What, apply};
use consolidate_shared::codec;
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::{EntryKind, Generation};
use consolidate_shared::model::{Memory, Name, RetireReason, Retirement, Standing};
use consolidate_shared::plan::{PassKind, Plan, Run};
use consolidate_shared::policy::Policy;
use consolidate_shared::ruling::RulingKey;
use consolidate_shared::state::State;
use consolidate_shared::time::Day;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::random::any_store;
use crate::check::check;
use crate::diff::render_run_of;
use crate::pass::{Snapshot, plan_run};

const TODAY: Day = Day(30);
/// The passes that compare pairs.
const COMPARING: [PassKind; 3] = [PassKind::Conflict, PassKind::Merge, PassKind::Supersede];

fn run_on(state: &State, passes: &[PassKind], policy: &Policy) -> Run {
    plan_run(&Snapshot::new(Generation(1), state.clone()), passes, policy, TODAY)
}

/// What is planned later on the same day, on the store that `run` left.
fn run_again(after: &State, run: &Run, passes: &[PassKind], policy: &Policy) -> Run {
    let changes = run.plans.iter().flat_map(|plan| &plan.change_set.changes);
    let removed = changes.filter(|change| matches!(change.what, What::Remove(_))).count() as u64;
    let snapshot = Snapshot::new(Generation(2), after.clone()).with_removed_today(removed);
    plan_run(&snapshot, passes, policy, TODAY)
}

/// The state after the run, with every plan checked on the state it applies to.
fn applied(mut state: State, run: &Run) -> State {
    for plan in &run.plans {
        lawful(&state, plan);
        apply(&plan.change_set, &mut state).unwrap();
    }
    state
}

fn lawful(before: &State, plan: &Plan) {
    let Ok(violations) = check(before, &plan.change_set, EntryKind::Pass(plan.pass));
    assert!(violations.is_empty(), "{violations:#?}");
    let project = |id: &MemoryId| before.memories[id].scope.project.clone();
    for change in &plan.change_set.changes {
        assert!(
            plan.pass.may().contains(&change.name()),
            "{} may not {}",
            plan.pass,
            change.name()
        );
        if let What::Review(swap) = &change.what {
            for item in [&swap.before, &swap.after].into_iter().flatten() {
                let projects: BTreeSet<_> = item.members.iter().map(project).collect();
                assert_eq!(projects.len(), 1);
            }
        }
    }
}

/// Both runs as people read them, for a law that failed.
fn shown(run: &Run, again: &Run) -> String {
    format!("{}\n== again\n{}", render_run_of(run), render_run_of(again))
}

fn small_queue() -> Policy {
    Policy { review_items_a_day: 2, review_members: 3, ..Policy::default() }
}

fn survives(before: &State, after: &State) {
    // What was taken back is nobody's to find.
    let taken_back = |memory: &Memory| match &memory.standing {
        Standing::Retired(it) => {
            matches!(it.reason, RetireReason::Retracted | RetireReason::Malformed)
        }
        _ => false,
    };
    let texts = |state: &State| -> BTreeSet<String> {
        let memories = state.memories.values().filter(|memory| !taken_back(memory));
        memories
            .flat_map(|m| {
                let wordings = m.wordings.iter().map(|wording| wording.text.clone());
                wordings.chain([m.text.clone()]).collect::<Vec<_>>()
            })
            .collect()
    };
    assert!(texts(before).is_subset(&texts(after)));
    for (id, memory) in &before.memories {
        match after.memories.get(id) {
            Some(kept) => {
                assert_eq!(kept.text, memory.text);
                assert!(kept.sources.is_superset(&memory.sources));
                assert!(kept.wordings.is_superset(&memory.wordings));
            }
            // Garbage: a duplicate lives on under its name, and what was taken back may go.
            None => match &memory.standing {
                Standing::Retired(it) if it.reason == RetireReason::Merged => {
                    let survivor = &after.memories[&after.names[&Name::Id(*id)]];
                    assert!(survivor.keeps(memory));
                }
                Standing::Retired(it) => {
                    assert!(matches!(it.reason, RetireReason::Retracted | RetireReason::Malformed));
                    assert!(after.names.values().all(|target| target != id));
                }
                other => panic!("{other:?} left the store"),
            },
        }
    }
    let there = |id: &MemoryId| after.memories.contains_key(id);
    assert!(after.names.values().all(there), "a name leads nowhere");
}

/// The laws below would hold for planners that do nothing.
#[test]
fn random_stores_make_every_kind_of_change() {
    let mut runner = TestRunner::deterministic();
    let mut names = BTreeSet::new();
    let mut rules = BTreeSet::new();
    for _ in 0..96 {
        let state = any_store(200).new_tree(&mut runner).unwrap().current();
        let run = run_on(&state, PassKind::ALL, &small_queue());
        // A second run, on a store whose review items lose members.
        let after = applied(state, &run);
        let again = run_on(&without_pins(after), PassKind::ALL, &Policy::default());
        for plan in run.plans.iter().chain(&again.plans) {
            for change in &plan.change_set.changes {
                names.insert((plan.pass, change.name().word()));
                if let Reason::Found(finding) = &change.reason {
                    rules.insert(finding.rule.clone());
                }
            }
        }
    }
    let names: Vec<String> = names.iter().map(|(pass, name)| format!("{pass} {name}")).collect();
    insta::assert_snapshot!(names.join(", "), @"
    conflict enqueue, conflict link, conflict resolve, conflict unlink, merge edit, merge enqueue, merge link, merge resolve, merge retire, merge unlink, supersede enqueue, supersede link, supersede resolve, supersede retire, supersede unlink, promote demote, promote enqueue, promote promote, decay edit, prune name, prune remove, prune retire, prune unlink
    ");
    insta::assert_snapshot!(rules.into_iter().collect::<Vec<_>>().join(", "), @"
    C1, S1, S2, S3, S4, S5, T1, T4, duplicate, equal, family, linked, refinement, retold, slot, slot-frame, widen
    ");
}

fn without_pins(mut state: State) -> State {
    for memory in state.memories.values_mut() {
        Arc::make_mut(memory).pinned = false;
    }
    state
}

/// The memory that a merged one went into in the end.
fn stands_for(state: &State, id: MemoryId) -> MemoryId {
    let Some(memory) = state.memories.get(&id) else {
        // A merged one that was removed lives on in its name.
        return state.names.get(&Name::Id(id)).map_or(id, |next| stands_for(state, *next));
    };
    match &memory.standing {
        Standing::Retired(Retirement { reason: RetireReason::Merged, successor, .. }) => {
            successor.map_or(id, |next| stands_for(state, next))
        }
        _ => id,
    }
}

/// As many cases as `PROPTEST_CASES` says, else 48.
pub(super) fn cases() -> ProptestConfig {
    let given = std::env::var_os("PROPTEST_CASES").is_some();
    let default = ProptestConfig::default();
    if given { default } else { ProptestConfig { cases: 48, ..default } }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn the_same_input_gives_the_same_bytes(state in any_store(120)) {
        let policy = Policy::default();
        let first = codec::to_bytes(&run_on(&state, PassKind::ALL, &policy)).unwrap();
        let mut reversed = State::default();
        for (id, memory) in state.memories.iter().rev() {
            reversed.memories.insert(*id, memory.clone());
        }
        reversed.rulings = state.rulings.clone();
        reversed.names = state.names.clone();
        prop_assert_eq!(first, codec::to_bytes(&run_on(&reversed, PassKind::ALL, &policy)).unwrap());
    }

    #[test]
    fn planning_again_after_applying_is_empty(state in any_store(200), capped: bool) {
        let policy = if capped { small_queue() } else { Policy::default() };
        let run = run_on(&state, PassKind::ALL, &policy);
        let after = applied(state, &run);
        let again = run_again(&after, &run, PassKind::ALL, &policy);
        prop_assert!(again.is_empty(), "{}", shown(&run, &again));
    }

    #[test]
    fn what_lies_in_the_future_leaves_a_fixpoint_on_every_day(
        state in any_store(150),
        ahead in prop::collection::vec((any::<prop::sample::Index>(), 31i32..60), 1..12),
    ) {
        let mut state = state;
        let ids: Vec<MemoryId> = state.memories.keys().copied().collect();
        for (place, day) in ahead {
            let memory = state.memories.get_mut(place.get(&ids)).map(Arc::make_mut);
            memory.unwrap().created_at = Day(day).start();
        }
        for day in [TODAY, Day(45), Day(60)] {
            let plan = |state: &State| {
                let snapshot = Snapshot::new(Generation(1), state.clone());
                plan_run(&snapshot, &COMPARING, &Policy::default(), day)
            };
            let run = plan(&state);
            for change in run.plans.iter().flat_map(|plan| &plan.change_set.changes) {
                let What::Edit { subject, edit: Edit::Standing(swap) } = &change.what else { continue };
                let Standing::Retired(retired) = &swap.after else { continue };
                let Some(successor) = retired.successor.map(|id| &state.memories[&id]) else { continue };
                let by_rule = matches!(change.reason, Reason::Found(_));
                let replaced = retired.reason == RetireReason::Superseded && by_rule;
                prop_assert!(!replaced || !successor.is_ahead_of(day), "{subject} by {}", successor.id);
            }
            state = applied(state, &run);
            prop_assert!(plan(&state).is_empty());
        }
    }

    #[test]
    fn each_pass_alone_leaves_nothing_for_itself(state in any_store(120), capped: bool) {
        let policy = if capped { small_queue() } else { Policy::default() };
        for pass in PassKind::ALL {
            let run = run_on(&state, &[*pass], &policy);
            let after = applied(state.clone(), &run);
            let again = run_again(&after, &run, &[*pass], &policy);
            prop_assert!(again.is_empty(), "{}", shown(&run, &again));
        }
    }

    #[test]
    fn what_was_told_apart_never_comes_together_whoever_stands_for_it(state in any_store(150)) {
        let run = run_on(&state, PassKind::ALL, &Policy::default());
        let mut after = applied(state.clone(), &run);
        // What the answers are about is merged away, and the merged are looked at again.
        let apart: Vec<RulingKey> = after.rulings.iter().filter(|(_, ruling)| ruling.bars(TODAY)).map(|(key, _)| key.clone()).collect();
        for memory in after.memories.values_mut() {
            let memory = Arc::make_mut(memory);
            (memory.pinned, memory.slot) = (false, None);
        }
        let again = run_on(&after, PassKind::ALL, &Policy::default());
        let end = applied(after, &again);
        let were_two = |key: &&RulingKey| stands_for(&state, key.first) != stands_for(&state, key.second);
        for key in apart.iter().filter(were_two) {
            let (a, b) = (stands_for(&end, key.first), stands_for(&end, key.second));
            let merge_barred = key.pass.is_none_or(|pass| pass == PassKind::Merge);
            prop_assert!(!merge_barred || a != b, "{key} became one");
            let asked = end.reviews.values().find(|item| {
                item.members.len() == 2
                    && item.members.contains(&a)
                    && item.members.contains(&b)
                    && key.pass.is_none_or(|pass| pass == item.pass)
            });
            prop_assert!(asked.is_none(), "{key} is asked again: {asked:?}");
        }
    }

    #[test]
    fn undoing_the_run_restores_the_state(state in any_store(150)) {
        let run = run_on(&state, PassKind::ALL, &Policy::default());
        let mut after = applied(state.clone(), &run);
        survives(&state, &after);
        for plan in run.plans.iter().rev() {
            apply(&plan.change_set.invert(), &mut after).unwrap();
        }
        prop_assert!(after == state);
    }

    #[test]
    fn a_changed_store_is_planned_to_a_fixpoint_again(state in any_store(150), capped: bool) {
        let policy = if capped { small_queue() } else { Policy::default() };
        let state = applied(state.clone(), &run_on(&state, PassKind::ALL, &policy));
        let state = without_pins(state);
        let run = run_on(&state, PassKind::ALL, &policy);
        let after = applied(state, &run);
        let again = run_again(&after, &run, PassKind::ALL, &policy);
        prop_assert!(again.is_empty(), "{}", shown(&run, &again));
    }

    #[test]
    fn a_store_grows_old_to_a_fixpoint_every_time(state in any_store(80), leaps in prop::collection::vec(1i32..60, 1..5)) {
        let policy = Policy::default();
        let (mut state, mut day) = (state, TODAY);
        for leap in leaps {
            day = Day(day.0 + leap);
            let plan = |state: &State| {
                plan_run(&Snapshot::new(Generation(1), state.clone()), PassKind::ALL, &policy, day)
            };
            let run = plan(&state);
            let after = applied(state.clone(), &run);
            survives(&state, &after);
            let removed = (state.memories.len() - after.memories.len()) as u64;
            prop_assert!(removed <= 10);
            let snapshot = Snapshot::new(Generation(1), after.clone()).with_removed_today(removed);
            let again = plan_run(&snapshot, PassKind::ALL, &policy, day);
            prop_assert!(again.is_empty(), "{}", shown(&run, &again));
            state = after;
        }
    }

    #[test]
    fn single_passes_plan_what_the_run_plans_first(state in any_store(60)) {
        let snapshot = Snapshot::new(Generation(1), state);
        let policy = Policy::default();
        let alone = crate::pass::merge::plan(&snapshot, &policy, TODAY);
        let run = plan_run(&snapshot, &[PassKind::Merge], &policy, TODAY);
        prop_assert_eq!(run.plans, vec![alone]);
    }
}
