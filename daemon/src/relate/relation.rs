//! The verdict on a pair: what two memories are to each other, by which rule, with the numbers that decided.

use std::fmt;

use crate::relate::reading::frames::FrameKind;
use crate::relate::words::stems::Overlap;

/// What two memories are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Both assert the same; merging them loses nothing.
    Same {
        /// The rule that decided.
        rule: Rule,
        /// The numbers that it saw.
        measure: Measure,
    },
    /// The newer says that the state changed and replaces the older.
    Supersedes {
        /// The rule that decided.
        rule: Rule,
        /// The numbers that it saw.
        measure: Measure,
    },
    /// Both cannot hold, and neither says which is newer.
    Conflicts {
        /// The rule that decided.
        rule: Rule,
        /// The numbers that it saw.
        measure: Measure,
    },
    /// Likely, not certain: a person or an agent answers.
    Review {
        /// The rule that asks.
        why: Rule,
        /// What it would be.
        as_: Leaning,
        /// The numbers that the rule saw.
        measure: Measure,
    },
    /// About one thing, and both can hold.
    Related,
    /// Nothing to do with each other.
    Unrelated,
}

/// What a pair in review would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Leaning {
    /// One assertion in two wordings.
    Same,
    /// The newer replaces the older.
    Supersedes,
    /// They cannot both hold.
    Conflicts,
}

/// The rules, as QUALITY B and C name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// Equal after normalisation.
    Equal,
    /// The same core words in the same order and form.
    T1,
    /// As T1, up to plurals, third person and listed synonyms.
    T2,
    /// A moved phrase or turned sentence.
    T3,
    /// One sentence in two voices, one of which names no agent or its tool.
    T4,
    /// Active against passive with its agent.
    T5,
    /// One attribute with one value, told in two forms.
    T6,
    /// A change that names the old value.
    S1,
    /// A change about the same subject.
    S2,
    /// A change away from what the older adopts.
    S3,
    /// The next step of a chain "from A to B".
    S4,
    /// A revert of the older text.
    S5 {
        /// 1 for a revert; 2 takes a revert back and so revives what that one retired.
        depth: u32,
    },
    /// A move to another place than the one that the older names.
    S6,
    /// An equal explicit slot with another value.
    Slot,
    /// A procedure under the same title with other steps.
    Retold,
    /// Affirmed against denied.
    C1,
    /// One number differs.
    C2num,
    /// One identifier differs.
    C2id,
    /// The object differs.
    C2tail,
    /// The same words in an order that counts.
    C3,
    /// One pair of opposites.
    C4,
    /// Permitted against obliged.
    C5,
    /// Two tools of one family: an implied slot.
    Family,
    /// One slot, two values, by the frames of the two sentences.
    SlotFrame(FrameKind, FrameKind),
    /// Enough words in common and no mismatch.
    Duplicate,
    /// As Duplicate, and one says all that the other says.
    Refinement,
    /// In a language that the rules do not read: nearly equal texts.
    Unread,
}

impl Rule {
    /// Short stable name, for plans, logs and filters.
    pub fn name(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::T1 => "T1",
            Self::T2 => "T2",
            Self::T3 => "T3",
            Self::T4 => "T4",
            Self::T5 => "T5",
            Self::T6 => "T6",
            Self::S1 => "S1",
            Self::S2 => "S2",
            Self::S3 => "S3",
            Self::S4 => "S4",
            Self::S5 { .. } => "S5",
            Self::S6 => "S6",
            Self::Slot => "slot",
            Self::Retold => "retold",
            Self::C1 => "C1",
            Self::C2num => "C2num",
            Self::C2id => "C2id",
            Self::C2tail => "C2tail",
            Self::C3 => "C3",
            Self::C4 => "C4",
            Self::C5 => "C5",
            Self::Family => "family",
            Self::SlotFrame(..) => "slot-frame",
            Self::Duplicate => "duplicate",
            Self::Refinement => "refinement",
            Self::Unread => "unread",
        }
    }

    /// The rule in a sentence for people.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Equal => "both texts are equal but for spacing and quotes",
            Self::T1 => "both say the same words in the same order",
            Self::T2 => "both say the same but for plurals or listed synonyms",
            Self::T3 => "both say the same with one phrase moved",
            Self::T5 => "one says in the active voice what the other says in the passive",
            Self::T6 => "both give the same value to the same, in another form",
            Self::T4 => "one says in another voice, or orders, what the other says",
            Self::S1 => "the newer names the older value as replaced",
            Self::S2 => "the newer tells of a change to the same subject",
            Self::S3 => "the newer turns away from what the older adopts",
            Self::S4 => "the newer goes on from the value that the older arrived at",
            Self::S5 { depth: 0 | 1 } => "the newer reverts the older",
            Self::S5 { .. } => "the newer reverts a revert and so restores what that took back",
            Self::S6 => "the newer tells that the subject moved elsewhere than the older says",
            Self::Slot => "both answer the same slot and the newer answers otherwise",
            Self::Retold => "the newer tells the same procedure with other steps",
            Self::C1 => "one affirms what the other denies",
            Self::C2num => "the same claim with two numbers",
            Self::C2id => "the same claim with two identifiers",
            Self::C2tail => "the same claim with two objects",
            Self::C3 => "the same words in the opposite order",
            Self::C4 => "the same claim with opposite words",
            Self::C5 => "one permits what the other rules",
            Self::Family => "each adopts another tool of one family",
            Self::SlotFrame(..) => "one question with two answers",
            Self::Duplicate => "many words in common and no mismatch",
            Self::Refinement => "one says all that the other says, and perhaps more",
            Self::Unread => "nearly equal texts, too short or in no language that the rules read",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SlotFrame(older, newer) => {
                write!(f, "slot-frame({}, {})", older.name(), newer.name())
            }
            Self::S5 { depth } if *depth > 1 => write!(f, "S5(depth {depth})"),
            rule => f.write_str(rule.name()),
        }
    }
}

/// The overlap that a rule saw, in core words without words of change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    /// Words in common.
    pub shared: u32,
    /// Words in common per mille of the shorter side's.
    pub containment: u16,
    /// Words in common per mille of all.
    pub jaccard: u16,
}

impl From<Overlap> for Measure {
    fn from(overlap: Overlap) -> Self {
        Self {
            shared: overlap.shared as u32,
            containment: overlap.containment(),
            jaccard: overlap.jaccard(),
        }
    }
}
