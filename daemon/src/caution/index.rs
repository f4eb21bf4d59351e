//! The pitfalls of a store by what calls them to mind.
//!
//! Must never: order anything that leaves it by how it came in, keep a trace of what was taken out, look at every pitfall
//! for one question.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use consolidate_shared::id::MemoryId;
use consolidate_shared::time::{Day, Timestamp};
use consolidate_shared::wire::v1::Way;
use rustc_hash::FxHashMap;

use super::asked::Asked;
use super::error::{Heard, Window};
use super::rule::{Place, Rule};
use crate::recall::{Facts, ScopeKey, Scopes};

/// What is looked at between two looks at the deadline.
const STEPS_PER_CHECK: u32 = 512;

/// The index. Cloning gives one that changes apart; the rules themselves are shared.
#[derive(Clone, Debug, Default)]
pub struct Triggers {
    scopes: BTreeMap<ScopeKey, Scope>,
    places: FxHashMap<MemoryId, ScopeKey>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Scope {
    rules: FxHashMap<MemoryId, Arc<Rule>>,
    keys: Keys,
    /// Error patterns, by the windows that there are any of.
    errors: BTreeMap<Window, Keys>,
}

type Keys = FxHashMap<u64, BTreeSet<MemoryId>>;

/// One pitfall that fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The memory.
    pub id: MemoryId,
    /// How exactly it fits; compares within one answer only.
    pub exactness: u32,
    /// By what.
    pub ways: Vec<Way>,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// All that fit: the most exact first, then by trust (a candidate's counts half), strength, newest evidence, id.
    pub matches: Vec<Match>,
    /// Whether the deadline came first.
    pub is_cut: bool,
}

impl Triggers {
    /// Puts a pitfall in, in place of what was known of it.
    pub fn put(&mut self, id: MemoryId, scope: &ScopeKey, rule: Arc<Rule>) {
        self.remove(id);
        let place = self.scopes.entry(scope.clone()).or_default();
        for at in rule.places() {
            let (keys, key) = place.at(at);
            keys.entry(key).or_default().insert(id);
        }
        place.rules.insert(id, rule);
        self.places.insert(id, scope.clone());
    }

    /// Takes a pitfall out with everything that it brought in.
    pub fn remove(&mut self, id: MemoryId) {
        let Some(key) = self.places.remove(&id) else { return };
        let Some(scope) = self.scopes.get_mut(&key) else { return };
        let places = scope.rules.remove(&id).map(|rule| rule.places());
        for at in places.into_iter().flatten() {
            let (keys, key) = scope.at(at);
            if let Some(ids) = keys.get_mut(&key) {
                ids.remove(&id);
                if ids.is_empty() {
                    keys.remove(&key);
                }
            }
        }
        scope.errors.retain(|_, keys| !keys.is_empty());
        if scope.rules.is_empty() {
            self.scopes.remove(&key);
        }
    }

    /// Number of pitfalls.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The pitfalls of `scopes` that fit and hold at `at`. `facts` tells what is known of a memory beside its trigger, and
    /// nothing of one that is not served. `late` says whether the deadline has passed.
    pub fn find<'f>(
        &self,
        asked: &Asked,
        (scopes, at): (Scopes<'_>, Timestamp),
        facts: impl Fn(MemoryId) -> Option<&'f Facts>,
        late: &mut dyn FnMut() -> bool,
    ) -> Found {
        let mut watch = Watch { late, steps: 0, is_late: false };
        let mut found: Vec<(Match, Worth)> = Vec::new();
        for (_, scope) in self.scopes.iter().filter(|(key, _)| scopes.contains(key)) {
            for id in scope.candidates(asked, &mut watch) {
                if watch.step() {
                    break;
                }
                let holds = |facts: &&Facts| !facts.superseded && facts.valid_at(at);
                let Some(facts) = facts(id).filter(holds) else { continue };
                let fit = scope.rules.get(&id).and_then(|rule| rule.fit(asked));
                if let Some((exactness, ways)) = fit {
                    found.push((Match { id, exactness, ways }, worth(facts)));
                }
            }
        }
        found.sort_unstable_by_key(|(it, worth)| (Reverse((it.exactness, *worth)), it.id));
        let matches = found.into_iter().map(|(it, _)| it).collect();
        Found { matches, is_cut: watch.is_late }
    }

    #[cfg(test)]
    pub(super) fn scopes(&self) -> usize {
        self.scopes.len()
    }
}

impl PartialEq for Triggers {
    fn eq(&self, other: &Self) -> bool {
        self.scopes == other.scopes
    }
}

/// Trust, strength, newest evidence: the better the greater.
type Worth = (u16, u16, Day);

fn worth(facts: &Facts) -> Worth {
    let trust = if facts.candidate { facts.trust / 2 } else { facts.trust };
    (trust, facts.strength, facts.newest_evidence)
}

impl Scope {
    fn at(&mut self, place: Place) -> (&mut Keys, u64) {
        match place {
            Place::Key(key) => (&mut self.keys, key),
            Place::Error(window, key) => (self.errors.entry(window).or_default(), key),
        }
    }

    /// What may fit, by id.
    fn candidates(&self, asked: &Asked, watch: &mut Watch<'_>) -> BTreeSet<MemoryId> {
        let mut ids = BTreeSet::new();
        let mut take = |keys: &Keys, key: u64| ids.extend(keys.get(&key).into_iter().flatten());
        if let Some(error) = &asked.error {
            self.by_error(error, watch, &mut take);
        }
        let ran = asked.ran.iter().flat_map(|ran| super::command::keys_of(ran));
        let domain = asked.domain.iter().flat_map(super::domain::Domain::keys);
        let things = asked.things.iter().flat_map(super::anchor::Thing::keys);
        for key in ran.chain(domain).chain(things) {
            if watch.step() {
                break;
            }
            take(&self.keys, key);
        }
        ids
    }

    fn by_error(&self, error: &Heard, watch: &mut Watch<'_>, take: &mut dyn FnMut(&Keys, u64)) {
        for (window, keys) in &self.errors {
            for key in error.keys(*window) {
                if watch.step() {
                    return;
                }
                take(keys, key);
            }
        }
    }
}

/// Looks at the deadline now and then.
struct Watch<'a> {
    late: &'a mut dyn FnMut() -> bool,
    steps: u32,
    is_late: bool,
}

impl Watch<'_> {
    /// One step further; says whether it is late.
    fn step(&mut self) -> bool {
        if self.steps.is_multiple_of(STEPS_PER_CHECK) && !self.is_late {
            self.is_late = (self.late)();
        }
        self.steps = self.steps.wrapping_add(1);
        self.is_late
    }
}
