//! What a plan takes for granted beside the fields that it touches: a memory that is retired for another one needs that one
//! to stand when the plan is applied, and a question needs all its members.
//!
//! The fields that the plan touches may be as they were although somebody retired the other one since: then the change set
//! would still fit, and take the last memory that says so out of recall, or ask about what nobody can answer.

use std::collections::BTreeMap;

use consolidate_shared::change::{Change, ChangeSet, Edit, Reason, Swap, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::Generation;
use consolidate_shared::model::{RetireReason, Standing};
use consolidate_shared::state::Lookup;
use consolidate_shared::wire::v1::{ErrorCode, Refused};

use super::writer::unreadable;
use crate::store::{ReadError, View};

/// Since when something may have gone.
#[derive(Debug, Clone, Copy)]
pub(super) enum Since<'a> {
    /// It stood when the set was planned.
    Planned,
    /// The set was in force until this undo. What had gone before that, by a later pass of the same run, was no hindrance.
    Undone(Generation, &'a View),
}

impl Since<'_> {
    /// Whether the memory's standing has changed since then, as far as that can be read.
    fn has_moved(self, id: MemoryId) -> bool {
        let Self::Undone(undo, view) = self else { return true };
        let moves = |generation: Result<Generation, ReadError>| -> Result<bool, ReadError> {
            let entry = view.entry(generation?)?;
            let changes = entry.iter().flat_map(|entry| &entry.change_set.changes);
            Ok(changes.map(|change| &change.what).any(|what| match what {
                What::Edit { subject, edit: Edit::Standing(_) } => *subject == id,
                What::Add(memory) | What::Remove(memory) => memory.id == id,
                _ => false,
            }))
        };
        let later = view.generations_of_memory(id, Some(undo), None);
        !later.is_ok_and(|mut later| later.all(|it| moves(it).is_ok_and(|moves| !moves)))
    }
}

/// Refuses `set`, which `name` commits, as stale if something that it puts in another's place, or asks about, has gone since
/// it was planned. `before`: what is committed together with it and before it, which may make that active.
pub(super) fn stand<'e, L: Lookup<Error = ReadError>>(
    name: &str,
    set: &'e ChangeSet,
    before: impl Iterator<Item = &'e ChangeSet>,
    state: &L,
    since: Since<'_>,
) -> Result<(), Refused> {
    let mut now: BTreeMap<MemoryId, &Standing> = before.flat_map(standings).collect();
    for (retired, successor, by_link) in set.changes.iter().filter_map(retirement) {
        let fallen = fallen(successor, &now, state, |it| stands(it, by_link))?;
        if let Some(now) = fallen.filter(|_| since.has_moved(successor)) {
            let message =
                format!("{name} retires {retired} for {successor}, which is {now} by now");
            return Err(stale(message));
        }
    }
    now.extend(standings(set));
    for change in &set.changes {
        let What::Review(Swap { after: Some(item), .. }) = &change.what else { continue };
        for &member in &item.members {
            let fallen = fallen(member, &now, state, |it| *it == Standing::Active)?;
            if let Some(now) = fallen.filter(|_| since.has_moved(member)) {
                let message = format!("{name} asks about {member}, which is {now} by now");
                return Err(stale(message));
            }
        }
    }
    Ok(())
}

fn stale(message: String) -> Refused {
    Refused::new(ErrorCode::Stale, message).hint("plan again with `consolidate --dry-run`")
}

/// The standings that a set leaves.
fn standings(set: &ChangeSet) -> impl Iterator<Item = (MemoryId, &Standing)> {
    set.changes.iter().filter_map(|change| match &change.what {
        What::Edit { subject, edit: Edit::Standing(swap) } => Some((*subject, &swap.after)),
        _ => None,
    })
}

/// What has become of a memory that `holds` does not hold of; `None`: it does.
fn fallen<L: Lookup<Error = ReadError>>(
    id: MemoryId,
    now: &BTreeMap<MemoryId, &Standing>,
    state: &L,
    holds: impl Fn(&Standing) -> bool,
) -> Result<Option<&'static str>, Refused> {
    let memory = state.memory(id).map_err(unreadable)?;
    let stored = memory.as_ref().map(|memory| &memory.standing);
    let standing = now.get(&id).copied().or(stored);
    Ok(if standing.is_some_and(holds) {
        None
    } else {
        Some(standing.map_or("gone", Standing::word))
    })
}

/// Who is retired for whom, and whether an explicit link says so.
fn retirement(change: &Change) -> Option<(MemoryId, MemoryId, bool)> {
    let What::Edit { subject, edit: Edit::Standing(swap) } = &change.what else { return None };
    let Standing::Retired(retirement) = &swap.after else { return None };
    let by_link = matches!(change.reason, Reason::Linked { .. });
    Some((*subject, retirement.successor?, by_link))
}

/// Whether it can take another's place: a linked successor also when it has a successor itself or is no longer needed.
fn stands(standing: &Standing, by_link: bool) -> bool {
    match standing {
        Standing::Active => true,
        Standing::Retired(retirement) if by_link => {
            !matches!(retirement.reason, RetireReason::Retracted | RetireReason::Malformed)
        }
        _ => false,
    }
}
