//! The real executable, the real socket: sessions, crowds, crashes, bad bytes.
//!
//! One binary for all of it, built with the executable's package, so that it always meets the executable of this build.

#![allow(
    clippy::format_collect,
    clippy::many_single_char_names,
    clippy::too_many_lines,
    reason = "sessions are told from beginning to end"
)]

mod astray;
mod briefs;
mod cautions;
mod check;
mod crash;
mod crowd;
mod daemon;
mod deleted;
mod determinism;
mod eval;
mod eval_recall;
mod feedback;
mod latency;
mod lineage;
mod mcp;
mod measure;
mod mistakes;
mod newcomer;
mod passes;
mod reports;
mod review;
mod schedule;
mod session;
mod tidy;
mod transfer;
mod wire;

/// A sandbox for the executable of this build.
fn sandbox() -> consolidate_tests::Sandbox {
    consolidate_tests::Sandbox::new(env!("CARGO_BIN_EXE_consolidate"))
}
