//! How often the passes are right: labelled pairs, each in a scratch store of its own, through the passes themselves. Pure.
//!
//! A pair's two texts become two memories, the second dated one day after the first; a run is planned on them by
//! [`plan_run`](crate::pass::plan_run) under the policy of every store, and what it does to the pair is read off the plan. So
//! the nomination of candidates, the verdict, the outlook and the queue are all part of what is measured. It must never
//! call a rule itself, or the figures would be those of another program than the one that tidies stores.
//!
//! `pair` reads a line, `trial` runs the passes on it, `figures` counts. How good recall is, is counted in [`recall`].

mod figures;
mod pair;
pub mod recall;
mod trial;

#[cfg(test)]
mod tests;

pub use figures::{Count, FlagFigures, MergeFigures, Mistake, own_label, wilson_lower};
pub use pair::{Label, LabelledPair};
pub use trial::{Outcome, attempt};
