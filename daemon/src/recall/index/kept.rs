//! The documents of an index as bytes, and an index that is filled from them again.

use std::ops::Range;
use std::sync::Arc;

use consolidate_shared::id::MemoryId;

use super::Index;
use super::dictionary::{Dictionary, TermId};
use super::scope::Scope;
use crate::recall::analyse::{Analysed, Frequency};
use crate::recall::embed::Vector;
use crate::recall::facts::{Document, Facts, ScopeKey};
use crate::recall::kept::{Reader, Writer};

/// What is kept of one index.
#[derive(Debug)]
pub struct KeptIndex {
    bytes: Arc<Vec<u8>>,
    /// Where each term stands.
    terms: Vec<Range<usize>>,
    /// By id, in its order: where the record stands.
    places: Vec<(MemoryId, Range<usize>)>,
}

impl Index {
    /// Appends its documents.
    pub(in crate::recall) fn keep(&self, out: &mut Writer) {
        let numbers = self.dictionary.keep(out);
        let mut records = Vec::with_capacity(self.len());
        for scope in &self.scopes {
            records.extend(scope.keep(&numbers));
        }
        records.sort_unstable_by_key(|(id, _)| *id);
        out.number(records.len() as u64);
        for (id, record) in records {
            out.id(id);
            out.number(record.len() as u64);
            out.bytes(&record);
        }
    }

    /// From now on it is like any other: terms that were kept and that no document has brought in again are gone.
    pub fn let_go(&mut self) {
        self.dictionary.let_go();
    }
}

impl Dictionary {
    /// Appends the terms in use, and gives the number of each among them.
    fn keep(&self, out: &mut Writer) -> Vec<u32> {
        let (mut numbers, mut next) = (Vec::new(), 0);
        out.number(self.used().filter(|(_, used)| *used).count() as u64);
        for (id, used) in self.used() {
            numbers.push(next);
            if used {
                let text = self.text(id);
                out.number(text.len() as u64);
                out.bytes(text.as_bytes());
                next += 1;
            }
        }
        numbers
    }
}

impl Scope {
    /// The record of each document.
    fn keep(&self, numbers: &[u32]) -> Vec<(MemoryId, Vec<u8>)> {
        self.whole()
            .map(|(entry, vector, mut terms)| {
                terms.sort_unstable_by_key(|(term, _)| *term);
                let mut out = Writer(Vec::with_capacity(160 + 4 * terms.len()));
                out.word(entry.check);
                out.number(entry.length.into());
                out.bytes(&vector.bytes());
                out.number(terms.len() as u64);
                let mut before = 0;
                for (term, frequency) in terms {
                    let number = numbers.get(term as usize).copied().unwrap_or_default();
                    out.number(u64::from(number - before));
                    out.bytes(&[frequency.text | frequency.meta << 4]);
                    before = number;
                }
                (entry.id, out.0)
            })
            .collect()
    }
}

impl KeptIndex {
    /// Reads what [`Index::keep`] appended; `reader` reads the content of `bytes`, which ends at `end`.
    pub(in crate::recall) fn read(
        bytes: &Arc<Vec<u8>>,
        end: usize,
        reader: &mut Reader<'_>,
    ) -> Option<Self> {
        let (mut terms, mut places) = (Vec::new(), Vec::new());
        for _ in 0..reader.number()? {
            let (place, term) = next(reader, end)?;
            std::str::from_utf8(term).ok()?;
            terms.push(place);
        }
        for _ in 0..reader.number()? {
            let id = reader.id()?;
            places.push((id, next(reader, end)?.0));
        }
        let sorted = places.is_sorted_by(|a: &(MemoryId, _), b| a.0 < b.0);
        sorted.then(|| Self { bytes: Arc::clone(bytes), terms, places })
    }

    /// Number of documents.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is no document.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// An index without documents that knows the terms, for what [`Self::find`] gives. Whoever has filled it calls
    /// [`Index::let_go`].
    pub fn index(&self) -> Index {
        let text = |place: &Range<usize>| {
            let bytes = self.bytes.get(place.clone()).unwrap_or_default();
            std::str::from_utf8(bytes).unwrap_or_default()
        };
        let dictionary = Dictionary::of(self.terms.iter().map(text));
        Index { dictionary, ..Index::default() }
    }

    /// The document made ready, if it is what was kept; only for [`Self::index`].
    pub fn find(&self, document: &Document) -> Option<Analysed> {
        let at = self.places.binary_search_by_key(&document.id, |(id, _)| *id).ok()?;
        let mut reader = Reader(self.bytes.get(self.places.get(at)?.1.clone())?);
        let check = reader.word()?;
        if check != document.check() {
            return None;
        }
        let length = u32::try_from(reader.number()?).ok()?;
        let vector = Vector::of(reader.lanes()?);
        let (mut known, mut number) = (Vec::new(), 0_u64);
        for _ in 0..reader.number()? {
            number = number.checked_add(reader.number()?)?;
            let counts = reader.byte()?;
            let term =
                TermId::try_from(number).ok().filter(|term| (*term as usize) < self.terms.len())?;
            known.push((term, Frequency { text: counts & 0xf, meta: counts >> 4 }));
        }
        let (scope, facts): (ScopeKey, Facts) = (document.scope.clone(), document.facts);
        Some(Analysed::known(document.id, (scope, facts), (check, length, vector), known))
    }
}

/// The next bytes that stand behind their length, and where in what ends at `end`.
fn next<'a>(reader: &mut Reader<'a>, end: usize) -> Option<(Range<usize>, &'a [u8])> {
    let length = usize::try_from(reader.number()?).ok()?;
    let start = end.checked_sub(reader.0.len())?;
    Some((start..start.checked_add(length)?, reader.bytes(length)?))
}
