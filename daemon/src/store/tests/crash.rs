//! The power goes at any sync: the store is wholly before or wholly after the commit, and agrees with itself.

use consolidate_shared::change::apply;
use consolidate_shared::journal::{EntryKind, JournalEntry};
use consolidate_shared::state::State;

use super::{Store, adding, assert_agrees_with_itself, commit, entry};
use crate::store::disk::{FakeDisk, Kept};

/// Commits that overwrite, grow the file, take out and put in many rows.
fn workload() -> Vec<Vec<JournalEntry>> {
    let many = adding(100..400);
    let write = |parent, set| entry(parent, EntryKind::Write, set);
    let undo = EntryKind::Undo(consolidate_shared::journal::Generation(4));
    let redo = EntryKind::Redo(consolidate_shared::journal::Generation(4));
    vec![
        vec![write(0, adding([1]))],
        vec![write(1, adding([2])), write(2, adding([3]))],
        vec![entry(3, EntryKind::Import, many.clone())],
        vec![entry(4, undo, many.invert())],
        vec![write(5, adding([4]))],
        vec![entry(6, redo, many)],
    ]
}

/// What the store holds after each commit, with its generation.
fn states(commits: &[Vec<JournalEntry>]) -> Vec<(u64, State)> {
    let mut states = vec![(0, State::default())];
    for entries in commits {
        let (mut generation, mut state) = states.last().cloned().unwrap();
        for entry in entries {
            apply(&entry.change_set, &mut state).unwrap();
            generation = entry.generation.0;
        }
        states.push((generation, state));
    }
    states
}

/// Runs the workload until it is done or the power is gone; how many commits were acknowledged with the power on.
fn run(disk: &FakeDisk, commits: &[Vec<JournalEntry>]) -> Option<usize> {
    let mut store = Store::with_backend(disk.clone()).unwrap();
    if disk.is_dark() {
        return None;
    }
    for (done, entries) in commits.iter().enumerate() {
        commit(&mut store, entries).unwrap();
        if disk.is_dark() {
            return Some(done);
        }
    }
    store.close().unwrap();
    Some(commits.len())
}

/// Which of the writes that were under way reached the disk: none, all, a beginning, only the last, and a spread of
/// others, whole and torn.
fn survivals(pending: usize) -> Vec<Vec<Kept>> {
    let only = |chosen: &dyn Fn(usize) -> Kept| (0..pending).map(chosen).collect::<Vec<_>>();
    let whole = |keep: bool| if keep { Kept::All } else { Kept::Nothing };
    let mut all = vec![
        only(&|_| Kept::Nothing),
        only(&|_| Kept::All),
        only(&|_| Kept::Half),
        only(&|number| whole(number < pending / 2)),
        only(&|number| whole(number >= pending / 2)),
        only(&|number| whole(number + 1 == pending)),
        only(&|number| whole(number + 1 < pending)),
    ];
    for spread in 1u64..=6 {
        // A fixed mix of bits: the same choice in every run of the test.
        let bits = |number: usize| {
            (number as u64 + spread)
                .wrapping_mul(0x9E37_79B9_7F4A_7C15_u64.rotate_left(spread as u32))
                >> 61
        };
        all.push(only(&|number| match bits(number) {
            0..=3 => Kept::Nothing,
            4 => Kept::Half,
            _ => Kept::All,
        }));
    }
    all
}

#[test]
fn a_power_loss_at_any_sync_leaves_the_store_before_or_after() {
    let commits = workload();
    let states = states(&commits);
    let probe = FakeDisk::default();
    assert_eq!(run(&probe, &commits), Some(commits.len()));

    for sync in 1..=probe.syncs() {
        let disk = FakeDisk::default();
        disk.lose_power_at(sync);
        let acknowledged = run(&disk, &commits);
        for kept in survivals(disk.pending()) {
            let left = disk.after_power_loss(|number| kept[number]);
            let Ok(mut store) = Store::with_backend(left) else {
                // A file is only named when it is whole; before that, no store needs to come back.
                assert_eq!(acknowledged, None, "sync {sync}: an acknowledged commit is lost");
                continue;
            };
            let view = store.view().unwrap();
            assert_agrees_with_itself(&view);
            let found = (view.generation().0, view.load_state().unwrap());
            let reached = acknowledged.unwrap_or(0);
            let allowed = &states[reached..states.len().min(reached + 2)];
            assert!(
                allowed.contains(&found),
                "sync {sync}: generation {} after {reached} commits",
                found.0
            );

            let next = entry(found.0, EntryKind::Write, adding([999]));
            assert_agrees_with_itself(&commit(&mut store, &[next]).unwrap());
        }
    }
}
