//! The passes by example.

use std::collections::BTreeSet;

use consolidate_shared::change::{ChangeName, apply};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::Generation;
use consolidate_shared::model::{
    Actor, Kind, Memory, Origin, RetireReason, Retirement, Scope, Standing, Step,
};
use consolidate_shared::plan::{PassKind, Run};
use consolidate_shared::policy::Policy;
use consolidate_shared::ruling::{Decision, Ruling, RulingKey};
use consolidate_shared::state::State;
use consolidate_shared::time::{Day, Timestamp};

use super::random::{confirming, link, memory, store};
use crate::pass::{Snapshot, plan_run};

const TODAY: Day = Day(30);

/// The passes that compare pairs: what the others do is told in `evidence` and `ageing`.
const COMPARING: [PassKind; 3] = [PassKind::Conflict, PassKind::Merge, PassKind::Supersede];

fn planned(state: &State) -> Run {
    plan_run(&Snapshot::new(Generation(1), state.clone()), &COMPARING, &Policy::default(), TODAY)
}

fn after(state: &State) -> State {
    let mut after = state.clone();
    for plan in planned(state).plans {
        apply(&plan.change_set, &mut after).unwrap();
    }
    after
}

fn id(number: u32) -> MemoryId {
    MemoryId(u128::from(number))
}

/// One word a memory: its standing, with the successor's number.
fn standings(state: &State) -> String {
    let words = state.memories.values().map(|memory| match &memory.standing {
        Standing::Retired(Retirement { reason, successor, .. }) => {
            format!("{}:{reason}>{}", memory.id.0, successor.map_or(0, |id| id.0))
        }
        standing => format!("{}:{}", memory.id.0, standing.word()),
    });
    words.collect::<Vec<_>>().join(" ")
}

fn outcome(memories: impl IntoIterator<Item = Memory>) -> String {
    standings(&after(&store(memories)))
}

const USES: &str = "We use Postgres as the main database";
const IS: &str = "Postgres is our main database";

fn with(mut memory: Memory, change: impl FnOnce(&mut Memory)) -> Memory {
    change(&mut memory);
    memory
}

#[test]
fn two_wordings_of_one_assertion_become_one_memory_with_both() {
    let state = after(&store([memory(1, 1, USES), memory(2, 2, IS)]));
    insta::assert_snapshot!(standings(&state), @"1:active 2:merged>1");
    let survivor = &state.memories[&id(1)];
    assert_eq!(survivor.sources.len(), 2);
    let wordings: Vec<_> = survivor.wordings.iter().map(|w| (w.of, w.text.as_str())).collect();
    assert_eq!(wordings, [(id(2), IS)]);
}

#[test]
fn a_qualified_assertion_stays_apart() {
    let only = memory(2, 2, "We use Postgres as the main database in the billing service only");
    assert_eq!(outcome([memory(1, 1, USES), only]), "1:active 2:active");
}

#[test]
fn what_differs_beside_the_text_forbids_a_merge() {
    let twin = || memory(2, 2, USES);
    let apart = |change: &dyn Fn(&mut Memory)| {
        let other = with(twin(), change);
        let first = with(memory(1, 1, USES), |memory| memory.slot = Some("store".into()));
        assert!(!outcome([first, other]).contains("merged"));
    };
    apart(&|memory| memory.slot = Some("backup".into()));
    apart(&|memory| memory.valid_until = Some(Day(90).start()));
    apart(&|memory| memory.scope = Scope::project("q"));
    apart(&|memory| memory.scope = Scope::default());
    apart(&|memory| {
        memory.scope.facets.insert("product".into(), "x".into());
    });
    apart(&|memory| memory.kind = Kind::Decision);
    apart(&|memory| memory.steps = vec![Step { action: "open psql".into() }]);
    apart(&|memory| memory.standing = Standing::Candidate);
}

