//! How long consolidation takes, as ratios in one run. `just measure-speed DIR`; DIR holds the sets of the project's data as
//! JSONL files by their own names. `CONSOLIDATE_ROUNDS` (5) is how often each is measured; medians are printed.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use consolidate_shared::change::{ChangeSet, Reason, What};
use consolidate_shared::journal::{EntryKind, JournalEntry};
use consolidate_shared::model::{Actor, Memory};
use consolidate_shared::plan::PassKind;
use consolidate_shared::schedule::Reach;
use consolidate_shared::time::Timestamp;

use mimalloc::MiMalloc;

use super::harness::Daemon;
use crate::pass::tests::measure;
use crate::store::{Commit, Holder, Store, StoreLock};

/// As the executable has it.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

#[expect(clippy::disallowed_methods, reason = "a measurement reads the clock")]
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let value = work();
    (value, start.elapsed())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn rounds() -> usize {
    std::env::var("CONSOLIDATE_ROUNDS").ok().and_then(|it| it.parse().ok()).unwrap_or(5)
}

/// Adds memories to a store in one entry, as an import does.
fn add(store: &mut Store, memories: impl Iterator<Item = Memory>) {
    let parent = store.view().unwrap().generation();
    let mut change_set = ChangeSet::default();
    for memory in memories {
        change_set.push(What::Add(Box::new(memory)), Reason::Imported);
    }
    let entry =
        JournalEntry::new(parent, EntryKind::Import, Actor::User, Timestamp::EPOCH, change_set);
    let commit = Commit { expected: parent, entries: &[entry], runs: &[] };
    store.commit(commit).unwrap();
}

/// The commits of the load set, one in `stride`, oldest first.
fn memories(stride: usize) -> Option<Vec<Memory>> {
    let folder = std::env::var("CONSOLIDATE_EVAL_DIR").ok()?;
    let state = measure::load(&Path::new(&folder).join("commit_load/commits.jsonl"), false)?;
    let mut all: Vec<Memory> = state.memories.into_values().map(Arc::unwrap_or_clone).collect();
    all.sort_by_key(|memory| (memory.created_at, memory.id));
    Some(all.into_iter().step_by(stride).collect())
}

/// One store on disk, consolidated for the first time: planned and committed.
fn once(all: &[Memory]) -> BTreeMap<&'static str, Duration> {
    let folder = tempfile::tempdir().unwrap();
    let who = Holder { pid: 1, version: "speed".to_owned() };
    let lock = StoreLock::acquire(folder.path(), &who).unwrap();
    let mut store = Store::open(folder.path(), &lock).unwrap();
    add(&mut store, all.iter().cloned());
    let view = store.view().unwrap();
    let (count, scan) = timed(|| view.memories(None).unwrap().map(Result::unwrap).count());
    assert_eq!(count, all.len());
    drop(view);
    let mut daemon = Daemon::start_on(store);
    let ((), first) = timed(|| {
        let run = daemon.plan();
        daemon.apply(&run.run_id.to_string()).unwrap();
    });
    daemon.stop();
    BTreeMap::from([("scan", scan), ("first", first)])
}

/// What an incremental run costs after a thousand new memories, on a daemon that planned before.
fn incremental(all: &[Memory]) -> Duration {
    let (old, new) = all.split_at(all.len() - 1000);
    let mut store = Store::in_memory().unwrap();
    add(&mut store, old.iter().cloned());
    let mut daemon = Daemon::start_on(store);
    let run = daemon.plan();
    daemon.apply(&run.run_id.to_string()).unwrap();
    let light = |daemon: &Daemon| {
        let engine = daemon.engine();
        let passes = Reach::Incremental.passes();
        daemon.block_on(engine.attempted(Reach::Incremental, passes)).unwrap()
    };
    // Up to date, as after the run before.
    let _ = light(&daemon);
    for memory in new {
        let project = memory.scope.project.clone();
        let mut draft = daemon.draft(&memory.text);
        draft.caller.project = project;
        // What is folded at once or refused is no new memory; it costs the run nothing.
        let _ = daemon.try_record(draft);
    }
    timed(|| light(&daemon)).1
}

