//! The judged pairs of a whole store, and how they follow its changes.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;
use std::sync::Arc;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Kind, Memory, Scope, Standing};
use consolidate_shared::plan::PassKind;
use consolidate_shared::policy::Policy;
use rustc_hash::FxHashMap;

use super::candidates::{Partners, Probe};
use super::census::{Census, Entry};
use super::pairs::Pairs;
use super::population::{Class, Member, Population};
use super::update::Update;
use crate::pass::judge::{Judged, comparable, judge_members};
use crate::pass::snapshot::Source;
use crate::relate::{Families, Relation, Statement, text_relation};

/// The pairs of a store that tell something, under one policy: a cache that may be dropped at any time.
///
/// Costs about 300 bytes a memory. Equal for equal memories, whether built at once or updated.
#[derive(Debug, Clone)]
pub struct PairIndex {
    pub(super) policy: Policy,
    /// The tool families of the policy, ready to read texts with.
    pub(super) families: Families,
    scopes: BTreeMap<Scope, u32>,
    pub(super) populations: Vec<Population>,
    places: FxHashMap<MemoryId, (Place, Entry)>,
    census: Census,
    /// What tells something; both sides are active.
    pub(super) pairs: Pairs,
    /// Classes with two or more active members of one kind.
    twins: BTreeSet<Place>,
    /// Pairs that were judged so far: what it cost.
    judged: u64,
}

/// Where a memory's text stands: its scope's number and the class's in it.
pub(super) type Place = (u32, u32);

impl PairIndex {
    /// Judges every candidate pair among the active memories of `source`.
    pub fn of(source: &dyn Source, policy: &Policy) -> Self {
        let mut index = Self::empty(policy);
        let mut scopes: BTreeMap<Scope, Vec<MemoryId>> = BTreeMap::new();
        for memory in source.memories() {
            if let Some(ids) = scopes.get_mut(&memory.scope) {
                ids.push(memory.id);
            } else {
                scopes.insert(memory.scope.clone(), vec![memory.id]);
            }
        }
        // Scope by scope, so that only one scope's texts are in memory at a time.
        for (scope, ids) in scopes {
            let number = index.number(&scope);
            let memories: Vec<Arc<Memory>> =
                ids.into_iter().filter_map(|id| source.memory(id)).collect();
            index.build(number, &memories);
        }
        index
    }

    /// Whether a run would come to compare two memories that a rule tells something of, once both are active. In a scope of so
    /// many texts that what they share tells nothing there, it may not.
    pub(crate) fn compares(a: &Memory, b: &Memory, policy: &Policy, families: &Families) -> bool {
        let active =
            |memory: &Memory| Arc::new(Memory { standing: Standing::Active, ..memory.clone() });
        let mut index = Self::reading(policy, families.clone());
        let number = index.number(&a.scope);
        index.build(number, &[active(a), active(b)]);
        let is_twin = || index.class_of(a.id).any(|twin| twin == b.id);
        index.of_member(a.id).any(|judged| judged.other(a.id) == b.id) || is_twin()
    }

    fn empty(policy: &Policy) -> Self {
        Self::reading(policy, Families::of(policy))
    }

    fn reading(policy: &Policy, families: Families) -> Self {
        Self {
            policy: policy.clone(),
            families,
            scopes: BTreeMap::new(),
            populations: Vec::new(),
            places: FxHashMap::default(),
            census: Census::default(),
            pairs: Pairs::default(),
            twins: BTreeSet::new(),
            judged: 0,
        }
    }

    /// Follows a change of the store: `changed` with what they are now (`None`: gone), and `fetch` for any other memory
    /// as it is now.
    pub fn update(
        &mut self,
        changed: impl IntoIterator<Item = (MemoryId, Option<Arc<Memory>>)>,
        fetch: &dyn Fn(MemoryId) -> Option<Arc<Memory>>,
    ) {
        let mut update = Update::new(&self.families);
        for (id, memory) in changed {
            update.take(self, id, memory.as_deref());
        }
        update.judge(self, fetch);
    }

