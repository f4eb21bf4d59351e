//! The ways into the journal, worked out from the journal alone: what the index table must hold.
//!
//! A commit writes the rows of its entries as it goes. This is the same from the whole journal, for the check that the two
//! agree and for the repair that makes them.

use std::collections::BTreeMap;

use consolidate_shared::id::{PlanId, RunId};
use consolidate_shared::journal::{EntryKind, Generation, JournalEntry};

use super::commit::can_be_undone;
use super::keys::{self, Index};

/// The rows of the index table for the entries that it was given, oldest first.
#[derive(Debug, Default)]
pub(super) struct Ways {
    rows: BTreeMap<Vec<u8>, Vec<u8>>,
    /// Every entry, and whether an undo without a target may choose it.
    entries: BTreeMap<Generation, bool>,
}

impl Ways {
    /// Takes the next entry. What goes back on an entry that is not there leads nowhere and has no row.
    pub(super) fn add(&mut self, entry: &JournalEntry) {
        let JournalEntry { generation, kind, run, plan, .. } = entry;
        self.belongs(*generation, *run, *plan);
        for memory in entry.change_set.mentioned() {
            self.point(Index::of_memory(memory, generation.0), &[]);
        }
        if let EntryKind::Pass(pass) = *kind {
            self.point(Index::of_pass(pass, generation.0), &[]);
        }
        match *kind {
            EntryKind::Undo(target) => self.undo(*generation, target),
            EntryKind::Redo(target) => self.redo(target),
            _ if can_be_undone(entry) => self.point(Index::Standing.one(generation.0), &[]),
            _ => {}
        }
        self.entries.insert(*generation, can_be_undone(entry));
    }

    /// The rows, in the order of their keys.
    pub(super) fn rows(&self) -> &BTreeMap<Vec<u8>, Vec<u8>> {
        &self.rows
    }

    fn point(&mut self, key: Vec<u8>, to: &[u8]) {
        self.rows.insert(key, to.to_vec());
    }

    fn belongs(&mut self, generation: Generation, run: Option<RunId>, plan: Option<PlanId>) {
        if let Some(run) = run {
            self.point(Index::EntryOfRun.two(run.0, generation.0), &[]);
        }
        if let Some(plan) = plan {
            self.point(Index::EntryOfPlan.two(plan.0, generation.0), &[]);
        }
    }

    fn undo(&mut self, undo: Generation, target: Generation) {
        let undone_by = Index::UndoneBy.one(target.0);
        if !self.entries.contains_key(&target) || self.rows.contains_key(&undone_by) {
            return;
        }
        self.rows.remove(&Index::Standing.one(target.0));
        self.point(undone_by, &keys::generation(undo));
        self.point(Index::Undoing.one(undo.0), &keys::generation(target));
    }

    fn redo(&mut self, target: Generation) {
        let undo = self.rows.remove(&Index::UndoneBy.one(target.0));
        let Some(undo) = undo.and_then(|bytes| keys::generation_back(&bytes).ok()) else { return };
        self.rows.remove(&Index::Undoing.one(undo.0));
        if self.entries.get(&target).copied().unwrap_or_default() {
            self.point(Index::Standing.one(target.0), &[]);
        }
    }
}
