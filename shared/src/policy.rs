//! Every threshold and limit that planning and ranking use, in one value.
//!
//! A plan's id covers the policy, so that a plan made under other thresholds is another plan.

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
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            review_items_a_day: 200,
            review_members: 8,
            candidate_containment: 500,
            alike_containment: 550,
            rare_stem: 16,
            common_stem: 128,
            group_neighbours: 64,
            class_members: 8,
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
