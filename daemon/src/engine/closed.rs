//! What became of a question that is not open any more: the latest entry that closed it.

use std::ops::RangeInclusive;

use consolidate_shared::change::{Change, Swap, What};
use consolidate_shared::id::ReviewId;
use consolidate_shared::journal::JournalEntry;
use consolidate_shared::limits;
use consolidate_shared::review::ReviewItem;
use consolidate_shared::ruling::{Decision, Ruling, RulingKey};
use consolidate_shared::wire::v1::{ErrorCode, Refused};

use crate::store::{ReadError, View};

/// Says by what the item with one of `ids` was closed. `None`: it is open, or none of the entries that are looked at closed it.
pub(super) fn told(
    ids: &RangeInclusive<ReviewId>,
    view: &View,
) -> Result<Option<Refused>, ReadError> {
    let mut early: Vec<(RulingKey, String, JournalEntry)> = Vec::new();
    for entry in view.entries_before(None)?.take(limits::ENTRIES_READ) {
        let entry = entry?;
        for change in entry.change_set.changes.iter().rev() {
            let What::Review(swap) = &change.what else { continue };
            let item = swap.before.as_deref().filter(|_| swap.after.is_none());
            if let Some(item) = item.filter(|item| ids.contains(&item.id())) {
                let is_open = view.review(item.id())?.is_some();
                // What was put off was closed by that, and answered by what came after it.
                let answered = early.iter().find(|(key, ..)| is_of(key, item));
                let told = match answered {
                    Some((_, why, by)) => refusal(item, why, by),
                    None => refusal(item, &change.reason.to_string(), &entry),
                };
                return Ok((!is_open).then_some(told));
            }
        }
        let ended = entry.change_set.changes.iter().filter_map(ended);
        early.extend(ended.map(|(key, why)| (key, why, entry.clone())));
    }
    Ok(None)
}

/// The pair of which a change ends a snooze, and why.
fn ended(change: &Change) -> Option<(RulingKey, String)> {
    let is_snooze = |it: &Ruling| matches!(it.decision, Decision::Snooze { .. });
    match &change.what {
        What::Ruling { key, ruling: Swap { before: Some(before), after } }
            if is_snooze(before) && !after.as_ref().is_some_and(is_snooze) =>
        {
            Some((key.clone(), change.reason.to_string()))
        }
        _ => None,
    }
}

/// Whether `item` asks about the pair.
fn is_of(key: &RulingKey, item: &ReviewItem) -> bool {
    key.pass == Some(item.pass)
        && [key.first, key.second].iter().all(|id| item.members.contains(id))
}

fn refusal(item: &ReviewItem, why: &str, entry: &JournalEntry) -> Refused {
    let JournalEntry { generation, kind, actor, at, change_set, .. } = entry;
    let id = item.id();
    let opened = change_set.changes.iter().filter_map(|change| match &change.what {
        What::Review(swap) => swap.after.as_deref().filter(|_| swap.before.is_none()),
        _ => None,
    });
    let is_rest = |rest: &&ReviewItem| {
        rest.pass == item.pass && rest.members.iter().all(|member| item.members.contains(member))
    };
    let rest = opened.into_iter().find(is_rest);
    let rest = rest.map_or_else(String::new, |rest| format!("; the rest waits as {}", rest.id()));
    let message =
        format!("{id} is closed since {at} by entry {generation} ({kind} by {actor}): {why}{rest}");
    Refused::new(ErrorCode::NotFound, message).hint(format!(
        "`consolidate show {generation}` shows that entry; `consolidate undo {generation}` takes it back"
    ))
}
