//! The inverted index: what it holds and how it changes.
//!
//! Documents are grouped by scope, each scope with postings of its own, so that a search in a small project costs
//! what the project holds and not what the store holds. Terms are numbered once for all scopes.
//!
//! Must never: read a clock, order anything that leaves it by an internal number, keep a trace of what was removed.

mod dictionary;
mod kept;
mod lists;
mod postings;
mod scope;
mod search;
mod vectors;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use consolidate_shared::id::MemoryId;
use rustc_hash::FxHashMap;

use super::analyse::Analysed;
use super::facts::{Facts, ScopeKey};
use dictionary::Dictionary;
use scope::Scope;
use vectors::Vectors;

pub use kept::KeptIndex;
pub use search::{Admit, Explanation, Filter, Found, Hit, Match, Scopes, Stage, search};

/// Number of a scope within the index; internal.
type ScopeNumber = u32;
/// Number of a document within its scope; internal, used again after a removal.
type Slot = u32;

/// An inverted index over memories. Cloning gives an index that changes apart, for a change of many memories that must
/// appear at once.
#[derive(Clone, Debug, Default)]
pub struct Index {
    dictionary: Dictionary,
    /// Scopes ever seen. An emptied one stays as an empty shell: projects are few.
    numbers: BTreeMap<ScopeKey, ScopeNumber>,
    scopes: Vec<Scope>,
    places: FxHashMap<MemoryId, (ScopeNumber, Slot)>,
}

impl Index {
    /// An empty index.
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of documents.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is no document.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Puts a document in, in place of the one with the same id, if any.
    pub fn insert(&mut self, document: &Analysed) {
        self.remove(document.id);
        let number = self.number(&document.scope);
        let Some(scope) = self.scopes.get_mut(number as usize) else { return };
        let slot = scope.insert(document, &mut self.dictionary);
        self.places.insert(document.id, (number, slot));
    }

    /// Takes a document out with everything that it brought in. Returns whether it was there.
    pub fn remove(&mut self, id: MemoryId) -> bool {
        let Some((number, slot)) = self.places.remove(&id) else { return false };
        if let Some(scope) = self.scopes.get_mut(number as usize) {
            scope.remove(slot, &mut self.dictionary);
        }
        true
    }

    /// Replaces the facts of a document. Returns whether it is there. Words are untouched, so this is cheap.
    pub fn update_facts(&mut self, id: MemoryId, facts: Facts) -> bool {
        let Some(&(number, slot)) = self.places.get(&id) else { return false };
        self.scopes.get_mut(number as usize).is_some_and(|scope| scope.set_facts(slot, facts))
    }

    /// The facts of a document.
    pub fn facts(&self, id: MemoryId) -> Option<&Facts> {
        let &(number, slot) = self.places.get(&id)?;
        self.scopes.get(number as usize)?.facts(slot)
    }

    /// The documents of these scopes with their facts, for a choice by facts alone. Their order depends on history:
    /// whoever reads them must choose by a total order, as [`preselect`](crate::brief::preselect) does.
    pub fn in_scope_unordered<'a>(
        &'a self,
        scopes: Scopes<'a>,
    ) -> impl Iterator<Item = (MemoryId, &'a Facts)> {
        self.selected(scopes).flat_map(Scope::documents)
    }

    /// The projects that documents are of, and how many are of each.
    pub fn projects(&self) -> impl Iterator<Item = (&str, u64)> {
        self.numbers.iter().filter_map(|(key, &number)| {
            let scope = self.scopes.get(number as usize).filter(|scope| scope.len() > 0)?;
            Some((key.as_deref()?, scope.len() as u64))
        })
    }

    /// The scopes of a selection that exist, in the order of their keys, each once.
    fn selected<'a, 'k>(
        &'a self,
        scopes: Scopes<'k>,
    ) -> impl Iterator<Item = &'a Scope> + use<'a, 'k> {
        self.numbers
            .iter()
            .filter(move |(key, _)| scopes.contains(key))
            .filter_map(|(_, &number)| self.scopes.get(number as usize))
    }

    /// The slot of a document in this very scope.
    fn slot_in(&self, id: MemoryId, scope: &Scope) -> Option<Slot> {
        let &(number, slot) = self.places.get(&id)?;
        let its = self.scopes.get(number as usize)?;
        std::ptr::eq(its, scope).then_some(slot)
    }

    fn number(&mut self, key: &ScopeKey) -> ScopeNumber {
        if let Some(&number) = self.numbers.get(key) {
            return number;
        }
        let number = self.scopes.len() as ScopeNumber;
        self.scopes.push(Scope::default());
        self.numbers.insert(key.clone(), number);
        number
    }
}
