//! What is remembered of task runs: the briefs that they were given, word for word, and what they told of memories.
//!
//! No part of the memory, like the notes of [`crate::health`]: not journalled, not exported, moves no generation.

use serde::{Deserialize, Serialize};

use crate::id::{MemoryId, hash64};
use crate::model::{Kind, Signal, kind_words};
use crate::time::Timestamp;

/// What names a task run: its id, among those of its project.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskRunKey {
    /// The project that the briefs are about; `None`: what belongs to none.
    pub project: Option<String>,
    /// The id that whoever runs it gave it.
    pub run: String,
}

/// What a brief is for.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Doing a task.
    #[default]
    Task,
    /// Writing a test or a procedure: procedures are shown with their steps, as examples.
    Authoring,
}

kind_words!(Purpose { Task = "task", Authoring = "authoring" });

/// Why a memory is in a brief.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HeldAs {
    /// Every policy is.
    Policy,
    /// Every fact that the user wrote is.
    UserFact,
    /// A pitfall.
    Caution,
    /// A fact, decision or procedure.
    Learned,
    /// A candidate, shown to collect evidence.
    Canary,
    /// A procedure, of an authoring brief.
    Procedure,
    /// A procedure with its steps, of an authoring brief.
    Example,
}

kind_words!(HeldAs {
    Policy = "policy",
    UserFact = "user_fact",
    Caution = "caution",
    Learned = "learned",
    Canary = "canary",
    Procedure = "procedure",
    Example = "example",
});

/// A memory that a brief held, as it was then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldMemory {
    /// The memory.
    pub id: MemoryId,
    /// Its kind.
    pub kind: Kind,
    /// Why it was there.
    pub held_as: HeldAs,
    /// Trust with the boosts of the task, per mille; 0 for what is in every brief.
    pub rank: u32,
    /// [`hash64`] of its text.
    pub text_hash: u64,
    /// Whether it was a candidate.
    pub candidate: bool,
    /// Whether another memory that was served asserted the opposite.
    pub in_conflict: bool,
    /// Where its lines begin in the brief's text, in bytes.
    pub from: u32,
    /// Where they end.
    pub to: u32,
}

/// Memories that were not taken, by the first rule that kept them out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LeftOutBy {
    /// The line did not fit the budget.
    pub budget: u32,
    /// Two memories with one of its anchors were there already.
    pub anchor: u32,
    /// A candidate that is unconfirmed, a policy, a third one, or beyond a fifth of the brief.
    pub candidate: u32,
    /// Its section of an authoring brief had a third of the budget.
    pub section: u32,
}

impl LeftOutBy {
    /// All of them.
    pub fn total(&self) -> u32 {
        [self.budget, self.anchor, self.candidate, self.section]
            .into_iter()
            .fold(0, u32::saturating_add)
    }
}

/// A brief as a step of a task run was given it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrozenBrief {
    /// When.
    pub at: Timestamp,
    /// The store state that it was made from.
    pub generation: u64,
    /// Who asked: `user`, `agent:NAME`.
    pub who: String,
    /// From which session.
    pub session: Option<String>,
    /// What for.
    pub purpose: Purpose,
    /// What was about to be done; the beginning of a long one, without secrets.
    pub task: String,
    /// What was about to be touched.
    pub anchors: Vec<String>,
    /// Tokens that were asked for.
    pub asked_tokens: Option<u32>,
    /// The window that was named.
    pub window: Option<u32>,
    /// Names what was asked: see [`question`].
    pub question: u64,
    /// Whether all was looked at.
    pub complete: bool,
    /// The budget.
    pub budget: u32,
    /// Tokens of everything but the policies.
    pub tokens: u32,
    /// Tokens of the policies.
    pub policy_tokens: u32,
    /// Names the text.
    pub hash: u64,
    /// The memories, in the order of the text.
    pub held: Vec<HeldMemory>,
    /// What it left out.
    pub left_out: LeftOutBy,
    /// The text as it was served.
    pub text: String,
}

impl FrozenBrief {
    /// What one of its memories looked like.
    pub fn lines_of(&self, held: &HeldMemory) -> &str {
        self.text.get(held.from as usize..held.to as usize).unwrap_or_default()
    }
}

/// What is known of a task run without reading its briefs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaskRunHead {
    /// When it was given its first brief.
    pub first: Timestamp,
    /// When it was given its latest.
    pub last: Timestamp,
    /// Its place among the runs, by their latest briefs.
    pub place: u64,
    /// Briefs that are kept of it.
    pub briefs: u32,
    /// Bytes that they take.
    pub bytes: u64,
    /// Memories of which it told something, a signal each.
    pub told: u32,
}

/// What a task run told of a memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ToldOf {
    /// The memory.
    pub memory: MemoryId,
    /// What it told.
    pub signal: Signal,
    /// When it last did.
    pub at: Timestamp,
}

/// Names what a brief was asked for: the same for the same task, anchors, size and purpose.
pub fn question(
    task: &str,
    anchors: &[String],
    tokens: Option<u32>,
    window: Option<u32>,
    purpose: Purpose,
) -> u64 {
    let sizes = [tokens, window].map(|size| size.map_or(u64::MAX, u64::from).to_be_bytes());
    let mut bytes = [sizes.as_flattened(), &[purpose as u8]].concat();
    // The length before each, so that no two questions run together.
    for part in anchors.iter().map(String::as_str).chain([task]) {
        bytes.extend_from_slice(&(part.len() as u64).to_be_bytes());
        bytes.extend_from_slice(part.as_bytes());
    }
    hash64(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_named_by_all_that_is_asked() {
        let anchors = |all: &[&str]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
        let all = [
            question("a", &[], None, None, Purpose::Task),
            question("a", &[], None, None, Purpose::Authoring),
            question("a", &[], Some(9), None, Purpose::Task),
            question("a", &[], None, Some(9), Purpose::Task),
            question("b", &[], None, None, Purpose::Task),
            question("a", &anchors(&["b"]), None, None, Purpose::Task),
            question("ab", &anchors(&[""]), None, None, Purpose::Task),
        ];
        let distinct: std::collections::BTreeSet<_> = all.into_iter().collect();
        assert_eq!(distinct.len(), all.len());
        assert_eq!(all[0], question("a", &[], None, None, Purpose::Task));
    }
}
