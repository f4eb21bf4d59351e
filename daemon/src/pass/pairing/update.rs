//! How the judged pairs follow a change of the store: what moved is placed anew, and what may meet otherwise by that is
//! judged again.
//!
//! A class is judged again when a member came, left, woke or lost a mark, when a stem of it became rarer or more common than
//! a bound of nomination, or when it stands at the edge of a group that moved. Everything else meets as before.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::Memory;
use rustc_hash::FxHashMap;

use super::candidates::{Band, Partners, Probe, near_twins};
use super::index::{PairIndex, Place};
use super::population::{Class, Member, Population};
use crate::relate::{Families, Statement};

/// Analysed texts of what came that are kept until they are judged; more are analysed again. A few megabytes.
const STATEMENTS_KEPT: usize = 4096;
/// The same of what they meet: few are met again, and few stay in the processor's own memory.
const PARTNERS_KEPT: usize = 128;

/// One update in the making.
#[derive(Debug, Default)]
pub(super) struct Update {
    /// Classes whose pairs are judged again.
    dirty: BTreeSet<Place>,
    /// How common a stem or question of a scope was before.
    counts: FxHashMap<(u32, u64), usize>,
    /// Marks that came: the pair is judged.
    marked: BTreeSet<(MemoryId, MemoryId)>,
    statements: FxHashMap<Place, Arc<Statement>>,
    partners: FxHashMap<Place, Arc<Statement>>,
    families: Families,
}

impl Update {
    /// An update of pairs that are judged with these tool families.
    pub(super) fn new(families: &Families) -> Self {
        Self { families: families.clone(), ..Self::default() }
    }

    /// Places one memory as it is now (`None`: it is gone).
    pub(super) fn take(&mut self, index: &mut PairIndex, id: MemoryId, memory: Option<&Memory>) {
        let place = index.place_of(id);
        let Some(memory) = memory else {
            if let Some(place) = place {
                self.leave(index, place, id);
            }
            return;
        };
        let new = Member::of(memory);
        let number = index.number(&memory.scope);
        if let Some(place) = place {
            let old = index.member(id);
            if place.0 == number && old.is_some_and(|old| old.is_placed_as(&new)) {
                index.place(memory, place);
                return self.stay(index, place, &new);
            }
            self.leave(index, place, id);
        }
        self.enter(index, number, new, memory);
    }

    /// A member changes standing or marks.
    fn stay(&mut self, index: &mut PairIndex, place: Place, new: &Member) {
        let Some(population) = index.populations.get_mut(place.0 as usize) else { return };
        let Some(old) = population.replace(place.1, new.clone()) else { return };
        if old == *new {
            return;
        }
        let lost_mark = old.marks.iter().any(|mark| !new.marks.contains(mark));
        if !new.active {
            index.pairs.drop_all(new.id);
        } else if !old.active || lost_mark {
            self.dirty.insert(place);
        } else {
            let came = new.marks.iter().filter(|mark| !old.marks.contains(mark));
            self.marked.extend(came.map(|mark| (new.id, *mark)));
        }
        index.note_twins(place);
    }

    fn leave(&mut self, index: &mut PairIndex, place: Place, id: MemoryId) {
        index.pairs.drop_all(id);
        index.displace(id);
        self.disturb(index, place, id);
        let Some(population) = index.populations.get_mut(place.0 as usize) else { return };
        if let Some(class) = population.class(place.1) {
            for term in class.terms() {
                let before = population.posting(term).len();
                self.counts.entry((place.0, term)).or_insert(before);
            }
        }
        population.remove(place.1, id);
        self.statements.remove(&place);
        self.dirty.insert(place);
        index.note_twins(place);
    }

    fn enter(&mut self, index: &mut PairIndex, number: u32, member: Member, memory: &Memory) {
        let Some(population) = index.populations.get_mut(number as usize) else { return };
        let statement = Statement::with(&memory.text, &self.families);
        for term in super::population::terms(&statement) {
            let before = population.posting(term).len();
            self.counts.entry((number, term)).or_insert(before);
        }
        let id = member.id;
        let at = population.add(member, &statement);
        let place = (number, at);
        index.place(memory, place);
        self.statements.remove(&place);
        if index.representative(place) == Some(id) && self.statements.len() < STATEMENTS_KEPT {
            self.statements.insert(place, Arc::new(statement));
        }
        self.dirty.insert(place);
        self.disturb(index, place, id);
        index.note_twins(place);
    }

    /// What stands so far from the member in a group that others meet otherwise by it.
    fn disturb(&mut self, index: &PairIndex, place: Place, id: MemoryId) {
        let Some(population) = index.population(place.0) else { return };
        let Some(member) = population.member(place.1, id) else { return };
        let reach = index.policy.group_neighbours as usize;
        let beside =
            population.neighbours(place.1, member, reach).into_iter().map(|(_, of)| of).collect();
        let common = Probe::new(population, &index.policy).is_all_common(place.1);
        let twins = if common { near_twins(population, place.1, reach) } else { Vec::new() };
        for group in [beside, twins] {
            if group.len() >= reach {
                self.dirty.extend(group.into_iter().map(|of| (place.0, of)));
            }
        }
    }

