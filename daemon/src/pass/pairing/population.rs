//! The texts of one scope: classes of equal normalised text, and where each stem and key occurs.

use std::collections::BTreeSet;
use std::num::NonZeroU64;
use std::ops::Bound;
use std::sync::Arc;

use consolidate_shared::id::{MemoryId, hash64, hash128};
use consolidate_shared::model::{Evidence, Kind, Memory, Standing};
use consolidate_shared::time::Timestamp;
use rustc_hash::FxHashMap;

use crate::relate::{Common, FamilyKey, Sketch, Statement, Stem};
use crate::room::grow;

/// What orders members among themselves: the instant, then the id.
pub(super) type Age = (Timestamp, MemoryId);

/// What a verdict and its nomination see of one memory beside its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::pass) struct Member {
    pub(in crate::pass) id: MemoryId,
    pub(in crate::pass) at: Timestamp,
    pub(in crate::pass) kind: Kind,
    pub(in crate::pass) slot: Option<Arc<str>>,
    /// A key of its steps, if it is a procedure that lists them.
    pub(in crate::pass) way: Option<NonZeroU64>,
    /// What its origin is worth, without evidence (per mille): a merge gathers evidence, and a verdict that changed with it
    /// would make the next run decide otherwise than this one.
    pub(in crate::pass) trust: u16,
    /// Its conflict marks: what is marked is looked at again.
    pub(super) marks: Box<[MemoryId]>,
    pub(super) active: bool,
    /// Most memories hold without bounds.
    validity: Option<Box<Validity>>,
}

/// From and until when a memory holds, where that is said.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::pass) struct Validity {
    from: Option<Timestamp>,
    until: Option<Timestamp>,
}

impl Validity {
    pub(in crate::pass) fn of(memory: &Memory) -> Self {
        Self { from: memory.valid_from, until: memory.valid_until }
    }

    /// Whether two ranges overlap.
    pub(in crate::pass) fn meets(self, other: Self) -> bool {
        let starts_before_end = |x: Self, y: Self| match (x.from, y.until) {
            (Some(from), Some(until)) => from < until,
            _ => true,
        };
        starts_before_end(self, other) && starts_before_end(other, self)
    }
}

impl Member {
    pub(in crate::pass) fn of(memory: &Memory) -> Self {
        Self {
            id: memory.id,
            at: memory.instant(),
            kind: memory.kind,
            slot: memory.slot.as_deref().map(Arc::from),
            way: way(memory),
            trust: Evidence::default().trust(memory.origin),
            marks: memory.conflicts_with.iter().copied().collect(),
            active: memory.standing == Standing::Active,
            validity: Some(Validity::of(memory))
                .filter(|v| *v != Validity::default())
                .map(Box::new),
        }
    }

    pub(in crate::pass) fn is_active(&self) -> bool {
        self.active
    }

    pub(in crate::pass) fn marks(&self) -> &[MemoryId] {
        &self.marks
    }

    pub(in crate::pass) fn validity(&self) -> Validity {
        self.validity.as_deref().copied().unwrap_or_default()
    }

    pub(in crate::pass) fn age(&self) -> Age {
        (self.at, self.id)
    }

    /// The slot's key, if it names one.
    fn slot_key(&self) -> Option<u64> {
        self.slot.as_ref().map(|slot| hash64(slot.as_bytes()))
    }

    /// Whether `other` is seen alike but for standing and marks.
    pub(super) fn is_placed_as(&self, other: &Self) -> bool {
        (self.at, self.kind, &self.slot, self.way, self.trust, &self.validity)
            == (other.at, other.kind, &other.slot, other.way, other.trust, &other.validity)
    }
}

fn way(memory: &Memory) -> Option<NonZeroU64> {
    if memory.kind != Kind::Procedure || memory.steps.is_empty() {
        return None;
    }
    let steps: Vec<&str> = memory.steps.iter().map(|step| step.action.as_str()).collect();
    NonZeroU64::new(hash64(steps.join("\0").as_bytes()))
}

