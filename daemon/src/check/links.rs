//! Links and marks: reciprocal, never dangling, never a cycle.

use std::collections::BTreeSet;

use consolidate_shared::change::{ChangeSet, Edit, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::Memory;
use consolidate_shared::overlay::Overlay;
use consolidate_shared::state::Lookup;

use super::Violation;

/// Memories that one walk looks at: the longest chain that a store may hold.
const LONGEST_WALK: usize = 100_000;

/// A kind of link and the field that answers it on the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Link {
    Supersedes,
    SupersededBy,
    Conflicts,
}

impl Link {
    const ALL: [Self; 3] = [Self::Supersedes, Self::SupersededBy, Self::Conflicts];

    fn field(self) -> &'static str {
        match self {
            Self::Supersedes => "supersedes",
            Self::SupersededBy => "superseded_by",
            Self::Conflicts => "conflicts_with",
        }
    }

    fn back(self) -> Self {
        match self {
            Self::Supersedes => Self::SupersededBy,
            Self::SupersededBy => Self::Supersedes,
            Self::Conflicts => Self::Conflicts,
        }
    }

    fn of(self, memory: &Memory) -> &BTreeSet<MemoryId> {
        match self {
            Self::Supersedes => &memory.supersedes,
            Self::SupersededBy => &memory.superseded_by,
            Self::Conflicts => &memory.conflicts_with,
        }
    }
}

/// Checks every link that the set adds or takes away, from both ends.
pub(super) fn check<S: Lookup>(
    after: &Overlay<'_, S>,
    set: &ChangeSet,
    violations: &mut Vec<Violation>,
) -> Result<(), S::Error> {
    for (memory, link, other) in touched(set) {
        let holds = after.memory(memory)?;
        let holds = holds.is_some_and(|memory| link.of(&memory).contains(&other));
        let answer = after.memory(other)?;
        let answers = answer.as_ref().is_some_and(|other| link.back().of(other).contains(&memory));
        let field = link.field();
        match (holds, answers) {
            (true, _) if answer.is_none() => {
                violations.push(Violation::Dangling { memory, field, other });
            }
            (true, false) => violations.push(Violation::OneSided { memory, field, other }),
            (false, true) => {
                let field = link.back().field();
                let (memory, other) = (other, memory);
                violations.push(match after.memory(other)? {
                    Some(_) => Violation::OneSided { memory, field, other },
                    None => Violation::Dangling { memory, field, other },
                });
            }
            _ => {}
        }
    }
    cycles(after, set, violations)
}

/// Every link that an edit names or that an added or removed memory holds.
fn touched(set: &ChangeSet) -> BTreeSet<(MemoryId, Link, MemoryId)> {
    let mut touched = BTreeSet::new();
    for change in &set.changes {
        match &change.what {
            What::Add(memory) | What::Remove(memory) => touched.extend(all_of(memory)),
            What::Edit { subject, edit } => {
                let (link, edit) = match edit {
                    Edit::Supersedes(edit) => (Link::Supersedes, edit),
                    Edit::SupersededBy(edit) => (Link::SupersededBy, edit),
                    Edit::ConflictsWith(edit) => (Link::Conflicts, edit),
                    _ => continue,
                };
                let others = edit.added.iter().chain(&edit.removed);
                touched.extend(others.map(|other| (*subject, link, *other)));
            }
            What::Name { .. } | What::Review(_) | What::Ruling { .. } => {}
        }
    }
    touched
}

fn all_of(memory: &Memory) -> impl Iterator<Item = (MemoryId, Link, MemoryId)> {
    Link::ALL
        .into_iter()
        .flat_map(move |link| link.of(memory).iter().map(move |other| (memory.id, link, *other)))
}

/// From every memory that gains a link, following what it replaces never comes back to it.
fn cycles<S: Lookup>(
    after: &Overlay<'_, S>,
    set: &ChangeSet,
    violations: &mut Vec<Violation>,
) -> Result<(), S::Error> {
    let gaining = set.changes.iter().filter_map(|change| match &change.what {
        What::Add(memory) if !memory.supersedes.is_empty() => Some(memory.id),
        What::Edit { subject, edit: Edit::Supersedes(edit) } if !edit.added.is_empty() => {
            Some(*subject)
        }
        _ => None,
    });
    let starts: BTreeSet<MemoryId> = gaining.collect();
    let mut done = BTreeSet::new();
    for start in starts {
        if let Some(violation) = cycle_from(start, after, &mut done)? {
            violations.push(violation);
        }
    }
    Ok(())
}

/// The first cycle met when following what `start` replaces, depth first. `done` holds what leads to no cycle.
fn cycle_from<S: Lookup>(
    start: MemoryId,
    after: &Overlay<'_, S>,
    done: &mut BTreeSet<MemoryId>,
) -> Result<Option<Violation>, S::Error> {
    let replaced = |id: MemoryId| -> Result<Vec<MemoryId>, S::Error> {
        let memory = after.memory(id)?;
        Ok(memory.map(|memory| memory.supersedes.iter().copied().collect()).unwrap_or_default())
    };
    if done.contains(&start) {
        return Ok(None);
    }
    let mut path = vec![(start, replaced(start)?)];
    let mut on_path = BTreeSet::from([start]);
    while let Some((id, open)) = path.last_mut() {
        let Some(next) = open.pop() else {
            done.insert(*id);
            on_path.remove(id);
            path.pop();
            continue;
        };
        if on_path.contains(&next) {
            return Ok(Some(Violation::Cycle { memory: next }));
        }
        if path.len() > LONGEST_WALK {
            return Ok(Some(Violation::Endless { memory: start }));
        }
        if !done.contains(&next) {
            on_path.insert(next);
            path.push((next, replaced(next)?));
        }
    }
    Ok(None)
}
