//! The best k so far.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use consolidate_shared::id::MemoryId;
use consolidate_shared::time::Day;

use super::Hit;
use crate::recall::facts::Facts;

/// Total order of hits, the better the greater: score, strength, newest evidence day, then the smaller id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    score: u32,
    strength: u16,
    day: Day,
    id: Reverse<MemoryId>,
}

#[derive(Clone, Copy, Debug)]
struct Ranked {
    rank: Rank,
    hit: Hit,
}

impl PartialEq for Ranked {
    fn eq(&self, other: &Self) -> bool {
        self.rank == other.rank
    }
}

impl Eq for Ranked {}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank.cmp(&other.rank)
    }
}

/// A bounded heap with the worst kept hit on top.
pub(super) struct Top {
    k: usize,
    heap: BinaryHeap<Reverse<Ranked>>,
    floor: u32,
}

impl Top {
    pub(super) fn new(k: usize) -> Self {
        Self { k, heap: BinaryHeap::new(), floor: 0 }
    }

    /// Says that `k` documents are known to reach this score, so that nothing below it is wanted.
    pub(super) fn set_floor(&mut self, floor: u32) {
        self.floor = floor;
    }

    /// The score below which nothing enters any more. A document that reaches it exactly may still win its tie.
    pub(super) fn threshold(&self) -> u32 {
        match self.heap.peek() {
            Some(worst) if self.heap.len() >= self.k => worst.0.rank.score.max(self.floor),
            _ => self.floor,
        }
    }

    pub(super) fn offer(&mut self, hit: Hit, facts: &Facts) {
        let rank = Rank {
            score: hit.score,
            strength: facts.strength,
            day: facts.newest_evidence,
            id: Reverse(hit.id),
        };
        self.heap.push(Reverse(Ranked { rank, hit }));
        if self.heap.len() > self.k {
            self.heap.pop();
        }
    }

    /// The hits, best first.
    pub(super) fn into_hits(self) -> Vec<Hit> {
        let mut ranked: Vec<Ranked> = self.heap.into_iter().map(|Reverse(ranked)| ranked).collect();
        ranked.sort_unstable_by(|a, b| b.cmp(a));
        ranked.into_iter().map(|ranked| ranked.hit).collect()
    }
}