/// The memories of one scope with the same normalised text.
#[derive(Debug, Clone)]
pub(super) struct Class {
    /// The core stems, sorted.
    pub(super) core: Box<[u64]>,
    /// The stems of what the text says is no longer so, sorted.
    pub(super) leaves: Box<[u64]>,
    /// Whether it tells of a change, and whether it denies.
    pub(super) stance: (bool, bool),
    /// The questions that it answers by its form, sorted.
    pub(super) claims: Box<[u64]>,
    /// The keys of what it goes on from and takes back, sorted.
    pub(super) steps: Box<[u64]>,
    /// The tool families of which it answers the question: slots that its text implies.
    families: Box<[u64]>,
    sketch: Sketch,
    /// A key of the text itself: the title of a procedure is the question that its steps answer.
    title: u64,
    /// Of every standing, in order of age.
    pub(super) members: Vec<Member>,
}

impl Class {
    fn of(statement: &Statement) -> Self {
        let sorted = |keys: &mut dyn Iterator<Item = u64>| -> Box<[u64]> {
            let mut keys: Vec<u64> = keys.collect();
            keys.sort_unstable();
            keys.dedup();
            keys.into()
        };
        Self {
            core: sorted(&mut statement.core().iter().map(|stem| stem.value())),
            leaves: sorted(&mut statement.leaves().map(Stem::value)),
            stance: statement.stance(),
            claims: sorted(&mut statement.claims()),
            steps: sorted(&mut statement.steps()),
            families: sorted(&mut statement.families().map(FamilyKey::value)),
            sketch: Sketch::of(statement),
            title: hash64(statement.normalised().as_bytes()),
            members: Vec::new(),
        }
    }

    /// All that it is found by: stems, questions, steps.
    pub(super) fn terms(&self) -> impl Iterator<Item = u64> {
        self.core.iter().chain(&self.claims).chain(&self.steps).copied()
    }

    pub(super) fn active(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().filter(|member| member.active)
    }

    /// The keys that nominate a member beside its words: its slot, its title, and those that the text implies.
    fn keys(&self, member: &Member) -> Vec<u64> {
        let title = member.way.map(|_| self.title);
        member.slot_key().into_iter().chain(title).chain(self.families.iter().copied()).collect()
    }

    /// Whether a rule may tell something of a member of each: if not, their texts need not be read.
    pub(super) fn may_tell(&self, other: &Self) -> bool {
        let slotted = |class: &Self| class.members.iter().any(|member| member.slot.is_some());
        let (small, large) = if self.core.len() <= other.core.len() {
            (&self.core, &other.core)
        } else {
            (&other.core, &self.core)
        };
        let common = || Common {
            stems: shared(small, large, 0),
            taken_back: (meet(&other.leaves, &self.core), meet(&self.leaves, &other.core)),
            answers: meet(&self.claims, &other.claims),
        };
        meet(&self.steps, &other.steps)
            || meet(&self.families, &other.families)
            || self.core == other.core
            || slotted(self) && slotted(other)
            || self.sketch.may_tell(other.sketch, common())
    }

    /// Whose text stands for the class: the oldest id's, whatever its standing.
    pub(super) fn representative(&self) -> Option<MemoryId> {
        self.members.iter().map(|member| member.id).min()
    }

    pub(super) fn is_active(&self) -> bool {
        self.members.iter().any(|member| member.active)
    }
}

/// How many keys two sorted sets share; gives up when `need` cannot be reached.
pub(super) fn shared(small: &[u64], large: &[u64], need: usize) -> usize {
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

fn meet(a: &[u64], b: &[u64]) -> bool {
    let (small, large) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    small.iter().any(|key| large.binary_search(key).is_ok())
}

/// All that a text would be found by.
pub(super) fn terms(statement: &Statement) -> impl Iterator<Item = u64> {
    let stems = statement.core().iter().map(|stem| stem.value());
    stems.chain(statement.claims()).chain(statement.steps())
}

/// What a probe looks at before it reads a class: sixteen bytes that lie side by side.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Brief {
    /// A bit for each core stem.
    bits: u64,
    /// How many core stems there are.
    pub(super) size: u16,
    /// How many of them have their bit in common with another.
    doubles: u16,
    pub(super) stance: (bool, bool),
    pub(super) active: bool,
    /// Whether it says of anything that it is no longer so.
    pub(super) leaves: bool,
}

