//! The settings, for people.

use std::path::Path;

use super::style::{ERROR, FAINT, HEAD, paint};
use super::text::{add, one_line};
use crate::command::config::Row;

/// Every setting with its value and where it comes from.
pub(crate) fn listing(file: &Path, exists: bool, rows: &[Row]) -> String {
    let there = if exists { "" } else { " (not there)" };
    let mut text = format!("{} {}{there}\n", paint(HEAD, "config file"), file.display());
    let values: Vec<String> = rows.iter().map(|row| value(&row.value)).collect();
    let names = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    let width = values.iter().map(|value| value.chars().count()).max().unwrap_or(0);
    for (row, value) in rows.iter().zip(&values) {
        let later = if row.at_start { ", read when the daemon starts" } else { "" };
        let origin = paint(FAINT, format_args!("{}{later}", one_line(&row.origin)));
        add!(text, "{:<names$}  {value:<width$}  {origin}\n", row.name);
        if let Some(error) = &row.error {
            add!(text, "{:<names$}  {} {}\n", "", paint(ERROR, "error:"), one_line(error));
        }
    }
    text
}

fn value(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Null => "-".to_owned(),
        serde_json::Value::String(text) => one_line(text),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_value_says_where_it_comes_from() {
        let row = |name, value, origin: &str| Row::now(name, value, origin.to_owned());
        let error = Some("`secrets` in the config file `/c` is 1; give 'redact'".to_owned());
        let secrets = Row::at_start("secrets", json!("redact"), "default".to_owned());
        let rows = [
            row("read_budget_ms", json!(25), "file"),
            Row { error, ..secrets },
            row("as", json!("agent:codex"), "variable CONSOLIDATE_AGENT"),
            row("project", json!(null), "/tmp is in no project"),
        ];
        let text = listing(Path::new("/home/ada/.config/consolidate/config.toml"), false, &rows);
        insta::assert_snapshot!(anstream::adapter::strip_str(&text).to_string(), @"
        config file /home/ada/.config/consolidate/config.toml (not there)
        read_budget_ms  25           file
        secrets         redact       default, read when the daemon starts
                        error: `secrets` in the config file `/c` is 1; give 'redact'
        as              agent:codex  variable CONSOLIDATE_AGENT
        project         -            /tmp is in no project
        ");
    }
}
