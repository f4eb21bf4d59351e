//! Memories as clients see them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::read::{Flag, Pending};
use crate::id::MemoryId;
use crate::model::{Anchor, Kind, Trigger};
use crate::time::{Day, Timestamp};

/// Where an assertion was said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceView {
    /// When.
    pub at: Timestamp,
    /// By which agent.
    pub agent: Option<String>,
    /// In which session.
    pub session: Option<String>,
    /// Where to look it up.
    pub locator: Option<String>,
}

/// Another wording of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordingView {
    /// The id under which it was recorded.
    pub of: MemoryId,
    /// What was written.
    pub text: String,
    /// Its rationale.
    pub rationale: Option<String>,
}

/// A memory as clients see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryView {
    /// Its id.
    pub id: MemoryId,
    /// A beginning of the id that is unique now.
    pub short_id: String,
    /// Its id elsewhere.
    pub external_id: Option<String>,
    /// Its kind.
    pub kind: Kind,
    /// Its text.
    pub text: String,
    /// Why it is so.
    pub rationale: Option<String>,
    /// Its project; `None`: everywhere.
    pub project: Option<String>,
    /// Conditions under which it holds.
    pub facets: BTreeMap<String, String>,
    /// The question it answers.
    pub slot: Option<String>,
    /// What it is tied to.
    pub anchors: Vec<Anchor>,
    /// Its steps.
    pub steps: Vec<String>,
    /// `user`, `agent`, `capable agent`, `seed`, `import`.
    pub origin: String,
    /// `candidate`, `active`, `retired`, `quarantined`.
    pub standing: String,
    /// Why it is retired or quarantined.
    pub standing_reason: Option<String>,
    /// `always` or `on-demand`.
    pub tier: String,
    /// From when it holds.
    pub valid_from: Option<Timestamp>,
    /// Until when it holds.
    pub valid_until: Option<Timestamp>,
    /// When it was written.
    pub created_at: Timestamp,
    /// What it replaces.
    pub supersedes: Vec<MemoryId>,
    /// What replaces it.
    pub superseded_by: Vec<MemoryId>,
    /// What asserts the opposite.
    pub conflicts_with: Vec<MemoryId>,
    /// Where it was said.
    pub sources: Vec<SourceView>,
    /// Its other wordings.
    pub wordings: Vec<WordingView>,
    /// Per mille.
    pub trust: u16,
    /// Per mille.
    pub strength: u16,
    /// Whether it is pinned.
    pub pinned: bool,
    /// What speaks for and against it, and how often it was used.
    pub evidence: EvidenceView,
    /// When it surfaces by itself.
    #[serde(default)]
    pub trigger: Option<Trigger>,
    /// What is worth knowing of it now, as a hit has it. Of one that is read or listed.
    #[serde(default)]
    pub flags: Vec<Flag>,
    /// The other members of open questions about it. Of one that is read or listed.
    #[serde(default)]
    pub pending: Vec<Pending>,
}

/// Evidence and use of a memory.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct EvidenceView {
    /// Weight of the confirmations, in tenths.
    pub confirmed: u32,
    /// Independent contexts that are known to have confirmed it.
    pub confirming: u32,
    /// Weight of the contradictions, in tenths.
    pub contradicted: u32,
    /// Independent contexts that are known to have contradicted it.
    pub contradicting: u32,
    /// Lower bound of the confirmations' share, per mille.
    pub support: u16,
    /// The day of the last confirmation.
    pub last_confirmed: Option<Day>,
    /// The build of the last confirmation.
    pub build: Option<String>,
    /// Times it surfaced by its trigger.
    pub triggered: u32,
    /// Times an agent read it by its id.
    pub opened: u32,
    /// Times it was said to be used.
    pub used: u32,
    /// The day of the last use.
    pub last_used: Option<Day>,
}

/// A page of memories.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListPage {
    /// The store state it was read from.
    pub generation: u64,
    /// Newest first.
    pub memories: Vec<MemoryView>,
    /// Where the next page begins; `None`: this was the last.
    pub next: Option<MemoryId>,
}