impl Brief {
    fn of(class: &Class) -> Self {
        let bits = class.core.iter().fold(0u64, |bits, stem| bits | 1 << (stem % 64));
        let size = u16::try_from(class.core.len()).unwrap_or(u16::MAX);
        let doubles = size.saturating_sub(u16::try_from(bits.count_ones()).unwrap_or(0));
        let (active, leaves) = (class.is_active(), !class.leaves.is_empty());
        Self { bits, size, doubles, stance: class.stance, active, leaves }
    }

    /// Whether the stems may be the same ones.
    pub(super) fn looks_like(self, other: Self) -> bool {
        (self.bits, self.size) == (other.bits, other.size)
    }

    /// At most so many stems does it share with `other`.
    pub(super) fn shares_at_most(self, other: Self) -> usize {
        let both = (self.bits & other.bits).count_ones() as usize;
        both + usize::from(self.doubles)
    }
}

/// The texts of one scope.
#[derive(Debug, Clone, Default)]
pub(super) struct Population {
    classes: Vec<Class>,
    briefs: Vec<Brief>,
    by_text: FxHashMap<u128, u32>,
    /// For each stem, and each question, the classes that hold it and have members.
    postings: FxHashMap<u64, Vec<u32>>,
    /// For each key the members that have it, in order of age, with their class.
    groups: FxHashMap<u64, BTreeSet<(Age, u32)>>,
}

impl Population {
    pub(super) fn class(&self, place: u32) -> Option<&Class> {
        self.classes.get(place as usize)
    }

    /// What is known of a class at a glance.
    pub(super) fn brief(&self, place: u32) -> Brief {
        self.briefs.get(place as usize).copied().unwrap_or_default()
    }

    /// How many places there are, those without members among them.
    pub(super) fn len(&self) -> u32 {
        u32::try_from(self.classes.len()).unwrap_or(u32::MAX)
    }

    pub(super) fn places(&self) -> std::ops::Range<u32> {
        0..self.len()
    }

    /// The classes that hold `term`; how many they are is how common it is.
    pub(super) fn posting(&self, term: u64) -> &[u32] {
        self.postings.get(&term).map(Vec::as_slice).unwrap_or_default()
    }

    /// Puts a member into the class of its text, and returns the class's place.
    pub(super) fn add(&mut self, member: Member, statement: &Statement) -> u32 {
        let text = hash128(statement.normalised().as_bytes());
        let place = self.by_text.get(&text).copied().unwrap_or_else(|| {
            let place = self.len();
            grow(&mut self.classes);
            self.classes.push(Class::of(statement));
            grow(&mut self.briefs);
            self.briefs.push(Brief::default());
            self.by_text.insert(text, place);
            place
        });
        if let Some(class) = self.classes.get(place as usize)
            && class.members.is_empty()
        {
            for term in class.terms() {
                let posting = self.postings.entry(term).or_default();
                let at = posting.partition_point(|other| *other < place);
                grow(posting);
                posting.insert(at, place);
            }
        }
        self.join(place, member);
        place
    }

    /// Puts a member into a class that has members.
    pub(super) fn join(&mut self, place: u32, member: Member) {
        if let Some(class) = self.classes.get_mut(place as usize) {
            for key in class.keys(&member) {
                self.groups.entry(key).or_default().insert((member.age(), place));
            }
            let at = class.members.partition_point(|other| other.age() < member.age());
            grow(&mut class.members);
            class.members.insert(at, member);
        }
        self.glance(place);
    }

    /// Notes what is known of a class at a glance, after its members changed.
    fn glance(&mut self, place: u32) {
        let class = self.classes.get(place as usize);
        if let Some((class, brief)) = class.zip(self.briefs.get_mut(place as usize)) {
            *brief = Brief::of(class);
        }
    }

