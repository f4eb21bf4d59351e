//! Counters that would detect what must not be, signals over a store, warnings at their budgets.

use consolidate_shared::change::{ChangeSet, Edit, Reason, Swap, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::Generation;
use consolidate_shared::limits::SERVED_DAYS_KEPT;
use consolidate_shared::model::{
    Kind, Memory, Origin, RetireReason, Retirement, Scope, Source, Standing,
};
use consolidate_shared::plan::PassKind;
use consolidate_shared::time::{Day, Timestamp};
use proptest::prelude::*;

use super::{
    Budgets, Joined, PassRun, Reviews, Signals, Staleness, Survey, Tally, joined, staleness,
    warnings,
};

const TODAY: Day = Day(20_000);

fn memory(id: u128) -> Memory {
    let source = Source { at: Timestamp::EPOCH, agent: None, session: None, locator: None };
    Memory::newborn(MemoryId(id), Kind::Fact, format!("text {id}"), Origin::Import, source)
}

fn retired(id: u128, reason: RetireReason, successor: u128, day: i32) -> Memory {
    let successor = Some(MemoryId(successor));
    let standing =
        Standing::Retired(Retirement { reason, successor, day: Day(day), was_candidate: false });
    Memory { standing, superseded_by: successor.into_iter().collect(), ..memory(id) }
}

fn survey(memories: &[Memory]) -> Survey {
    let mut survey = Survey::default();
    for memory in memories.iter() {
        survey.see(memory);
    }
    survey
}

#[test]
fn a_hit_that_no_longer_held_would_be_counted() {
    let mut tally = Tally::default();
    tally.serve(TODAY, MemoryId(1), false, 10);
    tally.serve(TODAY, MemoryId(2), true, 10);
    let found = staleness(&tally, &Survey::default(), &Budgets::default(), TODAY);
    assert_eq!((found.hits, found.superseded_when_served, found.served), (2, 1, 2));
    let signals = Signals { staleness: found, ..signals() };
    assert_eq!(codes(&signals), ["superseded-when-served"]);
}

#[test]
fn what_was_superseded_soon_after_it_was_served_is_counted_once() {
    // Served on day -1 and superseded on the day after `ago` days.
    let cases = [(0, true), (7, true), (8, false), (-1, false)];
    for (after, counts) in cases {
        let served = TODAY.0 - 10;
        let old = retired(1, RetireReason::Superseded, 2, served + after);
        let survey = survey(&[old, memory(2)]);
        let mut tally = Tally::default();
        tally.serve(Day(served), MemoryId(1), false, 10);
        tally.serve(Day(served), MemoryId(1), false, 10);
        tally.serve(Day(served), MemoryId(2), false, 10);
        let found = staleness(&tally, &survey, &Budgets::default(), TODAY);
        assert_eq!((found.served, found.then_superseded), (2, u64::from(counts)), "{after}");
        assert_eq!(found.per_mille(), if counts { 500 } else { 0 });
    }
}

#[test]
fn a_link_to_an_active_successor_supersedes_before_a_pass_retires() {
    let older = Memory { superseded_by: [MemoryId(2)].into(), ..memory(1) };
    let newer = Memory { supersedes: [MemoryId(1)].into(), ..memory(2) };
    let both = survey(&[older.clone(), newer.clone()]);
    assert_eq!((both.superseded(), both.superseded_on(MemoryId(1), TODAY)), (1, Some(TODAY)));
    let candidate = Memory { standing: Standing::Candidate, ..newer };
    assert_eq!(survey(&[older, candidate]).superseded_on(MemoryId(1), TODAY), None);
}

#[test]
fn the_window_ends_today_and_names_beyond_the_bound_are_counted_together() {
    let mut tally = Tally::default();
    let first = TODAY.0 - SERVED_DAYS_KEPT as i32 + 1;
    for day in [first - 1, first, TODAY.0, TODAY.0 + 1] {
        tally.serve(Day(day), MemoryId(1), false, 10);
    }
    let found = staleness(&tally, &Survey::default(), &Budgets::default(), TODAY);
    assert_eq!((found.hits, found.served), (2, 1));
    let mut small = Tally::default();
    (0..5).for_each(|id| small.serve(TODAY, MemoryId(id % 3), false, 2));
    assert_eq!(small.memories.len(), 2);
    let total = small.days[&TODAY];
    assert_eq!((total.hits, total.unlisted), (5, 1));
}

#[test]
fn the_longest_chain_has_its_ends_and_circles_count_for_nothing() {
    let link = |id: u128, older: &[u128]| Memory {
        supersedes: older.iter().map(|id| MemoryId(*id)).collect(),
        ..memory(id)
    };
    let found =
        survey(&[link(2, &[1]), link(3, &[2]), link(9, &[8]), memory(1)]).longest().unwrap();
    assert_eq!((found.memories, found.oldest.0, found.head.0), (3, 1, 3));
    assert_eq!(survey(&[memory(1)]).longest(), None);
    let circle = survey(&[link(1, &[2]), link(2, &[1]), link(5, &[4])]).longest().unwrap();
    assert_eq!((circle.memories, circle.head.0), (2, 5));
}

#[test]
fn the_largest_project_is_counted_in_what_is_served() {
    let of = |id: u128, project: &str| Memory { scope: Scope::project(project), ..memory(id) };
    let gone = Memory { scope: Scope::project("b"), ..retired(4, RetireReason::Stale, 0, 1) };
    let largest = survey(&[of(1, "b"), of(2, "a"), memory(3), gone]).largest();
    assert_eq!(largest, Some(("a".to_owned(), 1)), "of two that are as large, the first");
    assert_eq!(survey(&[of(1, "b"), of(2, "a"), of(5, "b")]).largest(), Some(("b".to_owned(), 2)));
}

#[test]
fn clusters_are_counted_by_their_survivors() {
    let mut set = ChangeSet::default();
    for (id, reason, into) in [
        (1, RetireReason::Merged, 9),
        (2, RetireReason::Merged, 9),
        (3, RetireReason::Merged, 8),
        (4, RetireReason::Superseded, 7),
    ] {
        let after = retired(id, reason, into, 1).standing;
        let edit = Edit::Standing(Swap::new(Standing::Active, after));
        set.push(What::Edit { subject: MemoryId(id), edit }, Reason::Recorded);
    }
    assert_eq!(joined(&set), Joined { clusters: 2, memories: 3 });
    assert_eq!(joined(&set.invert()), Joined::default(), "an undo joins nothing");
}

fn signals() -> Signals {
    Signals {
        unretired: 0,
        today: TODAY,
        generation: Generation(3),
        standings: [0, 500, 0, 0],
        superseded: 0,
        longest: None,
        largest: None,
        staleness: Staleness::default(),
        merges: Vec::new(),
        reviews: Reviews::default(),
        conflicts: 0,
        passes: vec![PassRun {
            pass: PassKind::Merge,
            last_success: Some(TODAY.start()),
            last_applied: Some(TODAY.start()),
            generation: Some(Generation(2)),
        }],
        bytes: Some(1),
    }
}

fn codes(signals: &Signals) -> Vec<&'static str> {
    warnings(signals, &Budgets::default()).iter().map(|warning| warning.code).collect()
}

