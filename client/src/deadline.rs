//! The instant by which a call must be over, and the only place of this crate that asks for the time or sleeps.
//!
//! A deadline is made once, at the call, and handed through connect, write, read and decode; each step gets what is
//! left. Durations that are given anew to each step (timeouts) add up; an instant cannot.

use std::time::{Duration, Instant};

/// What "never" means here: an instant that no call outlives and that the clock can still hold.
const FAR: Duration = Duration::from_hours(24 * 365);

/// The instant by which a call must be over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deadline(Instant);

impl Deadline {
    /// The deadline `time` from now; more than a year is a year.
    pub fn after(time: Duration) -> Self {
        let now = now();
        Self(now.checked_add(time.min(FAR)).unwrap_or(now))
    }

    /// What is left; zero once it has passed.
    pub fn remaining(self) -> Duration {
        self.0.saturating_duration_since(now())
    }

    /// Whether it has passed.
    pub fn is_past(self) -> bool {
        self.remaining().is_zero()
    }

    /// The instant itself, for timers that take one.
    pub fn instant(self) -> Instant {
        self.0
    }
}

#[expect(clippy::disallowed_methods, reason = "this file is where the client asks for the time")]
fn now() -> Instant {
    Instant::now()
}

/// Waits for `time`, but not past `deadline`. For what gives no event to wait for: a full backlog, a starting daemon.
#[expect(clippy::disallowed_methods, reason = "this file is where the client sleeps")]
pub(crate) fn pause(time: Duration, deadline: Deadline) {
    std::thread::sleep(time.min(deadline.remaining()));
}

/// The same without holding the thread.
#[cfg(feature = "async")]
#[expect(clippy::disallowed_methods, reason = "this file is where the client sleeps")]
pub(crate) async fn pause_async(time: Duration, deadline: Deadline) {
    tokio::time::sleep(time.min(deadline.remaining())).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_never_grows_and_ends_at_zero() {
        let deadline = Deadline::after(Duration::from_mins(1));
        let first = deadline.remaining();
        assert!(deadline.remaining() <= first && first <= Duration::from_mins(1));
        assert!(Deadline::after(Duration::ZERO).is_past());
        assert!(!Deadline::after(Duration::MAX).is_past());
    }
}
