//! Links among rows and to what is in the store: resolved, acyclic, allowed.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Memory, Name};
use consolidate_shared::state::Lookup;

use super::row::Row;
use crate::write::is_a_persons;

/// A link from what is replaced to what replaces it, and the line that asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Link {
    pub(super) line: u64,
    pub(super) older: MemoryId,
    pub(super) newer: MemoryId,
}

/// What a reference in a row of `project` means: an id of ours, a name, or an id of the same file.
fn resolve<L: Lookup>(
    reference: &str,
    row: &Row,
    file: &File<'_>,
    state: &L,
) -> Result<Option<MemoryId>, L::Error> {
    if let Ok(id) = reference.parse::<MemoryId>() {
        if file.new.contains_key(&id) || state.memory(id)?.is_some() {
            return Ok(Some(id));
        }
        return state.name(&Name::Id(id));
    }
    let name =
        Name::External { project: row.memory.scope.project.clone(), id: reference.to_owned() };
    match file.names.get(&name) {
        // A name of a line that is bad resolves to nothing.
        Some(id) if file.new.contains_key(id) => Ok(Some(*id)),
        Some(id) => Ok(state.memory(*id)?.map(|_| *id)),
        None => state.name(&name),
    }
}

/// A line that cannot have its links, and why.
pub(super) type Bad = (u64, String);

/// The rows that are new, by id, and what the file's ids elsewhere mean.
pub(super) struct File<'a> {
    pub(super) new: &'a BTreeMap<MemoryId, Row>,
    pub(super) names: &'a BTreeMap<Name, MemoryId>,
    /// Whether its rows may link onto what is a person's: a person's own export may.
    pub(super) may_link: bool,
}

/// The links of every new row, or why a line cannot have its own.
pub(super) fn collect<L: Lookup>(
    file: &File<'_>,
    state: &L,
) -> Result<(Vec<Link>, Vec<Bad>), L::Error> {
    let (mut links, mut bad) = (Vec::new(), Vec::new());
    for (&id, row) in file.new {
        let sides = [(&row.supersedes, true), (&row.superseded_by, false)];
        for (reference, ours_is_newer) in
            sides.into_iter().flat_map(|(list, newer)| list.iter().map(move |item| (item, newer)))
        {
            let Some(other) = resolve(reference, row, file, state)? else {
                bad.push((row.line, unresolved(reference, row, file, state)?));
                continue;
            };
            let (older, newer) = if ours_is_newer { (other, id) } else { (id, other) };
            match refusal(older, newer, file, state)? {
                Some(why) => bad.push((row.line, why)),
                None => links.push(Link { line: row.line, older, newer }),
            }
        }
    }
    links.sort_unstable();
    links.dedup_by_key(|link| (link.line, link.older, link.newer));
    Ok((links, bad))
}

/// Why a reference of `row` leads nowhere.
fn unresolved<L: Lookup>(
    reference: &str,
    row: &Row,
    file: &File<'_>,
    state: &L,
) -> Result<String, L::Error> {
    let named = |project: Option<&String>| match project {
        Some(project) => format!("the project {project}"),
        None => "no project".to_owned(),
    };
    let own = row.memory.scope.project.as_ref();
    let ours = named(own);
    let elsewhere = file.names.keys().find_map(|name| match name {
        Name::External { project, id } if id == reference => Some(project.clone()),
        _ => None,
    });
    let unscoped = Name::External { project: None, id: reference.to_owned() };
    let elsewhere = match elsewhere {
        None if own.is_some() => state.name(&unscoped)?.map(|_| None),
        found => found,
    };
    Ok(match elsewhere {
        Some(other) if other.as_ref() != own => format!(
            "it links to `{reference}`, which belongs to {}, and the line to {ours}: a link stays within one project",
            named(other.as_ref())
        ),
        Some(_) => format!("it links to `{reference}`, whose own line is bad"),
        None => format!(
            "it links to `{reference}`, which is neither on a good line of the file nor in the store, in {ours}"
        ),
    })
}

