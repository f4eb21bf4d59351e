//! An undo or redo that names nothing: whose last step it may take, and what it says of it.

use consolidate_shared::journal::{EntryKind, JournalEntry};
use consolidate_shared::model::Actor;
use consolidate_shared::wire::v1::{ErrorCode, Refused};

use super::aside;
use super::history::{Way, line_with_gist, of_entry};
use super::in_the_way::in_force_since;
use super::writer::unreadable;
use crate::store::View;

/// Whether the latest is what somebody means who names nothing. An agent does not mean another's write, and nobody means what was
/// taken back before other work was done.
pub(super) fn may(
    way: Way,
    by: &Actor,
    targets: &[JournalEntry],
    view: &View,
) -> Result<(), Refused> {
    let Some(target) = targets.first() else { return Ok(()) };
    match way {
        Way::Undo => is_mine(by, target),
        Way::Redo => is_next(target, view),
    }
}

fn is_mine(by: &Actor, target: &JournalEntry) -> Result<(), Refused> {
    let of_rules = matches!(target.kind, EntryKind::Pass(_) | EntryKind::Repair);
    if *by == Actor::User || of_rules || target.actor == *by {
        return Ok(());
    }
    let message = format!("the last entry is {}", told(target));
    let hint =
        format!("name it to take it back all the same: `consolidate undo {}`", target.generation);
    Err(Refused::new(ErrorCode::Forbidden, message).hint(hint))
}

fn is_next(target: &JournalEntry, view: &View) -> Result<(), Refused> {
    let undo = view.undone_by(target.generation).map_err(unreadable)?;
    let Some(undo) = undo else { return Ok(()) };
    for entry in view.entries_since(undo).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        if !matches!(entry.kind, EntryKind::Undo(_) | EntryKind::Redo(_) | EntryKind::Evidence) {
            let message =
                format!("there is nothing to redo: entry {} came after the undo", entry.generation);
            let hint = format!("name what is meant: `consolidate redo {}`", target.generation);
            return Err(Refused::new(ErrorCode::NotFound, message).hint(hint));
        }
    }
    Ok(())
}

/// Refuses a bare undo where a repair that cannot be undone came after the latest entry that can: whoever names nothing means
/// what came last.
pub(super) fn nothing_stays_before(view: &View) -> Result<(), Refused> {
    let last = view.last_undoable().map_err(unreadable)?;
    // Where entries cannot be read, it came into force when it was made.
    let since = last.as_ref().map(|last| in_force_since(last, view).unwrap_or(last.generation));
    let since = since.unwrap_or_default();
    for entry in view.entries_before(None).map_err(unreadable)? {
        // What cannot be read is not what somebody means.
        let Ok(entry) = entry else { continue };
        if entry.generation <= since {
            break;
        }
        if entry.kind == EntryKind::Repair && entry.change_set.is_empty() {
            let refused = aside::nothing_to_undo(&entry, view)?;
            return Err(match last {
                Some(last) => refused.hint(format!(
                    "the entry before it is {}; name it to take it back all the same: `consolidate undo {}`",
                    told(&last),
                    of_entry(&last)
                )),
                None => refused,
            });
        }
    }
    Ok(())
}

/// An entry by its kind, whose it is, and how what it is about begins.
pub(super) fn told(target: &JournalEntry) -> String {
    let line = line_with_gist(&target.change_set);
    let line = line.map_or_else(String::new, |line| format!(": {line}"));
    format!("{} ({} by {}{line})", target.generation, target.kind, target.actor)
}
