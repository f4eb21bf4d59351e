//! Query terms with their statistics over the scopes searched, and the weight of a posting.

use std::cmp::Reverse;

use super::POSTINGS_PER_CHECK;
use crate::recall::analyse::{Class, Query, QueryTerm};
use crate::recall::fixed::{FREQUENCY_CAP, LENGTH_CLASSES, class_length, idf};
use crate::recall::index::dictionary::{Dictionary, TermId};
use crate::recall::index::postings::{Peak, Posting};
use crate::recall::index::scope::Scope;
use crate::recall::thesaurus::neighbours;
use crate::recall::weights::Weights;

/// Most terms scored, whatever the weights say: the arithmetic bound of the score.
const MAX_SCORED: usize = 64;

const FREQUENCIES: usize = FREQUENCY_CAP as usize + 1;

/// How a term comes to be looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// The query says it.
    Word,
    /// The query says it, and it is an identifier matched whole.
    Exact,
    /// The query says a word that means nearly the same, the one of this number: of all such terms of that word, a
    /// document counts the best alone.
    Meant(u16),
    /// The query says the name of whoever said it. It is no term of the query, and a document with several such actors counts
    /// one.
    Actor,
}

impl Asked {
    /// The number of the group of which a document counts the best alone.
    pub(super) fn group(self) -> Option<usize> {
        match self {
            Self::Word | Self::Exact => None,
            Self::Actor => Some(0),
            Self::Meant(number) => Some(usize::from(number) + 1),
        }
    }

    /// Whether the query says it of what is asked.
    pub(super) fn is_said(self) -> bool {
        matches!(self, Self::Word | Self::Exact)
    }
}

/// A term that some document holds, with what decides the weight of a posting.
pub(super) struct Term {
    pub(super) id: TermId,
    pub(super) asked: Asked,
    /// Weight of a text that is full of it, and of such a metadata field.
    text: u64,
    meta: u64,
}

impl Term {
    /// Weight of one posting, in score units.
    pub(super) fn weight(&self, curve: &Curve, posting: Posting) -> u32 {
        self.at(curve, posting.length, posting.frequency.text, posting.frequency.meta)
    }

    /// The most that a posting under these bounds can weigh.
    pub(super) fn bound(&self, curve: &Curve, peak: Peak) -> u32 {
        self.at(curve, peak.shortest, peak.frequency.text, peak.frequency.meta)
    }

    fn at(&self, curve: &Curve, length: u8, text: u8, meta: u8) -> u32 {
        if self.asked == Asked::Actor {
            return u32::try_from(self.meta).unwrap_or(u32::MAX);
        }
        let row = &curve.text[usize::from(length) % LENGTH_CLASSES];
        let text = (self.text * u64::from(row[usize::from(text) % FREQUENCIES])) >> CURVE_BITS;
        let meta =
            (self.meta * u64::from(curve.meta[usize::from(meta) % FREQUENCIES])) >> CURVE_BITS;
        u32::try_from(text + meta).unwrap_or(u32::MAX)
    }
}

/// Exact counts over the scopes searched.
struct Statistics {
    documents: u64,
    words: u64,
}

/// What is searched of one index.
pub(super) struct Corpus<'a> {
    pub(super) dictionary: &'a Dictionary,
    pub(super) scopes: Vec<&'a Scope>,
}

/// The terms of a query as one index holds them.
pub(super) struct Terms {
    pub(super) list: Vec<Term>,
    pub(super) curve: Curve,
    /// What a text of ordinary length would score that says every word of the query once.
    pub(super) ideal: u64,
    /// The words of the query that others stand for, by number.
    pub(super) words: Vec<String>,
}

