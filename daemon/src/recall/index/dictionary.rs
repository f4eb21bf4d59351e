//! Terms and their numbers.
//!
//! A term lives as long as a posting list uses it; its number is then given to another. Numbers are internal: they
//! order nothing that leaves the index. Most terms of a store are names that occur once, so that what one costs beside its
//! letters counts: all letters stand in one string, and the map holds hashes and numbers alone.

use rustc_hash::FxHashMap;

use crate::recall::analyse::term_hash;
use crate::room::grow;

/// Number of a term.
pub(super) type TermId = u32;

/// No term.
const NONE: TermId = TermId::MAX;

/// Letters of terms that are gone are taken out once they are as many as this and as what is left.
const LEAST_GONE: usize = 1 << 12;

/// The terms in use, each counted by the documents that hold it.
#[derive(Clone, Debug, Default)]
pub(super) struct Dictionary {
    /// By hash, the term of that hash which came last.
    heads: FxHashMap<u32, TermId>,
    terms: Vec<Entry>,
    free: Vec<TermId>,
    /// The letters of all terms, and of some that are gone.
    letters: String,
    gone: usize,
    /// So many terms, the first ones, are held although no document may hold them.
    given: TermId,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    start: u32,
    len: u32,
    users: u32,
    /// The term of the same hash that came before it.
    next: TermId,
}

