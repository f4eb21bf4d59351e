//! Cautions: pitfalls that surface by themselves, after a failure or where work moves to another place.

use serde::{Deserialize, Serialize};

use super::read::{Coverage, Flag, Health, Pending, Side, Where};
use super::request::Caller;
use crate::id::MemoryId;
use crate::model::Anchor;
use crate::time::Day;

/// A failure: what was run, what it said, what it was about. At least one of these.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CautionsRequest {
    /// Who asks.
    pub caller: Caller,
    /// Where it works.
    pub place: Where,
    /// The command line that failed.
    #[serde(default)]
    pub command: Option<String>,
    /// What it said.
    #[serde(default)]
    pub error: Option<String>,
    /// What it was about.
    #[serde(default)]
    pub anchors: Vec<Anchor>,
    /// At most so many cautions.
    pub k: u32,
    /// Tokens that they may take; `None`: derived from the window.
    #[serde(default)]
    pub tokens: Option<u32>,
    /// Tokens of the asking model's window.
    #[serde(default)]
    pub window: Option<u32>,
    /// Microseconds from the request's arrival to the answer.
    pub budget_us: u32,
}

/// Work moves to another place. At least one of domain and page; another project is another `place`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OnContextRequest {
    /// Who asks.
    pub caller: Caller,
    /// Where it works.
    pub place: Where,
    /// The site or field of work; `None`: the page's.
    #[serde(default)]
    pub domain: Option<String>,
    /// The page, by its address.
    #[serde(default)]
    pub page: Option<String>,
    /// At most so many cautions.
    pub k: u32,
    /// Tokens that they may take; `None`: derived from the window.
    #[serde(default)]
    pub tokens: Option<u32>,
    /// Tokens of the asking model's window.
    #[serde(default)]
    pub window: Option<u32>,
    /// Microseconds from the request's arrival to the answer.
    pub budget_us: u32,
}

/// By what a pitfall was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// Its trigger's error pattern is in what the failure said.
    Error,
    /// Its trigger's command is what was run.
    Command,
    /// Its trigger's domain is where work is.
    Domain,
    /// Something it is tied to is what it was about.
    Anchor,
}

/// A pitfall that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caution {
    /// Its id.
    pub id: MemoryId,
    /// Its id elsewhere.
    pub external_id: Option<String>,
    /// Its project; `None`: everywhere.
    pub project: Option<String>,
    /// Its text.
    pub text: String,
    /// Why it is so.
    pub rationale: Option<String>,
    /// The day it was said on, when its text speaks of a day relative to that one.
    pub said: Option<Day>,
    /// By what it was found.
    pub matched: Vec<Way>,
    /// How exactly; comparable within one answer only.
    pub exactness: u32,
    /// Trust, per mille.
    pub trust: u16,
    /// What is special about it.
    pub flags: Vec<Flag>,
    /// The other sides of its conflicts.
    pub conflicts: Vec<Side>,
    /// The other sides of its open review items.
    pub pending: Vec<Pending>,
}

/// The pitfalls that were found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CautionsAnswer {
    /// The store state they are from.
    pub generation: u64,
    /// How much of it was looked at.
    pub coverage: Coverage,
    /// What may make the answer less than it should be.
    pub health: Health,
    /// What an agent reads: the same bytes for the same state and question; empty where there is nothing to say.
    pub text: String,
    /// Tokens of the text, never above the budget.
    pub tokens: u32,
    /// The budget that was used.
    pub budget: u32,
    /// The pitfalls of the text, best first.
    pub cautions: Vec<Caution>,
    /// Pitfalls that fit the question and were left out for want of budget, or beyond the number asked for.
    pub left_out: u32,
}
