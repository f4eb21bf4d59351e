//! What of an entry there is left to take back.
//!
//! Whatever takes a memory away closes the questions about it in the same entry, an undo as well. The undo of the entry that
//! asked finds nothing to close then, and nothing that could be undone before it: an undo is no entry in force. What undos
//! alone have moved is therefore left out of it. Invariant: undoing the latest again and again comes to an end.

use std::collections::BTreeMap;

use consolidate_shared::change::{ChangeSet, What};
use consolidate_shared::id::ReviewId;
use consolidate_shared::journal::JournalEntry;
use consolidate_shared::review::ReviewItem;
use consolidate_shared::state::Lookup;

use super::in_the_way::{in_force_since, moved_since};
use crate::store::{ReadError, View};

/// Leaves out of `set`, which takes `target` back, the questions that undos alone have closed, opened or changed since.
pub(super) fn only<L: Lookup<Error = ReadError>>(
    set: &mut ChangeSet,
    target: &JournalEntry,
    state: &L,
    view: &View,
) -> Result<(), ReadError> {
    let mut first: BTreeMap<ReviewId, Option<&ReviewItem>> = BTreeMap::new();
    for change in &set.changes {
        if let Some((id, before)) = question(&change.what) {
            first.entry(id).or_insert(before);
        }
    }
    let mut moved = Vec::new();
    for (id, before) in first {
        if state.review(id)?.as_ref() != before {
            moved.push(id);
        }
    }
    if moved.is_empty() {
        return Ok(());
    }
    let since = in_force_since(target, view)?;
    let mut left_out = Vec::new();
    for id in moved {
        let is_of = |what: &What| question(what).is_some_and(|(of, _)| of == id);
        let changes = target.change_set.changes.iter().filter(|change| is_of(&change.what));
        let alone = ChangeSet { changes: changes.cloned().collect(), ..ChangeSet::default() };
        let alone = JournalEntry { change_set: alone, ..target.clone() };
        if !moved_since(&alone, since, view)? {
            left_out.push(id);
        }
    }
    set.changes
        .retain(|change| !question(&change.what).is_some_and(|(id, _)| left_out.contains(&id)));
    Ok(())
}

/// The question that a change is about, and how that is before it.
fn question(what: &What) -> Option<(ReviewId, Option<&ReviewItem>)> {
    let What::Review(swap) = what else { return None };
    let item = swap.before.as_deref().or(swap.after.as_deref())?;
    Some((item.id(), swap.before.as_deref()))
}
