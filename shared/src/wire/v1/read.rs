//! Recall and brief: questions and answers under a deadline.

use serde::{Deserialize, Serialize};

use super::request::Caller;
use crate::id::MemoryId;
use crate::model::{Anchor, Kind};
use crate::time::{Day, NamedDay, SaidWithin};

/// Which memories a question is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Where {
    /// A project's and the unscoped ones.
    Project(String),
    /// Only the unscoped ones.
    Unscoped,
    /// Every project's.
    Everywhere,
}

/// A ranked search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecallRequest {
    /// Who asks.
    pub caller: Caller,
    /// Where to search.
    pub place: Where,
    /// What is searched: plain words, never operators.
    pub query: String,
    /// At most so many hits.
    pub k: u32,
    /// Microseconds from the request's arrival to the answer.
    pub budget_us: u32,
    /// Superseded, retired and no longer valid memories too, flagged.
    #[serde(default)]
    pub history: bool,
    /// Only what was said on these days.
    #[serde(default)]
    pub said: SaidWithin,
    /// What held at the end of this day (UTC), also if it no longer does, over what is still kept; `None`: what holds now.
    #[serde(default)]
    pub as_of: Option<NamedDay>,
    /// Say of each hit why it stands where it stands.
    #[serde(default)]
    pub explain: bool,
    /// Tokens that the hits may take as they are printed; `None`: as many as they take.
    #[serde(default)]
    pub tokens: Option<u32>,
}

/// What to know before a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BriefRequest {
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
}

/// What was not done within the budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The request was late before it began.
    Arrival,
    /// The index is still being built.
    Index,
    /// Scoring.
    Search,
    /// Reading the hits.
    Fetch,
    /// Comparing what texts are about: the hits are the best by their words alone.
    Vectors,
}

/// Whether everything was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CoverageState {
    /// Everything was looked at.
    Full,
    /// The best found before the deadline.
    Partial,
}

/// How much was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// Whether all was.
    pub state: CoverageState,
    /// The stage that was cut.
    pub cut: Option<Stage>,
}

impl Coverage {
    /// Everything was looked at.
    pub const FULL: Self = Self { state: CoverageState::Full, cut: None };

    /// The deadline came in `stage`.
    pub fn cut(stage: Stage) -> Self {
        Self { state: CoverageState::Partial, cut: Some(stage) }
    }
}

/// Whether writes are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoreHealth {
    /// All is well.
    Ok,
    /// A storage error: reads go on, writes are refused.
    ReadOnly,
}

/// What may make an answer less than it should be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Health {
    /// Whether the index holds the whole store.
    pub index_ready: bool,
    /// Whether writes are taken.
    pub store: StoreHealth,
    /// What went wrong last, in one line.
    pub problem: Option<String>,
}

/// What is special about a hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    /// A candidate: nobody has confirmed it.
    Unverified,
    /// Pinned.
    Pinned,
    /// Some other memory asserts the opposite.
    Conflict,
    /// A review item is open on it.
    Pending,
    /// Replaced by a newer memory (history only).
    Superseded,
    /// Retired (history only).
    Retired,
    /// Outside the time in which it holds (history only).
    NotValidNow,
}

impl Flag {
    /// Whether what carries it no longer held in the state that it was read from.
    pub fn is_stale(self) -> bool {
        matches!(self, Self::Superseded | Self::Retired)
    }
}

/// The other side of a conflict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// Its id.
    pub id: MemoryId,
    /// Its id elsewhere.
    pub external_id: Option<String>,
    /// Its text.
    pub text: String,
}

/// Another memory of an open review item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    /// The other memory.
    pub id: MemoryId,
    /// What is asked of the pair, and why.
    pub why: String,
    /// The other memory's text.
    pub text: String,
}

/// One memory that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hit {
    /// Its id.
    pub id: MemoryId,
    /// Its id elsewhere.
    pub external_id: Option<String>,
    /// Its project; `None`: everywhere.
    pub project: Option<String>,
    /// Its kind.
    pub kind: Kind,
    /// Its text.
    pub text: String,
    /// Why it is so.
    pub rationale: Option<String>,
    /// The day it was said on, when its text speaks of a day relative to that one ("tomorrow").
    #[serde(default)]
    pub said: Option<Day>,
    /// Higher is better; comparable within one answer.
    pub score: u64,
    /// What is special about it.
    pub flags: Vec<Flag>,
    /// The other sides of its conflicts.
    pub conflicts: Vec<Side>,
    /// The other sides of its open review items.
    pub pending: Vec<Pending>,
    /// Why it stands where it stands, if that was asked.
    #[serde(default)]
    pub explanation: Option<Explanation>,
}

/// A term of the query in a hit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplainedTerm {
    /// The term as the index has it: stemmed, lower case; `actor:NAME` where the query names whose the hit is.
    pub term: String,
    /// The word of the query that it stands for, when it only means nearly the same.
    pub stands_for: Option<String>,
    /// Its share of what the hit's words weigh, per mille.
    pub share_per_mille: u32,
}

/// Why a hit stands where it stands. Score = (words + likeness) × multiplier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    /// The terms of the query that it holds, the heaviest first.
    pub terms: Vec<ExplainedTerm>,
    /// What its words add, per mille of the best that there can be.
    pub words_per_mille: u32,
    /// What its likeness adds, per mille of the best that there can be.
    pub likeness_per_mille: u32,
    /// What strength, trust and the kind that the question asks for make of both, per mille.
    pub multiplier_per_mille: u32,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecallAnswer {
    /// The store state that was searched.
    pub generation: u64,
    /// How much of it.
    pub coverage: Coverage,
    /// What may make the answer less than it should be.
    pub health: Health,
    /// Best first.
    pub hits: Vec<Hit>,
    /// How much of what was asked the first hit is about, per mille; compares between answers, as scores do not.
    #[serde(default)]
    pub relevance_per_mille: u32,
    /// Nothing relevant is known: the hits say little of what was asked. Also when there are none.
    #[serde(default)]
    pub nothing_relevant: bool,
    /// Hits that were left out since they did not fit the tokens; none is cut.
    #[serde(default)]
    pub left_out: u32,
}

/// What to know before a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BriefAnswer {
    /// The store state it was made from.
    pub generation: u64,
    /// How much of it was looked at.
    pub coverage: Coverage,
    /// What may make the answer less than it should be.
    pub health: Health,
    /// The brief itself: the same bytes for the same state, question, budget and day.
    pub text: String,
    /// 16 hexadecimal characters that name the text.
    pub hash: String,
    /// Tokens of everything but policies, never above the budget save by user facts.
    pub tokens: u32,
    /// Tokens of the policies, which are not counted.
    pub policy_tokens: u32,
    /// The budget that was used.
    pub budget: u32,
    /// The memories it holds, in order.
    pub held: Vec<MemoryId>,
    /// Memories that were left out for want of budget.
    pub left_out: u32,
}
