//! What a person, an agent or an undo decided about memories; an input of planning.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::id::MemoryId;
use crate::model::Actor;
use crate::plan::PassKind;
use crate::time::{Day, Timestamp};

/// What a ruling is about: a pair of memories, or one, as seen by one pass.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RulingKey {
    /// The smaller id.
    pub first: MemoryId,
    /// The larger id; the same one when the ruling is about a single memory.
    pub second: MemoryId,
    /// The pass whose changes it concerns; `None`: all.
    pub pass: Option<PassKind>,
}

impl RulingKey {
    /// The key of a single memory.
    pub fn one(memory: MemoryId, pass: Option<PassKind>) -> Self {
        Self { first: memory, second: memory, pass }
    }

    /// The key of all that one pass does: of no memory, since ids that are made are never 0.
    pub fn whole(pass: PassKind) -> Self {
        Self::one(MemoryId(0), Some(pass))
    }

    /// The key of a pair, whichever order it is given in.
    pub fn pair(a: MemoryId, b: MemoryId, pass: Option<PassKind>) -> Self {
        Self { first: a.min(b), second: a.max(b), pass }
    }
}

impl fmt::Display for RulingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.first {
            MemoryId(0) if self.second == self.first => f.write_str("all memories")?,
            first => write!(f, "{first}")?,
        }
        if self.second != self.first {
            write!(f, " / {}", self.second)?;
        }
        self.pass.map_or(Ok(()), |pass| write!(f, " ({pass})"))
    }
}

/// What was decided.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The two are different; never propose it again.
    Distinct,
    /// An undo took the change back; do not plan it again until somebody answers or redoes it.
    Hold,
    /// Do not ask before this day.
    Snooze {
        /// The first day on which to ask again.
        until: Day,
    },
    /// The change was approved.
    Approved,
}

/// A decision, whose and when.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Ruling {
    /// What was decided.
    pub decision: Decision,
    /// By whom.
    pub by: Actor,
    /// When.
    pub at: Timestamp,
}

impl Ruling {
    /// Whether it keeps a pass from planning on its pair on `day`.
    pub fn bars(&self, day: Day) -> bool {
        match self.decision {
            Decision::Distinct | Decision::Hold => true,
            Decision::Snooze { until } => day < until,
            Decision::Approved => false,
        }
    }
}
