//! From what somebody wrote for a memory to its id.

use std::collections::BTreeSet;

use consolidate_shared::id::{MEMORY_PREFIX, MemoryId};
use consolidate_shared::model::Name;
use consolidate_shared::state::Lookup;
use consolidate_shared::wire::v1::{ErrorCode, Refused};

use super::writer::unreadable;
use crate::store::{ReadError, View};

/// Ids that an ambiguous beginning is answered with.
const SHOWN: usize = 5;

/// The memory that `reference` means to somebody who works in `project`: a full id, an id elsewhere, or the unique
/// beginning of an id. `state` is asked first, so that a write of the same batch is found.
pub(super) fn resolve<L: Lookup<Error = ReadError>>(
    reference: &str,
    project: Option<&str>,
    state: &L,
    view: &View,
) -> Result<MemoryId, Refused> {
    let reference = reference.trim();
    if let Ok(id) = reference.parse::<MemoryId>() {
        return full(id, state);
    }
    // Order: ids of ours are looked up by range; only what is none of them is worth a walk over all names.
    let ours = reference.to_ascii_lowercase().starts_with(MEMORY_PREFIX);
    if !ours && let Some(id) = elsewhere(reference, project, state, view)? {
        return Ok(id);
    }
    match beginning(reference, view)?.as_slice() {
        [id] => Ok(*id),
        [] => Err(unknown(reference)),
        several => Err(ambiguous(reference, several)),
    }
}

fn full<L: Lookup<Error = ReadError>>(id: MemoryId, state: &L) -> Result<MemoryId, Refused> {
    if state.memory(id).map_err(unreadable)?.is_some() {
        return Ok(id);
    }
    let target = state.name(&Name::Id(id)).map_err(unreadable)?;
    target.ok_or_else(|| unknown(&id.to_string()))
}

/// An id elsewhere: in the asker's project, then unscoped, then in any one project.
fn elsewhere<L: Lookup<Error = ReadError>>(
    reference: &str,
    project: Option<&str>,
    state: &L,
    view: &View,
) -> Result<Option<MemoryId>, Refused> {
    let here = project.map(str::to_owned);
    for project in [here, None] {
        let name = Name::External { project, id: reference.to_owned() };
        if let Some(id) = state.name(&name).map_err(unreadable)? {
            return Ok(Some(id));
        }
    }
    let mut found = BTreeSet::new();
    for (name, id) in view.names().map_err(unreadable)? {
        if matches!(&name, Name::External { id, .. } if id == reference) {
            found.insert(id);
        }
    }
    let found: Vec<MemoryId> = found.into_iter().collect();
    match found.as_slice() {
        [] => Ok(None),
        [id] => Ok(Some(*id)),
        several => Err(ambiguous(reference, several).hint("name its project with `--project`")),
    }
}

fn beginning(reference: &str, view: &View) -> Result<Vec<MemoryId>, Refused> {
    let Some((low, high)) = MemoryId::range_of(reference) else { return Ok(Vec::new()) };
    let ids = view.ids_between(low, high, SHOWN + 1).map_err(unreadable)?;
    let mut found = ids.into_iter().map(|id| full(id, view)).collect::<Result<Vec<_>, _>>()?;
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

fn unknown(reference: &str) -> Refused {
    let shown: String = reference.chars().take(80).collect();
    Refused::new(ErrorCode::NotFound, format!("no memory is called `{shown}`"))
        .hint("`consolidate list --all` shows the ids")
}

fn ambiguous(reference: &str, several: &[MemoryId]) -> Refused {
    let list: Vec<String> = several.iter().take(SHOWN).map(ToString::to_string).collect();
    let more = if several.len() > SHOWN { " and more" } else { "" };
    Refused::new(ErrorCode::Ambiguous, format!("`{reference}` means {}{more}", list.join(", ")))
        .hint("write more of the id")
}
