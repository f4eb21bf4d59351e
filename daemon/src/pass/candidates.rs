//! Which pairs are compared at all: an exact set-similarity join over core stems, within one scope.
//!
//! Equal normalised texts are one class; classes are compared, never all pairs. Two classes are nominated when
//! - enough of the smaller one's stems are in the larger one (`Policy::candidate_containment`), found by *prefix
//!   filtering*: with the stems ordered from rare to common, two sets of which `need` stems of the smaller one are shared
//!   have a stem in common among the smaller one's first `len - need + 1`; or
//! - they share a stem that is rare in the scope (`Policy::rare_stem`): a text of change names its old value by one; or
//! - their stems are equal sets, all common; or
//! - two of their members answer the same slot.
//!
//! A stem in more than `Policy::common_stem` texts nominates nothing by itself. How common a stem is counts the texts of
//! every standing: what a pass retires must not make other pairs candidates, or planning again would find more to do. The
//! order of what comes out depends on the memories alone, never on the order of writing or on a hash map.

use std::sync::Arc;

use consolidate_shared::model::{Memory, Standing};
use consolidate_shared::policy::Policy;
use rustc_hash::FxHashMap;

use super::judge::age;
use crate::relate::Statement;

/// In a group that only a key holds together, each member meets so many of the next ones in order of age.
/// Wide, so that what retires from between two others does not make a new pair of them.
const NEIGHBOURS: usize = 64;

/// The memories of one scope with the same normalised text.
#[derive(Debug)]
pub(super) struct Class<'a> {
    pub(super) statement: Statement,
    /// The active ones, in order of age. Where there are none, the text only counts in how common its stems are.
    pub(super) members: Vec<&'a Arc<Memory>>,
}

/// A pair of classes by their places, the smaller place first.
pub(super) type ClassPair = (u32, u32);

/// Groups all memories of one scope into classes, in the order of their first member's id.
pub(super) fn classes<'a>(memories: &[&'a Arc<Memory>]) -> Vec<Class<'a>> {
    let mut places: FxHashMap<String, usize> = FxHashMap::default();
    let mut by_text: FxHashMap<&str, usize> = FxHashMap::default();
    let mut classes: Vec<Class<'a>> = Vec::new();
    for memory in memories {
        let place = *by_text.entry(&memory.text).or_insert_with(|| {
            let statement = Statement::new(&memory.text);
            *places.entry(statement.normalised().to_owned()).or_insert_with(|| {
                classes.push(Class { statement, members: Vec::new() });
                classes.len() - 1
            })
        });
        if memory.standing == Standing::Active
            && let Some(class) = classes.get_mut(place)
        {
            class.members.push(memory);
        }
    }
    for class in &mut classes {
        class.members.sort_by_key(|memory| age(memory));
    }
    classes
}

