//! Brief, recall and cautions from the `consolidate` daemon under a deadline. Thin: it is linked into other people's agents.
//!
//! What it must never do: wait past the caller's [`Deadline`], start a daemon on the way to a read, retry on that way, open
//! the store, or take an answer that belongs to an earlier request.
//!
//! | module | holds |
//! |---|---|
//! | [`deadline`] | the one instant that connect, write, read and decode share |
//! | [`mod@surroundings`] | the environment, read once, and the path of the socket |
//! | [`exchange`] | one request and its answer as bytes; no IO, used by both drivers |
//! | [`blocking`], `asynchronous` | the drivers; the second behind the feature `async` |
//! | [`answer`] | what these reads return: all, part, or why nothing |
//! | [`start`] | starting the daemon, for callers that may |
//! | [`file`](mod@file) | small files, bounded, and no pipe or device in their place |
//! | [`ids`] | new memory ids |
//! | [`project`] | the project of a folder, from its git remote |

pub mod answer;
#[cfg(feature = "async")]
pub mod asynchronous;
pub mod blocking;
pub mod connect;
pub mod deadline;
pub mod exchange;
pub mod file;
pub mod ids;
pub mod project;
pub mod start;
pub mod surroundings;

pub use answer::{Answer, MissReason};
pub use blocking::{Client, brief, cautions, on_context, recall, task_brief};
pub use connect::{At, CallError, ConnectError, Step};
pub use deadline::Deadline;
pub use ids::new_memory_id;
pub use start::{StartError, StartOptions, ensure_daemon};
pub use surroundings::{endpoint, places, surroundings};
