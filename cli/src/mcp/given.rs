//! The arguments of one call, checked against the tool's table before anything is made of them.
//!
//! Invariants: a name that the tool does not know is refused and never passed over, since a model that misspelt one would
//! think it had been heeded; `null` is the same as leaving out, since many models write it.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use consolidate_shared::model::Anchor;
use rmcp::model::JsonObject;
use serde_json::Value;

use super::field::Field;
use crate::args::anchor;
use crate::exit::Failure;
use crate::print::text::one_line;

/// How much of a name that is not known is repeated.
const NAME_SHOWN: usize = 64;

/// Checked arguments; each is taken once.
#[derive(Debug)]
pub(super) struct Given(JsonObject);

impl Given {
    /// `values` if they are what `fields` tell.
    pub(super) fn of(fields: &[Field], mut values: JsonObject) -> Result<Self, Failure> {
        if let Some(name) = values.keys().find(|name| !fields.iter().any(|it| it.name == **name)) {
            return Err(unknown(name, fields));
        }
        values.retain(|_, value| !value.is_null());
        for field in fields {
            match values.get(field.name) {
                Some(value) if !field.shape.fits(value) => {
                    let message = format!("`{}` is {}", field.name, field.shape.words());
                    return Err(Failure::usage(message).hint(field.about));
                }
                None if field.required => {
                    let message = format!("`{}` is missing", field.name);
                    return Err(Failure::usage(message).hint(field.about));
                }
                _ => {}
            }
        }
        Ok(Self(values))
    }

    /// The text of `name`.
    pub(super) fn text(&mut self, name: &str) -> Option<String> {
        match self.0.remove(name)? {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The text of `name` as what it stands for.
    pub(super) fn parsed<T>(&mut self, name: &str) -> Result<Option<T>, Failure>
    where
        T: FromStr<Err: Display>,
    {
        let parse =
            |text: String| text.parse().map_err(|why| Failure::usage(format!("`{name}`: {why}")));
        self.text(name).map(parse).transpose()
    }

    /// The number of `name`.
    pub(super) fn number(&mut self, name: &str) -> Option<u32> {
        self.0.remove(name)?.as_u64().and_then(|number| u32::try_from(number).ok())
    }

    /// Whether `name` is said to be so.
    pub(super) fn flag(&mut self, name: &str) -> bool {
        self.0.remove(name).is_some_and(|value| value == Value::Bool(true))
    }

    /// The texts of `name`; none if it was left out.
    pub(super) fn texts(&mut self, name: &str) -> Vec<String> {
        match self.0.remove(name) {
            Some(Value::Array(items)) => items.into_iter().filter_map(string).collect(),
            _ => Vec::new(),
        }
    }

    /// The anchors of `anchors`.
    pub(super) fn anchors(&mut self) -> Result<Vec<Anchor>, Failure> {
        let parse = |text: &String| {
            anchor(text).map_err(|why| {
                Failure::usage(format!("`anchors`: {why}"))
                    .hint("an anchor is a path, or KIND:VALUE as in symbol:Engine::open")
            })
        };
        self.texts("anchors").iter().map(parse).collect()
    }

    /// The texts of `name` by their names.
    pub(super) fn pairs(&mut self, name: &str) -> BTreeMap<String, String> {
        match self.0.remove(name) {
            Some(Value::Object(pairs)) => {
                pairs.into_iter().filter_map(|(key, value)| Some((key, string(value)?))).collect()
            }
            _ => BTreeMap::new(),
        }
    }
}

fn string(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        _ => None,
    }
}

fn unknown(name: &str, fields: &[Field]) -> Failure {
    let known: Vec<&str> = fields.iter().map(|field| field.name).collect();
    let shown: String = name.chars().take(NAME_SHOWN).collect();
    Failure::usage(format!("there is no argument `{}`", one_line(&shown)))
        .hint(format!("leave it out; this tool takes {}", known.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::super::field::{PROJECT, Shape, optional, required};
    use super::*;
    use serde_json::json;

    const FIELDS: &[Field] = &[
        required("query", Shape::Text, "plain words"),
        optional("k", Shape::Number { least: 1, most: 200 }, "how many"),
        optional("anchors", Shape::Texts { least: 0, most: 2 }, "what"),
        PROJECT,
    ];

    fn given(value: &Value) -> Result<Given, Failure> {
        Given::of(FIELDS, value.as_object().cloned().unwrap_or_default())
    }

    #[test]
    fn what_is_wrong_is_named_with_what_to_do() {
        let wrong = |value: Value| {
            let failure = given(&value).unwrap_err();
            format!("{} / {}", failure.message, failure.hint.unwrap_or_default())
        };
        assert_eq!(wrong(json!({})), "`query` is missing / plain words");
        assert_eq!(wrong(json!({ "query": null })), "`query` is missing / plain words");
        assert_eq!(
            wrong(json!({ "query": "a", "limit": 3 })),
            "there is no argument `limit` / leave it out; this tool takes query, k, anchors, project"
        );
        assert_eq!(
            wrong(json!({ "query": "a", "k": 0 })),
            "`k` is a whole number from 1 to 200 / how many"
        );
        assert!(wrong(json!({ "query": "a", "x".repeat(9000): 1 })).len() < 200);
    }

    #[test]
    fn each_argument_is_taken_once() {
        let mut given = given(&json!({ "query": "a", "k": 3, "project": null })).unwrap();
        assert_eq!(given.text("query").as_deref(), Some("a"));
        assert_eq!((given.number("k"), given.number("k")), (Some(3), None));
        assert_eq!(given.text("project"), None);
    }

    #[test]
    fn an_anchor_of_no_kind_is_refused() {
        let mut given = given(&json!({ "query": "a", "anchors": ["src/a.rs", "url:x"] })).unwrap();
        let failure = given.anchors().unwrap_err();
        assert!(failure.message.contains("`url` is no kind of anchor"), "{failure}");
    }
}
