//! What a pass may not do, whatever it found.

use consolidate_shared::change::{Change, ChangeName, ChangeSet, Edit, Swap, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Memory, RetireReason, Standing};
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
            What::Review(Swap { after: Some(item), .. }) => {
                asked(before, pass, item, violations)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// A question is about memories of the store, at least two, of one project.
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
    if known.len() < 2 || known.len() < item.members.len() {
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

/// Links and successors stay within one project.
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
        if let Some(other) = before.memory(other)? {
            one_project(pass, memory, &other, violations);
        }
    }
    Ok(())
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
    let keeps = after.memory(survivor)?.is_some_and(|survivor| {
        let told = (&survivor.text, &survivor.rationale) == (&memory.text, &memory.rationale)
            || survivor
                .wordings
                .iter()
                .any(|wording| wording.of == memory.id && wording.text == memory.text);
        survivor.id != memory.id
            && told
            && survivor.sources.is_superset(&memory.sources)
            && survivor.wordings.is_superset(&memory.wordings)
    });
    if !keeps {
        violations.push(Violation::NotKept { memory: memory.id, survivor });
    }
    Ok(())
}
