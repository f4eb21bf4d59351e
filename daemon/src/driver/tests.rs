//! Tables and laws of the schedule; the driver over an engine is tried in `engine/tests/schedule.rs`.

mod cron;
mod due;

use consolidate_shared::time::Timestamp;

/// An instant from RFC 3339.
fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}
