//! Reading the briefs of task runs. A row that cannot be read is as one that is not there.

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::Signal;
use consolidate_shared::task_run::{FrozenBrief, TaskRunHead, TaskRunKey, ToldOf};

use super::{
    BOOKS, BRIEF, HEAD, PLACE, TOLD, brief_key, of_run, place_key, rows_of, step_back, told_back,
};
use crate::store::error::ReadError;
use crate::store::format::{FormatError, Stored, TaskRunBooks, ToldAt};
use crate::store::keys;
use crate::store::tables::{ReadTable, Row, Rows};
use crate::store::view::View;

impl View {
    /// The brief that a step was given, if it is kept.
    pub fn frozen_brief(
        &self,
        run: &TaskRunKey,
        step: u32,
    ) -> Result<Option<FrozenBrief>, ReadError> {
        self.task_run_row(&brief_key(&keys::task_run(run), step))
    }

    /// What is known of a run without reading its briefs.
    pub fn task_run(&self, run: &TaskRunKey) -> Result<Option<TaskRunHead>, ReadError> {
        self.task_run_row(&of_run(HEAD, &keys::task_run(run)))
    }

    /// The runs, the one that was given a brief latest first.
    pub fn task_runs(&self) -> impl Iterator<Item = Result<TaskRunKey, ReadError>> {
        let rows = self.task_run_rows(&place_key(0), &place_key(u64::MAX));
        rows.rev()
            .filter_map(|row| read_row(row, |(_, run)| Some(keys::task_run_back(&run).ok()?.0)))
    }

    /// The briefs that are kept of a run, by step, from either end, those after `after`.
    pub fn frozen_briefs(
        &self,
        run: &TaskRunKey,
        after: Option<u32>,
    ) -> impl DoubleEndedIterator<Item = Result<(u32, FrozenBrief), ReadError>> {
        let run = keys::task_run(run);
        let (all, before) = (rows_of(BRIEF, &run), all_before(BRIEF, &run));
        let from = after.map_or(all.start().clone(), |step| {
            step.checked_add(1).map_or(all.end().clone(), |next| brief_key(&run, next))
        });
        self.task_run_rows(&from, all.end()).filter_map(move |row| {
            read_row(row, |(key, brief)| {
                let step = step_back(key.get(before..)?).ok()?;
                Some((step, FrozenBrief::from_stored(&brief).ok()?))
            })
        })
    }

    /// What a run told of memories, by memory.
    pub fn told_by(&self, run: &TaskRunKey) -> Result<Vec<ToldOf>, ReadError> {
        let run = keys::task_run(run);
        let (all, before) = (rows_of(TOLD, &run), all_before(TOLD, &run));
        let rows = self.task_run_rows(all.start(), all.end()).filter_map(|row| {
            read_row(row, |(key, at)| {
                let (memory, signal): (MemoryId, Signal) = told_back(key.get(before..)?).ok()?;
                Some(ToldOf { memory, signal, at: ToldAt::from_stored(&at).ok()?.0 })
            })
        });
        rows.collect()
    }

    fn task_run_row<T: Stored>(&self, key: &[u8]) -> Result<Option<T>, ReadError> {
        let Some(rows) = &self.tables.task_runs else { return Ok(None) };
        let bytes = match rows.get(key) {
            Err(error) if !error.is_of_the_disk() => return Ok(None),
            bytes => bytes?,
        };
        Ok(bytes.and_then(|bytes| T::from_stored(&bytes).ok()))
    }

    fn task_run_rows(&self, first: &[u8], last: &[u8]) -> Rows {
        let rows = self.tables.task_runs.as_ref().map(|rows: &ReadTable| rows.range(first..=last));
        match rows {
            Some(Ok(rows)) => rows,
            Some(Err(error)) => Rows::failed(error),
            None => Rows::none(),
        }
    }
}

fn all_before(family: u8, run: &[u8]) -> usize {
    of_run(family, run).len()
}

/// What a row holds, if it can be read; a failing disk is an error.
fn read_row<T>(
    row: Result<Row, ReadError>,
    read: impl FnOnce(Row) -> Option<T>,
) -> Option<Result<T, ReadError>> {
    match row {
        Ok(row) => read(row).map(Ok),
        Err(error) if error.is_of_the_disk() => Some(Err(error)),
        Err(_) => None,
    }
}

/// Whether a row is one that this program writes.
pub(in crate::store) fn read(key: &[u8], value: &[u8]) -> Result<(), FormatError> {
    let shape = || FormatError::Shape("a row of a task run");
    let (family, rest) = key.split_first().ok_or_else(shape)?;
    let of_run = || keys::task_run_back(rest).map(|(_, rest)| rest);
    match *family {
        BOOKS => TaskRunBooks::from_stored(value).map(drop),
        PLACE if rest.len() == 8 => keys::task_run_back(value).map(drop),
        HEAD if of_run()?.is_empty() => TaskRunHead::from_stored(value).map(drop),
        BRIEF => step_back(of_run()?).and(FrozenBrief::from_stored(value)).map(drop),
        TOLD => told_back(of_run()?).and(ToldAt::from_stored(value)).map(drop),
        _ => Err(shape()),
    }
}
