//! The memory itself.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{Anchor, Evidence, Kind, Origin, Scope, Source, Standing, Tier, Usage, Wording};
use crate::id::MemoryId;
use crate::time::{Day, Timestamp};

/// The largest strength (per mille).
pub const FULL_STRENGTH: u16 = 1000;
/// Strength of a memory that was just born (per mille): what the decay pass computes for one without evidence on its first day.
pub const BIRTH_STRENGTH: u16 = 500;

/// When a pitfall should surface by itself. Of several parts, each that can be told must fit.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Trigger {
    /// A command that failed: its program, sub-commands and whatever else is written.
    #[serde(default)]
    pub command: Option<String>,
    /// Text that an error shows, taken literally.
    #[serde(default)]
    pub error_pattern: Option<String>,
    /// The site or field of work that was entered.
    #[serde(default)]
    pub domain: Option<String>,
}

impl Trigger {
    /// Its parts with their names, in the order in which they are shown.
    pub fn parts(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let Self { command, error_pattern, domain } = self;
        [("command", command), ("error", error_pattern), ("domain", domain)]
            .into_iter()
            .filter_map(|(name, part)| Some((name, part.as_deref()?)))
    }

    /// It, if it has any part.
    pub fn some(self) -> Option<Self> {
        (self != Self::default()).then_some(self)
    }
}

/// One step of a procedure.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Step {
    /// What to do.
    pub action: String,
}

/// One typed assertion with its provenance: the unit of everything.
///
/// Links are reciprocal, acyclic and never dangle. Trust is not stored: see [`Memory::trust`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// Its own id.
    pub id: MemoryId,
    /// The id it had elsewhere, unique in its project.
    pub external_id: Option<String>,
    /// What sort of assertion it is.
    pub kind: Kind,
    /// What somebody wrote (NFC, LF line ends, secrets redacted); never rewritten.
    pub text: String,
    /// Why it is so.
    pub rationale: Option<String>,
    /// Where it holds.
    pub scope: Scope,
    /// The single-valued question that it answers, e.g. `package-manager`.
    pub slot: Option<String>,
    /// What it is tied to.
    pub anchors: BTreeSet<Anchor>,
    /// When it surfaces by itself.
    pub trigger: Option<Trigger>,
    /// Its steps, if it is a procedure that has them apart from its text.
    pub steps: Vec<Step>,
    /// Where it comes from.
    pub origin: Origin,
    /// Whether it is served.
    pub standing: Standing,
    /// In which briefs it is.
    pub tier: Tier,
    /// From when it holds; `None`: since it was created.
    pub valid_from: Option<Timestamp>,
    /// Until when it holds (exclusive).
    pub valid_until: Option<Timestamp>,
    /// When it was written.
    pub created_at: Timestamp,
    /// The memories it replaces.
    pub supersedes: BTreeSet<MemoryId>,
    /// The memories that replace it.
    pub superseded_by: BTreeSet<MemoryId>,
    /// The memories that assert the opposite.
    pub conflicts_with: BTreeSet<MemoryId>,
    /// Where it was said; an active memory has at least one.
    pub sources: BTreeSet<Source>,
    /// Other wordings of it, searched as metadata.
    pub wordings: BTreeSet<Wording>,
    /// What speaks for and against it.
    pub evidence: Evidence,
    /// How often it was used.
    pub usage: Usage,
    /// Decay weight in per mille.
    pub strength: u16,
    /// Never decays, retires or is trimmed by a pass.
    pub pinned: bool,
}

impl Memory {
    /// A memory as it is born: active, its kind's tier, without links, evidence or use; `source` says where it was said.
    pub fn newborn(id: MemoryId, kind: Kind, text: String, origin: Origin, source: Source) -> Self {
        Self {
            id,
            external_id: None,
            kind,
            text,
            rationale: None,
            scope: Scope::default(),
            slot: None,
            anchors: BTreeSet::new(),
            trigger: None,
            steps: Vec::new(),
            origin,
            standing: Standing::Active,
            tier: kind.birth_tier(),
            valid_from: None,
            valid_until: None,
            created_at: source.at,
            supersedes: BTreeSet::new(),
            superseded_by: BTreeSet::new(),
            conflicts_with: BTreeSet::new(),
            sources: BTreeSet::from([source]),
            wordings: BTreeSet::new(),
            evidence: Evidence::default(),
            usage: Usage::default(),
            strength: BIRTH_STRENGTH,
            pinned: false,
        }
    }

    /// How far evidence supports it, in per mille.
    pub fn trust(&self) -> u16 {
        self.evidence.trust(self.origin)
    }

    /// The instant that orders it among others: from when it holds, else when it was written.
    pub fn instant(&self) -> Timestamp {
        self.valid_from.unwrap_or(self.created_at)
    }

    /// The last UTC day on which anybody had to do with it: wrote, confirmed, contradicted or used it. Decay and prune count from
    /// it.
    pub fn last_referenced(&self) -> Day {
        let born = self.created_at.max(self.instant()).day();
        let seen = self.evidence.last_day().max(self.usage.last_used);
        seen.map_or(born, |seen| seen.max(born))
    }

    /// How often it was used or learned again: uses of every sort, and every source after the first.
    pub fn uses(&self) -> u64 {
        self.usage.total() + self.learned_again()
    }

    /// How often it was said again: every source after the first.
    pub fn learned_again(&self) -> u64 {
        (self.sources.len() as u64).saturating_sub(1)
    }

    /// Whether `other` lives on in it: its words as text or wording, its wordings and its sources.
    pub fn keeps(&self, other: &Self) -> bool {
        let told = (&self.text, &self.rationale) == (&other.text, &other.rationale)
            || self.wordings.iter().any(|it| it.of == other.id && it.text == other.text);
        told && self.sources.is_superset(&other.sources)
            && self.wordings.is_superset(&other.wordings)
    }

    /// Whether it is a lesson that an agent learned: an agent's pitfall.
    pub fn is_learned_lesson(&self) -> bool {
        self.kind == Kind::Pitfall && matches!(self.origin, Origin::Agent { .. })
    }

    /// Whether `at` is within `[valid_from, valid_until)`.
    pub fn is_valid_at(&self, at: Timestamp) -> bool {
        self.valid_from.is_none_or(|from| from <= at)
            && self.valid_until.is_none_or(|until| at < until)
    }

    /// Whether its instant lies ahead, seen from `day`: a clock somewhere else may be a day further on, and no more.
    pub fn is_ahead_of(&self, day: Day) -> bool {
        self.instant().day() > day.next()
    }

    /// Whether passes may not retire, remove, demote or decay it: pinned, or a policy.
    pub fn is_protected(&self) -> bool {
        self.pinned || self.kind == Kind::Policy
    }
}
