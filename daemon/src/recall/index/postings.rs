//! The documents of one scope that hold one term.

use super::Slot;
use crate::recall::analyse::Frequency;

/// One document that holds the term. Eight bytes, with all that its weight depends on, so that scoring reads nothing
/// else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Posting {
    pub(super) slot: Slot,
    pub(super) frequency: Frequency,
    /// Length class of the document.
    pub(super) length: u8,
}

/// Postings by slot, with the statistics of the term in this scope, all exact.
#[derive(Clone, Debug, Default)]
pub(super) struct Postings {
    rows: Vec<Posting>,
    /// Documents that hold the term in their text.
    text_documents: u32,
    /// Documents that hold it in their metadata.
    meta_documents: u32,
    /// The highest frequencies and the lowest length class among the rows: what bounds a weight from above.
    peak: Peak,
}

/// Bounds over the rows of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Peak {
    pub(super) frequency: Frequency,
    pub(super) shortest: u8,
}

impl Postings {
    pub(super) fn rows(&self) -> &[Posting] {
        &self.rows
    }

    pub(super) fn text_documents(&self) -> u32 {
        self.text_documents
    }

    pub(super) fn meta_documents(&self) -> u32 {
        self.meta_documents
    }

    pub(super) fn peak(&self) -> Peak {
        self.peak
    }

    pub(super) fn insert(&mut self, posting: Posting) {
        let at = self.rows.partition_point(|row| row.slot < posting.slot);
        self.peak = if self.rows.is_empty() {
            Peak { frequency: posting.frequency, shortest: posting.length }
        } else {
            self.peak.with(posting)
        };
        self.rows.insert(at, posting);
        self.text_documents += u32::from(posting.frequency.text > 0);
        self.meta_documents += u32::from(posting.frequency.meta > 0);
    }

    /// Takes the row of a document out. Returns whether the list is now empty.
    pub(super) fn remove(&mut self, slot: Slot) -> bool {
        if let Ok(at) = self.rows.binary_search_by_key(&slot, |row| row.slot) {
            let gone = self.rows.remove(at);
            self.text_documents -= u32::from(gone.frequency.text > 0);
            self.meta_documents -= u32::from(gone.frequency.meta > 0);
            if self.peak.touches(gone) {
                self.peak = Peak::over(&self.rows);
            }
            // A common word that became rare must not keep its memory.
            if self.rows.capacity() > 64 && self.rows.len() * 4 < self.rows.capacity() {
                self.rows.shrink_to(self.rows.len() * 2);
            }
        }
        self.rows.is_empty()
    }
}

impl Peak {
    fn over(rows: &[Posting]) -> Self {
        let Some((first, rest)) = rows.split_first() else { return Self::default() };
        let start = Self { frequency: first.frequency, shortest: first.length };
        rest.iter().copied().fold(start, Self::with)
    }

    fn with(self, row: Posting) -> Self {
        let frequency = Frequency {
            text: self.frequency.text.max(row.frequency.text),
            meta: self.frequency.meta.max(row.frequency.meta),
        };
        Self { frequency, shortest: self.shortest.min(row.length) }
    }

    /// Whether the peak may rest on this row.
    fn touches(self, row: Posting) -> bool {
        row.frequency.text == self.frequency.text
            || row.frequency.meta == self.frequency.meta
            || row.length == self.shortest
    }
}
