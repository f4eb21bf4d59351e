//! What a change set may not do, each with its subject.

use consolidate_shared::change::{ChangeName, Moved};
use consolidate_shared::id::{MemoryId, ReviewId};
use consolidate_shared::model::Name;
use consolidate_shared::plan::PassKind;
use thiserror::Error;

/// One rule that a change set would break; the message is a sentence about its subject.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Violation {
    /// A value before is not the value that is there, so that nothing else can be said.
    #[error("{moved} has another value than the change set expects")]
    Stale {
        /// What moved.
        moved: Moved,
    },
    /// A memory would leave the store otherwise than by an undo.
    #[error("{memory} would leave the store")]
    Removed {
        /// The memory.
        memory: MemoryId,
    },
    /// A name would cease to resolve otherwise than by an undo.
    #[error("the name {name} would no longer resolve")]
    NameLost {
        /// The name.
        name: Name,
    },
    /// A source would be lost otherwise than by an undo.
    #[error("{memory} would lose a source")]
    SourceLost {
        /// The memory.
        memory: MemoryId,
    },
    /// A wording would be lost otherwise than by an undo.
    #[error("{memory} would lose a wording")]
    WordingLost {
        /// The memory.
        memory: MemoryId,
    },
    /// Text, rationale or kind would change.
    #[error("what was written in {memory} would change")]
    Rewritten {
        /// The memory.
        memory: MemoryId,
    },
    /// An active memory would have no source.
    #[error("{memory} would be active without a source")]
    NoSource {
        /// The memory.
        memory: MemoryId,
    },
    /// A link or mark would lead to a memory that is not there.
    #[error("{memory} would name {other} in {field}, which is not in the store")]
    Dangling {
        /// The memory that holds the link.
        memory: MemoryId,
        /// The field.
        field: &'static str,
        /// What is not there.
        other: MemoryId,
    },
    /// A link or mark would stand on one side only.
    #[error("{memory} would name {other} in {field}, but not the other way round")]
    OneSided {
        /// The memory that holds the link.
        memory: MemoryId,
        /// The field.
        field: &'static str,
        /// The other side.
        other: MemoryId,
    },
    /// A memory would replace itself, through others or directly.
    #[error("{memory} would come to replace itself")]
    Cycle {
        /// A memory of the cycle.
        memory: MemoryId,
    },
    /// More links than a walk may follow.
    #[error("the replacements around {memory} are too many to follow")]
    Endless {
        /// Where the walk began.
        memory: MemoryId,
    },
    /// A pass would retire, remove, demote or decay a pinned memory or a policy.
    #[error("the {pass} pass would {name} {memory}, which is pinned or a policy")]
    Protected {
        /// The pass.
        pass: PassKind,
        /// What it would do.
        name: ChangeName,
        /// The memory.
        memory: MemoryId,
    },
    /// A pass would make a change that it may not make.
    #[error("the {pass} pass may not {name}")]
    NotAllowed {
        /// The pass.
        pass: PassKind,
        /// The change.
        name: ChangeName,
    },
    /// A pass would edit a field that is not its business.
    #[error("the {pass} pass may not edit {field}")]
    NotAllowedField {
        /// The pass.
        pass: PassKind,
        /// The field.
        field: &'static str,
    },
    /// A memory would be removed while others are linked to it.
    #[error("{memory} would leave the store while it is linked")]
    StillLinked {
        /// The memory.
        memory: MemoryId,
    },
    /// A memory would be removed that is neither a merged duplicate nor taken back nor malformed.
    #[error("{memory} would leave the store and is no garbage")]
    NotGarbage {
        /// The memory.
        memory: MemoryId,
    },
    /// An entry of evidence would change more than evidence and use, or revive what is not stale.
    #[error("evidence may not {name} {memory}")]
    NotEvidence {
        /// What it would do.
        name: ChangeName,
        /// The memory.
        memory: MemoryId,
    },
    /// A pass would join memories of two projects.
    #[error("the {pass} pass would join {memory} and {other}, which belong to different projects")]
    TwoProjects {
        /// The pass.
        pass: PassKind,
        /// One memory.
        memory: MemoryId,
        /// The other.
        other: MemoryId,
    },
    /// An answer to a review item would do what no answer means.
    #[error("an answer may not {name}")]
    NoAnswer {
        /// The change.
        name: ChangeName,
    },
    /// A merge would retire a memory of which its survivor did not keep everything.
    #[error("{survivor} would not keep the text and sources of {memory}, which is merged into it")]
    NotKept {
        /// The retired memory.
        memory: MemoryId,
        /// Its survivor.
        survivor: MemoryId,
    },
    /// A review item would be open about fewer than two memories, or about one that is not there.
    #[error("the review item {item} would not ask about two memories of the store")]
    EmptyQuestion {
        /// The item.
        item: ReviewId,
    },
}
