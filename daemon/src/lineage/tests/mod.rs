//! Chains over sound and damaged links, why links are there, drawings of hostile texts.

mod drawing;
mod links;
mod walking;

use std::collections::BTreeMap;
use std::sync::Arc;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Kind, Memory, Origin, Source, Standing};
use consolidate_shared::time::{Day, Timestamp};

use super::Family;

/// A memory of day `id`.
fn memory(id: u32, text: &str) -> Memory {
    let at: Timestamp = Day(20_000 + id as i32).start();
    let source = Source { at, agent: None, session: None, locator: None };
    Memory::newborn(MemoryId(id.into()), Kind::Fact, text.to_owned(), Origin::Import, source)
}

/// Memories with links (older, newer) on both ends.
fn linked(count: u32, links: &[(u32, u32)]) -> BTreeMap<MemoryId, Arc<Memory>> {
    let mut memories: BTreeMap<u32, Memory> =
        (1..=count).map(|id| (id, memory(id, &format!("text {id}")))).collect();
    for (older, newer) in links {
        if let Some(memory) = memories.get_mut(newer) {
            memory.supersedes.insert(MemoryId((*older).into()));
        }
        if let Some(memory) = memories.get_mut(older) {
            memory.superseded_by.insert(MemoryId((*newer).into()));
            memory.standing = retired(*newer);
        }
    }
    memories.into_values().map(|memory| (memory.id, Arc::new(memory))).collect()
}

fn retired(successor: u32) -> Standing {
    Standing::Retired(consolidate_shared::model::Retirement {
        reason: consolidate_shared::model::RetireReason::Superseded,
        successor: Some(MemoryId(successor.into())),
        day: Day(20_100),
        was_candidate: false,
    })
}

fn family(memories: &BTreeMap<MemoryId, Arc<Memory>>) -> Family {
    let mut family = Family::default();
    for memory in memories.values() {
        family.add(Arc::clone(memory));
    }
    family
}
