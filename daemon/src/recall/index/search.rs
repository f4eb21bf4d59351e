//! Search: the best k documents for a query, under a deadline.

mod score;
mod top;
mod walk;

use consolidate_shared::id::MemoryId;
use consolidate_shared::time::Timestamp;

use super::{Index, Scope, ScopeKey};
use crate::recall::analyse::Query;
use crate::recall::facts::Facts;
use crate::recall::weights::Weights;
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
    /// A further condition.
    pub admit: Option<Admit<'a>>,
    /// Constants of ranking.
    pub weights: &'a Weights,
}

impl<'a> Filter<'a> {
    /// The ordinary filter: valid memories without a successor.
    pub const fn new(scopes: Scopes<'a>, at: Timestamp, k: usize) -> Self {
        Self { scopes, at, k, history: false, admit: None, weights: &Weights::DEFAULT }
    }

    fn admits(&self, id: MemoryId, facts: &Facts) -> bool {
        (self.history || (!facts.superseded && facts.valid_at(self.at)))
            && self.admit.is_none_or(|admit| admit(id, facts))
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
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Best first: by score, strength, newest evidence day, id.
    pub hits: Vec<Hit>,
    /// Set when the deadline came first.
    pub cut: Option<Stage>,
}

impl Index {
    /// The best `filter.k` documents for the query. `late` says whether the deadline has passed; it is asked at the
    /// start and then once every 2,048 postings or lists.
    pub fn search(
        &self,
        query: &Query,
        filter: &Filter<'_>,
        late: &mut dyn FnMut() -> bool,
    ) -> Found {
        if filter.k == 0 || query.is_empty() {
            return Found::default();
        }
        if late() {
            return Found { hits: Vec::new(), cut: Some(Stage::Terms) };
        }
        let scopes: Vec<&Scope> =
            self.selected(filter.scopes).filter(|scope| scope.len() > 0).collect();
        let Some(terms) = score::resolve(query, &self.dictionary, &scopes, filter.weights, late)
        else {
            return Found { hits: Vec::new(), cut: Some(Stage::Terms) };
        };
        let mut top = Top::new(filter.k);
        let mut cut = None;
        for scope in scopes {
            if Walk::new(scope, &terms, query.intent, filter).run(&mut top, late) {
                cut = Some(Stage::Scoring);
                break;
            }
        }
        Found { hits: top.into_hits(), cut }
    }

    /// The same by scoring every posting: what [`Index::search`] must equal.
    #[cfg(test)]
    pub(super) fn search_exhaustively(&self, query: &Query, filter: &Filter<'_>) -> Vec<Hit> {
        let scopes: Vec<&Scope> = self.selected(filter.scopes).collect();
        let terms = score::resolve(query, &self.dictionary, &scopes, filter.weights, &mut || false);
        let terms = terms.unwrap_or_default();
        let mut top = Top::new(filter.k);
        for scope in scopes {
            walk::exhaust(scope, &terms, query.intent, filter, &mut top);
        }
        top.into_hits()
    }
}
