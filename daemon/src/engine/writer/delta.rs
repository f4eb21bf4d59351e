//! What a commit changes in the catalog. Where words stay, only what ranking knows beside them is replaced.

use std::collections::BTreeSet;

use consolidate_shared::change::{Edit, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::JournalEntry;
use consolidate_shared::review::ReviewItem;

use crate::engine::catalog::{Prepared, affected, facts_of};
use crate::engine::publish::Delta;
use crate::store::{Lenient, ReadError, View};

/// What the entries change in the catalog.
pub(super) fn delta(entries: &[JournalEntry], view: &View) -> Result<Delta, ReadError> {
    let readable = Lenient(view);
    let changes = || entries.iter().flat_map(|entry| &entry.change_set.changes);
    let touched = |wanted: bool| -> BTreeSet<MemoryId> {
        let found = changes().filter(|change| leaves_words(&change.what) == wanted);
        found.filter_map(|change| change.what.memory()).collect()
    };
    let (changed, kept) = (touched(false), touched(true));
    let mut facts = Vec::new();
    for id in kept.difference(&changed) {
        if let Some(memory) = readable.memory(*id)? {
            facts.push((*id, facts_of(&memory, &readable)?));
        }
    }
    let memories = affected(changed, &readable)?
        .into_iter()
        .map(|(id, memory)| Prepared::new(id, memory.as_deref(), &readable))
        .collect::<Result<_, _>>()?;
    Ok(Delta { memories, facts, reviews: reviews_of(entries) })
}

/// Whether a change leaves all that a memory is found by: only how it ranks is another then.
fn leaves_words(what: &What) -> bool {
    let What::Edit { edit, .. } = what else { return false };
    matches!(
        edit,
        Edit::Strength(_)
            | Edit::Usage(_)
            | Edit::Evidence(_)
            | Edit::Contexts(_)
            | Edit::LastConfirmed(_)
    )
}

fn reviews_of(entries: &[JournalEntry]) -> Vec<(ReviewItem, bool)> {
    let changes = entries.iter().flat_map(|entry| &entry.change_set.changes);
    changes
        .filter_map(|change| match &change.what {
            What::Review(swap) => Some(swap),
            _ => None,
        })
        .flat_map(|swap| {
            let closed = swap.before.as_deref().map(|item| (item.clone(), false));
            closed.into_iter().chain(swap.after.as_deref().map(|item| (item.clone(), true)))
        })
        .collect()
}
