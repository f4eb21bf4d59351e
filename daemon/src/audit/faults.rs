//! Links, marks, names and review items that are not what they must be.

use std::collections::BTreeSet;
use std::fmt;

use consolidate_shared::id::{MemoryId, ReviewId};
use consolidate_shared::model::{Memory, Name, RetireReason, Standing};
use consolidate_shared::state::State;

use super::report::{Assertion, Finding};
use super::walk::{Links, circles};

/// One thing that is wrong with the references of a store.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// A memory is linked or marked with itself.
    Itself {
        /// The memory.
        memory: MemoryId,
        /// The field.
        field: &'static str,
    },
    /// A link or mark leads to a memory that cannot be had.
    Dangling {
        /// The memory that holds it.
        memory: MemoryId,
        /// The field.
        field: &'static str,
        /// What is not there.
        other: MemoryId,
    },
    /// A link or mark stands on one side only.
    OneSided {
        /// The memory that holds it.
        memory: MemoryId,
        /// The field.
        field: &'static str,
        /// The memory that does not hold the other side.
        other: MemoryId,
    },
    /// Memories replace each other in a circle.
    Circle {
        /// Its members, in id order.
        members: Vec<MemoryId>,
    },
    /// A memory was retired as superseded, and what replaced it is not known or not there.
    NoSuccessor {
        /// The memory.
        memory: MemoryId,
        /// What its retirement names.
        successor: Option<MemoryId>,
    },
    /// A name resolves to nothing.
    Name {
        /// The name.
        name: Name,
        /// What it names.
        target: MemoryId,
    },
    /// A review item asks about a memory that is not there.
    Review {
        /// The item.
        item: ReviewId,
        /// The first of its members that is not there.
        missing: MemoryId,
    },
    /// An active memory says nowhere where it was said.
    NoSource {
        /// The memory.
        memory: MemoryId,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Itself { memory, field } => write!(f, "{memory} names itself in {field}"),
            Self::Dangling { memory, field, other } => {
                write!(f, "{memory} names {other} in {field}, which is not in the store")
            }
            Self::OneSided { memory, field, other } => {
                write!(f, "{memory} names {other} in {field}, but not the other way round")
            }
            Self::Circle { members } => {
                let shown: Vec<String> = members.iter().take(4).map(ToString::to_string).collect();
                let more = members.len().saturating_sub(shown.len());
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                write!(f, "{}{more} replace each other in a circle", shown.join(", "))
            }
            Self::NoSuccessor { memory, successor: Some(successor) } => {
                write!(
                    f,
                    "{memory} is retired as superseded by {successor}, which is not in the store"
                )
            }
            Self::NoSuccessor { memory, successor: None } => {
                write!(f, "{memory} is retired as superseded, and nothing replaces it")
            }
            Self::Name { name, target } => {
                write!(f, "the name {name} means {target}, which is not in the store")
            }
            Self::Review { item, missing } => {
                write!(f, "{item} asks about {missing}, which is not in the store")
            }
            Self::NoSource { memory } => write!(f, "{memory} is active without a source"),
        }
    }
}

impl Fault {
    /// Whether it is about what replaces what.
    fn is_of_supersession(&self) -> bool {
        match self {
            Self::Itself { field, .. }
            | Self::Dangling { field, .. }
            | Self::OneSided { field, .. } => *field != MARKS,
            Self::Circle { .. } | Self::NoSuccessor { .. } => true,
            Self::Name { .. } | Self::Review { .. } | Self::NoSource { .. } => false,
        }
    }
}

/// The field of conflict marks.
pub(super) const MARKS: &str = "conflicts_with";
/// The field of what a memory replaces.
pub(super) const NEWER: &str = "supersedes";
/// The field of what replaces a memory.
pub(super) const OLDER: &str = "superseded_by";

type Set = fn(&Memory) -> &BTreeSet<MemoryId>;

/// Every set of references of a memory, and the set that answers it on the other side.
const SETS: [(&str, Set, Set); 3] = [
    (NEWER, |memory| &memory.supersedes, |memory| &memory.superseded_by),
    (OLDER, |memory| &memory.superseded_by, |memory| &memory.supersedes),
    (MARKS, |memory| &memory.conflicts_with, |memory| &memory.conflicts_with),
];

