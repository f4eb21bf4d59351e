//! The catalog of a whole store: one thread reads rows, some make them ready, one puts them in, in the order of the rows.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::Memory;

use super::catalog::{Catalog, Prepared, facts_of};
use crate::brief::is_required;
use crate::recall::{Analyser, Kept, Scopes};
use crate::store::{Lenient, ReadError, Unread, View};

/// Memories that are handed on together.
const BATCH: usize = 256;
/// Batches that wait for a thread, or on it.
const AHEAD: usize = 2;
/// Most threads that make memories ready: with more, the one that puts them in is what the others wait for.
const MOST: usize = 4;

/// A catalog, and what it was made of.
pub(super) struct Built {
    pub(super) catalog: Catalog,
    /// Rows that could not be read for it.
    pub(super) passed_over: u64,
    /// Memories whose words were analysed, since they were not kept.
    pub(super) analysed: u64,
}

/// Unread rows that are worked at together.
type Batch = Vec<Unread<Memory>>;

/// The catalog of what `view` shows, where `kept` may spare the analysis of some of it.
pub(super) fn build(view: &View, kept: Option<&Kept>) -> Result<Built, ReadError> {
    let mut catalog = Catalog::default();
    if let Some(kept) = kept {
        (catalog.served, catalog.retired) = (kept.served.index(), kept.retired.index());
    }
    let mut analysed = 0;
    let mut passed_over = over(
        view,
        || {
            let mut analyser = Analyser::default();
            move |memory: &Memory| prepare(memory, view, kept, &mut analyser).map(Some)
        },
        |(prepared, anew)| {
            analysed += u64::from(anew);
            catalog.put(prepared);
        },
    )?;
    catalog.served.let_go();
    catalog.retired.let_go();
    let mut reviews = Lenient(view).reviews();
    for item in reviews.by_ref() {
        catalog.put_review(&item?, true);
    }
    passed_over += reviews.passed_over();
    Ok(Built { catalog, passed_over, analysed })
}

/// A memory made ready, and whether its words were analysed for it.
fn prepare(
    memory: &Memory,
    view: &View,
    kept: Option<&Kept>,
    analyser: &mut Analyser,
) -> Result<(Prepared, bool), ReadError> {
    let mut anew = false;
    let prepared = Prepared::with(memory, &Lenient(view), |served, document| {
        let found = kept.and_then(|kept| {
            let side = if served { &kept.served } else { &kept.retired };
            side.find(document)
        });
        anew = found.is_none();
        found.unwrap_or_else(|| analyser.analyse(document))
    })?;
    Ok((prepared, anew))
}

/// A catalog of what every brief has and nothing else: what was kept of that generation names it, and else every row is looked
/// at, which takes a part of what building takes.
pub(super) fn first(view: &View, kept: Option<&Kept>) -> Result<Catalog, ReadError> {
    let mut catalog = Catalog::default();
    if let Some(kept) = kept.filter(|kept| kept.generation == view.generation().0) {
        for id in &kept.first {
            if let Some(memory) = Lenient(view).memory(*id)? {
                catalog.put(Prepared::new(*id, Some(&memory), &Lenient(view))?);
            }
        }
        return Ok(catalog);
    }
    let work = || {
        |memory: &Memory| {
            let served = memory.standing.is_served();
            let is_first = served && is_required(&facts_of(memory, &Lenient(view))?);
            let prepared = |()| Prepared::new(memory.id, Some(memory), &Lenient(view));
            is_first.then_some(()).map(prepared).transpose()
        }
    };
    over(view, work, |prepared| catalog.put(prepared))?;
    Ok(catalog)
}

/// The memories that every brief has, by id.
pub(super) fn first_of(catalog: &Catalog) -> Vec<MemoryId> {
    let all = catalog.served.in_scope_unordered(Scopes::All);
    let mut ids: Vec<_> = all.filter(|(_, facts)| is_required(facts)).map(|(id, _)| id).collect();
    ids.sort_unstable();
    ids
}

/// Works at every memory in several threads, and gives what comes of it in the order of the rows. Returns how many rows could
/// not be read.
fn over<T: Send, W: FnMut(&Memory) -> Result<Option<T>, ReadError> + Send>(
    view: &View,
    worker: impl Fn() -> W,
    mut take: impl FnMut(T),
) -> Result<u64, ReadError> {
    let workers = thread::available_parallelism().map_or(1, usize::from).min(MOST);
    thread::scope(|scope| {
        let (mut rows, mut ready) = (Vec::new(), Vec::new());
        for _ in 0..workers {
            let (row, its_rows) = sync_channel(AHEAD);
            let (made, its_ready) = sync_channel(AHEAD);
            let work = worker();
            scope.spawn(move || work_at(&its_rows, work, &made));
            rows.push(row);
            ready.push(its_ready);
        }
        let reader = scope.spawn(move || read(view, &rows));
        let mut damaged = Ok(0);
        // In its turn, a thread without a further batch has had the last.
        for batch in ready.iter().cycle().map_while(|thread| thread.recv().ok()) {
            match batch {
                Ok((batch, unread)) => {
                    damaged = damaged.map(|damaged| damaged + unread);
                    batch.into_iter().for_each(&mut take);
                }
                Err(error) => {
                    damaged = Err(error);
                    break;
                }
            }
        }
        // Order: who reads waits for a free place in a queue that nobody empties any more.
        drop(ready);
        let unwalked = reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        Ok(damaged? + unwalked)
    })
}

/// Hands the rows out, one batch to each thread in turn. Returns how many there were that cannot be reached.
fn read(view: &View, threads: &[SyncSender<Batch>]) -> Result<u64, ReadError> {
    let mut memories = Lenient(view).memories();
    for thread in threads.iter().cycle() {
        let mut batch = Vec::with_capacity(BATCH);
        while batch.len() < BATCH
            && let Some(row) = memories.next_unread()
        {
            batch.push(row?);
        }
        // A thread that is gone has met a defect or an error, which is told where its answers are waited for.
        if batch.is_empty() || thread.send(batch).is_err() {
            break;
        }
    }
    Ok(memories.passed_over())
}

/// What came of a batch, and how many of its rows could not be read.
type Done<T> = Result<(Vec<T>, u64), ReadError>;

/// Works at batches until no more come.
fn work_at<T>(
    rows: &Receiver<Batch>,
    mut work: impl FnMut(&Memory) -> Result<Option<T>, ReadError>,
    done: &SyncSender<Done<T>>,
) {
    for batch in rows {
        let mut damaged = 0;
        let read = batch.iter().filter_map(|row| {
            let memory = row.read();
            damaged += u64::from(memory.is_none());
            memory
        });
        let made: Result<Vec<T>, ReadError> =
            read.filter_map(|memory| work(&memory).transpose()).collect();
        if done.send(made.map(|made| (made, damaged))).is_err() {
            return;
        }
    }
}
