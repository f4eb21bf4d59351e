//! Ids by their prefixes.

use consolidate_shared::change::{Reason, Swap, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::Name;
use proptest::collection::btree_set;
use proptest::prelude::*;

use super::{Store, View, adding, write};

fn holding(
    memories: impl IntoIterator<Item = u128>,
    aliases: impl IntoIterator<Item = u128>,
) -> (Store, View) {
    let mut store = Store::in_memory().unwrap();
    let mut set = adding(memories);
    for alias in aliases {
        let name = Name::Id(MemoryId(alias));
        set.push(What::Name { name, target: Swap::new(None, Some(MemoryId(1))) }, Reason::Recorded);
    }
    // Names of other kinds stand beside them in the table.
    let name = Name::External { project: None, id: "\0".into() };
    set.push(What::Name { name, target: Swap::new(None, Some(MemoryId(1))) }, Reason::Recorded);
    let view = write(&mut store, 0, set).unwrap();
    (store, view)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_shortest_prefix_names_one_id(
        memories in btree_set(any::<u128>(), 1..12),
        aliases in btree_set(any::<u128>(), 0..6),
        near in btree_set(0u128..64, 0..6),
    ) {
        let all: std::collections::BTreeSet<_> =
            memories.iter().chain(&aliases).chain(&near).map(|&id| MemoryId(id)).collect();
        let (_store, view) = holding(memories.union(&near).copied(), aliases.difference(&near).copied());
        for &id in &all {
            let length = view.unique_characters(id).unwrap();
            let (low, high) = MemoryId::range_of(&id.short(length)).unwrap();
            prop_assert_eq!(view.ids_between(low, high, 2).unwrap(), vec![id]);
            if length > 1 {
                let (low, high) = MemoryId::range_of(&id.short(length - 1)).unwrap();
                prop_assert_eq!(view.ids_between(low, high, 2).unwrap().len(), 2);
            }
            let before = all.range(..id).next_back().copied();
            let after = all.iter().copied().find(|&other| other > id);
            prop_assert_eq!(view.neighbours(id).unwrap(), (before, after));
        }
        let every = view.ids_between(MemoryId(0), MemoryId(u128::MAX), usize::MAX).unwrap();
        prop_assert!(every.into_iter().eq(all));
    }
}

#[test]
fn an_empty_range_holds_nothing() {
    let (_store, view) = holding([1, 2, 3], []);
    assert_eq!(view.ids_between(MemoryId(3), MemoryId(1), 9).unwrap(), vec![]);
    assert_eq!(view.ids_between(MemoryId(1), MemoryId(3), 0).unwrap(), vec![]);
    assert_eq!(view.ids_between(MemoryId(1), MemoryId(3), 2).unwrap(), [1, 2].map(MemoryId));
}
