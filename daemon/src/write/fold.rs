//! A write that says what a memory says already: it takes the source and the wording, and the new id resolves to it.

use std::collections::BTreeSet;

use consolidate_shared::change::{ChangeSet, Edit, Finding, Reason, SetEdit, Swap, What};
use consolidate_shared::limits;
use consolidate_shared::model::{Memory, Name, Standing, Wording};

use super::Draft;

/// The change set that folds `draft` into `kept`, or `None` when something that the draft says would have no place
/// there; then both stay and the merge pass proposes what to do.
pub fn fold(draft: &Draft, kept: &Memory, finding: &Finding) -> Option<ChangeSet> {
    let new = &draft.memory;
    if !fits(draft, kept) {
        return None;
    }
    let reason = Reason::Found(finding.clone());
    let mut set = ChangeSet::default();
    // A fact that is said every day must not grow for ever: beyond this many sources another one says nothing new.
    let room = kept.sources.len() < limits::SOURCES_KEPT;
    let new_sources = if room { new.sources.clone() } else { BTreeSet::new() };
    let sources = SetEdit::between(&kept.sources, &(&kept.sources | &new_sources));
    set.edit(kept, Edit::Sources(sources), reason.clone());
    let same_words =
        kept.text == new.text && (new.rationale.is_none() || new.rationale == kept.rationale);
    let known = kept.wordings.iter().any(|w| w.text == new.text && w.rationale == new.rationale);
    if !same_words && !known {
        let wording =
            Wording { of: new.id, text: new.text.clone(), rationale: new.rationale.clone() };
        set.edit(kept, Edit::Wordings(SetEdit::adding(wording)), reason.clone());
    }
    let anchors = SetEdit::between(&kept.anchors, &(&kept.anchors | &new.anchors));
    set.edit(kept, Edit::Anchors(anchors), reason.clone());
    set.excerpt(kept);
    let target = Swap::new(None, Some(kept.id));
    set.push(What::Name { name: Name::Id(new.id), target }, reason);
    Some(set)
}

fn fits(draft: &Draft, kept: &Memory) -> bool {
    let new = &draft.memory;
    kept.wordings.len() < limits::ITEMS_PER_MEMORY
        && kept.standing == Standing::Active
        && new.standing == Standing::Active
        && new.kind == kept.kind
        && new.scope == kept.scope
        && (new.slot.is_none() || new.slot == kept.slot)
        && (new.trigger.is_none() || new.trigger == kept.trigger)
        && (new.steps.is_empty() || new.steps == kept.steps)
        && (new.valid_from, new.valid_until) == (kept.valid_from, kept.valid_until)
        && draft.supersedes.is_empty()
        // A person's word has a standing of its own: it is not to vanish in an agent's memory.
        && (new.origin != consolidate_shared::model::Origin::User || kept.origin == new.origin)
}
