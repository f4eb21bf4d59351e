//! Whether a memory is served, and if not, why.

use serde::{Deserialize, Serialize};

use super::kind::words;
use crate::id::MemoryId;
use crate::time::Day;

/// Whether and how a memory is served.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Served only marked, until evidence promotes it.
    Candidate,
    /// Served.
    Active,
    /// Out of recall and brief, kept in the store.
    Retired(Retirement),
    /// Held back because something about it is wrong.
    Quarantined {
        /// What is wrong.
        reason: String,
    },
}

/// Why and when a memory was retired.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Retirement {
    /// Why.
    pub reason: RetireReason,
    /// The memory that stands in its place, if one does.
    #[serde(default)]
    pub successor: Option<MemoryId>,
    /// The UTC day it happened; the grace before removal counts from it.
    pub day: Day,
    /// Whether it was a candidate until then: what it becomes again when evidence revives it.
    #[serde(default)]
    pub was_candidate: bool,
}

/// Why a memory was retired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RetireReason {
    /// The successor says the same.
    Merged,
    /// The successor replaced it.
    Superseded,
    /// Somebody took it back: it was wrong.
    Retracted,
    /// Nobody used or confirmed it.
    Stale,
    /// Its text is no assertion.
    Malformed,
    /// Somebody no longer needs it.
    Unwanted,
}

words!(RetireReason {
    Merged = "merged",
    Superseded = "superseded",
    Retracted = "retracted",
    Stale = "stale",
    Malformed = "malformed",
    Unwanted = "unwanted",
});

impl Retirement {
    /// Why and when a memory with this standing is retired.
    pub fn of(
        before: &Standing,
        reason: RetireReason,
        successor: Option<MemoryId>,
        day: Day,
    ) -> Self {
        Self { reason, successor, day, was_candidate: *before == Standing::Candidate }
    }
}

impl Standing {
    /// One word for listings and counts.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Candidate => "candidate",
            Self::Active => "active",
            Self::Retired(_) => "retired",
            Self::Quarantined { .. } => "quarantined",
        }
    }

    /// Whether recall and brief may serve it (marked, when it is a candidate).
    pub fn is_served(&self) -> bool {
        matches!(self, Self::Candidate | Self::Active)
    }
}
