//! When passes run by themselves.
//!
//! A heartbeat a minute, a start and new memories only wake the [driver](run::drive); whether a run is due is decided by
//! [`due`](due::due), which is pure. The driver never plans: it asks the engine for a run, waits for it, and looks again.
//!
//! Invariants: one scheduled run at a time; wake-ups during a run come to one more look; a run that was missed, by sleep,
//! downtime or a clock that was set forward, is caught up once; nothing is committed unless the config says `auto_apply`.
//!
//! | module | holds |
//! |---|---|
//! | `cron` | which instants an expression names in a zone |
//! | [`due`] | whether a run is due |
//! | `heartbeat` | the wake-up a minute |
//! | `run` | the loop |

mod cron;
pub mod due;
mod heartbeat;
mod run;

#[cfg(test)]
mod tests;

pub use chrono_tz::Tz;
pub use cron::{Cron, ScheduleError, zone};
pub use due::Schedule;
#[cfg(test)]
pub(crate) use run::Driver;
pub use run::{Driving, drive};
