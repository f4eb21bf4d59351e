//! What benches measure against.

pub use {redb, rusqlite};
