//! Notes: they move no generation, outlive a restart, stay bounded, and may be dropped.

use std::collections::BTreeMap;

use consolidate_shared::change::{Edit, Reason, Swap};
use consolidate_shared::health::{Sample, ServedDay};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::{EntryKind, Generation};
use consolidate_shared::limits::{SAMPLES_KEPT, SERVED_DAYS_KEPT, SERVED_PER_DAY};
use consolidate_shared::model::{RetireReason, Retirement, Standing};
use consolidate_shared::plan::PassKind;
use consolidate_shared::time::Day;

use super::{Store, adding, commit, entry, plain, write};
use crate::store::Notes;
use crate::store::disk::FakeDisk;

fn sample(day: i32) -> Sample {
    Sample {
        day: Day(day),
        generation: 1,
        candidate: 0,
        active: 3,
        retired: 2,
        quarantined: 0,
        superseded: 2,
        longest_chain: 3,
        served: 5,
        superseded_when_served: 0,
        then_superseded: 1,
        merged_clusters: 1,
        reviews: 4,
        oldest_review_days: 9,
        conflicts: 1,
        bytes: 4096,
    }
}

fn served(rows: &[(i32, u128, u32)]) -> (BTreeMap<Day, ServedDay>, BTreeMap<(Day, MemoryId), u32>) {
    let (mut days, mut memories) = (BTreeMap::new(), BTreeMap::new());
    for (day, id, count) in rows {
        let total: &mut ServedDay = days.entry(Day(*day)).or_default();
        total.hits += u64::from(*count);
        memories.insert((Day(*day), MemoryId(*id)), *count);
    }
    (days, memories)
}

fn note(store: &mut Store, rows: &[(i32, u128, u32)]) {
    let (days, memories) = served(rows);
    store.note(Notes { days: Some(&days), served: Some(&memories), ..Notes::default() }).unwrap();
}

#[test]
fn notes_move_no_generation_add_up_and_outlive_a_restart() {
    let disk = FakeDisk::default();
    let mut store = Store::with_backend(disk.clone()).unwrap();
    let before = write(&mut store, 0, adding([1])).unwrap();
    note(&mut store, &[(-1, 7, 1), (3, 1, 2)]);
    note(&mut store, &[(3, 1, 3), (3, 9, 1)]);
    let view = store.note(Notes { sample: Some(&sample(3)), ..Notes::default() }).unwrap();
    assert_eq!(view.generation(), Generation(1));
    assert_eq!(view.load_state().unwrap(), before.load_state().unwrap());
    store.close().unwrap();
    let store = Store::with_backend(disk).unwrap();
    let view = store.view().unwrap();
    let (days, memories) = view.served().unwrap();
    let total = ServedDay { hits: 6, stale: 0, listed: 2, unlisted: 0 };
    assert_eq!(days.get(&Day(3)), Some(&total));
    let rows: Vec<_> = memories.iter().map(|((day, id), count)| (day.0, id.0, *count)).collect();
    assert_eq!(rows, [(-1, 7, 1), (3, 1, 5), (3, 9, 1)]);
    assert_eq!(view.sample(Day(3)).unwrap(), Some(sample(3)));
    assert_eq!(view.samples(9).unwrap(), [sample(3)]);
}

#[test]
fn samples_and_days_are_bounded_by_their_number_whatever_the_clock_does() {
    let mut store = Store::in_memory().unwrap();
    store.note(Notes { sample: Some(&sample(90_000)), ..Notes::default() }).unwrap();
    for day in 0..SAMPLES_KEPT as i32 + 3 {
        store.note(Notes { sample: Some(&sample(day)), ..Notes::default() }).unwrap();
    }
    let days: Vec<i32> =
        store.view().unwrap().samples(9999).unwrap().iter().map(|sample| sample.day.0).collect();
    assert_eq!((days.len(), days.first(), days.last()), (SAMPLES_KEPT, Some(&4), Some(&90_000)));
    for day in 0..SERVED_DAYS_KEPT as i32 + 2 {
        note(&mut store, &[(day, 1, 1), (day, u128::MAX, 1)]);
    }
    let (days, memories) = store.view().unwrap().served().unwrap();
    assert_eq!((days.len(), memories.len()), (SERVED_DAYS_KEPT, 2 * SERVED_DAYS_KEPT));
    assert_eq!(days.keys().next(), Some(&Day(2)));
}

#[test]
fn a_day_names_a_bounded_number_of_memories_and_counts_the_rest() {
    let mut store = Store::in_memory().unwrap();
    let rows: Vec<_> = (0..SERVED_PER_DAY as u128 + 5).map(|id| (1, id, 2)).collect();
    note(&mut store, &rows);
    let (days, memories) = store.view().unwrap().served().unwrap();
    assert_eq!(memories.len(), SERVED_PER_DAY);
    let total = days[&Day(1)];
    assert_eq!((total.listed, total.unlisted), (SERVED_PER_DAY as u64, 10));
}

#[test]
fn the_journal_is_found_by_memory_and_by_pass() {
    let mut store = Store::in_memory().unwrap();
    write(&mut store, 0, adding([1, 2])).unwrap();
    let retired = Standing::Retired(Retirement {
        reason: RetireReason::Merged,
        successor: Some(MemoryId(2)),
        day: Day(1),
        was_candidate: false,
    });
    let mut set = consolidate_shared::change::ChangeSet::default();
    let standing = Edit::Standing(Swap::new(Standing::Active, retired));
    set.edit(&plain(1), standing, Reason::Recorded);
    let pass = EntryKind::Pass(PassKind::Merge);
    let view = commit(&mut store, &[entry(1, pass, set), entry(2, EntryKind::Write, adding([3]))])
        .unwrap();
    let of = |id, after: Option<u64>, before: Option<u64>| {
        let (after, before) = (after.map(Generation), before.map(Generation));
        let found = view.generations_of_memory(MemoryId(id), after, before).unwrap();
        found.map(|generation| generation.unwrap().0).collect::<Vec<_>>()
    };
    assert_eq!(of(1, None, None), [1, 2]);
    assert_eq!(of(2, None, None), [1, 2], "the survivor is mentioned where the other is retired");
    assert_eq!(of(3, None, None), [3]);
    assert_eq!((of(1, Some(1), None), of(1, None, Some(2))), (vec![2], vec![1]));
    assert!(of(1, Some(9), Some(2)).is_empty() && of(4, None, None).is_empty());
    let merges = view.generations_of_pass(PassKind::Merge, None).unwrap().rev();
    assert!(merges.map(|generation| generation.unwrap().0).eq([2]));
    assert_eq!(view.generations_of_pass(PassKind::Supersede, None).unwrap().count(), 0);
}
