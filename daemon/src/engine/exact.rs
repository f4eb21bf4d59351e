//! Served memories by a hash of what makes two writes the same beyond doubt: a text that is written again is found
//! without a search.

use consolidate_shared::id::MemoryId;
use rustc_hash::FxHashMap;

/// Memories by key. Nearly every key is of one memory.
#[derive(Debug, Clone, Default)]
pub(super) struct Exact {
    ids: FxHashMap<u64, Ids>,
    keys: FxHashMap<Half, u64>,
}

/// An id in halves: whole ones are aligned to 16 bytes, and half of what the maps hold would be padding.
type Half = [u64; 2];

#[derive(Debug, Clone)]
enum Ids {
    One(Half),
    /// In order.
    More(Vec<Half>),
}

fn halves(id: MemoryId) -> Half {
    [(id.0 >> 64) as u64, id.0 as u64]
}

fn whole([high, low]: Half) -> MemoryId {
    MemoryId(u128::from(high) << 64 | u128::from(low))
}

impl Exact {
    /// Puts a memory under a key, in place of its former one.
    pub(super) fn put(&mut self, id: MemoryId, key: u64) {
        self.remove(id);
        let id = halves(id);
        self.keys.insert(id, key);
        let Some(ids) = self.ids.get_mut(&key) else {
            self.ids.insert(key, Ids::One(id));
            return;
        };
        match ids {
            Ids::One(first) => *ids = Ids::More(vec![(*first).min(id), (*first).max(id)]),
            Ids::More(ids) => ids.insert(ids.partition_point(|other| *other < id), id),
        }
    }

    /// Takes a memory out.
    pub(super) fn remove(&mut self, id: MemoryId) {
        let id = halves(id);
        let Some(key) = self.keys.remove(&id) else { return };
        let Some(ids) = self.ids.get_mut(&key) else { return };
        if let Ids::More(more) = ids {
            if let Ok(at) = more.binary_search(&id) {
                more.remove(at);
            }
            if let [last] = more.as_slice() {
                *ids = Ids::One(*last);
            }
        } else {
            self.ids.remove(&key);
        }
    }

    /// The memories under a key, oldest id first.
    pub(super) fn get(&self, key: u64) -> impl Iterator<Item = MemoryId> {
        let (one, more) = match self.ids.get(&key) {
            Some(Ids::One(id)) => (Some(*id), None),
            Some(Ids::More(ids)) => (None, Some(ids.iter().copied())),
            None => (None, None),
        };
        one.into_iter().chain(more.into_iter().flatten()).map(whole)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn memories_are_found_by_their_last_key(
            steps in proptest::collection::vec((0..8_u128, proptest::option::of(0..4_u64)), 0..60),
        ) {
            let spread = |id: u128| MemoryId(id << 64 | (7 - id));
            let (mut exact, mut model) = (Exact::default(), BTreeMap::new());
            for (id, key) in steps {
                if let Some(key) = key {
                    exact.put(spread(id), key);
                    model.insert(spread(id), key);
                } else {
                    exact.remove(spread(id));
                    model.remove(&spread(id));
                }
                for key in 0..4 {
                    let wanted: Vec<MemoryId> =
                        model.iter().filter(|(_, its)| **its == key).map(|(id, _)| *id).collect();
                    prop_assert_eq!(exact.get(key).collect::<Vec<_>>(), wanted);
                }
                prop_assert_eq!(exact.keys.len(), model.len());
                prop_assert_eq!(exact.ids.len(), model.values().collect::<BTreeSet<_>>().len());
            }
        }
    }
}
