//! The memories that links of supersession join to one memory.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Memory, RetireReason, Standing};
use consolidate_shared::state::Lookup;

/// Merges into merges that are followed; what leads further leads in a circle.
const LONGEST_FOLLOW: usize = 64;

/// The memory that `id` became: itself, or where it was merged, its survivor; each id on the way there, `id` first. The way
/// ends where the store has nothing further.
pub fn survivor<L: Lookup>(id: MemoryId, state: &L) -> Result<Vec<MemoryId>, L::Error> {
    let mut way = vec![id];
    let mut at = id;
    while way.len() <= LONGEST_FOLLOW {
        let Some(memory) = state.memory(at)? else { break };
        let Some(next) = merged_into(&memory) else { break };
        if way.contains(&next) || state.memory(next)?.is_none() {
            break;
        }
        way.push(next);
        at = next;
    }
    Ok(way)
}

/// The survivor of a memory that was merged.
pub(super) fn merged_into(memory: &Memory) -> Option<MemoryId> {
    match &memory.standing {
        Standing::Retired(retirement) if retirement.reason == RetireReason::Merged => {
            retirement.successor
        }
        _ => None,
    }
}

/// Memories joined by links of supersession, with the links as both of their ends tell them.
#[derive(Debug, Clone, Default)]
pub struct Family {
    pub(super) members: BTreeMap<MemoryId, Arc<Memory>>,
    /// What each replaces; ends may lie outside the members.
    pub(super) older: BTreeMap<MemoryId, BTreeSet<MemoryId>>,
    /// What replaces each.
    pub(super) newer: BTreeMap<MemoryId, BTreeSet<MemoryId>>,
    /// Whether links lead to more memories than were followed.
    pub cut: bool,
}

impl Family {
    /// Everything that links join to `id`, at most `most` memories, the nearest first.
    pub fn of<L: Lookup>(id: MemoryId, state: &L, most: usize) -> Result<Self, L::Error> {
        let mut family = Self::default();
        let mut seen = BTreeSet::from([id]);
        let mut open = VecDeque::from([id]);
        while let Some(id) = open.pop_front() {
            let Some(memory) = state.memory(id)? else { continue };
            if family.members.len() >= most {
                family.cut = true;
                break;
            }
            let links = memory.supersedes.iter().chain(&memory.superseded_by);
            open.extend(links.copied().filter(|id| seen.insert(*id)));
            family.add(memory);
        }
        Ok(family)
    }

    /// Takes a memory in, with its links.
    pub(super) fn add(&mut self, memory: Arc<Memory>) {
        for &older in &memory.supersedes {
            self.link(older, memory.id);
        }
        for &newer in &memory.superseded_by {
            self.link(memory.id, newer);
        }
        self.members.insert(memory.id, memory);
    }

    fn link(&mut self, older: MemoryId, newer: MemoryId) {
        self.older.entry(newer).or_default().insert(older);
        self.newer.entry(older).or_default().insert(newer);
    }

    /// The memory with this id.
    pub fn memory(&self, id: MemoryId) -> Option<&Arc<Memory>> {
        self.members.get(&id)
    }

    pub(super) fn replaced_by(&self, id: MemoryId) -> impl Iterator<Item = MemoryId> {
        self.older.get(&id).into_iter().flatten().copied()
    }

    pub(super) fn replacing(&self, id: MemoryId) -> impl Iterator<Item = MemoryId> {
        self.newer.get(&id).into_iter().flatten().copied()
    }
}
