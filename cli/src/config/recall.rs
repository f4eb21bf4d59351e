//! The table `[recall]`: by what else than their words memories are found.

use super::{ConfigError, Origin, Setting};

/// Whether words that mean nearly the same as one of the query are looked for too.
pub(crate) const EXPANSION_KEY: &str = "recall.expansion";
/// Whether texts are compared by what they are about.
pub(crate) const VECTORS_KEY: &str = "recall.vectors";

/// The switches of recall, both on by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RecallConfig {
    /// Words of nearly the same meaning.
    pub(crate) expansion: Setting<bool>,
    /// Vectors.
    pub(crate) vectors: Setting<bool>,
}

impl Default for RecallConfig {
    fn default() -> Self {
        let on = Setting { value: true, origin: Origin::Default };
        Self { expansion: on, vectors: on }
    }
}

impl RecallConfig {
    /// Takes the value of one of the two keys.
    pub(super) fn read(
        &mut self,
        key: &str,
        value: &toml::Value,
        place: &str,
    ) -> Result<(), ConfigError> {
        let switch = value.as_bool().ok_or_else(|| ConfigError::Value {
            place: place.to_owned(),
            found: value.to_string(),
            wanted: "give true or false".to_owned(),
        })?;
        let setting = if key == EXPANSION_KEY { &mut self.expansion } else { &mut self.vectors };
        *setting = Setting::from_file(switch);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::config::Config;

    fn of(text: &str) -> Result<(bool, bool), String> {
        let config = Config::of(Path::new("/c.toml"), Some(text), None);
        let config = config.map_err(|error| error.to_string())?;
        if let Some(mistake) = config.mistake() {
            return Err(mistake);
        }
        Ok((config.recall.expansion.value, config.recall.vectors.value))
    }

    #[test]
    fn each_is_on_unless_switched_off() {
        assert_eq!(of(""), Ok((true, true)));
        assert_eq!(of("[recall]\nvectors = false"), Ok((true, false)));
        assert_eq!(of("[recall]\nexpansion = false\nvectors = true"), Ok((false, true)));
        insta::assert_snapshot!(of("[recall]\nvectors = 1").unwrap_err(), @"`recall.vectors` in the config file `/c.toml` is 1; give true or false");
        insta::assert_snapshot!(of("[recall]\nvector = true").unwrap_err(), @"the config file `/c.toml` has the unknown key `recall.vector`; did you mean `recall.vectors`?");
    }
}
