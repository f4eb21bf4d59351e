//! The gate before a commit, and what a caller is told when something does not pass it.

use std::sync::Arc;

use consolidate_shared::change::{self, ApplyError, Change, ChangeSet, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::{EntryKind, Generation};
use consolidate_shared::model::Memory;
use consolidate_shared::overlay::Overlay;
use consolidate_shared::state::Lookup;
use consolidate_shared::wire::v1::{ErrorCode, Refused};

use super::job::{BatchState, NewEntry};
use crate::check::check;
use crate::store::{Astray, CommitError, ReadError};

/// The gate that every change set passes, whoever made it: it must apply, and leave the store sound. A pass is judged
/// by itself; the pieces of an import, or the steps of an undo, are sound only together. `now`: the generation that they meet.
pub(in crate::engine) fn admit(
    entries: &[NewEntry],
    now: Generation,
    sheet: &mut Overlay<'_, BatchState<'_>>,
) -> Result<(), Refused> {
    let is_pass = |entry: &NewEntry| matches!(entry.judged_as, EntryKind::Pass(_));
    let is_apart = |entry: &NewEntry| is_pass(entry) || brings_damage_back(entry);
    for group in entries.chunk_by(|a, b| !is_apart(a) && !is_apart(b)) {
        match group {
            [] => {}
            // What was damaged is damaged again: that is what was asked for, and there is no sound state to hold it to.
            [undo] if brings_damage_back(undo) => {
                change::apply(&undo.change_set, sheet).map_err(refusal_of_apply)?;
            }
            [one] if one.kind == one.judged_as => {
                admit_set(&one.change_set, (one.kind, has_moved(one, now)), sheet)?;
            }
            [redo] => {
                // A redo lifts the holds of its undo, which no pass may do; all else of it is what the pass did.
                let (holds, rest) = apart(&redo.change_set);
                admit_set(&rest, (redo.judged_as, has_moved(redo, now)), sheet)?;
                admit_set(&holds, (redo.kind, has_moved(redo, now)), sheet)?;
            }
            [first, ..] => {
                let mut together = ChangeSet::default();
                for entry in group {
                    together.changes.extend(entry.change_set.changes.iter().cloned());
                }
                let moved = group.iter().any(|entry| has_moved(entry, now));
                admit_set(&together, (first.judged_as, moved), sheet)?;
            }
        }
    }
    Ok(())
}

/// Whether the store has moved since the entry was made: then what it would break is what somebody changed meanwhile.
fn has_moved(entry: &NewEntry, now: Generation) -> bool {
    entry.made_on.is_some_and(|made_on| made_on < now)
}

fn brings_damage_back(entry: &NewEntry) -> bool {
    matches!(entry.kind, EntryKind::Undo(_)) && entry.judged_as == EntryKind::Repair
}

/// The rulings of a set, and the rest: rulings and memories never touch each other.
fn apart(set: &ChangeSet) -> (ChangeSet, ChangeSet) {
    let is_ruling = |change: &Change| matches!(change.what, What::Ruling { .. });
    let (holds, rest) = set.changes.iter().cloned().partition(is_ruling);
    let excerpts = set.excerpts.clone();
    (ChangeSet { changes: holds, ..ChangeSet::default() }, ChangeSet { changes: rest, excerpts })
}

/// Violations that a refusal lists; all are logged.
const VIOLATIONS_SHOWN: usize = 5;

fn admit_set(
    set: &ChangeSet,
    (kind, moved): (EntryKind, bool),
    sheet: &mut Overlay<'_, BatchState<'_>>,
) -> Result<(), Refused> {
    let violations = check(&*sheet, set, kind).map_err(unreadable)?;
    change::apply(set, sheet).map_err(refusal_of_apply)?;
    if violations.is_empty() {
        return Ok(());
    }
    let list: Vec<String> =
        violations.iter().take(VIOLATIONS_SHOWN).map(ToString::to_string).collect();
    let more = violations.len().saturating_sub(VIOLATIONS_SHOWN);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    let list = format!("{}{more}", list.join("; "));
    if moved {
        let message = format!("stale: what it builds on has changed since: {list}");
        return Err(Refused::new(ErrorCode::Stale, message).hint(match kind {
            EntryKind::Pass(_) => "plan again with `consolidate --dry-run`",
            _ => "later entries changed these; undo them first (`consolidate log`)",
        }));
    }
    tracing::error!(%kind, count = violations.len(), first = %violations[0], "a change set broke an invariant and was not committed");
    Err(Refused::new(ErrorCode::Invalid, format!("it would break the store: {list}")))
}

pub(super) fn refusal_of_apply(error: ApplyError<ReadError>) -> Refused {
    match error {
        ApplyError::Stale(_) => Refused::new(ErrorCode::Stale, error.to_string())
            .hint("what it touches has changed since; look again and repeat it"),
        ApplyError::Subjects(error) => unreadable(error),
    }
}

pub(super) fn refusal_of_commit(error: &CommitError) -> Refused {
    let code = match error {
        CommitError::Stale { .. } | CommitError::Generation { .. } => ErrorCode::Stale,
        CommitError::History { .. } => ErrorCode::Invalid,
        _ => ErrorCode::ReadOnly,
    };
    Refused::new(code, format!("failed to commit: {error}"))
        .hint("nothing was written; `consolidate status` says how the store is")
}

/// A file that rotted and could not be written anew: what is left to do does not begin with another try.
pub(super) fn not_written_anew(error: &CommitError) -> Refused {
    Refused::new(ErrorCode::ReadOnly, error.to_string()).hint(BEYOND_REPAIR)
}

/// What to do about a store that no repair can mend.
pub(in crate::engine) const BEYOND_REPAIR: &str = "restore a backup of the store's folder; or save what can be read with `consolidate export FILE`, stop the daemon, move the folder that `consolidate status` names away, and `consolidate import FILE` into the new store";

/// A write that the next daemon would not find. `written`: it may be in the file that was there.
pub(super) fn went_astray(why: &Astray, written: bool) -> Refused {
    let become_of_it = if written {
        "whether this is in the file that was there is not known; it was not acknowledged, and may be repeated under its id"
    } else {
        "nothing was written"
    };
    Refused::new(ErrorCode::ReadOnly, format!("the store takes no writes: {why}; {become_of_it}"))
        .hint(why.advice())
}

/// A commit of which nobody can say whether it is durable.
pub(super) fn outcome_unknown(error: &CommitError) -> Refused {
    let message = format!("failed to commit: {error}; whether this was written is not known");
    Refused::new(ErrorCode::ReadOnly, message)
        .hint("mend the disk and restart the daemon; a record may then be repeated under its id")
}

/// A read that failed.
#[expect(clippy::needless_pass_by_value, reason = "it stands as a function in map_err")]
pub(in crate::engine) fn unreadable(error: ReadError) -> Refused {
    let hint = match &error {
        ReadError::Storage(fault) if fault.is_of_the_disk() => {
            "the disk failed, perhaps it is full: make room and try again"
        }
        _ => "`consolidate check` says what is damaged and what mends it",
    };
    // The error says itself that the store could not be read.
    Refused::new(ErrorCode::Internal, error.to_string()).hint(hint)
}

/// The memory that a job names must be there.
pub(in crate::engine) fn present<L: Lookup<Error = ReadError>>(
    state: &L,
    id: MemoryId,
) -> Result<Arc<Memory>, Refused> {
    let found = state.memory(id).map_err(unreadable)?;
    found.ok_or_else(|| Refused::new(ErrorCode::NotFound, format!("{id} is not in the store")))
}
