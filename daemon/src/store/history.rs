//! Reading the journal: by generation, by run, by plan, and what undo and redo mean next.

use std::ops::Bound;

use consolidate_shared::change::What;
use consolidate_shared::id::{PlanId, RunId};
use consolidate_shared::journal::{EntryKind, Generation, JournalEntry};
use consolidate_shared::plan::{PassKind, RunRecord};
use consolidate_shared::time::Day;

use super::error::ReadError;
use super::keys::{self, Index};
use super::tables::{INDEX, JOURNAL, RUNS, Row, Rows};
use super::view::{View, damaged, value};

impl View {
    /// The entry that made this generation.
    pub fn entry(&self, generation: Generation) -> Result<Option<JournalEntry>, ReadError> {
        let bytes = self.tables.journal.get(keys::generation(generation).as_slice())?;
        bytes.map(|bytes| value(JOURNAL, &bytes)).transpose()
    }

    /// Entries, newest first: those before `before`, or all.
    pub fn entries_before(&self, before: Option<Generation>) -> Result<Entries, ReadError> {
        let before = before.map(keys::generation);
        let to = before.as_ref().map_or(Bound::Unbounded, |key| Bound::Excluded(key.as_slice()));
        self.entries((Bound::Unbounded, to), true)
    }

    /// Entries, oldest first: those after the generation `since`. The journal as a log to follow.
    pub fn entries_since(&self, since: Generation) -> Result<Entries, ReadError> {
        let since = keys::generation(since);
        self.entries((Bound::Excluded(since.as_slice()), Bound::Unbounded), false)
    }

    fn entries(
        &self,
        range: (Bound<&[u8]>, Bound<&[u8]>),
        newest_first: bool,
    ) -> Result<Entries, ReadError> {
        let rows = self.tables.journal.range(range)?;
        Ok(Entries { rows, newest_first })
    }

    /// The generations of a run's or an import's entries, oldest first.
    pub fn generations_of_run(&self, run: RunId) -> Result<Vec<Generation>, ReadError> {
        let (low, high) = (Index::EntryOfRun.two(run.0, 0), Index::EntryOfRun.two(run.0, u64::MAX));
        let rows = self.tables.index.range(low.as_slice()..=high.as_slice())?;
        rows.map(|row| Index::last_of(&row?.0).map_err(damaged(INDEX))).collect()
    }

    /// A run's or an import's entries, oldest first.
    pub fn entries_of_run(&self, run: RunId) -> Result<Vec<JournalEntry>, ReadError> {
        let generations = self.generations_of_run(run)?;
        generations.into_iter().map(|generation| self.indexed(generation)).collect()
    }

    /// The latest entry that commits a plan.
    pub fn entry_of_plan(&self, plan: PlanId) -> Result<Option<JournalEntry>, ReadError> {
        let (low, high) =
            (Index::EntryOfPlan.two(plan.0, 0), Index::EntryOfPlan.two(plan.0, u64::MAX));
        let last = self.tables.index.range(low.as_slice()..=high.as_slice())?.next_back();
        let Some(row) = last.transpose()? else { return Ok(None) };
        let generation = Index::last_of(&row.0).map_err(damaged(INDEX))?;
        self.indexed(generation).map(Some)
    }

    /// How many memories were pruned on this UTC day and are not back: what the day's number of removals counts.
    pub fn pruned_on(&self, day: Day) -> Result<u64, ReadError> {
        let is_of_day = |entry: &JournalEntry| entry.at.day() == day;
        let last = self.last_pass(PassKind::Prune).map(|last| self.entry(last)).transpose()?;
        if last.flatten().is_none_or(|last| last.at.day() < day) {
            return Ok(0);
        }
        let mut count = 0;
        for entry in self.entries_before(None)? {
            let entry = entry?;
            if entry.at.day() < day {
                break;
            }
            let prunes = match entry.kind {
                EntryKind::Pass(PassKind::Prune) => self.undone_by(entry.generation)?.is_none(),
                // Of a redo on the day of its target, the target counts.
                EntryKind::Redo(target) => self.entry(target)?.is_some_and(|target| {
                    target.kind == EntryKind::Pass(PassKind::Prune) && !is_of_day(&target)
                }),
                _ => false,
            };
            if prunes && is_of_day(&entry) {
                let changes = entry.change_set.changes.iter();
                let removals = changes.filter(|change| matches!(change.what, What::Remove(_)));
                count += removals.count() as u64;
            }
        }
        Ok(count)
    }

    /// What was planned in a committed run.
    pub fn run_record(&self, run: RunId) -> Result<Option<RunRecord>, ReadError> {
        let bytes = self.tables.runs.get(keys::run(run).as_slice())?;
        bytes.map(|bytes| value(RUNS, &bytes)).transpose()
    }

    /// The undo that took an entry back, unless it was redone since.
    pub fn undone_by(&self, generation: Generation) -> Result<Option<Generation>, ReadError> {
        let undo = self.tables.index.get(Index::UndoneBy.one(generation.0).as_slice())?;
        undo.map(|bytes| keys::generation_back(&bytes).map_err(damaged(INDEX))).transpose()
    }

    /// What an undo without a target takes back: the latest write, evidence, import, pass or answer that is not undone;
    /// mere use is passed over.
    pub fn last_undoable(&self) -> Result<Option<JournalEntry>, ReadError> {
        self.last_undoable_before(Generation(u64::MAX))
    }

    /// The same among the entries before `before`.
    pub fn last_undoable_before(
        &self,
        before: Generation,
    ) -> Result<Option<JournalEntry>, ReadError> {
        let (low, high) = (Index::Standing.one(0), Index::Standing.one(before.0));
        let mut rows = self.tables.index.range(low.as_slice()..high.as_slice())?;
        let Some((key, _)) = rows.next_back().transpose()? else { return Ok(None) };
        let generation = Index::last_of(&key).map_err(damaged(INDEX))?;
        self.indexed(generation).map(Some)
    }

    /// What a redo without a target applies again: the entry that was undone last.
    pub fn last_undone(&self) -> Result<Option<JournalEntry>, ReadError> {
        let Some((_, target)) = self.last_of(Index::Undoing)? else { return Ok(None) };
        let generation = keys::generation_back(&target).map_err(damaged(INDEX))?;
        self.indexed(generation).map(Some)
    }

    fn last_of(&self, index: Index) -> Result<Option<Row>, ReadError> {
        let (low, high) = (index.one(0), index.one(u64::MAX));
        let mut rows = self.tables.index.range(low.as_slice()..=high.as_slice())?;
        rows.next_back().transpose()
    }

    /// The entry that an index row names.
    fn indexed(&self, generation: Generation) -> Result<JournalEntry, ReadError> {
        let dangling = || damaged(INDEX)(super::FormatError::Shape("a way to a journal entry"));
        self.entry(generation)?.ok_or_else(dangling)
    }
}

/// Journal entries in one direction, each decoded when it is reached.
pub struct Entries {
    rows: Rows,
    newest_first: bool,
}

impl Iterator for Entries {
    type Item = Result<JournalEntry, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = if self.newest_first { self.rows.next_back() } else { self.rows.next() };
        row.map(|row| value(JOURNAL, &row?.1))
    }
}
