//! What a run found, against what is known: links by either side, through merges to the survivor.

use std::collections::{BTreeMap, BTreeSet};

use consolidate_shared::change::{Edit, Reason, What, apply};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::Generation;
use consolidate_shared::model::{RetireReason, Standing};
use consolidate_shared::plan::{PassKind, Run};
use consolidate_shared::policy::Policy;
use consolidate_shared::state::State;
use consolidate_shared::time::Day;

use crate::pass::{Snapshot, plan_run};

/// After every date in the data.
pub(super) const TODAY: Day = Day(21_000);

/// A link: the newer memory, then the older.
pub(super) type Link = (MemoryId, MemoryId);

/// A policy under which no question waits for another day.
pub(super) fn policy() -> Policy {
    Policy { review_items_a_day: u32::MAX, ..Policy::default() }
}

/// Plans the three passes that relate memories and applies what they plan.
pub(super) fn consolidated(state: &State, day: Day) -> (Run, State) {
    let passes = [PassKind::Conflict, PassKind::Merge, PassKind::Supersede];
    let snapshot = Snapshot::new(Generation(1), state.clone());
    let run = plan_run(&snapshot, &passes, &policy(), day);
    let mut after = state.clone();
    for plan in &run.plans {
        apply(&plan.change_set, &mut after).unwrap();
    }
    (run, after)
}

/// Every link that the supersede pass makes by rule, with the rule.
pub(super) fn links(run: &Run) -> BTreeMap<Link, String> {
    let plans = run.plans.iter().filter(|plan| plan.pass == PassKind::Supersede);
    let changes = plans.flat_map(|plan| &plan.change_set.changes);
    changes
        .filter_map(|change| match (&change.what, &change.reason) {
            (What::Edit { subject, edit: Edit::Supersedes(edit) }, Reason::Found(finding)) => {
                Some(((*subject, *edit.added.first()?), finding.rule.clone()))
            }
            _ => None,
        })
        .collect()
}

/// The memory that `id` was merged into, if it was, else itself.
pub(super) fn survivor(state: &State, mut id: MemoryId) -> MemoryId {
    while let Some(Standing::Retired(retired)) = state.memories.get(&id).map(|it| &it.standing) {
        match retired.successor.filter(|_| retired.reason == RetireReason::Merged) {
            Some(next) => id = next,
            None => break,
        }
    }
    id
}

/// Whether an open item asks about both.
pub(super) fn is_asked(state: &State, a: MemoryId, b: MemoryId) -> bool {
    state.reviews.values().any(|item| item.members.contains(&a) && item.members.contains(&b))
}

/// The transitive closure of links, by newer side.
pub(super) fn closure(links: &BTreeSet<Link>) -> BTreeMap<MemoryId, BTreeSet<MemoryId>> {
    let mut direct: BTreeMap<MemoryId, Vec<MemoryId>> = BTreeMap::new();
    for (newer, older) in links {
        direct.entry(*newer).or_default().push(*older);
    }
    let reach = |start: MemoryId| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(id) = open.pop() {
            let next = direct.get(&id).into_iter().flatten().copied();
            open.extend(next.filter(|id| seen.insert(*id)));
        }
        seen
    };
    direct.keys().map(|newer| (*newer, reach(*newer))).collect()
}

/// Prints a share.
pub(super) fn share(what: &str, part: usize, whole: usize) {
    let lower = crate::eval::wilson_lower(part as u64, whole as u64).unwrap_or_default();
    println!(
        "{what}: {part} of {whole} = {:.4} (95 %: at least {lower:.4})",
        part as f64 / whole.max(1) as f64
    );
}
