//! From answers to text for people: pure functions, one file a kind of answer.
//!
//! Everything here returns text with colours in it; [`crate::out::Out`] takes them out where nobody sees them. Stored
//! text is data: it goes through [`text`] and is never interpreted, by us or by a terminal.

pub(crate) mod check;
pub(crate) mod config;
pub(crate) mod diff;
pub(crate) mod eval;
pub(crate) mod feedback;
pub(crate) mod health;
pub(crate) mod import;
pub(crate) mod journal;
pub(crate) mod lineage;
pub(crate) mod memory;
pub(crate) mod read;
pub(crate) mod record;
pub(crate) mod reindex;
pub(crate) mod review;
pub(crate) mod runs;
pub(crate) mod schedule;
pub(crate) mod status;
pub(crate) mod style;
pub(crate) mod text;
