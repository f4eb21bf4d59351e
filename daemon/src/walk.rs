//! Walks along links between memories: strongly connected components, without recursion, so that no chain is too long.
//!
//! Pure. What was walked once is remembered: walking on from another memory costs what is new.

use consolidate_shared::id::MemoryId;
use rustc_hash::FxHashMap;

/// What is known of a memory on the way (Tarjan 1972).
#[derive(Debug, Clone, Copy)]
struct Seen {
    number: usize,
    low: usize,
    /// The number of its component, once all behind it was walked.
    closed: Option<usize>,
}

/// A walk that may be gone on with. Components are numbered as they close: one that a link leads to has a lower number than
/// the one that it comes from.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    seen: FxHashMap<MemoryId, Seen>,
    entered: usize,
    components: usize,
    open: Vec<MemoryId>,
}

impl Walk {
    /// Walks all that `start` leads to and that was not walked before; `found` is told each component, those behind it first.
    pub(crate) fn from(
        &mut self,
        start: MemoryId,
        next_of: &mut dyn FnMut(MemoryId) -> Vec<MemoryId>,
        found: &mut dyn FnMut(Vec<MemoryId>),
    ) {
        if self.seen.contains_key(&start) {
            return;
        }
        self.enter(start);
        let mut path = vec![(start, next_of(start).into_iter())];
        while let Some((id, open)) = path.last_mut() {
            let id = *id;
            if let Some(next) = open.next() {
                match self.seen.get(&next).copied() {
                    None => {
                        self.enter(next);
                        path.push((next, next_of(next).into_iter()));
                    }
                    Some(Seen { closed: None, number, .. }) => self.lower(id, number),
                    Some(_) => {}
                }
            } else {
                path.pop();
                let low = self.leave(id, found);
                if let Some((parent, _)) = path.last() {
                    self.lower(*parent, low);
                }
            }
        }
    }

    /// The number of the memory's component; `None`: it was not walked.
    pub(crate) fn component(&self, id: MemoryId) -> Option<usize> {
        self.seen.get(&id)?.closed
    }

    /// Forgets that a memory was walked; says whether it was. Whoever leads to it must be forgotten too.
    pub(crate) fn forget(&mut self, id: MemoryId) -> bool {
        self.seen.remove(&id).is_some()
    }

    fn enter(&mut self, id: MemoryId) {
        let number = self.entered;
        self.entered += 1;
        self.seen.insert(id, Seen { number, low: number, closed: None });
        self.open.push(id);
    }

    fn lower(&mut self, id: MemoryId, to: usize) {
        if let Some(seen) = self.seen.get_mut(&id) {
            seen.low = seen.low.min(to);
        }
    }

    /// Everything behind `id` has been walked; takes its component off the open ones when it is the first of it.
    fn leave(&mut self, id: MemoryId, found: &mut dyn FnMut(Vec<MemoryId>)) -> usize {
        let Some(Seen { number, low, .. }) = self.seen.get(&id).copied() else { return usize::MAX };
        if number == low {
            let from = self.open.iter().rposition(|open| *open == id).unwrap_or(self.open.len());
            let component = self.open.split_off(from);
            for member in &component {
                if let Some(seen) = self.seen.get_mut(member) {
                    seen.closed = Some(self.components);
                }
            }
            self.components += 1;
            found(component);
        }
        low
    }
}
