//! Typed access to the fields of one JSON object, so that each complaint names its field.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use consolidate_shared::time::Timestamp;

use super::object;

/// The fields of a row that nobody has asked for yet.
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    /// The fields of a line; `shown` is how the name of one may be told.
    pub(super) fn parse(line: &str, shown: impl Fn(&str) -> String) -> Result<Self, String> {
        match object::parse(line) {
            Ok((Value::Object(_), Some(name))) => {
                Err(format!("it has `{}` twice; which of the two is meant?", shown(&name)))
            }
            Ok((Value::Object(map), None)) => Ok(Self(map)),
            Ok(_) => Err("it is not a JSON object".to_owned()),
            Err(error) => {
                // A line of the file is one line: its number is told with it.
                let why = error.to_string().replace(" at line 1 column ", " at column ");
                Err(format!("it is not JSON: {why}"))
            }
        }
    }

    /// The field as it is; `null` counts as absent.
    pub(super) fn take(&mut self, name: &str) -> Option<Value> {
        self.0.remove(name).filter(|value| !value.is_null())
    }

    /// A text.
    pub(super) fn text(&mut self, name: &'static str) -> Result<Option<String>, String> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(format!("`{name}` is not a text")),
        }
    }

    /// A text, or a number as its digits: ids elsewhere are often numbers.
    pub(super) fn identifier(&mut self, name: &'static str) -> Result<Option<String>, String> {
        match self.take(name) {
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(Value::String(text)) => Ok(Some(text)),
            None => Ok(None),
            Some(_) => Err(format!("`{name}` is neither a text nor a number")),
        }
    }

    /// The first of these fields that is a text which `clean` takes; the others are left.
    pub(super) fn first_of(
        &mut self,
        names: &[&str],
        clean: impl Fn(&str) -> Option<String>,
    ) -> Option<String> {
        let found = names.iter().find_map(|&name| match self.0.get(name) {
            Some(Value::String(text)) => Some((name, clean(text)?)),
            _ => None,
        });
        found.map(|(name, text)| {
            self.0.remove(name);
            text
        })
    }

    /// An instant or a date.
    pub(super) fn time(&mut self, name: &'static str) -> Result<Option<Timestamp>, String> {
        let text = self.text(name)?;
        text.map(|text| text.parse().map_err(|error| format!("`{name}`: {error}"))).transpose()
    }

    /// One text or a list of them.
    pub(super) fn texts(&mut self, name: &'static str) -> Result<Vec<String>, String> {
        let items = match self.take(name) {
            None => return Ok(Vec::new()),
            Some(Value::Array(items)) => items,
            Some(item) => vec![item],
        };
        items
            .into_iter()
            .map(|item| match item {
                Value::String(text) => Ok(text),
                Value::Number(number) => Ok(number.to_string()),
                _ => Err(format!("`{name}` holds something that is not a text")),
            })
            .collect()
    }

    /// A value of the model in its own JSON form.
    pub(super) fn model<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
    ) -> Result<Option<T>, String> {
        self.take(name)
            .map(|value| {
                serde_json::from_value(value).map_err(|error| format!("`{name}`: {error}"))
            })
            .transpose()
    }

    /// The same for one that has these fields and no others: what else it holds is left, as `NAME.FIELD`.
    pub(super) fn model_of<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
        known: &[&str],
    ) -> Result<Option<T>, String> {
        if let Some(Value::Object(held)) = self.0.get(name) {
            let others = held.keys().filter(|field| !known.contains(&field.as_str()));
            let others: Vec<String> = others.map(|field| format!("{name}.{field}")).collect();
            self.0.extend(others.into_iter().map(|field| (field, Value::Null)));
        }
        self.model(name)
    }

    /// The names of what is left.
    pub(super) fn rest(self) -> impl Iterator<Item = String> {
        self.0.into_iter().map(|(name, _)| name)
    }
}
