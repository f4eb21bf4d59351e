//! The one stream of judged pairs of a run, which every pass only filters (DESIGN 8, "one verdict").
//!
//! Each candidate pair is judged once. What an earlier pass of the run changes about a memory that the verdict sees (its
//! slot, its trust) makes its pairs be judged again, and nothing else. Pairs that tell nothing are counted and dropped.
//! Invariant: pairs are sorted by (older, newer) and free of repeats; both sides are active.

use std::collections::BTreeMap;
use std::sync::Arc;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Kind, Memory, Scope, Standing};
use consolidate_shared::policy::Policy;
use consolidate_shared::state::State;
use rustc_hash::{FxHashMap, FxHashSet};

use super::candidates::{Class, candidates, classes};
use super::judge::{Judged, age, comparable, judge, judge_texts};
use crate::relate::Relation;

/// Two classes of more members than this between them are compared at their neighbours in time only: equal texts
/// that differ in nothing else are merged anyway.
const MEMBER_PAIRS: usize = 64;

/// What was judged and what was counted.
#[derive(Debug, Clone, Default)]
pub(super) struct Stream {
    pairs: Vec<Judged>,
    by_member: FxHashMap<MemoryId, Vec<u32>>,
    /// Memories of one scope and kind with equal normalised texts, two or more; in id order of their first member.
    classes: Vec<Vec<MemoryId>>,
    class_of: FxHashMap<MemoryId, u32>,
    pub(super) compared: u64,
    pub(super) related: u64,
    pub(super) unrelated: u64,
}

impl Stream {
    /// Judges every candidate pair among the active memories of `state`.
    pub(super) fn of(state: &State, policy: &Policy) -> Self {
        let mut scopes: BTreeMap<&Scope, Vec<&Arc<Memory>>> = BTreeMap::new();
        for memory in state.memories.values() {
            scopes.entry(&memory.scope).or_default().push(memory);
        }
        let mut stream = Self::default();
        // Scope by scope, so that only one scope's analysed texts are in memory at a time.
        for memories in scopes.values().filter(|memories| memories.len() > 1) {
            stream.judge_scope(memories, policy);
        }
        stream.index();
        stream
    }

    fn judge_scope(&mut self, memories: &[&Arc<Memory>], policy: &Policy) {
        let classes = classes(memories);
        for class in &classes {
            let mut kinds: BTreeMap<Kind, Vec<MemoryId>> = BTreeMap::new();
            for member in &class.members {
                kinds.entry(member.kind).or_default().push(member.id);
            }
            self.classes.extend(kinds.into_values().filter(|members| members.len() > 1));
        }
        for (a, b) in candidates(&classes, policy) {
            if let (Some(a), Some(b)) = (classes.get(a as usize), classes.get(b as usize)) {
                self.judge_classes(a, b);
            }
        }
    }

    fn judge_classes(&mut self, a: &Class<'_>, b: &Class<'_>) {
        if a.members.len() * b.members.len() <= MEMBER_PAIRS {
            for x in &a.members {
                for y in &b.members {
                    self.judge_members((a, x), (b, y));
                }
            }
            return;
        }
        let of_a = a.members.iter().map(|member| (a, *member, true));
        let of_b = b.members.iter().map(|member| (b, *member, false));
        let mut line: Vec<_> = of_a.chain(of_b).collect();
        line.sort_by_key(|(_, member, _)| age(member));
        for pair in line.windows(2) {
            if let [x, y] = pair
                && x.2 != y.2
            {
                self.judge_members((x.0, x.1), (y.0, y.1));
            }
        }
    }

    fn judge_members(&mut self, a: (&Class<'_>, &Arc<Memory>), b: (&Class<'_>, &Arc<Memory>)) {
        if comparable(a.1.kind, b.1.kind) {
            self.take(judge((a.1, &a.0.statement), (b.1, &b.0.statement)));
        }
    }

    fn take(&mut self, judged: Judged) {
        self.compared += 1;
        match judged.relation {
            Relation::Related => self.related += 1,
            Relation::Unrelated => self.unrelated += 1,
            _ => self.pairs.push(judged),
        }
    }