    /// How many pairs were judged to make it and to keep it: for logs, it depends on its history.
    pub fn judged(&self) -> u64 {
        self.judged
    }

    /// How many memories it knows, of every standing.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether it knows no memory.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The policy it was made under.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Whether it was made under this policy.
    pub fn is_under(&self, policy: &Policy) -> bool {
        self.policy == *policy
    }

    /// Notes where a memory stands; counts it.
    pub(super) fn place(&mut self, memory: &Memory, place: Place) {
        let entry = Entry::of(memory);
        if let Some((_, before)) = self.places.insert(memory.id, (place, entry)) {
            self.census.leave(memory.id, before);
        }
        self.census.enter(memory.id, entry);
    }

    /// Forgets where a memory stood.
    pub(super) fn displace(&mut self, id: MemoryId) {
        if let Some((_, before)) = self.places.remove(&id) {
            self.census.leave(id, before);
        }
    }

    /// Where a memory's text stands.
    pub(super) fn place_of(&self, id: MemoryId) -> Option<Place> {
        self.places.get(&id).map(|(place, _)| *place)
    }

    /// The counts.
    pub(in crate::pass) fn census(&self) -> &Census {
        &self.census
    }

    /// The number of a scope, given when it is met first.
    pub(super) fn number(&mut self, scope: &Scope) -> u32 {
        if let Some(number) = self.scopes.get(scope) {
            return *number;
        }
        let number = u32::try_from(self.populations.len()).unwrap_or(u32::MAX);
        self.scopes.insert(scope.clone(), number);
        self.populations.push(Population::default());
        number
    }

    pub(super) fn population(&self, scope: u32) -> Option<&Population> {
        self.populations.get(scope as usize)
    }

    fn build(&mut self, scope: u32, memories: &[Arc<Memory>]) {
        let mut population = Population::default();
        let statements = self.populate(&mut population, scope, memories);
        self.judge_all(&population, scope, &statements);
        if let Some(empty) = self.populations.get_mut(scope as usize) {
            *empty = population;
        }
        for place in 0..u32::try_from(statements.len()).unwrap_or(u32::MAX) {
            self.note_twins((scope, place));
        }
    }

    /// Places the memories of one scope; the analysed texts, by place.
    fn populate(
        &mut self,
        population: &mut Population,
        scope: u32,
        memories: &[Arc<Memory>],
    ) -> Vec<Statement> {
        let mut statements: Vec<Statement> = Vec::new();
        let mut of_text: FxHashMap<&str, u32> = FxHashMap::default();
        for memory in memories {
            let member = Member::of(memory);
            let place = if let Some(place) = of_text.get(memory.text.as_str()) {
                population.join(*place, member);
                *place
            } else {
                let statement = Statement::with(&memory.text, &self.families);
                let place = population.add(member, &statement);
                if place as usize == statements.len() {
                    statements.push(statement);
                }
                of_text.insert(&memory.text, place);
                place
            };
            self.place(memory, (scope, place));
        }
        statements
    }

    fn judge_all(&mut self, population: &Population, scope: u32, statements: &[Statement]) {
        let policy = self.policy.clone();
        let mut probe = Probe::new(population, &policy);
        let text = |place: u32| statements.get(place as usize);
        for place in population.places() {
            let Some((class, mine)) = population.class(place).zip(text(place)) else { continue };
            if !class.is_active() {
                continue;
            }
            for other in probe.partners(place, Partners::Larger) {
                let Some(theirs) = population.class(other).zip(text(other)) else { continue };
                if class.may_tell(theirs.0) {
                    self.judge_classes((class, mine), theirs);
                } else {
                    debug_assert!(!tells(mine, theirs.1), "the sketch passes over what tells");
                }
            }
            for member in class.active() {
                for (id, of) in self.alone(population, (scope, place), member) {
                    let other = population.member(of, id).filter(|other| other.active);
                    if let Some(theirs) = other.zip(text(of)) {
                        self.judge_pair((member, mine), theirs);
                    }
                }
            }
        }
    }

