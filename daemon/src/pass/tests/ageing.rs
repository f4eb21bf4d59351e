//! Decay and prune on small stores, over days and years.

use std::sync::Arc;

use consolidate_shared::change::{Reason, What, apply};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::{EntryKind, Generation, JournalEntry};
use consolidate_shared::model::{
    Actor, BIRTH_STRENGTH, Kind, Memory, Name, Origin, RetireReason, Retirement, Standing, Tier,
    Wording,
};
use consolidate_shared::plan::{PassKind, Plan};
use consolidate_shared::policy::Policy;
use consolidate_shared::state::State;
use consolidate_shared::time::Day;
use proptest::prelude::*;

use super::laws::cases;
use super::random::{confirming, link, memory, store};
use crate::check::check;
use crate::pass::{Snapshot, decay, plan_run, prune};
use crate::write::undo;

fn id(number: u32) -> MemoryId {
    MemoryId(u128::from(number))
}

fn with(mut memory: Memory, change: impl FnOnce(&mut Memory)) -> Memory {
    change(&mut memory);
    memory
}

fn decayed(memory: Memory, day: i32) -> u16 {
    let number = memory.id;
    let mut state = store([memory]);
    let snapshot = Snapshot::new(Generation(1), state.clone());
    let plan = decay::plan(&snapshot, &Policy::default(), Day(day));
    apply(&plan.change_set, &mut state).unwrap();
    state.memories[&number].strength
}

#[test]
fn strength_falls_by_kind_and_is_born_as_the_function_says() {
    let kind = |kind, origin| with(memory(1, 0, "x"), |m| (m.kind, m.origin) = (kind, origin));
    let agent = Origin::Agent { capable: false };
    let strengths = |day| {
        [
            (Kind::Fact, agent),
            (Kind::Pitfall, agent),
            (Kind::Procedure, agent),
            (Kind::Decision, agent),
            (Kind::Fact, Origin::User),
            (Kind::Policy, Origin::User),
        ]
        .map(|(of, origin)| decayed(kind(of, origin), day))
    };
    assert_eq!(strengths(0), [BIRTH_STRENGTH; 6]);
    assert_eq!(strengths(90), [200, 200, 325, 400, 450, 500]);
    assert_eq!(strengths(-50), [500; 6], "a clock that was set back ages nothing");
}

#[test]
fn use_and_evidence_refresh_and_pins_are_left_alone() {
    let used = with(memory(1, 0, "x"), |m| m.usage.last_used = Some(Day(90)));
    assert_eq!(decayed(used, 90), 500);
    let confirmed = with(memory(1, 0, "x"), |m| {
        m.evidence.confirmed = 30;
        m.evidence.contexts = [confirming(60, "a")].into();
    });
    assert_eq!(decayed(confirmed, 90), 500);
    let pinned = with(memory(1, 0, "x"), |m| (m.pinned, m.strength) = (true, 900));
    assert_eq!(decayed(pinned, 900), 900);
    let retired =
        with(memory(1, 0, "x"), |m| m.standing = retired(RetireReason::Unwanted, None, 1));
    assert_eq!(decayed(retired, 900), 500);
}

#[test]
fn an_undone_decay_rests_until_the_next_day() {
    let mut state = store([memory(1, 0, "x"), memory(2, 20, "y")]);
    let plan = |state: &State, day| {
        decay::plan(&Snapshot::new(Generation(1), state.clone()), &Policy::default(), Day(day))
    };
    let made = plan(&state, 60);
    apply(&made.change_set, &mut state).unwrap();
    let entry = JournalEntry::new(
        Generation(1),
        EntryKind::Pass(PassKind::Decay),
        Actor::User,
        Day(60).start(),
        made.change_set,
    );
    let Ok(back) = undo(&entry, &Actor::User, Day(60).start(), &state);
    apply(&back, &mut state).unwrap();
    assert_eq!(state.rulings.len(), 1, "one ruling, however many memories");
    assert!(plan(&state, 60).change_set.is_empty());
    assert_eq!(plan(&state, 61).change_set.changes.len(), 2);
}

