//! The supersede pass: what a newer memory replaces is linked to it and retired.
//!
//! It must never act on likeness alone, close a cycle, retire a pinned memory or a policy, or join two projects. Order in time
//! is by instant; what an instant in the future would replace by a rule is asked about. A memory is retired with its direct successor: among several, an active one before a retired one, then the
//! earliest. A revert retires what it takes back; when it is itself reverted, that comes back.

use std::collections::BTreeMap;
use std::sync::Arc;

use consolidate_shared::change::{Edit, Reason, Swap};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Memory, RetireReason, Retirement, Standing};
use consolidate_shared::plan::{PassKind, Plan};
use consolidate_shared::policy::Policy;
use consolidate_shared::time::Day;
use rustc_hash::FxHashSet;

use super::Snapshot;
use super::bench::Bench;
use super::draft::Draft;
use super::judge::{Judged, age, judge_texts, linked};
use super::outlook::Outlook;
use super::queue::{self, Question};
use super::run::plan_pass;
use super::tally::{Kept, Tallies};
use crate::relate::{Relation, Rule};

const PASS: PassKind = PassKind::Supersede;
/// Merges of merges that a successor is followed through.
const LONGEST_FOLLOW: usize = 1000;

/// What the pass decided by itself, and what it must ask.
pub(super) struct Replacements<'a> {
    pub(super) draft: Draft<'a>,
    pub(super) questions: Vec<Question>,
    kept: Tallies,
}

/// One replacement: the successor, and the rule if it was not linked before.
#[derive(Debug, Clone, Copy)]
struct Replacement {
    newer: MemoryId,
    judged: Option<Judged>,
}

/// Plans the supersede pass alone. Total and pure; see [`plan_run`](super::plan_run) for the laws.
pub fn plan(snapshot: &Snapshot, policy: &Policy, day: Day) -> Plan {
    plan_pass(snapshot, PASS, policy, day)
}

pub(super) fn on(bench: &Bench, outlook: &Outlook) -> Plan {
    let Replacements { mut draft, mut kept, .. } = decide(bench);
    let deferred = queue::ask(PASS, outlook, &mut draft, &mut kept);
    bench.plan(PASS, draft.into_set(), kept, deferred)
}

/// Retires every active memory that has a successor, oldest first.
pub(super) fn decide(bench: &Bench) -> Replacements<'_> {
    let mut replacements = Replacements {
        draft: Draft::new(&bench.state),
        questions: Vec::new(),
        kept: Tallies::default(),
    };
    let taken_back = taken_back(bench);
    let mut successors = replacements.by_rule(bench, &taken_back);
    for (older, newer) in replacements.by_link(bench) {
        successors.insert(older, vec![Replacement { newer, judged: None }]);
    }
    let mut order: Vec<(Arc<Memory>, Vec<Replacement>)> = successors
        .into_iter()
        .filter_map(|(older, found)| Some((bench.active(older)?, found)))
        .collect();
    order.sort_by_key(|(older, _)| age(older));
    for (older, found) in order {
        // A successor that would close a cycle may be retired by this very run; the next one would then be taken by the
        // run after it, so it is taken now.
        let fits = |it: &Replacement| !replacements.draft.leads_to(it.newer, older.id);
        match found.into_iter().find(fits) {
            Some(replacement) => replacements.replace(bench, &older, replacement),
            None => replacements.kept.add(Kept::Cycle),
        }
    }
    replacements
}

impl Replacements<'_> {
    /// Replacements that the rules are certain of: for each memory its successors, the earliest first.
    fn by_rule(
        &mut self,
        bench: &Bench,
        taken_back: &FxHashSet<MemoryId>,
    ) -> BTreeMap<MemoryId, Vec<Replacement>> {
        let mut found: BTreeMap<MemoryId, Vec<Replacement>> = BTreeMap::new();
        for pair in bench.stream.decided() {
            if !matches!(pair.relation, Relation::Supersedes { .. }) {
                continue;
            }
            let both = bench.active(pair.older).zip(bench.active(pair.newer));
            let Some((older, newer)) = both else { continue };
            if bench.bars(older.id, newer.id, PASS) {
                self.kept.add(Kept::Barred);
            } else if taken_back.contains(&newer.id) {
                self.kept.add(Kept::TakenBack);
            } else if older.is_protected() || ends_first(&newer, &older) {
                self.kept.add(Kept::Protected);
                self.questions.push(Question::of(&pair));
            } else if newer.is_ahead_of(bench.day) {
                self.kept.add(Kept::Ahead);
                self.questions.push(Question::of(&pair));
            } else {
                let replacement = Replacement { newer: newer.id, judged: Some(pair) };
                found.entry(older.id).or_default().push(replacement);
            }
        }
        for successors in found.values_mut() {
            successors.sort_by_key(|it| bench.active(it.newer).map(|newer| age(&newer)));
        }
        found
    }

    /// Memories that are linked to a successor and still active.
    fn by_link(&mut self, bench: &Bench) -> Vec<(MemoryId, MemoryId)> {
        let mut found = Vec::new();
        for older in bench.state.linked() {
            let successors = older.superseded_by.iter().filter_map(|id| successor(bench, *id));
            let mut successors: Vec<Arc<Memory>> =
                successors.filter(|s| s.id != older.id).collect();
            successors.sort_by_key(|s| (s.standing != Standing::Active, age(s)));
            successors.retain(|newer| {
                let barred = bench.bars(older.id, newer.id, PASS);
                let foreign = older.scope.project != newer.scope.project;
                if barred {
                    self.kept.add(Kept::Barred);
                } else if foreign {
                    self.kept.add(Kept::OtherProject);
                }
                !barred && !foreign
            });
            let Some(newer) = successors.first() else { continue };
            if older.is_protected() {
                self.kept.add(Kept::Protected);
                // About a successor that is itself retired there is nothing left to choose.
                if newer.standing == Standing::Active {
                    self.questions.push(Question::linked(older.id, newer.id));
                }
            } else {
                found.push((older.id, newer.id));
            }
        }
        found
    }

    fn replace(&mut self, bench: &Bench, older: &Memory, replacement: Replacement) {
        let Replacement { newer, judged } = replacement;
        let found = |other: MemoryId| {
            Reason::Found(
                judged.map_or_else(|| linked(other), |judged: Judged| judged.finding(other)),
            )
        };
        if judged.is_some() {
            let (draft, id) = (&mut self.draft, older.id);
            draft.link(newer, id, (&found(id), &found(newer)));
        }
        let reason =
            if judged.is_some() { found(newer) } else { Reason::Linked { successor: newer } };
        replace(&mut self.draft, (newer, older), bench.day, &reason);
        if let Some(judged) = judged.filter(is_revert) {
            let reason = Reason::Found(judged.finding(newer));
            revive(&mut self.draft, older, &reason, &|a, b| bench.bars(a, b, PASS));
        }
    }
}

