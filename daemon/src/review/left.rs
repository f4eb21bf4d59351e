//! What of an item is still open, once members are retired or pairs answered.

use std::collections::BTreeSet;

use consolidate_shared::change::{Change, ChangeName, ChangeSet, Reason, Swap, What, apply};
use consolidate_shared::id::{MemoryId, ReviewId};
use consolidate_shared::model::{RetireReason, Retirement, Standing};
use consolidate_shared::overlay::Overlay;
use consolidate_shared::plan::PassKind;
use consolidate_shared::review::ReviewItem;
use consolidate_shared::ruling::{Decision, RulingKey};
use consolidate_shared::state::{Lookup, State};
use consolidate_shared::time::Day;

use super::{pairs, stands};

/// Merges of merges that a member is followed through.
const LONGEST_FOLLOW: usize = 1000;

/// What is left of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Left {
    /// All of it.
    Same,
    /// Nothing.
    Nothing,
    /// The same question about fewer, in one item or several.
    Fewer(Vec<ReviewItem>),
}

/// What becomes of a pair that was answered where each of its sides is still asked about with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answered {
    /// It stays in the item of which it was answered: whoever answered a part of that knows what the rest is about.
    Stays,
    /// No item is left that holds both of its sides.
    Parts,
}

/// What is left of `item` in the state `after`.
fn left<L: Lookup>(
    item: &ReviewItem,
    after: &L,
    day: Day,
    answered_pairs: Answered,
) -> Result<Left, L::Error> {
    let mut live = Vec::new();
    for &id in &item.members {
        if after.memory(id)?.is_some_and(|memory| stands(item.pass, &memory)) {
            live.push(id);
        }
    }
    if live.len() < item.members.len().min(2) {
        return Ok(Left::Nothing);
    }
    let answered = answered(item, after, day)?;
    let mut open = BTreeSet::new();
    for (a, b) in asked(item, &live) {
        if !answered.contains(&(a.min(b), a.max(b))) {
            open.extend([a, b]);
        }
    }
    let members: Vec<MemoryId> = live.into_iter().filter(|id| open.contains(id)).collect();
    let parts = match item.pass {
        _ if members.is_empty() => return Ok(Left::Nothing),
        PassKind::Merge if answered_pairs == Answered::Parts => parted(&members, &answered),
        _ => vec![members],
    };
    if parts.contains(&item.members) {
        return Ok(Left::Same);
    }
    let asking = |members| ReviewItem::new(item.pass, members, item.finding.clone(), item.queued);
    Ok(Left::Fewer(parts.into_iter().map(asking).collect()))
}

/// Groups of `members` that hold every pair of them but those in `apart`, and none of these.
fn parted(members: &[MemoryId], apart: &BTreeSet<(MemoryId, MemoryId)>) -> Vec<Vec<MemoryId>> {
    let is_open = |a: MemoryId, b: MemoryId| a != b && !apart.contains(&(a.min(b), a.max(b)));
    let mut parts: Vec<Vec<MemoryId>> = Vec::new();
    for (a, b) in pairs(members).into_iter().filter(|(a, b)| is_open(*a, *b)) {
        if parts.iter().any(|part| part.contains(&a) && part.contains(&b)) {
            continue;
        }
        let mut part = BTreeSet::from([a, b]);
        for &id in members {
            if part.iter().all(|other| is_open(id, *other)) {
                part.insert(id);
            }
        }
        parts.push(members.iter().copied().filter(|id| part.contains(id)).collect());
    }
    parts
}

/// The pairs that an item asks about: a merge about each, the others about the newest with each; a single member is asked
/// about itself.
fn asked(item: &ReviewItem, live: &[MemoryId]) -> Vec<(MemoryId, MemoryId)> {
    match (item.pass, item.members.last()) {
        _ if item.members.len() == 1 => pairs(live),
        (PassKind::Merge, _) => pairs(live),
        (PassKind::Conflict | PassKind::Supersede, Some(newest)) if live.contains(newest) => {
            let others = live.iter().filter(|id| *id != newest);
            others.map(|other| (*other, *newest)).collect()
        }
        _ => Vec::new(),
    }
}

/// The pairs of members that were answered, the smaller id first; an answer about a merged one is about its survivor.
fn answered<L: Lookup>(
    item: &ReviewItem,
    after: &L,
    day: Day,
) -> Result<BTreeSet<(MemoryId, MemoryId)>, L::Error> {
    let mut found = BTreeSet::new();
    for (a, b) in pairs(&item.members) {
        if is_answered((a, b), item.pass, after, day)? {
            let (a, b) = (survivor(a, after)?, survivor(b, after)?);
            found.insert((a.min(b), a.max(b)));
        }
    }
    Ok(found)
}

