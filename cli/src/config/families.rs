//! The table `[families]`: tools that answer one question, beside those that the program knows.

use std::collections::BTreeMap;

use super::ConfigError;

/// The table's name.
pub(crate) const FAMILIES_KEY: &str = "families";
/// Families that the file may hold.
const MOST_FAMILIES: usize = 256;
/// Members of one family.
const MOST_MEMBERS: usize = 256;
/// Longest name of a family or a member, in bytes.
const LONGEST_NAME: usize = 64;

/// Members by family, as the file gives them.
pub(crate) type Families = BTreeMap<String, Vec<String>>;

/// Reads the table; `place` names a key and its file.
pub(super) fn families(
    value: &toml::Value,
    place: &dyn Fn(&str) -> String,
) -> Result<Families, ConfigError> {
    let wrong = |key: &str, found: String, wanted: &str| ConfigError::Value {
        place: place(key),
        found: shortened(&found),
        wanted: wanted.to_owned(),
    };
    let table = value.as_table().ok_or_else(|| {
        wrong(FAMILIES_KEY, value.to_string(), "give a table of lists: name = [\"tool\", \"tool\"]")
    })?;
    if table.len() > MOST_FAMILIES {
        let found = format!("a table of {}", table.len());
        return Err(wrong(FAMILIES_KEY, found, &format!("give at most {MOST_FAMILIES} families")));
    }
    let mut families = Families::new();
    for (name, value) in table {
        let key = format!("{FAMILIES_KEY}.{}", shortened(name));
        if !is_name(name) {
            return Err(wrong(&key, format!("named \"{name}\""), WANTED_NAME));
        }
        let members = members(value).ok_or_else(|| wrong(&key, value.to_string(), WANTED_LIST))?;
        families.insert(name.clone(), members);
    }
    Ok(families)
}

const WANTED_NAME: &str = "name a family by at most 64 bytes, not blank";
const WANTED_LIST: &str =
    "give a list of at most 256 tools, each a text of at most 64 bytes with a letter or digit";

fn members(value: &toml::Value) -> Option<Vec<String>> {
    let list = value.as_array().filter(|list| (1..=MOST_MEMBERS).contains(&list.len()))?;
    list.iter()
        .map(|member| Some(member.as_str().filter(|name| is_name(name))?.to_owned()))
        .collect()
}

fn is_name(name: &str) -> bool {
    name.len() <= LONGEST_NAME && name.chars().any(char::is_alphanumeric)
}

/// A value in one line.
fn shortened(shown: &str) -> String {
    shown.chars().take(LONGEST_NAME).flat_map(char::escape_debug).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Families, String> {
        let table: toml::Table = text.parse().unwrap();
        let place = |key: &str| format!("`{key}` in the config file `/c.toml`");
        families(&table["families"], &place).map_err(|error| error.to_string())
    }

    #[test]
    fn lists_of_tools_by_family() {
        let families =
            read("[families]\nrobot-arm = [\"kuka\", \"fanuc\"]\ncache = [\"hyperstore\"]");
        let families = families.unwrap();
        assert_eq!(families["robot-arm"], ["kuka", "fanuc"]);
        assert_eq!(families.len(), 2);
        assert!(read("[families]").unwrap().is_empty());
    }

    #[test]
    fn mistakes_are_named_in_one_line() {
        let errors: Vec<String> = [
            "families = 1",
            "[families]\ncache = \"redis\"",
            "[families]\ncache = []",
            "[families]\ncache = [1]",
            "[families]\ncache = [\" \"]",
            "[families]\n\" \" = [\"redis\"]",
        ]
        .into_iter()
        .map(|text| read(text).unwrap_err())
        .collect();
        insta::assert_snapshot!(errors.join("\n"), @r#"
        `families` in the config file `/c.toml` is 1; give a table of lists: name = ["tool", "tool"]
        `families.cache` in the config file `/c.toml` is \"redis\"; give a list of at most 256 tools, each a text of at most 64 bytes with a letter or digit
        `families.cache` in the config file `/c.toml` is []; give a list of at most 256 tools, each a text of at most 64 bytes with a letter or digit
        `families.cache` in the config file `/c.toml` is [1]; give a list of at most 256 tools, each a text of at most 64 bytes with a letter or digit
        `families.cache` in the config file `/c.toml` is [\" \"]; give a list of at most 256 tools, each a text of at most 64 bytes with a letter or digit
        `families. ` in the config file `/c.toml` is named \" \"; name a family by at most 64 bytes, not blank
        "#);
    }
}
