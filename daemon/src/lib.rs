//! Placeholder.

pub mod brief;
pub mod recall;
