//! Circles among links.

use std::collections::BTreeMap;

use consolidate_shared::id::MemoryId;

use crate::walk::Walk;

/// Links from what replaces to what is replaced.
pub(super) type Links = BTreeMap<MemoryId, Vec<MemoryId>>;

/// Every circle: the memories that replace each other, near or far, in id order; the circles by their first member. A memory
/// that replaces itself and is in no other circle is none of these.
pub(super) fn circles(links: &Links) -> Vec<Vec<MemoryId>> {
    let mut walk = Walk::default();
    let mut circles = Vec::new();
    let mut next_of = |id: MemoryId| links.get(&id).cloned().unwrap_or_default();
    let mut found = |mut members: Vec<MemoryId>| {
        if members.len() > 1 {
            members.sort_unstable();
            circles.push(members);
        }
    };
    for &start in links.keys() {
        walk.from(start, &mut next_of, &mut found);
    }
    circles.sort_unstable();
    circles
}
