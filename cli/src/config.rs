//! The config file: one TOML file, only keys that something uses, and where each value comes from.
//!
//! Precedence: flag, variable, file, default. A key that we do not know is an error that names the nearest one: a
//! misspelt setting that silently does nothing is worse than a refusal. Never writes the file.

pub(crate) mod families;
pub(crate) mod recall;
pub(crate) mod schedule;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use consolidate_shared::limits::{READ_BUDGET, READ_BUDGET_MAX};
use thiserror::Error;

use families::{FAMILIES_KEY, Families};
use recall::{EXPANSION_KEY, RecallConfig, VECTORS_KEY};
use schedule::{SCHEDULE_KEY, ScheduleConfig};

/// What recall and brief may take, in milliseconds.
pub(crate) const READ_BUDGET_KEY: &str = "read_budget_ms";
/// The variable of the same meaning.
pub(crate) const READ_BUDGET_VARIABLE: &str = "CONSOLIDATE_READ_BUDGET_MS";
/// What becomes of a secret in something that is to be stored.
pub(crate) const SECRETS_KEY: &str = "secrets";
/// What becomes of an agent's answer to a review item; `agents` in the table `review`.
pub(crate) const REVIEW_AGENTS_KEY: &str = "review.agents";
/// Every key of the file but those of the schedule; those in tables with the table's name before them.
const KEYS: [&str; 6] =
    [READ_BUDGET_KEY, SECRETS_KEY, REVIEW_AGENTS_KEY, FAMILIES_KEY, EXPANSION_KEY, VECTORS_KEY];

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// An environment variable.
    Variable(&'static str),
    /// The config file.
    File,
    /// Nobody said anything.
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(name) => write!(f, "variable {name}"),
            Self::File => f.write_str("file"),
            Self::Default => f.write_str("default"),
        }
    }
}

/// A value and where it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Setting<T> {
    /// The value.
    pub(crate) value: T,
    /// Where it comes from.
    pub(crate) origin: Origin,
}

impl<T> Setting<T> {
    fn from_file(value: T) -> Self {
        Self { value, origin: Origin::File }
    }
}

/// What becomes of a secret in something that is to be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Secrets {
    /// It is replaced by the name of the rule that found it.
    #[default]
    Redact,
    /// The write is refused.
    Refuse,
}

impl Secrets {
    /// The word in the file.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Redact => "redact",
            Self::Refuse => "refuse",
        }
    }
}

/// What becomes of an agent's answer to a review item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum ReviewAgents {
    /// It is refused.
    Off,
    /// It is kept beside the item until a person answers.
    #[default]
    Suggest,
    /// It is carried out, where it takes nothing from a person.
    Resolve,
}

impl ReviewAgents {
    const ALL: [Self; 3] = [Self::Off, Self::Suggest, Self::Resolve];

    /// The word in the file.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Suggest => "suggest",
            Self::Resolve => "resolve",
        }
    }
}

/// Everything that can be configured.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Config {
    /// The file that was looked at.
    pub(crate) file: PathBuf,
    /// Whether it is there.
    pub(crate) exists: bool,
    /// What recall and brief may take.
    pub(crate) read_budget: Setting<Duration>,
    /// What becomes of secrets.
    pub(crate) secrets: Setting<Secrets>,
    /// When passes run by themselves.
    pub(crate) schedule: ScheduleConfig,
    /// What becomes of agents' answers to review items.
    pub(crate) review_agents: Setting<ReviewAgents>,
    /// Tool families beside those that the program knows.
    pub(crate) families: Families,
    /// By what else than their words memories are found.
    pub(crate) recall: RecallConfig,
}

/// Why the configuration cannot be used. Each message is one line.
#[derive(Debug, Error)]
pub(crate) enum ConfigError {
    /// The file is there and cannot be read.
    #[error("cannot read the config file `{}`: {error}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file is not TOML.
    #[error("the config file `{}` is not TOML: line {line}: {why}", file.display())]
    Syntax {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What the parser says.
        why: String,
    },
    /// A key that means nothing.
    #[error("the config file `{}` has the unknown key `{key}`; did you mean `{nearest}`?", file.display())]
    UnknownKey {
        /// The file.
        file: PathBuf,
        /// The key.
        key: String,
        /// The known key nearest to it.
        nearest: &'static str,
    },
    /// A value that its key does not take.
    #[error("{place} is {found}; {wanted}")]
    Value {
        /// The key and its file, or the variable.
        place: String,
        /// What it holds.
        found: String,
        /// What it takes.
        wanted: String,
    },
}

