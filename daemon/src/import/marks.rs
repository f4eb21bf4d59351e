//! Conflict marks of rows: on each other, and on what is in the store.

use std::collections::{BTreeMap, BTreeSet};

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Memory, Name};
use consolidate_shared::plan::PassKind;
use consolidate_shared::ruling::{Decision, Ruling, RulingKey};
use consolidate_shared::state::Lookup;

use super::row::Row;

/// The marks of the new rows on each other and on what the store serves, by side: a mark of one side is one of both, like a
/// link. `known`: what is in the store, with what the file's row of it is marked with.
pub(super) fn between<L: Lookup>(
    new: &BTreeMap<MemoryId, Row>,
    known: &[(MemoryId, BTreeSet<MemoryId>)],
    rulings: &BTreeMap<RulingKey, Ruling>,
    state: &L,
) -> Result<BTreeMap<MemoryId, BTreeSet<MemoryId>>, L::Error> {
    let mut marks: BTreeMap<MemoryId, BTreeSet<MemoryId>> = BTreeMap::new();
    let mut mark = |a: MemoryId, b: MemoryId| {
        marks.entry(a).or_default().insert(b);
        marks.entry(b).or_default().insert(a);
    };
    for (&id, row) in new {
        for &named in &row.conflicts_with {
            let other = if new.contains_key(&named) {
                Some(named)
            } else {
                there(&row.memory, named, rulings, state)?
            };
            if let Some(other) = other.filter(|other| *other != id) {
                mark(id, other);
            }
        }
    }
    for (id, named) in known {
        for row in named.iter().filter_map(|named| new.get(named)) {
            if let Some(there) = there(&row.memory, *id, rulings, state)? {
                mark(row.memory.id, there);
            }
        }
    }
    Ok(marks)
}

/// What a new row may be marked with in the store: what is served there under that id, in the same scope, and was not told apart
/// from it.
fn there<L: Lookup>(
    memory: &Memory,
    named: MemoryId,
    rulings: &BTreeMap<RulingKey, Ruling>,
    state: &L,
) -> Result<Option<MemoryId>, L::Error> {
    let folded = state.name(&Name::Id(named))?.filter(|survivor| *survivor != named);
    let id = folded.unwrap_or(named);
    let Some(other) = state.memory(id)? else { return Ok(None) };
    let served = other.standing.is_served() && memory.standing.is_served();
    if !served || other.scope != memory.scope {
        return Ok(None);
    }
    for pass in [Some(PassKind::Conflict), None] {
        let key = RulingKey::pair(memory.id, id, pass);
        let stored = state.ruling(&key)?;
        let ruling = rulings.get(&key).or(stored.as_ref());
        if ruling.is_some_and(|it| matches!(it.decision, Decision::Distinct | Decision::Hold)) {
            return Ok(None);
        }
    }
    Ok(Some(id))
}
