//! The single writer of a consolidate store.
//!
//! Arrows run one way: [`server`] → [`engine`] → the pure parts and the store. Pure parts know no store, no runtime, no
//! file, no clock and no randomness: time and ids come in as arguments.

pub mod gate;
pub mod recall;
pub mod relate;
pub mod store;