fn survivor<L: Lookup>(id: MemoryId, after: &L) -> Result<MemoryId, L::Error> {
    let mut found = id;
    for _ in 0..LONGEST_FOLLOW {
        match after.memory(found)?.map(|memory| memory.standing.clone()) {
            Some(Standing::Retired(Retirement {
                reason: RetireReason::Merged,
                successor: Some(next),
                ..
            })) => found = next,
            _ => break,
        }
    }
    Ok(found)
}

fn is_answered<L: Lookup>(
    (a, b): (MemoryId, MemoryId),
    pass: PassKind,
    after: &L,
    day: Day,
) -> Result<bool, L::Error> {
    for pass in [Some(pass), None] {
        let ruling = after.ruling(&RulingKey::pair(a, b, pass))?;
        if ruling.is_some_and(|it| it.bars(day) || it.decision == Decision::Approved) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Appends to `set`, which answers `item`, what closes it, and opens what is left of it. Returns what is open then: nothing,
/// a smaller item, or the item itself, of which something else was answered.
pub(super) fn close(
    item: &ReviewItem,
    reason: &Reason,
    set: &mut ChangeSet,
    scene: &State,
    day: Day,
) -> Option<ReviewId> {
    let mut after = Overlay::new(scene);
    // A scene is in memory and an answer is made on it, so neither can fail.
    let left = match apply(set, &mut after) {
        Ok(()) => {
            let Ok(left) = left(item, &after, day, Answered::Stays);
            left
        }
        Err(_) => Left::Nothing,
    };
    let Ok(rest) = replace(item, left, reason, set, &after);
    rest.first().copied()
}

/// Appends to `set` what closes the open items among `pending` that lose a member by it, or a pair that it answers, and opens
/// what is left of them: no item waits for an answer that nobody can give, and none asks what was answered elsewhere. Returns
/// the items that were closed.
///
/// # Errors
/// When the state cannot be read.
pub fn close_settled<L: Lookup>(
    set: &mut ChangeSet,
    pending: &BTreeSet<ReviewId>,
    state: &L,
    day: Day,
) -> Result<Vec<ReviewId>, L::Error> {
    let mut after = Overlay::new(state);
    if pending.is_empty() || apply(set, &mut after).is_err() {
        // What does not apply is refused by the gate, with what moved.
        return Ok(Vec::new());
    }
    let what = "all its members are active and the question is open".to_owned();
    let reason = Reason::NoLonger { what };
    let mut closed = Vec::new();
    for &id in pending {
        let Some(item) = after.review(id)? else { continue };
        let left = left(&item, &after, day, Answered::Parts)?;
        if left != Left::Same {
            closed.push(id);
            let mut more = ChangeSet::default();
            replace(&item, left, &reason, &mut more, &after)?;
            drop(apply(&more, &mut after));
            set.changes.extend(more.changes);
            set.excerpts.extend(more.excerpts);
        }
    }
    Ok(closed)
}

/// The memories that `set` takes out of what can be asked about.
pub fn lost(set: &ChangeSet) -> Vec<MemoryId> {
    let takes = |name| matches!(name, ChangeName::Retire | ChangeName::Remove | ChangeName::Demote);
    let changes = set.changes.iter().filter(|change| takes(change.name()));
    let ids: BTreeSet<MemoryId> = changes.filter_map(|change| change.what.memory()).collect();
    ids.into_iter().collect()
}

/// The pairs that `set` answers. A hold is laid by an undo and answers nothing.
pub fn ruled(set: &ChangeSet) -> BTreeSet<(MemoryId, MemoryId)> {
    let pair = |change: &Change| match &change.what {
        What::Ruling { key, ruling: Swap { after: Some(after), .. } } => {
            let answers = after.decision != Decision::Hold && key.first != key.second;
            answers.then_some((key.first, key.second))
        }
        _ => None,
    };
    set.changes.iter().filter_map(pair).collect()
}

/// Puts what is left of an item in its place; says what is open then.
fn replace<L: Lookup>(
    item: &ReviewItem,
    left: Left,
    reason: &Reason,
    set: &mut ChangeSet,
    after: &L,
) -> Result<Vec<ReviewId>, L::Error> {
    let rest = match left {
        Left::Same => return Ok(vec![item.id()]),
        Left::Nothing => Vec::new(),
        Left::Fewer(rest) => rest,
    };
    for &id in &item.members {
        if let Some(memory) = after.memory(id)? {
            set.excerpt(&memory);
        }
    }
    let closed = Swap::new(Some(Box::new(item.clone())), None);
    set.push(What::Review(closed), reason.clone());
    let mut open = Vec::new();
    for rest in rest {
        let id = rest.id();
        if after.review(id)?.is_none() {
            let why = Reason::Found(rest.finding.clone());
            set.push(What::Review(Swap::new(None, Some(Box::new(rest)))), why);
        }
        open.push(id);
    }
    Ok(open)
}
