//! What waits for a person's or an agent's answer.

use serde::{Deserialize, Serialize};

use crate::change::Finding;
use crate::id::{MemoryId, ReviewId};
use crate::plan::PassKind;
use crate::time::Day;

/// A cluster of memories that a pass finds related but not certainly enough to act by itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ReviewItem {
    /// The pass that asks: *merge*: are they the same; *supersede*: does the last replace the others; *conflict*: do
    /// they contradict.
    pub pass: PassKind,
    /// The memories, older first; at least two.
    pub members: Vec<MemoryId>,
    /// Why it was not automatic: the strongest finding of the cluster.
    pub finding: Finding,
    /// The UTC day on which it was queued.
    pub queued: Day,
}

impl ReviewItem {
    /// Names the item by its pass and members, so that the same question is never open twice.
    pub fn id(&self) -> ReviewId {
        let mut members = self.members.clone();
        members.sort_unstable();
        let bytes =
            crate::codec::to_bytes(&(self.pass, members)).expect("a pass and ids have an encoding");
        ReviewId::of(&bytes)
    }
}
