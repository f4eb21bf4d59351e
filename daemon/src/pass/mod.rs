//! The six passes: pure planning over a snapshot (DESIGN 8).
//!
//! A pass turns a [`Snapshot`], a policy and a UTC day into a plan: changes with their reasons, and a report of what was
//! considered, kept and deferred. It must never read a clock, a file or the store, never change a memory's text, never join
//! two projects, and never retire a pinned memory or a policy. Conflict, merge and supersede filter one stream of judged pairs:
//! `relate` decides once per pair and round. Promote, decay and prune look at one memory at a time.
//!
//! Laws, each a property test: the same input gives the same bytes; planning again after applying is empty; the inverse of a
//! run restores the state; every text, source and wording stays findable; each pass makes only the changes it may.
//!
//! | module | holds |
//! |---|---|
//! | `snapshot`, `working`, `bench`, `outlook` | what is planned on: the store, the store so far in the run and its pairs, the store once it is done |
//! | `pairing`, `judge` | which pairs are compared, by what verdict; kept between runs |
//! | `rulings` | what was answered, about whoever stands for its sides today |
//! | `draft`, `ahead`, `fold`, `queue`, `cluster`, `tally` | changes in the making, what leads to what by them, what a survivor takes over, review items and what goes into one, counts |
//! | `conflict`, `merge`, `supersede`, `promote`, `decay`, `prune`, `run` | the passes and their order |
//! | `attempt` | a run without the passes that a defect stops |

mod ahead;
mod attempt;
mod bench;
mod cluster;
pub mod conflict;
pub mod decay;
mod draft;
mod fold;
mod judge;
pub mod merge;
mod outlook;
mod pairing;
pub mod promote;
pub mod prune;
mod queue;
mod rulings;
mod run;
mod snapshot;
pub mod supersede;
mod tally;
mod working;

#[cfg(test)]
pub(crate) mod tests;

pub use attempt::{Attempt, attempt};
pub(crate) use conflict::{contradict, tell_otherwise};
pub(crate) use draft::Draft;
pub(crate) use fold::{Terms, fold};
pub(crate) use judge::{Judged, comparable, judge};
pub(crate) use merge::rank;
pub use pairing::PairIndex;
pub use run::{plan_run, plan_run_watched};
pub use snapshot::{Snapshot, Source};
pub(crate) use supersede::{replace, revive_if_reverted};
