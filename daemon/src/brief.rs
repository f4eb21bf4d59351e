//! Brief: what to know before a task.
//!
//! Pure: rows in, one text out; the caller reads the store, leaves out what is superseded, retired or not valid, and
//! says what the budget is. The same rows in any order give the same bytes.
//!
//! Must never: trim a policy or a user's fact, let a stored text pass for a policy, a heading or a mark of ours, exceed
//! the budget by anything but a user's facts.
//!
//! Order of work: [`preselect`] (which rows to read, by facts alone) → `rank` (order within a tier) → `select` (what
//! fits) → `render` (one line a memory; of an example its steps too).

mod budget;
mod cautions;
mod hits;
mod preselect;
mod rank;
mod relative;
mod render;
mod select;

#[cfg(test)]
mod tests;

use consolidate_shared::id::{MemoryId, hash64};
use consolidate_shared::model::Kind;
pub use consolidate_shared::task_run::{HeldAs, LeftOutBy as LeftOut, Purpose};
use consolidate_shared::time::Day;

pub use budget::{LEAST_BUDGET, LEAST_CAUTION_BUDGET, MOST_BUDGET, Window, token_bound};
pub use cautions::{Cautions, cautions};
pub use hits::{hit_bound, hits_within};
pub(crate) use preselect::is_required;
pub use preselect::{Caps, preselect};
pub use rank::Boosts;
pub use relative::day_of_relative;

/// The other side of a conflict.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OtherSide {
    /// Its short id.
    pub short_id: String,
    /// Its text; the beginning is shown.
    pub text: String,
}

/// A memory as a brief takes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The memory.
    pub id: MemoryId,
    /// Its id as shown.
    pub short_id: String,
    /// Its kind.
    pub kind: Kind,
    /// What somebody wrote.
    pub text: String,
    /// Why it is so; the beginning is shown.
    pub rationale: Option<String>,
    /// The steps of a procedure; an authoring brief shows those of its examples whole.
    pub steps: Vec<String>,
    /// Trust, per mille.
    pub trust: u16,
    /// Decay weight, per mille.
    pub strength: u16,
    /// What it is tied to, as text.
    pub anchors: Vec<String>,
    /// Pinned by a person, or of tier always: first in its tier.
    pub pinned: bool,
    /// Written by the user.
    pub user: bool,
    /// Standing candidate.
    pub candidate: bool,
    /// Confirmed at least once.
    pub confirmed: bool,
    /// The build since which nobody confirmed it, when that is long ago; trust then counts × 0.8.
    pub unconfirmed_since: Option<String>,
    /// The day it was said on, when its text speaks of a day relative to that one.
    pub said: Option<Day>,
    /// Memories that assert the opposite.
    pub conflicts: Vec<OtherSide>,
}

/// What a brief is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BriefInput {
    /// What it is for.
    pub purpose: Purpose,
    /// What the asker is about to do.
    pub task: String,
    /// What the asker is about to touch.
    pub anchors: Vec<String>,
    /// Tokens that the brief may take beside its policies.
    pub budget: u32,
    /// Whether the rows are all there is to choose from; false while the index is being built.
    pub complete: bool,
    /// The memories to choose from, in any order, each once.
    pub rows: Vec<Row>,
}

/// A memory that a brief holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// The memory.
    pub id: MemoryId,
    /// Why it is there.
    pub held_as: HeldAs,
    /// Trust with its boosts, per mille; half of it for a canary, trust alone for an example, 0 for what every brief has.
    pub rank: u32,
    /// Where its lines begin in the text, in bytes.
    pub from: usize,
    /// Where they end.
    pub to: usize,
}

/// A brief with its account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brief {
    /// What the agent reads; empty when there is nothing to say.
    pub text: String,
    /// The first 64 bits of BLAKE3 over the text.
    pub hash: u64,
    /// Bound on the tokens of everything but the policies.
    pub tokens: u32,
    /// Bound on the tokens of the policies.
    pub policy_tokens: u32,
    /// The budget that was given.
    pub budget: u32,
    /// Whether `tokens` is above the budget, which only the user's own facts and the frame around them and the
    /// policies can cause.
    pub exceeds: bool,
    /// What it holds, in the order of the text.
    pub held: Vec<Held>,
    /// What it does not hold.
    pub left_out: LeftOut,
}

/// Makes the brief. Total: any rows, any budget.
pub fn brief(input: &BriefInput) -> Brief {
    let ranked = rank::rank(input, &Boosts::DEFAULT);
    let chosen = select::select(&ranked, input);
    let tokens = budget::tokens(chosen.sixths);
    Brief {
        hash: hash64(chosen.text.as_bytes()),
        text: chosen.text,
        tokens,
        policy_tokens: budget::tokens(chosen.policy_sixths),
        budget: input.budget,
        exceeds: tokens > input.budget,
        held: chosen.held,
        left_out: chosen.left_out,
    }
}
