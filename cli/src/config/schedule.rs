//! The table `[schedule]`: when passes run by themselves.

use std::fmt;
use std::time::Duration;

use consolidate_daemon::driver::{Cron, ScheduleError, Tz, zone};

use super::{ConfigError, Mistake, Origin, Setting};

/// The table.
pub(crate) const SCHEDULE_KEY: &str = "schedule";
/// Whether there is a schedule at all.
pub(crate) const ENABLED_KEY: &str = "schedule.enabled";
/// When a full run comes.
pub(crate) const CRON_KEY: &str = "schedule.cron";
/// In which zone that is read.
pub(crate) const ZONE_KEY: &str = "schedule.zone";
/// So many new memories make a light run.
pub(crate) const LIGHT_AFTER_NEW_KEY: &str = "schedule.light_after_new";
/// So long without a new memory makes one.
pub(crate) const LIGHT_AFTER_IDLE_KEY: &str = "schedule.light_after_idle";
/// Whether scheduled runs are applied.
pub(crate) const AUTO_APPLY_KEY: &str = "schedule.auto_apply";
/// Every key of the table.
pub(super) const KEYS: [&str; 6] =
    [ENABLED_KEY, CRON_KEY, ZONE_KEY, LIGHT_AFTER_NEW_KEY, LIGHT_AFTER_IDLE_KEY, AUTO_APPLY_KEY];

/// 04:00: somebody's night, wherever they are.
const DAILY: &str = "0 4 * * *";
/// New memories that make a light run when nothing else is said.
const AFTER_NEW: u64 = 20;
/// The most that can be asked for: beyond it, it is the same as never.
const AFTER_NEW_MOST: u64 = 1_000_000;
/// Quiet time that makes one when nothing else is said.
const AFTER_IDLE: Duration = Duration::from_mins(10);
/// The heartbeat comes once a minute, so that less means nothing.
const AFTER_IDLE_LEAST: Duration = Duration::from_mins(1);
const AFTER_IDLE_MOST: Duration = Duration::from_hours(7 * 24);

/// Where the clocks are that the schedule goes by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ZoneChoice {
    /// Where the daemon is started: the variable `TZ`, else the system's zone.
    Local,
    /// A zone by its name.
    Named(Tz),
}

impl fmt::Display for ZoneChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Local => f.write_str("local"),
            Self::Named(zone) => f.write_str(zone.name()),
        }
    }
}

/// A span of time as the file has it: a whole number and `m`, `h` or `d`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span(pub(crate) Duration);

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = self.0.as_secs() / 60;
        match minutes {
            _ if minutes.is_multiple_of(24 * 60) => write!(f, "{}d", minutes / (24 * 60)),
            _ if minutes.is_multiple_of(60) => write!(f, "{}h", minutes / 60),
            _ => write!(f, "{minutes}m"),
        }
    }
}

/// The table's settings.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ScheduleConfig {
    /// Whether there is a schedule at all.
    pub(crate) enabled: Setting<bool>,
    /// When a full run comes.
    pub(crate) cron: Setting<Cron>,
    /// In which zone that is read.
    pub(crate) zone: Setting<ZoneChoice>,
    /// So many new memories make a light run.
    pub(crate) light_after_new: Setting<u64>,
    /// So long without a new memory makes one.
    pub(crate) light_after_idle: Setting<Span>,
    /// Whether scheduled runs are applied.
    pub(crate) auto_apply: Setting<bool>,
}

impl Default for ScheduleConfig {
    fn default() -> Self {
        fn unsaid<T>(value: T) -> Setting<T> {
            Setting { value, origin: Origin::Default }
        }
        Self {
            enabled: unsaid(true),
            cron: unsaid(Cron::parse(DAILY).expect("the default is an expression")),
            zone: unsaid(ZoneChoice::Local),
            light_after_new: unsaid(AFTER_NEW),
            light_after_idle: unsaid(Span(AFTER_IDLE)),
            auto_apply: unsaid(false),
        }
    }
}

