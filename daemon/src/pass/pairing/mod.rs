//! Which pairs of a store are compared, and what each is: the one stream that every pass only filters (DESIGN 8).
//!
//! Nomination depends on the *population* alone: the texts, slots and instants of memories of every standing. What a pass
//! retires or revives changes no nomination, so that a run leaves nothing for its own repetition. The judged pairs are a
//! function of the memories, whatever order they came in: [`PairIndex::update`] with what changed gives what
//! [`PairIndex::of`] gives for the whole (the incremental law), so a plan costs what has changed and not what there is.
//!
//! | module | holds |
//! |---|---|
//! | `population` | the texts of one scope by class, stem and key |
//! | `candidates` | the set-similarity join: which classes meet |
//! | `census` | how many memories there are of each standing |
//! | `index` | the judged pairs of a store at one generation, and how they follow its changes |
//! | `pairs` | those that tell something, by what a pass does with them |
//! | `update` | what is judged again when something moves |
//! | `stream` | the same as the passes of one run see it |

mod candidates;
mod census;
mod index;
mod pairs;
mod population;
mod stream;
mod update;

#[cfg(test)]
mod tests;

pub use index::PairIndex;
pub(super) use population::{Member, Validity};
pub(super) use stream::Stream;
