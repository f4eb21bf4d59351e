//! The pairs that tell something, by what a pass does with them: act, or ask.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use consolidate_shared::id::MemoryId;
use consolidate_shared::plan::PassKind;
use rustc_hash::FxHashMap;

use crate::pass::judge::{Judged, Strength};
use crate::relate::Relation;

/// Judged pairs, each in one of two maps by (older, newer), and the partners of every memory.
///
/// What is asked about gathers by the ten thousand where nobody answers, and a run that asks little must not read it all: it
/// is counted by pass, and ordered by how strongly it speaks.
#[derive(Debug, Clone, Default)]
pub(super) struct Pairs {
    /// What a rule decides.
    decided: BTreeMap<(MemoryId, MemoryId), Relation>,
    /// What a rule asks about.
    asked: BTreeMap<(MemoryId, MemoryId), Relation>,
    /// Of `asked`, by pass.
    counts: BTreeMap<PassKind, usize>,
    /// The same, by pass and the strongest first.
    order: BTreeSet<(PassKind, Reverse<Strength>, MemoryId, MemoryId)>,
    partners: FxHashMap<MemoryId, Vec<MemoryId>>,
}

impl Pairs {
    /// Keeps a pair, in place of what was known of it in this order.
    pub(super) fn keep(&mut self, pair: Judged) {
        let Judged { older, newer, relation } = pair;
        let known = self.take((older, newer));
        if let Some(pass) = pair.asks() {
            self.asked.insert((older, newer), relation);
            self.order.insert((pass, Reverse(pair.strength()), older, newer));
            *self.counts.entry(pass).or_default() += 1;
        } else {
            self.decided.insert((older, newer), relation);
        }
        if !known {
            self.partners.entry(older).or_default().push(newer);
            self.partners.entry(newer).or_default().push(older);
        }
    }

    /// Takes a pair in this order out of the maps; says whether it was there.
    fn take(&mut self, key: (MemoryId, MemoryId)) -> bool {
        let Some(relation) = self.asked.remove(&key) else {
            return self.decided.remove(&key).is_some();
        };
        let pair = judged((&key, &relation));
        if let Some(pass) = pair.asks() {
            self.order.remove(&(pass, Reverse(pair.strength()), pair.older, pair.newer));
            let count = self.counts.entry(pass).or_default();
            *count = count.saturating_sub(1);
        }
        true
    }

    /// Forgets every pair of a memory.
    pub(super) fn drop_all(&mut self, id: MemoryId) {
        for other in self.partners.remove(&id).unwrap_or_default() {
            self.take((id, other));
            self.take((other, id));
            self.part(other, id);
        }
    }

    /// Forgets one pair.
    pub(super) fn drop_one(&mut self, a: MemoryId, b: MemoryId) {
        self.take((a, b));
        self.take((b, a));
        self.part(a, b);
        self.part(b, a);
    }

    fn part(&mut self, of: MemoryId, from: MemoryId) {
        if let Some(partners) = self.partners.get_mut(&of) {
            partners.retain(|partner| *partner != from);
        }
    }

    /// What a rule decides, in order.
    pub(super) fn decided(&self) -> impl Iterator<Item = Judged> {
        self.decided.iter().map(judged)
    }

    /// What a rule asks about, in order.
    #[cfg(test)]
    pub(super) fn asked(&self) -> impl Iterator<Item = Judged> {
        self.asked.iter().map(judged)
    }

    /// What `pass` would ask about, the strongest first.
    pub(super) fn strongest(&self, pass: PassKind) -> impl Iterator<Item = Judged> {
        let least = (pass, Reverse(Strength::MAX), MemoryId(0), MemoryId(0));
        let mine = self.order.range(least..).take_while(move |(of, ..)| *of == pass);
        mine.filter_map(|(_, _, older, newer)| {
            let key = (*older, *newer);
            self.asked.get(&key).map(|relation| judged((&key, relation)))
        })
    }

    /// How many of them `pass` would ask about.
    pub(super) fn count_asked(&self, pass: PassKind) -> usize {
        self.counts.get(&pass).copied().unwrap_or_default()
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.decided.len() + self.asked.len()
    }

    /// What is known of two memories, in the order or orders in which it is.
    pub(super) fn between(&self, a: MemoryId, b: MemoryId) -> impl Iterator<Item = Judged> {
        [(a, b), (b, a)].into_iter().filter_map(|key| {
            let relation = self.decided.get(&key).or_else(|| self.asked.get(&key))?;
            Some(judged((&key, relation)))
        })
    }

    /// The memories with which one has pairs, in no order that means anything.
    pub(super) fn partners(&self, id: MemoryId) -> impl Iterator<Item = MemoryId> {
        self.partners.get(&id).into_iter().flatten().copied()
    }
}

fn judged((&(older, newer), &relation): (&(MemoryId, MemoryId), &Relation)) -> Judged {
    Judged { older, newer, relation }
}
