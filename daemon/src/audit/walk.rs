//! Circles among links: strongly connected components, without recursion, so that no chain is too long.

use std::collections::BTreeMap;

use consolidate_shared::id::MemoryId;

/// Links from what replaces to what is replaced.
pub(super) type Links = BTreeMap<MemoryId, Vec<MemoryId>>;

/// What is known of a memory on the way (Tarjan 1972).
#[derive(Debug, Clone, Copy)]
struct Seen {
    number: usize,
    low: usize,
    open: bool,
}

/// Every circle: the memories that replace each other, near or far, in id order; the circles by their first member. A memory
/// that replaces itself and is in no other circle is none of these.
pub(super) fn circles(links: &Links) -> Vec<Vec<MemoryId>> {
    let mut walk = Walk::default();
    for &start in links.keys() {
        if !walk.seen.contains_key(&start) {
            walk.from(start, links);
        }
    }
    walk.found.sort_unstable();
    walk.found
}

#[derive(Debug, Default)]
struct Walk {
    seen: BTreeMap<MemoryId, Seen>,
    open: Vec<MemoryId>,
    found: Vec<Vec<MemoryId>>,
}

impl Walk {
    fn from(&mut self, start: MemoryId, links: &Links) {
        let next_of = |id: MemoryId| links.get(&id).map_or(&[][..], Vec::as_slice);
        let mut path = vec![(start, 0)];
        self.enter(start);
        while let Some((id, place)) = path.last_mut() {
            let (id, next) = (*id, next_of(*id).get(*place).copied());
            *place += 1;
            #[expect(
                clippy::single_match_else,
                reason = "both ways of the walk stand side by side"
            )]
            match next {
                Some(next) => match self.seen.get(&next).copied() {
                    None => {
                        self.enter(next);
                        path.push((next, 0));
                    }
                    Some(seen) if seen.open => self.lower(id, seen.number),
                    Some(_) => {}
                },
                None => {
                    path.pop();
                    let low = self.leave(id);
                    if let Some((parent, _)) = path.last() {
                        self.lower(*parent, low);
                    }
                }
            }
        }
    }

    fn enter(&mut self, id: MemoryId) {
        let number = self.seen.len();
        self.seen.insert(id, Seen { number, low: number, open: true });
        self.open.push(id);
    }

    fn lower(&mut self, id: MemoryId, to: usize) {
        if let Some(seen) = self.seen.get_mut(&id) {
            seen.low = seen.low.min(to);
        }
    }

    /// Everything behind `id` has been walked; takes its circle off the open ones when it is the first of it.
    fn leave(&mut self, id: MemoryId) -> usize {
        let Some(Seen { number, low, .. }) = self.seen.get(&id).copied() else { return usize::MAX };
        if number == low {
            let from = self.open.iter().rposition(|open| *open == id).unwrap_or(self.open.len());
            let mut circle = self.open.split_off(from);
            for member in &circle {
                if let Some(seen) = self.seen.get_mut(member) {
                    seen.open = false;
                }
            }
            if circle.len() > 1 {
                circle.sort_unstable();
                self.found.push(circle);
            }
        }
        low
    }
}