/// What `memory` is after the prune of `day`.
fn pruned(memory: Memory, day: i32) -> Standing {
    let number = memory.id;
    let state = prune_on(&store([memory]), day, 0).0;
    state.memories[&number].standing.clone()
}

fn prune_on(state: &State, day: i32, removed: u64) -> (State, Plan) {
    let snapshot = Snapshot::new(Generation(1), state.clone()).with_removed_today(removed);
    let plan = prune::plan(&snapshot, &Policy::default(), Day(day));
    let Ok(violations) = check(state, &plan.change_set, EntryKind::Pass(PassKind::Prune));
    assert!(violations.is_empty(), "{violations:#?}");
    let mut after = state.clone();
    apply(&plan.change_set, &mut after).unwrap();
    let mut back = after.clone();
    apply(&plan.change_set.invert(), &mut back).unwrap();
    assert_eq!(&back, state, "an undo restores it byte for byte");
    (after, plan)
}

fn lesson() -> Memory {
    with(memory(1, 0, "Wait for the spinner"), |m| m.kind = Kind::Pitfall)
}

fn stale(was_candidate: bool, day: i32) -> Standing {
    Standing::Retired(Retirement {
        reason: RetireReason::Stale,
        successor: None,
        day: Day(day),
        was_candidate,
    })
}

#[test]
fn a_lesson_that_nobody_met_goes_stale_after_ninety_days() {
    assert_eq!(pruned(lesson(), 90), Standing::Active);
    assert_eq!(pruned(lesson(), 91), stale(false, 91));
    let used = with(lesson(), |m| m.usage.last_used = Some(Day(50)));
    assert_eq!(pruned(used.clone(), 140), Standing::Active);
    assert_eq!(pruned(used, 141), stale(false, 141));
    let often = with(lesson(), |m| (m.usage.used, m.usage.opened) = (3, 2));
    assert_eq!(pruned(often, 900), Standing::Active);
    for exempt in [
        with(lesson(), |m| m.pinned = true),
        with(lesson(), |m| m.origin = Origin::User),
        with(lesson(), |m| m.origin = Origin::Seed),
        with(lesson(), |m| m.origin = Origin::Import),
        with(lesson(), |m| m.kind = Kind::Fact),
        with(lesson(), |m| m.kind = Kind::Decision),
        with(lesson(), |m| m.kind = Kind::Policy),
        with(lesson(), |m| m.tier = Tier::Always),
    ] {
        assert_eq!(pruned(exempt, 9000), Standing::Active);
    }
}

#[test]
fn a_candidate_without_evidence_dies_after_thirty_days() {
    let candidate = with(memory(1, 0, "x"), |m| m.standing = Standing::Candidate);
    assert_eq!(pruned(candidate.clone(), 30), Standing::Candidate);
    assert_eq!(pruned(candidate.clone(), 31), stale(true, 31));
    let read = with(candidate.clone(), |m| {
        (m.usage.opened, m.usage.last_used) = (90, Some(Day(30)));
    });
    assert_eq!(pruned(read, 31), stale(true, 31), "reading is no evidence");
    let confirmed = with(candidate.clone(), |m| m.evidence.contexts = [confirming(20, "a")].into());
    assert_eq!(pruned(confirmed.clone(), 50), Standing::Candidate);
    assert_eq!(pruned(confirmed, 51), stale(true, 51));
    let own = with(candidate.clone(), |m| m.origin = Origin::User);
    assert_eq!(pruned(own, 900), Standing::Candidate);
    let decision = with(candidate, |m| m.kind = Kind::Decision);
    assert_eq!(pruned(decision, 900), Standing::Candidate);
}

#[test]
fn a_dead_candidate_takes_nothing_with_it() {
    let candidate = with(memory(2, 1, "We use uv"), |m| m.standing = Standing::Candidate);
    let mut state = store([memory(1, 0, "We use poetry for the packages"), candidate]);
    link(&mut state, 2, 1);
    let (after, _) = prune_on(&state, 60, 0);
    assert!(after.memories[&id(1)].superseded_by.is_empty());
    let run =
        plan_run(&Snapshot::new(Generation(1), after), PassKind::ALL, &Policy::default(), Day(60));
    let retires = run.plans.iter().flat_map(|plan| &plan.change_set.changes);
    assert_eq!(retires.filter(|change| change.name().word() == "retire").count(), 0);
}

