//! The single writer of a consolidate store.
//!
//! Arrows run one way: `server` → `engine` → the pure parts and the [`store`]. Pure parts (`pass`, [`relate`],
//! [`recall`], [`brief`], [`gate`], `check`, `diff`, [`write`], [`import`], [`export`]) know no store, no runtime, no
//! file, no clock and no randomness: time and ids come in as arguments.

pub mod brief;
pub mod clock;
pub mod export;
pub mod gate;
pub mod import;
pub mod recall;
pub mod relate;
pub mod store;
pub mod write;