#[test]
fn the_survivor_is_the_users_then_the_pinned_then_the_trusted_then_the_oldest() {
    let users = with(memory(3, 3, USES), |memory| memory.origin = Origin::User);
    let trusted = with(memory(2, 2, USES), |memory| memory.evidence.confirmed = 20);
    assert_eq!(
        outcome([memory(1, 1, USES), trusted.clone(), users]),
        "1:merged>3 2:merged>3 3:active"
    );
    let pinned = with(memory(4, 4, USES), |memory| memory.pinned = true);
    assert_eq!(
        outcome([memory(1, 1, USES), trusted.clone(), pinned]),
        "1:merged>4 2:merged>4 4:active"
    );
    assert_eq!(outcome([memory(1, 1, USES), trusted]), "1:merged>2 2:active");
    assert_eq!(outcome([memory(1, 1, USES), memory(5, 0, USES)]), "1:active 5:merged>1");
}

#[test]
fn two_protected_duplicates_are_asked_about() {
    let pin = |memory: Memory| with(memory, |memory| memory.pinned = true);
    let state = after(&store([pin(memory(1, 1, USES)), pin(memory(2, 2, USES))]));
    assert_eq!(standings(&state), "1:active 2:active");
    let items: Vec<_> = state.reviews.values().map(|item| (item.pass, &item.members)).collect();
    assert_eq!(items, [(PassKind::Merge, &vec![id(1), id(2)])]);
}

#[test]
fn a_duplicate_with_a_slot_stays_beside_a_survivor_without_one() {
    let slotted = with(memory(2, 2, USES), |memory| memory.slot = Some("main-store".into()));
    let state = store([memory(1, 1, USES), slotted]);
    insta::assert_snapshot!(standings(&after(&state)), @"1:active 2:active");
}

#[test]
fn a_merge_moves_links_evidence_and_marks() {
    let first = with(memory(1, 1, USES), |memory| memory.slot = Some("main-store".into()));
    let duplicate = with(memory(2, 2, USES), |memory| {
        memory.slot = Some("main-store".into());
        memory.evidence.confirmed = 10;
        memory.evidence.contradicted = 50;
        memory.evidence.contexts = BTreeSet::from([confirming(1, "ci")]);
    });
    let never = memory(4, 4, "Never use Postgres as the main database");
    let mut state = store([first, duplicate, memory(3, 0, "We use flat files"), never]);
    link(&mut state, 2, 3);
    let state = after(&state);
    insta::assert_snapshot!(
        standings(&state),
        @"1:active 2:merged>1 3:superseded>1 4:active"
    );
    let survivor = &state.memories[&id(1)];
    assert_eq!(survivor.slot.as_deref(), Some("main-store"));
    assert_eq!(survivor.supersedes, BTreeSet::from([id(3)]));
    assert_eq!((survivor.evidence.confirmed, survivor.evidence.contradicted), (10, 50));
    assert_eq!(survivor.conflicts_with, BTreeSet::from([id(4)]));
    let retired = &state.memories[&id(2)];
    assert!(retired.supersedes.is_empty() && retired.conflicts_with.is_empty());
}

#[test]
fn a_survivor_stands_against_what_any_of_its_wordings_contradicts() {
    // The survivor says it in words in which no rule sees the opposite.
    let texts = ["Postgres is our main database", USES, "Never use Postgres as the main database"];
    let memories = || (1..).zip(texts).map(|(number, text)| memory(number, number as i32, text));
    let alone = after(&store(memories().filter(|memory| memory.id != id(2))));
    assert!(alone.memories[&id(1)].conflicts_with.is_empty(), "a rule sees it: choose another");
    let state = after(&store(memories()));
    assert_eq!(standings(&state), "1:active 2:merged>1 3:active");
    assert_eq!(state.memories[&id(1)].conflicts_with, BTreeSet::from([id(3)]));
    assert!(planned(&state).is_empty(), "{:#?}", planned(&state));
}

#[test]
fn a_return_to_an_old_value_is_no_repetition() {
    let state = store([
        memory(1, 1, "Bump serde from 1.1 to 1.2"),
        memory(2, 5, "Bump serde from 1.2 to 1.3"),
        memory(3, 9, "Bump serde from 1.1 to 1.2"),
    ]);
    insta::assert_snapshot!(
        standings(&after(&state)),
        @"1:superseded>2 2:active 3:active"
    );
}

