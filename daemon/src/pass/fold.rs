//! Folding one memory into another: what the survivor takes over, field by field.
//!
//! The merge pass and the write that meets its like use this alike. Nothing is lost: sources, wordings, evidence, anchors
//! and links move, the duplicate stays in the store as retired with its text. No text is ever rewritten.

use std::collections::BTreeSet;

use consolidate_shared::change::{CounterEdit, Edit, Reason, SetEdit, Swap};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Evidence, Memory, RetireReason, Retirement, Wording};
use consolidate_shared::time::Day;

use super::draft::Draft;

/// What a fold goes by, beside the two memories.
pub(crate) struct Terms<'t> {
    /// The UTC day on which it happens.
    pub(crate) day: Day,
    /// Why the survivor gains.
    pub(crate) gains: Reason,
    /// Why the duplicate is retired.
    pub(crate) retires: Reason,
    /// What the duplicate contradicts beside what it is marked with.
    pub(crate) against: BTreeSet<MemoryId>,
    /// Whether the survivor, with all that it has taken over, and what the duplicate was against contradict each other.
    pub(crate) keeps_mark: &'t dyn Fn(&Memory, &Memory) -> bool,
}

/// Moves everything of `duplicate` to `survivor` and retires it. No chain of replacements may join the two.
pub(crate) fn fold(
    draft: &mut Draft<'_>,
    survivor: &Memory,
    duplicate: &Memory,
    terms: &Terms<'_>,
) {
    for edit in gains(survivor, duplicate) {
        draft.edit(survivor.id, edit, &terms.gains);
    }
    let follows = Reason::Follows { of: duplicate.id };
    move_links(draft, survivor, duplicate, &follows);
    move_marks(draft, survivor, duplicate, terms, &follows);
    let retirement =
        Retirement::of(&duplicate.standing, RetireReason::Merged, Some(survivor.id), terms.day);
    draft.retire(duplicate.id, retirement, &terms.retires);
}

/// The edits by which `survivor` takes over what `duplicate` knows; those that change nothing among them.
fn gains(survivor: &Memory, duplicate: &Memory) -> Vec<Edit> {
    // No slot: a duplicate that has another one than its survivor is not merged.
    let mut edits = vec![
        Edit::Sources(union(&survivor.sources, &duplicate.sources)),
        Edit::Wordings(union(&survivor.wordings, &wordings(survivor, duplicate))),
        Edit::Anchors(union(&survivor.anchors, &duplicate.anchors)),
    ];
    edits.extend(evidence(&survivor.evidence, &duplicate.evidence));
    edits
}

fn union<T: Ord + Clone>(mine: &BTreeSet<T>, theirs: &BTreeSet<T>) -> SetEdit<T> {
    SetEdit { added: theirs.difference(mine).cloned().collect(), removed: BTreeSet::new() }
}

/// The duplicate's own wording, unless it is the survivor's to the letter, and those it had taken in.
fn wordings(survivor: &Memory, duplicate: &Memory) -> BTreeSet<Wording> {
    let mut wordings = duplicate.wordings.clone();
    if (&survivor.text, &survivor.rationale) != (&duplicate.text, &duplicate.rationale) {
        wordings.insert(Wording {
            of: duplicate.id,
            text: duplicate.text.clone(),
            rationale: duplicate.rationale.clone(),
        });
    }
    wordings
}

fn evidence(mine: &Evidence, theirs: &Evidence) -> [Edit; 3] {
    // A weight at its bound grows no further: it stands for more confirmations than anybody could give.
    let room = |have: u32, more: u32| i64::from(have.saturating_add(more) - have);
    let weights = CounterEdit {
        confirmed: room(mine.confirmed, theirs.confirmed),
        contradicted: room(mine.contradicted, theirs.contradicted),
    };
    let contexts = mine.contexts_with(theirs.contexts.iter().cloned());
    let latest = mine.last_confirmed.clone().max(theirs.last_confirmed.clone());
    [
        Edit::Evidence(weights),
        Edit::Contexts(SetEdit::between(&mine.contexts, &contexts)),
        Edit::LastConfirmed(Swap::new(mine.last_confirmed.clone(), latest)),
    ]
}

/// Moves the supersession links. The caller has made sure that no chain joins the two, so no cycle can come of it.
fn move_links(draft: &mut Draft<'_>, survivor: &Memory, duplicate: &Memory, reason: &Reason) {
    for older in &duplicate.supersedes {
        draft.unlink(duplicate.id, *older, reason);
        draft.link(survivor.id, *older, (reason, reason));
    }
    for newer in &duplicate.superseded_by {
        draft.unlink(*newer, duplicate.id, reason);
        draft.link(*newer, survivor.id, (reason, reason));
    }
}

/// Moves the conflict marks that hold for the survivor and drops the others.
fn move_marks(
    draft: &mut Draft<'_>,
    survivor: &Memory,
    duplicate: &Memory,
    terms: &Terms<'_>,
    reason: &Reason,
) {
    draft.unmark_all(duplicate.id, reason);
    // As it is by now, with all that it took over.
    let Some(survivor) = draft.active(survivor.id) else { return };
    for other in duplicate.conflicts_with.union(&terms.against) {
        // A candidate bears the marks of when it was active.
        let other = draft.memory(*other).filter(|other| other.standing.is_served());
        let Some(other) = other.filter(|other| other.id != survivor.id) else { continue };
        if (terms.keeps_mark)(&survivor, &other) {
            draft.mark(survivor.id, other.id, (reason, reason));
        }
    }
}
