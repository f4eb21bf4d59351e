//! Cron expressions in a time zone: which instants they name.
//!
//! The expression is read on the wall clock alone, where every day has 24 hours; only then is a wall-clock time mapped to
//! an instant. So the rules for clock changes are ours and the same for every expression: a time that a day does not have
//! is the first instant after the gap, and a time that a day has twice is its first.

use std::fmt;

use chrono::{DateTime, NaiveDateTime, TimeDelta, TimeZone as _};
use chrono_tz::Tz;
use consolidate_shared::time::Timestamp;
use croner::parser::{CronParser, Seconds, Year};

/// Characters of an expression: lists of every minute and every hour fit.
const LONGEST: usize = 400;
/// Minute, hour, day, month, weekday.
const FIELDS: usize = 5;
/// Wall-clock candidates that are looked at for one instant: a day that comes twice has 1,440 minutes.
const CANDIDATES: usize = 3000;
/// Minutes that the longest gap may have: a whole day was left out when a zone changed sides of the date line.
const GAP_MINUTES: i64 = 26 * 60;

/// Why something is no schedule. Each message says what would be one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// The text is no cron expression.
    #[error(
        "give five fields, minute hour day month weekday, as in \"0 4 * * *\" for 04:00 every day ({0})"
    )]
    Cron(String),
    /// It names no day that ever comes.
    #[error("no such day ever comes; give one that does, as in \"0 4 * * *\" for 04:00 every day")]
    Never,
    /// The text is no time zone.
    #[error("give \"local\", \"UTC\" or a name as in \"Europe/Berlin\"")]
    Zone,
}

/// A cron expression of five fields: minute, hour, day of the month, month, day of the week.
#[derive(Debug, Clone, PartialEq)]
pub struct Cron {
    text: String,
    pattern: croner::Cron,
}

impl Cron {
    /// Reads an expression; `@daily` and its like are taken too. One that names no instant is refused.
    pub fn parse(text: &str) -> Result<Self, ScheduleError> {
        let text = text.trim();
        if text.chars().count() > LONGEST {
            return Err(ScheduleError::Cron(format!("it has more than {LONGEST} characters")));
        }
        let fields = text.split_whitespace().count();
        if fields != FIELDS && !text.starts_with('@') {
            return Err(ScheduleError::Cron(format!("it has {fields}")));
        }
        let parser =
            CronParser::builder().seconds(Seconds::Disallowed).year(Year::Disallowed).build();
        let pattern = parser.parse(text).map_err(|error| {
            let said = error.to_string();
            let why = said.rsplit(": ").next().unwrap_or_default();
            ScheduleError::Cron(why.trim_end_matches('.').to_lowercase())
        })?;
        let cron = Self { text: text.to_owned(), pattern };
        match cron.next_after(Timestamp::EPOCH, Tz::UTC) {
            Some(_) => Ok(cron),
            None => Err(ScheduleError::Never),
        }
    }

    /// The first instant after `after` that the expression names in `zone`; `None`: there is none before the year 5000.
    pub fn next_after(&self, after: Timestamp, zone: Tz) -> Option<Timestamp> {
        let mut wall = wall_clock(after, zone)?;
        for _ in 0..CANDIDATES {
            wall = self.pattern.find_next_occurrence(&wall.and_utc(), false).ok()?.naive_utc();
            let instant = instant_of(wall, zone)?;
            if instant > after {
                return Some(instant);
            }
        }
        None
    }
}

impl fmt::Display for Cron {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Reads a zone by its name in the time zone database.
pub fn zone(name: &str) -> Result<Tz, ScheduleError> {
    name.trim().parse().map_err(|_| ScheduleError::Zone)
}

/// An instant as the clocks of a zone show it, for people.
pub(super) fn shown(at: Timestamp, zone: Tz) -> Option<String> {
    let time = DateTime::from_timestamp_millis(at.ms())?.with_timezone(&zone);
    Some(time.format("%Y-%m-%d %H:%M %Z").to_string())
}

/// What the clocks of a zone show, in whole seconds.
fn wall_clock(at: Timestamp, zone: Tz) -> Option<NaiveDateTime> {
    let time = DateTime::from_timestamp(at.ms().div_euclid(1000), 0)?;
    Some(time.with_timezone(&zone).naive_local())
}

/// The first instant at which the clocks of a zone show `wall`, or the first after the gap that swallowed it.
fn instant_of(wall: NaiveDateTime, zone: Tz) -> Option<Timestamp> {
    let later = |minutes| wall.checked_add_signed(TimeDelta::minutes(minutes));
    let shown = |wall: NaiveDateTime| zone.from_local_datetime(&wall).earliest();
    let found = (0..=GAP_MINUTES).find_map(|minutes| later(minutes).and_then(shown))?;
    Some(Timestamp::from_ms(found.timestamp_millis()))
}
