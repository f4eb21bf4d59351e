//! What holds of a sound store, asserted over the whole of it: the assertions of `consolidate check`, and what mends those
//! that do not hold.
//!
//! [`check`](crate::check) judges a change set before it is committed; this judges a store that is there, whoever wrote it.
//! Pure: it takes the state, the time, the analysis of a memory and the strength function as arguments. Every walk ends on
//! any state, sound or not, and samples are drawn by hash, so that two checks of one store say the same.

mod decay;
mod determinism;
mod faults;
mod repair;
mod report;
mod sample;
mod staleness;
mod told;
mod walk;

#[cfg(test)]
mod tests;

pub use decay::{Strength, fresher_first, monotone};
pub use determinism::determinism;
pub use faults::{Fault, faults, references, supersession};
pub use repair::{Repair, repair};
pub use report::{Assertion, Finding, Outcome, Report};
pub use sample::sample;
pub(crate) use staleness::is_left;
pub use staleness::{stale_when_served, staleness, waits_for_retirement};
pub use told::{Difference, HISTORY, Told, history};
