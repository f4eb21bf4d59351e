//! What waits for a person's or an agent's answer, and the answers there are.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::change::Finding;
use crate::id::{MemoryId, ReviewId};
use crate::model::Actor;
use crate::plan::PassKind;
use crate::time::{Day, Timestamp};

/// A cluster of memories that a pass finds related but not certainly enough to act by itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ReviewItem {
    /// The pass that asks: *merge*: are they the same; *supersede*: does the last replace the others; *conflict*: do
    /// they contradict; *promote*: does it hold everywhere.
    pub pass: PassKind,
    /// The memories, older first; at least two where the question is what they are to each other, and one where *promote* asks.
    pub members: Vec<MemoryId>,
    /// Why it was not automatic: the strongest finding of the cluster.
    pub finding: Finding,
    /// The UTC day on which it was queued.
    pub queued: Day,
    /// What agents would answer, the oldest suggestion first; one an agent.
    #[serde(default)]
    pub suggestions: Vec<Suggestion>,
}

/// An answer to a review item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Yes: do what the pass would have done.
    Accept,
    /// No: leave them as they are, and do not ask this again.
    Reject,
    /// They have nothing to do with each other, whichever pass asks.
    Distinct,
    /// One of them replaces the others.
    Supersede {
        /// The one that stays.
        winner: MemoryId,
    },
    /// Not now.
    Snooze {
        /// The first day on which to ask again.
        until: Day,
    },
}

/// What an agent would answer, kept until a person does.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Suggestion {
    /// Who suggests it.
    pub by: Actor,
    /// When.
    pub at: Timestamp,
    /// The answer.
    pub answer: Answer,
    /// The members that it is about; empty: all.
    pub only: Vec<MemoryId>,
    /// Why, in the agent's words.
    pub note: Option<String>,
}

impl ReviewItem {
    /// An item to which nobody has said anything yet.
    pub fn new(pass: PassKind, members: Vec<MemoryId>, finding: Finding, queued: Day) -> Self {
        Self { pass, members, finding, queued, suggestions: Vec::new() }
    }

    /// Names the item by its pass and members, so that the same question is never open twice.
    pub fn id(&self) -> ReviewId {
        let mut members = self.members.clone();
        members.sort_unstable();
        let bytes =
            crate::codec::to_bytes(&(self.pass, members)).expect("a pass and ids have an encoding");
        ReviewId::of(&bytes)
    }
}

impl Answer {
    /// The word for it, as it is typed.
    pub fn word(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Reject => "reject",
            Self::Distinct => "distinct",
            Self::Supersede { .. } => "supersede",
            Self::Snooze { .. } => "snooze",
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())?;
        match self {
            Self::Supersede { winner } => write!(f, " by {winner}"),
            Self::Snooze { until } => write!(f, " until {until}"),
            Self::Accept | Self::Reject | Self::Distinct => Ok(()),
        }
    }
}