impl Terms {
    /// Looks the terms up in the corpus of number `own` and weighs them by the statistics of all that is searched, so that
    /// scores compare between indexes; of too many, the rarest stay. None when the deadline came first.
    pub(super) fn resolve(
        query: &Query,
        corpora: &[Corpus<'_>],
        own: usize,
        weights: &Weights,
        late: &mut dyn FnMut() -> bool,
    ) -> Option<Self> {
        let scopes = || corpora.iter().flat_map(|corpus| &corpus.scopes);
        let statistics = Statistics {
            documents: scopes().map(|scope| scope.len() as u64).sum(),
            words: scopes().map(|scope| scope.words()).sum(),
        };
        let documents = statistics.documents;
        let mut lookup = Lookup { corpora, own, weights, documents, late, steps: 0 };
        let mut found = Vec::with_capacity(query.terms.len());
        for term in &query.terms {
            found.push((lookup.counts(&term.key)?, term));
        }
        found.sort_unstable_by(|a, b| (a.0.holders(), &a.1.key).cmp(&(b.0.holders(), &b.1.key)));
        let said_once = found.iter().filter(|(_, term)| term.class.counts());
        let ideal = said_once
            .map(|(counts, term)| {
                let idf = u64::from(idf(documents, counts.text.max(counts.meta)));
                idf * u64::from(weights.of_term(term)) / 1_000
            })
            .sum();
        let mut list: Vec<Term> = found
            .iter()
            .filter_map(|(counts, term)| said(*counts, term, documents, weights))
            .take(weights.scored_terms.min(MAX_SCORED))
            .collect();
        if weights.actor > 0 {
            lookup.named(query, &mut list)?;
        }
        let mut words = Vec::new();
        if weights.expansion > 0 {
            // A word that no document holds is the rarest of all: what means the same may still be there.
            let asked = found.iter().filter(|(_, term)| term.class == Class::Word);
            for (number, (counts, term)) in
                (0..).zip(asked.take(weights.expanded_terms.min(MAX_SCORED)))
            {
                lookup.meant(number, *counts, &term.key, &mut list)?;
                words.push(term.key.to_string());
            }
        }
        Some(Self { list, curve: Curve::new(&statistics, weights), ideal, words })
    }
}

/// How many documents of the scopes searched hold a term.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// The term's number, if some of them are of the own corpus.
    id: Option<TermId>,
    text: u64,
    meta: u64,
}

impl Counts {
    fn holders(&self) -> u64 {
        self.text + self.meta
    }
}

/// Looks terms up, with an eye on the deadline.
struct Lookup<'a> {
    corpora: &'a [Corpus<'a>],
    own: usize,
    weights: &'a Weights,
    /// In all scopes searched.
    documents: u64,
    late: &'a mut dyn FnMut() -> bool,
    steps: u32,
}

impl Lookup<'_> {
    /// The counts of a term; none when the deadline came.
    fn counts(&mut self, key: &str) -> Option<Counts> {
        let mut counts = Counts::default();
        for (number, corpus) in self.corpora.iter().enumerate() {
            let Some(id) = corpus.dictionary.find(key) else { continue };
            for postings in corpus.scopes.iter().filter_map(|scope| scope.postings(id)) {
                counts.text += u64::from(postings.text_documents());
                counts.meta += u64::from(postings.meta_documents());
                if number == self.own {
                    counts.id = Some(id);
                }
            }
            self.steps += corpus.scopes.len() as u32;
        }
        if self.steps >= POSTINGS_PER_CHECK {
            self.steps = 0;
            if (self.late)() {
                return None;
            }
        }
        Some(counts)
    }

    /// The actors whom the query names; of too many, those who said least. None when the deadline came.
    fn named(&mut self, query: &Query, list: &mut Vec<Term>) -> Option<()> {
        let mut named = Vec::new();
        for name in &query.names {
            let counts = self.counts(name)?;
            let gain = self.weights.of_actor(self.documents, counts.meta);
            if let (Some(id), true) = (counts.id, gain > 0) {
                named.push((counts.meta, name, id, gain));
            }
        }
        named.sort_unstable();
        named.truncate(MAX_SCORED);
        let term = |(_, _, id, gain)| Term { id, asked: Asked::Actor, text: 0, meta: gain };
        list.extend(named.into_iter().map(term));
        Some(())
    }

    /// The terms that mean nearly what one word of the query says, in their text alone (QUALITY A.3 step 3): none of them
    /// is worth more for being rarer than the word itself. None when the deadline came.
    fn meant(&mut self, number: u16, word: Counts, stem: &str, list: &mut Vec<Term>) -> Option<()> {
        let weights = self.weights;
        let least = weights.expansion_from.min(999);
        for near in neighbours(stem).take_while(|near| near.likeness >= least) {
            let counts = self.counts(near.stem)?;
            let (Some(id), true) = (counts.id, counts.text > 0) else { continue };
            let share = weights.expansion.min(1_000) * (near.likeness - least) / (1_000 - least);
            let idf = idf(self.documents, word.text).min(idf(self.documents, counts.text));
            let text = most(idf, share, 1_000, weights);
            list.push(Term { id, asked: Asked::Meant(number), text, meta: 0 });
        }
        Some(())
    }
}