#[test]
fn an_opposite_is_marked_and_unmarked_when_one_side_goes() {
    let state =
        store([memory(1, 1, USES), memory(2, 2, "Never use Postgres as the main database")]);
    let mut state = after(&state);
    assert_eq!(standings(&state), "1:active 2:active");
    assert_eq!(state.memories[&id(1)].conflicts_with, BTreeSet::from([id(2)]));
    assert_eq!(state.memories[&id(2)].conflicts_with, BTreeSet::from([id(1)]));
    let gone = with(state.memories[&id(2)].as_ref().clone(), |memory| {
        memory.standing = Standing::Retired(Retirement {
            reason: RetireReason::Unwanted,
            successor: None,
            day: TODAY,
            was_candidate: false,
        });
    });
    state.memories.insert(id(2), gone.into());
    let names: Vec<ChangeName> = planned(&state).plans[0]
        .change_set
        .changes
        .iter()
        .map(consolidate_shared::change::Change::name)
        .collect();
    assert_eq!(names, [ChangeName::Unlink, ChangeName::Unlink]);
    let why = planned(&state).plans[0].change_set.changes[0].reason.to_string();
    assert_eq!(why, "it is no longer so that both are active");
}

#[test]
fn what_holds_at_different_times_does_not_conflict() {
    let until = with(memory(1, 1, USES), |memory| memory.valid_until = Some(Day(5).start()));
    let from = with(memory(2, 9, "Never use Postgres as the main database"), |memory| {
        memory.valid_from = Some(Day(9).start());
    });
    let state = after(&store([until, from]));
    assert!(state.memories.values().all(|memory| memory.conflicts_with.is_empty()));
    assert!(state.reviews.is_empty());
}

#[test]
fn a_chain_is_retired_link_by_link() {
    let bump = |number: u32| {
        memory(number, number as i32, &format!("Bump serde from 1.{number} to 1.{}", number + 1))
    };
    insta::assert_snapshot!(
        outcome([bump(1), bump(2), bump(3)]),
        @"1:superseded>2 2:superseded>3 3:active"
    );
}

#[test]
fn a_slot_is_answered_by_the_newest() {
    let slot = |memory: Memory| with(memory, |memory| memory.slot = Some("package-manager".into()));
    let older = slot(memory(1, 1, "using poetry for dependency management"));
    let newer = slot(memory(2, 2, "switched to uv because of CI install time"));
    assert_eq!(outcome([older, newer]), "1:superseded>2 2:active");
    // What may be the same and may be another answer is asked about, and the newer is the answer.
    let older = slot(memory(1, 1, "nu: metrics go to datadog"));
    let newer = slot(memory(2, 2, "nu: metrics go to grafana"));
    let state = after(&store([older, newer]));
    let asked: Vec<PassKind> = state.reviews.values().map(|item| item.pass).collect();
    assert_eq!(asked, [PassKind::Supersede]);
}

#[test]
fn a_change_that_names_the_old_value_is_found_whatever_else_it_says() {
    let older = memory(1, 1, "using poetry for dependency management");
    let newer = memory(2, 2, "switched to uv instead of poetry because of CI install time");
    let state = after(&store([older, newer]));
    let queued = state.reviews.values().any(|item| item.members == [id(1), id(2)]);
    assert!(queued || standings(&state).starts_with("1:superseded"), "{}", standings(&state));
}

#[test]
fn links_that_were_there_already_retire_unless_the_successor_was_retracted() {
    let chain = || [memory(1, 1, "A one"), memory(2, 2, "B two"), memory(3, 3, "C three")];
    let mut state = store(chain());
    link(&mut state, 2, 1);
    link(&mut state, 3, 2);
    assert_eq!(standings(&after(&state)), "1:superseded>2 2:superseded>3 3:active");
    let mut state = store(chain().map(|memory| {
        with(memory, |memory| {
            if memory.id == id(2) {
                let (reason, successor) = (RetireReason::Retracted, None);
                memory.standing =
                    Standing::Retired(Retirement::of(&Standing::Active, reason, successor, TODAY));
            }
        })
    }));
    link(&mut state, 2, 1);
    assert!(standings(&after(&state)).starts_with("1:active"));
}

