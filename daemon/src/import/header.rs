//! The first line of an export.

use serde::{Deserialize, Serialize};

/// The version of the export's lines.
pub const EXPORT_FORMAT: u8 = 1;

/// What the first line of an export says of the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the lines; its presence makes the file headed.
    pub consolidate_export: u8,
    /// Whether the rulings are among them.
    pub rulings: bool,
}

impl Header {
    /// The header that `line` is, if it is one.
    pub fn parse(line: &str) -> Option<Self> {
        serde_json::from_str(line).ok()
    }
}
