//! The terms of one document, counted.

use std::hash::{BuildHasher, BuildHasherDefault};

use rustc_hash::{FxHashMap, FxHasher};

use super::{Class, Frequency};
use crate::recall::fixed::FREQUENCY_CAP;

/// Terms counted by a map; a map of more is made anew for the next document, since emptying costs its size.
const KEPT: usize = 1 << 10;

/// A hash of a term's stored form, for whoever looks terms up. It decides nothing: equal hashes are told apart by the texts.
pub(in crate::recall) fn term_hash(key: &str) -> u32 {
    let hash = BuildHasherDefault::<FxHasher>::default().hash_one(key);
    (hash ^ hash >> 32) as u32
}

/// Where a text stands in a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Text,
    Meta,
}

/// Terms in the order in which they are first said, each once, in one piece of memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::recall) struct Terms {
    text: String,
    rows: Vec<Row>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    end: u32,
    hash: u32,
    frequency: Frequency,
}

/// A term of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::recall) struct TermOf<'a> {
    pub(in crate::recall) key: &'a str,
    /// [`term_hash`] of the key.
    pub(in crate::recall) hash: u32,
    pub(in crate::recall) frequency: Frequency,
}

impl Terms {
    /// Number of terms.
    pub(in crate::recall) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Every term.
    pub(in crate::recall) fn iter(&self) -> impl Iterator<Item = TermOf<'_>> {
        let mut start = 0;
        self.rows.iter().map(move |row| {
            let end = row.end as usize;
            let key = self.text.get(start..end).unwrap_or_default();
            start = end;
            TermOf { key, hash: row.hash, frequency: row.frequency }
        })
    }

    /// Puts a term behind the others, which it must not be one of.
    pub(in crate::recall) fn push(&mut self, key: &str, hash: u32, frequency: Frequency) {
        self.text.push_str(key);
        self.rows.push(Row { end: self.text.len() as u32, hash, frequency });
    }

    fn key(&self, at: usize) -> Option<&str> {
        let start = at.checked_sub(1).map_or(Some(0), |before| Some(self.rows.get(before)?.end))?;
        self.text.get(start as usize..self.rows.get(at)?.end as usize)
    }
}

/// What was found of a document so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    terms: Terms,
    /// By hash, the first term that has it.
    places: FxHashMap<u32, u32>,
    /// A term's stored form in the making.
    key: String,
    /// Words in the text field.
    length: u32,
}

impl Found {
    /// Counts one occurrence.
    pub(super) fn add(&mut self, class: Class, term: &str, field: Field) {
        let mut key = std::mem::take(&mut self.key);
        key.clear();
        key.extend(class.mark());
        key.push_str(term);
        self.add_key(class, &key, term_hash(&key), field);
        self.key = key;
    }

    /// The same for the stored form of a term.
    pub(super) fn add_key(&mut self, class: Class, key: &str, hash: u32, field: Field) {
        if field == Field::Text {
            self.length = self.length.saturating_add(u32::from(class.counts()));
        }
        let at = self.place(key, hash);
        if let Some(row) = self.terms.rows.get_mut(at) {
            let count = match field {
                Field::Text => &mut row.frequency.text,
                Field::Meta => &mut row.frequency.meta,
            };
            *count = (*count + 1).min(FREQUENCY_CAP);
        }
    }

    fn place(&mut self, key: &str, hash: u32) -> usize {
        let next = self.terms.len() as u32;
        let first = *self.places.entry(hash).or_insert(next);
        let at = if first == next || self.terms.key(first as usize) == Some(key) {
            first as usize
        } else {
            // Two terms of one hash: one in billions, so that looking through all costs nothing.
            (0..next as usize).find(|at| self.terms.key(*at) == Some(key)).unwrap_or(next as usize)
        };
        if at == next as usize {
            self.terms.push(key, hash, Frequency::default());
        }
        at
    }

    /// Length and terms, and begins with the next document.
    pub(super) fn take(&mut self) -> (u32, Terms) {
        if self.places.capacity() > KEPT {
            self.places = FxHashMap::default();
        } else {
            self.places.clear();
        }
        // Exactly as large as it is: terms wait in a queue.
        let terms = Terms { text: self.terms.text.as_str().into(), rows: self.terms.rows.clone() };
        self.terms.text.clear();
        self.terms.rows.clear();
        (std::mem::take(&mut self.length), terms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_hashes_are_told_apart_by_the_terms() {
        let mut found = Found::default();
        for key in ["a", "b", "a", "c", "b", "b"] {
            found.add_key(Class::Word, key, 7, Field::Text);
        }
        found.add_key(Class::Stop, "c", 7, Field::Meta);
        let (length, terms) = found.take();
        let counts: Vec<_> =
            terms.iter().map(|term| (term.key, term.frequency.text, term.frequency.meta)).collect();
        assert_eq!(counts, [("a", 2, 0), ("b", 3, 0), ("c", 1, 1)]);
        assert_eq!((length, found.take()), (6, (0, Terms::default())));
    }
}