    /// Judges the members of two classes.
    pub(super) fn judge_classes(&mut self, a: (&Class, &Statement), b: (&Class, &Statement)) {
        let most = self.policy.class_members as usize;
        let many = a.0.members.len() * b.0.members.len() > most * most;
        let most = if many { most } else { usize::MAX };
        let (of_a, of_b) = (compared(a.0, most), compared(b.0, most));
        // Members that differ in their instants alone are to each other what the texts are, in one order or the other.
        let mut known: Vec<(Stands<'_>, Judged)> = Vec::new();
        for x in &of_a {
            for y in of_b.iter().filter(|y| comparable(x.kind, y.kind)) {
                let stands = Stands::of(x, y);
                let judged = known.iter().find(|(other, _)| *other == stands).map(|(_, j)| *j);
                let judged = judged.unwrap_or_else(|| {
                    let judged = judge_members((x, a.1), (y, b.1));
                    known.push((stands, judged));
                    self.judged += 1;
                    judged
                });
                let (older, newer) = if x.age() <= y.age() { (x, y) } else { (y, x) };
                self.keep((x, y), Judged { older: older.id, newer: newer.id, ..judged });
            }
        }
    }

    /// Judges two members and keeps what tells something.
    pub(super) fn judge_pair(&mut self, a: (&Member, &Statement), b: (&Member, &Statement)) {
        if a.0.id == b.0.id || !comparable(a.0.kind, b.0.kind) {
            return;
        }
        self.judged += 1;
        self.keep((a.0, b.0), judge_members(a, b));
    }

    fn keep(&mut self, (a, b): (&Member, &Member), judged: Judged) {
        // What never holds at one time asks nobody whether it contradicts itself.
        let parted = || !a.validity().meets(b.validity());
        if judged.is_telling() && !(judged.asks() == Some(PassKind::Conflict) && parted()) {
            self.pairs.keep(judged);
        }
    }

    /// The members that meet `member` by themselves, not by their class: neighbours of a key, and what it is marked against. Of
    /// its own class, those that go another way.
    pub(super) fn alone(
        &self,
        population: &Population,
        place: Place,
        member: &Member,
    ) -> Vec<(MemoryId, u32)> {
        let mut found =
            population.neighbours(place.1, member, self.policy.group_neighbours as usize);
        for mark in &member.marks {
            let marked = self.place_of(*mark).filter(|other| other.0 == place.0);
            found.extend(marked.map(|other| (*mark, other.1)));
        }
        let retold = |id: MemoryId| {
            let way = population.member(place.1, id).and_then(|other| other.way);
            member.way.zip(way).is_some_and(|(mine, other)| mine != other)
        };
        found.retain(|(id, of)| *of != place.1 || retold(*id));
        found
    }

    /// The pairs of a class that nothing nominates any more.
    pub(super) fn unmet(&self, probe: &Probe<'_>, place: Place) -> Vec<(MemoryId, MemoryId)> {
        let Some(population) = self.population(place.0) else { return Vec::new() };
        let mut unmet = Vec::new();
        let members = population.class(place.1).into_iter().flat_map(Class::active);
        for member in members {
            let mut alone: Option<Vec<(MemoryId, u32)>> = None;
            for other in self.pairs.partners(member.id) {
                let of = self.place_of(other).filter(|of| *of != place);
                let met = of.is_some_and(|of| probe.do_meet(place.1, of.1));
                let alone = alone.get_or_insert_with(|| self.alone(population, place, member));
                let marks_back =
                    || self.member(other).is_some_and(|other| other.marks.contains(&member.id));
                if !met && !marks_back() && alone.iter().all(|(id, _)| *id != other) {
                    unmet.push((member.id, other));
                }
            }
        }
        unmet
    }

    /// Whose text stands for its class.
    pub(super) fn representative(&self, place: Place) -> Option<MemoryId> {
        self.population(place.0)?.class(place.1)?.representative()
    }

    /// Notes whether the class at `place` has two active members of one kind.
    pub(super) fn note_twins(&mut self, place: Place) {
        let class = self.population(place.0).and_then(|population| population.class(place.1));
        let mut kinds: BTreeSet<Kind> = BTreeSet::new();
        let twins =
            class.is_some_and(|class| class.active().any(|member| !kinds.insert(member.kind)));
        if twins {
            self.twins.insert(place);
        } else {
            self.twins.remove(&place);
        }
    }

    /// The pairs that a rule decides, by (older, newer).
    pub(crate) fn decided(&self) -> impl Iterator<Item = Judged> {
        self.pairs.decided()
    }

    /// The pairs that a rule asks about, by (older, newer).
    #[cfg(test)]
    pub(crate) fn asked(&self) -> impl Iterator<Item = Judged> {
        self.pairs.asked()
    }

    /// The pairs that `pass` would ask about, the strongest first.
    pub(super) fn strongest(&self, pass: PassKind) -> impl Iterator<Item = Judged> {
        self.pairs.strongest(pass)
    }

    /// How many pairs `pass` would ask about.
    pub(super) fn count_asked(&self, pass: PassKind) -> usize {
        self.pairs.count_asked(pass)
    }

    /// How many pairs tell something.
    pub fn count(&self) -> usize {
        self.pairs.len()
    }

    /// What is known of two memories.
    pub(super) fn between(&self, a: MemoryId, b: MemoryId) -> impl Iterator<Item = Judged> {
        self.pairs.between(a, b)
    }

    /// The telling pairs of one memory, in no order that means anything.
    pub(super) fn of_member(&self, id: MemoryId) -> impl Iterator<Item = Judged> {
        self.pairs.partners(id).filter_map(move |other| self.pairs.between(id, other).next())
    }

    /// The active memories of the scope and kind of `id` with the same text, itself among them.
    pub(super) fn class_of(&self, id: MemoryId) -> impl Iterator<Item = MemoryId> {
        let class = self.class(id);
        let kind =
            class.and_then(|class| class.members.iter().find(|m| m.id == id)).map(|m| m.kind);
        let active = class.into_iter().flat_map(Class::active);
        active.filter(move |member| Some(member.kind) == kind).map(|member| member.id)
    }

    /// What is known of a memory.
    pub(in crate::pass) fn member(&self, id: MemoryId) -> Option<&Member> {
        let (scope, place) = self.place_of(id)?;
        self.population(scope)?.member(place, id)
    }

    fn class(&self, id: MemoryId) -> Option<&Class> {
        let (scope, place) = self.place_of(id)?;
        self.population(scope)?.class(place)
    }

    /// The active members of every class that has two of one kind.
    pub(super) fn twins(&self) -> impl Iterator<Item = MemoryId> {
        let classes =
            self.twins.iter().filter_map(|(scope, place)| self.population(*scope)?.class(*place));
        classes.flat_map(Class::active).map(|member| member.id)
    }
}

/// Whether a rule tells something of two texts, in either order.
fn tells(a: &Statement, b: &Statement) -> bool {
    let silent = |relation| matches!(relation, Relation::Related | Relation::Unrelated);
    !silent(text_relation(a, b)) || !silent(text_relation(b, a))
}

/// What one is: kind, slot, way and trust.
type What<'a> = (Kind, Option<&'a str>, Option<NonZeroU64>, u16);

/// What the verdict on two members depends on beside their texts: their order in time, and what each is.
#[derive(Debug, PartialEq, Eq)]
struct Stands<'a> {
    order: Ordering,
    older_first: bool,
    a: What<'a>,
    b: What<'a>,
}

impl<'a> Stands<'a> {
    fn of(a: &'a Member, b: &'a Member) -> Self {
        let side =
            |member: &'a Member| (member.kind, member.slot.as_deref(), member.way, member.trust);
        Self { order: a.at.cmp(&b.at), older_first: a.age() <= b.age(), a: side(a), b: side(b) }
    }
}

/// The members of a class that are compared with another class's: all, or the `most` that a merge would keep, the same ones
/// whatever is retired.
fn compared(class: &Class, most: usize) -> Vec<&Member> {
    if class.members.len() <= most {
        return class.active().collect();
    }
    let mut members: Vec<&Member> = class.members.iter().collect();
    members.sort_by_key(|member| (Reverse(member.trust), member.id));
    members.truncate(most);
    members.retain(|member| member.active);
    members
}
