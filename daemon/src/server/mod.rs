//! The daemon's end of the socket: who may connect, frames in, frames out. What a request means is a [`Service`]'s.
//!
//! What it must never do: allocate for a length that is only claimed, wait for a peer without a bound while it is inside
//! a frame, let one connection's garbage or one handler's panic reach another connection, or write what a peer sent into
//! the log.
//!
//! Invariants: each whole frame gets exactly one answer, in order; a connection ends only when the stream is out of step,
//! the peer is gone or silent inside a frame, or its place is needed; search runs in the connection's own task, so that a
//! recall costs two thread hand-overs (peer to task and back).
//!
//! | module | holds |
//! |---|---|
//! | [`listen`] | the socket: folder, modes, the stale one, the endpoint file |
//! | `serve` | accepting, how many at once, stopping |
//! | `connection` | one connection: frame, call, answer |
//! | `idle` | which connection gives way when all places are taken |
//! | `incoming` | frames out of a byte stream |
//! | `refuse` | what a peer is told about a frame that is no request |

mod caught;
mod connection;
mod idle;
mod incoming;
pub mod listen;
mod refuse;
mod serve;

use std::time::{Duration, Instant};

use consolidate_shared::limits;
use consolidate_shared::wire::v1::{Request, Response};

pub use listen::{BindError, Listener};
pub use serve::serve;

/// What answers requests. One value serves all connections.
pub trait Service: Send + Sync + 'static {
    /// What a connection remembers between its requests (an import in progress, an export's view).
    type Session: Default + Send;

    /// Answers one request. A refusal is an answer; a panic becomes one and resets the session.
    fn call(
        &self,
        session: &mut Self::Session,
        request: Request,
        arrival: Arrival,
    ) -> impl Future<Output = Response> + Send;
}

/// When a request came in: its budget runs from here, not from when somebody gets to it.
///
/// It is the instant of the read that brought the frame's first byte. How long the bytes lay in the kernel before that
/// read cannot be known; the client leaves a part of its budget for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrival(Instant);

impl Arrival {
    /// An arrival at `instant`.
    pub fn at(instant: Instant) -> Self {
        Self(instant)
    }

    /// The instant.
    pub fn instant(self) -> Instant {
        self.0
    }

    /// What is left of `budget` at `now`; zero once it is over.
    pub fn left(self, budget: Duration, now: Instant) -> Duration {
        budget.saturating_sub(now.saturating_duration_since(self.0))
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "an arrival is measured where the bytes come in; it bounds waiting and never reaches the store"
    )]
    fn now() -> Self {
        Self(Instant::now())
    }
}

/// What the server allows. Values, not constants, so that a test need not wait.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Connections served at once.
    pub connections: usize,
    /// What a peer may take from the first to the last byte of a frame, and to take an answer off us.
    pub frame_time: Duration,
    /// What requests in hand may take once the daemon stops.
    pub stop_time: Duration,
}

impl Default for Bounds {
    /// The shared limits; five seconds to stop, within what service managers wait by default (90 s).
    fn default() -> Self {
        Self {
            connections: limits::CONNECTIONS,
            frame_time: limits::FRAME_TIME,
            stop_time: Duration::from_secs(5),
        }
    }
}

#[cfg(test)]
mod tests;
