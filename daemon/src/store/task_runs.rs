//! The briefs of task runs, word for word, and what those runs told of memories.
//!
//! One table of five families of rows, told apart by the first byte of the key: what all runs come to, the runs by their
//! latest brief, a head for each, its briefs by step, what it told by memory. Invariants: a brief that is there is never
//! written over; at most [`TASK_RUNS_KEPT`] runs of at most [`STEPS_PER_TASK_RUN`] briefs that take at most [`TASK_RUN_BYTES`],
//! the oldest run goes first. A row of the books that cannot be read begins them anew: these are notes.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use consolidate_shared::id::MemoryId;
use consolidate_shared::limits::{
    STEPS_PER_TASK_RUN, TASK_RUN_BYTES, TASK_RUNS_KEPT, TOLD_PER_TASK_RUN,
};
use consolidate_shared::model::Signal;
use consolidate_shared::task_run::{FrozenBrief, TaskRunHead, TaskRunKey};
use consolidate_shared::time::Timestamp;
use redb::{ReadableTable, WriteTransaction};

use super::batch::put;
use super::error::CommitError;
use super::format::{FormatError, Stored, TaskRunBooks, ToldAt};
use super::keys;
use super::tables::{TASK_RUNS, WriteTable, table};
use super::view::value;

mod view;

pub(super) use view::read;

/// What is to be noted of task runs.
#[derive(Debug, Clone, Default)]
pub struct TaskRunNotes {
    /// Briefs, by run and step.
    pub briefs: BTreeMap<(TaskRunKey, u32), Arc<FrozenBrief>>,
    /// When a run last told this of a memory. Of a run that was given no brief nothing is kept.
    pub told: BTreeMap<(TaskRunKey, MemoryId, Signal), Timestamp>,
}

impl TaskRunNotes {
    /// Whether there is nothing to note.
    pub fn is_empty(&self) -> bool {
        self.briefs.is_empty() && self.told.is_empty()
    }
}

/// What all runs come to.
const BOOKS: u8 = 0;
/// Place → run.
const PLACE: u8 = 1;
/// Run → head.
const HEAD: u8 = 2;
/// Run, step → brief.
const BRIEF: u8 = 3;
/// Run, memory, signal → when.
const TOLD: u8 = 4;

fn of_run(family: u8, run: &[u8]) -> Vec<u8> {
    [&[family], run].concat()
}

fn place_key(place: u64) -> Vec<u8> {
    [&[PLACE][..], &place.to_be_bytes()].concat()
}

fn brief_key(run: &[u8], step: u32) -> Vec<u8> {
    [&[BRIEF], run, &step.to_be_bytes()].concat()
}

fn told_key(run: &[u8], memory: MemoryId, signal: Signal) -> Vec<u8> {
    [&[TOLD], run, &keys::memory(memory), &[signal_number(signal)]].concat()
}

/// Every key of a family that begins with this run's. An id ends before whatever follows it, so that no other run's does.
fn rows_of(family: u8, run: &[u8]) -> RangeInclusive<Vec<u8>> {
    let first = of_run(family, run);
    let last = [&first[..], &[u8::MAX; 18]].concat();
    first..=last
}

/// The number of a signal in a key: never changed, new ones appended.
fn signal_number(signal: Signal) -> u8 {
    match signal {
        Signal::Triggered => 0,
        Signal::Opened => 1,
        Signal::Used => 2,
        Signal::Helped => 3,
        Signal::Harmed => 4,
        Signal::Confirm => 5,
        Signal::Contradict => 6,
    }
}

fn get<T: Stored>(rows: &WriteTable<'_>, key: &[u8]) -> Result<Option<T>, CommitError> {
    let row = rows.get(key)?;
    Ok(row.map(|bytes| value(TASK_RUNS, bytes.value())).transpose()?)
}

/// Writes what is not there yet, and lets go of what is beyond the bounds.
pub(super) fn write(
    transaction: &WriteTransaction,
    notes: &TaskRunNotes,
) -> Result<(), CommitError> {
    if notes.is_empty() {
        return Ok(());
    }
    let mut rows = transaction.open_table(table(TASK_RUNS))?;
    match add(&mut rows, notes) {
        Err(CommitError::Damaged(error)) => {
            tracing::warn!(%error, "the briefs of task runs are forgotten");
            rows.retain(|_, _| false)?;
            add(&mut rows, notes)
        }
        added => added,
    }
}

fn add(rows: &mut WriteTable<'_>, notes: &TaskRunNotes) -> Result<(), CommitError> {
    let mut books: TaskRunBooks = get(rows, &[BOOKS])?.unwrap_or_default();
    // In the order in which they were given, so that the runs stand in it too.
    let mut briefs: Vec<_> = notes.briefs.iter().collect();
    briefs.sort_by_key(|((run, step), brief)| (brief.at, run, *step));
    for ((run, step), brief) in briefs {
        add_brief(rows, &mut books, (&keys::task_run(run), *step), brief)?;
    }
    for ((run, memory, signal), at) in &notes.told {
        tell(rows, &keys::task_run(run), (*memory, *signal), *at)?;
    }
    put(rows, TASK_RUNS, &[BOOKS], Some(&books))
}

