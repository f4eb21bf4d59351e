//! From what somebody wants to a change set: drafts, folds, orders, feedback, undo. Pure: no clock, no store, no randomness.
//!
//! Each function here answers with the change set that the writer then checks and commits, or with a refusal that says
//! what to do. Nothing here decides who else is writing: the writer calls it against the state that the commit will meet.

mod add;
mod authority;
mod draft;
mod feedback;
mod fold;
mod order;
mod revive;
mod undo;

pub use add::{Links, Marked, add};
pub(crate) use authority::takes_from_a_person;
pub use authority::{is_a_persons, may_redo, may_undo};
pub use draft::{Draft, actor_of, clean_source, clean_trigger, may_trigger, screen};
pub use feedback::{Met, Told, counts_for, meet, tell};
pub use fold::fold;
pub use order::{OrderGiven, order};
pub use revive::told_of_revival;
pub use undo::{holds, redo, undo};

use consolidate_shared::wire::v1::Refused;

/// Why there is no change set.
#[derive(Debug, thiserror::Error)]
pub enum WriteError<E> {
    /// The caller can mend it.
    #[error("{}", .0.message)]
    Refused(Refused),
    /// The state could not be read.
    #[error("failed to read the store: {0}")]
    Lookup(E),
}

impl<E> From<Refused> for WriteError<E> {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}
