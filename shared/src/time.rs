//! Instants and days. Nothing here asks what time it is.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, NaiveDate, SecondsFormat};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

const MS_PER_DAY: i64 = 86_400_000;
/// Years outside 1..=9999 have no RFC 3339 form.
const EARLIEST_MS: i64 = -62_135_596_800_000;
const LATEST_MS: i64 = 253_402_300_799_999;

/// Why a text is no instant or no day.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TimeError {
    /// It has not the form of an instant.
    #[error("a time is RFC 3339 (2026-04-11T09:30:00Z) or a date (2026-04-11, meaning 00:00Z)")]
    Form,
    /// It has not the form of a day.
    #[error("a day is written year-month-day (2026-04-11)")]
    DayForm,
    /// The form is right, and the calendar has no such day.
    #[error("the calendar has no such day; a day is written year-month-day (2026-04-11)")]
    NoSuchDay,
}

/// What the error is of a text of which `form` is to be said if it does not even begin like a date.
fn wrong(text: &str, form: TimeError) -> TimeError {
    let (date, rest) = text.split_at_checked(DATE_BYTES).unwrap_or((text, ""));
    let is_dated = has_form_of_date(date) && (rest.is_empty() || rest.starts_with(['T', 't', ' ']));
    if is_dated && date.parse::<Day>().is_err() { TimeError::NoSuchDay } else { form }
}

/// Bytes of `2026-04-11`.
const DATE_BYTES: usize = 10;

/// Whether it is four digits, two and two.
fn has_form_of_date(text: &str) -> bool {
    let is_right = |(place, byte): (usize, u8)| match place {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    text.len() == DATE_BYTES && text.bytes().enumerate().all(is_right)
}

/// An instant: milliseconds since 1970-01-01T00:00Z, within years 1 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The start of 1970, UTC.
    pub const EPOCH: Self = Self(0);

    /// The instant `ms` milliseconds after 1970; beyond years 1 to 9999 it is the nearest one within.
    pub fn from_ms(ms: i64) -> Self {
        Self(ms.clamp(EARLIEST_MS, LATEST_MS))
    }

    /// Milliseconds since 1970.
    pub fn ms(self) -> i64 {
        self.0
    }

    /// The UTC day this instant is in.
    pub fn day(self) -> Day {
        Day(self.0.div_euclid(MS_PER_DAY) as i32)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match DateTime::from_timestamp_millis(self.0) {
            Some(time) => {
                let precision =
                    if self.0 % 1000 == 0 { SecondsFormat::Secs } else { SecondsFormat::Millis };
                f.write_str(&time.to_rfc3339_opts(precision, true))
            }
            None => write!(f, "{} ms", self.0),
        }
    }
}

impl FromStr for Timestamp {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        if let Ok(day) = text.parse::<Day>() {
            return Ok(day.start());
        }
        let time = DateTime::parse_from_rfc3339(text).map_err(|_| wrong(text, TimeError::Form))?;
        let ms = time.timestamp_millis();
        let is_told = (EARLIEST_MS..=LATEST_MS).contains(&ms);
        if is_told { Ok(Self(ms)) } else { Err(wrong(text, TimeError::Form)) }
    }
}

/// A UTC day: days since 1970-01-01. Passes see days, never instants of now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(pub i32);

impl Day {
    /// The day after; the last day that can be told is its own.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// 00:00Z of this day.
    pub fn start(self) -> Timestamp {
        Timestamp::from_ms(i64::from(self.0) * MS_PER_DAY)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match DateTime::from_timestamp_millis(self.start().0) {
            Some(time) => write!(f, "{}", time.date_naive()),
            None => write!(f, "day {}", self.0),
        }
    }
}

impl FromStr for Day {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        if !has_form_of_date(text) {
            return Err(TimeError::DayForm);
        }
        let date = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok();
        let midnight = date.and_then(|date| date.and_hms_opt(0, 0, 0));
        let ms = midnight.map(|midnight| midnight.and_utc().timestamp_millis());
        let ms = ms.filter(|ms| *ms >= EARLIEST_MS).ok_or(TimeError::NoSuchDay)?;
        Ok(Self((ms / MS_PER_DAY) as i32))
    }
}

/// A day as somebody names it; whoever has the clock resolves it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NamedDay {
    /// This day.
    On(Day),
    /// So many days before today; 0 is today.
    DaysAgo(u16),
}

impl NamedDay {
    /// The day, seen from `today`.
    pub fn from_today(self, today: Day) -> Day {
        match self {
            Self::On(day) => day,
            Self::DaysAgo(days) => Day(today.0.saturating_sub(i32::from(days))),
        }
    }
}

/// Why a text names no day.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NamedDayError {
    /// It has no form of a day.
    #[error("a day is a date (2026-04-11), `today`, `yesterday` or so many days ago (7d)")]
    Form,
    /// It has the form of a date, and the calendar has no such day.
    #[error("{}", TimeError::NoSuchDay)]
    NoSuchDay,
}

impl FromStr for NamedDay {
    type Err = NamedDayError;

