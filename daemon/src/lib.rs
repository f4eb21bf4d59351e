//! Placeholder.

pub mod relate;
