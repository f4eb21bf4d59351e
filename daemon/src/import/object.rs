//! A JSON object in which every name stands once: of two values under one name, one would be dropped in silence.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// The value of `text`, and the first name that an object in it has twice.
pub(super) fn parse(text: &str) -> Result<(Value, Option<String>), serde_json::Error> {
    let mut twice = None;
    let mut from = serde_json::Deserializer::from_str(text);
    let value = Reading(&mut twice).deserialize(&mut from)?;
    from.end()?;
    Ok((value, twice))
}

/// Reads any value and notes a name that repeats.
struct Reading<'a>(&'a mut Option<String>);

impl<'de> DeserializeSeed<'de> for Reading<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reading<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(Reading(&mut *self.0))? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(name) = entries.next_key::<String>()? {
            let value = entries.next_value_seed(Reading(&mut *self.0))?;
            if map.insert(name.clone(), value).is_some() {
                self.0.get_or_insert(name);
            }
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_what_they_are_elsewhere() {
        for text in [
            r#"{"a":[1,-2,3.5,1e300,18446744073709551615,"x\n",true,null,{}],"b":{"c":{"d":[]}}}"#,
            "12",
            "[]",
        ] {
            let value: Value = serde_json::from_str(text).unwrap();
            assert_eq!(parse(text).unwrap(), (value, None));
        }
        for text in ["", "{", "{}{}", "[1,]", "1e999", "{1:2}"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_name_that_repeats_is_noted_wherever_it_is() {
        let twice = |text: &str| parse(text).unwrap().1;
        assert_eq!(twice(r#"{"a":1,"b":2,"a":null}"#).as_deref(), Some("a"));
        assert_eq!(twice(r#"{"a":{"b":1,"b":1}}"#).as_deref(), Some("b"));
        assert_eq!(twice(r#"{"a":[{"x":1},{"x":2,"\u0078":3}]}"#).as_deref(), Some("x"));
        assert_eq!(twice(r#"{"a":{"a":1},"b":[{"a":1},{"a":1}]}"#), None);
    }
}
