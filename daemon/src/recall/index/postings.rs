//! The documents of one scope that hold one term.

use super::Slot;
use crate::recall::analyse::Frequency;
use crate::room::grow;

/// One document that holds the term. Eight bytes, with all that its weight depends on, so that scoring reads nothing
/// else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Posting {
    pub(super) slot: Slot,
    pub(super) frequency: Frequency,
    /// Length class of the document.
    pub(super) length: u8,
}

/// The documents of a scope that hold a term. Most terms are names that one document holds: such a list is its row.
#[derive(Clone, Copy, Debug)]
pub(super) enum List<'a> {
    One(&'a Posting),
    Many(&'a Postings),
}

impl<'a> List<'a> {
    /// By slot.
    pub(super) fn rows(self) -> &'a [Posting] {
        match self {
            Self::One(row) => std::slice::from_ref(row),
            Self::Many(postings) => &postings.rows,
        }
    }

    /// The row of one document.
    pub(super) fn row(self, slot: Slot) -> Option<Posting> {
        let rows = self.rows();
        let at = rows.binary_search_by_key(&slot, |row| row.slot).ok()?;
        rows.get(at).copied()
    }

    /// Documents that hold the term in their text.
    pub(super) fn text_documents(self) -> u32 {
        match self {
            Self::One(row) => u32::from(row.frequency.text > 0),
            Self::Many(postings) => postings.text_documents,
        }
    }

    /// Documents that hold it in their metadata.
    pub(super) fn meta_documents(self) -> u32 {
        match self {
            Self::One(row) => u32::from(row.frequency.meta > 0),
            Self::Many(postings) => postings.meta_documents,
        }
    }

    /// What bounds a weight from above.
    pub(super) fn peak(self) -> Peak {
        match self {
            Self::One(row) => AtPeak::first(*row).0,
            Self::Many(postings) => postings.peak,
        }
    }
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
    /// How many rows stand at each bound of the peak. Rows are mostly alike, so that a list that loses most of them would
    /// else be read once for each.
    at_peak: AtPeak,
}

/// Bounds over the rows of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Peak {
    pub(super) frequency: Frequency,
    pub(super) shortest: u8,
}

/// How many rows reach a bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct AtPeak {
    text: u32,
    meta: u32,
    shortest: u32,
}

impl Postings {
    pub(super) fn insert(&mut self, posting: Posting) {
        // Slots are mostly given in their order.
        let at = match self.rows.last() {
            Some(last) if last.slot >= posting.slot => {
                self.rows.partition_point(|row| row.slot < posting.slot)
            }
            _ => self.rows.len(),
        };
        (self.peak, self.at_peak) = if self.rows.is_empty() {
            AtPeak::first(posting)
        } else {
            self.at_peak.with(self.peak, posting)
        };
        grow(&mut self.rows);
        self.rows.insert(at, posting);
        self.text_documents += u32::from(posting.frequency.text > 0);
        self.meta_documents += u32::from(posting.frequency.meta > 0);
    }

    /// Takes the row of a document out. Returns how many are left.
    pub(super) fn remove(&mut self, slot: Slot) -> usize {
        if let Ok(at) = self.rows.binary_search_by_key(&slot, |row| row.slot) {
            let gone = self.rows.remove(at);
            self.text_documents -= u32::from(gone.frequency.text > 0);
            self.meta_documents -= u32::from(gone.frequency.meta > 0);
            if !self.at_peak.without(self.peak, gone) {
                (self.peak, self.at_peak) = AtPeak::over(&self.rows);
            }
            // A common word that became rare must not keep its memory.
            if self.rows.capacity() > 64 && self.rows.len() * 4 < self.rows.capacity() {
                self.rows.shrink_to(self.rows.len() * 2);
            }
        }
        self.rows.len()
    }
}

impl AtPeak {
    fn over(rows: &[Posting]) -> (Peak, Self) {
        let Some((first, rest)) = rows.split_first() else { return Default::default() };
        rest.iter().fold(Self::first(*first), |(peak, at), row| at.with(peak, *row))
    }

    fn first(row: Posting) -> (Peak, Self) {
        let peak = Peak { frequency: row.frequency, shortest: row.length };
        (peak, Self { text: 1, meta: 1, shortest: 1 })
    }

    /// One row more.
    fn with(self, peak: Peak, row: Posting) -> (Peak, Self) {
        let (text, at_text) = higher((peak.frequency.text, self.text), row.frequency.text);
        let (meta, at_meta) = higher((peak.frequency.meta, self.meta), row.frequency.meta);
        // The shortest is the highest of what is left to the longest.
        let (left, shortest) =
            higher((u8::MAX - peak.shortest, self.shortest), u8::MAX - row.length);
        let peak = Peak { frequency: Frequency { text, meta }, shortest: u8::MAX - left };
        (peak, Self { text: at_text, meta: at_meta, shortest })
    }

    /// One row less; says whether some row still stands at each bound.
    fn without(&mut self, peak: Peak, row: Posting) -> bool {
        self.text -= u32::from(row.frequency.text == peak.frequency.text);
        self.meta -= u32::from(row.frequency.meta == peak.frequency.meta);
        self.shortest -= u32::from(row.length == peak.shortest);
        self.text > 0 && self.meta > 0 && self.shortest > 0
    }
}

/// The higher of a bound and a value, and how many stand at it.
fn higher((bound, count): (u8, u32), value: u8) -> (u8, u32) {
    match value.cmp(&bound) {
        std::cmp::Ordering::Less => (bound, count),
        std::cmp::Ordering::Equal => (bound, count + 1),
        std::cmp::Ordering::Greater => (value, 1),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_peak_is_that_of_the_rows_whatever_came_and_went(
            steps in proptest::collection::vec((0..12_u32, 0..3_u8, 0..3_u8, 0..3_u8, any::<bool>()), 1..80),
        ) {
            let mut postings = Postings::default();
            for (slot, text, meta, length, add) in steps {
                postings.remove(slot);
                if add {
                    postings.insert(Posting { slot, frequency: Frequency { text, meta }, length });
                }
                let list = List::Many(&postings);
                let most = |of: fn(&Posting) -> u8| list.rows().iter().map(of).max();
                let frequency = Frequency {
                    text: most(|row| row.frequency.text).unwrap_or_default(),
                    meta: most(|row| row.frequency.meta).unwrap_or_default(),
                };
                let shortest = list.rows().iter().map(|row| row.length).min();
                let peak = Peak { frequency, shortest: shortest.unwrap_or_default() };
                prop_assert_eq!(list.peak(), peak);
                if let [row] = list.rows() {
                    let one = List::One(row);
                    prop_assert_eq!((one.peak(), one.text_documents(), one.meta_documents()), (peak, list.text_documents(), list.meta_documents()));
                }
                prop_assert_eq!(AtPeak::over(&postings.rows), (postings.peak, postings.at_peak));
            }
        }
    }
}