impl Config {
    /// The configuration that `file` and the variable [`READ_BUDGET_VARIABLE`] give.
    pub(crate) fn load(file: &Path, budget_variable: Option<&str>) -> Result<Self, ConfigError> {
        let text = match std::fs::read_to_string(file) {
            Ok(text) => Some(text),
            Err(error) if is_absent(&error) => None,
            Err(error) => return Err(ConfigError::Unreadable { file: file.to_owned(), error }),
        };
        Self::of(file, text.as_deref(), budget_variable)
    }

    /// As if neither `file` nor the variable were there.
    pub(crate) fn defaults(file: &Path) -> Result<Self, ConfigError> {
        Self::of(file, None, None)
    }

    /// The same from the file's text; `None`: there is no file.
    fn of(file: &Path, text: Option<&str>, variable: Option<&str>) -> Result<Self, ConfigError> {
        let table = parse(file, text.unwrap_or_default())?;
        let place = |key: &str| format!("`{key}` in the config file `{}`", file.display());
        let mut config = Self {
            file: file.to_owned(),
            exists: text.is_some(),
            read_budget: Setting { value: READ_BUDGET, origin: Origin::Default },
            secrets: Setting { value: Secrets::default(), origin: Origin::Default },
            schedule: ScheduleConfig::default(),
            review_agents: Setting { value: ReviewAgents::default(), origin: Origin::Default },
            families: Families::new(),
            recall: RecallConfig::default(),
        };
        for (key, value) in flat(&table) {
            match key.as_str() {
                READ_BUDGET_KEY => {
                    let found = value.as_integer().and_then(|ms| u64::try_from(ms).ok());
                    config.read_budget = Setting::from_file(budget(found, &place(&key), value)?);
                }
                SECRETS_KEY => {
                    config.secrets = Setting::from_file(secrets(&place(&key), value)?);
                }
                SCHEDULE_KEY => {
                    config.schedule.read(value, &place, &|key| unknown(file, key))?;
                }
                REVIEW_AGENTS_KEY => {
                    config.review_agents = Setting::from_file(review_agents(&place(&key), value)?);
                }
                EXPANSION_KEY | VECTORS_KEY => {
                    config.recall.read(&key, value, &place(&key))?;
                }
                FAMILIES_KEY => config.families = families::families(value, &place)?,
                _ => return Err(unknown(file, &key)),
            }
        }
        if let Some(text) = variable.map(str::trim).filter(|text| !text.is_empty()) {
            let place = format!("the variable {READ_BUDGET_VARIABLE}");
            let value = budget(text.parse().ok(), &place, &format_args!("`{text}`"))?;
            config.read_budget = Setting { value, origin: Origin::Variable(READ_BUDGET_VARIABLE) };
        }
        Ok(config)
    }
}

/// A file that is not there, or whose folder is not.
fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn parse(file: &Path, text: &str) -> Result<toml::Table, ConfigError> {
    text.parse().map_err(|error: toml::de::Error| {
        let start = error.span().map_or(0, |span| span.start);
        let before = text.get(..start).unwrap_or_default();
        ConfigError::Syntax {
            file: file.to_owned(),
            line: before.matches('\n').count() + 1,
            why: error.message().lines().next().unwrap_or_default().to_owned(),
        }
    })
}

/// The file's keys in order, those of a known table with its name before them.
fn flat(table: &toml::Table) -> Vec<(String, &toml::Value)> {
    let is_table =
        |key: &str| KEYS.iter().any(|known| known.split_once('.').is_some_and(|it| it.0 == key));
    let mut keys = Vec::new();
    for (key, value) in table {
        match value.as_table().filter(|_| is_table(key)) {
            Some(inner) => {
                keys.extend(inner.iter().map(|(name, it)| (format!("{key}.{name}"), it)));
            }
            None => keys.push((key.clone(), value)),
        }
    }
    keys
}

fn budget(
    found: Option<u64>,
    place: &str,
    shown: &dyn fmt::Display,
) -> Result<Duration, ConfigError> {
    let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    match found {
        Some(ms) if (1..=milliseconds(READ_BUDGET_MAX)).contains(&ms) => {
            Ok(Duration::from_millis(ms))
        }
        _ => Err(ConfigError::Value {
            place: place.to_owned(),
            found: shown.to_string(),
            wanted: format!(
                "give milliseconds as a whole number from 1 to {}",
                READ_BUDGET_MAX.as_millis()
            ),
        }),
    }
}

fn secrets(place: &str, value: &toml::Value) -> Result<Secrets, ConfigError> {
    match value.as_str() {
        Some("redact") => Ok(Secrets::Redact),
        Some("refuse") => Ok(Secrets::Refuse),
        _ => Err(ConfigError::Value {
            place: place.to_owned(),
            found: value.to_string(),
            wanted: "give \"redact\" or \"refuse\"".to_owned(),
        }),
    }
}

