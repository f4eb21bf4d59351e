//! The laws of answers, over random stores and what the passes ask of them.

use std::collections::BTreeSet;

use consolidate_shared::change::{Reason, What, apply};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::{EntryKind, Generation};
use consolidate_shared::model::{Actor, Standing};
use consolidate_shared::plan::{PassKind, Run};
use consolidate_shared::policy::Policy;
use consolidate_shared::review::{Answer, ReviewItem};
use consolidate_shared::ruling::RulingKey;
use consolidate_shared::state::State;
use consolidate_shared::time::Day;
use proptest::prelude::*;

use super::{AgentAnswers, Given, TODAY, try_answer};
use crate::check::check;
use crate::pass::tests::random::any_store;
use crate::pass::{Snapshot, plan_run};
use crate::review::{close_settled, pairs, ruled};

fn run_on(state: &State, day: Day) -> Run {
    let snapshot = Snapshot::new(Generation(1), state.clone());
    // The passes that ask about pairs: what decay and prune do meanwhile is their own.
    let passes = [PassKind::Conflict, PassKind::Merge, PassKind::Supersede];
    plan_run(&snapshot, &passes, &Policy::default(), day)
}

/// The store as the passes leave it, with their questions.
fn asked(mut state: State) -> State {
    for plan in run_on(&state, TODAY).plans {
        apply(&plan.change_set, &mut state).unwrap();
    }
    state
}

/// Whether a memory is active once the run is applied.
fn is_active(id: MemoryId, state: &State, run: &Run) -> bool {
    let mut after = state.clone();
    for plan in &run.plans {
        apply(&plan.change_set, &mut after).unwrap();
    }
    after.memories.get(&id).is_some_and(|memory| memory.standing == Standing::Active)
}

fn answers(item: &ReviewItem) -> Vec<Answer> {
    let mut all = vec![
        Answer::Accept,
        Answer::Reject,
        Answer::Distinct,
        Answer::Snooze { until: Day(TODAY.0 + 9) },
    ];
    all.extend(item.members.iter().map(|winner| Answer::Supersede { winner: *winner }));
    all
}

fn by_a_person(item: &ReviewItem, answer: Answer) -> Given {
    let (item, only) = (item.clone(), Vec::new());
    Given { item, answer, only, note: None, by: Actor::User, now: TODAY.start() }
}