fn retired(reason: RetireReason, successor: Option<u32>, day: i32) -> Standing {
    let successor = successor.map(id);
    Standing::Retired(Retirement::of(&Standing::Active, reason, successor, Day(day)))
}

/// A duplicate of `survivor`, merged on `day`, whose words the survivor keeps.
fn merge(state: &mut State, number: u32, survivor: u32, day: i32) {
    let text = format!("another wording {number}");
    let duplicate = with(memory(number, 0, &text), |m| {
        m.standing = retired(RetireReason::Merged, Some(survivor), day);
    });
    let kept = Arc::make_mut(state.memories.get_mut(&id(survivor)).unwrap());
    kept.sources.extend(duplicate.sources.iter().cloned());
    kept.wordings.extend(duplicate.wordings.iter().cloned());
    kept.wordings.insert(Wording { of: duplicate.id, text, rationale: None });
    state.names.insert(Name::External { project: None, id: number.to_string() }, duplicate.id);
    state.memories.insert(duplicate.id, duplicate.into());
}

#[test]
fn a_duplicate_goes_after_its_grace_and_its_names_lead_to_the_survivor() {
    let mut state = store([memory(1, 0, "one wording")]);
    merge(&mut state, 2, 1, 10);
    assert_eq!(prune_on(&state, 39, 0).0, state);
    let (after, _) = prune_on(&state, 40, 0);
    assert!(!after.memories.contains_key(&id(2)));
    let name = |name| after.names.get(&name).copied();
    assert_eq!(name(Name::Id(id(2))), Some(id(1)));
    assert_eq!(name(Name::External { project: None, id: "2".into() }), Some(id(1)));
}

#[test]
fn a_chain_of_merges_goes_in_one_plan_and_leads_to_its_end() {
    let mut state = store([memory(1, 0, "one wording")]);
    merge(&mut state, 2, 1, 10);
    merge(&mut state, 3, 2, 5);
    let wordings = state.memories[&id(2)].wordings.clone();
    let sources = state.memories[&id(2)].sources.clone();
    let kept = Arc::make_mut(state.memories.get_mut(&id(1)).unwrap());
    kept.wordings.extend(wordings);
    kept.sources.extend(sources);
    let (after, _) = prune_on(&state, 90, 0);
    assert_eq!(after.memories.keys().copied().collect::<Vec<_>>(), [id(1)]);
    assert!(after.names.values().all(|target| *target == id(1)));
    assert!(prune_on(&after, 90, 2).1.change_set.is_empty());
}

#[test]
fn what_is_linked_asked_about_or_not_kept_stays() {
    let gone = |reason| with(memory(2, 0, "x"), |m| m.standing = retired(reason, Some(1), 0));
    let mut linked = store([memory(1, 0, "one"), gone(RetireReason::Retracted)]);
    link(&mut linked, 1, 2);
    assert_eq!(prune_on(&linked, 900, 0).0, linked);
    // A person said so by hand, and the words live nowhere else.
    let unkept = store([memory(1, 0, "one"), gone(RetireReason::Merged)]);
    assert_eq!(prune_on(&unkept, 900, 0).0, unkept);
    for reason in [RetireReason::Superseded, RetireReason::Stale, RetireReason::Unwanted] {
        let kept = store([memory(1, 0, "one"), gone(reason)]);
        assert_eq!(prune_on(&kept, 900, 0).0, kept);
    }
    let pinned = store([with(gone(RetireReason::Retracted), |m| m.pinned = true)]);
    assert_eq!(prune_on(&pinned, 900, 0).0, pinned);
}

