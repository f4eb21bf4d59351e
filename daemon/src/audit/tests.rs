//! Hand-made damage, one kind at a time and at random: it is found, mended by rules, and never makes anything loop.

use std::collections::BTreeSet;
use std::sync::Arc;

use consolidate_shared::change::{Finding as Found, apply};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::{EntryKind, Generation};
use consolidate_shared::model::{Memory, Name, RetireReason, Retirement, Standing};
use consolidate_shared::plan::PassKind;
use consolidate_shared::policy::Policy;
use consolidate_shared::review::ReviewItem;
use consolidate_shared::state::State;
use consolidate_shared::time::Day;
use proptest::prelude::*;

use super::{
    Difference, Fault, Finding, Outcome, determinism, faults, fresher_first, monotone, references,
    repair, sample, staleness, supersession,
};
use crate::check::check;
use crate::engine::analysed;
use crate::pass::tests::random::{any_store, link, memory, store};
use crate::pass::{Snapshot, plan_run};

pub(super) const TODAY: Day = Day(30);

pub(super) fn id(number: u32) -> MemoryId {
    MemoryId(number.into())
}

/// Memories 1 to 5, each a day younger than the one before, with a link 2 → 1.
pub(super) fn five() -> State {
    let texts = ["one", "two", "three", "four", "five"];
    let memories = texts
        .into_iter()
        .zip(1..)
        .map(|(text, number)| memory(number, i32::try_from(number).unwrap(), text));
    let mut state = store(memories);
    link(&mut state, 2, 1);
    state
}

pub(super) fn change<T>(state: &mut State, number: u32, change: impl FnOnce(&mut Memory) -> T) {
    change(Arc::make_mut(state.memories.get_mut(&id(number)).unwrap()));
}

fn superseded_by(successor: u32) -> Standing {
    let successor = Some(id(successor));
    Standing::Retired(Retirement {
        reason: RetireReason::Superseded,
        successor,
        day: Day(9),
        was_candidate: false,
    })
}

fn question(members: &[u32]) -> ReviewItem {
    let members: Vec<MemoryId> = members.iter().map(|number| id(*number)).collect();
    let finding =
        Found { rule: "T1".into(), other: members[0], overlap: 900, sentence: "alike".into() };
    ReviewItem::new(PassKind::Merge, members, finding, Day(3))
}

/// What is wrong, what mends it and what is wrong after that, in sentences.
fn told(state: &State) -> String {
    let none = BTreeSet::new();
    let mut text = String::new();
    let mut line = |what: &str, said: &dyn ToString| {
        text.push_str(&format!(
            "{what}: {}\n",
            said.to_string().replace("0000000000000000000000", "")
        ));
    };
    for fault in faults(state, &none).iter() {
        line("fault", fault);
    }
    let repair = repair(state, &[], &none, TODAY);
    for change in &repair.set.changes {
        let subject = change.what.memory().map_or_else(String::new, |id| format!(" {id}"));
        line(&format!("{}{subject}", change.name()), &change.reason);
    }
    repair.left.iter().for_each(|left| line("left", left));
    let Ok(violations) = check(state, &repair.set, EntryKind::Repair);
    for violation in violations.iter() {
        line("VIOLATION", violation);
    }
    let mut after = state.clone();
    apply(&repair.set, &mut after).unwrap();
    for fault in faults(&after, &none).iter() {
        line("still", fault);
    }
    apply(&repair.set.invert(), &mut after).unwrap();
    assert_eq!(after, *state, "an undo brings the damage back");
    text
}

#[test]
fn a_sound_store_has_nothing_to_repair() {
    assert_eq!(told(&five()), "");
}

#[test]
fn a_circle_is_broken_where_the_older_replaces_the_newer() {
    let mut state = five();
    link(&mut state, 3, 2);
    link(&mut state, 1, 3);
    insta::assert_snapshot!(told(&state));
    // What was retired for the wrong link comes back.
    change(&mut state, 3, |memory| memory.standing = superseded_by(1));
    insta::assert_snapshot!(told(&state));
}

