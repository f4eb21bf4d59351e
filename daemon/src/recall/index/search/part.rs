//! What is searched: indexes, the scopes asked for, and the terms as each index holds them.

use consolidate_shared::id::MemoryId;

use super::score::{Corpus, Terms};
use super::{Filter, Hit, sum};
use crate::recall::analyse::Query;
use crate::recall::index::scope::Scope;
use crate::recall::index::{Index, Slot};
use crate::recall::weights::Weights;

/// One index with the scopes of it that are searched, and the terms as it holds them.
pub(super) struct Part<'a> {
    pub(super) index: &'a Index,
    pub(super) scopes: Vec<&'a Scope>,
    pub(super) terms: Terms,
}

impl<'a> Part<'a> {
    /// Where a document stands, if it is one of these.
    pub(super) fn place(&self, id: MemoryId) -> Option<(&Self, &'a Scope, Slot)> {
        let place = |scope: &&'a Scope| Some((self, *scope, self.index.slot_in(id, scope)?));
        self.scopes.iter().find_map(place)
    }
}

/// What is searched; none when the deadline came first.
pub(super) fn parts<'a>(
    indexes: &[&'a Index],
    query: &Query,
    filter: &Filter<'_>,
    late: &mut dyn FnMut() -> bool,
) -> Option<Vec<Part<'a>>> {
    let mut corpora = Vec::with_capacity(indexes.len());
    for index in indexes {
        let scopes = index.selected(filter.scopes).filter(|scope| scope.len() > 0).collect();
        corpora.push(Corpus { dictionary: &index.dictionary, scopes });
    }
    let mut terms = Vec::with_capacity(indexes.len());
    for own in 0..indexes.len() {
        terms.push(Terms::resolve(query, &corpora, own, filter.weights, late)?);
    }
    let parts = indexes.iter().zip(corpora).zip(terms);
    Some(
        parts
            .map(|((index, corpus), terms)| Part { index, scopes: corpus.scopes, terms })
            .collect(),
    )
}

/// Each scope with the terms of its index.
pub(super) fn each<'a>(parts: &'a [Part<'a>]) -> impl Iterator<Item = (&'a Scope, &'a Terms)> {
    parts.iter().flat_map(|part| part.scopes.iter().map(|scope| (*scope, &part.terms)))
}

/// See [`Found::relevance`](super::Found::relevance).
pub(super) fn relevance(parts: &[Part<'_>], query: &Query, weights: &Weights, hit: &Hit) -> u32 {
    let Some((part, scope, slot)) = parts.iter().find_map(|part| part.place(hit.id)) else {
        return 0;
    };
    let (ideal, said) = (part.terms.ideal.max(1), sum::words_of(scope, slot, &part.terms));
    let said = (said.min(ideal) * 1_000 / ideal) as u32;
    if query.vector.is_zero() {
        return said;
    }
    let alike = (scope.likeness_of(slot, &query.vector) * 1_000) >> 16;
    let vectors = weights.vectors.min(1_000);
    (said * (1_000 - vectors) + alike * vectors) / 1_000
}