/// Retires `older`, which is linked to `newer`, and drops its marks.
pub(crate) fn replace(
    draft: &mut Draft<'_>,
    (newer, older): (MemoryId, &Memory),
    day: Day,
    reason: &Reason,
) {
    let retirement = Retirement::of(&older.standing, RetireReason::Superseded, Some(newer), day);
    draft.unmark_all(older.id, &Reason::Follows { of: older.id });
    draft.retire(older.id, retirement, reason);
}

/// Brings back what `revert`, now itself taken back, had retired; what `bars` forbids stays.
fn revive(
    draft: &mut Draft<'_>,
    revert: &Memory,
    reason: &Reason,
    bars: &dyn Fn(MemoryId, MemoryId) -> bool,
) {
    for id in &revert.supersedes {
        let Some(memory) = draft.memory(*id) else { continue };
        let Standing::Retired(retirement) = &memory.standing else { continue };
        let mine = retirement.reason == RetireReason::Superseded
            && retirement.successor == Some(revert.id)
            && is_revert(&judge_texts(&memory, revert))
            && !bars(memory.id, revert.id);
        if mine {
            let back = Swap::new(memory.standing.clone(), Standing::Active);
            draft.edit(memory.id, Edit::Standing(back), reason);
            draft.unlink(revert.id, memory.id, &Reason::Follows { of: memory.id });
        }
    }
}

/// Where `newer` takes back the revert `older`: brings back what that had retired.
pub(crate) fn revive_if_reverted(
    draft: &mut Draft<'_>,
    newer: &Memory,
    older: &Memory,
    reason: &Reason,
    bars: &dyn Fn(MemoryId, MemoryId) -> bool,
) {
    let judged = judge_texts(older, newer);
    if judged.newer == newer.id && is_revert(&judged) {
        revive(draft, older, reason, bars);
    }
}

/// What is reverted: the newest revert counts, and one that is taken back takes nothing back, nor does one that lies ahead.
fn taken_back(bench: &Bench) -> FxHashSet<MemoryId> {
    let reverts = bench.stream.decided().filter(is_revert);
    let mut reverts: Vec<(Arc<Memory>, Judged)> = reverts
        .filter(|pair| !bench.bars(pair.older, pair.newer, PASS))
        .filter(|pair| bench.active(pair.older).is_some_and(|older| !older.is_protected()))
        .filter_map(|pair| Some((bench.active(pair.newer)?, pair)))
        .filter(|(newer, _)| !newer.is_ahead_of(bench.day))
        .collect();
    reverts.sort_by_key(|(newer, _)| std::cmp::Reverse(age(newer)));
    let mut taken_back = FxHashSet::default();
    for (newer, pair) in reverts {
        if !taken_back.contains(&newer.id) {
            taken_back.insert(pair.older);
        }
    }
    taken_back
}

fn is_revert(pair: &Judged) -> bool {
    matches!(pair.relation, Relation::Supersedes { rule: Rule::S5 { .. }, .. })
}

/// Whether `newer` ceases to hold while `older` would still hold.
fn ends_first(newer: &Memory, older: &Memory) -> bool {
    newer.valid_until.is_some_and(|end| older.valid_until.is_none_or(|later| end < later))
}

/// What a link to `id` stands for: through merges to their survivor; nothing when it was taken back.
fn successor(bench: &Bench, id: MemoryId) -> Option<Arc<Memory>> {
    let mut memory = bench.state.memory(id)?;
    for _ in 0..LONGEST_FOLLOW {
        let Standing::Retired(retirement) = &memory.standing else { break };
        if retirement.reason != RetireReason::Merged {
            break;
        }
        memory = bench.state.memory(retirement.successor?)?;
    }
    let stands = match &memory.standing {
        Standing::Active => true,
        Standing::Retired(retirement) => match retirement.reason {
            RetireReason::Superseded | RetireReason::Stale | RetireReason::Unwanted => true,
            RetireReason::Merged | RetireReason::Retracted | RetireReason::Malformed => false,
        },
        Standing::Candidate | Standing::Quarantined { .. } => false,
    };
    stands.then_some(memory)
}