#[test]
fn a_circle_of_one_time_is_asked_about() {
    let mut state = store([memory(1, 1, "one"), memory(2, 1, "two")]);
    link(&mut state, 2, 1);
    link(&mut state, 1, 2);
    change(&mut state, 1, |memory| memory.standing = superseded_by(2));
    change(&mut state, 2, |memory| memory.standing = superseded_by(1));
    insta::assert_snapshot!(told(&state));
}

#[test]
fn a_link_on_one_side_is_completed_where_time_fits_and_else_removed() {
    let mut state = five();
    change(&mut state, 4, |memory| memory.supersedes.insert(id(3)));
    change(&mut state, 3, |memory| memory.superseded_by.insert(id(2)));
    change(&mut state, 5, |memory| memory.superseded_by.insert(id(2)));
    insta::assert_snapshot!(told(&state));
}

#[test]
fn what_leads_nowhere_goes() {
    let mut state = five();
    change(&mut state, 1, |memory| {
        memory.supersedes.insert(id(1));
        memory.superseded_by.insert(id(9));
        memory.conflicts_with.insert(id(8));
    });
    change(&mut state, 3, |memory| memory.standing = superseded_by(9));
    change(&mut state, 1, |memory| memory.standing = superseded_by(9));
    state.names.insert(Name::Id(id(7)), id(6));
    for item in [question(&[4, 6]), question(&[3, 4, 6])] {
        state.reviews.insert(item.id(), item);
    }
    insta::assert_snapshot!(told(&state));
}

#[test]
fn marks_are_for_both_where_both_are_active() {
    let mut state = five();
    change(&mut state, 3, |memory| memory.conflicts_with.insert(id(4)));
    change(&mut state, 5, |memory| memory.conflicts_with.insert(id(1)));
    change(&mut state, 1, |memory| memory.standing = superseded_by(2));
    insta::assert_snapshot!(told(&state));
}

#[test]
fn what_only_its_writer_knows_is_left() {
    let mut state = five();
    change(&mut state, 3, |memory| {
        memory.sources.clear();
        memory.conflicts_with.insert(id(4));
    });
    insta::assert_snapshot!(told(&state));
}

#[test]
fn what_was_set_aside_may_still_be_named() {
    let mut state = five();
    state.names.insert(Name::Id(id(7)), id(6));
    change(&mut state, 3, |memory| memory.standing = superseded_by(6));
    assert_eq!(faults(&state, &BTreeSet::from([id(6)])), []);
    assert_eq!(faults(&state, &BTreeSet::new()).len(), 2);
}

#[test]
fn a_row_that_the_journal_tells_keeps_its_links() {
    let mut state = five();
    let lost = state.memories.remove(&id(2)).unwrap();
    let repair = repair(&state, &[Difference::Missing(lost)], &BTreeSet::new(), TODAY);
    let Ok(violations) = check(&state, &repair.set, EntryKind::Repair);
    assert_eq!((violations, repair.set.changes.len()), (Vec::new(), 1));
    apply(&repair.set, &mut state).unwrap();
    assert_eq!(state, five());
}

#[test]
fn assertions_count_and_list_what_offends() {
    let mut state = five();
    for number in 1..=5 {
        for other in 11..=13 {
            change(&mut state, number, |memory| memory.superseded_by.insert(id(other)));
        }
    }
    let found = faults(&state, &BTreeSet::new());
    let links = supersession(&state, &found);
    assert_eq!((links.outcome, links.failed, links.first.len()), (Outcome::Fails, 15, 5));
    assert!(links.cause.is_some() && links.remedy.is_some());
    assert_eq!(references(&state, &found).outcome, Outcome::Holds);
}

