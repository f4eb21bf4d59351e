//! Where a memory holds.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// Where a memory holds: a project (or everywhere), and facets that must match the asker's context.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Scope {
    /// The project's key (`host/path` of its remote, or whatever `--project` named); `None` holds everywhere.
    pub project: Option<String>,
    /// Conditions `key = value`: test, product, domain, build ...
    #[serde(default)]
    pub facets: BTreeMap<String, String>,
}

impl Scope {
    /// The scope of a whole project.
    pub fn project(key: &str) -> Self {
        Self { project: Some(key.to_owned()), facets: BTreeMap::new() }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.project.as_deref().unwrap_or("everywhere"))?;
        self.facets.iter().try_for_each(|(key, value)| write!(f, " {key}={value}"))
    }
}
