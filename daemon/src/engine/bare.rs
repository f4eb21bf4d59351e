//! An undo or redo that names nothing: whose last step it may take, and what it says of it.

use consolidate_shared::journal::{EntryKind, JournalEntry};
use consolidate_shared::model::Actor;
use consolidate_shared::wire::v1::{ErrorCode, Refused};

use super::history::{Way, line_of};
use super::writer::unreadable;
use crate::diff;
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

/// An entry by its kind, whose it is, and how what it is about begins.
pub(super) fn told(target: &JournalEntry) -> String {
    let gist = if diff::gist(&target.change_set).is_empty() {
        String::new()
    } else {
        format!(": {}", line_of(&target.change_set))
    };
    format!("{} ({} by {}{gist})", target.generation, target.kind, target.actor)
}
