//! Query terms with their statistics over the scopes searched, and the weight of a posting.

use std::cmp::Reverse;

use super::POSTINGS_PER_CHECK;
use crate::recall::analyse::{Class, Query, QueryTerm};
use crate::recall::fixed::{FREQUENCY_CAP, LENGTH_CLASSES, class_length, idf};
use crate::recall::index::dictionary::{Dictionary, TermId};
use crate::recall::index::postings::{Peak, Posting};
use crate::recall::index::scope::Scope;
use crate::recall::weights::Weights;

/// Most terms scored, whatever the weights say: the arithmetic bound of the score.
const MAX_SCORED: usize = 64;

const FREQUENCIES: usize = FREQUENCY_CAP as usize + 1;

/// A query term that some document holds, with the weight of every possible posting.
pub(super) struct Term {
    pub(super) id: TermId,
    /// Whether it is an identifier matched whole.
    pub(super) exact: bool,
    /// Weight by length class and frequency in the text field.
    text: Box<[[u32; FREQUENCIES]; LENGTH_CLASSES]>,
    /// Weight by frequency in the metadata field.
    meta: [u32; FREQUENCIES],
}

impl Term {
    /// Weight of one posting, in score units.
    pub(super) fn weight(&self, posting: Posting) -> u32 {
        self.at(posting.length, posting.frequency.text, posting.frequency.meta)
    }

    /// The most that a posting under these bounds can weigh.
    pub(super) fn bound(&self, peak: Peak) -> u32 {
        self.at(peak.shortest, peak.frequency.text, peak.frequency.meta)
    }

    fn at(&self, length: u8, text: u8, meta: u8) -> u32 {
        let row = &self.text[usize::from(length) % LENGTH_CLASSES];
        let meta = self.meta[usize::from(meta) % FREQUENCIES];
        row[usize::from(text) % FREQUENCIES].saturating_add(meta)
    }
}

/// Exact counts over the scopes searched.
struct Statistics {
    documents: u64,
    words: u64,
}

/// Looks the terms up and weighs them; of too many, the rarest stay. None when the deadline came first.
pub(super) fn resolve(
    query: &Query,
    dictionary: &Dictionary,
    scopes: &[&Scope],
    weights: &Weights,
    late: &mut dyn FnMut() -> bool,
) -> Option<Vec<Term>> {
    let statistics = Statistics {
        documents: scopes.iter().map(|scope| scope.len() as u64).sum(),
        words: scopes.iter().map(|scope| scope.words()).sum(),
    };
    let mut found: Vec<(u64, u64, &QueryTerm, TermId)> = Vec::new();
    let mut looked_up = 0;
    for term in &query.terms {
        looked_up += scopes.len();
        if looked_up >= POSTINGS_PER_CHECK as usize {
            looked_up = 0;
            if late() {
                return None;
            }
        }
        let Some(id) = dictionary.find(&term.key) else { continue };
        let (mut text, mut meta) = (0, 0);
        for postings in scopes.iter().filter_map(|scope| scope.postings(id)) {
            text += u64::from(postings.text_documents());
            meta += u64::from(postings.meta_documents());
        }
        if text + meta > 0 {
            found.push((text, meta, term, id));
        }
    }
    found.sort_unstable_by(|a, b| (a.0 + a.1, &a.2.key).cmp(&(b.0 + b.1, &b.2.key)));
    found.truncate(weights.scored_terms.min(MAX_SCORED));
    let norms = norms(&statistics, weights);
    let weigh = |(text, meta, term, id): (u64, u64, &QueryTerm, TermId)| {
        let weight = weights.of_term(term);
        let text_idf = scaled(idf(statistics.documents, text), weight, 1_000);
        let meta_idf = scaled(idf(statistics.documents, meta), weight, weights.meta.min(1_000));
        Term {
            id,
            exact: matches!(term.class, Class::Identifier | Class::Code),
            text: text_table(text_idf, &norms, weights),
            meta: saturate(meta_idf, weights.k1() << NORM_BITS, weights),
        }
    };
    Some(found.into_iter().map(weigh).collect())
}

fn scaled(idf: u32, weight: u32, field: u32) -> u64 {
    u64::from(idf) * u64::from(weight) * u64::from(field) / 1_000_000
}

/// Fraction bits of a length norm.
const NORM_BITS: u32 = 12;

/// `k1 · (1 − b + b · length / average)` for each length class, per mille with [`NORM_BITS`] more fraction bits.
fn norms(statistics: &Statistics, weights: &Weights) -> [u64; LENGTH_CLASSES] {
    let (k1, b) = (weights.k1(), u64::from(weights.b.min(1_000)));
    std::array::from_fn(|class| {
        let length = u64::from(class_length(class as u8));
        let documents = u128::from(statistics.documents) << NORM_BITS;
        let ratio = u128::from(length) * documents / u128::from(statistics.words.max(1));
        // A document a million times as long as the average is no different from a longer one.
        let ratio = u64::try_from(ratio).unwrap_or(u64::MAX).min(1 << 32);
        k1 * (((1_000 - b) << NORM_BITS) + b * ratio) / 1_000
    })
}

fn text_table(
    idf: u64,
    norms: &[u64; LENGTH_CLASSES],
    weights: &Weights,
) -> Box<[[u32; FREQUENCIES]; LENGTH_CLASSES]> {
    let mut table = Box::new([[0; FREQUENCIES]; LENGTH_CLASSES]);
    for (row, &norm) in table.iter_mut().zip(norms) {
        *row = saturate(idf, norm, weights);
    }
    table
}

/// `idf · f · (k1 + 1) / (f + norm)` for each frequency f, rounded down; rises with f and falls with the norm.
fn saturate(idf: u64, norm: u64, weights: &Weights) -> [u32; FREQUENCIES] {
    std::array::from_fn(|frequency| {
        let scaled = (frequency as u64 * 1_000) << NORM_BITS;
        let gain = idf * (weights.k1() + 1_000) / 1_000;
        let weight = gain * scaled / (scaled + norm).max(1);
        u32::try_from(weight).unwrap_or(u32::MAX)
    })
}

/// Orders terms by what they can add: the least first, then by number of postings.
pub(super) fn by_bound(a: (u32, usize), b: (u32, usize)) -> std::cmp::Ordering {
    (a.0, Reverse(a.1)).cmp(&(b.0, Reverse(b.1)))
}
