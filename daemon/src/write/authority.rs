//! What only a person may do to what is a person's, whichever way it is asked for: an order, an undo, a redo.
//!
//! Orders and records are judged as they are given (`add`, `order`). A journal entry that is taken back or applied again
//! is judged by the change set that would be committed, so that no roundabout way does what an order may not.

use consolidate_shared::change::{ChangeName, ChangeSet, Edit, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::{EntryKind, JournalEntry};
use consolidate_shared::model::{Actor, Kind, Memory, Origin};
use consolidate_shared::state::Lookup;
use consolidate_shared::wire::v1::{ErrorCode, Refused};

use super::WriteError;

/// Whether only a person may take it out of the way: a policy, pinned, or a person's word.
pub fn is_a_persons(memory: &Memory) -> bool {
    memory.is_protected() || memory.origin == Origin::User
}

/// Whether `by` may take `undone` back by committing `set`.
///
/// A person's write or answer is for a person to take back, whatever it touched. Of a person's import an agent takes back
/// only what is nobody's word. Passes and repairs decide by rules and an agent's entries are agents' affairs: anybody takes these back.
pub fn may_undo<L: Lookup>(
    by: &Actor,
    undone: &JournalEntry,
    set: &ChangeSet,
    state: &L,
) -> Result<(), WriteError<L::Error>> {
    if *by == Actor::User || undone.actor != Actor::User || is_a_passes(undone) {
        return Ok(());
    }
    if undone.kind != EntryKind::Import {
        return Err(not_yours(undone, "is a person's").into());
    }
    untouched(undone, set, state)
}

/// Whether `by` may apply `again`, which was undone, by committing `set`: a person's write is for a person to repeat, and
/// what has become a person's since the undo stays as it is. A redone pass is judged as a pass besides.
pub fn may_redo<L: Lookup>(
    by: &Actor,
    again: &JournalEntry,
    set: &ChangeSet,
    state: &L,
) -> Result<(), WriteError<L::Error>> {
    if *by == Actor::User || is_a_passes(again) {
        return Ok(());
    }
    if again.actor == Actor::User {
        return Err(not_yours(again, "is a person's").into());
    }
    untouched(again, set, state)
}

fn is_a_passes(entry: &JournalEntry) -> bool {
    matches!(entry.kind, EntryKind::Pass(_) | EntryKind::Repair)
}

fn not_yours(entry: &JournalEntry, why: &str) -> Refused {
    let message = format!("entry {} {why}; an agent cannot go back on it", entry.generation);
    Refused::new(ErrorCode::Forbidden, message)
        .hint("a person does it with `--as user`; `consolidate log` shows whose an entry is")
}

fn untouched<L: Lookup>(
    entry: &JournalEntry,
    set: &ChangeSet,
    state: &L,
) -> Result<(), WriteError<L::Error>> {
    let touched = takes_from_a_person(set, state).map_err(WriteError::Lookup)?;
    touched.map_or(Ok(()), |id| {
        Err(not_yours(entry, &format!("concerns {id}, which is pinned, a policy or a person's"))
            .into())
    })
}

/// The first memory of a person's that `set` would remove, retire, revive, demote, unpin or hide behind another.
pub(crate) fn takes_from_a_person<L: Lookup>(
    set: &ChangeSet,
    state: &L,
) -> Result<Option<MemoryId>, L::Error> {
    for change in &set.changes {
        let subject = match &change.what {
            What::Remove(memory) if is_a_persons(memory) => return Ok(Some(memory.id)),
            What::Edit { subject, edit } if takes(edit, change.name()) => *subject,
            _ => continue,
        };
        if state.memory(subject)?.is_some_and(|memory| is_a_persons(&memory)) {
            return Ok(Some(subject));
        }
    }
    Ok(None)
}

fn takes(edit: &Edit, name: ChangeName) -> bool {
    match edit {
        Edit::Pinned(swap) => !swap.after,
        Edit::SupersededBy(links) => !links.added.is_empty(),
        _ => matches!(name, ChangeName::Retire | ChangeName::Revive | ChangeName::Demote),
    }
}

/// Whether an agent may take its pin off: its own kind's memory, not a person's.
pub(super) fn is_a_persons_word(memory: &Memory) -> bool {
    memory.origin == Origin::User || memory.kind == Kind::Policy
}
