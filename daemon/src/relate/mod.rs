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
//! Reading order: `prose` and `scan` (text to raw tokens), `token`, `lexicon` and `canon` (tokens with all that the
//! lists know), `predicate` and `theme` (which word is the verb, what is spoken of), [`Statement`] (one text, analysed),
//! then the rules: `same`, `replace`, `clash`, and below how they are put together. [`Sketch`] tells beforehand of most
//! pairs that no rule would tell anything.

mod adoption;
mod arrival;
mod canon;
mod change;
mod clash;
mod cues;
mod doubt;
mod families;
mod frames;
mod genre;
mod implied;
mod language;
mod lexicon;
mod names;
mod occasion;
mod old_value;
mod opposition;
mod pair;
mod phrasing;
mod predicate;
mod prose;
mod relation;
mod replace;
mod revert;
mod same;
mod scan;
mod side;
mod sketch;
mod statement;
mod stems;
mod theme;
mod token;
mod transition;
mod verdict;

#[cfg(test)]
pub(crate) mod tests;

pub use families::{Families, FamilyKey};
pub use frames::FrameKind;
pub use relation::{Leaning, Measure, Relation, Rule};
pub use revert::Revert;
pub use side::{Side, SideKind};
pub use sketch::Sketch;
pub use statement::Statement;
pub use stems::Stem;
pub use verdict::{relate, text_relation};
