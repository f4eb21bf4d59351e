//! The vocabulary of `consolidate`: what a memory is, what a change is, what travels over the socket.
//!
//! Everything here is data and pure functions over it. This crate never reads a file, a socket, the environment or
//! the clock: time, ids and paths come in as arguments, so that every caller can be replayed byte for byte.
//!
//! | module | holds |
//! |---|---|
//! | [`model`] | the memory and its parts |
//! | [`change`] | change sets: apply, invert, typed reasons |
//! | [`state`], [`overlay`] | what a change set is applied to: in memory, or laid over something else |
//! | [`plan`] | passes, plans, runs and their reports |
//! | [`policy`] | every threshold and limit that planning uses |
//! | [`journal`], [`ruling`], [`review`] | history, decisions, and what waits for one |
//! | [`schedule`] | how far a run of the daemon's own reaches, and what is remembered of the last ones |
//! | [`wire`], [`codec`] | messages and their bytes |
//! | [`health`] | what the daemon notes about its own service |
//! | [`task_run`] | what is remembered of the briefs that a task run was given |
//! | [`limits`] | bounds on whatever comes from outside |
//! | [`place`], [`project`] | where store, socket and logs are; what names a project |

pub mod change;
pub mod codec;
pub mod draft;
pub mod health;
pub mod id;
pub mod journal;
pub mod limits;
pub mod model;
pub mod overlay;
pub mod place;
pub mod plan;
pub mod policy;
pub mod project;
pub mod review;
pub mod ruling;
pub mod schedule;
pub mod state;
pub mod task_run;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod time;
pub mod wire;
pub mod words;