    /// Judges what is to be judged again.
    pub(super) fn judge(
        mut self,
        index: &mut PairIndex,
        fetch: &dyn Fn(MemoryId) -> Option<Arc<Memory>>,
    ) {
        self.follow_bands(index);
        let mut scopes: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (scope, place) in std::mem::take(&mut self.dirty) {
            scopes.entry(scope).or_default().push(place);
        }
        let marked = std::mem::take(&mut self.marked);
        for (scope, places) in scopes {
            // Out of the index while it is read, so that pairs can be kept in the index.
            let Some(population) = index.populations.get_mut(scope as usize) else { continue };
            let population = std::mem::take(population);
            let policy = index.policy.clone();
            let active = places.iter().filter_map(|place| population.class(*place));
            for member in active.flat_map(Class::active) {
                index.pairs.drop_all(member.id);
            }
            let mut probe = Probe::new(&population, &policy);
            for place in places {
                self.judge_class(index, (scope, place), &population, &mut probe, fetch);
            }
            if let Some(empty) = index.populations.get_mut(scope as usize) {
                *empty = population;
            }
        }
        for (a, b) in marked {
            self.judge_mark(index, a, b, fetch);
        }
    }

    /// Where a term became rarer, its classes are judged again. Where it became more common, pairs can only cease to be
    /// nominated: those that are not by anything else are dropped.
    fn follow_bands(&mut self, index: &mut PairIndex) {
        let mut lost: BTreeSet<(MemoryId, MemoryId)> = BTreeSet::new();
        for ((scope, term), before) in &self.counts {
            let Some(population) = index.population(*scope) else { continue };
            let posting = population.posting(*term);
            let (was, is) =
                (Band::of(*before, &index.policy), Band::of(posting.len(), &index.policy));
            if was > is {
                self.dirty.extend(posting.iter().map(|of| (*scope, *of)));
            } else if was < is {
                let probe = Probe::new(population, &index.policy);
                for place in posting {
                    if probe.is_all_common(*place) {
                        // It may meet its likes by that.
                        self.dirty.insert((*scope, *place));
                    } else {
                        lost.extend(index.unmet(&probe, (*scope, *place)));
                    }
                }
            }
        }
        for (a, b) in lost {
            index.pairs.drop_one(a, b);
        }
    }

    fn judge_class(
        &mut self,
        index: &mut PairIndex,
        (scope, place): Place,
        population: &Population,
        probe: &mut Probe<'_>,
        fetch: &dyn Fn(MemoryId) -> Option<Arc<Memory>>,
    ) {
        let Some(class) = population.class(place).filter(|class| class.is_active()) else { return };
        let Some(mine) = self.statement((scope, place), class, fetch) else { return };
        for of in probe.partners(place, Partners::All) {
            let Some(other) = population.class(of).filter(|of| class.may_tell(of)) else {
                continue;
            };
            if let Some(theirs) = self.statement((scope, of), other, fetch) {
                index.judge_classes((class, &mine), (other, &theirs));
            }
        }
        for member in class.active() {
            for (id, of) in index.alone(population, (scope, place), member) {
                let Some(theirs) = population.class(of) else { continue };
                let Some(other) = theirs.active().find(|other| other.id == id) else { continue };
                if let Some(theirs) = self.statement((scope, of), theirs, fetch) {
                    index.judge_pair((member, &mine), (other, &theirs));
                }
            }
        }
    }

    fn judge_mark(
        &mut self,
        index: &mut PairIndex,
        a: MemoryId,
        b: MemoryId,
        fetch: &dyn Fn(MemoryId) -> Option<Arc<Memory>>,
    ) {
        let known = |id: MemoryId| {
            let place = index.place_of(id)?;
            let class = index.population(place.0)?.class(place.1)?.clone();
            let member = class.active().find(|member| member.id == id)?.clone();
            Some((place, class, member))
        };
        let Some(((x, class_a, a), (y, class_b, b))) = known(a).zip(known(b)) else { return };
        if x.0 != y.0 || x == y {
            return;
        }
        let texts = (self.statement(x, &class_a, fetch), self.statement(y, &class_b, fetch));
        if let (Some(s), Some(t)) = texts {
            index.judge_pair((&a, &s), (&b, &t));
        }
    }

    /// The analysed text of a class: its representative's.
    fn statement(
        &mut self,
        place: Place,
        class: &Class,
        fetch: &dyn Fn(MemoryId) -> Option<Arc<Memory>>,
    ) -> Option<Arc<Statement>> {
        let known = self.statements.get(&place).or_else(|| self.partners.get(&place));
        if let Some(known) = known {
            return Some(Arc::clone(known));
        }
        let memory = fetch(class.representative()?)?;
        let statement = Arc::new(Statement::with(&memory.text, &self.families));
        if self.partners.len() >= PARTNERS_KEPT {
            self.partners.clear();
        }
        self.partners.insert(place, Arc::clone(&statement));
        Some(statement)
    }
}