    fn index(&mut self) {
        self.pairs.sort_unstable_by_key(|pair| (pair.older, pair.newer));
        self.pairs.dedup_by_key(|pair| (pair.older, pair.newer));
        self.by_member.clear();
        for (pair, place) in self.pairs.iter().zip(0u32..) {
            self.by_member.entry(pair.older).or_default().push(place);
            self.by_member.entry(pair.newer).or_default().push(place);
        }
        self.class_of.clear();
        for (class, place) in self.classes.iter().zip(0u32..) {
            self.class_of.extend(class.iter().map(|member| (*member, place)));
        }
    }

    /// Every telling pair, in order.
    pub(super) fn pairs(&self) -> &[Judged] {
        &self.pairs
    }

    /// The telling pairs of one memory, in order.
    pub(super) fn of_member(&self, id: MemoryId) -> impl Iterator<Item = &Judged> {
        let places = self.by_member.get(&id).map(Vec::as_slice).unwrap_or_default();
        places.iter().filter_map(|place| self.pairs.get(*place as usize))
    }

    /// The memories of one scope and kind with the same text as `id`, itself among them; empty when it is alone.
    pub(super) fn class_of(&self, id: MemoryId) -> &[MemoryId] {
        let class = self.class_of.get(&id).and_then(|place| self.classes.get(*place as usize));
        class.map(Vec::as_slice).unwrap_or_default()
    }

    /// Every class of two or more members.
    pub(super) fn classes(&self) -> &[Vec<MemoryId>] {
        &self.classes
    }

    /// Follows a change of `before` to `after`: pairs and classes lose what is no longer active, and what the verdict sees
    /// otherwise is judged again.
    pub(super) fn follow(&mut self, before: &State, after: &State, touched: &[MemoryId]) {
        let active = |id: &MemoryId| {
            after.memories.get(id).is_some_and(|memory| memory.standing == Standing::Active)
        };
        let seen_otherwise = |id: &MemoryId| {
            let seen = |memory: &Arc<Memory>| (memory.slot.clone(), memory.trust());
            before.memories.get(id).map(seen) != after.memories.get(id).map(seen)
        };
        let changed: FxHashSet<MemoryId> =
            touched.iter().copied().filter(|id| active(id) && seen_otherwise(id)).collect();
        let mut again: Vec<(MemoryId, MemoryId)> = slot_neighbours(after, &changed);
        self.pairs.retain(|pair| {
            let both = active(&pair.older) && active(&pair.newer);
            let stale = changed.contains(&pair.older) || changed.contains(&pair.newer);
            if both && stale {
                again.push((pair.older, pair.newer));
            }
            both && !stale
        });
        again.sort_unstable();
        again.dedup();
        for (a, b) in again {
            if let (Some(a), Some(b)) = (after.memories.get(&a), after.memories.get(&b)) {
                self.pairs.extend(Some(judge_texts(a, b)).filter(Judged::is_telling));
            }
        }
        self.classes.retain_mut(|class| {
            class.retain(active);
            class.len() > 1
        });
        self.index();
    }
}

/// The changed memories with everything active in their scope that answers the same slot.
fn slot_neighbours(state: &State, changed: &FxHashSet<MemoryId>) -> Vec<(MemoryId, MemoryId)> {
    let mut slots: BTreeMap<(&Scope, &str), Vec<MemoryId>> = BTreeMap::new();
    for memory in changed.iter().filter_map(|id| state.memories.get(id)) {
        if let Some(slot) = memory.slot.as_deref() {
            slots.entry((&memory.scope, slot)).or_default().push(memory.id);
        }
    }
    if slots.is_empty() {
        return Vec::new();
    }
    let mut pairs = Vec::new();
    for memory in state.memories.values().filter(|m| m.standing == Standing::Active) {
        let Some(slot) = memory.slot.as_deref() else { continue };
        for other in slots.get(&(&memory.scope, slot)).into_iter().flatten() {
            let known = state
                .memories
                .get(other)
                .filter(|other| other.id != memory.id && comparable(other.kind, memory.kind));
            if let Some(other) = known {
                let (a, b) =
                    if age(memory) <= age(other) { (memory, other) } else { (other, memory) };
                pairs.push((a.id, b.id));
            }
        }
    }
    pairs
}