fn refusal<L: Lookup>(
    older: MemoryId,
    newer: MemoryId,
    file: &File<'_>,
    state: &L,
) -> Result<Option<String>, L::Error> {
    if older == newer {
        return Ok(Some("it links to itself".to_owned()));
    }
    if file.may_link {
        return Ok(None);
    }
    for end in [older, newer].into_iter().filter(|end| !file.new.contains_key(end)) {
        let memory: Option<Arc<Memory>> = state.memory(end)?;
        if memory.is_some_and(|memory| is_a_persons(&memory)) {
            return Ok(Some(format!(
                "it would link onto {end}, which is pinned, a policy or a person's; a person links it with `consolidate supersede`"
            )));
        }
    }
    Ok(None)
}

/// The lines whose links would close a cycle, in the order of their numbers: earlier lines keep theirs.
pub(super) fn cyclic<L: Lookup>(links: &[Link], state: &L) -> Result<Vec<u64>, L::Error> {
    let suspects = in_cycles(links, state)?;
    if suspects.is_empty() {
        return Ok(Vec::new());
    }
    let (mut accepted, mut bad) = (BTreeMap::<MemoryId, BTreeSet<MemoryId>>::new(), Vec::new());
    for link in links {
        let suspect = suspects.contains(&link.older) && suspects.contains(&link.newer);
        if suspect && reaches(link.newer, link.older, &accepted, state)? {
            bad.push(link.line);
        } else {
            accepted.entry(link.older).or_default().insert(link.newer);
        }
    }
    bad.sort_unstable();
    bad.dedup();
    Ok(bad)
}

/// The memories that neither can be taken off the end nor off the beginning of the links, one after the other: those
/// in cycles, and between two of them. Linear, so that a long chain in any order costs no more than its length.
fn in_cycles<L: Lookup>(links: &[Link], state: &L) -> Result<BTreeSet<MemoryId>, L::Error> {
    let mut successors = BTreeMap::<MemoryId, BTreeSet<MemoryId>>::new();
    for link in links {
        successors.entry(link.older).or_default().insert(link.newer);
    }
    // What the store links already, as far as it can be reached from here.
    let mut queue: VecDeque<MemoryId> =
        links.iter().flat_map(|link| [link.older, link.newer]).collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = queue.pop_front() {
        if seen.insert(id) {
            for &next in state.memory(id)?.iter().flat_map(|memory| &memory.superseded_by) {
                successors.entry(id).or_default().insert(next);
                queue.push_back(next);
            }
        }
    }
    let mut waiting = BTreeMap::<MemoryId, usize>::new();
    for &next in successors.values().flatten() {
        *waiting.entry(next).or_default() += 1;
    }
    let mut free: Vec<_> =
        successors.keys().filter(|id| !waiting.contains_key(id)).copied().collect();
    while let Some(id) = free.pop() {
        for next in successors.remove(&id).into_iter().flatten() {
            if let Some(count) = waiting.get_mut(&next) {
                *count -= 1;
                if *count == 0 {
                    free.push(next);
                }
            }
        }
    }
    Ok(successors.into_keys().collect())
}

/// Whether `to` is among the successors of `from`, near or far.
fn reaches<L: Lookup>(
    from: MemoryId,
    to: MemoryId,
    accepted: &BTreeMap<MemoryId, BTreeSet<MemoryId>>,
    state: &L,
) -> Result<bool, L::Error> {
    let (mut queue, mut seen) = (vec![from], BTreeSet::new());
    while let Some(id) = queue.pop() {
        if id == to {
            return Ok(true);
        }
        if seen.insert(id) {
            queue.extend(accepted.get(&id).into_iter().flatten());
            queue.extend(state.memory(id)?.iter().flat_map(|memory| &memory.superseded_by));
        }
    }
    Ok(false)
}
