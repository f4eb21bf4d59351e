//! Which classes meet at all: an exact set-similarity join over core stems, within one scope.
//!
//! Two classes meet when
//! - enough of the smaller one's stems are in the larger one (`Policy::candidate_containment`, or `Policy::alike_containment`
//!   where both tell of a change or neither does, and both deny or neither does) and the rarest that they share is in at most `Policy::common_stem` texts of the scope; found by *prefix filtering*: with the stems ordered from rare to
//!   common, two sets that share `need` stems of the smaller one share one among its first `len - need + 1`; or
//! - they share a stem that is rare in the scope (`Policy::rare_stem`) and by which one of them names what is no longer so:
//!   that may be all that it has in common with the text that told of it; or
//! - they answer one question by their form ("S is V"), which as few texts answer; or
//! - one quotes the other as reverted, goes on from where it arrived, or differs from it in case and references alone; or
//! - their stems are equal sets, all common, and they are near in age.
//!
//! How common a stem is counts the texts of every standing, see the module. The order of what comes out depends on places
//! alone, never on a hash map.

use consolidate_shared::policy::Policy;

use super::population::{Age, Class, Member, Population, shared};

/// Which of a class's partners are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Partners {
    /// All of them.
    All,
    /// Those that are at least as large: every pair of a population comes up once.
    Larger,
}

/// How common a stem is, as far as nomination is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Band {
    Rare,
    Telling,
    Common,
}

impl Band {
    pub(super) fn of(count: usize, policy: &Policy) -> Self {
        if count <= policy.rare_stem as usize {
            Self::Rare
        } else if count <= policy.common_stem as usize {
            Self::Telling
        } else {
            Self::Common
        }
    }
}

/// A stem that two classes share.
#[derive(Debug, Clone, Copy)]
struct Shared {
    stem: u64,
    band: Band,
    /// How many stems of the probing class are no rarer, itself among them.
    left: usize,
}

/// A probe over one population; `seen` is kept between calls.
#[derive(Debug)]
pub(super) struct Probe<'a> {
    population: &'a Population,
    policy: &'a Policy,
    seen: Vec<u32>,
}

impl<'a> Probe<'a> {
    pub(super) fn new(population: &'a Population, policy: &'a Policy) -> Self {
        Self { population, policy, seen: Vec::new() }
    }

