//! Briefs of task runs: questions that are answered once and for all, and what is remembered of them.

use serde::{Deserialize, Serialize};

use super::read::{Coverage, Health, Where};
use super::request::Caller;
use crate::id::MemoryId;
use crate::model::{Anchor, Kind, Signal};
use crate::task_run::{HeldAs, LeftOutBy, Purpose};
use crate::time::Timestamp;

/// What to know before a step of a task run, or before a test or procedure is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskBriefRequest {
    /// Who asks.
    pub caller: Caller,
    /// Where it works.
    pub place: Where,
    /// What it is about to do.
    pub task: String,
    /// What it is about to touch.
    #[serde(default)]
    pub anchors: Vec<Anchor>,
    /// Tokens that the brief may take; `None`: derived from the window.
    #[serde(default)]
    pub tokens: Option<u32>,
    /// Tokens of the asking model's window.
    #[serde(default)]
    pub window: Option<u32>,
    /// Microseconds from the request's arrival to the answer.
    pub budget_us: u32,
    /// The task run that the brief is frozen for; `None`: for none.
    #[serde(default)]
    pub run: Option<String>,
    /// Its step, counted from 0.
    #[serde(default)]
    pub step: u32,
    /// What for.
    #[serde(default)]
    pub purpose: Purpose,
}

/// How a brief is frozen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frozen {
    /// The task run.
    pub run: String,
    /// Its step.
    pub step: u32,
    /// When its first brief was made, which this is.
    pub at: Timestamp,
    /// Whether it had been made before.
    pub again: bool,
    /// Whether it was made for another question than the one that it answers now.
    pub other_question: bool,
}

/// What to know, with its account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskBriefAnswer {
    /// The store state it was made from.
    pub generation: u64,
    /// How much of it was looked at.
    pub coverage: Coverage,
    /// What may make the answer less than it should be.
    pub health: Health,
    /// The brief itself: the same bytes for the same state, question, budget and day, and for the same step of a task run.
    pub text: String,
    /// 16 hexadecimal characters that name the text.
    pub hash: String,
    /// Tokens of everything but policies, never above the budget save by user facts.
    pub tokens: u32,
    /// Tokens of the policies, which are not counted.
    pub policy_tokens: u32,
    /// The budget that was used.
    pub budget: u32,
    /// Whether `tokens` is above the budget, by the user's own facts.
    pub exceeds: bool,
    /// The memories it holds, in order.
    pub held: Vec<MemoryId>,
    /// Memories that were left out.
    pub left_out: u32,
    /// What it was made for.
    pub purpose: Purpose,
    /// The step of a task run that it is frozen for; `None`: it is not.
    pub frozen: Option<Frozen>,
    /// What the asker should know about it, a sentence each.
    pub warnings: Vec<String>,
}

/// The task runs that were given briefs, the latest first. Answer: `task_runs`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskRunsRequest {
    /// Who asks.
    pub caller: Caller,
    /// Where to look.
    pub place: Where,
    /// At most so many.
    pub limit: u32,
}

/// How many memories a brief held, by why they were there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct HeldCounts {
    /// Policies.
    pub policy: u32,
    /// The user's facts.
    pub user_fact: u32,
    /// Pitfalls.
    pub caution: u32,
    /// Facts, decisions, procedures.
    pub learned: u32,
    /// Candidates.
    pub canary: u32,
    /// Procedures of an authoring brief.
    pub procedure: u32,
    /// Procedures with their steps.
    pub example: u32,
}

/// One brief of a task run, in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskBriefRow {
    /// The step.
    pub step: u32,
    /// When.
    pub at: Timestamp,
    /// Who asked.
    pub who: String,
    /// What for.
    pub purpose: Purpose,
    /// What was about to be done.
    pub task: String,
    /// What it held.
    pub held: HeldCounts,
    /// How many memories it left out.
    pub left_out: u32,
    /// Tokens of everything but policies.
    pub tokens: u32,
    /// Tokens of the policies.
    pub policy_tokens: u32,
    /// The budget.
    pub budget: u32,
    /// Names the text.
    pub hash: String,
}

/// A task run, in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskRunRow {
    /// Its id.
    pub run: String,
    /// Its project; `None`: none.
    pub project: Option<String>,
    /// When it was given its first brief.
    pub first: Timestamp,
    /// When it was given its latest.
    pub last: Timestamp,
    /// Briefs that are kept of it.
    pub steps: u32,
    /// The latest of them, by step; at most [`crate::limits::BRIEFS_LISTED`].
    pub briefs: Vec<TaskBriefRow>,
}

/// Task runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskRunsAnswer {
    /// The runs, the latest first.
    pub runs: Vec<TaskRunRow>,
    /// Whether there are more.
    pub more: bool,
}

/// What was recorded of a task run: a page of its steps. Answer: `task_run`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskRunRequest {
    /// Who asks.
    pub caller: Caller,
    /// Where to look.
    pub place: Where,
    /// The run's id.
    pub run: String,
    /// Only this step, with its text.
    #[serde(default)]
    pub step: Option<u32>,
    /// Only steps after this one: the `next` of the page before.
    #[serde(default)]
    pub after: Option<u32>,
}

/// A memory that a brief held.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldView {
    /// The memory.
    pub id: MemoryId,
    /// Its kind.
    pub kind: Kind,
    /// Why it was there.
    pub held_as: HeldAs,
    /// Trust with the boosts of the task, per mille; `None`: it is in every brief.
    pub rank: Option<u32>,
    /// How it stood in the brief.
    pub line: String,
    /// What has changed about it since, in words; empty: nothing.
    pub changed: Vec<String>,
    /// What the run told of it.
    pub told: Vec<Signal>,
}

/// One step of a task run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskStepView {
    /// The step.
    pub step: u32,
    /// When.
    pub at: Timestamp,
    /// The store state that the brief was made from.
    pub generation: u64,
    /// Who asked.
    pub who: String,
    /// From which session.
    pub session: Option<String>,
    /// What for.
    pub purpose: Purpose,
    /// What was about to be done.
    pub task: String,
    /// What was about to be touched.
    pub anchors: Vec<String>,
    /// The window that was named.
    pub window: Option<u32>,
    /// The budget.
    pub budget: u32,
    /// Tokens of everything but policies.
    pub tokens: u32,
    /// Tokens of the policies.
    pub policy_tokens: u32,
    /// Names the text.
    pub hash: String,
    /// Whether all was looked at.
    pub complete: bool,
    /// The memories, in the order of the text.
    pub held: Vec<HeldView>,
    /// Memories that were left out, by the rule that kept them out.
    pub left_out: LeftOutBy,
    /// The text as it was served, where one step was asked for.
    pub text: Option<String>,
}

/// What a task run told of a memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedView {
    /// The memory.
    pub id: MemoryId,
    /// What it told.
    pub signal: Signal,
    /// When it last did.
    pub at: Timestamp,
    /// Whether a brief of the run held it.
    pub held: bool,
}

/// What was recorded of a task run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskRunAnswer {
    /// The store state with which it was compared.
    pub generation: u64,
    /// The run's id.
    pub run: String,
    /// Its project; `None`: none.
    pub project: Option<String>,
    /// When it was given its first brief.
    pub first: Timestamp,
    /// When it was given its latest.
    pub last: Timestamp,
    /// Steps, in order.
    pub steps: Vec<TaskStepView>,
    /// The last step of this page, if there are more.
    pub next: Option<u32>,
    /// What the run told of memories.
    pub used: Vec<UsedView>,
    /// What was learned from the run: empty until learning exists.
    pub learned: Vec<MemoryId>,
}
