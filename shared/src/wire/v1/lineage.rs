//! Where a memory comes from: its entries in the journal, its chain of supersession, and drawings of both.

use serde::{Deserialize, Serialize};

use super::read::Where;
use super::request::Caller;
use crate::id::{MemoryId, PlanId, RunId};
use crate::model::Kind;
use crate::plan::PassKind;
use crate::time::Timestamp;

/// The journal, newest first, narrowed down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogRequest {
    /// Who asks.
    pub caller: Caller,
    /// Rows.
    pub limit: u32,
    /// Only entries before this generation.
    #[serde(default)]
    pub before: Option<u64>,
    /// Only entries of this pass.
    #[serde(default)]
    pub pass: Option<PassKind>,
    /// Only entries that tell something of this memory: an id, a unique beginning of one, or an external id.
    #[serde(default)]
    pub memory: Option<String>,
}

/// Every journal entry that tells something of a memory, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryRequest {
    /// Who asks.
    pub caller: Caller,
    /// The memory: an id, a unique beginning of one, or an external id.
    pub memory: String,
    /// Only entries after this generation.
    #[serde(default)]
    pub after: Option<u64>,
    /// Entries of the page.
    pub limit: u32,
}

/// What an entry did to one memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryChange {
    /// The memory: the one that was asked for, one that was joined to it, or one that was for a while.
    pub memory: MemoryId,
    /// What it amounts to: `add`, `retire`, `link` ...
    pub names: Vec<String>,
    /// `field: value` lines that went.
    pub before: Vec<String>,
    /// `field: value` lines that came.
    pub after: Vec<String>,
    /// Why.
    pub why: Vec<String>,
}

/// A journal entry, as far as it tells something of the memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryEntry {
    /// Its generation.
    pub generation: u64,
    /// `write`, `import`, `pass merge`, `undo 12` ...
    pub kind: String,
    /// Who caused it.
    pub actor: String,
    /// When.
    pub at: Timestamp,
    /// The run it belongs to.
    pub run: Option<RunId>,
    /// The plan it commits.
    pub plan: Option<PlanId>,
    /// The entry that undid it, if one did.
    pub undone_by: Option<u64>,
    /// What it did.
    pub changes: Vec<HistoryChange>,
    /// Further changes that are not listed.
    pub more: u64,
}

/// The history of a memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryAnswer {
    /// The store state it was read from.
    pub generation: u64,
    /// What was asked for.
    pub asked: String,
    /// The memory: where that was merged into another, the survivor.
    pub memory: MemoryId,
    /// From what was asked for to the survivor, when it was merged: each into the next.
    pub merged: Vec<MemoryId>,
    /// The ids whose entries are told: the memory's own, and of all that was joined to it.
    pub ids: Vec<MemoryId>,
    /// Its text, the beginning of a long one; empty when it has left the store.
    pub text: String,
    /// Its standing; `removed` when it has left the store.
    pub standing: String,
    /// The entries, oldest first.
    pub entries: Vec<HistoryEntry>,
    /// Where the next page begins; `None`: this was the last.
    pub next: Option<u64>,
    /// Whether more was joined to it than was followed.
    pub cut: bool,
}

/// A page of the chain of supersession that a memory is in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhyRequest {
    /// Who asks.
    pub caller: Caller,
    /// Any memory of the chain: an id, a unique beginning of one, or an external id.
    pub memory: String,
    /// The first step of the page, from 0.
    #[serde(default)]
    pub from: u64,
}

/// Why a memory replaced the one before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhyLink {
    /// In words: a rule's finding, or that somebody linked the two.
    pub why: String,
    /// The rule, when one decided.
    pub rule: Option<String>,
    /// Share of core words in common, per mille of the smaller side, when a rule decided.
    pub overlap: Option<u16>,
    /// The memory that the rule looked at: another than the one before when links moved with a merge.
    pub with: Option<MemoryId>,
    /// The journal entry that made the link.
    pub entry: Option<u64>,
    /// What that entry is.
    pub kind: Option<String>,
    /// Who caused it.
    pub by: Option<String>,
    /// When.
    pub at: Option<Timestamp>,
}

/// A link that leaves the chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhyBranch {
    /// The memory at its other end.
    pub id: MemoryId,
    /// The beginning of its text; empty when it is not in the store.
    pub text: String,
    /// Its standing; `missing` when it is not in the store.
    pub standing: String,
    /// Its instant.
    pub at: Option<Timestamp>,
    /// Memories of the longest way on from there, itself included.
    pub length: u64,
}

/// One memory of a chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhyStep {
    /// Its place in the chain, from 0.
    pub place: u64,
    /// Its id.
    pub id: MemoryId,
    /// A beginning of the id that is unique now.
    pub short_id: String,
    /// Its id elsewhere.
    pub external_id: Option<String>,
    /// Its kind.
    pub kind: Kind,
    /// Its project; `None`: everywhere.
    pub project: Option<String>,
    /// From when it holds.
    pub at: Timestamp,
    /// Its text, the beginning of a long one.
    pub text: String,
    /// The rationale that was recorded with it, the beginning of a long one.
    pub rationale: Option<String>,
    /// `candidate`, `active`, `retired`, `quarantined`.
    pub standing: String,
    /// Why it is retired or quarantined.
    pub standing_reason: Option<String>,
    /// Whether it is the one that was asked for.
    pub asked: bool,
    /// Why it replaced the step before; `None` at the first.
    pub link: Option<WhyLink>,
    /// What else it replaced.
    pub also_replaced: Vec<WhyBranch>,
    /// What else replaced it.
    pub also_replaced_by: Vec<WhyBranch>,
    /// Branches that are not listed.
    pub more_branches: u64,
}

/// A page of a chain of supersession, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhyAnswer {
    /// The store state it was read from.
    pub generation: u64,
    /// What was asked for.
    pub asked: String,
    /// The memory: where that was merged into another, the survivor.
    pub memory: MemoryId,
    /// From what was asked for to the survivor, when it was merged: each into the next.
    pub merged: Vec<MemoryId>,
    /// Memories of the chain.
    pub total: u64,
    /// The page.
    pub steps: Vec<WhyStep>,
    /// Where the next page begins; `None`: this was the last.
    pub next: Option<u64>,
    /// Whether the links lead to more memories than were followed.
    pub cut: bool,
    /// Whether links lead back to where they came from: the store is damaged.
    pub tangled: bool,
}

/// How a drawing is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GraphFormat {
    /// Graphviz.
    Dot,
    /// Mermaid.
    Mermaid,
}

/// What is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GraphScope {
    /// A memory and what is related to it, over at most `depth` relations.
    Around {
        /// An id, a unique beginning of one, or an external id.
        memory: String,
        /// Relations from it.
        depth: u32,
    },
    /// Every relation of a place.
    Place(Where),
}

/// Draw relations of supersession, conflict and merge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphRequest {
    /// Who asks.
    pub caller: Caller,
    /// What is drawn.
    pub scope: GraphScope,
    /// How.
    pub format: GraphFormat,
    /// Memories that are drawn at most.
    pub limit: u32,
}

/// A drawing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphAnswer {
    /// The store state it was read from.
    pub generation: u64,
    /// How it is written.
    pub format: GraphFormat,
    /// The drawing.
    pub text: String,
    /// Memories in it.
    pub memories: u64,
    /// Relations in it.
    pub relations: u64,
    /// What was left out and why; `None`: nothing.
    pub cut: Option<String>,
}
