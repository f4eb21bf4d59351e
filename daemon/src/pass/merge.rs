//! The merge pass: memories that assert the same become one, which keeps every source, wording and piece of evidence.
//!
//! It must never rewrite a text, join two projects, retire a pinned memory or a policy, or merge what only resembles. Each
//! retired memory is *Same* with its survivor itself, never by way of a third. Survivors are taken by rank: user origin,
//! then pinned, then trust, then the oldest id.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use consolidate_shared::change::{ChangeName, Reason};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Memory, Origin};
use consolidate_shared::plan::{PassKind, Plan};
use consolidate_shared::policy::Policy;
use consolidate_shared::time::Day;
use rustc_hash::FxHashSet;

use super::Snapshot;
use super::bench::Bench;
use super::conflict::contradiction;
use super::draft::Draft;
use super::fold::{Terms, fold};
use super::judge::Judged;
use super::outlook::Outlook;
use super::queue::{self, Question};
use super::rulings::Rulings;
use super::run::plan_pass;
use super::supersede;
use super::tally::{Kept, Tallies};
use crate::relate::{Measure, Relation, Rule};

const PASS: PassKind = PassKind::Merge;

/// What the pass decided by itself, and what it must ask.
pub(super) struct Merges<'a> {
    pub(super) draft: Draft<'a>,
    pub(super) questions: Vec<Question>,
    kept: Tallies,
    /// As they are with what is merged so far.
    rulings: Rulings,
    merged: bool,
}

/// Plans the merge pass alone. Total and pure; see [`plan_run`](super::plan_run) for the laws.
pub fn plan(snapshot: &Snapshot, policy: &Policy, day: Day) -> Plan {
    plan_pass(snapshot, PASS, policy, day)
}

pub(super) fn on(bench: &Bench, outlook: &Outlook) -> Plan {
    let Merges { mut draft, mut kept, .. } = decide(bench);
    let deferred = queue::ask(PASS, outlook, &mut draft, &mut kept);
    bench.plan(PASS, draft.into_set(), kept, deferred)
}

/// Merges by rank: each memory in turn takes in all that are the same and rank lower.
pub(super) fn decide(bench: &Bench) -> Merges<'_> {
    let mut merges = Merges {
        draft: Draft::new(&bench.state),
        questions: Vec::new(),
        kept: Tallies::default(),
        rulings: bench.rulings.clone(),
        merged: false,
    };
    let replaced = replaced(bench);
    // A merge can take away what stood between two others, and evidence that it brings can raise a memory above another: so
    // sweeps go on, each by the ranks that the last one left, until one merges nothing.
    loop {
        let ranked = ranked(bench, &merges.draft);
        let places = ranked.into_iter().enumerate().map(|(place, id)| (id, place)).collect();
        if !merges.sweep(bench, &replaced, &places) {
            return merges;
        }
    }
}

impl Merges<'_> {
    /// Goes once through all memories by rank; says whether anything was merged. Reports the last sweep only.
    fn sweep(
        &mut self,
        bench: &Bench,
        replaced: &FxHashSet<MemoryId>,
        places: &BTreeMap<MemoryId, usize>,
    ) -> bool {
        (self.kept, self.questions, self.merged) = (Tallies::default(), Vec::new(), false);
        let mut order: Vec<(usize, MemoryId)> =
            places.iter().map(|(id, place)| (*place, *id)).collect();
        order.sort_unstable();
        for (place, survivor) in order {
            if self.draft.active(survivor).is_none() {
                continue;
            }
            let mut lower: Vec<(usize, Judged)> = same_as(bench, survivor)
                .filter_map(|judged| Some((*places.get(&judged.other(survivor))?, judged)))
                .filter(|(other, _)| *other > place)
                .collect();
            lower.sort_unstable_by_key(|(place, _)| *place);
            for (_, judged) in lower {
                self.consider(bench, replaced, survivor, &judged);
            }
        }
        self.merged
    }

    fn consider(
        &mut self,
        bench: &Bench,
        replaced: &FxHashSet<MemoryId>,
        survivor: MemoryId,
        judged: &Judged,
    ) {
        let both = self.draft.active(survivor).zip(self.draft.active(judged.other(survivor)));
        let Some((survivor, duplicate)) = both else { return };
        match self.obstacle(bench, replaced, &survivor, &duplicate) {
            None => {
                self.fold(bench, &survivor, &duplicate, judged);
                self.merged = true;
            }
            Some(kept) => {
                self.kept.add(kept);
                if kept == Kept::Protected {
                    self.questions.push(Question::of(judged));
                }
            }
        }
    }

    fn fold(&mut self, bench: &Bench, survivor: &Memory, duplicate: &Memory, judged: &Judged) {
        // Order: what was said of the duplicate counts for the marks that it hands on.
        self.rulings.merged(duplicate.id, survivor.id);
        let rulings = &self.rulings;
        let keeps_mark = |a: &Memory, b: &Memory| {
            rulings.approves(a.id, b.id, PassKind::Conflict)
                || !rulings.bars(a.id, b.id, PassKind::Conflict) && contradiction(bench, a, b)
        };
        // What a run finds and merges at once was never marked.
        let found = bench.stream.of_member(duplicate.id);
        let found = found.filter(|pair| matches!(pair.relation, Relation::Conflicts { .. }));
        let against = found.map(|pair| pair.other(duplicate.id));
        let against = against.filter(|other| self.draft.is_active(*other)).collect();
        let terms = Terms {
            day: bench.day,
            gains: Reason::Found(judged.finding(duplicate.id)),
            retires: Reason::Found(judged.finding(survivor.id)),
            against,
            keeps_mark: &keeps_mark,
        };
        fold(&mut self.draft, survivor, duplicate, &terms);
    }

    /// What forbids the merge, if anything does. Protection comes last: only what could otherwise be merged is asked.
    fn obstacle(
        &self,
        bench: &Bench,
        replaced: &FxHashSet<MemoryId>,
        survivor: &Memory,
        duplicate: &Memory,
    ) -> Option<Kept> {
        let (a, b) = (survivor, duplicate);
        // A survivor that took over a slot would answer a question that it did not answer before, and so replace others.
        let slots_differ = b.slot.is_some() && a.slot != b.slot;
        let linked = || self.draft.leads_to(a.id, b.id) || self.draft.leads_to(b.id, a.id);
        if self.rulings.bars(a.id, b.id, PASS) {
            Some(Kept::Barred)
        } else if (a.valid_from, a.valid_until) != (b.valid_from, b.valid_until) {
            Some(Kept::Validity)
        } else if slots_differ {
            Some(Kept::Slot)
        } else if a.steps != b.steps || a.trigger != b.trigger {
            Some(Kept::Steps)
        } else if linked() {
            Some(Kept::Linked)
        } else if interposed(&self.draft, bench, replaced, a, b) {
            Some(Kept::Interposed)
        } else if b.is_protected() {
            Some(Kept::Protected)
        } else {
            None
        }
    }
}

