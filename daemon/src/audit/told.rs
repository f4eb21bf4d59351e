//! What the journal comes to, and where a store says something else.
//!
//! Every row of a memory, a name, a question and a ruling is what the entries of the journal made of it, so that what a file
//! lost can be put back and what it changed can be told. Entries that are missing or cannot be read leave gaps: of a memory
//! that was added before one, only what no entry can change is held against its row.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;

use consolidate_shared::change::What;
use consolidate_shared::id::{MemoryId, ReviewId};
use consolidate_shared::journal::{Generation, JournalEntry};
use consolidate_shared::model::{Kind, Memory, Name};
use consolidate_shared::review::ReviewItem;
use consolidate_shared::ruling::{Ruling, RulingKey};
use consolidate_shared::state::{State, Subjects};

use super::report::{Assertion, Finding};

#[cfg(test)]
mod tests;

/// The state that the entries lead to, and how sure that is.
#[derive(Debug, Default)]
pub struct Told {
    state: State,
    /// The entry that added each memory.
    added: BTreeMap<MemoryId, Generation>,
    removed: BTreeSet<MemoryId>,
    /// Memories of which an edit did not fit what the entries before it had told.
    unsure: BTreeSet<MemoryId>,
    heard: Generation,
    /// The last entry that was not heard.
    gap: Option<Generation>,
}

/// One thing that is otherwise than the journal tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// A memory that was added and never removed is not there.
    Missing(Arc<Memory>),
    /// A memory is not what the last entry left.
    Other {
        /// What is there.
        there: Arc<Memory>,
        /// What the journal tells.
        told: Arc<Memory>,
        /// Whether no entry that cannot be read may have made the difference.
        sure: bool,
    },
    /// A memory is there that an entry removed.
    Removed(Arc<Memory>),
    /// A memory is there that no entry added.
    Untold(Arc<Memory>),
    /// A name means something else.
    Name {
        /// The name.
        name: Name,
        /// What it means in the store.
        there: Option<MemoryId>,
        /// What the journal says that it means.
        told: Option<MemoryId>,
    },
    /// A question is there and was never asked, or was asked and is not there, or is another one.
    Review {
        /// The question.
        id: ReviewId,
        /// What is there.
        there: Option<Box<ReviewItem>>,
        /// What the journal tells.
        told: Option<Box<ReviewItem>>,
    },
    /// The same of a ruling.
    Ruling {
        /// What is ruled on.
        key: RulingKey,
        /// What is there.
        there: Option<Ruling>,
        /// What the journal tells.
        told: Option<Ruling>,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(memory) => {
                write!(f, "{} is in the journal and not in the store", memory.id)
            }
            Self::Other { there, sure: true, .. } => {
                write!(f, "{} is not what the journal says it is", there.id)
            }
            Self::Other { there, sure: false, .. } => write!(
                f,
                "{} is not what the journal says it is, and entries that cannot be read are about it",
                there.id
            ),
            Self::Removed(memory) => {
                write!(f, "{} was removed by an entry and is in the store", memory.id)
            }
            Self::Untold(memory) => {
                write!(f, "{} is in the store, and no entry of the journal added it", memory.id)
            }
            Self::Name { name, told: Some(told), .. } => {
                write!(f, "the name {name} does not mean {told}, which the journal says it means")
            }
            Self::Name { name, .. } => {
                write!(f, "the name {name} is in the store, and no entry of the journal gave it")
            }
            Self::Review { id, .. } => {
                write!(f, "the question {id} is not what the journal says it is")
            }
            Self::Ruling { key, .. } => {
                write!(f, "the ruling {key} is not what the journal says it is")
            }
        }
    }
}

impl Told {
    /// Hears the next entry. One that was heard is not heard again: a rotted file may hold a page twice.
    pub fn hear(&mut self, entry: &JournalEntry) {
        if entry.generation <= self.heard {
            return;
        }
        if entry.generation > self.heard.next() {
            self.gap = Some(Generation(entry.generation.0 - 1));
        }
        self.heard = entry.generation;
        for change in &entry.change_set.changes {
            self.change(entry.generation, &change.what);
        }
    }

    /// The store is at `generation`: entries up to it that were not heard are missing.
    pub fn end(&mut self, generation: Generation) {
        if generation > self.heard {
            self.gap = Some(generation);
        }
    }