    fn from_str(text: &str) -> Result<Self, NamedDayError> {
        match text {
            "today" => return Ok(Self::DaysAgo(0)),
            "yesterday" => return Ok(Self::DaysAgo(1)),
            _ => {}
        }
        if let Some(days) = text.strip_suffix('d').and_then(|days| days.parse().ok()) {
            return Ok(Self::DaysAgo(days));
        }
        text.parse().map(Self::On).map_err(|error| match error {
            TimeError::NoSuchDay => NamedDayError::NoSuchDay,
            TimeError::Form | TimeError::DayForm => NamedDayError::Form,
        })
    }
}

/// The days on which memories were said (`created_at`, in UTC); both ends belong to it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaidWithin {
    /// The first day; `None`: no beginning.
    #[serde(default)]
    pub since: Option<NamedDay>,
    /// The last day; `None`: no end.
    #[serde(default)]
    pub until: Option<NamedDay>,
}

impl SaidWithin {
    /// Any day.
    pub const ANY: Self = Self { since: None, until: None };

    /// Whether `day` is one of them, seen from `today`.
    pub fn holds(&self, day: Day, today: Day) -> bool {
        self.since.is_none_or(|since| since.from_today(today) <= day)
            && self.until.is_none_or(|until| day <= until.from_today(today))
    }
}

/// Text where people and other languages read it, a number where only programs do.
macro_rules! text_or_number {
    ($name:ident, $number:ty, $from:expr, $to:expr) => {
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    serializer.collect_str(self)
                } else {
                    let to: fn(&$name) -> $number = $to;
                    to(self).serialize(serializer)
                }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if deserializer.is_human_readable() {
                    let text = String::deserialize(deserializer)?;
                    text.parse().map_err(serde::de::Error::custom)
                } else {
                    let from: fn($number) -> $name = $from;
                    <$number>::deserialize(deserializer).map(from)
                }
            }
        }
    };
}

text_or_number!(Timestamp, i64, Timestamp::from_ms, |time| time.0);
text_or_number!(Day, i32, Day, |day| day.0);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn named_days_are_seen_from_today_and_both_ends_belong_to_a_window() {
        let today: Day = "2026-04-11".parse().unwrap();
        let within = |since: &str, until: &str| SaidWithin {
            since: since.parse().ok(),
            until: until.parse().ok(),
        };
        for (since, until, day, holds) in [
            ("yesterday", "", "2026-04-10", true),
            ("yesterday", "", "2026-04-09", false),
            ("7d", "yesterday", "2026-04-04", true),
            ("7d", "yesterday", "2026-04-11", false),
            ("2026-01-01", "2026-01-31", "2026-01-31", true),
            ("2026-01-01", "2026-01-31", "2026-02-01", false),
            ("", "today", "1990-01-01", true),
            ("", "", "2099-01-01", true),
        ] {
            let window = within(since, until);
            assert_eq!(window.holds(day.parse().unwrap(), today), holds, "{since} {until} {day}");
        }
        for bad in ["", "tomorrow", "-1d", "7", "99999999d", "2026-1-1"] {
            assert_eq!(bad.parse::<NamedDay>(), Err(NamedDayError::Form), "{bad}");
        }
        assert_eq!("2026-13-01".parse::<NamedDay>(), Err(NamedDayError::NoSuchDay));
    }

    #[test]
    fn a_date_is_midnight_and_offsets_are_resolved() {
        let date: Timestamp = "2026-04-11".parse().unwrap();
        assert_eq!(date.to_string(), "2026-04-11T00:00:00Z");
        let offset: Timestamp = "2026-04-11T02:00:00+02:00".parse().unwrap();
        assert_eq!(offset, date);
        assert_eq!(date.day().to_string(), "2026-04-11");
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in ["", "yesterday", "2026-4-1", "+2026-01-01", "2026-04-11T25:00:00Z", "éééééé"]
        {
            assert_eq!(text.parse::<Timestamp>(), Err(TimeError::Form), "{text}");
        }
        for text in ["", "7d", "2026-4-1", "2026-04-11T09:30:00Z", "20261-04-1", "11.04.2026"] {
            assert_eq!(text.parse::<Day>(), Err(TimeError::DayForm), "{text}");
        }
        for text in ["2026-13-01", "2026-02-30", "2027-02-31", "2026-04-00", "0000-01-01"] {
            assert_eq!(text.parse::<Day>(), Err(TimeError::NoSuchDay), "{text}");
            assert_eq!(text.parse::<Timestamp>(), Err(TimeError::NoSuchDay), "{text}");
            let instant = format!("{text}T09:30:00Z");
            assert_eq!(instant.parse::<Timestamp>(), Err(TimeError::NoSuchDay), "{instant}");
        }
    }

    proptest! {
        #[test]
        fn an_instant_reads_back(ms in EARLIEST_MS..=LATEST_MS) {
            let time = Timestamp::from_ms(ms);
            prop_assert_eq!(time.to_string().parse::<Timestamp>(), Ok(time));
            prop_assert!(time.day().start() <= time);
        }
    }
}
