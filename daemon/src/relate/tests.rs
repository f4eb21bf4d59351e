//! Tests of the verdict: tables of cases by kind, laws over any text, and the measured floors on labelled pairs.

mod canon;
mod change;
mod conflict;
mod floors;
mod laws;
mod sameness;
mod sides;
mod support;
