//! The line of a chain: from the oldest predecessor through a memory to the current head.
//!
//! A memory may replace several and be replaced by several, so that a family is a graph and not a line. The line through a
//! memory takes the longest way back, and forward the longest way that ends in a memory that is served, if one does; what
//! leaves the line is listed at its step.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use consolidate_shared::id::MemoryId;

use super::Family;

/// A link that leaves the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Branch {
    /// The memory at its other end.
    pub id: MemoryId,
    /// Memories of the longest way on from there, itself included; 0: it is not in the store, or was not followed.
    pub length: u64,
}

/// One memory of the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The memory.
    pub id: MemoryId,
    /// What it replaced beside the step before, longest way first.
    pub also_replaced: Vec<Branch>,
    /// What replaced it beside the step after, longest way first.
    pub also_replaced_by: Vec<Branch>,
}

/// A line, oldest memory first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Chain {
    /// Its memories.
    pub steps: Vec<Step>,
    /// Whether links lead back to where they came from.
    pub tangled: bool,
}

/// The line through `id`; empty when the family has no such memory.
pub fn chain(family: &Family, id: MemoryId) -> Chain {
    if family.memory(id).is_none() {
        return Chain::default();
    }
    let back = Ways::of(
        family,
        |id| family.replaced_by(id).collect(),
        |id| family.replacing(id).collect(),
    );
    let forth = Ways::of(
        family,
        |id| family.replacing(id).collect(),
        |id| family.replaced_by(id).collect(),
    );
    // One set for both ways: on a circle, what is older is newer too, and stands in the line once.
    let mut seen = BTreeSet::from([id]);
    let mut line: Vec<MemoryId> = back.walk(family, id, false, &mut seen);
    line.reverse();
    line.push(id);
    line.extend(forth.walk(family, id, true, &mut seen));
    let steps = line.iter().enumerate().map(|(place, &id)| {
        let before = place.checked_sub(1).and_then(|place| line.get(place));
        Step {
            id,
            also_replaced: back.others(id, before),
            also_replaced_by: forth.others(id, line.get(place + 1)),
        }
    });
    Chain { steps: steps.collect(), tangled: back.tangled }
}

/// The longest way in one direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    /// Whether a way ends in a memory that is served.
    served: bool,
    /// Memories of the longest such way, the first included.
    length: u64,
}

/// The longest way from each memory in one direction.
struct Ways {
    next: BTreeMap<MemoryId, BTreeSet<MemoryId>>,
    longest: BTreeMap<MemoryId, Way>,
    tangled: bool,
}

impl Ways {
    /// `next` are the memories one link on, `before` those one link back. Memories are done when all that is on from them
    /// is; those that lie on a circle or before one are never done.
    fn of(
        family: &Family,
        next: impl Fn(MemoryId) -> BTreeSet<MemoryId>,
        before: impl Fn(MemoryId) -> BTreeSet<MemoryId>,
    ) -> Self {
        let ids = family.members.keys().copied();
        let next: BTreeMap<MemoryId, BTreeSet<MemoryId>> = ids.map(|id| (id, next(id))).collect();
        let inside = |id: &MemoryId| family.members.contains_key(id);
        let mut missing: BTreeMap<MemoryId, usize> = next
            .iter()
            .map(|(id, next)| (*id, next.iter().filter(|id| inside(id)).count()))
            .collect();
        let mut open: Vec<MemoryId> =
            missing.iter().filter(|(_, missing)| **missing == 0).map(|(id, _)| *id).collect();
        let mut longest: BTreeMap<MemoryId, Way> = BTreeMap::new();
        while let Some(id) = open.pop() {
            let served = family.memory(id).is_some_and(|memory| memory.standing.is_served());
            let on = next.get(&id).into_iter().flatten().filter_map(|next| longest.get(next));
            let best = on.max().map(|way| Way { served: way.served, length: way.length + 1 });
            longest.insert(id, best.unwrap_or(Way { served, length: 1 }));
            for earlier in before(id) {
                if let Some(count) = missing.get_mut(&earlier) {
                    *count -= 1;
                    if *count == 0 {
                        open.push(earlier);
                    }
                }
            }
        }
        let tangled = longest.len() < family.members.len();
        Self { next, longest, tangled }
    }

    /// The best way on from `id`, without it, past nothing that was seen.
    fn walk(
        &self,
        family: &Family,
        id: MemoryId,
        to_served: bool,
        seen: &mut BTreeSet<MemoryId>,
    ) -> Vec<MemoryId> {
        let mut way = Vec::new();
        let mut at = id;
        loop {
            let on = self.next.get(&at).into_iter().flatten().copied();
            let on = on.filter(|next| family.memory(*next).is_some() && !seen.contains(next));
            let best = on.max_by_key(|next| {
                let way = self.longest.get(next).copied();
                let served = to_served && way.is_some_and(|way| way.served);
                let instant = family.memory(*next).map(|memory| memory.instant());
                (served, way.map(|way| way.length), instant, Reverse(*next))
            });
            let Some(next) = best else { return way };
            seen.insert(next);
            way.push(next);
            at = next;
        }
    }

    fn others(&self, id: MemoryId, taken: Option<&MemoryId>) -> Vec<Branch> {
        let others = self.next.get(&id).into_iter().flatten().filter(|next| Some(*next) != taken);
        let mut branches: Vec<Branch> = others
            .map(|&id| Branch { id, length: self.longest.get(&id).map_or(0, |way| way.length) })
            .collect();
        branches.sort_by_key(|branch| (Reverse(branch.length), branch.id));
        branches
    }
}
