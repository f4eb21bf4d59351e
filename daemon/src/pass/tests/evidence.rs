//! The promote pass on small stores that a person can judge.

use std::collections::BTreeSet;
use std::sync::Arc;

use consolidate_shared::change::{Reason, What, apply};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::Generation;
use consolidate_shared::model::{Context, Judge, Kind, Memory, Origin, Standing, Tier};
use consolidate_shared::plan::{PassKind, Plan};
use consolidate_shared::policy::Policy;
use consolidate_shared::ruling::{Decision, Ruling, RulingKey};
use consolidate_shared::state::State;
use consolidate_shared::time::{Day, Timestamp};

use super::random::{confirming, memory, store};
use crate::pass::{Snapshot, promote};

const TODAY: Day = Day(40);

fn planned(state: &State) -> Plan {
    promote::plan(&Snapshot::new(Generation(1), state.clone()), &Policy::default(), TODAY)
}

fn after(state: &State) -> State {
    let mut after = state.clone();
    apply(&planned(state).change_set, &mut after).unwrap();
    assert!(planned(&after).change_set.is_empty(), "promoting again is empty");
    after
}

fn with(mut memory: Memory, change: impl FnOnce(&mut Memory)) -> Memory {
    change(&mut memory);
    memory
}

fn candidate(number: u32) -> Memory {
    with(memory(number, 1, "The port is 8080"), |memory| memory.standing = Standing::Candidate)
}

/// `memory` with one piece of evidence from each of these contexts.
fn told(memory: Memory, contexts: impl IntoIterator<Item = Context>) -> Memory {
    with(memory, |memory| {
        for context in contexts {
            let evidence = &mut memory.evidence;
            let weight = context.judge.weight();
            *if context.confirms { &mut evidence.confirmed } else { &mut evidence.contradicted } +=
                weight;
            evidence.contexts = evidence.contexts_with([context]);
        }
    })
}

fn against(day: i32, who: &str) -> Context {
    Context { confirms: false, ..confirming(day, who) }
}

fn one(memory: Memory) -> Memory {
    let id = memory.id;
    after(&store([memory])).memories[&id].as_ref().clone()
}

#[test]
fn two_contexts_or_a_person_make_a_candidate_active() {
    assert_eq!(one(candidate(1)).standing, Standing::Candidate);
    let once = told(candidate(1), [confirming(1, "a")]);
    assert_eq!(one(once).standing, Standing::Candidate);
    // The same context on five days is one context.
    let daily = told(candidate(1), (1..6).map(|day| confirming(day, "a")));
    assert_eq!(one(daily).standing, Standing::Candidate);
    let twice = told(candidate(1), [confirming(1, "a"), confirming(1, "b")]);
    assert_eq!(one(twice).standing, Standing::Active);
    let person = Context { judge: Judge::Person, ..confirming(1, "user") };
    assert_eq!(one(told(candidate(1), [person])).standing, Standing::Active);
    // A third that contradicts lowers the bound below .40.
    let disputed = told(candidate(1), [confirming(1, "a"), confirming(1, "b"), against(2, "c")]);
    assert_eq!(one(disputed).standing, Standing::Candidate);
}

#[test]
fn the_numbers_that_decided_are_told() {
    let twice = told(candidate(1), [confirming(1, "a"), confirming(1, "b")]);
    let plan = planned(&store([twice]));
    let told = &plan.change_set.changes[0];
    assert_eq!(told.name().word(), "promote");
    assert_eq!(told.reason, Reason::Confirmed { contexts: 2, person: false, support: 425 });
    insta::assert_snapshot!(told.reason, @"confirmed in 2 contexts (lower bound .425)");
}

#[test]
fn use_alone_promotes_nothing() {
    let read = with(candidate(1), |memory| {
        memory.usage.opened = 500;
        memory.usage.used = 500;
        memory.usage.triggered = 500;
    });
    assert_eq!(one(read).standing, Standing::Candidate);
}

#[test]
fn harm_demotes_but_never_a_persons_or_a_pinned_memory() {
    let harmed = told(memory(1, 1, "The port is 8080"), [against(1, "a"), against(1, "b")]);
    assert_eq!(one(harmed.clone()).standing, Standing::Candidate);
    let own = with(harmed.clone(), |memory| memory.origin = Origin::User);
    assert_eq!(one(own).standing, Standing::Active);
    let pinned = with(harmed.clone(), |memory| memory.pinned = true);
    assert_eq!(one(pinned).standing, Standing::Active);
    let once = told(memory(1, 1, "The port is 8080"), [against(1, "a")]);
    assert_eq!(one(once).standing, Standing::Active);
    // Weights without contexts came with a file and are nobody's word here.
    let imported = with(memory(1, 1, "x"), |memory| memory.evidence.contradicted = 900);
    assert_eq!(one(imported).standing, Standing::Active);
}

#[test]
fn evidence_for_and_against_in_balance_goes_neither_to_nor_fro() {
    for standing in [Standing::Active, Standing::Candidate] {
        let contexts = (0..40).flat_map(|number| {
            let who = number.to_string();
            [confirming(1, &who), against(1, &who)]
        });
        let disputed = told(with(candidate(1), |memory| memory.standing = standing), contexts);
        assert_eq!(one(disputed).standing, Standing::Candidate);
    }
}

#[test]
fn a_held_memory_stays_as_it_is() {
    let mut state = store([told(candidate(1), [confirming(1, "a"), confirming(1, "b")])]);
    let ruling = Ruling {
        decision: Decision::Hold,
        by: consolidate_shared::model::Actor::User,
        at: Timestamp::EPOCH,
    };
    state.rulings = [(RulingKey::one(MemoryId(1), Some(PassKind::Promote)), ruling)].into();
    assert!(planned(&state).change_set.is_empty());
}

