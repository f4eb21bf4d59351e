//! Provenance: where an assertion was seen, and in which words.

use serde::{Deserialize, Serialize};

use crate::id::MemoryId;
use crate::time::Timestamp;

/// The name of an agent that nobody named; so it is nobody's in particular.
pub const NAMELESS_AGENT: &str = "agent";

/// One place that a memory's assertion comes from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Source {
    /// When it was said.
    pub at: Timestamp,
    /// The agent that said it, if one did.
    #[serde(default)]
    pub agent: Option<String>,
    /// The agent's session.
    #[serde(default)]
    pub session: Option<String>,
    /// Where to look it up, e.g. `session/2026-04-11#turn-42`.
    #[serde(default)]
    pub locator: Option<String>,
}

/// Another wording of the same assertion, kept word for word when its memory was merged or folded.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Wording {
    /// The id under which it was recorded; it resolves to the memory that holds this wording.
    pub of: MemoryId,
    /// What was written.
    pub text: String,
    /// Its rationale, if it had one.
    #[serde(default)]
    pub rationale: Option<String>,
}