#[test]
fn at_most_ten_or_one_in_a_hundred_go_on_a_day_the_oldest_first() {
    let wrong = |number: u32, day| {
        with(memory(number, 0, "x"), |m| m.standing = retired(RetireReason::Retracted, None, day))
    };
    let state = store((1..=25).map(|number| wrong(number, 30 - number as i32)));
    let (after, plan) = prune_on(&state, 100, 0);
    assert_eq!(
        after.memories.keys().map(|id| id.0).collect::<Vec<_>>(),
        (1..=15).collect::<Vec<_>>()
    );
    assert_eq!(plan.report.deferred[0].count, 15);
    let (same, later) = prune_on(&after, 100, 10);
    assert_eq!(same, after, "planning again on the same day is empty");
    assert_eq!(later.report.deferred[0].count, 15);
    assert_eq!(prune_on(&after, 101, 0).0.memories.len(), 5);
    let large = store(
        (1..=2_000).map(
            |number| {
                if number <= 25 { wrong(number, 0) } else { memory(number, 0, "x") }
            },
        ),
    );
    let (after, _) = prune_on(&large, 100, 0);
    assert_eq!(after.memories.len(), 1_980);
    assert_eq!(prune_on(&after, 100, 20).0, after);
}

/// 365 nights over a small store: what is pinned is untouched, and every night is a fixpoint.
#[test]
fn a_year_of_nights_leaves_pins_as_they_were() {
    let pin = |memory| with(memory, |memory: &mut Memory| memory.pinned = true);
    let own = pin(with(memory(1, 0, "The signing key lives in slot 7"), |m| m.kind = Kind::Policy));
    let lesson = pin(with(memory(2, 0, "Never force-push to main"), |m| m.kind = Kind::Pitfall));
    let neighbours = (3..33).map(|number| {
        with(memory(number, 0, &format!("Lesson {number} of the checkout")), |m| {
            m.kind = Kind::Pitfall
        })
    });
    let mut state = store([own.clone(), lesson.clone()].into_iter().chain(neighbours));
    let policy = Policy::default();
    let mut changed = 0;
    for day in 0..365 {
        let run = plan_run(
            &Snapshot::new(Generation(1), state.clone()),
            PassKind::ALL,
            &policy,
            Day(day),
        );
        for plan in &run.plans {
            changed += plan.change_set.changes.len();
            apply(&plan.change_set, &mut state).unwrap();
        }
    }
    assert!(changed > 60);
    assert_eq!(*state.memories[&id(1)], own);
    assert_eq!(*state.memories[&id(2)], lesson);
    assert!((3..33).all(|number| state.memories[&id(number)].standing == stale(false, 91)));
}

proptest! {
    #![proptest_config(cases())]

    /// DESIGN 8: same kind, text shape and counts, the one not met for longer never outranks the other.
    #[test]
    fn what_was_met_longer_ago_never_outranks(
        kind in prop::sample::select(Kind::ALL),
        origin in prop_oneof![Just(Origin::User), Just(Origin::Import)],
        (older, gap, day) in (0i32..4_000, 0i32..4_000, 0i32..9_000),
        confirmed in 0u32..400,
    ) {
        let made = |number, met| with(memory(number, met, "The port is 8080"), |m| {
            (m.kind, m.origin, m.evidence.confirmed) = (kind, origin, confirmed);
        });
        let (old, fresh) = (decayed(made(1, older), day), decayed(made(2, older + gap), day));
        prop_assert!(old <= fresh, "{old} {fresh}");
    }

    #[test]
    fn decay_is_a_fixpoint_and_its_inverse_restores(state in super::random::any_store(80), day in 0i32..900) {
        let plan = |state: &State| {
            decay::plan(&Snapshot::new(Generation(1), state.clone()), &Policy::default(), Day(day))
        };
        let made = plan(&state);
        let is_strength = |change: &consolidate_shared::change::Change| {
            matches!(change.what, What::Edit { edit: consolidate_shared::change::Edit::Strength(_), .. })
                && matches!(change.reason, Reason::Decayed { .. })
        };
        prop_assert!(made.change_set.changes.iter().all(is_strength));
        let mut after = state.clone();
        apply(&made.change_set, &mut after).unwrap();
        prop_assert!(plan(&after).change_set.is_empty());
        apply(&made.change_set.invert(), &mut after).unwrap();
        prop_assert!(after == state);
    }
}
