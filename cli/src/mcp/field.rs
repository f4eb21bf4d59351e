//! What a tool takes: one table from which the schema for the model and the check of its arguments are made, so that
//! they cannot differ.

use rmcp::model::JsonObject;
use serde_json::{Value, json};

/// What a value may be.
#[derive(Debug, Clone, Copy)]
pub(super) enum Shape {
    /// Text.
    Text,
    /// A whole number within bounds that belong to it.
    Number {
        /// The least.
        least: u32,
        /// The most.
        most: u32,
    },
    /// Yes or no.
    Flag,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// Texts, within a number of them.
    Texts {
        /// The fewest.
        least: usize,
        /// The most.
        most: usize,
    },
    /// Names with a text each, at most so many.
    Pairs {
        /// The most.
        most: usize,
    },
}

/// One argument of a tool.
#[derive(Debug)]
pub(super) struct Field {
    /// Its name, as in the wire's JSON.
    pub(super) name: &'static str,
    /// What it may be.
    pub(super) shape: Shape,
    /// Whether a call without it makes no sense.
    pub(super) required: bool,
    /// What it is for, to the model.
    pub(super) about: &'static str,
}

/// A field that every call has to have.
pub(super) const fn required(name: &'static str, shape: Shape, about: &'static str) -> Field {
    Field { name, shape, required: true, about }
}

/// A field that may be left out.
pub(super) const fn optional(name: &'static str, shape: Shape, about: &'static str) -> Field {
    Field { name, shape, required: false, about }
}

/// The project that a call speaks of.
pub(super) const PROJECT: Field = optional(
    "project",
    Shape::Text,
    "The project to speak of, e.g. github.com/acme/shop. Leave it out for the one you work in.",
);

impl Shape {
    fn schema(self) -> Value {
        match self {
            Self::Text => json!({ "type": "string" }),
            Self::Number { least, most } => {
                json!({ "type": "integer", "minimum": least, "maximum": most })
            }
            Self::Flag => json!({ "type": "boolean" }),
            Self::OneOf(words) => json!({ "type": "string", "enum": words }),
            Self::Texts { least, most } => {
                json!({ "type": "array", "items": { "type": "string" }, "minItems": least, "maxItems": most })
            }
            Self::Pairs { most } => {
                json!({ "type": "object", "additionalProperties": { "type": "string" }, "maxProperties": most })
            }
        }
    }

    /// What a value has to be, in words.
    pub(super) fn words(self) -> String {
        match self {
            Self::Text => "text".to_owned(),
            Self::Number { least, most } => format!("a whole number from {least} to {most}"),
            Self::Flag => "true or false".to_owned(),
            Self::OneOf(words) => format!("one of {}", words.join(", ")),
            Self::Texts { least, most } => format!("a list of {least} to {most} texts"),
            Self::Pairs { most } => format!("an object of at most {most} texts by their names"),
        }
    }

    /// Whether it is that.
    pub(super) fn fits(self, value: &Value) -> bool {
        match (self, value) {
            (Self::Text, Value::String(_)) | (Self::Flag, Value::Bool(_)) => true,
            (Self::Number { least, most }, Value::Number(number)) => {
                number.as_u64().is_some_and(|it| (u64::from(least)..=u64::from(most)).contains(&it))
            }
            (Self::OneOf(words), Value::String(word)) => words.contains(&word.as_str()),
            (Self::Texts { least, most }, Value::Array(items)) => {
                (least..=most).contains(&items.len()) && items.iter().all(Value::is_string)
            }
            (Self::Pairs { most }, Value::Object(pairs)) => {
                pairs.len() <= most && pairs.values().all(Value::is_string)
            }
            _ => false,
        }
    }
}

/// The JSON schema of what a tool takes.
pub(super) fn schema(fields: &[Field]) -> JsonObject {
    let mut properties = JsonObject::new();
    for field in fields {
        let mut schema = field.shape.schema();
        if let Value::Object(schema) = &mut schema {
            schema.insert("description".to_owned(), field.about.into());
        }
        properties.insert(field.name.to_owned(), schema);
    }
    let needed: Vec<&str> = fields.iter().filter(|it| it.required).map(|it| it.name).collect();
    let mut schema = JsonObject::new();
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), properties.into());
    schema.insert("required".to_owned(), needed.into());
    schema.insert("additionalProperties".to_owned(), false.into());
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_tells_what_is_checked() {
        let fields = [required("query", Shape::Text, "what"), PROJECT];
        let schema = Value::Object(schema(&fields));
        assert_eq!(schema["required"], json!(["query"]));
        assert_eq!(
            schema["properties"]["query"],
            json!({ "type": "string", "description": "what" })
        );
        assert_eq!(schema["additionalProperties"], json!(false));
    }

    #[test]
    fn a_value_fits_its_shape_and_no_other() {
        let number = Shape::Number { least: 1, most: 200 };
        let texts = Shape::Texts { least: 1, most: 2 };
        let pairs = Shape::Pairs { most: 1 };
        let one_of = Shape::OneOf(&["used", "helped"]);
        let values = [
            (Shape::Text, json!("a"), json!(["a"])),
            (number, json!(200), json!(201)),
            (number, json!(1), json!(0)),
            (number, json!(8), json!(8.5)),
            (number, json!(8), json!(-8)),
            (number, json!(8), json!("8")),
            (Shape::Flag, json!(true), json!("true")),
            (one_of, json!("used"), json!("Used")),
            (texts, json!(["a", "b"]), json!(["a", "b", "c"])),
            (texts, json!(["a"]), json!([])),
            (texts, json!(["a"]), json!(["a", 1])),
            (pairs, json!({ "os": "linux" }), json!({ "os": 1 })),
            (pairs, json!({}), json!({ "a": "b", "c": "d" })),
        ];
        for (shape, good, bad) in values {
            assert!(shape.fits(&good), "{shape:?} {good}");
            assert!(!shape.fits(&bad), "{shape:?} {bad}");
        }
    }
}
