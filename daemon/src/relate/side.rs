//! One side of a pair: a statement and what its memory says beside the text.

use crate::relate::reading::statement::Statement;

/// The kind of a memory, as far as pairs are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SideKind {
    /// A standing instruction of the owner.
    Policy,
    /// What is the case.
    Fact,
    /// What was decided.
    Decision,
    /// What went wrong and how to get past it.
    Pitfall,
    /// How something is done.
    Procedure,
}

impl SideKind {
    /// Whether one can replace or contradict the other: within a kind, and across fact and decision.
    pub(super) fn can_clash_with(self, other: Self) -> bool {
        let states = |kind| matches!(kind, Self::Fact | Self::Decision);
        self == other || (states(self) && states(other))
    }
}

/// One side of a pair.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// The analysed text.
    pub statement: &'a Statement,
    /// What the memory is.
    pub kind: SideKind,
    /// The single-valued question that the memory answers, if it names one.
    pub slot: Option<&'a str>,
    /// A key of its steps, if it is a procedure that lists them: one title with other steps is another version.
    pub way: Option<u64>,
    /// When it became valid, else was created: milliseconds since 1970 UTC; a bare date is 00:00Z.
    pub instant_ms: i64,
    /// Trust per mille, 0..=1000.
    pub trust: u16,
}