    /// Takes a member out.
    pub(super) fn remove(&mut self, place: u32, id: MemoryId) {
        let Some(class) = self.classes.get_mut(place as usize) else { return };
        let Some(at) = class.members.iter().position(|member| member.id == id) else { return };
        let member = class.members.remove(at);
        if class.members.is_empty() {
            for term in class.terms() {
                if let Some(posting) = self.postings.get_mut(&term) {
                    posting.retain(|other| *other != place);
                }
            }
        }
        for key in class.keys(&member) {
            if let Some(group) = self.groups.get_mut(&key) {
                group.remove(&(member.age(), place));
            }
        }
        self.glance(place);
    }

    /// Puts a member in place of itself as it was, in the same order of age and with the same keys; returns that.
    pub(super) fn replace(&mut self, place: u32, member: Member) -> Option<Member> {
        let class = self.classes.get_mut(place as usize)?;
        let known = class.members.iter_mut().find(|other| other.id == member.id)?;
        let before = std::mem::replace(known, member);
        self.glance(place);
        Some(before)
    }

    pub(super) fn member(&self, place: u32, id: MemoryId) -> Option<&Member> {
        self.class(place)?.members.iter().find(|member| member.id == id)
    }

    /// The members next to `member` of the class at `place` in the groups of its keys, with their classes, itself left out: at
    /// most `reach` on each side of each.
    pub(super) fn neighbours(
        &self,
        place: u32,
        member: &Member,
        reach: usize,
    ) -> Vec<(MemoryId, u32)> {
        let mut found = Vec::new();
        let keys = self.class(place).map(|class| class.keys(member)).unwrap_or_default();
        for group in keys.iter().filter_map(|key| self.groups.get(key)) {
            let here = (member.age(), u32::MAX);
            let before = group.range(..(member.age(), 0)).rev().take(reach);
            let after = group.range((Bound::Excluded(here), Bound::Unbounded)).take(reach);
            found.extend(before.chain(after).map(|((_, id), place)| (*id, *place)));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::relate::tests::laws::sentence;
    use crate::relate::{Relation, text_relation};

    /// Whether what the class keeps of two texts passes over a pair of which a rule tells something.
    fn is_missed(a: &str, b: &str) -> bool {
        let (a, b) = (Statement::new(a), Statement::new(b));
        let silent = |relation| matches!(relation, Relation::Related | Relation::Unrelated);
        let told = !silent(text_relation(&a, &b)) || !silent(text_relation(&b, &a));
        told && a.normalised() != b.normalised() && !Class::of(&a).may_tell(&Class::of(&b))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1024))]

        #[test]
        fn no_pair_that_tells_is_passed_over(a in sentence(), b in sentence(), cut in 0usize..8) {
            prop_assert!(!is_missed(&a, &b));
            // Likes of each other, which most of two random sentences are not.
            let words: Vec<&str> = a.split(' ').chain(b.split(' ')).collect();
            let alike = words.iter().take(cut + 6).copied().collect::<Vec<_>>().join(" ");
            prop_assert!(!is_missed(&a, &alike));
        }
    }

    /// As they are, and as subjects of commits, of which less can be told.
    #[test]
    fn no_labelled_pair_that_tells_is_passed_over() {
        let mut passed_over = 0;
        for row in include_str!("../../../../tests/fixtures/coding-pairs.jsonl").lines() {
            let row: serde_json::Value = serde_json::from_str(row).unwrap();
            let (a, b) = (row["a"].as_str().unwrap(), row["b"].as_str().unwrap());
            for label in ["", "fix: "] {
                let (a, b) = (format!("{label}{a}"), format!("{label}{b}"));
                assert!(!is_missed(&a, &b), "{a} / {b}");
                let (a, b) = (Statement::new(&a), Statement::new(&b));
                passed_over += usize::from(!Class::of(&a).may_tell(&Class::of(&b)));
            }
        }
        assert!(passed_over > 10, "it passes over next to nothing: {passed_over}");
    }
}
