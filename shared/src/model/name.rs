//! Every id that anyone ever used for a memory, other than its own.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::id::MemoryId;

/// A name that resolves to a memory, for ever.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Name {
    /// The id of a memory that was folded into another one, or of a removed duplicate.
    Id(MemoryId),
    /// An id from elsewhere, unique within its project.
    External {
        /// The project (`None`: unscoped memories).
        project: Option<String>,
        /// The foreign id.
        id: String,
    },
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => write!(f, "{id}"),
            Self::External { project: None, id } => f.write_str(id),
            Self::External { project: Some(project), id } => write!(f, "{project} {id}"),
        }
    }
}
