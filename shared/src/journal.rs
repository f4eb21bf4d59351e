//! History: one entry a change set, in a total order.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::change::ChangeSet;
use crate::id::{PlanId, RunId};
use crate::model::Actor;
use crate::plan::{PassKind, PassReport};
use crate::time::Timestamp;

/// How many journal entries the store has seen; names a store state.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Generation(pub u64);

impl Generation {
    /// The generation after this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

impl fmt::Display for Generation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    /// Somebody recorded, pinned, retired, linked something.
    Write,
    /// Evidence or usage came in.
    Evidence,
    /// A pass was applied.
    Pass(PassKind),
    /// An entry was taken back.
    Undo(Generation),
    /// An undone entry was applied again.
    Redo(Generation),
    /// A review item was answered.
    Review,
    /// A file was imported.
    Import,
    /// Damage was mended.
    Repair,
}

impl fmt::Display for EntryKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Write => f.write_str("write"),
            Self::Evidence => f.write_str("evidence"),
            Self::Pass(pass) => write!(f, "pass {pass}"),
            Self::Undo(target) => write!(f, "undo {target}"),
            Self::Redo(target) => write!(f, "redo {target}"),
            Self::Review => f.write_str("review"),
            Self::Import => f.write_str("import"),
            Self::Repair => f.write_str("repair"),
        }
    }
}

/// One change set as it was committed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalEntry {
    /// The generation that this entry makes.
    pub generation: Generation,
    /// The generation before it.
    pub parent: Generation,
    /// What it is.
    pub kind: EntryKind,
    /// Who caused it.
    pub actor: Actor,
    /// When it was committed.
    pub at: Timestamp,
    /// The run of passes, or the import, that it belongs to.
    pub run: Option<RunId>,
    /// The plan that it commits.
    pub plan: Option<PlanId>,
    /// What the pass considered, kept and deferred.
    pub report: Option<PassReport>,
    /// What changed.
    pub change_set: ChangeSet,
}

impl JournalEntry {
    /// The entry after `parent`, of no run and no plan.
    pub fn new(
        parent: Generation,
        kind: EntryKind,
        actor: Actor,
        at: Timestamp,
        change_set: ChangeSet,
    ) -> Self {
        let generation = parent.next();
        Self {
            generation,
            parent,
            kind,
            actor,
            at,
            run: None,
            plan: None,
            report: None,
            change_set,
        }
    }
}