/// The pairs that a run would do something about, and by which pass; an item asks about each of its pairs.
fn planned(run: &Run) -> BTreeSet<(PassKind, MemoryId, MemoryId)> {
    let mut found = BTreeSet::new();
    let mut add = |pass, a: MemoryId, b: MemoryId| {
        found.insert((pass, a.min(b), a.max(b)));
    };
    for plan in &run.plans {
        for change in &plan.change_set.changes {
            if let What::Review(swap) = &change.what {
                // Of a larger item nobody knows which pairs were meant.
                let items = swap.after.iter().filter(|item| item.members.len() == 2);
                for (a, b) in items.flat_map(|item| pairs(&item.members)) {
                    add(plan.pass, a, b);
                }
            }
            let other = match &change.reason {
                Reason::Found(finding) => Some(finding.other),
                Reason::Linked { successor } => Some(*successor),
                Reason::Answered { other, .. } => *other,
                _ => None,
            };
            if let Some((a, b)) = change.what.memory().zip(other) {
                add(plan.pass, a, b);
            }
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn an_answered_pair_is_neither_asked_again_nor_planned_otherwise(state in any_store(90)) {
        let state = asked(state);
        for item in state.reviews.values().take(4) {
            for answer in answers(item) {
                let given = by_a_person(item, answer);
                let Ok((decided, after)) = try_answer(&state, &given, AgentAnswers::Suggest) else {
                    continue;
                };
                prop_assert_eq!(decided.rest, None);
                prop_assert!(!after.reviews.contains_key(&item.id()));
                let planned = planned(&run_on(&after, TODAY));
                for (a, b) in pairs(&item.members) {
                    let (a, b) = (a.min(b), a.max(b));
                    for pass in PassKind::ALL {
                        // A yes or no to one pass leaves the others free; a no to all, and what is retired, to none.
                        let theirs = *pass == item.pass
                            || matches!(answer, Answer::Distinct | Answer::Supersede { .. });
                        let asked = answer != Answer::Accept
                            || item.pass == PassKind::Merge
                            || item.members.last().is_some_and(|it| *it == a || *it == b);
                        prop_assert!(
                            !(theirs && asked && planned.contains(&(*pass, a, b))),
                            "{pass} on {a} and {b} after {answer} to {item:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn no_other_item_asks_an_answered_pair(state in any_store(90), which: u8) {
        let state = asked(state);
        let all: BTreeSet<_> = state.reviews.keys().copied().collect();
        for item in state.reviews.values() {
            let all_answers = answers(item);
            let given = by_a_person(item, all_answers[usize::from(which) % all_answers.len()]);
            let Ok((decided, _)) = try_answer(&state, &given, AgentAnswers::Suggest) else { continue };
            let mut set = decided.set;
            let answered = ruled(&set);
            let mut others = all.clone();
            others.remove(&item.id());
            let Ok(closed) = close_settled(&mut set, &others, &state, TODAY);
            let Ok(violations) = check(&state, &set, EntryKind::Review);
            prop_assert!(violations.is_empty(), "{violations:#?}");
            let mut after = state.clone();
            apply(&set, &mut after).unwrap();
            for id in &closed {
                prop_assert!(!after.reviews.contains_key(id));
            }
            for open in after.reviews.values() {
                for (a, b) in asked_pairs(open) {
                    let pair = (a.min(b), a.max(b));
                    let theirs = after.rulings.contains_key(&RulingKey::pair(a, b, Some(open.pass)))
                        || after.rulings.contains_key(&RulingKey::pair(a, b, None));
                    prop_assert!(!(theirs && answered.contains(&pair)), "{open:?} after {given:?}");
                }
            }
            apply(&set.invert(), &mut after).unwrap();
            prop_assert!(after == state);
        }
    }

    #[test]
    fn undoing_an_answer_restores_everything(state in any_store(90)) {
        let state = asked(state);
        for item in state.reviews.values() {
            for answer in answers(item) {
                let given = by_a_person(item, answer);
                if let Ok((decided, mut after)) = try_answer(&state, &given, AgentAnswers::Suggest) {
                    apply(&decided.set.invert(), &mut after).unwrap();
                    prop_assert!(after == state, "{answer} to {item:?}");
                }
            }
        }
    }

    #[test]
    fn what_was_snoozed_is_asked_again_on_its_day(state in any_store(90)) {
        let state = asked(state);
        let until = Day(TODAY.0 + 9);
        for item in state.reviews.values().take(4) {
            let given = by_a_person(item, Answer::Snooze { until });
            let (_, after) = try_answer(&state, &given, AgentAnswers::Suggest).unwrap();
            let early = run_on(&after, Day(until.0 - 1));
            prop_assert!(!asks(&early, item), "before its day");
            let due = run_on(&after, until);
            // Other snoozes of the store end meanwhile too, and what they barred may retire a member.
            let settled = item.members.iter().any(|id| !is_active(*id, &after, &due));
            // Two that stand in another open item of the pass are before somebody's eyes already.
            let stands = |open: &ReviewItem| {
                let both = item.members.iter().filter(|id| open.members.contains(id)).count() > 1;
                open.pass == item.pass && both
            };
            let waits = after.reviews.values().any(stands);
            prop_assert!(settled || waits || asks(&due, item), "on its day: {item:?}");
        }
    }

    #[test]
    fn answering_everything_leaves_nothing_to_answer(state in any_store(90), which: u8) {
        let mut state = asked(state);
        // Each answer closes an item and opens none.
        let open = state.reviews.len();
        for round in 0..open {
            let Some(item) = state.reviews.values().next().cloned() else { break };
            let all = answers(&item);
            let first = (usize::from(which) + round) % all.len();
            let order = all[first..].iter().chain(&all[..first]);
            let after = order.filter_map(|answer| {
                try_answer(&state, &by_a_person(&item, *answer), AgentAnswers::Suggest).ok()
            });
            state = after.map(|(_, after)| after).next().expect("an item has an answer that fits");
        }
        prop_assert!(state.reviews.is_empty());
    }
}

/// The pairs that an item asks about.
fn asked_pairs(item: &ReviewItem) -> Vec<(MemoryId, MemoryId)> {
    let mut all = pairs(&item.members);
    if let (PassKind::Conflict | PassKind::Supersede, Some(newest)) =
        (item.pass, item.members.last())
    {
        all.retain(|(a, b)| a == newest || b == newest);
    }
    all
}

/// Whether a run opens an item of this pass about two of these members, or about the only one.
fn asks(run: &Run, item: &ReviewItem) -> bool {
    let plans = run.plans.iter().filter(|plan| plan.pass == item.pass);
    let changes = plans.flat_map(|plan| &plan.change_set.changes);
    let opened = changes.filter_map(|change| match &change.what {
        What::Review(swap) => swap.after.as_deref(),
        _ => None,
    });
    let enough = item.members.len().min(2);
    let same = |it: &ReviewItem| {
        it.members.iter().filter(|id| item.members.contains(id)).count() >= enough
    };
    opened.into_iter().any(same)
}
