//! What a repair did beside its changes, which no undo takes back: rows set aside, a file written anew, counts worked out.

use consolidate_shared::journal::{EntryKind, JournalEntry};
use consolidate_shared::wire::v1::{ErrorCode, Refused};
use consolidate_shared::words::counted;

use super::history::Way;
use super::writer::unreadable;
use crate::store::{ReadError, View};

/// Where rows that were set aside are.
const WHERE: &str =
    "byte for byte in the table `damaged` of the store, where `consolidate check` lists them";

/// What an undo of `targets` is told of the rows that they set aside. A repair that did nothing else cannot be undone.
pub(super) fn told(
    way: Way,
    targets: &[JournalEntry],
    view: &View,
) -> Result<Option<String>, Refused> {
    let mut rows = 0;
    for target in targets.iter().filter(|target| target.kind == EntryKind::Repair) {
        if way == Way::Undo && target.change_set.is_empty() {
            return Err(nothing_to_undo(target, view)?);
        }
        rows += view.set_aside_by(target.generation).map_err(unreadable)?;
    }
    Ok((rows > 0).then(|| format!("{} stay set aside: {WHERE}", counted(rows, "row"))))
}

/// What an undo is told of a repair that changed nothing that has a name.
pub(super) fn nothing_to_undo(target: &JournalEntry, view: &View) -> Result<Refused, Refused> {
    let generation = target.generation;
    let (did, stays) = match view.set_aside_by(generation).map_err(unreadable)? {
        0 => ("only wrote anew what was there".to_owned(), String::new()),
        rows => {
            let rows = counted(rows, "row");
            (format!("only set aside {rows} that cannot be read"), format!("; they stay {WHERE}"))
        }
    };
    let message = format!("entry {generation} (repair) {did}, which cannot be undone{stays}");
    Ok(Refused::new(ErrorCode::Invalid, message).hint(
        "`consolidate log` shows what can be undone; a file that rotted is kept beside the store's",
    ))
}

/// The line of an entry, with what a repair did besides.
pub(super) fn and_besides(
    entry: &JournalEntry,
    line: String,
    view: &View,
) -> Result<String, ReadError> {
    if entry.kind != EntryKind::Repair {
        return Ok(line);
    }
    let set_aside = view.set_aside_by(entry.generation)?;
    let rows = (set_aside > 0).then(|| format!("{} set aside", counted(set_aside, "row")));
    if !entry.change_set.is_empty() {
        return Ok([line].into_iter().chain(rows).collect::<Vec<_>>().join(", "));
    }
    let besides = entry.report.iter().flat_map(|report| &report.deferred);
    let first = besides.map(|tally| tally.why.clone()).next();
    Ok(rows.or(first).unwrap_or(line))
}
