//! Why a change is made, with the numbers that decided.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::id::MemoryId;
use crate::model::{Judge, Kind, RetireReason, Signal};
use crate::words::counted;

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
        /// What is no longer so: a clause, as in "both are active".
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
    /// Somebody told how it went.
    Told {
        /// What was told.
        signal: Signal,
        /// Whose judgement it was.
        judge: Judge,
        /// The weight of the evidence, in tenths.
        weight: u32,
        /// What they said besides.
        note: Option<String>,
    },
    /// It was met: surfaced, read or used since the last such entry.
    Met {
        /// How often.
        times: u64,
    },
    /// Confirmed from so many independent contexts, or by a person.
    Confirmed {
        /// Independent contexts that confirmed it.
        contexts: u32,
        /// Whether a person is among them.
        person: bool,
        /// Lower bound of the confirmations' share, per mille.
        support: u16,
    },
    /// A lesson that came up often enough, in enough different places, and was confirmed.
    Proven {
        /// Times it was triggered or learned again.
        uses: u64,
        /// Contexts that differ in project or domain.
        contexts: u32,
        /// Lower bound of the confirmations' share, per mille.
        support: u16,
    },
    /// Other lessons of its scope are used more, and their number is limited.
    Outranked {
        /// Times it was triggered or learned again.
        uses: u64,
        /// Always-on lessons that a scope may have.
        most: u32,
    },
    /// Relying on it went wrong.
    Harmful {
        /// Independent contexts that contradicted it.
        contexts: u32,
        /// Weight of the contradictions, in tenths.
        contradicted: u32,
        /// Weight of the confirmations, in tenths.
        confirmed: u32,
        /// Lower bound of the contradictions' share, per mille.
        harm: u16,
    },
    /// Strength follows how long ago a memory was met and how well it is confirmed.
    Decayed {
        /// The memory's kind.
        kind: Kind,
        /// Whether it is a person's own.
        user: bool,
        /// Days since it was last written, confirmed or used.
        days: u32,
        /// Days over which its kind loses half of its odds.
        tau: u16,
        /// Weight of the confirmations, in tenths.
        confirmed: u32,
    },
    /// A learned lesson that nobody met for long and few met ever.
    Unused {
        /// Days since it was last written, confirmed or used.
        days: u32,
        /// Uses of every sort.
        uses: u64,
    },
    /// A candidate without evidence for long.
    Unconfirmed {
        /// Days since it was written or evidence came.
        days: u32,
    },
    /// It was retired long enough ago as something that nobody can want back.
    Garbage {
        /// As what it was retired.
        retired: RetireReason,
        /// Days since.
        days: u32,
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
            Self::NoLonger { what } => write!(f, "it is no longer so that {what}"),
            Self::Held => f.write_str("held after an undo"),
            Self::Answered { answer, other: None } => write!(f, "answered: {answer}"),
            Self::Answered { answer, other: Some(other) } => {
                write!(f, "answered: {answer} (with {other})")
            }
            Self::Mended { what } => write!(f, "mended: {what}"),
            Self::Told { signal, judge, weight, note } => {
                write!(f, "{signal} ({judge}, weight {})", Tenths(*weight))?;
                note.as_ref().map_or(Ok(()), |note| write!(f, ": {note}"))
            }
            Self::Met { times } => write!(f, "met {}", counted(*times, "time")),
            Self::Confirmed { contexts, person, support } => {
                let by = if *person { ", a person among them" } else { "" };
                let contexts = counted(u64::from(*contexts), "context");
                write!(f, "confirmed in {contexts}{by} (lower bound {})", Share(*support))
            }
            Self::Proven { uses, contexts, support } => write!(
                f,
                "a lesson that came up {} and held in {} (lower bound {})",
                counted(*uses, "time"),
                counted(u64::from(*contexts), "place"),
                Share(*support)
            ),
            Self::Outranked { uses, most } => write!(
                f,
                "a scope has at most {}, and others are used more ({})",
                counted(u64::from(*most), "always-on lesson"),
                counted(*uses, "use")
            ),
            Self::Harmful { contexts, contradicted, confirmed, harm } => write!(
                f,
                "it was contradicted or did harm in {} (contradicted {}, confirmed {}, lower bound {})",
                counted(u64::from(*contexts), "context"),
                Tenths(*contradicted),
                Tenths(*confirmed),
                Share(*harm)
            ),
            Self::Decayed { kind, user, days, tau, confirmed } => {
                let whose = if *user { "a person's " } else { "" };
                write!(
                    f,
                    "{whose}{kind} last met {} ago (tau {}, confirmed {})",
                    counted(u64::from(*days), "day"),
                    counted(u64::from(*tau), "day"),
                    Tenths(*confirmed)
                )
            }
            Self::Unused { days, uses } => {
                let (days, uses) = (counted(u64::from(*days), "day"), counted(*uses, "time"));
                write!(f, "a learned lesson last met {days} ago, used {uses} in all")
            }
            Self::Unconfirmed { days } => {
                write!(f, "a candidate without evidence for {}", counted(u64::from(*days), "day"))
            }
            Self::Garbage { retired, days } => {
                write!(f, "retired as {retired} {} ago", counted(u64::from(*days), "day"))
            }
        }
    }
}

/// A weight in tenths, as `1.5`.
struct Tenths(u32);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

/// A share in per mille, as `.425`.
struct Share(u16);

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1000.. => f.write_str("1"),
            share => write!(f, ".{share:03}"),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, other, overlap, sentence } = self;
        write!(f, "{rule}: {sentence} (overlap {}.{} %, with {other})", overlap / 10, overlap % 10)
    }
}
