//! An undo or redo that names nothing: whose last step it may take, and what it says of it.

use std::collections::BTreeSet;

use consolidate_shared::journal::{EntryKind, Generation, JournalEntry};
use consolidate_shared::model::Actor;
use consolidate_shared::time::Timestamp;
use consolidate_shared::wire::v1::{ErrorCode, Refused};

use super::aside;
use super::history::{Taken, Way, all_taken, line_with_gist, nothing_to_undo, of_entry, targets};
use super::in_the_way::{self, in_force_since};
use super::writer::{Turn, unreadable};
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
        Way::Redo => is_my_undo(by, target, view).and_then(|()| is_next(target, view)),
    }
}

/// A redo goes back on an undo, as an undo on an entry: it is for whoever undid.
fn is_my_undo(by: &Actor, target: &JournalEntry, view: &View) -> Result<(), Refused> {
    let undo = view.undone_by(target.generation).map_err(unreadable)?;
    let undo = undo.map(|undo| view.entry(undo)).transpose().map_err(unreadable)?.flatten();
    let Some(undo) = undo.filter(|undo| *by != Actor::User && undo.actor != *by) else {
        return Ok(());
    };
    let message = format!("the last undo is by {}, of {}", undo.actor, told(target));
    let hint =
        format!("name it to apply it again all the same: `consolidate redo {}`", target.generation);
    Err(Refused::new(ErrorCode::Forbidden, message).hint(hint))
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

/// What an undo that names nothing takes back: the latest of which anything is left. What a redo applied again above it goes
/// first; what is passed over is told.
pub(super) fn latest_that_stands(
    by: &Actor,
    now: Timestamp,
    turn: &Turn<'_>,
) -> Result<(Vec<JournalEntry>, Taken, Vec<String>), Refused> {
    let (mut passed, mut tried) = (Vec::new(), BTreeSet::new());
    let mut targets = targets(Way::Undo, None, turn.view)?;
    loop {
        may(Way::Undo, by, &targets, turn.view)?;
        tried.extend(targets.iter().map(|target| target.generation));
        match all_taken(Way::Undo, &targets, (by, now), turn) {
            Ok(taken) if taken.0.iter().any(|entry| !entry.change_set.is_empty()) => {
                return Ok((targets, taken, passed));
            }
            Ok(_) => {
                let list: Vec<String> = targets.iter().map(told).collect();
                passed.push(format!("passed over {}: nothing of it is left", list.join(", ")));
                let oldest = targets.last().map(|target| target.generation).unwrap_or_default();
                targets = before(oldest, turn.view)?;
            }
            Err(refused) if refused.code == ErrorCode::Stale => {
                let above = in_the_way::last(&targets, turn.view).map_err(unreadable)?;
                match above.filter(|above| !tried.contains(&above.generation)) {
                    Some(above) => targets = vec![above],
                    None => return Err(refused),
                }
            }
            Err(refused) => return Err(refused),
        }
    }
}

/// The latest entry before `before` that can be undone, with what belongs to it; newest first.
fn before(before: Generation, view: &View) -> Result<Vec<JournalEntry>, Refused> {
    let last = view.last_undoable_before(before).map_err(unreadable)?;
    let last = last.ok_or_else(nothing_to_undo)?;
    let Some(run) = last.run else { return Ok(vec![last]) };
    let mut found = Vec::new();
    for entry in view.entries_of_run(run).map_err(unreadable)?.into_iter().rev() {
        let stands = view.undone_by(entry.generation).map_err(unreadable)?.is_none();
        if stands && entry.generation < before {
            found.push(entry);
        }
    }
    Ok(found)
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
