//! The documents of one scope.

use std::sync::Arc;

use consolidate_shared::id::MemoryId;

use super::Slot;
use super::Vectors;
use super::dictionary::{Dictionary, TermId};
use super::lists::Lists;
use super::postings::{List, Posting};
use crate::recall::analyse::{Analysed, Frequency};
use crate::recall::embed::Vector;
use crate::recall::facts::Facts;
use crate::recall::fixed::length_class;
use crate::room::grow;

/// Chunks of vectors compared between two looks at the deadline: 4,096 vectors, some 40 µs.
const CHUNKS_PER_CHECK: usize = 16;

/// A document as a scope keeps it.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) id: MemoryId,
    pub(super) facts: Facts,
    /// What its text and metadata are told by.
    pub(super) check: u64,
    pub(super) length: u32,
    /// Its terms, so that it can be taken out without its text; shared by the clones of an index.
    terms: Arc<[TermId]>,
}

/// Documents, postings and statistics of one scope.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    entries: Vec<Option<Entry>>,
    free: Vec<Slot>,
    lists: Lists,
    /// What each document is about, by slot; zero where there is none.
    vectors: Vectors,
    /// Sum of the lengths of all documents, in words.
    words: u64,
}

impl Scope {
    /// Number of documents.
    pub(super) fn len(&self) -> usize {
        self.entries.len() - self.free.len()
    }

    /// Sum of the lengths of all documents, in words.
    pub(super) fn words(&self) -> u64 {
        self.words
    }

    pub(super) fn postings(&self, term: TermId) -> Option<List<'_>> {
        self.lists.get(term)
    }

    pub(super) fn entry(&self, slot: Slot) -> Option<&Entry> {
        self.entries.get(slot as usize)?.as_ref()
    }

    pub(super) fn facts(&self, slot: Slot) -> Option<&Facts> {
        self.entry(slot).map(|entry| &entry.facts)
    }

    pub(super) fn set_facts(&mut self, slot: Slot, facts: Facts) -> bool {
        let Some(Some(entry)) = self.entries.get_mut(slot as usize) else { return false };
        entry.facts = facts;
        true
    }

    /// How alike each document is to what is asked, by slot; none when the deadline came first.
    pub(super) fn likeness(
        &self,
        asked: &Vector,
        late: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<u32>> {
        let mut likeness = Vec::with_capacity(self.entries.len());
        for (number, vectors) in (1..).zip(self.vectors.chunks()) {
            likeness.extend(vectors.iter().map(|vector| asked.likeness(vector)));
            if number % CHUNKS_PER_CHECK == 0 && late() {
                return None;
            }
        }
        Some(likeness)
    }

    /// How alike one document is to what is asked, see [`Vector::likeness`].
    pub(super) fn likeness_of(&self, slot: Slot, asked: &Vector) -> u32 {
        self.vectors.get(slot).map_or(0, |vector| asked.likeness(vector))
    }

    /// Documents in no order that means anything.
    pub(super) fn documents(&self) -> impl Iterator<Item = (MemoryId, &Facts)> {
        self.entries.iter().flatten().map(|entry| (entry.id, &entry.facts))
    }

    pub(super) fn insert(&mut self, document: &Analysed, dictionary: &mut Dictionary) -> Slot {
        let slot = self.free.pop().unwrap_or_else(|| {
            grow(&mut self.entries);
            self.entries.push(None);
            (self.entries.len() - 1) as Slot
        });
        let length = length_class(document.length);
        let mut terms = Vec::with_capacity(document.terms.len() + document.known.len());
        for term in document.terms.iter() {
            let id = dictionary.acquire(term.key, term.hash);
            self.lists.insert(id, Posting { slot, frequency: term.frequency, length });
            terms.push(id);
        }
        for &(id, frequency) in &document.known {
            dictionary.hold(id);
            self.lists.insert(id, Posting { slot, frequency, length });
            terms.push(id);
        }
        self.words += u64::from(document.length);
        self.vectors.set(slot, document.vector);
        self.entries[slot as usize] = Some(Entry {
            id: document.id,
            facts: document.facts,
            check: document.check,
            length: document.length,
            terms: terms.into(),
        });
        slot
    }

    pub(super) fn remove(&mut self, slot: Slot, dictionary: &mut Dictionary) {
        let Some(entry) = self.entries.get_mut(slot as usize).and_then(Option::take) else {
            return;
        };
        for term in entry.terms.iter() {
            self.lists.remove(*term, slot);
            dictionary.release(*term);
        }
        self.words -= u64::from(entry.length);
        self.vectors.set(slot, Vector::ZERO);
        self.free.push(slot);
    }

    /// Every document with its vector and its terms, in the order of the slots.
    pub(super) fn whole(&self) -> impl Iterator<Item = (&Entry, Vector, Vec<(TermId, Frequency)>)> {
        let count = |entry: &Option<Entry>| entry.as_ref().map_or(0, |entry| entry.terms.len());
        let mut terms: Vec<Vec<(TermId, Frequency)>> =
            self.entries.iter().map(|entry| Vec::with_capacity(count(entry))).collect();
        for (term, list) in self.lists.iter() {
            for row in list.rows() {
                if let Some(terms) = terms.get_mut(row.slot as usize) {
                    terms.push((term, row.frequency));
                }
            }
        }
        (0..).zip(&self.entries).zip(terms).filter_map(|((slot, entry), terms)| {
            let vector = self.vectors.get(slot).copied().unwrap_or_default();
            Some((entry.as_ref()?, vector, terms))
        })
    }

    /// Number of posting lists.
    #[cfg(test)]
    pub(super) fn lists(&self) -> usize {
        self.lists.len()
    }
}
