//! What a pass may not do, whatever it found.

use consolidate_shared::change::{Change, ChangeName, ChangeSet, Edit, Swap, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Memory, Name, RetireReason, Standing};
use consolidate_shared::overlay::Overlay;
use consolidate_shared::plan::PassKind;
use consolidate_shared::review::ReviewItem;
use consolidate_shared::state::Lookup;

use super::Violation;

pub(super) fn check<S: Lookup>(
    before: &S,
    after: &Overlay<'_, S>,
    set: &ChangeSet,
    pass: PassKind,
    violations: &mut Vec<Violation>,
) -> Result<(), S::Error> {
    for change in &set.changes {
        let name = change.name();
        if !pass.may().contains(&name) {
            violations.push(Violation::NotAllowed { pass, name });
        }
        if let What::Edit { edit, .. } = &change.what
            && name == ChangeName::Edit
            && !pass.may_edit().contains(&edit.field())
        {
            violations.push(Violation::NotAllowedField { pass, field: edit.field() });
        }
        match &change.what {
            What::Edit { subject, edit } => {
                let Some(memory) = before.memory(*subject)? else { continue };
                if memory.is_protected() && lowers(change) {
                    violations.push(Violation::Protected { pass, name, memory: *subject });
                }
                joined(before, pass, &memory, edit, violations)?;
                if let Edit::Standing(swap) = edit {
                    kept(after, &memory, &swap.after, violations)?;
                }
            }
            What::Remove(memory) if memory.is_protected() => {
                violations.push(Violation::Protected { pass, name, memory: memory.id });
            }
            What::Remove(memory) => removed(after, memory, violations)?,
            What::Review(Swap { after: Some(item), .. }) => {
                asked(before, pass, item, violations)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Only garbage leaves, without links, and a duplicate's id leads to a survivor that keeps its words and sources.
fn removed<S: Lookup>(
    after: &Overlay<'_, S>,
    memory: &Memory,
    violations: &mut Vec<Violation>,
) -> Result<(), S::Error> {
    let links = [&memory.supersedes, &memory.superseded_by, &memory.conflicts_with];
    if links.iter().any(|links| !links.is_empty()) {
        violations.push(Violation::StillLinked { memory: memory.id });
    }
    let reason = match &memory.standing {
        Standing::Retired(retirement) => Some(retirement.reason),
        _ => None,
    };
    match reason {
        Some(RetireReason::Retracted | RetireReason::Malformed) => {}
        Some(RetireReason::Merged) => {
            let survivor = after.name(&Name::Id(memory.id))?;
            let kept = survivor.map(|id| after.memory(id)).transpose()?.flatten();
            if !kept.is_some_and(|survivor| survivor.keeps(memory)) {
                let survivor = survivor.unwrap_or(memory.id);
                violations.push(Violation::NotKept { memory: memory.id, survivor });
            }
        }
        _ => violations.push(Violation::NotGarbage { memory: memory.id }),
    }
    Ok(())
}

/// A question is about memories of the store, of one project: at least two, or the one that is asked about.
fn asked<S: Lookup>(
    before: &S,
    pass: PassKind,
    item: &ReviewItem,
    violations: &mut Vec<Violation>,
) -> Result<(), S::Error> {
    let mut known = Vec::new();
    for id in &item.members {
        known.extend(before.memory(*id)?);
    }
    let fewest = if item.pass == PassKind::Promote { 1 } else { 2 };
    if known.len() < fewest || known.len() < item.members.len() {
        violations.push(Violation::EmptyQuestion { item: item.id() });
    }
    for pair in known.windows(2) {
        if let [a, b] = pair {
            one_project(pass, a, b, violations);
        }
    }
    Ok(())
}

/// Whether a change takes something from a memory that only a person may take from a protected one.
fn lowers(change: &Change) -> bool {
    let strength = matches!(
        &change.what,
        What::Edit { edit: Edit::Strength(swap), .. } if swap.after < swap.before
    );
    strength || matches!(change.name(), ChangeName::Retire | ChangeName::Demote)
}

/// Links and successors stay within one project. What a person joined across projects may go over from a duplicate to its
/// survivor: then one side has a link into the other's project already.
fn joined<S: Lookup>(
    before: &S,
    pass: PassKind,
    memory: &Memory,
    edit: &Edit,
    violations: &mut Vec<Violation>,
) -> Result<(), S::Error> {
    let others: Vec<MemoryId> = match edit {
        Edit::Supersedes(set) | Edit::SupersededBy(set) | Edit::ConflictsWith(set) => {
            set.added.iter().copied().collect()
        }
        Edit::Standing(swap) => match &swap.after {
            Standing::Retired(retirement) => retirement.successor.into_iter().collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    for other in others {
        let Some(other) = before.memory(other)? else { continue };
        if !reaches(before, memory, &other)? && !reaches(before, &other, memory)? {
            one_project(pass, memory, &other, violations);
        }
    }
    Ok(())
}

/// Whether `memory` is linked to anything in the project of `other`.
fn reaches<S: Lookup>(before: &S, memory: &Memory, other: &Memory) -> Result<bool, S::Error> {
    for id in memory.supersedes.iter().chain(&memory.superseded_by).chain(&memory.conflicts_with) {
        let there = before.memory(*id)?;
        if there.is_some_and(|there| there.scope.project == other.scope.project) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn one_project(pass: PassKind, a: &Memory, b: &Memory, violations: &mut Vec<Violation>) {
    if a.scope.project != b.scope.project {
        violations.push(Violation::TwoProjects { pass, memory: a.id, other: b.id });
    }
}

/// A survivor keeps the text, wordings and sources of what is merged into it.
pub(super) fn kept<S: Lookup>(
    after: &Overlay<'_, S>,
    memory: &Memory,
    standing: &Standing,
    violations: &mut Vec<Violation>,
) -> Result<(), S::Error> {
    let Standing::Retired(retirement) = standing else { return Ok(()) };
    if retirement.reason != RetireReason::Merged {
        return Ok(());
    }
    let survivor = retirement.successor.unwrap_or(memory.id);
    let keeps = after
        .memory(survivor)?
        .is_some_and(|survivor| survivor.id != memory.id && survivor.keeps(memory));
    if !keeps {
        violations.push(Violation::NotKept { memory: memory.id, survivor });
    }
    Ok(())
}
