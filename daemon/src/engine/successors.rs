//! A plan retires a memory because another one stands in its place: that one must still stand when the plan is applied.
//!
//! The fields of the survivor or successor that the plan touches may be as they were although somebody retired it since:
//! then the change set would still fit, and take the last memory that says so out of recall.

use std::collections::BTreeMap;

use consolidate_shared::change::{Change, ChangeSet, Edit, Reason, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{RetireReason, Standing};
use consolidate_shared::plan::Plan;
use consolidate_shared::wire::v1::{ErrorCode, Refused};

use super::writer::{Turn, unreadable};

/// Refuses a plan as stale if something that it puts in another's place has gone since. `before`: what is committed
/// together with it and before it, which may make that active.
pub(super) fn stand<'e>(
    plan: &Plan,
    before: impl Iterator<Item = &'e ChangeSet>,
    turn: &Turn<'_>,
) -> Result<(), Refused> {
    use consolidate_shared::state::Lookup as _;
    let mut now: BTreeMap<MemoryId, &Standing> = BTreeMap::new();
    for change in before.flat_map(|set| &set.changes) {
        if let What::Edit { subject, edit: Edit::Standing(swap) } = &change.what {
            now.insert(*subject, &swap.after);
        }
    }
    for (retired, successor, by_link) in plan.change_set.changes.iter().filter_map(retirement) {
        let memory = turn.state.memory(successor).map_err(unreadable)?;
        let stored = memory.as_ref().map(|memory| &memory.standing);
        let standing = now.get(&successor).copied().or(stored);
        if !standing.is_some_and(|standing| stands(standing, by_link)) {
            let now = standing.map_or("gone", Standing::word);
            let message =
                format!("{} retires {retired} for {successor}, which is {now} by now", plan.id());
            return Err(Refused::new(ErrorCode::Stale, message));
        }
    }
    Ok(())
}

/// Who is retired for whom, and whether an explicit link says so.
fn retirement(change: &Change) -> Option<(MemoryId, MemoryId, bool)> {
    let What::Edit { subject, edit: Edit::Standing(swap) } = &change.what else { return None };
    let Standing::Retired(retirement) = &swap.after else { return None };
    let by_link = matches!(change.reason, Reason::Linked { .. });
    Some((*subject, retirement.successor?, by_link))
}

/// Whether it can take another's place: a linked successor also when it has a successor itself or is no longer needed.
fn stands(standing: &Standing, by_link: bool) -> bool {
    match standing {
        Standing::Active => true,
        Standing::Retired(retirement) if by_link => {
            !matches!(retirement.reason, RetireReason::Retracted | RetireReason::Malformed)
        }
        _ => false,
    }
}