/// The pairs of classes worth comparing, in order, without repetition.
pub(super) fn candidates(classes: &[Class<'_>], policy: &Policy) -> Vec<ClassPair> {
    let index = Index::new(classes, policy);
    let mut pairs = index.join(classes);
    pairs.extend(index.equal_common_sets(classes));
    pairs.extend(equal_slots(classes));
    pairs.extend(marked(classes));
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// The stems of every class, from rare to common, and where each stem occurs.
struct Index<'p> {
    policy: &'p Policy,
    /// A class's stems as ranks: 0 is the rarest stem of the scope.
    sets: Vec<Box<[u32]>>,
    /// For each rank how many texts of any standing hold it.
    counts: Vec<u32>,
    /// For each rank the classes with active members that hold it, in order.
    postings: Vec<Vec<u32>>,
}

impl<'p> Index<'p> {
    fn new(classes: &[Class<'_>], policy: &'p Policy) -> Self {
        let mut counts: FxHashMap<u64, u32> = FxHashMap::default();
        for stem in classes.iter().flat_map(|class| class.statement.core()) {
            *counts.entry(stem.value()).or_default() += 1;
        }
        let mut order: Vec<(u32, u64)> =
            counts.iter().map(|(&stem, &count)| (count, stem)).collect();
        order.sort_unstable();
        let ranks: FxHashMap<u64, u32> =
            order.iter().zip(0u32..).map(|(&(_, stem), rank)| (stem, rank)).collect();
        let mut postings = vec![Vec::new(); order.len()];
        let mut sets = Vec::with_capacity(classes.len());
        for (class, place) in classes.iter().zip(0u32..) {
            let stems = class.statement.core().iter();
            let mut set: Vec<u32> =
                stems.filter_map(|stem| ranks.get(&stem.value()).copied()).collect();
            set.sort_unstable();
            for rank in set.iter().filter(|_| !class.members.is_empty()) {
                if let Some(posting) = postings.get_mut(*rank as usize) {
                    posting.push(place);
                }
            }
            sets.push(set.into_boxed_slice());
        }
        let counts = order.into_iter().map(|(count, _)| count).collect();
        Self { policy, sets, counts, postings }
    }

    fn set(&self, place: u32) -> &[u32] {
        self.sets.get(place as usize).map(AsRef::as_ref).unwrap_or_default()
    }

    fn count(&self, rank: u32) -> u32 {
        self.counts.get(rank as usize).copied().unwrap_or_default()
    }

    fn posting(&self, rank: u32) -> &[u32] {
        self.postings.get(rank as usize).map(Vec::as_slice).unwrap_or_default()
    }

    /// The set-similarity join: every class probes for those that are at least as large.
    fn join(&self, classes: &[Class<'_>]) -> Vec<ClassPair> {
        let mut pairs = Vec::new();
        let mut seen_by = vec![u32::MAX; self.sets.len()];
        for (place, class) in (0u32..).zip(classes) {
            if !class.members.is_empty() {
                self.probe(place, &mut seen_by, &mut pairs);
            }
        }
        pairs
    }

    fn probe(&self, place: u32, seen_by: &mut [u32], pairs: &mut Vec<ClassPair>) {
        let set = self.set(place);
        let need = self.need(set.len());
        let prefix = set.len().saturating_sub(need) + 1;
        for (i, &rank) in set.iter().enumerate() {
            let posting = self.posting(rank);
            let count = self.count(rank);
            let rare = count <= self.policy.rare_stem;
            if count > self.policy.common_stem || (!rare && i >= prefix) {
                // Ranks only grow more common from here on.
                break;
            }
            for &other in posting {
                let larger = self.set(other);
                let first = (set.len(), place) < (larger.len(), other);
                let new = seen_by.get(other as usize).is_some_and(|&by| by != place);
                if !first || !new {
                    continue;
                }
                if rare || shared(set, larger, need) >= need {
                    pairs.push((place.min(other), place.max(other)));
                }
                if let Some(by) = seen_by.get_mut(other as usize) {
                    *by = place;
                }
            }
        }
    }

    /// Stems of a set of this size that a larger set must share.
    fn need(&self, len: usize) -> usize {
        (len * usize::from(self.policy.candidate_containment)).div_ceil(1000).max(1)
    }

    /// Classes whose stems are one set of common stems alone: no stem nominates them.
    fn equal_common_sets(&self, classes: &[Class<'_>]) -> Vec<ClassPair> {
        let common = |set: &[u32]| {
            set.first().is_some_and(|&rank| self.count(rank) > self.policy.common_stem)
        };
        let mut groups: FxHashMap<&[u32], Vec<u32>> = FxHashMap::default();
        for (set, place) in self.sets.iter().map(AsRef::as_ref).zip(0u32..) {
            let active = classes.get(place as usize).is_some_and(|class| !class.members.is_empty());
            if active && common(set) {
                groups.entry(set).or_default().push(place);
            }
        }
        groups.into_values().flat_map(|places| neighbours(classes, places)).collect()
    }
}

/// How many ranks two sorted sets share; gives up when `need` cannot be reached.
fn shared(small: &[u32], large: &[u32], need: usize) -> usize {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while let (Some(a), Some(b)) = (small.get(i), large.get(j)) {
        if count + (small.len() - i) < need {
            return count;
        }
        count += usize::from(a == b);
        i += usize::from(a <= b);
        j += usize::from(b <= a);
    }
    count
}

/// Classes with members that answer the same slot.
fn equal_slots(classes: &[Class<'_>]) -> Vec<ClassPair> {
    let mut groups: FxHashMap<&str, Vec<u32>> = FxHashMap::default();
    for (class, place) in classes.iter().zip(0u32..) {
        let mut slots: Vec<&str> = class.members.iter().filter_map(|m| m.slot.as_deref()).collect();
        slots.sort_unstable();
        slots.dedup();
        for slot in slots {
            groups.entry(slot).or_default().push(place);
        }
    }
    groups.into_values().flat_map(|places| neighbours(classes, places)).collect()
}

/// Classes with members that are marked as conflicting: the mark must be looked at again.
fn marked(classes: &[Class<'_>]) -> Vec<ClassPair> {
    let mut places = FxHashMap::default();
    for (class, place) in classes.iter().zip(0u32..) {
        for member in class.members.iter().filter(|member| !member.conflicts_with.is_empty()) {
            places.insert(member.id, (place, *member));
        }
    }
    let marks = places.values().flat_map(|(place, member)| {
        let others = member.conflicts_with.iter().filter_map(|other| places.get(other));
        others.map(move |(other, _)| (*place.min(other), *place.max(other)))
    });
    marks.filter(|(a, b)| a != b).collect()
}

/// Each class with the next ones in order of age.
fn neighbours(classes: &[Class<'_>], mut places: Vec<u32>) -> Vec<ClassPair> {
    let first = |place: u32| {
        let class = classes.get(place as usize);
        class.and_then(|class| class.members.first()).map(|memory| age(memory))
    };
    places.sort_by_key(|place| (first(*place), *place));
    let mut pairs = Vec::new();
    for (i, a) in places.iter().enumerate() {
        for b in places.iter().skip(i + 1).take(NEIGHBOURS) {
            pairs.push((*a.min(b), *a.max(b)));
        }
    }
    pairs
}
