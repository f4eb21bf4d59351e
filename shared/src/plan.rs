//! Passes, plans, runs and their reports.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::change::{ChangeName, ChangeSet};
use crate::id::{PlanId, RunId};
use crate::journal::Generation;
use crate::model::kind_words as words;
use crate::policy::PolicyHash;
use crate::time::Day;
use crate::words::counted_of;

/// One kind of consolidation. New ones are appended: the order is part of stored bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PassKind {
    /// Marks pairs that assert opposite things.
    Conflict,
    /// Joins memories that assert the same.
    Merge,
    /// Links and retires what a newer memory replaces.
    Supersede,
    /// Makes what evidence has confirmed active or always-on, and takes that back where it did harm.
    Promote,
    /// Writes strengths.
    Decay,
    /// Retires what nobody used or confirmed, and removes garbage after its grace.
    Prune,
}

words!(PassKind {
    Conflict = "conflict",
    Merge = "merge",
    Supersede = "supersede",
    Promote = "promote",
    Decay = "decay",
    Prune = "prune",
});

impl PassKind {
    /// The changes that the pass may make and no other (DESIGN 8).
    pub fn may(self) -> &'static [ChangeName] {
        use ChangeName::{
            Demote, Edit, Enqueue, Link, Name, Promote, Remove, Resolve, Retire, Revive, Unlink,
        };
        match self {
            Self::Conflict => &[Link, Unlink, Enqueue, Resolve],
            Self::Merge => &[Edit, Retire, Link, Unlink, Enqueue, Resolve, Name],
            Self::Supersede => &[Link, Unlink, Retire, Revive, Enqueue, Resolve],
            Self::Promote => &[Promote, Demote, Enqueue, Resolve],
            Self::Decay => &[Edit],
            Self::Prune => &[Retire, Unlink, Remove, Name],
        }
    }

    /// The fields that the pass may edit where the edit has no more telling name than *edit*.
    pub fn may_edit(self) -> &'static [&'static str] {
        match self {
            Self::Merge => {
                &["anchors", "contexts", "evidence", "last_confirmed", "sources", "wordings"]
            }
            Self::Decay => &["strength"],
            Self::Conflict | Self::Supersede | Self::Promote | Self::Prune => &[],
        }
    }
}

/// What a pass looked at and left alone.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[must_use = "a report that nobody reads explains nothing"]
pub struct PassReport {
    /// Memories that were eligible.
    pub memories: u64,
    /// Pairs of them that a rule tells something of.
    pub pairs: u64,
    /// What was considered and kept as it is, by reason, in a fixed order.
    pub kept: Vec<Tally>,
    /// What waits because a cap was reached, by reason.
    pub deferred: Vec<Tally>,
}

/// How many of something, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Why, in a few words.
    pub why: String,
    /// How many.
    pub count: u64,
}

/// One pass's decision: what it would change and what it looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Which pass.
    pub pass: PassKind,
    /// The day it was planned for.
    pub day: Day,
    /// The policy it was planned under.
    pub policy: PolicyHash,
    /// The changes.
    pub change_set: ChangeSet,
    /// What was considered, kept, deferred.
    pub report: PassReport,
}

impl Plan {
    /// Names the plan by everything that is shown of it, the policy and the day.
    pub fn id(&self) -> PlanId {
        let Self { pass, day, policy, change_set, report } = self;
        let bytes = crate::codec::to_bytes(&(pass, day, policy, change_set, report))
            .expect("a plan holds only types that have an encoding");
        PlanId::of(&bytes)
    }
}

/// The ordered plans of one activation, each planned on the state that the earlier ones leave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The generation of the store that the run was planned on.
    pub generation: Generation,
    /// The plans, in the order in which they apply.
    pub plans: Vec<Plan>,
}

impl Run {
    /// Names the run by its plans and the generation it was planned on: by everything that is shown of it.
    pub fn id(&self) -> RunId {
        run_id(self.generation, self.plans.iter().map(Plan::id))
    }

    /// Whether no plan changes anything.
    pub fn is_empty(&self) -> bool {
        self.plans.iter().all(|plan| plan.change_set.is_empty())
    }
}

fn run_id(generation: Generation, plans: impl Iterator<Item = PlanId>) -> RunId {
    let plans: Vec<PlanId> = plans.collect();
    let bytes = crate::codec::to_bytes(&(generation, plans)).expect("ids have an encoding");
    RunId::of(&bytes)
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&counted_of(self.count, &self.why))
    }
}

/// A committed run without its change sets, which the journal holds: what `show` needs beside them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunRecord {
    /// The generation that the run was planned on.
    pub generation: Generation,
    /// Its plans in order, those that changed nothing too.
    pub plans: Vec<PlanRecord>,
}

/// One plan of a committed run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanRecord {
    /// The plan's id.
    pub id: PlanId,
    /// Which pass.
    pub pass: PassKind,
    /// The day it was planned for.
    pub day: Day,
    /// The policy it was planned under.
    pub policy: PolicyHash,
    /// What was considered, kept, deferred.
    pub report: PassReport,
    /// Whether it has changes; then it can be applied, and the journal holds them once it is.
    pub has_changes: bool,
}

impl Run {
    /// The run without its change sets.
    pub fn record(&self) -> RunRecord {
        let plans = self.plans.iter().map(|plan| PlanRecord {
            id: plan.id(),
            pass: plan.pass,
            day: plan.day,
            policy: plan.policy,
            report: plan.report.clone(),
            has_changes: !plan.change_set.is_empty(),
        });
        RunRecord { generation: self.generation, plans: plans.collect() }
    }
}

impl RunRecord {
    /// Names the run by its plans: the id that [`Run::id`] gave it.
    pub fn id(&self) -> RunId {
        run_id(self.generation, self.plans.iter().map(|plan| plan.id))
    }
}
