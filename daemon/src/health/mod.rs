//! Health signals: from a walk over the store and a log of what was served to numbers, and from those to warnings.
//!
//! Pure. What counts as too much stands in [`Budgets`]; a signal over its budget is a soft warning that says what to do, and
//! never changes what is served or planned.
//!
//! | file | holds |
//! |---|---|
//! | `survey` | one walk over all memories: superseded, chains, conflicts |
//! | `served` | what was served, day by day, bounded; what of it was or went stale |
//! | `signals` | all signals together, the day's sample |
//! | `warnings` | what should be looked at, and what to do |

mod served;
mod signals;
mod survey;
mod warnings;

#[cfg(test)]
mod tests;

pub use served::{Staleness, Tally, staleness};
pub use signals::{Joined, MergeRun, PassRun, Reviews, Signals, joined};
pub use survey::{Longest, Survey};
pub use warnings::{Warning, warnings};

/// What the signals may be before somebody should look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budgets {
    /// Days within which a memory that was served should not be superseded.
    pub soon_days: i32,
    /// Share of the memories served that are superseded so soon, per mille (DESIGN: 2 %).
    pub then_superseded_per_mille: u32,
    /// Memories that must have been served before their share tells anything: on the first day a few are nothing.
    pub served_to_judge: u64,
    /// Share of the active memories that are replaced and not retired yet, per mille: as `check` has it.
    pub unretired_per_mille: u64,
    /// Open review items.
    pub reviews: u64,
    /// Days that a review item may wait.
    pub review_days: u32,
    /// Memories that a project may hold before somebody should look at the weakest (DESIGN 8: a soft cap).
    pub project_memories: u64,
    /// Memories up to which nobody is told that a pass was never applied.
    pub memories_without_a_pass: u64,
}

impl Default for Budgets {
    fn default() -> Self {
        Self {
            soon_days: 7,
            then_superseded_per_mille: 20,
            served_to_judge: 100,
            unretired_per_mille: 20,
            reviews: 100,
            review_days: 14,
            project_memories: 20_000,
            memories_without_a_pass: 100,
        }
    }
}
