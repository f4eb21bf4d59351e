//! `config`: every setting, its value and where it comes from.

use serde_json::json;

use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::out::Out;
use crate::print;

/// What the help says at its end.
pub(crate) const HELP: &str = "Precedence: flag, variable, file, default.

The file is TOML:
  read_budget_ms = 10      # what recall and brief may take
  secrets = \"redact\"       # or \"refuse\": what becomes of a secret in a write
  [review]
  agents = \"suggest\"       # or \"off\", \"resolve\": what becomes of an agent's answer to a review item

  [schedule]                    # read when the daemon starts
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
    pub(crate) name: &'static str,
    /// Its value, as JSON has it.
    pub(crate) value: serde_json::Value,
    /// Where it comes from.
    pub(crate) origin: String,
}

/// Prints them.
pub(crate) fn run(context: &Context, out: &mut Out) -> Result<Exit, Failure> {
    let rows = context.settings()?;
    let file = &context.config.file;
    if out.json {
        let values: serde_json::Map<String, serde_json::Value> = rows
            .into_iter()
            .map(|row| (row.name.to_owned(), json!({ "value": row.value, "from": row.origin })))
            .collect();
        out.value(&json!({
            "file": file,
            "exists": context.config.exists,
            "settings": values,
        }))?;
    } else {
        out.styled(&print::config::listing(file, context.config.exists, &rows))?;
    }
    Ok(Exit::Done)
}