/// A term that the query says, if some document holds it.
fn said(counts: Counts, term: &QueryTerm, documents: u64, weights: &Weights) -> Option<Term> {
    let weight = weights.of_term(term);
    let exact = matches!(term.class, Class::Identifier | Class::Code);
    Some(Term {
        id: counts.id?,
        asked: if exact { Asked::Exact } else { Asked::Word },
        text: most(idf(documents, counts.text), weight, 1_000, weights),
        meta: most(idf(documents, counts.meta), weight, weights.meta.min(1_000), weights),
    })
}

/// Fraction bits of a length norm.
const NORM_BITS: u32 = 12;
/// Fraction bits of a [`Curve`].
const CURVE_BITS: u32 = 24;

/// How the weight of a term rises with its frequency, `f / (f + k1 · (1 − b + b · length / average))`, as a share of what
/// it can be at most: rises with f and falls with the length. One for all terms of a search, so that a posting costs no
/// division.
pub(super) struct Curve {
    /// By length class and frequency in the text field.
    text: Box<[[u32; FREQUENCIES]; LENGTH_CLASSES]>,
    /// By frequency in the metadata field, whose length does not count.
    meta: [u32; FREQUENCIES],
}

impl Curve {
    fn new(statistics: &Statistics, weights: &Weights) -> Self {
        let (k1, b) = (weights.k1(), u64::from(weights.b.min(1_000)));
        let documents = u128::from(statistics.documents) << NORM_BITS;
        let mut text = Box::new([[0; FREQUENCIES]; LENGTH_CLASSES]);
        for (class, row) in (0_u8..).zip(text.iter_mut()) {
            let length = u128::from(class_length(class));
            let ratio = length * documents / u128::from(statistics.words.max(1));
            // A document a million times as long as the average is no different from a longer one.
            let ratio = u64::try_from(ratio).unwrap_or(u64::MAX).min(1 << 32);
            *row = saturate(k1 * (((1_000 - b) << NORM_BITS) + b * ratio) / 1_000);
        }
        Self { text, meta: saturate(k1 << NORM_BITS) }
    }
}

/// `f / (f + norm)` for each frequency f, rounded down.
fn saturate(norm: u64) -> [u32; FREQUENCIES] {
    std::array::from_fn(|frequency| {
        let scaled = (frequency as u64 * 1_000) << NORM_BITS;
        ((scaled << CURVE_BITS) / (scaled + norm).max(1)) as u32
    })
}

/// The most that a term of this idf can weigh: `idf · (k1 + 1)`, times both weights.
fn most(idf: u32, weight: u32, field: u32, weights: &Weights) -> u64 {
    let weighed = u64::from(idf) * u64::from(weight) * u64::from(field) / 1_000_000;
    weighed * (weights.k1() + 1_000) / 1_000
}

/// Orders terms by what they can add: the least first, then by number of postings.
pub(super) fn by_bound(a: (u32, usize), b: (u32, usize)) -> std::cmp::Ordering {
    (a.0, Reverse(a.1)).cmp(&(b.0, Reverse(b.1)))
}
