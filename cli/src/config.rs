//! The config file: one TOML file, only keys that something uses, and where each value comes from.
//!
//! Precedence: flag, variable, file, default. A key that we do not know is an error that names the nearest one: a
//! misspelt setting that silently does nothing is worse than a refusal. What refuses it is the start of a daemon: whoever reads
//! goes on with what is right, since an agent's turn must not end over the hour of a nightly run. Never writes the file.

pub(crate) mod families;
pub(crate) mod recall;
pub(crate) mod schedule;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use consolidate_client::file::read_text;
use consolidate_shared::limits::{CONFIG_BYTES, READ_BUDGET, READ_BUDGET_MAX};
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
    /// What is wrong with the file, in its order. What it says there counts as not said.
    pub(crate) mistakes: Vec<Mistake>,
}

/// What is wrong with one setting of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mistake {
    /// The key, with its table before it; `None`: nothing of the file can be used.
    pub(crate) key: Option<String>,
    /// What is wrong, and what to write: one line that names file and key.
    pub(crate) message: String,
}

impl Mistake {
    /// The mistake at `key`.
    fn at(key: &str, error: &ConfigError) -> Self {
        Self { key: Some(shown(key)), message: error.to_string() }
    }
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
    /// The configuration that `file` and the variable [`READ_BUDGET_VARIABLE`] give. Only the variable can fail it: what is
    /// wrong with the file is among the mistakes.
    pub(crate) fn load(file: &Path, budget_variable: Option<&str>) -> Result<Self, ConfigError> {
        match read_text(file, CONFIG_BYTES) {
            Ok(text) => Self::of(file, Some(&text), budget_variable),
            Err(error) if is_absent(&error) => Self::of(file, None, budget_variable),
            Err(error) => {
                let mut config = Self::of(file, None, budget_variable)?;
                let error = ConfigError::Unreadable { file: file.to_owned(), error };
                config.exists = true;
                config.mistakes.push(Mistake { key: None, message: error.to_string() });
                Ok(config)
            }
        }
    }

    /// As if neither `file` nor the variable were there.
    pub(crate) fn defaults(file: &Path) -> Result<Self, ConfigError> {
        Self::of(file, None, None)
    }

    /// The same from the file's text; `None`: there is no file.
    fn of(file: &Path, text: Option<&str>, variable: Option<&str>) -> Result<Self, ConfigError> {
        let mut config = Self {
            file: file.to_owned(),
            exists: text.is_some(),
            read_budget: Setting { value: READ_BUDGET, origin: Origin::Default },
            secrets: Setting { value: Secrets::default(), origin: Origin::Default },
            schedule: ScheduleConfig::default(),
            review_agents: Setting { value: ReviewAgents::default(), origin: Origin::Default },
            families: Families::new(),
            recall: RecallConfig::default(),
            mistakes: Vec::new(),
        };
        match parse(file, text.unwrap_or_default()) {
            Ok(table) => config.take(&table),
            Err(error) => {
                config.mistakes.push(Mistake { key: None, message: error.to_string() });
            }
        }
        if let Some(text) = variable.map(str::trim).filter(|text| !text.is_empty()) {
            let place = format!("the variable {READ_BUDGET_VARIABLE}");
            let value = budget(text.parse().ok(), &place, &format_args!("`{text}`"))?;
            config.read_budget = Setting { value, origin: Origin::Variable(READ_BUDGET_VARIABLE) };
        }
        Ok(config)
    }

