//! Search: the best k documents for a query, under a deadline.

mod blend;
mod explain;
mod mix;
mod part;
mod score;
mod sum;
mod top;
mod walk;

pub use explain::{Explanation, Match};

use consolidate_shared::id::MemoryId;
use consolidate_shared::time::Timestamp;

use super::{Index, ScopeKey};
use crate::recall::analyse::Query;
use crate::recall::facts::Facts;
use crate::recall::weights::Weights;
use blend::Blend;
use explain::explain;
use mix::mix;
use part::{each, parts, relevance};
use top::Top;
use walk::Walk;

/// Postings read between two looks at the deadline.
pub(super) const POSTINGS_PER_CHECK: u32 = 2_048;

/// Which scopes are searched. Statistics are summed over exactly these.
#[derive(Clone, Copy, Debug)]
pub enum Scopes<'a> {
    /// Every project and the unscoped.
    All,
    /// The named ones; for a project: its key and `None`. A name twice counts once.
    Of(&'a [ScopeKey]),
}

impl Scopes<'_> {
    /// Whether a scope is one of them.
    pub fn contains(&self, key: &ScopeKey) -> bool {
        match self {
            Self::All => true,
            Self::Of(keys) => keys.contains(key),
        }
    }
}

/// A further condition on a document, for what [`Facts`] do not hold (facets). Must depend on its arguments alone.
pub type Admit<'a> = &'a dyn Fn(MemoryId, &Facts) -> bool;

/// What may be in the answer, and how much of it.
#[derive(Clone, Copy)]
pub struct Filter<'a> {
    /// Where to look.
    pub scopes: Scopes<'a>,
    /// The moment of validity: now, or the one of `--as-of`.
    pub at: Timestamp,
    /// Most hits wanted.
    pub k: usize,
    /// Whether memories with an active successor, or outside the time in which they hold, may be hits.
    pub history: bool,
    /// Whether to ask what held at `at`, also if something replaced it since.
    pub as_of: bool,
    /// Whether to say of each hit why it stands where it stands.
    pub explain: bool,
    /// A further condition.
    pub admit: Option<Admit<'a>>,
    /// Constants of ranking.
    pub weights: &'a Weights,
}

impl<'a> Filter<'a> {
    /// The ordinary filter: valid memories without a successor.
    pub const fn new(scopes: Scopes<'a>, at: Timestamp, k: usize) -> Self {
        Self {
            scopes,
            at,
            k,
            history: false,
            as_of: false,
            explain: false,
            admit: None,
            weights: &Weights::DEFAULT,
        }
    }

    fn admits(&self, id: MemoryId, facts: &Facts) -> bool {
        let holds = match (self.as_of, self.history) {
            (true, _) => facts.held_at(self.at),
            (false, true) => true,
            (false, false) => !facts.superseded && facts.valid_at(self.at),
        };
        holds && self.admit.is_none_or(|admit| admit(id, facts))
    }
}

/// One memory found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The memory.
    pub id: MemoryId,
    /// The score after all multipliers; compares within one answer only.
    pub score: u32,
    /// Distinct query terms found in it.
    pub matched: u16,
    /// Among them identifiers, paths, flags and codes found whole.
    pub exact: u16,
}

/// The part of a search that a deadline cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Terms were being looked up: nothing is scored yet.
    Terms,
    /// Documents were being scored: the hits are the best of those seen.
    Scoring,
    /// Vectors were being compared: the hits are the best by words alone.
    Vectors,
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Best first: by score, strength, newest evidence day, id.
    pub hits: Vec<Hit>,
    /// How much of what was asked the first hit is about, per mille: the words of the query that it says, by their rarity,
    /// and how alike it is. Unlike scores it compares between answers. 0 when there is no hit, or no time to tell.
    pub relevance: u32,
    /// Why each hit stands where it stands, if that was asked and there was time.
    pub explanations: Vec<Explanation>,
    /// Set when the deadline came first.
    pub cut: Option<Stage>,
}

impl Found {
    /// What was found before the deadline came.
    fn cut(hits: Vec<Hit>, stage: Stage) -> Self {
        Self { hits, cut: Some(stage), ..Self::default() }
    }
}

impl Index {
    /// The best `filter.k` documents for the query, see [`search`].
    pub fn search(
        &self,
        query: &Query,
        filter: &Filter<'_>,
        late: &mut dyn FnMut() -> bool,
    ) -> Found {
        search(&[self], query, filter, late)
    }
}

/// The best `filter.k` documents of several indexes for the query. `late` says whether the deadline has passed; it is
/// asked at the start, then once every 2,048 postings or lists, and every 4,096 vectors.
///
/// Words first: they give an answer that stands if time runs out. Then the vectors of the scopes searched are compared,
/// and the lists are walked again for what words and vectors together bring to the top.
pub fn search(
    indexes: &[&Index],
    query: &Query,
    filter: &Filter<'_>,
    late: &mut dyn FnMut() -> bool,
) -> Found {
    if filter.k == 0 || query.is_empty() {
        return Found::default();
    }
    if late() {
        return Found::cut(Vec::new(), Stage::Terms);
    }
    let Some(parts) = parts(indexes, query, filter, late) else {
        return Found::cut(Vec::new(), Stage::Terms);
    };
    let mut top = Top::new(filter.k);
    for (scope, terms) in each(&parts) {
        let blend = Blend::words(filter.weights, query.intent);
        if Walk::new(scope, terms, blend, filter).run(&mut top, late) {
            return Found::cut(top.into_hits(), Stage::Scoring);
        }
    }
    let mut hits = top.into_hits();
    if filter.weights.vectors > 0 && !query.vector.is_zero() {
        match mix(&parts, query, filter, &hits, late) {
            Some(mixed) => hits = mixed,
            None => return Found::cut(hits, Stage::Vectors),
        }
    }
    let relevance = hits.first().map_or(0, |hit| relevance(&parts, query, filter.weights, hit));
    let explanations =
        if filter.explain { explain(&parts, query, filter, &hits) } else { Vec::new() };
    Found { hits, relevance, explanations, cut: None }
}

#[cfg(test)]
impl Index {
    /// The same by scoring every posting: what [`Index::search`] must equal.
    pub(super) fn search_exhaustively(&self, query: &Query, filter: &Filter<'_>) -> Vec<Hit> {
        let Some(parts) = parts(&[self], query, filter, &mut || false) else { return Vec::new() };
        let mut top = Top::new(filter.k);
        for (scope, terms) in each(&parts) {
            let blend = Blend::words(filter.weights, query.intent);
            walk::exhaust(scope, terms, blend, filter, &mut top);
        }
        let words = top.into_hits();
        if filter.weights.vectors == 0 || query.vector.is_zero() {
            return words;
        }
        let best = words.first().map_or(0, |hit| hit.score);
        let mut top = Top::new(filter.k);
        for (scope, terms) in each(&parts) {
            let likeness = scope.likeness(&query.vector, &mut || false).unwrap_or_default();
            let blend = Blend::mixed(filter.weights, query.intent, best, &likeness);
            walk::exhaust(scope, terms, blend, filter, &mut top);
        }
        top.into_hits()
    }
}