impl Dictionary {
    /// Terms that no document holds yet, by their numbers from 0. They keep those until [`Self::let_go`].
    pub(super) fn of<'t>(terms: impl ExactSizeIterator<Item = &'t str>) -> Self {
        let mut dictionary = Self::default();
        dictionary.terms.reserve_exact(terms.len());
        dictionary.heads.reserve(terms.len());
        for term in terms {
            dictionary.add(term, term_hash(term));
        }
        dictionary.given = dictionary.terms.len() as TermId;
        dictionary
    }

    /// The numbers there are, and whether each is that of a term in use.
    pub(super) fn used(&self) -> impl Iterator<Item = (TermId, bool)> {
        (0..).zip(&self.terms).map(|(id, entry)| (id, entry.users > 0))
    }

    /// One document more holds the term of this number.
    pub(super) fn hold(&mut self, id: TermId) {
        if let Some(entry) = self.terms.get_mut(id as usize) {
            entry.users += 1;
        }
    }

    /// From now on a term that no document holds is gone, also if it was given.
    pub(super) fn let_go(&mut self) {
        for id in 0..std::mem::take(&mut self.given) {
            self.release(id);
        }
    }

    /// The number of a term, if any document holds it.
    pub(super) fn find(&self, term: &str) -> Option<TermId> {
        self.find_hashed(term, term_hash(term))
    }

    fn find_hashed(&self, term: &str, hash: u32) -> Option<TermId> {
        let mut id = *self.heads.get(&hash)?;
        loop {
            let entry = self.terms.get(id as usize)?;
            if self.letters_of(*entry) == term {
                return Some(id);
            }
            id = entry.next;
        }
    }

    /// The text of a term in use.
    pub(super) fn text(&self, id: TermId) -> &str {
        self.terms.get(id as usize).map_or("", |entry| self.letters_of(*entry))
    }

    fn letters_of(&self, entry: Entry) -> &str {
        let start = entry.start as usize;
        self.letters.get(start..start + entry.len as usize).unwrap_or_default()
    }

    /// The number of a term for one more document; `hash` is its [`term_hash`].
    pub(super) fn acquire(&mut self, term: &str, hash: u32) -> TermId {
        if let Some(id) = self.find_hashed(term, hash) {
            if let Some(entry) = self.terms.get_mut(id as usize) {
                entry.users += 1;
            }
            return id;
        }
        self.add(term, hash)
    }

    fn add(&mut self, term: &str, hash: u32) -> TermId {
        if self.letters.capacity() - self.letters.len() < term.len() {
            self.letters.reserve_exact(term.len().max(self.letters.len() / 8));
        }
        let start = self.letters.len() as u32;
        self.letters.push_str(term);
        let next = self.heads.get(&hash).copied().unwrap_or(NONE);
        let entry = Entry { start, len: term.len() as u32, users: 1, next };
        let id = match self.free.pop() {
            Some(id) => id,
            None => self.terms.len() as TermId,
        };
        if let Some(place) = self.terms.get_mut(id as usize) {
            *place = entry;
        } else {
            grow(&mut self.terms);
            self.terms.push(entry);
        }
        self.heads.insert(hash, id);
        id
    }

    /// One document less holds the term; with the last one it is gone.
    pub(super) fn release(&mut self, id: TermId) {
        self.release_by(id, term_hash);
    }

    fn release_by(&mut self, id: TermId, hash: impl Fn(&str) -> u32) {
        let Some(entry) = self.terms.get_mut(id as usize) else { return };
        entry.users = entry.users.saturating_sub(1);
        if entry.users > 0 {
            return;
        }
        let last = *entry;
        let hash = hash(self.letters_of(last));
        self.unchain(id, hash, last.next);
        if let Some(entry) = self.terms.get_mut(id as usize) {
            *entry = Entry { start: 0, len: 0, users: 0, next: NONE };
        }
        self.free.push(id);
        self.gone += last.len as usize;
        if self.gone > LEAST_GONE && self.gone > self.letters.len() / 2 {
            self.tidy();
        }
    }

    /// Takes a term out of the chain of its hash.
    fn unchain(&mut self, id: TermId, hash: u32, next: TermId) {
        let Some(&head) = self.heads.get(&hash) else { return };
        if head == id {
            if next == NONE {
                self.heads.remove(&hash);
            } else {
                self.heads.insert(hash, next);
            }
            return;
        }
        let mut at = head;
        while let Some(entry) = self.terms.get_mut(at as usize) {
            if entry.next == id {
                entry.next = next;
                return;
            }
            at = entry.next;
        }
    }

    /// Leaves no letters but those of terms in use.
    fn tidy(&mut self) {
        let mut letters = String::with_capacity(self.letters.len() - self.gone);
        for entry in &mut self.terms {
            let start = entry.start as usize;
            let text = self.letters.get(start..start + entry.len as usize).unwrap_or_default();
            entry.start = letters.len() as u32;
            letters.push_str(text);
        }
        self.letters = letters;
        self.gone = 0;
        self.heads.shrink_to(self.heads.len() * 2);
    }

    /// Number of terms in use.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.terms.len() - self.free.len()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Also where hashes are equal, which they are here for most terms.
        #[test]
        fn terms_keep_their_numbers_and_leave_nothing(
            steps in proptest::collection::vec((0..40_u32, any::<bool>()), 1..200),
        ) {
            let hash = |term: &str| term.len() as u32;
            let mut dictionary = Dictionary::default();
            let mut live: BTreeMap<String, (TermId, u32)> = BTreeMap::new();
            for (number, add) in steps {
                let term = format!("{number:0width$}", width = 1 + number as usize % 3);
                if add {
                    let id = dictionary.acquire(&term, hash(&term));
                    let known = live.entry(term).or_insert((id, 0));
                    prop_assert_eq!(known.0, id);
                    known.1 += 1;
                } else if let Some((id, users)) = live.get_mut(&term) {
                    dictionary.release_by(*id, hash);
                    *users -= 1;
                    if *users == 0 {
                        live.remove(&term);
                    }
                }
                for (term, (id, _)) in &live {
                    prop_assert_eq!(dictionary.find_hashed(term, hash(term)), Some(*id));
                    prop_assert_eq!(dictionary.text(*id), term);
                }
                prop_assert_eq!(dictionary.len(), live.len());
            }
        }
    }

    #[test]
    fn letters_of_terms_that_are_gone_do_not_pile_up() {
        let mut dictionary = Dictionary::default();
        let kept = dictionary.acquire("kept", term_hash("kept"));
        for number in 0..20_000 {
            let term = format!("name{number}");
            let id = dictionary.acquire(&term, term_hash(&term));
            dictionary.release(id);
        }
        assert!(dictionary.letters.len() < 2 * LEAST_GONE, "{}", dictionary.letters.len());
        assert_eq!((dictionary.text(kept), dictionary.len()), ("kept", 1));
    }
}