fn review_agents(place: &str, value: &toml::Value) -> Result<ReviewAgents, ConfigError> {
    let known = ReviewAgents::ALL.into_iter().find(|it| value.as_str() == Some(it.word()));
    known.ok_or_else(|| ConfigError::Value {
        place: place.to_owned(),
        found: value.to_string(),
        wanted: "give \"off\", \"suggest\" or \"resolve\"".to_owned(),
    })
}

fn unknown(file: &Path, key: &str) -> ConfigError {
    // The first of equally near keys wins, so that the message is always the same. A table's name that stands for a value
    // means one of its keys.
    let known = KEYS.iter().chain(&schedule::KEYS);
    let nearest = known.min_by_key(|known| {
        let is_table = known.split_once('.').is_some_and(|(table, _)| table == key);
        let table = known.split_once('.').filter(|_| !key.contains('.'));
        let whole = strsim::damerau_levenshtein(known, key);
        // A misspelt table is near to its name, not to the keys in it.
        let table = table.map(|(table, _)| strsim::damerau_levenshtein(table, key));
        let near = table.filter(|far| *far <= 2).map_or(whole, |table| table.min(whole));
        (!is_table, near)
    });
    ConfigError::UnknownKey {
        file: file.to_owned(),
        key: key.chars().take(64).flat_map(char::escape_debug).collect(),
        nearest: nearest.copied().unwrap_or(READ_BUDGET_KEY),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, variable: Option<&str>) -> Result<Config, String> {
        Config::of(Path::new("/c.toml"), Some(text), variable).map_err(|error| error.to_string())
    }

    #[test]
    fn the_variable_beats_the_file_and_the_file_the_default() {
        let none = Config::of(Path::new("/c.toml"), None, None).unwrap();
        assert!(!none.exists);
        assert_eq!(none.read_budget, Setting { value: READ_BUDGET, origin: Origin::Default });
        let file = of("read_budget_ms = 25\nsecrets = \"refuse\"", None).unwrap();
        assert_eq!(file.read_budget.value, Duration::from_millis(25));
        assert_eq!(file.secrets, Setting { value: Secrets::Refuse, origin: Origin::File });
        let review = of("[review]\nagents = \"resolve\"", None).unwrap();
        let resolve = Setting { value: ReviewAgents::Resolve, origin: Origin::File };
        assert_eq!(review.review_agents, resolve);
        assert_eq!(of("review.agents = \"resolve\"", None).unwrap().review_agents, resolve);
        assert_eq!(none.review_agents.value, ReviewAgents::Suggest);
        let variable = of("read_budget_ms = 25", Some("40")).unwrap();
        assert_eq!(variable.read_budget.value, Duration::from_millis(40));
        assert_eq!(variable.read_budget.origin, Origin::Variable(READ_BUDGET_VARIABLE));
    }

    #[test]
    fn mistakes_are_named_in_one_line() {
        let errors: Vec<String> = [
            of("read_budget = 3", None),
            of("secret = 1", None),
            of("secrets = \"drop\"", None),
            of("read_budget_ms = 0", None),
            of("read_budget_ms = 2.5", None),
            of("\n\nread_budget_ms 5", None),
            of("", Some("soon")),
            of("[daemon]\nx = 1", None),
            of("[review]\nagent = \"off\"", None),
            of("review.agents = true", None),
            of("review = \"off\"", None),
            of("[schedul]\ncron = \"\"", None),
        ]
        .into_iter()
        .map(|result| result.unwrap_err())
        .collect();
        insta::assert_snapshot!(errors.join("\n"), @r#"
        the config file `/c.toml` has the unknown key `read_budget`; did you mean `read_budget_ms`?
        the config file `/c.toml` has the unknown key `secret`; did you mean `secrets`?
        `secrets` in the config file `/c.toml` is "drop"; give "redact" or "refuse"
        `read_budget_ms` in the config file `/c.toml` is 0; give milliseconds as a whole number from 1 to 60000
        `read_budget_ms` in the config file `/c.toml` is 2.5; give milliseconds as a whole number from 1 to 60000
        the config file `/c.toml` is not TOML: line 3: key with no value, expected `=`
        the variable CONSOLIDATE_READ_BUDGET_MS is `soon`; give milliseconds as a whole number from 1 to 60000
        the config file `/c.toml` has the unknown key `daemon`; did you mean `secrets`?
        the config file `/c.toml` has the unknown key `review.agent`; did you mean `review.agents`?
        `review.agents` in the config file `/c.toml` is true; give "off", "suggest" or "resolve"
        the config file `/c.toml` has the unknown key `review`; did you mean `review.agents`?
        the config file `/c.toml` has the unknown key `schedul`; did you mean `schedule.enabled`?
        "#);
    }
}
