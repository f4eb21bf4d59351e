//! What a repair did beside its changes, which no undo takes back: rows set aside, a file written anew, counts worked out.

use consolidate_shared::change::What;
use consolidate_shared::journal::{EntryKind, JournalEntry};
use consolidate_shared::wire::v1::{ErrorCode, Refused};
use consolidate_shared::words::counted;

use super::history::Way;
use super::writer::unreadable;
use crate::store::{About, ReadError, SetAside, View};

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

/// What repairs have set aside of what an export holds and could not put back; `None`: nothing.
pub(super) fn missing(view: &View) -> Result<Option<String>, ReadError> {
    let (mut memories, mut names, mut rulings) = (0, 0, 0);
    for SetAside { by, row } in view.set_aside()? {
        let about = row.about();
        let is_here = match &about {
            About::Memory(id) => view.memory(*id)?.is_some(),
            About::Name(name) => view.name(name)?.is_some(),
            About::Ruling(key) => view.ruling(key)?.is_some(),
            // Of these nothing is exported.
            About::Review(_) | About::Entry(_) | About::Unknown => true,
        };
        // What was put back and left the store since is not missing.
        if !is_here && !puts_back(view.entry(by)?.as_ref(), &about) {
            *match about {
                About::Memory(_) => &mut memories,
                About::Name(_) => &mut names,
                _ => &mut rulings,
            } += 1;
        }
    }
    let counts = [(memories, "memory"), (names, "name"), (rulings, "ruling")];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let list: Vec<String> = counts.map(|(count, noun)| counted(count, noun)).collect();
    Ok((!list.is_empty()).then(|| {
        format!("set aside by a repair and not in this export: {}; {WHERE}", list.join(", "))
    }))
}

/// Whether a repair put back what it had set aside.
fn puts_back(repair: Option<&JournalEntry>, about: &About) -> bool {
    let changes = repair.iter().flat_map(|repair| &repair.change_set.changes);
    changes.map(|change| &change.what).any(|what| match (what, about) {
        (What::Add(memory), About::Memory(id)) => memory.id == *id,
        (What::Name { name, target }, About::Name(of)) => name == of && target.after.is_some(),
        (What::Ruling { key, ruling }, About::Ruling(of)) => key == of && ruling.after.is_some(),
        _ => false,
    })
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
