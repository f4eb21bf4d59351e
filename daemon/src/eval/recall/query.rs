//! One line of a file of queries.

use serde::Deserialize;
use serde_json::Value;

use consolidate_shared::limits::{QUERY_BYTES, SHORT_BYTES};
use consolidate_shared::project::validate_project;

/// Where bands of word overlap end, and their names; what is above the last is in a band of its own.
const BANDS: [(f64, &str); 3] = [(0.25, "0.00-0.25"), (0.5, "0.25-0.50"), (0.8, "0.50-0.80")];
const LAST_BAND: &str = "0.80-1.00";

/// A query, and the memories that answer it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoldQuery {
    /// Its id, if the line has one.
    pub id: Option<String>,
    /// What is asked.
    pub query: String,
    /// The project in which it is asked; `None`: everywhere.
    pub project: Option<String>,
    /// The ids of the memories that answer it, none twice; none at all: nothing does.
    pub gold: Vec<String>,
    /// The groups that it is counted in beside the whole, as (what groups, its value), e.g. `("project", "acme/shop")`.
    pub groups: Vec<(&'static str, String)>,
}

#[derive(Deserialize)]
struct Row {
    id: Option<Value>,
    query: Option<String>,
    question: Option<String>,
    project: Option<String>,
    gold: Option<Value>,
    overlap: Option<f64>,
    category: Option<Value>,
    group: Option<Value>,
}

impl GoldQuery {
    /// Reads one line: `query` (or `question`) and `gold`, a list of memory ids, optionally `id`, `project`, and `overlap`,
    /// `category` and `group` to group by. Other fields are ignored. The error says what is wrong with the line.
    pub fn parse(line: &str) -> Result<Self, String> {
        // An array would be read field by field, and refused by a message about our fields.
        if !line.trim_start().starts_with('{') {
            return Err(
                "it is no query: a line is a JSON object with `query` and `gold`".to_owned()
            );
        }
        let row: Row =
            serde_json::from_str(line).map_err(|error| format!("it is no query: {error}"))?;
        let query = row.query.or(row.question).ok_or("it has no `query`")?;
        if query.trim().is_empty() {
            return Err("`query` is blank".to_owned());
        }
        if query.len() > QUERY_BYTES {
            let length = query.len();
            return Err(format!("`query` has {length} bytes and may have {QUERY_BYTES}"));
        }
        let project = row.project.map(|key| validate_project(key.trim())).transpose();
        let project = project.map_err(|why| why.to_string())?;
        let gold = gold(row.gold)?;
        let overlap = row.overlap.map(band).transpose()?;
        let groups = [
            ("project", project.clone()),
            ("overlap", overlap.map(str::to_owned)),
            ("category", row.category.map(|it| word("category", it)).transpose()?),
            ("group", row.group.map(|it| word("group", it)).transpose()?),
        ];
        let groups = groups.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        let id = row.id.map(|id| match id {
            Value::String(id) => id,
            other => other.to_string(),
        });
        Ok(Self { id, query, project, gold, groups })
    }
}

/// Texts and numbers stand for themselves, as ids do in an import.
fn word(field: &str, value: Value) -> Result<String, String> {
    match value {
        Value::String(text) if text.len() <= SHORT_BYTES => Ok(text.trim().to_owned()),
        Value::String(text) => {
            Err(format!("`{field}` has {} bytes and may have {SHORT_BYTES}", text.len()))
        }
        Value::Number(number) => Ok(number.to_string()),
        _ => Err(format!("`{field}` is neither a text nor a number")),
    }
}

fn gold(value: Option<Value>) -> Result<Vec<String>, String> {
    let items = match value {
        None => Vec::new(),
        Some(Value::Array(items)) => items,
        Some(_) => return Err("`gold` is not a list of memory ids".to_owned()),
    };
    let mut gold = Vec::with_capacity(items.len());
    for item in items {
        let id = word("gold", item)?;
        if id.is_empty() {
            return Err("`gold` has a blank id".to_owned());
        }
        if !gold.contains(&id) {
            gold.push(id);
        }
    }
    Ok(gold)
}

fn band(overlap: f64) -> Result<&'static str, String> {
    if !(0.0..=1.0).contains(&overlap) {
        return Err(format!("`overlap` is {overlap}; it goes from 0 to 1"));
    }
    let band = BANDS.iter().find(|(end, _)| overlap < *end);
    Ok(band.map_or(LAST_BAND, |(_, name)| name))
}