#[test]
fn a_revert_retires_and_a_revert_of_it_brings_back() {
    let change = "Bump serde from 1.1 to 1.2";
    let first = format!("Revert \"{change}\"");
    let second = format!("Revert \"Revert \\\"{change}\\\"\"").replace('\\', "");
    let state = store([memory(1, 1, change), memory(2, 2, &first)]);
    let mut state = after(&state);
    assert_eq!(standings(&state), "1:superseded>2 2:active");
    let third = memory(3, 3, &second);
    state.memories.insert(third.id, third.clone().into());
    assert_eq!(standings(&after(&state)), "1:active 2:superseded>3 3:active");
    let at_once = store([memory(1, 1, change), memory(2, 2, &first), third]);
    assert_eq!(standings(&after(&at_once)), "1:active 2:superseded>3 3:active");
}

#[test]
fn what_lies_in_the_future_replaces_nothing_by_a_rule_until_it_is_asked() {
    let slot = |memory: Memory| with(memory, |memory| memory.slot = Some("package-manager".into()));
    let older = || slot(memory(1, 1, "using poetry for dependency management"));
    let newer = |day| slot(memory(2, day, "switched to uv because of CI install time"));
    // The day after is somebody else's clock or zone.
    assert_eq!(outcome([older(), newer(TODAY.0 + 1)]), "1:superseded>2 2:active");
    for day in [TODAY.0 + 2, 70_000] {
        let state = after(&store([older(), newer(day)]));
        assert_eq!(standings(&state), "1:active 2:active");
        let items: Vec<_> = state.reviews.values().map(|item| (item.pass, &item.members)).collect();
        assert_eq!(items, [(PassKind::Supersede, &vec![id(1), id(2)])]);
        assert!(planned(&state).is_empty(), "a fixpoint");
    }
    let from = with(newer(2), |memory| memory.valid_from = Some(Day(400).start()));
    assert_eq!(outcome([older(), from]), "1:active 2:active");
    let mut named = store([older(), newer(70_000)]);
    link(&mut named, 2, 1);
    assert_eq!(standings(&after(&named)), "1:superseded>2 2:active");
}

#[test]
fn a_revert_in_the_future_takes_nothing_back() {
    let change = "Bump serde from 1.1 to 1.2";
    let revert = format!("Revert \"{change}\"");
    let ahead = memory(3, 400, &format!("Revert \"{revert}\""));
    let state = store([memory(1, 1, change), memory(2, 2, &revert), ahead]);
    assert_eq!(standings(&after(&state)), "1:superseded>2 2:active 3:active");
}

#[test]
fn a_ruling_keeps_every_pass_from_its_pair() {
    let mut state = store([memory(1, 1, USES), memory(2, 2, IS)]);
    for pass in [None, Some(PassKind::Merge)] {
        let ruling = Ruling { decision: Decision::Hold, by: Actor::User, at: Timestamp::EPOCH };
        state.rulings = [(RulingKey::pair(id(2), id(1), pass), ruling)].into();
        assert!(planned(&state).is_empty());
    }
    let until = Ruling {
        decision: Decision::Snooze { until: TODAY },
        by: Actor::User,
        at: Timestamp::EPOCH,
    };
    state.rulings = [(RulingKey::pair(id(2), id(1), None), until)].into();
    assert!(!planned(&state).is_empty());
}

#[test]
fn an_item_whose_member_is_retired_is_closed() {
    let pin = |memory: Memory| with(memory, |memory| memory.pinned = true);
    let mut state = after(&store([pin(memory(1, 1, USES)), pin(memory(2, 2, USES))]));
    assert_eq!(state.reviews.len(), 1);
    let unpinned = with(state.memories[&id(2)].as_ref().clone(), |memory| memory.pinned = false);
    state.memories.insert(id(2), unpinned.into());
    let run = planned(&state);
    let changes = run.plans.iter().flat_map(|plan| &plan.change_set.changes);
    let closed = changes.filter(|change| change.name() == ChangeName::Resolve);
    let why: Vec<String> = closed.map(|change| change.reason.to_string()).collect();
    assert_eq!(
        why,
        ["it is no longer so that all its members are active and the question is open"]
    );
    let state = after(&state);
    assert_eq!(standings(&state), "1:active 2:merged>1");
    assert!(state.reviews.is_empty());
}
