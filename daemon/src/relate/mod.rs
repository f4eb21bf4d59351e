//! `relate`: the one verdict on a pair of memories, which write-time check, merge, conflict and supersede passes only
//! filter (DESIGN 8; rules and measurements in QUALITY B and C).
//!
//! It is for deciding by rule what can be decided by rule, and for saying honestly what cannot: over-caution is cheap, a
//! wrong merge is not. It must never read a clock, a store or a setting, never merge on likeness alone, and never
//! panic or crawl on any text.
//!
//! Invariants, each held by a test:
//! - *Same* is symmetric, and a text that is not blank is the same as itself.
//! - In a language that the rules do not read, *Same* is equality and nothing else is automatic.
//! - Memories of equal instants never supersede each other automatically.
//! - A verdict depends on the two sides alone: not on the run, the platform or the rest of the store.
//!
//! Three stages, a folder each, in reading order: `words` (text to tokens with all that lists and forms know), `reading`
//! (one text to a [`Statement`]: verb and theme, frame, genre, cues), `rules` (two statements to what holds between them:
//! `same`, `replace`, `clash`, `family`). `verdict` puts the rules together; [`Sketch`] tells beforehand of most pairs that
//! no rule would tell anything.

mod reading;
mod relation;
mod rules;
mod side;
mod sketch;
mod verdict;
mod words;

#[cfg(test)]
pub(crate) mod tests;

pub use reading::frames::FrameKind;
pub use reading::revert::Revert;
pub use reading::statement::Statement;
pub use relation::{Leaning, Measure, Relation, Rule};
pub use side::{Side, SideKind};
pub use sketch::{Common, Sketch};
pub use verdict::{relate, text_relation};
pub use words::families::{Families, FamilyKey};
pub(crate) use words::lexicon::WEEKDAYS;
pub(crate) use words::prose::equality_form;
pub use words::stems::Stem;
