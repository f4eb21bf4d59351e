//! How long things take. Run with `cargo test --release -p consolidate-daemon speed -- --ignored --nocapture`.

use std::time::{Duration, Instant};

use consolidate_shared::id::MemoryId;

use super::{Store, StoreLock, adding, holder, write};

#[expect(clippy::disallowed_methods, reason = "a measurement is of the clock")]
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let value = work();
    (value, start.elapsed())
}

/// The median and the worst of several goes.
fn spread_of(goes: usize, mut work: impl FnMut(usize) -> Duration) -> (Duration, Duration) {
    let mut times: Vec<_> = (0..goes).map(&mut work).collect();
    times.sort();
    (times[goes / 2], times[goes - 1])
}

#[test]
#[ignore = "a measurement, of a release build"]
fn commits_and_reads() {
    let folder = tempfile::tempdir().unwrap();
    let lock = StoreLock::acquire(folder.path(), &holder()).unwrap();
    let mut store = Store::open(folder.path(), &lock).unwrap();
    let (mut generation, mut id) = (0, 0);
    let spread = |id: u128| id.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
    let mut add = |store: &mut Store, count: u128| {
        let set = adding((id..id + count).map(spread));
        id += count;
        let (view, time) = timed(|| write(store, generation, set).unwrap());
        generation += 1;
        drop(view);
        time
    };
    for (count, goes) in [(1, 200), (64, 50), (10_000, 5)] {
        let times = spread_of(goes, |_| add(&mut store, count));
        println!("commit of {count} adds: median and worst {times:?}");
    }
    while store.view().unwrap().counts().total() < 100_000 {
        add(&mut store, 10_000);
    }
    let times = spread_of(200, |_| add(&mut store, 1));
    println!("commit of 1 add among 100,000: {times:?}");
    let times = spread_of(100, |_| timed(|| store.view().unwrap()).1);
    println!("view: {times:?}");
    let view = store.view().unwrap();
    let total = view.counts().total();
    let times = spread_of(5, |_| timed(|| view.load_state().unwrap()).1);
    println!("load_state of {total} memories: {times:?}");
    let (point, _) = spread_of(21, |go| {
        let ids = (0..1000).map(|n| MemoryId(spread((n * 97 + go as u128) % u128::from(total))));
        timed(|| ids.for_each(|id| assert!(view.memory(id).unwrap().is_some()))).1
    });
    println!("point read: {:?}", point / 1000);
    drop(view);
    store.close().unwrap();
    let (store, time) = timed(|| Store::open(folder.path(), &lock).unwrap());
    println!(
        "open: {time:?}, file {} bytes",
        std::fs::metadata(folder.path().join("store.redb")).unwrap().len()
    );
    drop(store);
}
