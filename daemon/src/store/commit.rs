//! The one way to change the store: journal entries at an expected generation, in one durable transaction.

use consolidate_shared::change::{ApplyError, Change, Edit, What, apply};
use consolidate_shared::id::RunId;
use consolidate_shared::journal::{EntryKind, Generation, JournalEntry};
use consolidate_shared::plan::RunRecord;
use redb::{ReadableTable, WriteTransaction};

use super::Store;
use super::batch::{Batch, put};
use super::error::{CommitError, ReadError, guarded};
use super::format::FormatError;
use super::keys::{self, Index};
use super::meta::Meta;
use super::tables::{INDEX, JOURNAL, META, RUNS, STATE_KEY, WriteTable, table};
use super::task_runs::{self, TaskRunNotes};
use super::view::{View, damaged, value};

/// What one transaction writes.
#[derive(Debug, Clone, Copy)]
pub struct Commit<'a> {
    /// The generation that the entries were decided on; the store must be there.
    pub expected: Generation,
    /// The entries, each the child of the one before.
    pub entries: &'a [JournalEntry],
    /// Records of the runs that the entries belong to.
    pub runs: &'a [(RunId, RunRecord)],
}

impl Store {
    /// Applies the entries' change sets, all or none, and answers with what the store holds then. Durable when it
    /// returns. An undo takes its target off the list of what can be undone, a redo puts it back.
    pub fn commit(&mut self, commit: Commit<'_>) -> Result<View, CommitError> {
        if !(commit.entries.is_empty() && commit.runs.is_empty()) {
            self.transact(|transaction| write(transaction, commit))?;
        }
        Ok(self.view()?)
    }

    /// The same with briefs of task runs, which ride along in its transaction.
    pub fn commit_with(
        &mut self,
        commit: Commit<'_>,
        notes: &TaskRunNotes,
    ) -> Result<View, CommitError> {
        self.transact(|transaction| {
            write(transaction, commit)?;
            task_runs::write(transaction, notes)
        })?;
        Ok(self.view()?)
    }

    /// One durable transaction: all of `work` or nothing of it. Where it succeeds, the next daemon finds it.
    pub(super) fn transact(
        &mut self,
        work: impl FnOnce(&WriteTransaction) -> Result<(), CommitError>,
    ) -> Result<(), CommitError> {
        // Order: looked at before, since nothing may be written over what somebody put there; and after it, since what was
        // then in its place is in its place.
        self.stands().map_err(|why| CommitError::Astray { why, written: false })?;
        self.verify()?;
        self.written(work)?;
        self.stands().map_err(|why| CommitError::Astray { why, written: true })
    }

    fn written(
        &self,
        work: impl FnOnce(&WriteTransaction) -> Result<(), CommitError>,
    ) -> Result<(), CommitError> {
        guarded(|| {
            let mut transaction = self.handle.get()?.begin_write()?;
            // A crash then costs the next start nothing; only the last commit's setting counts, so each has it.
            transaction.set_quick_repair(true);
            work(&transaction)?;
            Ok(transaction.commit()?)
        })
    }
}

/// Dropping the transaction after an error takes everything back.
pub(super) fn write(transaction: &WriteTransaction, commit: Commit<'_>) -> Result<(), CommitError> {
    let mut about = transaction.open_table(table(META))?;
    let mut meta = read_meta(&about)?;
    if meta.generation != commit.expected {
        return Err(CommitError::Generation { expected: commit.expected, found: meta.generation });
    }
    let mut batch = Batch::open(transaction, meta.counts)?;
    let mut journal = Journal::open(transaction)?;
    for entry in commit.entries {
        follows(entry, meta.generation)?;
        apply(&entry.change_set, &mut batch).map_err(|error| match error {
            ApplyError::Stale(moved) => CommitError::Stale { generation: entry.generation, moved },
            ApplyError::Subjects(error) => error,
        })?;
        batch.relieve()?;
        journal.append(entry)?;
        meta.generation = entry.generation;
        if let EntryKind::Pass(pass) = entry.kind {
            meta.last_passes.insert(pass, entry.generation);
        }
    }
    meta.counts = batch.finish()?;
    let mut runs = transaction.open_table(table(RUNS))?;
    for (id, record) in commit.runs {
        put(&mut runs, RUNS, &keys::run(*id), Some(record))?;
    }
    put(&mut about, META, STATE_KEY, Some(&meta))
}

