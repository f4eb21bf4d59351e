//! `config`: every setting, its value and where it comes from.

use std::path::Path;

use consolidate_shared::limits::REQUEST_TIME;
use consolidate_shared::place::LOCK;
use serde_json::{Value, json};

use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::link::Link;
use crate::out::Out;
use crate::print;

/// What the help says at its end.
pub(crate) const HELP: &str = "Precedence: flag, variable, file, default.

All but read_budget_ms is read when the daemon starts: `consolidate daemon restart` after a change.

The file is TOML:
  read_budget_ms = 10      # what recall and brief may take
  secrets = \"redact\"       # or \"refuse\": what becomes of a secret in a write
  [review]
  agents = \"suggest\"       # or \"off\", \"resolve\": what becomes of an agent's answer to a review item

  [recall]
  expansion = true         # words that mean nearly the same are looked for too
  vectors = true           # texts are compared by what they are about

  [schedule]
  enabled = true
  cron = \"0 4 * * *\"            # minute hour day month weekday: when a full run comes
  zone = \"local\"               # or \"UTC\", or a name as in \"Europe/Berlin\"
  light_after_new = 20          # so many new memories make a light run,
  light_after_idle = \"10m\"     # and so does so long a quiet after a new one
  auto_apply = false            # true: scheduled runs are applied; else they are only planned

  [families]                # tools that answer one question, beside the known ones
  robot-arm = [\"kuka\", \"fanuc\"]

Example:
  consolidate config --json";

/// One line of the listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    /// The setting.
    pub(crate) name: String,
    /// Its value, as JSON has it.
    pub(crate) value: Value,
    /// Where it comes from.
    pub(crate) origin: String,
    /// Whether the daemon reads it when it starts, so that a change waits for its next start.
    pub(crate) at_start: bool,
    /// What is wrong with what the file says; the value is then what holds without it.
    pub(crate) error: Option<String>,
}

impl Row {
    /// A setting that every command looks up anew.
    pub(crate) fn now(name: &str, value: Value, origin: String) -> Self {
        Self { name: name.to_owned(), value, origin, at_start: false, error: None }
    }

    /// A setting that the daemon reads when it starts.
    pub(crate) fn at_start(name: &str, value: Value, origin: String) -> Self {
        Self { at_start: true, ..Self::now(name, value, origin) }
    }
}

fn value(row: &Row) -> Value {
    json!({
        "value": row.value,
        "from": row.origin,
        "read_at_daemon_start": row.at_start,
        "error": row.error,
    })
}

/// Whether the config file was written after the lock file, which a daemon writes when it starts. No: one of them is not there.
fn is_newer(file: &Path, lock: &Path) -> bool {
    let written = |path: &Path| std::fs::metadata(path).and_then(|it| it.modified()).ok();
    written(file).zip(written(lock)).is_some_and(|(file, lock)| file > lock)
}

/// Prints them.
pub(crate) fn run(context: &Context, out: &mut Out) -> Result<Exit, Failure> {
    let rows = context.settings()?;
    let file = &context.config.file;
    let serves = Link::running(&context.places, REQUEST_TIME).is_ok();
    let restart = context.config.exists && serves && {
        let lock = context.places.store.join(LOCK);
        is_newer(file, &lock)
    };
    if out.json {
        let values: serde_json::Map<String, Value> =
            rows.into_iter().map(|row| (row.name.clone(), value(&row))).collect();
        out.value(&json!({
            "file": file,
            "exists": context.config.exists,
            "settings": values,
            "restart_needed": restart,
        }))?;
    } else {
        out.styled(&print::config::listing(file, context.config.exists, &rows))?;
    }
    if restart {
        out.caveats(&[
            "the file was written after the daemon started: what it reads at its start holds after `consolidate daemon restart`".to_owned(),
        ])?;
    }
    match context.refuse_mistakes() {
        Ok(()) => Ok(Exit::Done),
        // The rows have said what is wrong.
        Err(refusal) => {
            out.flush()?;
            Err(Failure { message: "the config file has mistakes; no daemon starts until they are mended".to_owned(), ..refusal }
                .hint("what counts until then is listed above; `consolidate config --help` shows what is read"))
        }
    }
}
