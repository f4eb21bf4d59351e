//! What the daemon notes about its own service, beside the memory: how the store was on a day, and what was served.
//!
//! Notes are no part of the memory: they are not journalled, move no generation, are not exported, and may be dropped.

use serde::{Deserialize, Serialize};

use crate::time::Day;

/// The signals of one UTC day, small enough to be kept for a year and more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// The day.
    pub day: Day,
    /// The store state it was taken of.
    pub generation: u64,
    /// Candidates.
    pub candidate: u64,
    /// Active memories.
    pub active: u64,
    /// Retired ones.
    pub retired: u64,
    /// Quarantined ones.
    pub quarantined: u64,
    /// Memories that another one replaces.
    pub superseded: u64,
    /// Memories of the longest chain of supersession.
    pub longest_chain: u64,
    /// Memories that were served in the window before.
    pub served: u64,
    /// Hits of the window that were superseded when they were served: must be 0.
    pub superseded_when_served: u64,
    /// Memories of the window that were superseded soon after they were served.
    pub then_superseded: u64,
    /// Clusters of duplicates that the last merge joined.
    pub merged_clusters: u64,
    /// Open review items.
    pub reviews: u64,
    /// Days that the oldest of them has waited.
    pub oldest_review_days: u32,
    /// Open conflicts (pairs).
    pub conflicts: u64,
    /// Bytes of the store on disk; 0: not on a disk.
    pub bytes: u64,
}

/// What was served on one UTC day, in sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ServedDay {
    /// Hits of recalls and lines of briefs.
    pub hits: u64,
    /// Those that were superseded, retired or quarantined when they were served: must be 0.
    pub stale: u64,
    /// Memories that are noted by name.
    pub listed: u64,
    /// Hits of memories beyond the bound of those noted by name.
    pub unlisted: u64,
}
