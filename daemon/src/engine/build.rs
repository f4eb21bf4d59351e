//! The catalog of a whole store: one thread reads rows, some make them ready, one puts them in, in the order of the rows.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use consolidate_shared::model::Memory;

use super::catalog::{Catalog, Prepared};
use crate::recall::Analyser;
use crate::store::{Lenient, ReadError, Unread, View};

/// Memories that are handed on together.
const BATCH: usize = 256;
/// Batches that wait for a thread, or on it.
const AHEAD: usize = 2;
/// Most threads that make memories ready: with more, the one that puts them in is what the others wait for.
const MOST: usize = 4;

/// A catalog, and how many rows could not be read for it.
pub(super) struct Built {
    pub(super) catalog: Catalog,
    pub(super) passed_over: u64,
}

/// Memories of a batch, made ready, and how many could not be read.
type Ready = Result<(Vec<Prepared>, u64), ReadError>;

/// The catalog of what `view` shows.
pub(super) fn build(view: &View) -> Result<Built, ReadError> {
    let workers = thread::available_parallelism().map_or(1, usize::from).min(MOST);
    let mut catalog = Catalog::default();
    let mut passed_over = thread::scope(|scope| {
        let (mut rows, mut ready) = (Vec::new(), Vec::new());
        for _ in 0..workers {
            let (row, its_rows) = sync_channel(AHEAD);
            let (prepared, its_ready) = sync_channel(AHEAD);
            scope.spawn(move || prepare(view, &its_rows, &prepared));
            rows.push(row);
            ready.push(its_ready);
        }
        let reader = scope.spawn(move || read(view, &rows));
        let damaged = put(&mut catalog, &ready);
        // Order: who reads waits for a free place in a queue that nobody empties any more.
        drop(ready);
        let unwalked = reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        Ok::<u64, ReadError>(damaged? + unwalked)
    })?;
    let mut reviews = Lenient(view).reviews();
    for item in reviews.by_ref() {
        catalog.put_review(&item?, true);
    }
    passed_over += reviews.passed_over();
    Ok(Built { catalog, passed_over })
}

/// Hands the rows out, one batch to each thread in turn. Returns how many there were that cannot be reached.
fn read(view: &View, threads: &[SyncSender<Vec<Unread<Memory>>>]) -> Result<u64, ReadError> {
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

/// Makes memories ready until no more come.
fn prepare(view: &View, rows: &Receiver<Vec<Unread<Memory>>>, prepared: &SyncSender<Ready>) {
    let mut analyser = Analyser::default();
    for batch in rows {
        let mut damaged = 0;
        let read = batch.iter().filter_map(|row| {
            let memory = row.read();
            damaged += u64::from(memory.is_none());
            memory
        });
        let ready: Result<Vec<Prepared>, ReadError> = read
            .map(|memory| Prepared::with(&mut analyser, memory.id, Some(&memory), &Lenient(view)))
            .collect();
        if prepared.send(ready.map(|ready| (ready, damaged))).is_err() {
            return;
        }
    }
}

/// Puts in what is made ready, one batch of each thread in turn. Returns how many could not be read.
fn put(catalog: &mut Catalog, ready: &[Receiver<Ready>]) -> Result<u64, ReadError> {
    let mut passed_over = 0;
    for thread in ready.iter().cycle() {
        // In its turn, a thread without a further batch has had the last.
        let Ok(batch) = thread.recv() else { break };
        let (batch, damaged) = batch?;
        passed_over += damaged;
        for prepared in batch {
            catalog.put(prepared);
        }
    }
    Ok(passed_over)
}
