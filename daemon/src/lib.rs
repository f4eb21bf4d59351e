//! The single writer of a consolidate store.
//!
//! Arrows run one way: [`server`] and [`driver`] → [`engine`] → the pure parts and the [`store`]. Pure parts ([`pass`],
//! [`relate`], [`recall`], [`brief`], [`gate`], [`check`], [`audit`], [`diff`], [`mod@write`], [`import`], [`export`],
//! [`lineage`], [`health`], [`eval`], [`review`]) know no store, no runtime, no file, no clock and no randomness: time
//! and ids come in as arguments.

#![cfg_attr(
    test,
    allow(
        clippy::default_trait_access,
        clippy::explicit_iter_loop,
        clippy::format_push_string,
        clippy::items_after_statements,
        clippy::manual_assert,
        clippy::needless_lifetimes,
        clippy::semicolon_if_nothing_returned,
        clippy::single_char_pattern,
        clippy::trivially_copy_pass_by_ref,
        clippy::type_complexity,
        reason = "tests say what they say in the shortest way"
    )
)]

pub mod audit;
pub mod brief;
pub mod caution;
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
mod room;
pub mod scratch;
pub mod server;
pub mod store;
mod walk;
pub mod write;
