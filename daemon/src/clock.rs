//! The only file of this package that asks for the time.
//!
//! Everything else takes instants and days as arguments. A test clock is a file that holds an instant: whoever writes
//! the file moves the daemon through weeks in a moment.

use std::path::PathBuf;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use consolidate_shared::time::Timestamp;

/// Where the time comes from.
#[derive(Debug, Clone)]
pub enum Clock {
    /// The system.
    System,
    /// A file with an instant (RFC 3339) or a date; unreadable, it is the start of 1970.
    File(PathBuf),
}

impl Clock {
    /// The time of day, for what is stored.
    pub fn now(&self) -> Timestamp {
        match self {
            Self::System => system(),
            Self::File(path) => std::fs::read_to_string(path)
                .ok()
                .and_then(|text| text.trim().parse().ok())
                .unwrap_or(Timestamp::EPOCH),
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the one place that asks for the time")]
fn system() -> Timestamp {
    let now = SystemTime::now();
    let ms = |time: std::time::Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    Timestamp::from_ms(match now.duration_since(UNIX_EPOCH) {
        Ok(since) => ms(since),
        Err(before) => -ms(before.duration()),
    })
}

/// A point on the steady clock, for deadlines. It never reaches anything that is stored.
#[expect(clippy::disallowed_methods, reason = "this is the one place that asks for the time")]
pub fn steady() -> Instant {
    Instant::now()
}