impl ScheduleConfig {
    /// Takes the table over and tells what is wrong in it, which counts as not said. `place` names a key and its file,
    /// `unknown` refuses one that means nothing.
    pub(super) fn read(
        &mut self,
        value: &toml::Value,
        place: &dyn Fn(&str) -> String,
        unknown: &dyn Fn(&str) -> ConfigError,
    ) -> Vec<Mistake> {
        let Some(table) = value.as_table() else {
            let wanted = "write a table: [schedule] and its keys below it";
            return vec![Mistake::at(SCHEDULE_KEY, &refused(place(SCHEDULE_KEY), value, wanted))];
        };
        let mut mistakes = Vec::new();
        for (key, value) in table {
            let key = format!("{SCHEDULE_KEY}.{key}");
            let taken = match key.as_str() {
                ENABLED_KEY => boolean(value).map(|it| self.enabled = said(it)),
                CRON_KEY => cron(value).map(|it| self.cron = said(it)),
                ZONE_KEY => zone_choice(value).map(|it| self.zone = said(it)),
                LIGHT_AFTER_NEW_KEY => count(value).map(|it| self.light_after_new = said(it)),
                LIGHT_AFTER_IDLE_KEY => span(value).map(|it| self.light_after_idle = said(it)),
                AUTO_APPLY_KEY => boolean(value).map(|it| self.auto_apply = said(it)),
                _ => {
                    mistakes.push(Mistake::at(&key, &unknown(&key)));
                    continue;
                }
            };
            let error = taken.err().map(|wanted| refused(place(&key), value, wanted));
            mistakes.extend(error.map(|error| Mistake::at(&key, &error)));
        }
        mistakes
    }
}

fn said<T>(value: T) -> Setting<T> {
    Setting { value, origin: Origin::File }
}

fn refused(place: String, found: &toml::Value, wanted: impl Into<String>) -> ConfigError {
    let found = found.to_string().chars().take(200).collect();
    ConfigError::Value { place, found, wanted: wanted.into() }
}

fn boolean(value: &toml::Value) -> Result<bool, String> {
    value.as_bool().ok_or_else(|| "give true or false".to_owned())
}

fn cron(value: &toml::Value) -> Result<Cron, String> {
    let no_text = || ScheduleError::Cron("it is no text".to_owned());
    let text = value.as_str().ok_or_else(no_text);
    text.and_then(Cron::parse).map_err(|error| error.to_string())
}

fn zone_choice(value: &toml::Value) -> Result<ZoneChoice, String> {
    match value.as_str() {
        Some("local") => Ok(ZoneChoice::Local),
        Some(name) => zone(name).map(ZoneChoice::Named).map_err(|error| error.to_string()),
        None => Err(ScheduleError::Zone.to_string()),
    }
}

fn count(value: &toml::Value) -> Result<u64, String> {
    let count = value.as_integer().and_then(|count| u64::try_from(count).ok());
    count
        .filter(|count| (1..=AFTER_NEW_MOST).contains(count))
        .ok_or_else(|| format!("give a whole number from 1 to {AFTER_NEW_MOST}, as in 20"))
}

fn span(value: &toml::Value) -> Result<Span, String> {
    let found = value.as_str().and_then(minutes).map(Duration::from_mins);
    found.filter(|span| (AFTER_IDLE_LEAST..=AFTER_IDLE_MOST).contains(span)).map(Span).ok_or_else(
        || "give minutes, hours or days, from \"1m\" to \"7d\", as in \"10m\"".to_owned(),
    )
}

