//! Derived names of changes, for display and for what each pass may do.

use crate::change::{Change, Edit, What};
use crate::model::Standing;
use crate::model::kind_words as words;

/// What a change amounts to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeName {
    /// A memory comes into being.
    Add,
    /// A memory leaves the store.
    Remove,
    /// A memory is taken out of recall.
    Retire,
    /// A memory comes back into recall.
    Revive,
    /// A candidate becomes active, or a memory joins every brief.
    Promote,
    /// The way back.
    Demote,
    /// Two memories are linked or marked.
    Link,
    /// A link or mark goes.
    Unlink,
    /// A review item is opened.
    Enqueue,
    /// A review item is closed.
    Resolve,
    /// A name begins or ceases to resolve.
    Name,
    /// A ruling is laid down or lifted.
    Rule,
    /// Any other field changes.
    Edit,
}

words!(ChangeName {
    Add = "add",
    Remove = "remove",
    Retire = "retire",
    Revive = "revive",
    Promote = "promote",
    Demote = "demote",
    Link = "link",
    Unlink = "unlink",
    Enqueue = "enqueue",
    Resolve = "resolve",
    Name = "name",
    Rule = "rule",
    Edit = "edit",
});

impl Change {
    /// What this change amounts to.
    pub fn name(&self) -> ChangeName {
        match &self.what {
            What::Add(_) => ChangeName::Add,
            What::Remove(_) => ChangeName::Remove,
            What::Edit { edit, .. } => of_edit(edit),
            What::Name { .. } => ChangeName::Name,
            What::Review(item) => match (&item.before, &item.after) {
                (None, _) => ChangeName::Enqueue,
                (Some(_), None) => ChangeName::Resolve,
                (Some(_), Some(_)) => ChangeName::Edit,
            },
            What::Ruling { .. } => ChangeName::Rule,
        }
    }
}

fn of_edit(edit: &Edit) -> ChangeName {
    match edit {
        Edit::Standing(swap) => match (&swap.before, &swap.after) {
            (_, Standing::Retired(_) | Standing::Quarantined { .. }) => ChangeName::Retire,
            (Standing::Candidate, Standing::Active) => ChangeName::Promote,
            (Standing::Active, Standing::Candidate) => ChangeName::Demote,
            _ => ChangeName::Revive,
        },
        Edit::Tier(swap) if swap.after < swap.before => ChangeName::Promote,
        Edit::Tier(_) => ChangeName::Demote,
        Edit::Supersedes(set) | Edit::SupersededBy(set) | Edit::ConflictsWith(set) => {
            if set.removed.is_empty() { ChangeName::Link } else { ChangeName::Unlink }
        }
        _ => ChangeName::Edit,
    }
}
