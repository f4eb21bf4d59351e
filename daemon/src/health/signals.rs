//! All signals together, and the day's sample of them.

use std::collections::BTreeSet;

use consolidate_shared::change::{ChangeSet, Edit, What};
use consolidate_shared::health::Sample;
use consolidate_shared::id::RunId;
use consolidate_shared::journal::Generation;
use consolidate_shared::model::{RetireReason, Standing};
use consolidate_shared::plan::PassKind;
use consolidate_shared::time::{Day, Timestamp};

use super::{Longest, Staleness};

/// What one applied merge pass did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeRun {
    /// Its entry.
    pub generation: Generation,
    /// When it was applied.
    pub at: Timestamp,
    /// Its run.
    pub run: Option<RunId>,
    /// What it joined.
    pub joined: Joined,
    /// The entry that took it back.
    pub undone_by: Option<Generation>,
}

/// How much a merge joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Joined {
    /// Memories that took others in.
    pub clusters: u64,
    /// Memories that were taken in.
    pub memories: u64,
}

/// What a change set joined.
pub fn joined(set: &ChangeSet) -> Joined {
    let merged = set.changes.iter().filter_map(|change| match &change.what {
        What::Edit { edit: Edit::Standing(swap), .. } => match &swap.after {
            Standing::Retired(retirement) if retirement.reason == RetireReason::Merged => {
                Some(retirement.successor)
            }
            _ => None,
        },
        _ => None,
    });
    let (mut memories, mut survivors) = (0, BTreeSet::new());
    for survivor in merged {
        memories += 1;
        survivors.extend(survivor);
    }
    Joined { clusters: survivors.len() as u64, memories }
}

/// When a pass was last applied and last succeeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PassRun {
    /// The pass.
    pub pass: PassKind,
    /// When it was last planned without a failure, or applied; `None`: never.
    pub last_success: Option<Timestamp>,
    /// When it was last applied; `None`: never.
    pub last_applied: Option<Timestamp>,
    /// The last entry it made.
    pub generation: Option<Generation>,
}

/// What waits for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reviews {
    /// Open items.
    pub open: u64,
    /// The day on which the oldest was queued.
    pub oldest: Option<Day>,
}

/// Every signal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signals {
    /// The day.
    pub today: Day,
    /// The store state.
    pub generation: Generation,
    /// Candidate, active, retired, quarantined memories.
    pub standings: [u64; 4],
    /// Memories that another one replaces.
    pub superseded: u64,
    /// Active memories that something that stands replaces, and that nobody decided to leave.
    pub unretired: u64,
    /// The longest chain of supersession.
    pub longest: Option<Longest>,
    /// What was served out of date.
    pub staleness: Staleness,
    /// The last applied merges, newest first.
    pub merges: Vec<MergeRun>,
    /// What waits for an answer.
    pub reviews: Reviews,
    /// Open conflicts (pairs).
    pub conflicts: u64,
    /// The project with most served memories, and how many.
    pub largest: Option<(String, u64)>,
    /// Every pass.
    pub passes: Vec<PassRun>,
    /// Bytes on disk; `None`: it is not on a disk.
    pub bytes: Option<u64>,
}

impl Signals {
    /// Days that the oldest open review item has waited.
    pub fn oldest_review_days(&self) -> u32 {
        let days = self.reviews.oldest.map(|oldest| self.today.0.saturating_sub(oldest.0));
        days.and_then(|days| u32::try_from(days).ok()).unwrap_or(0)
    }

    /// The sample that is kept of the day.
    pub fn sample(&self) -> Sample {
        let [candidate, active, retired, quarantined] = self.standings;
        let last_merge = self.merges.iter().find(|merge| merge.undone_by.is_none());
        Sample {
            day: self.today,
            generation: self.generation.0,
            candidate,
            active,
            retired,
            quarantined,
            superseded: self.superseded,
            longest_chain: self.longest.map_or(0, |longest| longest.memories),
            served: self.staleness.served,
            superseded_when_served: self.staleness.superseded_when_served,
            then_superseded: self.staleness.then_superseded,
            merged_clusters: last_merge.map_or(0, |merge| merge.joined.clusters),
            reviews: self.reviews.open,
            oldest_review_days: self.oldest_review_days(),
            conflicts: self.conflicts,
            bytes: self.bytes.unwrap_or(0),
        }
    }
}