pub(super) fn read_meta(about: &WriteTable<'_>) -> Result<Meta, ReadError> {
    let bytes = about.get(STATE_KEY)?;
    let bytes = bytes.ok_or_else(|| damaged(META)(FormatError::Shape("a store's state")))?;
    value(META, bytes.value())
}

fn follows(entry: &JournalEntry, parent: Generation) -> Result<(), CommitError> {
    let is_next = entry.generation.0.checked_sub(1) == Some(parent.0);
    if entry.parent == parent && is_next {
        Ok(())
    } else {
        Err(CommitError::Order { parent, found: entry.generation })
    }
}

/// The journal and the ways into it.
struct Journal<'t> {
    entries: WriteTable<'t>,
    index: WriteTable<'t>,
}

impl<'t> Journal<'t> {
    fn open(transaction: &'t WriteTransaction) -> Result<Self, CommitError> {
        Ok(Self {
            entries: transaction.open_table(table(JOURNAL))?,
            index: transaction.open_table(table(INDEX))?,
        })
    }

    fn append(&mut self, entry: &JournalEntry) -> Result<(), CommitError> {
        let generation = entry.generation;
        put(&mut self.entries, JOURNAL, &keys::generation(generation), Some(entry))?;
        if let Some(run) = entry.run {
            self.point(&Index::EntryOfRun.two(run.0, generation.0), &[])?;
        }
        for memory in entry.change_set.mentioned() {
            self.point(&Index::of_memory(memory, generation.0), &[])?;
        }
        if let EntryKind::Pass(pass) = entry.kind {
            self.point(&Index::of_pass(pass, generation.0), &[])?;
        }
        if let Some(plan) = entry.plan {
            self.point(&Index::EntryOfPlan.two(plan.0, generation.0), &[])?;
        }
        match entry.kind {
            EntryKind::Undo(target) => self.undo(generation, target),
            EntryKind::Redo(target) => self.redo(generation, target),
            _ if can_be_undone(entry) => self.point(&Index::Standing.one(generation.0), &[]),
            _ => Ok(()),
        }
    }

    fn point(&mut self, key: &[u8], to: &[u8]) -> Result<(), CommitError> {
        self.index.insert(key, to)?;
        Ok(())
    }

    fn undo(&mut self, undo: Generation, target: Generation) -> Result<(), CommitError> {
        let refused =
            |why| Err(CommitError::History { generation: undo, what: "undo", target, why });
        if target >= undo || self.entry(target)?.is_none() {
            return refused("there is no such entry before it");
        }
        if self.index.get(Index::UndoneBy.one(target.0).as_slice())?.is_some() {
            return refused("it is undone already");
        }
        self.index.remove(Index::Standing.one(target.0).as_slice())?;
        self.point(&Index::UndoneBy.one(target.0), &keys::generation(undo))?;
        self.point(&Index::Undoing.one(undo.0), &keys::generation(target))
    }

    fn redo(&mut self, redo: Generation, target: Generation) -> Result<(), CommitError> {
        let undone = self.index.remove(Index::UndoneBy.one(target.0).as_slice())?;
        let undo = undone.map(|bytes| keys::generation_back(bytes.value()).map_err(damaged(INDEX)));
        let Some(undo) = undo.transpose()? else {
            let why = "it is not undone";
            return Err(CommitError::History { generation: redo, what: "redo", target, why });
        };
        self.index.remove(Index::Undoing.one(undo.0).as_slice())?;
        match self.entry(target)? {
            Some(entry) if can_be_undone(&entry) => self.point(&Index::Standing.one(target.0), &[]),
            _ => Ok(()),
        }
    }

    fn entry(&self, generation: Generation) -> Result<Option<JournalEntry>, ReadError> {
        let bytes = self.entries.get(keys::generation(generation).as_slice())?;
        bytes.map(|bytes| value(JOURNAL, bytes.value())).transpose()
    }
}

/// Whether an undo without a target may choose such an entry. Mere use is nobody's decision, and an undo is taken back by a
/// redo.
pub(super) fn can_be_undone(entry: &JournalEntry) -> bool {
    match entry.kind {
        EntryKind::Write | EntryKind::Pass(_) | EntryKind::Review | EntryKind::Import => true,
        // What a repair set aside or worked out anew is not taken back.
        EntryKind::Repair => !entry.change_set.is_empty(),
        // Use that brought a memory back did more than count.
        EntryKind::Evidence => !entry.change_set.changes.iter().all(is_use),
        EntryKind::Undo(_) | EntryKind::Redo(_) => false,
    }
}

fn is_use(change: &Change) -> bool {
    matches!(change.what, What::Edit { edit: Edit::Usage(_), .. })
}