fn minutes(text: &str) -> Option<u64> {
    let text = text.trim();
    let units = [("m", 1), ("h", 60), ("d", 24 * 60)];
    let (number, unit) =
        units.iter().find_map(|(word, unit)| Some((text.strip_suffix(word)?, *unit)))?;
    let number = number.trim();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| number.parse::<u64>().ok())??.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::Config;
    use super::*;

    fn of(table: &str) -> Result<ScheduleConfig, String> {
        let text = format!("[schedule]\n{table}");
        let config = Config::of(Path::new("/c.toml"), Some(&text), None).unwrap();
        match config.mistake() {
            None => Ok(config.schedule),
            Some(mistake) => Err(mistake),
        }
    }

    #[test]
    fn every_key_is_taken_and_says_where_it_comes_from() {
        let none = of("").unwrap();
        assert_eq!(none, ScheduleConfig::default());
        assert!(none.enabled.value && !none.auto_apply.value);
        let all = "enabled = false\ncron = \"5 2 * * MON-FRI\"\nzone = \"Europe/Dublin\"\n\
                   light_after_new = 5\nlight_after_idle = \"2h\"\nauto_apply = true";
        let all = of(all).unwrap();
        assert_eq!(all.enabled, said(false));
        assert_eq!(all.cron.value.to_string(), "5 2 * * MON-FRI");
        assert_eq!(all.zone.value.to_string(), "Europe/Dublin");
        assert_eq!(all.light_after_new, said(5));
        assert_eq!(all.light_after_idle, said(Span(Duration::from_hours(2))));
        assert_eq!(all.auto_apply, said(true));
        for (text, shown) in [("90m", "90m"), ("60m", "1h"), ("48h", "2d"), (" 7 d ", "7d")] {
            let span = of(&format!("light_after_idle = \"{text}\"")).unwrap();
            assert_eq!(span.light_after_idle.value.to_string(), shown);
        }
    }

    #[test]
    fn mistakes_name_the_key_and_give_an_example() {
        let long = format!("cron = \"{}\"", "1,".repeat(5000));
        let errors: Vec<String> = [
            "cron = \"hourly\"",
            "cron = \"0 4 * *\"",
            "cron = \"0 0 4 * * *\"",
            "cron = \"61 4 * * *\"",
            "cron = \"0 4 31 2 *\"",
            "cron = 4",
            "cron = \"\"",
            "zone = \"Berlin\"",
            "zone = true",
            "light_after_new = 0",
            "light_after_idle = \"10\"",
            "light_after_idle = \"30s\"",
            "light_after_idle = \"99999999999999999999d\"",
            "auto_apply = \"yes\"",
            "crom = \"0 4 * * *\"",
            &long,
        ]
        .into_iter()
        .map(|table| of(table).unwrap_err())
        .map(|error| error.replace("in the config file `/c.toml` ", ""))
        .map(|error| error.chars().take(190).collect())
        .collect();
        insta::assert_snapshot!(errors.join("\n"), @r#"
        `schedule.cron` is "hourly"; give five fields, minute hour day month weekday, as in "0 4 * * *" for 04:00 every day (it has 1)
        `schedule.cron` is "0 4 * *"; give five fields, minute hour day month weekday, as in "0 4 * * *" for 04:00 every day (it has 4)
        `schedule.cron` is "0 0 4 * * *"; give five fields, minute hour day month weekday, as in "0 4 * * *" for 04:00 every day (it has 6)
        `schedule.cron` is "61 4 * * *"; give five fields, minute hour day month weekday, as in "0 4 * * *" for 04:00 every day (number out of bounds)
        `schedule.cron` is "0 4 31 2 *"; no such day ever comes; give one that does, as in "0 4 * * *" for 04:00 every day
        `schedule.cron` is 4; give five fields, minute hour day month weekday, as in "0 4 * * *" for 04:00 every day (it is no text)
        `schedule.cron` is ""; give five fields, minute hour day month weekday, as in "0 4 * * *" for 04:00 every day (it has 0)
        `schedule.zone` is "Berlin"; give "local", "UTC" or a name as in "Europe/Berlin"
        `schedule.zone` is true; give "local", "UTC" or a name as in "Europe/Berlin"
        `schedule.light_after_new` is 0; give a whole number from 1 to 1000000, as in 20
        `schedule.light_after_idle` is "10"; give minutes, hours or days, from "1m" to "7d", as in "10m"
        `schedule.light_after_idle` is "30s"; give minutes, hours or days, from "1m" to "7d", as in "10m"
        `schedule.light_after_idle` is "99999999999999999999d"; give minutes, hours or days, from "1m" to "7d", as in "10m"
        `schedule.auto_apply` is "yes"; give true or false
        the config file `/c.toml` has the unknown key `schedule.crom`; did you mean `schedule.cron`?
        `schedule.cron` is "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,
        "#);
        let no_table = Config::of(Path::new("/c.toml"), Some("schedule = 4"), None).unwrap();
        let mistake = no_table.mistake().unwrap();
        assert!(mistake.ends_with("is 4; write a table: [schedule] and its keys below it"));
    }
}