#[test]
#[ignore = "a measurement, of a release build, on data"]
fn first_consolidation() {
    let (Some(large), Some(small)) = (memories(1), memories(10)) else { return };
    let per = |time: Duration, count: usize| time.as_secs_f64() * 1e6 / count as f64;
    let mut firsts = Vec::new();
    for all in [&small, &large] {
        let goes: Vec<_> = (0..rounds()).map(|_| once(all)).collect();
        let of = |name: &str| median(goes.iter().map(|go| go[name]).collect());
        let (scan, first) = (of("scan"), of("first"));
        let ratio = first.as_secs_f64() / scan.as_secs_f64();
        println!(
            "{} memories: scan {scan:?}, first consolidation {first:?} = {ratio:.0} scans, {:.1} us a memory, {}",
            all.len(),
            per(first, all.len()),
            measure::peak()
        );
        firsts.push(per(first, all.len()));
    }
    println!("cost a memory, large to small: {:.2}", firsts[1] / firsts[0]);
}

#[test]
#[ignore = "a measurement, of a release build, on data"]
fn incremental_run() {
    // The same thousand are new in both: the store's newest tenth, and the whole of it.
    let Some(large) = memories(1) else { return };
    let [small, large] = [&large[large.len() - large.len() / 10..], &large].map(|all| {
        let time = median((0..rounds()).map(|_| incremental(all)).collect());
        println!("{} memories: incremental run after 1,000 new {time:?}", all.len());
        time
    });
    println!("incremental, large to small: {:.2}", large.as_secs_f64() / small.as_secs_f64());
}

/// Between two writes, as agents write: without a pause, one core would never plan.
const PAUSE: Duration = Duration::from_millis(5);

/// Latencies of writes while `busy` says so, at least `least`.
fn writes(daemon: &mut Daemon, least: usize, busy: &dyn Fn() -> bool) -> Vec<Duration> {
    let mut times = Vec::new();
    while times.len() < least || busy() {
        let draft = daemon.draft(&format!("Write number {} waits for nobody", times.len()));
        times.push(timed(|| daemon.try_record(draft).unwrap()).1);
        #[expect(clippy::disallowed_methods, reason = "a measurement paces itself")]
        std::thread::sleep(PAUSE);
    }
    times.sort_unstable();
    times
}

#[test]
#[ignore = "a measurement, of a release build, on data"]
fn writes_while_planning() {
    let Some(all) = memories(1) else { return };
    let folder = tempfile::tempdir().unwrap();
    let who = Holder { pid: 1, version: "speed".to_owned() };
    let lock = StoreLock::acquire(folder.path(), &who).unwrap();
    let mut store = Store::open(folder.path(), &lock).unwrap();
    add(&mut store, all.into_iter());
    let mut daemon = Daemon::start_on(store);
    let at = |times: &[Duration], share: usize| times[times.len() * share / 1000];
    let idle = writes(&mut daemon, 1000, &|| false);
    let (engine, busy) = (daemon.engine(), Arc::new(AtomicBool::new(true)));
    let still = Arc::clone(&busy);
    daemon.spawn(async move {
        let _ = engine.attempted(Reach::Full, PassKind::ALL.to_vec()).await;
        still.store(false, Ordering::Relaxed);
    });
    let planning = writes(&mut daemon, 100, &|| busy.load(Ordering::Relaxed));
    println!(
        "write p50/p99: idle {:?}/{:?} of {}, while a full run is planned {:?}/{:?} of {}",
        at(&idle, 500),
        at(&idle, 990),
        idle.len(),
        at(&planning, 500),
        at(&planning, 990),
        planning.len()
    );
}
