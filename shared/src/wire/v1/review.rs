//! The review queue: what is asked, how it is answered.

use serde::{Deserialize, Serialize};

use super::read::Where;
use super::request::Caller;
use crate::id::{MemoryId, ReviewId};
use crate::model::Kind;
use crate::plan::PassKind;
use crate::time::{Day, Timestamp};

/// A page of open review items, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewsRequest {
    /// Where to look.
    pub place: Where,
    /// Only what this pass asks.
    #[serde(default)]
    pub pass: Option<PassKind>,
    /// At most so many.
    pub limit: u32,
    /// How many to leave out, the oldest first.
    #[serde(default)]
    pub offset: u32,
    /// What was put off instead of what is open, the first to come back first.
    #[serde(default)]
    pub snoozed: bool,
}

/// What is answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerKind {
    /// Yes: do what the pass would have done.
    Accept,
    /// No: leave them as they are, and do not ask this again.
    Reject,
    /// They have nothing to do with each other, whichever pass asks.
    Distinct,
    /// One of them replaces the others.
    Supersede {
        /// The one that stays: an id, a unique beginning of one, or an external id.
        winner: String,
    },
    /// Ask again after so many days.
    SnoozeDays {
        /// From today, 1 or more.
        days: u32,
    },
    /// Ask again from that day on.
    SnoozeUntil {
        /// The first day on which to ask again.
        until: Day,
    },
}

/// An answer to one review item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerRequest {
    /// Who answers.
    pub caller: Caller,
    /// The item: its id or a unique beginning of it; empty: none asks, and `distinct` tells the two memories in `only` apart.
    pub item: String,
    /// What is answered.
    pub answer: AnswerKind,
    /// The members that it is about, as ids, unique beginnings or external ids; empty: all.
    #[serde(default)]
    pub only: Vec<String>,
    /// Why, in the caller's words.
    #[serde(default)]
    pub note: Option<String>,
}

/// What became of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It was carried out.
    Done,
    /// It is kept beside the item until a person answers.
    Suggested,
    /// There was nothing left to answer; the item was closed.
    Moot,
}

/// An answer that was taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// The item.
    pub item: ReviewId,
    /// What became of the answer.
    pub outcome: Outcome,
    /// The store state after it.
    pub generation: u64,
    /// The journal entry that it made; `None`: there was nothing to do.
    pub entry: Option<u64>,
    /// The item that is still open about the members that were not answered.
    pub rest: Option<ReviewId>,
    /// Other items that were closed, because a member of theirs was retired.
    pub closed: Vec<ReviewId>,
    /// One line a person can read.
    pub summary: String,
}

/// A member of a review item, with as much of it as an answer needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewMember {
    /// Its id.
    pub id: MemoryId,
    /// A beginning of the id that is unique now.
    pub short_id: String,
    /// Its id elsewhere.
    pub external_id: Option<String>,
    /// Its kind.
    pub kind: Kind,
    /// Its text, or the beginning of it.
    pub text: String,
    /// Why it is so, or the beginning of that.
    pub rationale: Option<String>,
    /// Whether `text` or `rationale` was cut; `read` gives all.
    pub cut: bool,
    /// Its project; `None`: everywhere.
    pub project: Option<String>,
    /// `user`, `agent`, `capable agent`, `seed`, `import`.
    pub origin: String,
    /// The agent that said it last.
    pub agent: Option<String>,
    /// The instant that orders it among others.
    pub at: Timestamp,
    /// `candidate`, `active`, `retired`, `quarantined`.
    pub standing: String,
    /// Per mille.
    pub trust: u16,
    /// Whether it is pinned.
    pub pinned: bool,
}

/// What an agent would answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuggestionView {
    /// Who.
    pub by: String,
    /// When.
    pub at: Timestamp,
    /// The answer in words.
    pub answer: String,
    /// The members that it is about; empty: all.
    pub only: Vec<MemoryId>,
    /// Why.
    pub note: Option<String>,
}

/// An open review item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewView {
    /// Its id.
    pub id: ReviewId,
    /// The pass that asks.
    pub pass: PassKind,
    /// What is asked.
    pub question: String,
    /// What the rule found.
    pub why: String,
    /// Why no pass decides it by itself.
    #[serde(default)]
    pub doubt: String,
    /// The rule that found it.
    pub rule: String,
    /// Share of core words that the members have in common, per mille.
    pub overlap: u16,
    /// The day it was queued.
    pub queued: Day,
    /// The first day on which it is asked again, where somebody put it off.
    #[serde(default)]
    pub snoozed_until: Option<Day>,
    /// The answers that are possible, by the words that they are given with.
    pub answers: Vec<String>,
    /// The memory that stays when the answer is `accept`; `None`: all stay.
    pub keeps: Option<MemoryId>,
    /// The memories, older first.
    pub members: Vec<ReviewMember>,
    /// What agents would answer.
    pub suggestions: Vec<SuggestionView>,
    /// Why there is nothing left to answer, if so; any answer closes the item.
    pub moot: Option<String>,
    /// Both sides as a diff; only where one item was asked for.
    pub diff: Option<String>,
}

/// A page of review items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewPage {
    /// The store state it was read from.
    pub generation: u64,
    /// Oldest first.
    pub items: Vec<ReviewView>,
    /// How many there are in all, on every page.
    pub total: u64,
    /// The offset of the next page; `None`: this was the last.
    pub next: Option<u32>,
    /// How many are put off, of the same place and pass.
    #[serde(default)]
    pub snoozed: u64,
    /// The day on which the first of these is asked again.
    #[serde(default)]
    pub snoozed_until: Option<Day>,
}