    /// Takes over what `table` says; what is wrong in it is noted and counts as not said.
    fn take(&mut self, table: &toml::Table) {
        let file = self.file.clone();
        let place = |key: &str| format!("`{key}` in the config file `{}`", file.display());
        for (key, value) in flat(table) {
            let taken = match key.as_str() {
                READ_BUDGET_KEY => {
                    let found = value.as_integer().and_then(|ms| u64::try_from(ms).ok());
                    budget(found, &place(&key), value)
                        .map(|it| self.read_budget = Setting::from_file(it))
                }
                SECRETS_KEY => {
                    secrets(&place(&key), value).map(|it| self.secrets = Setting::from_file(it))
                }
                SCHEDULE_KEY => {
                    let unknown = |key: &str| unknown(&file, key);
                    self.mistakes.extend(self.schedule.read(value, &place, &unknown));
                    Ok(())
                }
                REVIEW_AGENTS_KEY => review_agents(&place(&key), value)
                    .map(|it| self.review_agents = Setting::from_file(it)),
                EXPANSION_KEY | VECTORS_KEY => self.recall.read(&key, value, &place(&key)),
                FAMILIES_KEY => families::families(value, &place).map(|it| self.families = it),
                _ => Err(unknown(&file, &key)),
            };
            self.mistakes.extend(taken.err().map(|error| Mistake::at(&key, &error)));
        }
    }

    /// What is wrong with the file, in one line; `None`: nothing.
    pub(crate) fn mistake(&self) -> Option<String> {
        let first = self.mistakes.first()?;
        Some(match self.mistakes.len() - 1 {
            0 => first.message.clone(),
            1 => format!("{} (and one more mistake)", first.message),
            more => format!("{} (and {more} more mistakes)", first.message),
        })
    }
}

/// A key as it is shown: short and in one line.
fn shown(key: &str) -> String {
    key.chars().take(64).flat_map(char::escape_debug).collect()
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
    ConfigError::UnknownKey { file: file.to_owned(), key: shown(key), nearest: nearest(key) }
}

/// What somebody means who writes `key`: a table of that name or nearly so, else the nearest key. The first of equally near
/// ones wins, so that the message is always the same.
fn nearest(key: &str) -> &'static str {
    let known = || KEYS.into_iter().chain(schedule::KEYS);
    let tables = known().filter_map(|known| Some(known.split_once('.')?.0));
    let table = tables.filter(|_| !key.contains('.'));
    let far = |known: &&str| strsim::damerau_levenshtein(known, key);
    // A table's very name that stands for a value means one of its keys.
    if let Some(known) = known().find(|it| it.split_once('.').is_some_and(|(it, _)| it == key)) {
        return known;
    }
    let key = known().min_by_key(far).unwrap_or(READ_BUDGET_KEY);
    table.min_by_key(far).filter(|it| far(it) <= 2 && far(it) <= far(&key)).unwrap_or(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, variable: Option<&str>) -> Result<Config, String> {
        let config = Config::of(Path::new("/c.toml"), Some(text), variable);
        let config = config.map_err(|error| error.to_string())?;
        match config.mistake() {
            None => Ok(config),
            Some(mistake) => Err(mistake),
        }
    }

    #[test]
    fn a_mistake_takes_nothing_from_the_settings_beside_it() {
        let text = "read_budget_ms = 25\nsecrets = \"drop\"\ncolour = 1\n[schedule]\ncron = \"x\"\nzone = \"UTC\"";
        let config = Config::of(Path::new("/c.toml"), Some(text), None).unwrap();
        assert_eq!(config.read_budget, Setting::from_file(Duration::from_millis(25)));
        assert_eq!(config.schedule.zone.value.to_string(), "UTC");
        assert_eq!(config.schedule.cron.value.to_string(), "0 4 * * *");
        let keys: Vec<_> = config.mistakes.iter().filter_map(|it| it.key.as_deref()).collect();
        assert_eq!(keys, ["colour", "schedule.cron", "secrets"]);
        let all = config.mistake().unwrap();
        assert!(all.contains("`colour`") && all.ends_with("(and 2 more mistakes)"), "{all}");
        let none = Config::of(Path::new("/c.toml"), Some("= ="), None).unwrap();
        assert_eq!((none.mistakes.len(), none.mistakes[0].key.as_deref()), (1, None));
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
        the config file `/c.toml` has the unknown key `schedul`; did you mean `schedule`?
        "#);
    }
}
