//! The schedule and its last runs as clients see them.

use serde::{Deserialize, Serialize};

use crate::id::RunId;
use crate::plan::PassKind;
use crate::schedule::{Failure, Reach};
use crate::time::Timestamp;

/// What the schedule is doing. Append-only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Doing {
    /// It is switched off in the config.
    Off,
    /// It waits for its next point.
    Idle,
    /// It plans a run.
    Planning {
        /// How far the run reaches.
        reach: Reach,
        /// Since when.
        since: Timestamp,
    },
    /// A run is planned and waits for the writer to commit it.
    WaitingToApply {
        /// The run.
        run: RunId,
        /// Since when.
        since: Timestamp,
    },
    /// A run is planned, and a person is to apply it.
    ReportOnly,
}

/// A run that waits for somebody to apply it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadyView {
    /// Its id.
    pub run_id: RunId,
    /// How far it reaches.
    pub reach: Reach,
    /// How many changes it has.
    pub changes: u64,
    /// When it was planned.
    pub at: Timestamp,
}

/// The last runs of one pass, whoever asked for them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassRunView {
    /// The pass.
    pub pass: PassKind,
    /// When it last set out to plan.
    pub planned: Option<Timestamp>,
    /// When its planning last succeeded.
    pub succeeded: Option<Timestamp>,
    /// Its last failure.
    pub failed: Option<Failure>,
    /// Whether it has not succeeded since.
    pub failing: bool,
}

/// The schedule, and what it remembers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduleView {
    /// What it is doing.
    pub doing: Doing,
    /// The cron expression of full runs; empty: it is off.
    pub cron: String,
    /// The time zone in which that is read.
    pub zone: String,
    /// So many new memories make a light run.
    pub light_after_new: u64,
    /// So many seconds without a new memory make one, if there is something new.
    pub light_after_idle_s: u64,
    /// Whether scheduled runs are applied without being asked about.
    pub auto_apply: bool,
    /// When the next run comes unless new memories bring one earlier.
    pub next: Option<Timestamp>,
    /// The same in the zone's own time.
    pub next_local: Option<String>,
    /// Memories that no scheduled run has looked at yet.
    pub new_memories: u64,
    /// When the last full run began.
    pub last_full: Option<Timestamp>,
    /// When the last light run began.
    pub last_light: Option<Timestamp>,
    /// What waits to be applied.
    pub ready: Vec<ReadyView>,
    /// Why the last scheduled run was planned and not applied, if the store refused it.
    pub failed: Option<Failure>,
    /// What was noticed about the clock.
    pub clock: Option<Failure>,
    /// Every pass, in the design's order.
    pub passes: Vec<PassRunView>,
}