#[test]
fn staleness_is_a_share_of_the_active_against_a_budget() {
    let none = Finding::default();
    // What an active memory replaces is out of recall from the moment of the link, also before it is retired.
    let state = five();
    assert_eq!(staleness(&state, 0, &none).outcome, Outcome::Holds);
    assert!(staleness(&state, 0, &none).measure.unwrap().contains("1 of 5 active wait"));
    let mut retired = five();
    change(&mut retired, 1, |memory| memory.standing = superseded_by(2));
    assert_eq!(staleness(&retired, 0, &none).outcome, Outcome::Holds);
    // A successor that was itself replaced still replaces, and hides nothing: one of the four that are active.
    let mut chain = five();
    change(&mut chain, 2, |memory| memory.standing = superseded_by(3));
    assert_eq!(staleness(&chain, 0, &none).failed, 1);
    for (budget, outcome) in [(0, Outcome::Fails), (249, Outcome::Fails), (250, Outcome::Holds)] {
        assert_eq!(staleness(&chain, budget, &none).outcome, outcome, "{budget}");
    }
    // What is served and stale has no budget.
    let mut served = Finding::default();
    served.look(super::stale_when_served(&state.memories[&id(1)], &state, TODAY.start()));
    assert_eq!(staleness(&state, 1000, &served).outcome, Outcome::Fails);
    assert_eq!(super::stale_when_served(&state.memories[&id(2)], &state, TODAY.start()), None);
}

#[test]
fn a_strength_that_grows_and_a_ranking_that_prefers_the_old_are_found() {
    let state = five();
    let prepared = |memory: &Memory| analysed(memory, crate::engine::Successors::default());
    let halves = |memory: &Memory, day: Day| -> u16 {
        let age = u32::try_from((day.0 - memory.created_at.day().0).max(0) / 90).unwrap();
        1000 >> age.min(15)
    };
    assert_eq!(monotone(&state, TODAY, &halves).failed, 0);
    assert_eq!(fresher_first(TODAY, &halves, &prepared).failed, 0);
    let grows = |_: &Memory, day: Day| u16::try_from(day.0 % 100).unwrap();
    assert_eq!(monotone(&state, TODAY, &grows).failed, 5);
    let backwards =
        |memory: &Memory, _: Day| -> u16 { if memory.created_at.day() < TODAY { 1000 } else { 1 } };
    assert!(fresher_first(TODAY, &backwards, &prepared).failed > 0);
}

#[test]
fn samples_are_the_same_every_time_and_differ_by_salt() {
    let state = store((1..200).map(|number| memory(number, 1, "text")));
    let ids = |salt| -> Vec<MemoryId> {
        sample(&state, salt, 20, |_| true).iter().map(|memory| memory.id).collect()
    };
    assert_eq!(ids("a"), ids("a"));
    assert_ne!(ids("a"), ids("b"));
    assert_eq!(sample(&state, "a", 20, |memory| memory.id.0 > 190).len(), 9);
}

/// One thing that goes wrong with the rows of a store.
#[derive(Debug, Clone)]
enum Damage {
    Link(usize, usize),
    Half(usize, usize, u8),
    Gone(usize),
    Retired(usize, usize),
    Name(u32),
    Question(usize, u32),
    Sourceless(usize),
}

fn damage() -> impl Strategy<Value = Damage> {
    let place = any::<usize>;
    prop_oneof![
        4 => (place(), place()).prop_map(|(a, b)| Damage::Link(a, b)),
        4 => (place(), place(), 0u8..3).prop_map(|(a, b, field)| Damage::Half(a, b, field)),
        1 => place().prop_map(Damage::Gone),
        1 => (place(), place()).prop_map(|(a, b)| Damage::Retired(a, b)),
        1 => any::<u32>().prop_map(Damage::Name),
        1 => (place(), any::<u32>()).prop_map(|(a, b)| Damage::Question(a, b)),
        1 => place().prop_map(Damage::Sourceless),
    ]
}

