//! Every threshold and limit that planning and ranking use, in one value.
//!
//! A plan's id covers the policy, so that a plan made under other thresholds is another plan.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::id::hash64;

/// The hash of a policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PolicyHash(pub u64);

/// What planning may do and how much of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Policy {
    /// New review items that one pass may queue on one UTC day; the rest is deferred and reported.
    pub review_items_a_day: u32,
    /// Members of one review cluster; larger clusters are cut into several.
    pub review_members: u32,
    /// Share of core stems (per mille, of the smaller side) from which a pair is compared at all: containment. It takes in
    /// every pair whose Jaccard similarity is at least `c / (2000 - c)`, for 500 a third.
    pub candidate_containment: u16,
    /// The same for two texts of which both or neither tell of a change, and both or neither deny.
    pub alike_containment: u16,
    /// A core stem in at most so many texts of a scope nominates every pair that shares it if one of the two names it as
    /// what is no longer so: that is often all that it has in common with the older text.
    pub rare_stem: u32,
    /// A core stem in more texts of a scope than this nominates no pairs by itself.
    pub common_stem: u32,
    /// In a group that only a slot or a set of common stems holds together, each member meets so many of the next ones in
    /// order of age.
    pub group_neighbours: u32,
    /// Of two texts that repeat more often than the square of this, so many of each are compared: those that a merge keeps.
    pub class_members: u32,
    /// When the promote pass acts.
    pub promote: PromotePolicy,
    /// How fast the decay pass lets each kind fade.
    pub decay: DecayPolicy,
    /// When the prune pass acts.
    pub prune: PrunePolicy,
    /// Tool families beside those that the program knows: members by family. A name that it knows gets these members too.
    pub families: BTreeMap<String, Vec<String>>,
}

/// When evidence makes a memory active or always-on, and when it takes that back (DESIGN 8). Bounds are one-sided 95 % lower
/// bounds, per mille.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PromotePolicy {
    /// Independent contexts that must confirm a candidate, unless a person does.
    pub active_contexts: u32,
    /// Lower bound of the confirmations' share from which a candidate becomes active.
    pub active_support: u16,
    /// Times that a lesson must have been triggered or learned again before it is always-on.
    pub always_uses: u64,
    /// Confirming contexts that differ in project or domain before it is always-on.
    pub always_contexts: u32,
    /// Lower bound of the confirmations' share from which it is always-on.
    pub always_support: u16,
    /// Always-on lessons that a scope may have.
    pub always_most: u32,
    /// Projects that must have confirmed a lesson before somebody is asked whether it holds everywhere.
    pub widen_projects: u32,
    /// Independent contexts that must contradict a memory, unless a person does, before it is demoted.
    pub harm_contexts: u32,
    /// Lower bound of the contradictions' share from which a memory is demoted.
    pub harm_bound: u16,
    /// A contradicted always-on lesson whose confirmations' lower bound falls below this is on-demand again.
    pub always_floor: u16,
}

/// Days over which the odds that a memory is needed again fall to a half, by kind (QUALITY D; only 30 is measured).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DecayPolicy {
    /// Facts.
    pub fact_days: u16,
    /// Facts that a person wrote.
    pub own_fact_days: u16,
    /// Pitfalls.
    pub pitfall_days: u16,
    /// Procedures.
    pub procedure_days: u16,
    /// Decisions.
    pub decision_days: u16,
}

/// When something leaves recall, and when it leaves the store (DESIGN 8).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PrunePolicy {
    /// Days without anybody meeting a learned lesson, more than which it is stale.
    pub lesson_days: u32,
    /// A learned lesson with so many uses is never stale.
    pub lesson_uses: u64,
    /// Days without evidence, more than which a candidate is dead.
    pub candidate_days: u32,
    /// Days after its retirement on which garbage may be removed.
    pub grace_days: u32,
    /// Memories that may be removed on any UTC day.
    pub removed_a_day: u64,
    /// The share of the store, per mille, that may be removed on a UTC day where that is more.
    pub removed_share: u16,
}

impl Default for PromotePolicy {
    fn default() -> Self {
        Self {
            active_contexts: 2,
            active_support: 400,
            always_uses: 5,
            always_contexts: 3,
            always_support: 600,
            always_most: 10,
            widen_projects: 3,
            harm_contexts: 2,
            harm_bound: 400,
            always_floor: 400,
        }
    }
}

impl Default for DecayPolicy {
    fn default() -> Self {
        Self {
            fact_days: 30,
            own_fact_days: 365,
            pitfall_days: 30,
            procedure_days: 90,
            decision_days: 180,
        }
    }
}

impl Default for PrunePolicy {
    fn default() -> Self {
        Self {
            lesson_days: 90,
            lesson_uses: 5,
            candidate_days: 30,
            grace_days: 30,
            removed_a_day: 10,
            removed_share: 10,
        }
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            review_items_a_day: 200,
            review_members: 8,
            candidate_containment: 400,
            alike_containment: 550,
            rare_stem: 16,
            common_stem: 128,
            group_neighbours: 64,
            class_members: 8,
            promote: PromotePolicy::default(),
            decay: DecayPolicy::default(),
            prune: PrunePolicy::default(),
            families: BTreeMap::new(),
        }
    }
}

impl Policy {
    /// Names the policy by its content.
    pub fn hash(&self) -> PolicyHash {
        let bytes = crate::codec::to_bytes(self).expect("a policy has an encoding");
        PolicyHash(hash64(&bytes))
    }
}
