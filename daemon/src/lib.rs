//! Placeholder.

pub mod check;
pub mod diff;
pub mod pass;
pub mod relate;