fn harm(state: &mut State, damage: &Damage) {
    let at = |place: usize| state.memories.keys().nth(place % state.memories.len().max(1)).copied();
    let (a, b) = match *damage {
        Damage::Link(a, b) | Damage::Half(a, b, _) | Damage::Retired(a, b) => (at(a), at(b)),
        Damage::Gone(a) | Damage::Question(a, _) | Damage::Sourceless(a) => (at(a), at(a)),
        Damage::Name(_) => (None, None),
    };
    let mut edit = |id: Option<MemoryId>, change: &dyn Fn(&mut Memory)| {
        if let Some(memory) = id.and_then(|id| state.memories.get_mut(&id)) {
            change(Arc::make_mut(memory));
        }
    };
    match *damage {
        Damage::Link(..) => {
            edit(a, &|memory| memory.supersedes.extend(b));
            edit(b, &|memory| memory.superseded_by.extend(a));
        }
        Damage::Half(_, _, 0) => edit(a, &|memory| memory.supersedes.extend(b)),
        Damage::Half(_, _, 1) => edit(a, &|memory| memory.superseded_by.extend(b)),
        Damage::Half(..) => edit(a, &|memory| memory.conflicts_with.extend(b)),
        Damage::Gone(_) => drop(a.and_then(|id| state.memories.remove(&id))),
        Damage::Retired(..) => edit(a, &|memory| {
            let (reason, successor) = (RetireReason::Superseded, b);
            memory.standing = Standing::Retired(Retirement {
                reason,
                successor,
                day: Day(1),
                was_candidate: false,
            });
        }),
        Damage::Name(number) => drop(state.names.insert(Name::Id(id(number)), id(number / 2))),
        Damage::Question(_, number) => {
            let members = a.into_iter().chain([id(number)]).collect();
            let item = ReviewItem { members, ..question(&[1]) };
            state.reviews.insert(item.id(), item);
        }
        Damage::Sourceless(_) => edit(a, &|memory| memory.sources.clear()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn whatever_was_damaged_is_mended_and_passes_end_before_and_after(
        sound in any_store(24),
        damages in prop::collection::vec(damage(), 0..24),
    ) {
        let none = BTreeSet::new();
        let mut state = sound;
        for damage in damages.iter() { harm(&mut state, damage); }
        let plan = |state: &State| {
            let snapshot = Snapshot::new(Generation(1), state.clone());
            plan_run(&snapshot, PassKind::ALL, &Policy::default(), TODAY)
        };
        let _ = plan(&state);
        let repair = repair(&state, &[], &none, TODAY);
        let Ok(violations) = check(&state, &repair.set, EntryKind::Repair);
        prop_assert_eq!(&violations, &Vec::new());
        let mut after = state.clone();
        apply(&repair.set, &mut after).unwrap();
        let left = faults(&after, &none);
        let is_a_writers = |fault: &Fault| match fault {
            Fault::NoSource { .. } => true,
            Fault::NoSuccessor { memory, .. } => after.memories[memory].sources.is_empty(),
            _ => false,
        };
        prop_assert!(left.iter().all(is_a_writers), "{:?}", left);
        prop_assert_eq!(repair.left.len(), left.len());
        let again = super::repair(&after, &[], &none, TODAY);
        prop_assert!(again.set.is_empty());
        prop_assert_eq!(after.memories.keys().collect::<Vec<_>>(), state.memories.keys().collect::<Vec<_>>());
        let _ = plan(&after);
        apply(&repair.set.invert(), &mut after).unwrap();
        prop_assert_eq!(after, state);
    }

    #[test]
    fn every_index_of_a_store_answers_alike(state in any_store(24)) {
        let prepared = |memory: &Memory| analysed(memory, crate::engine::Successors::default());
        let found = determinism(&state, TODAY.start(), &prepared, &mut || {});
        prop_assert_eq!(found.outcome, Outcome::Holds);
    }
}

/// A circle through as many memories as a store may hold, and links that stand on one side all along it.
#[test]
fn long_circles_and_chains_end() {
    const COUNT: u32 = 5_000;
    let mut state = store(
        (1..=COUNT).map(|number| memory(number, i32::try_from(number / 10).unwrap(), "text")),
    );
    for number in 2..=COUNT {
        if number % 5 == 0 {
            change(&mut state, number, |memory| memory.supersedes.insert(id(number - 1)));
        } else {
            link(&mut state, number, number - 1);
        }
    }
    link(&mut state, 1, COUNT);
    let none = BTreeSet::new();
    let repair = repair(&state, &[], &none, TODAY);
    apply(&repair.set, &mut state).unwrap();
    assert_eq!(faults(&state, &none), []);
    let links = state.memories.values().map(|memory| memory.supersedes.len()).sum::<usize>();
    assert_eq!(links, usize::try_from(COUNT).unwrap() - 1, "only the wrong one went");
}