const LESSON: &str = "Wait for the spinner, then press Save";

fn place(who: &str, project: &str, domain: &str) -> Context {
    let (project, domain) = (Some(project.to_owned()), Some(domain.to_owned()));
    Context { project, domain, ..confirming(2, who) }
}

/// A learned lesson that came up `uses` times and held in five contexts of three domains.
fn lesson(number: u32, uses: u32) -> Memory {
    let places = ["x", "y", "z", "x", "y"].into_iter().enumerate();
    let lesson = with(memory(number, 1, LESSON), |memory| {
        memory.kind = Kind::Pitfall;
        memory.usage.triggered = uses;
    });
    told(lesson, places.map(|(who, domain)| place(&who.to_string(), "p", domain)))
}

fn tier(memory: Memory) -> Tier {
    one(memory).tier
}

#[test]
fn a_lesson_that_held_in_many_places_is_always_on() {
    assert_eq!(tier(lesson(1, 5)), Tier::Always);
    assert_eq!(tier(lesson(1, 4)), Tier::OnDemand, "too few uses");
    let learned_again = with(lesson(1, 3), |memory| {
        memory.sources.extend(memory_sources(2));
    });
    assert_eq!(tier(learned_again), Tier::Always);
    let one_domain = told(
        with(memory(1, 1, LESSON), |memory| {
            memory.kind = Kind::Pitfall;
            memory.usage.triggered = 9;
        }),
        (0..6).map(|who| place(&who.to_string(), "p", "x")),
    );
    assert_eq!(tier(one_domain), Tier::OnDemand, "one place");
    let bound = with(lesson(1, 9), |memory| {
        memory.anchors.insert("domain:shop.example".parse().unwrap());
    });
    assert_eq!(tier(bound), Tier::OnDemand, "one site");
    let generic = with(lesson(1, 9), |memory| memory.text = "try click instead".to_owned());
    assert_eq!(tier(generic), Tier::OnDemand, "a commonplace");
    let fact = with(lesson(1, 9), |memory| memory.kind = Kind::Fact);
    assert_eq!(tier(fact), Tier::OnDemand, "no lesson");
    let disputed = told(lesson(1, 9), [against(3, "a")]);
    assert_eq!(tier(disputed), Tier::OnDemand, "too often wrong");
}

fn memory_sources(count: u32) -> Vec<consolidate_shared::model::Source> {
    (100..100 + count).flat_map(|number| memory(number, 1, "x").sources).collect()
}

#[test]
fn an_always_on_lesson_that_did_harm_is_on_demand_again() {
    let always = with(lesson(1, 5), |memory| memory.tier = Tier::Always);
    assert_eq!(tier(always.clone()), Tier::Always);
    let harmed = told(always.clone(), ["a", "b", "c"].map(|who| against(3, who)));
    assert_eq!(tier(harmed.clone()), Tier::OnDemand);
    assert_eq!(one(harmed.clone()).standing, Standing::Active);
    let pinned = with(harmed, |memory| memory.pinned = true);
    assert_eq!(tier(pinned), Tier::Always);
}

#[test]
fn a_candidate_may_become_active_and_always_on_at_once() {
    let candidate = with(lesson(1, 5), |memory| memory.standing = Standing::Candidate);
    let made = one(candidate);
    assert_eq!((made.standing, made.tier), (Standing::Active, Tier::Always));
}

#[test]
fn a_scope_has_room_for_ten_seeds_before_learned_then_by_use() {
    let mut memories: Vec<Memory> = (1..=12).map(|number| lesson(number, 4 + number)).collect();
    for seed in 21..=22 {
        memories.push(with(lesson(seed, 0), |memory| {
            memory.origin = Origin::Seed;
            memory.tier = Tier::Always;
        }));
    }
    memories.push(with(lesson(30, 0), |memory| {
        memory.tier = Tier::Always;
    }));
    let state = store(memories);
    let plan = planned(&state);
    assert_eq!(plan.report.deferred[0].count, 4);
    let state = after(&state);
    let always: BTreeSet<u128> = state
        .memories
        .values()
        .filter(|memory| memory.tier == Tier::Always)
        .map(|memory| memory.id.0)
        .collect();
    assert_eq!(always, (5..=12).chain([21, 22]).collect());
    // What gives way is recallable still.
    assert_eq!(state.memories[&MemoryId(30)].standing, Standing::Active);
}

#[test]
fn a_lesson_of_three_projects_is_asked_about_once() {
    let mut state = store([told(
        with(lesson(1, 5), |memory| memory.tier = Tier::Always),
        ["q", "r"].map(|project| place("z", project, "x")),
    )]);
    let plan = planned(&state);
    assert_eq!(plan.change_set.changes.len(), 1);
    let What::Review(swap) = &plan.change_set.changes[0].what else { panic!() };
    let item = swap.after.as_deref().unwrap();
    assert_eq!((item.pass, &item.members), (PassKind::Promote, &vec![MemoryId(1)]));
    insta::assert_snapshot!(item.finding.sentence, @"confirmed in 3 projects");
    apply(&plan.change_set, &mut state).unwrap();
    assert!(planned(&state).change_set.is_empty());
    // Once the lesson is retired or on demand again, the question goes.
    Arc::make_mut(state.memories.get_mut(&MemoryId(1)).unwrap()).tier = Tier::OnDemand;
    Arc::make_mut(state.memories.get_mut(&MemoryId(1)).unwrap()).usage.triggered = 0;
    let plan = planned(&state);
    let names: Vec<_> = plan.change_set.changes.iter().map(|it| it.name().word()).collect();
    assert_eq!(names, ["resolve"]);
}
