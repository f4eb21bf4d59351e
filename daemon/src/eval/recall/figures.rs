//! From the ranks of gold to the figures.

use std::collections::{BTreeMap, BTreeSet};

use consolidate_shared::id::MemoryId;
use serde::{Deserialize, Serialize};

use crate::eval::figures::rounded;

/// The depths at which recall is measured.
const DEPTHS: [u32; 4] = [1, 5, 10, 20];
/// The depth of the discounted gain.
const GAIN_DEPTH: u32 = 10;
/// Parts of 1 in which shares are summed.
const ONE: f64 = 1e9;

/// The ranks, from 1, of those of `gold` that are among `hits`.
pub fn ranks(gold: &BTreeSet<MemoryId>, hits: &[MemoryId]) -> BTreeMap<MemoryId, u32> {
    hits.iter().copied().zip(1..).filter(|(hit, _)| gold.contains(hit)).collect()
}

/// Sums over some queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RecallCount {
    queries: u64,
    at: [u64; 4],
    reciprocal: u64,
    gain: u64,
    served: u64,
    stale: u64,
}

impl RecallCount {
    /// Counts a query with `gold` answers, of which those that were found stand at `ranks`, from 1.
    pub fn query(&mut self, gold: usize, ranks: &[u32]) {
        let mut ranks = ranks.to_vec();
        ranks.sort_unstable();
        self.queries += 1;
        for (sum, depth) in self.at.iter_mut().zip(DEPTHS) {
            *sum += parts(within(&ranks, depth) as f64 / gold.max(1) as f64);
        }
        self.reciprocal += ranks.first().map_or(0, |&rank| parts(1.0 / f64::from(rank)));
        let found = ranks.iter().copied().take_while(|&rank| rank <= GAIN_DEPTH);
        let most = u32::try_from(gold).unwrap_or(u32::MAX).clamp(1, GAIN_DEPTH);
        self.gain += parts(discounted(found) / discounted(1..=most));
    }

    /// Counts what was served to a query, `stale` of it no longer held.
    pub fn hits(&mut self, served: usize, stale: usize) {
        self.served += served as u64;
        self.stale += stale as u64;
    }

    /// Hits that were served, and those of them that no longer held.
    pub fn served(&self) -> (u64, u64) {
        (self.served, self.stale)
    }
}

fn within(ranks: &[u32], depth: u32) -> usize {
    ranks.iter().filter(|&&rank| rank <= depth).count()
}

fn discounted(ranks: impl Iterator<Item = u32>) -> f64 {
    ranks.map(|rank| 1.0 / f64::from(rank.saturating_add(1)).log2()).sum()
}

fn parts(share: f64) -> u64 {
    (share.clamp(0.0, 1.0) * ONE).round() as u64
}

/// How good recall was on some queries. A figure that has no denominator is `None`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct RecallFigures {
    /// Queries with gold.
    pub queries: u64,
    /// Share of the gold that is the first hit.
    pub recall_at_1: Option<f64>,
    /// Share of the gold among the first 5 hits.
    pub recall_at_5: Option<f64>,
    /// Share of the gold among the first 10 hits.
    pub recall_at_10: Option<f64>,
    /// Share of the gold among the first 20 hits.
    pub recall_at_20: Option<f64>,
    /// Mean reciprocal rank of the first gold.
    pub mrr: Option<f64>,
    /// Normalised discounted cumulative gain of the first 10 hits.
    pub ndcg_at_10: Option<f64>,
    /// Share of the hits that no longer held when they were served.
    pub staleness: Option<f64>,
}

impl From<RecallCount> for RecallFigures {
    fn from(count: RecallCount) -> Self {
        let mean = |sum: u64| {
            (count.queries > 0).then(|| rounded(sum as f64 / ONE / count.queries as f64))
        };
        let [first, five, ten, twenty] = count.at;
        Self {
            queries: count.queries,
            recall_at_1: mean(first),
            recall_at_5: mean(five),
            recall_at_10: mean(ten),
            recall_at_20: mean(twenty),
            mrr: mean(count.reciprocal),
            ndcg_at_10: mean(count.gain),
            staleness: (count.served > 0).then(|| share(count.stale, count.served)),
        }
    }
}

/// A share that is 0 only if there is none: one stale hit in a million is not to be rounded away.
fn share(part: u64, whole: u64) -> f64 {
    let exact = part as f64 / whole as f64;
    if part > 0 { rounded(exact).max(1e-6) } else { 0.0 }
}

impl RecallFigures {
    /// The names and values of those figures of which more is better, as in JSON.
    pub fn of_quality(&self) -> [(&'static str, Option<f64>); 6] {
        [
            ("recall_at_1", self.recall_at_1),
            ("recall_at_5", self.recall_at_5),
            ("recall_at_10", self.recall_at_10),
            ("recall_at_20", self.recall_at_20),
            ("mrr", self.mrr),
            ("ndcg_at_10", self.ndcg_at_10),
        ]
    }
}
