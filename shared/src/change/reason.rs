//! Why a change is made, with the numbers that decided.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::id::MemoryId;

/// What a rule found about a pair of memories.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Finding {
    /// The rule's short name, stable: `T1`, `S3`, `C1` ...
    pub rule: String,
    /// The other memory of the pair.
    pub other: MemoryId,
    /// Share of core words in common, per mille of the smaller side.
    pub overlap: u16,
    /// The finding in words, as it was said when it was made.
    pub sentence: String,
}

/// Why a change is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reason {
    /// Somebody recorded it.
    Recorded,
    /// It came with an import.
    Imported,
    /// Somebody ordered it, perhaps with a note.
    Ordered {
        /// What they gave as their reason.
        note: Option<String>,
    },
    /// A rule decided on a pair.
    Found(Finding),
    /// An explicit link to the successor was there already.
    Linked {
        /// The successor.
        successor: MemoryId,
    },
    /// It follows from another change of the same set: a reciprocal link, a mark that moves with its memory.
    Follows {
        /// The memory whose change it follows.
        of: MemoryId,
    },
    /// What made it necessary is no longer so.
    NoLonger {
        /// What is no longer so.
        what: String,
    },
    /// An undo holds the change back until somebody answers.
    Held,
    /// Somebody answered a review item.
    Answered {
        /// The answer, with the note that was given.
        answer: String,
        /// The other memory that the answer is about, if it is about a pair.
        other: Option<MemoryId>,
    },
    /// It was damaged, and this mends it.
    Mended {
        /// What was wrong.
        what: String,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Recorded => f.write_str("recorded"),
            Self::Imported => f.write_str("imported"),
            Self::Ordered { note: None } => f.write_str("ordered"),
            Self::Ordered { note: Some(note) } => write!(f, "ordered: {note}"),
            Self::Found(finding) => finding.fmt(f),
            Self::Linked { successor } => write!(f, "linked: {successor} names it as superseded"),
            Self::Follows { of } => write!(f, "follows the change of {of}"),
            Self::NoLonger { what } => write!(f, "no longer: {what}"),
            Self::Held => f.write_str("held after an undo"),
            Self::Answered { answer, other: None } => write!(f, "answered: {answer}"),
            Self::Answered { answer, other: Some(other) } => {
                write!(f, "answered: {answer} (with {other})")
            }
            Self::Mended { what } => write!(f, "mended: {what}"),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, other, overlap, sentence } = self;
        write!(f, "{rule}: {sentence} (overlap {}.{} %, with {other})", overlap / 10, overlap % 10)
    }
}
