//! The health of the store: signals, warnings, and how they were on the days before.

use serde::{Deserialize, Serialize};

use super::answer::StandingCounts;
use crate::health::Sample;
use crate::id::{MemoryId, RunId};
use crate::plan::PassKind;
use crate::time::{Day, Timestamp};

/// The longest chain of supersession.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ChainHealth {
    /// How many memories it has; 0: nothing replaces anything.
    pub memories: u64,
    /// Its newest memory.
    pub head: Option<MemoryId>,
    /// Its oldest memory.
    pub oldest: Option<MemoryId>,
}

/// What was served and is or was out of date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct StalenessHealth {
    /// Days that are looked at, today included.
    pub window_days: u32,
    /// Hits and lines of briefs in the window.
    pub hits: u64,
    /// Those that were superseded when they were served: must be 0.
    pub superseded_when_served: u64,
    /// Memories that were served in the window, as far as they were noted by name.
    pub served: u64,
    /// Those of them that were superseded within `within_days` after they were served.
    pub then_superseded: u64,
    /// What counts as soon, in days.
    pub within_days: u32,
    /// `then_superseded` of `served`, per mille, rounded down; 0 when nothing was served.
    pub per_mille: u32,
    /// What it may be.
    pub budget_per_mille: u32,
    /// Hits of memories that were not noted by name, because a day had too many.
    pub unlisted: u64,
}

/// What one applied merge pass joined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MergeHealth {
    /// Its journal entry.
    pub entry: u64,
    /// When it was applied.
    pub at: Timestamp,
    /// Its run.
    pub run: Option<RunId>,
    /// Clusters of duplicates that became one memory each.
    pub clusters: u64,
    /// Memories that were joined to another one.
    pub memories: u64,
    /// The entry that took it back, if one did.
    pub undone_by: Option<u64>,
}

/// What waits for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ReviewHealth {
    /// Open items.
    pub open: u64,
    /// The day on which the oldest was queued.
    pub oldest: Option<Day>,
    /// How many days it has waited.
    pub oldest_days: u32,
}

/// When a pass last ran, and what it last changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassHealth {
    /// The pass.
    pub pass: PassKind,
    /// When it last ran: was planned without a failure, or applied, also with nothing to change; `None`: never.
    pub last_ran: Option<Timestamp>,
    /// When it was last applied: it made an entry, or the run that made one had nothing to change by it; `None`: never.
    pub last_applied: Option<Timestamp>,
    /// The journal entry by which it last changed the store, if it ever did.
    pub entry: Option<u64>,
}

/// Something that should be looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HealthWarning {
    /// Its stable name.
    pub code: String,
    /// What it is.
    pub what: String,
    /// What to do.
    pub todo: String,
}

/// The health of the store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HealthReport {
    /// When it was taken.
    pub at: Timestamp,
    /// The store state.
    pub generation: u64,
    /// Memories by standing.
    pub memories: StandingCounts,
    /// Memories that another one replaces.
    pub superseded: u64,
    /// The longest chain of supersession.
    pub longest_chain: ChainHealth,
    /// What was served out of date.
    pub staleness: StalenessHealth,
    /// The last applied merge passes, newest first.
    pub merges: Vec<MergeHealth>,
    /// What waits for an answer.
    pub reviews: ReviewHealth,
    /// Open conflicts (pairs).
    pub conflicts: u64,
    /// Every pass and its last success.
    pub passes: Vec<PassHealth>,
    /// Bytes of the store on disk; `None`: it is not on a disk.
    pub store_bytes: Option<u64>,
    /// What should be looked at, most pressing first.
    pub warnings: Vec<HealthWarning>,
    /// The days asked for, oldest first.
    pub history: Vec<Sample>,
}
