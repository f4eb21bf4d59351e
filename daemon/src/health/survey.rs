//! One walk over all memories. It keeps what links tell, and no memory.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Memory, RetireReason, Standing};
use consolidate_shared::time::Day;

/// What a walk over the store found.
#[derive(Debug, Clone, Default)]
pub struct Survey {
    /// What each memory with links replaces, told by either end.
    older: BTreeMap<MemoryId, BTreeSet<MemoryId>>,
    active: BTreeSet<MemoryId>,
    /// Superseded memories: the day they were retired, or, when only a link says so yet, what replaces them.
    superseded: BTreeMap<MemoryId, Superseded>,
    /// Active memories that a link says are replaced.
    unretired: Vec<MemoryId>,
    marks: u64,
    /// Served memories of each project.
    served: BTreeMap<String, u64>,
}

#[derive(Debug, Clone)]
enum Superseded {
    On(Day),
    Linked(BTreeSet<MemoryId>),
}

/// The longest chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Longest {
    /// How many memories it has.
    pub memories: u64,
    /// The one that nothing of it replaced.
    pub oldest: MemoryId,
    /// The one that replaced all others.
    pub head: MemoryId,
}

impl Survey {
    /// Takes the next memory in, in any order.
    pub fn see(&mut self, memory: &Memory) {
        let id = memory.id;
        if !memory.supersedes.is_empty() {
            self.older.entry(id).or_default().extend(&memory.supersedes);
        }
        for &newer in &memory.superseded_by {
            self.older.entry(newer).or_default().insert(id);
        }
        match &memory.standing {
            Standing::Retired(retirement)
                if retirement.reason == RetireReason::Superseded
                    || !memory.superseded_by.is_empty() =>
            {
                self.superseded.insert(id, Superseded::On(retirement.day));
            }
            _ if !memory.superseded_by.is_empty() => {
                self.superseded.insert(id, Superseded::Linked(memory.superseded_by.clone()));
                if memory.standing == Standing::Active {
                    self.unretired.push(id);
                }
            }
            _ => {}
        }
        // Only what others name is asked for later, and only when it has links.
        if memory.standing == Standing::Active && !memory.supersedes.is_empty() {
            self.active.insert(id);
        }
        if memory.standing.is_served() {
            self.marks += memory.conflicts_with.len() as u64;
            if let Some(project) = &memory.scope.project {
                match self.served.get_mut(project) {
                    Some(count) => *count += 1,
                    None => _ = self.served.insert(project.clone(), 1),
                }
            }
        }
    }

    /// Memories that another one replaces.
    pub fn superseded(&self) -> u64 {
        self.superseded.len() as u64
    }

    /// Active memories that a link says are replaced.
    pub fn unretired(&self) -> &[MemoryId] {
        &self.unretired
    }

    /// Open conflicts: pairs of served memories that are marked.
    pub fn conflicts(&self) -> u64 {
        self.marks / 2
    }

    /// The project with most served memories, and how many; of several the first by name.
    pub fn largest(&self) -> Option<(String, u64)> {
        let largest = self.served.iter().max_by_key(|(name, count)| (**count, Reverse(*name)));
        largest.map(|(name, count)| (name.clone(), *count))
    }

    /// The day on which a memory was superseded; where an active memory replaces it and no pass has retired it yet,
    /// `today`. `None`: nothing replaces it.
    pub fn superseded_on(&self, id: MemoryId, today: Day) -> Option<Day> {
        match self.superseded.get(&id)? {
            Superseded::On(day) => Some(*day),
            Superseded::Linked(newer) => {
                newer.iter().any(|newer| self.active.contains(newer)).then_some(today)
            }
        }
    }

    /// The longest chain; of several, the one whose head has the smallest id. Links in a circle count for nothing.
    pub fn longest(&self) -> Option<Longest> {
        let mut newer: BTreeMap<MemoryId, Vec<MemoryId>> = BTreeMap::new();
        let mut missing: BTreeMap<MemoryId, usize> = BTreeMap::new();
        for (&id, older) in &self.older {
            *missing.entry(id).or_default() += older.len();
            for &older in older {
                newer.entry(older).or_default().push(id);
                missing.entry(older).or_default();
            }
        }
        let mut open: Vec<MemoryId> =
            missing.iter().filter(|(_, count)| **count == 0).map(|(id, _)| *id).collect();
        // For each memory: the length of the longest chain that ends in it, and where that begins.
        let mut longest: BTreeMap<MemoryId, (u64, MemoryId)> = BTreeMap::new();
        while let Some(id) = open.pop() {
            let older = self.older.get(&id).into_iter().flatten();
            let best = older.filter_map(|older| longest.get(older)).copied();
            let best = best.max_by_key(|(length, oldest)| (*length, Reverse(*oldest)));
            longest.insert(id, best.map_or((1, id), |(length, oldest)| (length + 1, oldest)));
            for next in newer.get(&id).into_iter().flatten() {
                if let Some(count) = missing.get_mut(next) {
                    *count = count.saturating_sub(1);
                    if *count == 0 {
                        open.push(*next);
                    }
                }
            }
        }
        let best = longest.iter().max_by_key(|(id, (length, _))| (*length, Reverse(**id)))?;
        let (&head, &(memories, oldest)) = best;
        (memories > 1).then_some(Longest { memories, oldest, head })
    }
}
