//! A hermetic home for the real executable: its own store, socket, logs, project and clock, and nothing of the caller's
//! environment.

pub mod raw;
mod sandbox;
mod terminal;
#[cfg(feature = "bench")]
pub mod yardstick;

pub use sandbox::{Ran, Sandbox};
pub use terminal::Terminal;
