//! Tests of the verdict: tables of cases by kind, laws over any text, and the measured floors on labelled pairs.

mod apart;
mod asked;
mod beside;
mod canon;
mod change;
mod clashes;
mod conflict;
mod exchanges;
mod family;
mod floors;
mod kinds;
mod languages;
pub(crate) mod laws;
mod merged;
mod replacements;
mod sameness;
mod sides;
mod support;
mod unfinished;
mod unmoved;