    fn change(&mut self, generation: Generation, what: &What) {
        match what {
            What::Add(memory) => {
                self.state.memories.insert(memory.id, Arc::new(Memory::clone(memory)));
                self.added.insert(memory.id, generation);
                self.unsure.remove(&memory.id);
                self.removed.remove(&memory.id);
            }
            What::Remove(memory) => {
                self.state.memories.remove(&memory.id);
                self.removed.insert(memory.id);
            }
            What::Edit { subject, edit } => {
                if let Some(memory) = self.state.memories.get_mut(subject)
                    && !edit.apply(Arc::make_mut(memory))
                {
                    self.unsure.insert(*subject);
                }
            }
            What::Name { name, target } => {
                let Ok::<(), Infallible>(()) = self.state.put_name(name, target.after);
            }
            What::Review(item) => {
                let id = item.after.as_ref().or(item.before.as_ref()).map(|item| item.id());
                if let Some(id) = id {
                    let Ok::<(), Infallible>(()) = self.state.put_review(id, item.after.as_deref());
                }
            }
            What::Ruling { key, ruling } => {
                let Ok::<(), Infallible>(()) = self.state.put_ruling(key, ruling.after.as_ref());
            }
        }
    }

    /// Whether every entry that may be about `id` was heard.
    fn is_sure_of(&self, id: MemoryId) -> bool {
        let before_gap = |added: &Generation| self.gap.is_some_and(|gap| gap >= *added);
        !self.unsure.contains(&id) && !self.added.get(&id).is_some_and(before_gap)
    }

    /// Everything in which `state` is not what was told, in a fixed order. A missing memory counts also when an entry that
    /// was not heard may have removed it: one too many is taken back more easily than one too few.
    pub fn differences(&self, state: &State) -> Vec<Difference> {
        let mut found = Vec::new();
        for (id, told) in &self.state.memories {
            match state.memories.get(id) {
                None => found.push(Difference::Missing(Arc::clone(told))),
                Some(there) if there == told => {}
                Some(there) => {
                    let sure = self.is_sure_of(*id);
                    if sure || lasting(there) != lasting(told) {
                        let (there, told) = (Arc::clone(there), Arc::clone(told));
                        found.push(Difference::Other { there, told, sure });
                    }
                }
            }
        }
        if self.gap.is_none() {
            let untold = |id: &MemoryId| !self.state.memories.contains_key(id);
            for memory in state.memories.values().filter(|memory| untold(&memory.id)) {
                let memory = Arc::clone(memory);
                found.push(if self.removed.contains(&memory.id) {
                    Difference::Removed(memory)
                } else {
                    Difference::Untold(memory)
                });
            }
        }
        self.names(state, &mut found);
        if self.gap.is_none() {
            self.decisions(state, &mut found);
        }
        found
    }

    fn names(&self, state: &State, found: &mut Vec<Difference>) {
        let sure = self.gap.is_none();
        for (name, there, told) in both(&state.names, &self.state.names) {
            // An entry that was not heard may have given a name or changed it, and hardly took one away.
            if there != told && (sure || there.is_none()) {
                let (name, there, told) = (name.clone(), there.copied(), told.copied());
                found.push(Difference::Name { name, there, told });
            }
        }
    }

    fn decisions(&self, state: &State, found: &mut Vec<Difference>) {
        for (id, there, told) in both(&state.reviews, &self.state.reviews) {
            if there != told {
                let boxed = |item: Option<&ReviewItem>| item.cloned().map(Box::new);
                let (there, told) = (boxed(there), boxed(told));
                found.push(Difference::Review { id: *id, there, told });
            }
        }
        for (key, there, told) in both(&state.rulings, &self.state.rulings) {
            if there != told {
                let (there, told) = (there.cloned(), told.cloned());
                found.push(Difference::Ruling { key: key.clone(), there, told });
            }
        }
    }
}

/// What no entry changes of a memory, but for one that adds it anew.
fn lasting(memory: &Memory) -> (&str, Option<&str>, Kind, Option<&str>) {
    let Memory { text, rationale, kind, external_id, .. } = memory;
    (text, rationale.as_deref(), *kind, external_id.as_deref())
}

/// Every key of two maps, with what each holds under it.
fn both<'m, K: Ord, V>(
    one: &'m BTreeMap<K, V>,
    other: &'m BTreeMap<K, V>,
) -> impl Iterator<Item = (&'m K, Option<&'m V>, Option<&'m V>)> {
    let more = other.iter().filter(|(key, _)| !one.contains_key(key));
    let all = one.iter().map(|(key, value)| (key, Some(value), other.get(key)));
    all.chain(more.map(|(key, value)| (key, None, Some(value))))
}

/// The name of the assertion that the store is what its journal comes to, and what it says.
pub const HISTORY: (&str, &str) = (
    "history",
    "memories, names, links and questions are what the entries of the journal made them",
);

/// The assertion over `looked_at` rows that differ so.
pub fn history(looked_at: u64, differences: &[Difference]) -> Assertion {
    let mut finding = Finding { looked_at, ..Finding::default() };
    for difference in differences {
        finding.fail(difference.to_string());
    }
    let cause = "rows were lost or changed outside this program: the disk, or another program wrote to the file";
    let remedy = "see what the journal puts back with `consolidate check --repair`";
    finding.assert(HISTORY.0, HISTORY.1, (cause, remedy))
}
