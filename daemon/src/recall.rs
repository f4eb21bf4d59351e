//! Recall: what is known about this?
//!
//! An inverted index in memory over the memories of one store, and the search in it. Pure: no store, no clock, no
//! threads; the caller owns the lock, the time and the deadline, and keeps retired memories in a second [`Index`].
//!
//! Invariants, each held by a property test in `index/tests.rs`:
//! - **History-free.** What a search returns is a function of the live documents alone. Removal is physical, the
//!   statistics are exact integers, internal numbers never order anything that comes out.
//! - **Pruning is invisible.** The search skips what cannot reach the answer and still returns exactly what scoring
//!   every document would.
//! - **Integers decide.** Scores are fixed-point sums, so neither the order of addition nor the platform matters.
//! - **A miss costs no more than a hit**, and a deadline ends a search with the best found so far.

mod analyse;
mod embed;
mod facts;
mod fixed;
mod index;
mod kept;
mod thesaurus;
mod weights;

#[cfg(test)]
mod measure;

pub use analyse::{Analysed, Analyser, Intent, MAX_QUERY_TERMS, Query, analyse, content_terms};
pub use embed::{Vector, embed};
pub use facts::{Document, Facts, ScopeKey, date_words};
pub use index::{
    Admit, Explanation, Filter, Found, Hit, Index, KeptIndex, Match, Scopes, Stage, search,
};
pub use kept::{Kept, write as kept};
pub use thesaurus::Thesaurus;
pub use weights::Weights;
