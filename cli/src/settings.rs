//! Every setting with its value, where it comes from, and what is wrong with it.

use serde_json::json;

use crate::around::AGENT_VARIABLE;
use crate::command::config::Row;
use crate::config::families::FAMILIES_KEY;
use crate::config::recall::{EXPANSION_KEY, RecallConfig, VECTORS_KEY};
use crate::config::schedule::{self as keys, ScheduleConfig};
use crate::config::{Mistake, Origin, READ_BUDGET_KEY, REVIEW_AGENTS_KEY, SECRETS_KEY, Setting};
use crate::context::Context;
use crate::exit::Failure;
use crate::role::{RoleSource, words};

impl Context {
    /// Every setting for `config`.
    pub(crate) fn settings(&self) -> Result<Vec<Row>, Failure> {
        let project = self.project()?;
        let (session, session_origin) = self.session();
        let role_origin = match self.role_source {
            RoleSource::Flag => "flag --as".to_owned(),
            RoleSource::Variable => format!("variable {AGENT_VARIABLE}"),
            RoleSource::Terminal if self.around.is_on_terminal() => {
                "default on a terminal".to_owned()
            }
            RoleSource::Terminal => "default off a terminal".to_owned(),
        };
        let config = &self.config;
        let mut rows = vec![
            Row::now(
                READ_BUDGET_KEY,
                json!(config.read_budget.value.as_millis() as u64),
                config.read_budget.origin.to_string(),
            ),
            Row::at_start(
                SECRETS_KEY,
                json!(config.secrets.value.word()),
                config.secrets.origin.to_string(),
            ),
            Row::at_start(
                REVIEW_AGENTS_KEY,
                json!(config.review_agents.value.word()),
                config.review_agents.origin.to_string(),
            ),
            Row::at_start(
                FAMILIES_KEY,
                json!(config.families),
                if config.families.is_empty() { Origin::Default } else { Origin::File }.to_string(),
            ),
        ];
        let RecallConfig { expansion, vectors } = config.recall;
        let switch = |name, setting: Setting<bool>| {
            Row::at_start(name, json!(setting.value), setting.origin.to_string())
        };
        rows.extend([switch(EXPANSION_KEY, expansion), switch(VECTORS_KEY, vectors)]);
        rows.extend(schedule_rows(&config.schedule));
        rows.extend([
            Row::now("as", json!(words(&self.role)), role_origin),
            Row::now("project", json!(project.key), project.origin),
            Row::now("session", json!(session), session_origin.to_owned()),
        ]);
        for mistake in &config.mistakes {
            mark(&mut rows, mistake);
        }
        Ok(rows)
    }
}

/// Puts a mistake at the row of its setting, or at one of its own if no setting has that name.
fn mark(rows: &mut Vec<Row>, mistake: &Mistake) {
    let name = mistake.key.as_deref().unwrap_or("(the whole file)");
    let error = Some(mistake.message.clone());
    if let Some(row) = rows.iter_mut().find(|row| row.name == name) {
        row.error = error;
    } else {
        let row = Row::now(name, serde_json::Value::Null, Origin::File.to_string());
        rows.push(Row { error, ..row });
    }
}

fn schedule_rows(schedule: &ScheduleConfig) -> [Row; 6] {
    fn row<T>(name: &'static str, setting: &Setting<T>, value: serde_json::Value) -> Row {
        Row::at_start(name, value, setting.origin.to_string())
    }
    let ScheduleConfig { enabled, cron, zone, light_after_new, light_after_idle, auto_apply } =
        schedule;
    [
        row(keys::ENABLED_KEY, enabled, json!(enabled.value)),
        row(keys::CRON_KEY, cron, json!(cron.value.to_string())),
        row(keys::ZONE_KEY, zone, json!(zone.value.to_string())),
        row(keys::LIGHT_AFTER_NEW_KEY, light_after_new, json!(light_after_new.value)),
        row(
            keys::LIGHT_AFTER_IDLE_KEY,
            light_after_idle,
            json!(light_after_idle.value.to_string()),
        ),
        row(keys::AUTO_APPLY_KEY, auto_apply, json!(auto_apply.value)),
    ]
}