/// Every memory that is the same as another one, by rank.
fn ranked(bench: &Bench, draft: &Draft<'_>) -> Vec<MemoryId> {
    let pairs = bench.stream.decided().filter(is_same);
    let paired = pairs.flat_map(|pair| [pair.older, pair.newer]);
    let twins = bench.stream.twins();
    let ids: BTreeSet<MemoryId> = paired.chain(twins).collect();
    let mut ranked: Vec<Arc<Memory>> = ids.into_iter().filter_map(|id| draft.active(id)).collect();
    ranked.sort_by_key(|memory| rank(memory));
    ranked.into_iter().map(|memory| memory.id).collect()
}

/// Who survives among equals, the first in order: user origin, then pinned, then trust, then the oldest id.
pub(crate) fn rank(memory: &Memory) -> impl Ord + use<> {
    (memory.origin != Origin::User, !memory.pinned, Reverse(memory.trust()), memory.id)
}

fn is_same(pair: &Judged) -> bool {
    matches!(pair.relation, Relation::Same { .. })
}

/// All that is the same as `id`, by equal text or by rule.
fn same_as(bench: &Bench, id: MemoryId) -> impl Iterator<Item = Judged> {
    let relation = Relation::Same {
        rule: Rule::Equal,
        measure: Measure { shared: 0, containment: 1000, jaccard: 1000 },
    };
    let twins = bench.stream.class_of(id).filter(move |twin| *twin != id);
    let twins = twins.map(move |twin| Judged { older: id, newer: twin, relation });
    twins.chain(bench.stream.of_member(id).filter(is_same))
}

/// What the supersede pass will retire.
fn replaced(bench: &Bench) -> FxHashSet<MemoryId> {
    let set = supersede::decide(bench).draft.into_set();
    let retired = set.changes.iter().filter(|change| change.name() == ChangeName::Retire);
    retired.filter_map(|change| change.what.memory()).collect()
}

/// Whether something that tells otherwise lies between the two in time: then the later one is no repetition but a return,
/// and folding it into the earlier one would lose that it holds again.
fn interposed(
    draft: &Draft<'_>,
    bench: &Bench,
    replaced: &FxHashSet<MemoryId>,
    a: &Memory,
    b: &Memory,
) -> bool {
    let (first, last) = if a.instant() <= b.instant() { (a, b) } else { (b, a) };
    if first.instant() == last.instant() {
        return false;
    }
    let between = |id: MemoryId| {
        let instant = draft.active(id).map(|memory| memory.instant());
        instant.is_some_and(|instant| first.instant() <= instant && instant <= last.instant())
    };
    let told = bench.stream.of_member(a.id).map(|pair| (pair, pair.other(a.id)));
    let told = told.chain(bench.stream.of_member(b.id).map(|pair| (pair, pair.other(b.id))));
    let by_rule = told.filter(|(pair, _)| pair.differs()).any(|(pair, other)| {
        let replaces = pair.older == first.id
            && replaced.contains(&first.id)
            && matches!(pair.relation, Relation::Supersedes { .. });
        between(other) && (replaces || !replaced.contains(&other))
    });
    by_rule || first.superseded_by.iter().any(|successor| between(*successor))
}
