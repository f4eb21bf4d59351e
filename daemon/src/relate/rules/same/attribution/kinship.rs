//! How what is said of something belongs to it.

/// How the value belongs to the rest. What something needs it may not have, and what it has it may not use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kinship {
    /// "Is", "is called".
    Is,
    /// "Must be": what is, or what is needed.
    MustBe,
    /// "Has", "there is … in".
    Has,
    /// "Uses", "is used for".
    Uses,
    /// "Use it for".
    Use,
    /// "Needs", "must have", "is required for".
    Needs,
    /// A colon: what the value is to the rest is left open.
    Label,
    /// "Is written with": what is used, told by what is done.
    Done,
    /// "Lives at": where it is.
    Lies,
}

impl Kinship {
    pub(super) fn agrees(self, other: Self) -> bool {
        use Kinship::{Done, Has, Is, Label, Lies, MustBe, Needs, Use, Uses};
        // What is done twice is told by the roles.
        let twice = [self, other].iter().all(|kind| matches!(kind, Done | Lies));
        let meet = |x: Self, y: Self| match x {
            Is => matches!(y, Has | MustBe | Label | Lies),
            MustBe => y == Needs,
            Use => matches!(y, Uses | Done),
            Label => matches!(y, Has | Use | Uses),
            Has | Uses | Needs | Done | Lies => false,
        };
        !twice && (self == other || meet(self, other) || meet(other, self))
    }
}
