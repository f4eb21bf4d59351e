//! Words and vectors in one score.
//!
//! The relevance of a text is a weighted sum: its lexical score as a share of the best one of the answer, and the
//! likeness of its vector (QUALITY A.3 step 5; a sum of ranks would throw the lexical margin away). Both parts go through
//! the same multipliers, so that of two texts with equal relevance the one with less strength never comes out ahead.

use crate::recall::analyse::Intent;
use crate::recall::facts::Facts;
use crate::recall::index::Slot;
use crate::recall::weights::Weights;

/// A relevance of 1.
const WHOLE: u64 = 1 << 24;
/// A likeness of 1.
const ALIKE: u64 = 1 << 16;

/// How the sum of a document's term weights becomes the score that orders the hits.
pub(super) struct Blend<'a> {
    weights: &'a Weights,
    intent: Intent,
    mix: Option<Mix<'a>>,
}

/// What the vectors say of one scope.
struct Mix<'a> {
    /// The best lexical score of the answer; 0: no document shares a term with the query.
    best: u64,
    /// Of each document of the scope, how alike it is.
    likeness: &'a [u32],
    /// The highest of them.
    most: u32,
    /// The documents that the walk has looked at.
    seen: Vec<u64>,
}

impl<'a> Blend<'a> {
    /// Words alone.
    pub(super) fn words(weights: &'a Weights, intent: Intent) -> Self {
        Self { weights, intent, mix: None }
    }

    /// Words and vectors, where `best` is the best score by words alone.
    pub(super) fn mixed(
        weights: &'a Weights,
        intent: Intent,
        best: u32,
        likeness: &'a [u32],
    ) -> Self {
        let most = likeness.iter().copied().max().unwrap_or_default();
        let seen = vec![0; likeness.len().div_ceil(64)];
        Self { weights, intent, mix: Some(Mix { best: best.into(), likeness, most, seen }) }
    }

    /// The most that any document of the scope with this sum can score.
    pub(super) fn ceiling(&self, sum: u64) -> u64 {
        self.bound(sum, self.mix.as_ref().map_or(0, |mix| mix.most))
    }

    /// The most that this document with this sum can score.
    pub(super) fn ceiling_at(&self, sum: u64, slot: Slot) -> u64 {
        self.bound(sum, self.mix.as_ref().map_or(0, |mix| mix.at(slot)))
    }

    /// What words and likeness of the only document add, per mille.
    pub(super) fn parts(&self, sum: u64) -> (u32, u32) {
        let Some(mix) = &self.mix else { return (1_000, 0) };
        let per_mille = |part: u64| (part.min(WHOLE) * 1_000 / WHOLE) as u32;
        (per_mille(self.share(mix, sum)), per_mille(self.alike(mix.at(0))))
    }

    /// The score of a document.
    pub(super) fn score(&self, sum: u32, slot: Slot, facts: &Facts) -> u32 {
        self.of_lexical(self.weights.apply(sum, facts, self.intent), slot, facts)
    }

    /// What a score by words alone becomes.
    pub(super) fn of_lexical(&self, lexical: u32, slot: Slot, facts: &Facts) -> u32 {
        let Some(mix) = &self.mix else { return lexical };
        let alike = u32::try_from(self.alike(mix.at(slot))).unwrap_or(u32::MAX);
        let alike = u64::from(self.weights.apply(alike, facts, self.intent));
        u32::try_from(self.share(mix, lexical.into()) + alike).unwrap_or(u32::MAX)
    }

    /// Whether a document that says no word of the query may be a hit: one that is alike enough. By words alone only if there
    /// are no vectors that could tell.
    pub(super) fn admits_unsaid(&self, slot: Slot) -> bool {
        match &self.mix {
            None => self.weights.vectors == 0,
            Some(mix) => mix.at(slot) >= self.least_likeness(),
        }
    }

    /// At least one, so that a text of which nothing is known is like nothing.
    fn least_likeness(&self) -> u32 {
        (ALIKE as u32 / 1_000 * self.weights.least_likeness.min(1_000)).max(1)
    }

    /// Notes that the walk has looked at a document.
    pub(super) fn see(&mut self, slot: Slot) {
        if let Some(mix) = &mut self.mix
            && let Some(word) = mix.seen.get_mut(slot as usize / 64)
        {
            *word |= 1 << (slot % 64);
        }
    }

    /// The documents that the walk did not look at and that may reach the threshold by their vector alone.
    pub(super) fn unseen(&self, threshold: u32) -> impl Iterator<Item = Slot> {
        let least = self.least_likeness();
        self.mix.iter().flat_map(move |mix| {
            let alike = (0..).zip(mix.likeness).filter(move |(_, likeness)| {
                **likeness >= least && self.bound(0, **likeness) >= u64::from(threshold)
            });
            alike.map(|(slot, _)| slot).filter(|slot| !mix.has_seen(*slot))
        })
    }

    fn bound(&self, sum: u64, likeness: u32) -> u64 {
        let lexical = self.weights.ceiling(sum, self.intent);
        match &self.mix {
            None => lexical,
            Some(mix) => {
                self.share(mix, lexical) + self.weights.ceiling(self.alike(likeness), self.intent)
            }
        }
    }

    /// A lexical score as its share of the relevance.
    fn share(&self, mix: &Mix<'_>, lexical: u64) -> u64 {
        let part = u64::from(1_000 - self.weights.vectors.min(1_000)) * WHOLE / 1_000;
        // Sums stay under 2^38, so that the product needs more than 64 bits only for what is cut anyway.
        lexical.saturating_mul(part) / mix.best.max(1)
    }

    /// A likeness as its share of the relevance.
    fn alike(&self, likeness: u32) -> u64 {
        u64::from(self.weights.vectors.min(1_000)) * u64::from(likeness) * (WHOLE / ALIKE) / 1_000
    }
}

impl Mix<'_> {
    fn at(&self, slot: Slot) -> u32 {
        self.likeness.get(slot as usize).copied().unwrap_or_default()
    }

    fn has_seen(&self, slot: Slot) -> bool {
        self.seen.get(slot as usize / 64).is_some_and(|word| word >> (slot % 64) & 1 == 1)
    }
}
