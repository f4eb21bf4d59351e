//! A memory whose row cannot be read, as the journal tells it.

use std::collections::{BTreeMap, BTreeSet};

use consolidate_shared::change::{ChangeSet, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::Memory;

/// What the change sets, oldest first, say that these memories are. One that they do not tell from its first change on is
/// left out.
pub fn rebuild<'a>(
    ids: &BTreeSet<MemoryId>,
    sets: impl Iterator<Item = &'a ChangeSet>,
    so_far: &mut BTreeMap<MemoryId, Memory>,
) {
    for change in sets.flat_map(|set| &set.changes) {
        match &change.what {
            What::Add(memory) if ids.contains(&memory.id) => {
                so_far.insert(memory.id, memory.as_ref().clone());
            }
            What::Remove(memory) => {
                so_far.remove(&memory.id);
            }
            What::Edit { subject, edit } => {
                if let Some(memory) = so_far.get_mut(subject) {
                    // An edit that does not fit was made on a row that had been changed from outside: the rest still counts.
                    let _ = edit.apply(memory);
                }
            }
            _ => {}
        }
    }
}
