//! What the index knows of a memory beside its words.

/// The scope of a memory: the key of its project, or none when it holds everywhere.
pub type ScopeKey = Option<Box<str>>;

/// The kind of a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// An order of the owner.
    Policy,
    /// Something that is so.
    Fact,
    /// Something that was chosen.
    Decision,
    /// Something that goes wrong.
    Pitfall,
    /// How something is done.
    Procedure,
}

/// What ranking, filtering and the choice for a brief need of a memory without reading it. Small and `Copy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The kind.
    pub kind: Kind,
    /// Decay weight, per mille.
    pub strength: u16,
    /// Trust, per mille.
    pub trust: u16,
    /// UTC day (since 1970) of the newest evidence or use, else of creation.
    pub newest_evidence_day: i32,
    /// Valid from this Unix time in milliseconds; none: always was.
    pub valid_from: Option<i64>,
    /// Valid until, but not at, this Unix time in milliseconds; none: no end.
    pub valid_until: Option<i64>,
    /// Has an active successor.
    pub superseded: bool,
    /// Pinned by a person.
    pub pinned: bool,
    /// Of tier always.
    pub always: bool,
    /// Standing candidate.
    pub candidate: bool,
    /// Confirmed at least once.
    pub confirmed: bool,
    /// Written by the user.
    pub user: bool,
    /// Has a rationale.
    pub rationale: bool,
}

impl Facts {
    /// Facts of an ordinary new active memory of this kind.
    pub const fn new(kind: Kind) -> Self {
        Self {
            kind,
            strength: 500,
            trust: 500,
            newest_evidence_day: 0,
            valid_from: None,
            valid_until: None,
            superseded: false,
            pinned: false,
            always: false,
            candidate: false,
            confirmed: false,
            user: false,
            rationale: false,
        }
    }

    /// Whether the memory holds at this Unix time in milliseconds: within `[valid_from, valid_until)`.
    pub fn valid_at(&self, at_ms: i64) -> bool {
        self.valid_from.is_none_or(|from| from <= at_ms)
            && self.valid_until.is_none_or(|until| at_ms < until)
    }
}

/// A memory as the index takes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The memory's id as a number; among equals the smaller, which is the older, comes first.
    pub id: u128,
    /// Where it holds.
    pub scope: ScopeKey,
    /// The text field.
    pub text: String,
    /// The metadata field: kind, slot, anchors, external id, project words, date words, wordings, rationale.
    pub meta: Vec<String>,
    /// The rest.
    pub facts: Facts,
}
