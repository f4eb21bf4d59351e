//! The single writer of a consolidate store.
//!
//! Arrows run one way: [`server`] and [`driver`] → [`engine`] → the pure parts and the [`store`]. Pure parts ([`pass`],
//! [`relate`], [`recall`], [`brief`], [`gate`], [`check`], [`audit`], [`diff`], [`mod@write`], [`import`], [`export`],
//! [`lineage`], [`health`], [`eval`], [`review`]) know no store, no runtime, no file, no clock and no randomness: time
//! and ids come in as arguments.

pub mod audit;
pub mod brief;
pub mod check;
pub mod checkup;
pub mod clock;
pub mod diff;
pub mod driver;
pub mod engine;
pub mod eval;
pub mod export;
pub mod gate;
pub mod health;
pub mod import;
pub mod lifecycle;
pub mod lineage;
pub mod pass;
pub mod recall;
pub mod relate;
pub mod review;
pub mod server;
pub mod store;
pub mod write;
