//! The gate before every commit: what a change set may never do, whoever made it (DESIGN 5).
//!
//! It knows nothing of the planners and must not: it reads the change set, the subjects before it and nothing else. It
//! looks only at what the set names and, for cycles, along links from there. A violation stops the commit, never the daemon.
//! The state before may be damaged: a repair is judged by what it leaves.

mod answers;
mod links;
mod passes;
mod violation;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use consolidate_shared::change::{ApplyError, Change, ChangeSet, Edit, Swap, What, apply};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::EntryKind;
use consolidate_shared::model::{Memory, RetireReason, Standing};
use consolidate_shared::overlay::Overlay;
use consolidate_shared::plan::PassKind;
use consolidate_shared::state::Lookup;

pub use violation::Violation;

/// Everything that committing `set` as a `kind` entry on `before` would violate, in the order of the subjects; nothing when
/// it may be committed.
///
/// # Errors
/// When the subjects cannot be read.
pub fn check<S: Lookup>(
    before: &S,
    set: &ChangeSet,
    kind: EntryKind,
) -> Result<Vec<Violation>, S::Error> {
    let mut after = Overlay::new(before);
    match apply(set, &mut after) {
        Ok(()) => {}
        Err(ApplyError::Subjects(error)) => return Err(error),
        Err(ApplyError::Stale(moved)) => {
            return Ok(moved.into_iter().map(|moved| Violation::Stale { moved }).collect());
        }
    }
    let mut violations = Vec::new();
    match kind {
        EntryKind::Pass(pass) => passes::check(before, &after, set, pass, &mut violations)?,
        EntryKind::Review => answers::check(before, &after, set, &mut violations)?,
        EntryKind::Evidence => evidence(set, &mut violations),
        _ => {}
    }
    conservation(before, &after, set, kind, &mut violations)?;
    for id in set.subjects() {
        if let Some(memory) = after.memory(id)?
            && !(kind == EntryKind::Repair
                && before.memory(id)?.is_some_and(|was| lacks_source(&was)))
        {
            complete(&memory, &mut violations);
        }
    }
    links::check(&after, set, &mut violations)?;
    Ok(violations)
}

/// An active memory has a source.
fn complete(memory: &Memory, violations: &mut Vec<Violation>) {
    if lacks_source(memory) {
        violations.push(Violation::NoSource { memory: memory.id });
    }
}

fn lacks_source(memory: &Memory) -> bool {
    memory.standing == Standing::Active && memory.sources.is_empty()
}

/// Evidence and use change nothing else, but that they bring back what was retired for want of them.
fn evidence(set: &ChangeSet, violations: &mut Vec<Violation>) {
    for change in &set.changes {
        let memory = match &change.what {
            What::Edit {
                edit:
                    Edit::Evidence(_) | Edit::Contexts(_) | Edit::LastConfirmed(_) | Edit::Usage(_),
                ..
            } => continue,
            What::Edit { edit: Edit::Standing(swap), .. } if revives_stale(swap) => continue,
            what => what.memory().unwrap_or(MemoryId(0)),
        };
        violations.push(Violation::NotEvidence { name: change.name(), memory });
    }
}

fn revives_stale(swap: &Swap<Standing>) -> bool {
    let stale = matches!(&swap.before, Standing::Retired(it) if it.reason == RetireReason::Stale);
    stale && swap.after.is_served()
}

/// Nothing leaves the store except by prune and by an undo, and nothing that somebody wrote becomes something else.
fn conservation<S: Lookup>(
    before: &S,
    after: &Overlay<'_, S>,
    set: &ChangeSet,
    kind: EntryKind,
    violations: &mut Vec<Violation>,
) -> Result<(), S::Error> {
    let undo = matches!(kind, EntryKind::Undo(_));
    let prune = kind == EntryKind::Pass(PassKind::Prune);
    // A repair holds the store to its journal: it takes out what an entry had removed, and puts a text back that a row lost.
    let repair = kind == EntryKind::Repair;
    // The names of what prune removes may go with it.
    let removed: BTreeSet<MemoryId> = set.changes.iter().filter_map(removes).collect();
    let goes_along = |id: Option<MemoryId>| prune && id.is_some_and(|id| removed.contains(&id));
    let mut gone: BTreeSet<MemoryId> = BTreeSet::new();
    for change in &set.changes {
        match &change.what {
            What::Remove(memory) if !undo && !prune && !repair => {
                gone.insert(memory.id);
            }
            What::Name { name, target }
                if target.after.is_none() && !undo && !goes_along(target.before) =>
            {
                // A repair may take a name away that resolves to nothing.
                let nothing = repair
                    && target.before.map_or(Ok(true), |id| Ok(before.memory(id)?.is_none()))?;
                if !nothing {
                    violations.push(Violation::NameLost { name: name.clone() });
                }
            }
            What::Edit { subject, edit: Edit::Sources(sources) }
                if !sources.removed.is_empty() && !undo =>
            {
                violations.push(Violation::SourceLost { memory: *subject });
            }
            What::Edit { subject, edit: Edit::Wordings(wordings) }
                if !wordings.removed.is_empty() && !undo =>
            {
                violations.push(Violation::WordingLost { memory: *subject });
            }
            _ => {}
        }
    }
    violations.extend(gone.into_iter().map(|memory| Violation::Removed { memory }));
    for id in set.subjects() {
        let (Some(was), Some(is)) = (before.memory(id)?, after.memory(id)?) else { continue };
        let same = was.text == is.text && was.rationale == is.rationale && was.kind == is.kind;
        if !same && !repair {
            violations.push(Violation::Rewritten { memory: id });
        }
    }
    Ok(())
}

fn removes(change: &Change) -> Option<MemoryId> {
    match &change.what {
        What::Remove(memory) => Some(memory.id),
        _ => None,
    }
}