#[test]
fn warnings_come_beyond_their_budgets_and_not_at_them() {
    assert!(codes(&signals()).is_empty());
    let soon = |served, then_superseded| {
        codes(&Signals {
            staleness: Staleness { served, then_superseded, ..Staleness::default() },
            ..signals()
        })
    };
    assert!(soon(1000, 20).is_empty());
    assert_eq!(soon(1000, 21), ["soon-superseded"]);
    assert!(soon(99, 9).is_empty(), "few are not judged by their share");
    assert_eq!(soon(100, 3), ["soon-superseded"]);
    assert!(soon(0, 0).is_empty());
    let waiting = |open, days| {
        let oldest = Some(Day(TODAY.0 - days));
        codes(&Signals { reviews: Reviews { open, oldest }, ..signals() })
    };
    assert!(waiting(100, 14).is_empty());
    assert_eq!((waiting(101, 0), waiting(1, 15)), (vec!["reviews"], vec!["reviews"]));
    let replaced = |unretired, active| {
        codes(&Signals { unretired, standings: [0, active, 0, 0], passes: Vec::new(), ..signals() })
    };
    assert_eq!((replaced(2, 100), replaced(3, 100)), (vec![], vec!["unretired"]));
    assert_eq!(replaced(1, 1), ["unretired"]);
    assert_eq!(codes(&Signals { conflicts: 1, ..signals() }), ["conflicts"]);
    let crowd = |count| codes(&Signals { largest: Some(("p".to_owned(), count)), ..signals() });
    assert_eq!((crowd(20_000), crowd(20_001)), (vec![], vec!["crowded"]));
    let never =
        PassRun { pass: PassKind::Merge, last_success: None, last_applied: None, generation: None };
    assert_eq!(codes(&Signals { passes: vec![never], ..signals() }), ["passes"]);
    let small = Signals { passes: vec![never], standings: [0, 99, 0, 0], ..signals() };
    assert!(codes(&small).is_empty());
}

#[test]
fn a_clock_that_went_back_makes_no_negative_age() {
    let reviews = Reviews { open: 1, oldest: Some(Day(TODAY.0 + 5)) };
    assert_eq!(Signals { reviews, ..signals() }.oldest_review_days(), 0);
    let sample = Signals { reviews, ..signals() }.sample();
    assert_eq!((sample.day, sample.reviews, sample.oldest_review_days), (TODAY, 1, 0));
}

proptest! {
    #[test]
    fn counting_in_parts_is_counting_at_once(
        hits in proptest::collection::vec((0i32..4, 0u128..6, any::<bool>()), 0..40),
        cut in 0usize..40,
    ) {
        let count = |hits: &[(i32, u128, bool)]| {
            let mut tally = Tally::default();
            for (day, id, stale) in hits {
                tally.serve(Day(*day), MemoryId(*id), *stale, 100);
            }
            tally
        };
        let (one, other) = hits.split_at(cut.min(hits.len()));
        let mut parts = count(one);
        parts.absorb(count(other));
        prop_assert_eq!(parts, count(&hits));
    }
}
