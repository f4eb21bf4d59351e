//! What became of a question that is not open any more: the latest entry that closed it.

use std::ops::RangeInclusive;

use consolidate_shared::change::What;
use consolidate_shared::id::ReviewId;
use consolidate_shared::journal::JournalEntry;
use consolidate_shared::limits;
use consolidate_shared::review::ReviewItem;
use consolidate_shared::wire::v1::{ErrorCode, Refused};

use crate::store::{ReadError, View};

/// Says by what the item with one of `ids` was closed. `None`: it is open, or none of the entries that are looked at closed it.
pub(super) fn told(
    ids: &RangeInclusive<ReviewId>,
    view: &View,
) -> Result<Option<Refused>, ReadError> {
    for entry in view.entries_before(None)?.take(limits::ENTRIES_READ) {
        let entry = entry?;
        for change in entry.change_set.changes.iter().rev() {
            let What::Review(swap) = &change.what else { continue };
            let item = swap.before.as_deref().filter(|_| swap.after.is_none());
            if let Some(item) = item.filter(|item| ids.contains(&item.id())) {
                let is_open = view.review(item.id())?.is_some();
                return Ok((!is_open).then(|| refusal(item, &change.reason.to_string(), &entry)));
            }
        }
    }
    Ok(None)
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
