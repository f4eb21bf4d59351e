//! A new memory with its links and marks.

use std::collections::BTreeSet;

use consolidate_shared::change::{ChangeSet, Edit, Finding, Reason, SetEdit, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Kind, Memory, Origin};
use consolidate_shared::state::Lookup;
use consolidate_shared::wire::v1::{ErrorCode, Refused};

use super::authority::is_a_persons;
use super::{Draft, WriteError};

/// A memory that the new one contradicts or replaces, by which rule.
#[derive(Debug, Clone)]
pub struct Marked {
    /// The other memory.
    pub id: MemoryId,
    /// What the rule found, told from the new memory's side.
    pub finding: Finding,
}

/// What the new memory is linked to.
#[derive(Debug, Clone, Copy)]
pub struct Links<'a> {
    /// What somebody said it replaces.
    pub told: &'a BTreeSet<MemoryId>,
    /// What it replaces by a rule, where dates would order the two the other way round.
    pub found: &'a [Marked],
}

/// The change set that gives birth to `draft`, linked to what it replaces and marked with what it contradicts. The
/// replaced memories stay as they are: recall leaves them out from now on, and the supersede pass retires them in its
/// diff.
pub fn add<L: Lookup>(
    draft: &Draft,
    replaces: &Links<'_>,
    contradicts: &[Marked],
    state: &L,
) -> Result<ChangeSet, WriteError<L::Error>> {
    let mut memory = draft.memory.clone();
    let mut set = ChangeSet::default();
    let mut others = Vec::new();
    for &id in replaces.told {
        let older = state.memory(id).map_err(WriteError::Lookup)?.ok_or_else(|| gone(id))?;
        may_replace(&memory, &older)?;
        memory.supersedes.insert(id);
        let edit = Edit::SupersededBy(SetEdit::adding(memory.id));
        others.push((older, edit, Reason::Follows { of: memory.id }));
    }
    for marked in replaces.found {
        let Some(older) = state.memory(marked.id).map_err(WriteError::Lookup)? else { continue };
        if memory.supersedes.insert(marked.id) {
            let edit = Edit::SupersededBy(SetEdit::adding(memory.id));
            others.push((older, edit, Reason::Found(marked.finding.clone())));
        }
    }
    for marked in contradicts {
        let Some(other) = state.memory(marked.id).map_err(WriteError::Lookup)? else { continue };
        if memory.supersedes.contains(&marked.id) || !other.standing.is_served() {
            continue;
        }
        memory.conflicts_with.insert(marked.id);
        let finding = Finding { other: memory.id, ..marked.finding.clone() };
        let edit = Edit::ConflictsWith(SetEdit::adding(memory.id));
        others.push((other, edit, Reason::Found(finding)));
    }
    set.push(What::Add(Box::new(memory)), Reason::Recorded);
    for (other, edit, reason) in others {
        set.edit(&other, edit, reason);
    }
    Ok(set)
}

fn gone(id: MemoryId) -> Refused {
    Refused::new(ErrorCode::NotFound, format!("{id} is not in the store"))
}

/// Who may take the place of whom: nobody but a person replaces what a person wrote, pinned, or ordered.
fn may_replace(newer: &Memory, older: &Memory) -> Result<(), Refused> {
    if newer.origin != Origin::User && is_a_persons(older) {
        let what = if older.kind == Kind::Policy { "a policy" } else { "a person's memory" };
        let message = format!("{} is {what}; an agent cannot replace it", older.id);
        return Err(Refused::new(ErrorCode::Forbidden, message)
            .hint("record yours without `--supersedes`; a person decides with `consolidate supersede OLD NEW --as user`"));
    }
    if newer.id == older.id {
        return Err(Refused::new(ErrorCode::Invalid, "a memory cannot replace itself"));
    }
    Ok(())
}
