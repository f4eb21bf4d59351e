//! Whether a run is due: a pure function of the time, the last runs, what is new, and the schedule.
//!
//! Laws, each a property test: a point of the schedule is served once; however many were missed, one run catches up; after
//! a run none is due until time passes or something new comes; whatever the clock is set to, a run comes within one period
//! of it.

use std::time::Duration;

use chrono_tz::Tz;
use consolidate_shared::schedule::{LastRuns, Reach, Retry};
use consolidate_shared::time::Timestamp;

use super::cron::Cron;

/// A clock that is set back by no more than this is one that is being kept right: nothing is counted anew for it, and at
/// most so long nothing is due.
const STEP: Duration = Duration::from_mins(5);
/// The wait before a failed run is tried again; it doubles with each failure ...
const FIRST_RETRY: Duration = Duration::from_mins(1);
/// ... up to this.
const LAST_RETRY: Duration = Duration::from_hours(6);
/// Missed points that are counted; more are not told apart.
const POINTS_COUNTED: u32 = 1000;
/// A run that begins so long after its point is late.
const LATE: Duration = Duration::from_mins(2);

/// When runs come.
#[derive(Debug, Clone, PartialEq)]
pub struct Schedule {
    /// When a full run comes.
    pub cron: Cron,
    /// So many new memories make a light run.
    pub light_after_new: u64,
    /// So long without a new memory makes one, if something is new.
    pub light_after_idle: Duration,
}

/// What is new since the last run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct New {
    /// Memories that no scheduled run has looked at.
    pub memories: u64,
    /// Since when none has come; `None`: that is not known yet.
    pub quiet_since: Option<Timestamp>,
}

/// Why a run is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// A point of the schedule has come.
    Point {
        /// How many points were missed, this one too if the run is late; at most a thousand are counted.
        missed: u32,
    },
    /// The last run failed and is tried again.
    Retry,
    /// Enough new memories have gathered.
    Gathered,
    /// Something is new, and nothing more has come for a while.
    Quiet,
    /// A run waited to be applied when the daemon stopped, and plans are kept in memory alone.
    Restart,
}

/// What is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    /// The run that is due now, and why.
    pub run: Option<(Reach, Why)>,
    /// When the next one comes if nothing new does; meaningless while one is due.
    pub next: Option<Timestamp>,
}

/// The first look of all: points of the schedule count from now. Else, a clock that was set back: what was remembered
/// under the later time counts from now. True: it was set back.
///
/// Without this a clock that once was years ahead would stall the schedule for years. Points between the new time and
/// the old one come again: at most one more run, which changes nothing that the one before did not.
pub fn settle(now: Timestamp, last: &mut LastRuns) -> bool {
    let since = *last.since.get_or_insert(now);
    let tried = last.retry.map_or(since, |retry| retry.tried);
    let is_ahead = |at: Timestamp| at > plus(now, STEP);
    if is_ahead(since) {
        last.since = Some(now);
    }
    if let Some(retry) = last.retry.as_mut().filter(|retry| is_ahead(retry.tried)) {
        retry.tried = now;
    }
    is_ahead(since) || is_ahead(tried)
}

/// What is due at `now`. Total and pure.
pub fn due(now: Timestamp, last: &LastRuns, new: New, schedule: &Schedule, zone: Tz) -> Due {
    let since = last.since.unwrap_or(now);
    let point = schedule.cron.next_after(since, zone);
    let retry_at = last.retry.map(|retry| plus(retry.tried, wait(retry.failures)));
    let quiet_at = new.quiet_since.map(|since| plus(since, schedule.light_after_idle));
    let quiet_at = quiet_at.filter(|_| new.memories > 0);
    let may_retry = retry_at.is_none_or(|at| at <= now);
    let run = if point.is_some_and(|point| point <= now) {
        Some((Reach::Full, Why::Point { missed: missed(since, now, schedule, zone) }))
    } else if let Some(Retry { reach, .. }) = last.retry.filter(|_| may_retry) {
        Some((reach, Why::Retry))
    } else if may_retry && new.memories >= schedule.light_after_new.max(1) {
        Some((Reach::Incremental, Why::Gathered))
    } else if may_retry && quiet_at.is_some_and(|at| at <= now) {
        Some((Reach::Incremental, Why::Quiet))
    } else {
        None
    };
    Due { run, next: [point, retry_at].into_iter().flatten().min() }
}

/// What is remembered once a run of `reach` that was due at `now` has been tried.
pub fn served(now: Timestamp, reach: Reach, failed: bool, last: &mut LastRuns) {
    if reach == Reach::Full {
        last.since = Some(now);
    }
    let before = last.retry.take();
    if failed {
        // Order: what failed in full is tried again in full, also if a light run failed since.
        let reach = before.map_or(reach, |before| before.reach.max(reach));
        let failures = before.map_or(1, |before| before.failures.saturating_add(1));
        last.retry = Some(Retry { reach, tried: now, failures });
    } else if let Some(before) = before.filter(|before| before.reach > reach) {
        last.retry = Some(before);
    }
}

/// The points in `(since, now]` that no run met.
fn missed(since: Timestamp, now: Timestamp, schedule: &Schedule, zone: Tz) -> u32 {
    let (mut at, mut count) = (since, 0);
    while count < POINTS_COUNTED {
        match schedule.cron.next_after(at, zone) {
            Some(point) if point <= now => (at, count) = (point, count + 1),
            _ => break,
        }
    }
    let is_late = now > plus(at, LATE);
    if is_late { count } else { count.saturating_sub(1) }
}

fn wait(failures: u32) -> Duration {
    let factor = 1u32.checked_shl(failures.saturating_sub(1)).unwrap_or(u32::MAX);
    FIRST_RETRY.saturating_mul(factor).min(LAST_RETRY)
}

fn plus(at: Timestamp, time: Duration) -> Timestamp {
    let ms = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    Timestamp::from_ms(at.ms().saturating_add(ms))
}
