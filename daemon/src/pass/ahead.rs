//! Which memory leads to which along "is replaced by", while a draft changes the links.
//!
//! A pass asks this of every pair that it is about to decide, and a walk along the whole chain for each of its links would cost
//! the square of its length. So what was walked is kept in an order in which links go one way, and only what a new link turns
//! round is forgotten.
//!
//! Invariant: whatever a walked memory leads to is walked too.

use consolidate_shared::id::MemoryId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::walk::Walk;

/// What was walked so far.
#[derive(Debug, Default)]
pub(super) struct Ahead {
    walk: Walk,
    /// Who led to a memory when it was walked: more than do today, never less.
    behind: FxHashMap<MemoryId, Vec<MemoryId>>,
}

impl Ahead {
    /// Whether following `next_of` from `start` comes to `goal`.
    pub(super) fn leads_to(
        &mut self,
        start: MemoryId,
        goal: MemoryId,
        next_of: &dyn Fn(MemoryId) -> Vec<MemoryId>,
    ) -> bool {
        if start == goal {
            return true;
        }
        let behind = &mut self.behind;
        let mut noting = |id: MemoryId| {
            let next = next_of(id);
            for other in &next {
                behind.entry(*other).or_default().push(id);
            }
            next
        };
        self.walk.from(start, &mut noting, &mut |_| ());
        let component = |id: MemoryId| self.walk.component(id);
        // What was not walked is nothing that `start` leads to.
        let Some(lowest) = component(goal) else { return false };
        if component(start) <= Some(lowest) {
            return component(start) == Some(lowest);
        }
        let mut seen = FxHashSet::from_iter([start]);
        let mut open = vec![start];
        while let Some(id) = open.pop() {
            if component(id) == Some(lowest) {
                return true;
            }
            // What closed before the goal did does not lead to it.
            let near = |next: &MemoryId| component(*next) >= Some(lowest) && seen.insert(*next);
            open.extend(next_of(id).into_iter().filter(near));
        }
        false
    }

    /// `older` is replaced by `newer` from now on.
    pub(super) fn linked(&mut self, older: MemoryId, newer: MemoryId) {
        let Some(from) = self.walk.component(older) else { return };
        if self.walk.component(newer).is_some_and(|to| to <= from) {
            self.behind.entry(newer).or_default().push(older);
        } else {
            self.forget(older);
        }
    }

    /// `older` is no longer replaced by `newer`: where they were one circle, it may be none any more.
    pub(super) fn unlinked(&mut self, older: MemoryId, newer: MemoryId) {
        let from = self.walk.component(older);
        if from.is_some() && from == self.walk.component(newer) {
            self.forget(older);
        }
    }

    /// Forgets a memory and whatever leads to it.
    fn forget(&mut self, id: MemoryId) {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if self.walk.forget(id) {
                open.extend(self.behind.remove(&id).unwrap_or_default());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;

    type Links = BTreeMap<MemoryId, BTreeSet<MemoryId>>;

    fn next_of(links: &Links, id: MemoryId) -> Vec<MemoryId> {
        links.get(&id).into_iter().flatten().copied().collect()
    }

    /// The definition.
    fn walked(links: &Links, start: MemoryId, goal: MemoryId) -> bool {
        let mut seen = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(id) = open.pop() {
            if id == goal {
                return true;
            }
            open.extend(next_of(links, id).into_iter().filter(|next| seen.insert(*next)));
        }
        false
    }

    proptest! {
        #[test]
        fn it_is_what_a_walk_finds_whatever_was_linked_and_asked_before(
            steps in proptest::collection::vec((0..4_u8, 0..9_u128, 0..9_u128), 1..120),
        ) {
            let mut links = Links::new();
            let mut ahead = Ahead::default();
            for (what, a, b) in steps {
                let (a, b) = (MemoryId(a), MemoryId(b));
                match what {
                    0 if links.entry(a).or_default().insert(b) => ahead.linked(a, b),
                    1 if links.entry(a).or_default().remove(&b) => ahead.unlinked(a, b),
                    _ => {
                        let found = ahead.leads_to(a, b, &|id| next_of(&links, id));
                        prop_assert_eq!(found, walked(&links, a, b));
                    }
                }
            }
        }
    }

    /// How often links are looked at where each link of a chain is asked about, and made where there was none.
    fn looks(
        length: u128,
        linked: impl Fn(u128) -> bool,
        order: impl Iterator<Item = u128>,
    ) -> usize {
        let mut links = Links::new();
        for older in (0..length).filter(|older| linked(*older)) {
            links.entry(MemoryId(older)).or_default().insert(MemoryId(older + 1));
        }
        let looks = Cell::new(0);
        let mut ahead = Ahead::default();
        for older in order {
            let (older, newer) = (MemoryId(older), MemoryId(older + 1));
            let looked = |id| {
                looks.set(looks.get() + 1);
                next_of(&links, id)
            };
            assert!(!ahead.leads_to(newer, older, &looked));
            if links.entry(older).or_default().insert(newer) {
                ahead.linked(older, newer);
            }
        }
        looks.get()
    }

    #[test]
    fn a_chain_costs_its_length_and_not_the_square_of_it() {
        const LENGTH: u128 = 3000;
        let most = 3 * LENGTH as usize;
        for (name, linked) in [
            ("all", &(|_| true) as &dyn Fn(u128) -> bool),
            ("none", &|_| false),
            ("every other", &|older| older % 2 == 0),
            ("first half", &|older| older < LENGTH / 2),
            ("second half", &|older| older >= LENGTH / 2),
        ] {
            let up = looks(LENGTH, linked, 0..LENGTH);
            let down = looks(LENGTH, linked, (0..LENGTH).rev());
            assert!(up <= most && down <= most, "{name}: {up} and {down} looks");
        }
    }
}