    /// The classes with active members that meet the one at `place`, in order of place.
    pub(super) fn partners(&mut self, place: u32, wanted: Partners) -> Vec<u32> {
        let Some(class) = self.population.class(place) else { return Vec::new() };
        self.seen.resize(self.population.len() as usize, u32::MAX);
        let mut stems: Vec<(usize, u64)> =
            class.core.iter().map(|stem| (self.population.posting(*stem).len(), *stem)).collect();
        stems.sort_unstable();
        let mut found = self.by_keys(place, wanted);
        if stems.first().is_some_and(|(count, _)| Band::of(*count, self.policy) == Band::Common) {
            let twins = near_twins(self.population, place, self.policy.group_neighbours as usize);
            found.extend(
                twins.into_iter().filter(|other| wanted == Partners::All || *other > place),
            );
        }
        for (i, (count, stem)) in stems.iter().enumerate() {
            let band = Band::of(*count, self.policy);
            let left = stems.len() - i;
            let beyond = wanted == Partners::Larger && left < need(stems.len(), self.policy);
            if band == Band::Common || (band == Band::Telling && beyond) {
                // Stems only grow more common from here on.
                break;
            }
            for &other in self.population.posting(*stem) {
                if self.meets(place, other, wanted, Shared { stem: *stem, band, left }) {
                    found.push(other);
                }
            }
        }
        found.retain(|other| self.population.brief(*other).active);
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether the class at `place` meets `other`, which shares a stem, with `left` stems left from it on. Looks at what lies
    /// close together first: most of a posting meets nothing, and a class is read from far away.
    fn meets(&mut self, place: u32, other: u32, wanted: Partners, met_by: Shared) -> bool {
        let Some(seen) = self.seen.get_mut(other as usize) else { return false };
        if *seen == place || other == place {
            return false;
        }
        let (a, b) = (self.population.brief(place), self.population.brief(other));
        let larger = (a.size, place) < (b.size, other);
        if !b.active || (wanted == Partners::Larger && !larger) {
            return false;
        }
        let small = usize::from(a.size.min(b.size));
        let enough = enough(small, a.stance == b.stance, self.policy);
        let rare = met_by.band == Band::Rare;
        // By another rare stem they may meet yet.
        if !rare {
            *seen = place;
        }
        let may_share = met_by.left.min(a.shares_at_most(b));
        if may_share < enough && !(rare && (a.leaves || b.leaves)) {
            return false;
        }
        let (Some(a), Some(b)) = (self.population.class(place), self.population.class(other))
        else {
            return false;
        };
        let leaves = |class: &Class| class.leaves.binary_search(&met_by.stem).is_ok();
        let (small, large) = if larger { (&a.core, &b.core) } else { (&b.core, &a.core) };
        let contained = || may_share >= enough && shared(small, large, enough) >= enough;
        let found = (rare && (leaves(a) || leaves(b))) || contained();
        if found {
            *seen = place;
        }
        found
    }

    /// The classes that answer a question as the one at `place` does, where few do, and those that go on from it or that it
    /// takes back, and the other way round.
    fn by_keys(&self, place: u32, wanted: Partners) -> Vec<u32> {
        let Some(class) = self.population.class(place) else { return Vec::new() };
        let group = |key: &u64| self.population.posting(*key);
        let band = |group: &[u32]| Band::of(group.len(), self.policy);
        let few = class.claims.iter().map(group).filter(|group| band(group) == Band::Rare);
        let steps = class.steps.iter().map(group).filter(|group| band(group) != Band::Common);
        let others = few.chain(steps).flatten().copied().filter(|other| *other != place);
        others.filter(|other| wanted == Partners::All || *other > place).collect()
    }

    /// Whether no stem of the class at `place` nominates anything: then only its twins do.
    pub(super) fn is_all_common(&self, place: u32) -> bool {
        let stems = self.population.class(place).map(|class| &class.core);
        stems.is_some_and(|stems| stems.iter().all(|stem| self.band(*stem) == Band::Common))
    }

    /// Whether two classes meet by stems or keys: what [`Self::partners`] finds, asked of one pair. Classes that are all common
    /// are not asked about.
    pub(super) fn do_meet(&self, a: u32, b: u32) -> bool {
        let Some((a, b)) = self.population.class(a).zip(self.population.class(b)) else {
            return false;
        };
        let both = |x: &[u64], y: &[u64]| -> Vec<u64> {
            x.iter().copied().filter(|term| y.binary_search(term).is_ok()).collect()
        };
        let stems = both(&a.core, &b.core);
        let leaves = |stem: &u64| {
            a.leaves.binary_search(stem).is_ok() || b.leaves.binary_search(stem).is_ok()
        };
        let rarest = stems.iter().map(|stem| self.band(*stem)).min();
        let small = a.core.len().min(b.core.len());
        let enough = enough(small, a.stance == b.stance, self.policy);
        rarest.is_some_and(|band| band != Band::Common && stems.len() >= enough)
            || stems.iter().any(|stem| self.band(*stem) == Band::Rare && leaves(stem))
            || both(&a.claims, &b.claims).iter().any(|key| self.band(*key) == Band::Rare)
            || both(&a.steps, &b.steps).iter().any(|key| self.band(*key) != Band::Common)
    }

    fn band(&self, term: u64) -> Band {
        Band::of(self.population.posting(term).len(), self.policy)
    }
}

/// Stems of a set of this size that a larger set must share, the two having one stance or not.
fn enough(size: usize, alike: bool, policy: &Policy) -> usize {
    if alike { need_alike(size, policy) } else { need(size, policy) }
}

/// Stems of a set of this size that a larger set must share.
fn need(len: usize, policy: &Policy) -> usize {
    (len * usize::from(policy.candidate_containment)).div_ceil(1000).max(1)
}

/// The same where the two have one stance.
fn need_alike(len: usize, policy: &Policy) -> usize {
    (len * usize::from(policy.alike_containment)).div_ceil(1000).max(need(len, policy))
}

/// The classes with the same stems as the one at `place`, at most `reach` on each side of it in order of their first
/// members' age; itself left out.
pub(super) fn near_twins(population: &Population, place: u32, reach: usize) -> Vec<u32> {
    let Some(class) = population.class(place) else { return Vec::new() };
    let rarest = class.core.iter().map(|stem| (population.posting(*stem).len(), *stem)).min();
    let Some((_, stem)) = rarest else { return Vec::new() };
    let first =
        |place: u32| -> Option<Age> { population.class(place)?.members.first().map(Member::age) };
    let here = population.brief(place);
    let equal = |other: &u32| {
        *other != place
            && population.brief(*other).looks_like(here)
            && population.class(*other).is_some_and(|other| other.core == class.core)
    };
    let twins = population.posting(stem).iter().copied().filter(equal);
    let mut twins: Vec<(Option<Age>, u32)> = twins.map(|other| (first(other), other)).collect();
    twins.sort_unstable();
    let here = twins.partition_point(|twin| *twin < (first(place), place));
    let (before, after) = twins.split_at(here);
    let before = before.iter().rev().take(reach);
    before.chain(after.iter().take(reach)).map(|(_, place)| *place).collect()
}
