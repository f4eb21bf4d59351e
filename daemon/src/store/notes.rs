//! What the daemon notes about its own service: samples of health, what was served, and the briefs of task runs.
//!
//! No part of the memory: not journalled, not exported, moves no generation; the tables may be dropped. Bounded: the newest
//! [`SAMPLES_KEPT`] samples, the newest [`SERVED_DAYS_KEPT`] days of what was served, [`SERVED_PER_DAY`] memories a day. The
//! bounds count rows, never the distance to today, so that a clock which jumps ahead and back costs nothing.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Bound;

use consolidate_shared::health::{Sample, ServedDay};
use consolidate_shared::id::MemoryId;
use consolidate_shared::limits::{SAMPLES_KEPT, SERVED_DAYS_KEPT, SERVED_PER_DAY};
use consolidate_shared::time::Day;
use redb::{ReadableTable, ReadableTableMetadata, WriteTransaction};

use super::Store;
use super::batch::put;
use super::error::{CommitError, ReadError};
use super::format::ServedCount;
use super::keys;
use super::tables::{SAMPLES, SERVED, WriteTable, table};
use super::task_runs::{self, TaskRunNotes};
use super::view::{View, damaged, value};

/// What is to be noted: counts are added to what is there, the sample takes its day's place.
#[derive(Debug, Clone, Copy, Default)]
pub struct Notes<'a> {
    /// Totals by day; `listed` is the store's own to count.
    pub days: Option<&'a BTreeMap<Day, ServedDay>>,
    /// How often a memory was served on a day.
    pub served: Option<&'a BTreeMap<(Day, MemoryId), u32>>,
    /// The sample of a day.
    pub sample: Option<&'a Sample>,
    /// Briefs of task runs, and what those told.
    pub task_runs: Option<&'a TaskRunNotes>,
}

impl Store {
    /// Notes it, durably, and answers with the store as it is then: at the same generation.
    pub fn note(&mut self, notes: Notes<'_>) -> Result<View, CommitError> {
        self.transact(|transaction| write(transaction, notes))?;
        Ok(self.view()?)
    }
}

fn write(transaction: &WriteTransaction, notes: Notes<'_>) -> Result<(), CommitError> {
    if notes.days.is_some() || notes.served.is_some() {
        let mut rows = transaction.open_table(table(SERVED))?;
        add_served(&mut rows, notes)?;
        forget_days(&mut rows)?;
    }
    if let Some(sample) = notes.sample {
        let mut rows = transaction.open_table(table(SAMPLES))?;
        put(&mut rows, SAMPLES, &keys::day(sample.day), Some(sample))?;
        while rows.len()? > SAMPLES_KEPT as u64 {
            rows.pop_first()?;
        }
    }
    notes.task_runs.map_or(Ok(()), |task_runs| task_runs::write(transaction, task_runs))
}

fn add_served(rows: &mut WriteTable<'_>, notes: Notes<'_>) -> Result<(), CommitError> {
    let mut totals: BTreeMap<Day, ServedDay> = BTreeMap::new();
    for (day, more) in notes.days.into_iter().flatten() {
        let total = total_of(&mut totals, *day, rows)?;
        total.hits = total.hits.saturating_add(more.hits);
        total.stale = total.stale.saturating_add(more.stale);
        total.unlisted = total.unlisted.saturating_add(more.unlisted);
    }
    for ((day, id), more) in notes.served.into_iter().flatten() {
        let total = total_of(&mut totals, *day, rows)?;
        let key = keys::served(*day, *id);
        let known = rows.get(key.as_slice())?;
        let known = known.map(|bytes| value::<ServedCount>(SERVED, bytes.value())).transpose()?;
        if known.is_none() && total.listed >= SERVED_PER_DAY as u64 {
            total.unlisted = total.unlisted.saturating_add(u64::from(*more));
            continue;
        }
        total.listed += u64::from(known.is_none());
        let count = ServedCount(known.unwrap_or_default().0.saturating_add(*more));
        put(rows, SERVED, &key, Some(&count))?;
    }
    for (day, total) in &totals {
        put(rows, SERVED, &keys::day(*day), Some(total))?;
    }
    Ok(())
}

fn total_of<'t>(
    totals: &'t mut BTreeMap<Day, ServedDay>,
    day: Day,
    rows: &WriteTable<'_>,
) -> Result<&'t mut ServedDay, CommitError> {
    match totals.entry(day) {
        Entry::Occupied(total) => Ok(total.into_mut()),
        Entry::Vacant(place) => {
            let known = rows.get(keys::day(day).as_slice())?;
            let known = known.map(|bytes| value::<ServedDay>(SERVED, bytes.value())).transpose()?;
            Ok(place.insert(known.unwrap_or_default()))
        }
    }
}

/// Forgets the oldest days beyond the bound. A day's totals stand before its memories, so that each day costs one look.
fn forget_days(rows: &mut WriteTable<'_>) -> Result<(), CommitError> {
    let mut days: Vec<[u8; 4]> = Vec::new();
    let mut from = Bound::Unbounded;
    let last_id = keys::memory(MemoryId(u128::MAX));
    loop {
        let end = match &from {
            Bound::Excluded(key) => Bound::Excluded(Vec::as_slice(key)),
            _ => Bound::Unbounded,
        };
        let Some(row) = rows.range::<&[u8]>((end, Bound::Unbounded))?.next().transpose()? else {
            break;
        };
        let Some(day) = row.0.value().first_chunk::<4>().copied() else { break };
        days.push(day);
        from = Bound::Excluded([&day[..], &last_id].concat());
    }
    for day in days.iter().take(days.len().saturating_sub(SERVED_DAYS_KEPT)) {
        let last = [&day[..], &last_id].concat();
        rows.retain_in::<&[u8], _>(day.as_slice()..=last.as_slice(), |_, _| false)?;
    }
    Ok(())
}

impl View {
    /// What was served: totals by day, and counts by day and memory.
    #[expect(clippy::type_complexity, reason = "two maps that are read in one walk")]
    pub fn served(
        &self,
    ) -> Result<(BTreeMap<Day, ServedDay>, BTreeMap<(Day, MemoryId), u32>), ReadError> {
        let (mut days, mut memories) = (BTreeMap::new(), BTreeMap::new());
        for row in self.tables.served.range(..)? {
            let (key, bytes) = row?;
            match keys::served_back(&key).map_err(damaged(SERVED))? {
                (day, None) => drop(days.insert(day, value(SERVED, &bytes)?)),
                (day, Some(id)) => {
                    memories.insert((day, id), value::<ServedCount>(SERVED, &bytes)?.0);
                }
            }
        }
        Ok((days, memories))
    }

    /// The sample of a day.
    pub fn sample(&self, day: Day) -> Result<Option<Sample>, ReadError> {
        let bytes = self.tables.samples.get(&keys::day(day))?;
        bytes.map(|bytes| value(SAMPLES, &bytes)).transpose()
    }

    /// The last samples, at most so many, oldest first.
    pub fn samples(&self, most: usize) -> Result<Vec<Sample>, ReadError> {
        let rows = self.tables.samples.range(..)?.rev().take(most);
        let mut samples: Vec<Sample> =
            rows.map(|row| value(SAMPLES, &row?.1)).collect::<Result<_, ReadError>>()?;
        samples.reverse();
        Ok(samples)
    }
}
