//! Terms and their numbers.
//!
//! A term lives as long as a posting list uses it; its number is then given to another. Numbers are internal: they
//! order nothing that leaves the index.

use std::sync::Arc;

use rustc_hash::FxHashMap;

/// Number of a term.
pub(super) type TermId = u32;

/// The terms in use, each counted by the documents that hold it.
#[derive(Clone, Debug, Default)]
pub(super) struct Dictionary {
    ids: FxHashMap<Arc<str>, TermId>,
    terms: Vec<Entry>,
    free: Vec<TermId>,
}

#[derive(Clone, Debug)]
struct Entry {
    text: Arc<str>,
    users: u32,
}

impl Dictionary {
    /// The number of a term, if any document holds it.
    pub(super) fn find(&self, term: &str) -> Option<TermId> {
        self.ids.get(term).copied()
    }

    /// The text of a term in use.
    pub(super) fn text(&self, id: TermId) -> &str {
        self.terms.get(id as usize).map_or("", |entry| &entry.text)
    }

    /// The number of a term for one more document.
    pub(super) fn acquire(&mut self, term: &str) -> TermId {
        if let Some(&id) = self.ids.get(term) {
            if let Some(entry) = self.terms.get_mut(id as usize) {
                entry.users += 1;
            }
            return id;
        }
        let text: Arc<str> = Arc::from(term);
        let entry = Entry { text: Arc::clone(&text), users: 1 };
        let id = if let Some(id) = self.free.pop() {
            self.terms[id as usize] = entry;
            id
        } else {
            self.terms.push(entry);
            (self.terms.len() - 1) as TermId
        };
        self.ids.insert(text, id);
        id
    }

    /// One document less holds the term; with the last one it is gone.
    pub(super) fn release(&mut self, id: TermId) {
        let Some(entry) = self.terms.get_mut(id as usize) else { return };
        entry.users = entry.users.saturating_sub(1);
        if entry.users == 0 {
            self.ids.remove(&entry.text);
            entry.text = Arc::from("");
            self.free.push(id);
        }
    }

    /// Number of terms in use.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }
}