fn add_brief(
    rows: &mut WriteTable<'_>,
    books: &mut TaskRunBooks,
    (run, step): (&[u8], u32),
    brief: &FrozenBrief,
) -> Result<(), CommitError> {
    let key = brief_key(run, step);
    let was = rows.get(key.as_slice())?.map(|row| row.value().to_vec());
    if was.as_ref().is_some_and(|row| FrozenBrief::from_stored(row).is_ok()) {
        return Ok(());
    }
    let encoded = |reason| CommitError::Encode { table: TASK_RUNS, reason };
    let bytes = brief.to_stored().map_err(encoded)?;
    let known: Option<TaskRunHead> = get(rows, &of_run(HEAD, run))?;
    if let Some(head) = known {
        rows.remove(place_key(head.place).as_slice())?;
    } else {
        books.runs += 1;
    }
    let mut head = known.unwrap_or(TaskRunHead {
        first: brief.at,
        last: brief.at,
        place: 0,
        briefs: 0,
        bytes: 0,
        told: 0,
    });
    if let Some(was) = was {
        head.briefs = head.briefs.saturating_sub(1);
        give_back(&mut head, books, was.len());
    }
    (head.first, head.last) = (head.first.min(brief.at), head.last.max(brief.at));
    head.place = books.next;
    books.next += 1;
    head.briefs = head.briefs.saturating_add(1);
    head.bytes = head.bytes.saturating_add(bytes.len() as u64);
    books.bytes = books.bytes.saturating_add(bytes.len() as u64);
    rows.insert(key.as_slice(), bytes.as_slice())?;
    rows.insert(place_key(head.place).as_slice(), run)?;
    forget_steps(rows, books, (run, step), &mut head)?;
    put(rows, TASK_RUNS, &of_run(HEAD, run), Some(&head))?;
    forget_runs(rows, books, run)
}

fn give_back(head: &mut TaskRunHead, books: &mut TaskRunBooks, bytes: usize) {
    head.bytes = head.bytes.saturating_sub(bytes as u64);
    books.bytes = books.bytes.saturating_sub(bytes as u64);
}

/// Forgets the lowest steps beyond the bound, never the one that was just given.
fn forget_steps(
    rows: &mut WriteTable<'_>,
    books: &mut TaskRunBooks,
    (run, given): (&[u8], u32),
    head: &mut TaskRunHead,
) -> Result<(), CommitError> {
    while head.briefs as usize > STEPS_PER_TASK_RUN {
        let (given, all) = (brief_key(run, given), rows_of(BRIEF, run));
        let mut lowest = None;
        for row in rows.range::<&[u8]>(all.start().as_slice()..=all.end().as_slice())? {
            let (key, bytes) = row?;
            if key.value() != given.as_slice() {
                lowest = Some((key.value().to_vec(), bytes.value().len()));
                break;
            }
        }
        let Some((key, bytes)) = lowest else { return Ok(()) };
        rows.remove(key.as_slice())?;
        head.briefs -= 1;
        give_back(head, books, bytes);
    }
    Ok(())
}

/// Forgets the oldest runs beyond the bounds, never the one that was just given a brief.
fn forget_runs(
    rows: &mut WriteTable<'_>,
    books: &mut TaskRunBooks,
    given: &[u8],
) -> Result<(), CommitError> {
    while books.runs > TASK_RUNS_KEPT as u64 || books.bytes > TASK_RUN_BYTES {
        let (first, last) = (place_key(0), place_key(u64::MAX));
        let oldest = rows.range::<&[u8]>(first.as_slice()..=last.as_slice())?.next().transpose()?;
        let oldest = oldest.map(|(key, run)| (key.value().to_vec(), run.value().to_vec()));
        let Some((place, run)) = oldest.filter(|(_, run)| run.as_slice() != given) else {
            return Ok(());
        };
        let head: Option<TaskRunHead> = get(rows, &of_run(HEAD, &run))?;
        books.runs = books.runs.saturating_sub(1);
        books.bytes = books.bytes.saturating_sub(head.map_or(0, |head| head.bytes));
        rows.remove(place.as_slice())?;
        for family in [HEAD, BRIEF, TOLD] {
            let all = rows_of(family, &run);
            let all = all.start().as_slice()..=all.end().as_slice();
            rows.retain_in::<&[u8], _>(all, |_, _| false)?;
        }
    }
    Ok(())
}

/// Notes that a run told something of a memory, unless nothing is kept of the run, or enough.
fn tell(
    rows: &mut WriteTable<'_>,
    run: &[u8],
    (memory, signal): (MemoryId, Signal),
    at: Timestamp,
) -> Result<(), CommitError> {
    let head_key = of_run(HEAD, run);
    let Some(mut head) = get::<TaskRunHead>(rows, &head_key)? else { return Ok(()) };
    let key = told_key(run, memory, signal);
    let before: Option<ToldAt> = get(rows, &key)?;
    if before.is_none() {
        if head.told as usize >= TOLD_PER_TASK_RUN {
            return Ok(());
        }
        head.told += 1;
        put(rows, TASK_RUNS, &head_key, Some(&head))?;
    }
    let latest = before.map_or(at, |before| before.0.max(at));
    put(rows, TASK_RUNS, &key, Some(&ToldAt(latest)))
}

fn step_back(bytes: &[u8]) -> Result<u32, FormatError> {
    let bytes = bytes.try_into().map_err(|_| FormatError::Shape("a step"))?;
    Ok(u32::from_be_bytes(bytes))
}

fn told_back(bytes: &[u8]) -> Result<(MemoryId, Signal), FormatError> {
    let shape = || FormatError::Shape("a memory and a signal");
    let (memory, number) = bytes.split_at_checked(16).ok_or_else(shape)?;
    let signal = Signal::ALL.iter().find(|&&signal| number == [signal_number(signal)]);
    Ok((keys::memory_back(memory)?, *signal.ok_or_else(shape)?))
}
