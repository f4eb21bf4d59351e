//! The single writer of a consolidate store.

pub mod gate;
pub mod server;
