//! Change sets: what is shown, checked, committed and undone as one value.
//!
//! A change is data with the value before and the value after. Inversion swaps the two, so
//! `apply(invert(c), apply(c, s)) == s` for every `c` that applies to `s`. There is no change to a memory's text.

mod apply;
mod edit;
mod mentions;
mod name;
mod reason;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use apply::{ApplyError, Moved, apply};
pub use edit::{CounterEdit, Edit, SetEdit, Swap};
pub use name::ChangeName;
pub use reason::{Finding, Reason};

use crate::id::MemoryId;
use crate::model::{Kind, Memory, Name};
use crate::review::ReviewItem;
use crate::ruling::{Ruling, RulingKey};

/// One change of one subject (a memory, a name, a review item, a ruling), and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// What changes.
    pub what: What,
    /// Why.
    pub reason: Reason,
}

/// What changes, with the value before and after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum What {
    /// A memory comes into being.
    Add(Box<Memory>),
    /// A memory leaves the store; the whole of it is kept here.
    Remove(Box<Memory>),
    /// One field of a memory.
    Edit {
        /// The memory.
        subject: MemoryId,
        /// Its field, before and after.
        edit: Edit,
    },
    /// What a name resolves to.
    Name {
        /// The name.
        name: Name,
        /// The memory before and after; `None`: the name is unknown.
        target: Swap<Option<MemoryId>>,
    },
    /// An open review item appears or is closed. The item stands on the side where it is open.
    Review(Swap<Option<Box<ReviewItem>>>),
    /// A ruling appears, changes or goes.
    Ruling {
        /// What is ruled on.
        key: RulingKey,
        /// The ruling before and after.
        ruling: Swap<Option<Ruling>>,
    },
}

/// What a reader needs to see of a memory that a change set touches without adding or removing it. It makes a change
/// set readable by itself, for ever, whatever becomes of the memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excerpt {
    /// The memory's kind.
    pub kind: Kind,
    /// Its project; `None`: everywhere.
    pub project: Option<String>,
    /// Its id elsewhere.
    pub external_id: Option<String>,
    /// Its text, whole.
    pub text: String,
}

impl From<&Memory> for Excerpt {
    fn from(memory: &Memory) -> Self {
        Self {
            kind: memory.kind,
            project: memory.scope.project.clone(),
            external_id: memory.external_id.clone(),
            text: memory.text.clone(),
        }
    }
}

/// The ordered changes of one commit.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ChangeSet {
    /// The changes, in the order in which they apply.
    pub changes: Vec<Change>,
    /// The memories that edits, review items and names speak of.
    pub excerpts: BTreeMap<MemoryId, Excerpt>,
}

impl ChangeSet {
    /// Whether it changes nothing; then it is not written.
    pub fn is_empty(&self) -> bool {
        // Taken apart without `..`: whoever adds a field decides whether it counts.
        let Self { changes, excerpts: _ } = self;
        changes.is_empty()
    }

    /// Appends one change.
    pub fn push(&mut self, what: What, reason: Reason) {
        self.changes.push(Change { what, reason });
    }

    /// Appends an edit of `memory` and remembers how to show it. An edit that changes nothing is left out.
    pub fn edit(&mut self, memory: &Memory, edit: Edit, reason: Reason) {
        if !edit.is_nothing() {
            self.excerpts.entry(memory.id).or_insert_with(|| memory.into());
            self.push(What::Edit { subject: memory.id, edit }, reason);
        }
    }

    /// Remembers how to show `memory`, which this set names without editing it.
    pub fn excerpt(&mut self, memory: &Memory) {
        self.excerpts.entry(memory.id).or_insert_with(|| memory.into());
    }

    /// The change set that takes this one back, in the reverse order.
    #[must_use]
    pub fn invert(&self) -> Self {
        let changes = self.changes.iter().rev().map(Change::invert).collect();
        Self { changes, excerpts: self.excerpts.clone() }
    }

    /// Every memory that a change adds, removes or edits, without repetition, in id order.
    pub fn subjects(&self) -> Vec<MemoryId> {
        let mut ids: Vec<_> =
            self.changes.iter().filter_map(|change| change.what.memory()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }
}

impl Change {
    fn invert(&self) -> Self {
        Self { what: self.what.invert(), reason: self.reason.clone() }
    }
}

impl What {
    /// The memory that is added, removed or edited.
    pub fn memory(&self) -> Option<MemoryId> {
        match self {
            Self::Add(memory) | Self::Remove(memory) => Some(memory.id),
            Self::Edit { subject, .. } => Some(*subject),
            Self::Name { .. } | Self::Review(_) | Self::Ruling { .. } => None,
        }
    }

    fn invert(&self) -> Self {
        match self {
            Self::Add(memory) => Self::Remove(memory.clone()),
            Self::Remove(memory) => Self::Add(memory.clone()),
            Self::Edit { subject, edit } => Self::Edit { subject: *subject, edit: edit.invert() },
            Self::Name { name, target } => {
                Self::Name { name: name.clone(), target: target.invert() }
            }
            Self::Review(item) => Self::Review(item.invert()),
            Self::Ruling { key, ruling } => {
                Self::Ruling { key: key.clone(), ruling: ruling.invert() }
            }
        }
    }
}
