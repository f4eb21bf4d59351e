//! Placeholder.
pub mod server;
