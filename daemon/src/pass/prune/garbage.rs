//! What leaves the store: merged duplicates, what was taken back, what was malformed, each 30 days after it was retired.
//!
//! Nothing that anything still names is removed: by a link, a mark, a retirement's successor or an open review item. The names
//! of a removed duplicate, its own id among them, resolve to its survivor from then on. At most ten, or one in a hundred of the
//! store, on a UTC day, counted from the journal; the oldest first.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use consolidate_shared::change::{Reason, Swap, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Memory, Name, RetireReason, Retirement, Standing};
use consolidate_shared::plan::Tally;
use rustc_hash::FxHashMap;

use super::PASS;
use crate::pass::bench::Bench;
use crate::pass::decay::days_since;
use crate::pass::draft::Draft;
use crate::pass::tally::{Kept, Tallies};

/// Merges of merges that a survivor is followed through.
const LONGEST_FOLLOW: usize = 1000;

/// A retired memory that may be removed as soon as nothing names it.
struct Garbage {
    memory: Arc<Memory>,
    retirement: Retirement,
    /// What takes its names; `None`: they go with it.
    survivor: Option<MemoryId>,
}

/// Removes what may be removed today; says what waits.
pub(super) fn remove(
    bench: &Bench,
    asked: &BTreeSet<MemoryId>,
    draft: &mut Draft<'_>,
    kept: &mut Tallies,
) -> Vec<Tally> {
    let mut waiting = candidates(bench, asked, draft, kept);
    if waiting.is_empty() {
        return Vec::new();
    }
    let mut references = references(bench, draft);
    let names = names(bench);
    let mut room = room(bench);
    // One that is removed may have been the last to name another, so sweeps go on until one removes nothing.
    let over = loop {
        let before = waiting.len();
        let mut over = 0;
        waiting.retain(|garbage| {
            if is_named(&garbage.memory, &references) {
                return true;
            }
            if room == 0 {
                over += 1;
                return true;
            }
            room -= 1;
            take_out(garbage, &names, bench, draft);
            if let Some(named) = named_by(&garbage.memory) {
                references.entry(named).and_modify(|count| *count = count.saturating_sub(1));
            }
            false
        });
        if waiting.len() == before {
            break over;
        }
    };
    kept.add_many(Kept::Named, (waiting.len() - over) as u64);
    let why = "memories to be removed, over the number of a day".to_owned();
    if over == 0 { Vec::new() } else { vec![Tally { why, count: over as u64 }] }
}

/// What may go today, oldest retirement first.
fn candidates(
    bench: &Bench,
    asked: &BTreeSet<MemoryId>,
    draft: &Draft<'_>,
    kept: &mut Tallies,
) -> Vec<Garbage> {
    let mut found = Vec::new();
    for memory in as_drafted(bench, draft) {
        let Standing::Retired(retirement) = memory.standing.clone() else { continue };
        let is_garbage = matches!(
            retirement.reason,
            RetireReason::Merged | RetireReason::Retracted | RetireReason::Malformed
        );
        if !is_garbage || memory.is_protected() {
            continue;
        }
        if days_since(retirement.day, bench.day) < bench.policy.prune.grace_days {
            kept.add(Kept::Grace);
        } else if bench.bars(memory.id, memory.id, PASS) {
            kept.add(Kept::Held);
        } else if asked.contains(&memory.id) {
            kept.add(Kept::Asked);
        } else if !(memory.supersedes.is_empty() && memory.superseded_by.is_empty()) {
            kept.add(Kept::Named);
        } else if retirement.reason != RetireReason::Merged {
            found.push(Garbage { memory, retirement, survivor: None });
        } else if let Some(survivor) = survivor(&memory, bench) {
            found.push(Garbage { memory, retirement, survivor: Some(survivor) });
        } else {
            kept.add(Kept::Unkept);
        }
    }
    found.sort_by_key(|garbage| (garbage.retirement.day, garbage.memory.id));
    found
}

/// All memories as the plan has left them so far: what it retired as stale may have been the last to link another.
fn as_drafted(bench: &Bench, draft: &Draft<'_>) -> impl Iterator<Item = Arc<Memory>> {
    bench.state.memories().map(|memory| draft.touched(memory.id).unwrap_or(memory))
}

/// The memory that a merged one lives on in: through merges, and only if it has kept its words and sources.
fn survivor(duplicate: &Memory, bench: &Bench) -> Option<MemoryId> {
    let mut memory = bench.state.memory(duplicate.id)?;
    for _ in 0..LONGEST_FOLLOW {
        let Standing::Retired(retirement) = &memory.standing else { break };
        if retirement.reason != RetireReason::Merged {
            break;
        }
        memory = bench.state.memory(retirement.successor?)?;
    }
    let keeps = memory.id != duplicate.id && memory.keeps(duplicate);
    keeps.then_some(memory.id)
}

/// How many memories name each: by a link, a mark, or as a retirement's successor.
fn references(bench: &Bench, draft: &Draft<'_>) -> FxHashMap<MemoryId, u32> {
    let mut references = FxHashMap::default();
    for memory in as_drafted(bench, draft) {
        let links = memory.supersedes.iter().chain(&memory.superseded_by);
        for id in links.copied().chain(named_by(&memory)) {
            *references.entry(id).or_default() += 1;
        }
    }
    references
}

/// What a memory names that goes when it goes. Its conflict marks are taken away on both sides.
fn named_by(memory: &Memory) -> Option<MemoryId> {
    match &memory.standing {
        Standing::Retired(retirement) => retirement.successor,
        _ => None,
    }
}

fn is_named(memory: &Memory, references: &FxHashMap<MemoryId, u32>) -> bool {
    references.get(&memory.id).is_some_and(|count| *count > 0)
}

fn names(bench: &Bench) -> BTreeMap<MemoryId, Vec<Name>> {
    let mut names: BTreeMap<MemoryId, Vec<Name>> = BTreeMap::new();
    for (name, target) in bench.state.names() {
        names.entry(target).or_default().push(name);
    }
    names
}

/// Memories that may still be removed today. What was removed today counts as part of the store, so that removing does not
/// shrink its own measure.
fn room(bench: &Bench) -> u64 {
    let policy = &bench.policy.prune;
    let all = bench.state.len() as u64 + bench.removed;
    let share = all * u64::from(policy.removed_share) / 1000;
    share.max(policy.removed_a_day).saturating_sub(bench.removed)
}

fn take_out(
    garbage: &Garbage,
    names: &BTreeMap<MemoryId, Vec<Name>>,
    bench: &Bench,
    draft: &mut Draft<'_>,
) {
    let Garbage { memory, retirement, survivor } = garbage;
    let follows = Reason::Follows { of: memory.id };
    draft.unmark_all(memory.id, &follows);
    for name in names.get(&memory.id).into_iter().flatten() {
        let target = Swap::new(Some(memory.id), *survivor);
        draft.push(What::Name { name: name.clone(), target }, follows.clone());
    }
    if survivor.is_some() {
        let target = Swap::new(None, *survivor);
        draft.push(What::Name { name: Name::Id(memory.id), target }, follows);
    }
    let days = days_since(retirement.day, bench.day);
    let reason = Reason::Garbage { retired: retirement.reason, days };
    if let Some(memory) = draft.memory(memory.id) {
        draft.push(What::Remove(Box::new(Memory::clone(&memory))), reason);
    }
}
