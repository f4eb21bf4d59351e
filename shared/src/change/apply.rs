//! Applying a change set to whatever holds the subjects.

use std::fmt;

use thiserror::Error;

use super::{Change, ChangeSet, What};
use crate::state::Subjects;

/// A change whose value before is not the value that is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// The subject: a memory's id, a name, a review item, a ruling.
    pub subject: String,
    /// The field that moved.
    pub field: &'static str,
}

impl fmt::Display for Moved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.field, self.subject)
    }
}

/// Why a change set does not apply.
#[derive(Debug, Error)]
pub enum ApplyError<E> {
    /// What the set touches has changed since it was made.
    #[error("stale: {}", crate::words::listed(.0))]
    Stale(Vec<Moved>),
    /// The subjects could not be read or written.
    #[error("failed to reach the subjects: {0}")]
    Subjects(E),
}

/// Applies every change in order. When some value before is not there, the rest is still looked at, so that the error
/// names all that moved; the caller throws the subjects away (a transaction is dropped, a copy forgotten).
pub fn apply<S: Subjects>(set: &ChangeSet, subjects: &mut S) -> Result<(), ApplyError<S::Error>> {
    let mut moved = Vec::new();
    for change in &set.changes {
        if let Some(found) = apply_one(change, subjects).map_err(ApplyError::Subjects)? {
            moved.push(found);
        }
    }
    if moved.is_empty() { Ok(()) } else { Err(ApplyError::Stale(moved)) }
}

fn apply_one<S: Subjects>(change: &Change, subjects: &mut S) -> Result<Option<Moved>, S::Error> {
    let moved = |subject: String, field| Ok(Some(Moved { subject, field }));
    match &change.what {
        What::Add(memory) => {
            if subjects.memory(memory.id)?.is_some() {
                return moved(memory.id.to_string(), "existence");
            }
            subjects.put_memory(memory.id, Some(memory))?;
        }
        What::Remove(memory) => {
            if subjects.memory(memory.id)?.as_deref() != Some(memory) {
                return moved(memory.id.to_string(), "content");
            }
            subjects.put_memory(memory.id, None)?;
        }
        What::Edit { subject, edit } => {
            let Some(found) = subjects.memory(*subject)? else {
                return moved(subject.to_string(), "existence");
            };
            let mut memory = found.as_ref().clone();
            if !edit.apply(&mut memory) {
                return moved(subject.to_string(), edit.field());
            }
            subjects.put_memory(*subject, Some(&memory))?;
        }
        What::Name { name, target } => {
            if subjects.name(name)? != target.before {
                return moved(name.to_string(), "target");
            }
            subjects.put_name(name, target.after)?;
        }
        What::Review(item) => {
            let Some(id) = item.before.as_ref().or(item.after.as_ref()).map(|item| item.id())
            else {
                return Ok(None);
            };
            if subjects.review(id)?.as_ref() != item.before.as_deref() {
                return moved(id.to_string(), "review item");
            }
            subjects.put_review(id, item.after.as_deref())?;
        }
        What::Ruling { key, ruling } => {
            if subjects.ruling(key)? != ruling.before {
                return moved(key.to_string(), "ruling");
            }
            subjects.put_ruling(key, ruling.after.as_ref())?;
        }
    }
    Ok(None)
}