/// Everything that is wrong with the references of `state`, in a fixed order. `aside`: memories whose rows a repair has set
/// aside. A name or a retirement may go on naming these: what it meant is known, and only its content is lost.
pub fn faults(state: &State, aside: &BTreeSet<MemoryId>) -> Vec<Fault> {
    let mut found = Vec::new();
    for memory in state.memories.values() {
        of_memory(memory, state, aside, &mut found);
    }
    found.extend(circles(&links(state)).into_iter().map(|members| Fault::Circle { members }));
    let known = |id: &MemoryId| state.memories.contains_key(id);
    for (name, target) in &state.names {
        if !known(target) && !aside.contains(target) {
            found.push(Fault::Name { name: name.clone(), target: *target });
        }
    }
    for (item, review) in &state.reviews {
        if let Some(missing) = review.members.iter().find(|member| !known(member)) {
            found.push(Fault::Review { item: *item, missing: *missing });
        }
    }
    found
}

fn of_memory(memory: &Memory, state: &State, aside: &BTreeSet<MemoryId>, found: &mut Vec<Fault>) {
    let id = memory.id;
    for (field, set, back) in SETS {
        for &other in set(memory) {
            match state.memories.get(&other) {
                _ if other == id => found.push(Fault::Itself { memory: id, field }),
                None => found.push(Fault::Dangling { memory: id, field, other }),
                Some(there) if !back(there).contains(&id) => {
                    found.push(Fault::OneSided { memory: id, field, other });
                }
                Some(_) => {}
            }
        }
    }
    if let Standing::Retired(retirement) = &memory.standing
        && retirement.reason == RetireReason::Superseded
    {
        let there = |successor: MemoryId| {
            state.memories.contains_key(&successor) || aside.contains(&successor)
        };
        let linked = memory.superseded_by.iter().any(|id| state.memories.contains_key(id));
        if !retirement.successor.map_or(linked, there) {
            found.push(Fault::NoSuccessor { memory: id, successor: retirement.successor });
        }
    }
    if memory.standing == Standing::Active && memory.sources.is_empty() {
        found.push(Fault::NoSource { memory: id });
    }
}

/// Every link between two memories that are there, whichever side holds it, from what replaces to what is replaced.
pub(super) fn links(state: &State) -> Links {
    let mut links: std::collections::BTreeMap<MemoryId, BTreeSet<MemoryId>> =
        std::collections::BTreeMap::new();
    let mut add = |newer: MemoryId, older: MemoryId| {
        let there = |id: &MemoryId| state.memories.contains_key(id);
        if newer != older && there(&newer) && there(&older) {
            links.entry(newer).or_default().insert(older);
        }
    };
    for memory in state.memories.values() {
        memory.supersedes.iter().for_each(|older| add(memory.id, *older));
        memory.superseded_by.iter().for_each(|newer| add(*newer, memory.id));
    }
    links.into_iter().map(|(newer, older)| (newer, older.into_iter().collect())).collect()
}

const REPAIR: &str = "see what would mend it with `consolidate check --repair`";

/// What replaces what is reciprocal, without circles and complete.
pub fn supersession(state: &State, faults: &[Fault]) -> Assertion {
    let links = state.memories.values().map(|it| it.supersedes.len() + it.superseded_by.len());
    let finding = finding(links.sum::<usize>() as u64, faults, true);
    finding.assert(
        "supersession",
        "links are on both sides, lead somewhere, make no circle, and what was superseded has a successor",
        ("rows were changed or lost outside this program, or a defect let a change through the gate", REPAIR),
    )
}

/// Marks, names, review items and sources are what they must be.
pub fn references(state: &State, faults: &[Fault]) -> Assertion {
    let marks = state.memories.values().map(|memory| memory.conflicts_with.len());
    let all = marks.sum::<usize>() + state.names.len() + state.reviews.len();
    finding(all as u64, faults, false).assert(
        "references",
        "conflict marks are on both sides, names resolve, questions are about memories that are there, and what is active has a source",
        ("rows were changed or lost outside this program, or a defect let a change through the gate", REPAIR),
    )
}

fn finding(looked_at: u64, faults: &[Fault], of_supersession: bool) -> Finding {
    let mut finding = Finding { looked_at, ..Finding::default() };
    for fault in faults.iter().filter(|fault| fault.is_of_supersession() == of_supersession) {
        finding.fail(fault.to_string());
    }
    finding
}
