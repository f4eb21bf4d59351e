//! Edits of one field of a memory: scalars as before and after, sets as added and removed, counters as a delta.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::id::MemoryId;
use crate::model::{
    Anchor, Confirmation, Context, Memory, Scope, Source, Standing, Tier, Usage, Wording,
};

/// A scalar before and after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Swap<T> {
    /// The value that must be there.
    pub before: T,
    /// The value that will be there.
    pub after: T,
}

impl<T> Swap<T> {
    /// From `before` to `after`.
    pub fn new(before: T, after: T) -> Self {
        Self { before, after }
    }
}

impl<T: Clone> Swap<T> {
    /// From `after` to `before`.
    #[must_use]
    pub fn invert(&self) -> Self {
        Self { before: self.after.clone(), after: self.before.clone() }
    }
}

/// A set's growth and shrinkage: what is added must be absent before, what is removed must be there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetEdit<T: Ord> {
    /// Members that appear.
    pub added: BTreeSet<T>,
    /// Members that go.
    pub removed: BTreeSet<T>,
}

impl<T: Ord + Clone> SetEdit<T> {
    /// What turns `before` into `after`.
    pub fn between(before: &BTreeSet<T>, after: &BTreeSet<T>) -> Self {
        Self {
            added: after.difference(before).cloned().collect(),
            removed: before.difference(after).cloned().collect(),
        }
    }

    /// Adds one member.
    pub fn adding(member: T) -> Self {
        Self { added: BTreeSet::from([member]), removed: BTreeSet::new() }
    }

    /// Removes one member.
    pub fn removing(member: T) -> Self {
        Self { added: BTreeSet::new(), removed: BTreeSet::from([member]) }
    }

    fn invert(&self) -> Self {
        Self { added: self.removed.clone(), removed: self.added.clone() }
    }

    fn is_nothing(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty()
    }

    /// Whether both touch one member.
    fn meets(&self, other: &Self) -> bool {
        let has = |member: &T| other.added.contains(member) || other.removed.contains(member);
        self.added.iter().chain(&self.removed).any(has)
    }

    /// Applies it, or changes nothing and says no.
    fn apply(&self, set: &mut BTreeSet<T>) -> bool {
        let fits = self.added.is_disjoint(set) && self.removed.is_subset(set);
        if fits {
            set.retain(|member| !self.removed.contains(member));
            set.extend(self.added.iter().cloned());
        }
        fits
    }
}

/// Counts that grow or shrink; a delta, so that two edits of one counter never clash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CounterEdit {
    /// Change of the confirmations' weight, in tenths.
    pub confirmed: i64,
    /// Change of the contradictions' weight, in tenths.
    pub contradicted: i64,
}

/// One field of a memory, before and after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Edit {
    /// Whether it is served.
    Standing(Swap<Standing>),
    /// In which briefs it is.
    Tier(Swap<Tier>),
    /// Whether it is pinned.
    Pinned(Swap<bool>),
    /// Its decay weight, per mille.
    Strength(Swap<u16>),
    /// The question it answers.
    Slot(Swap<Option<String>>),
    /// What it is tied to.
    Anchors(SetEdit<Anchor>),
    /// What it replaces.
    Supersedes(SetEdit<MemoryId>),
    /// What replaces it.
    SupersededBy(SetEdit<MemoryId>),
    /// What asserts the opposite.
    ConflictsWith(SetEdit<MemoryId>),
    /// Where it was said.
    Sources(SetEdit<Source>),
    /// Its other wordings.
    Wordings(SetEdit<Wording>),
    /// The weights of its evidence.
    Evidence(CounterEdit),
    /// The contexts of its evidence.
    Contexts(SetEdit<Context>),
    /// Its latest confirmation.
    LastConfirmed(Swap<Option<Confirmation>>),
    /// How often it was used.
    Usage(Swap<Usage>),
    /// Where it holds.
    Scope(Swap<Scope>),
}

/// Runs one body over whichever set an edit holds.
macro_rules! on_field {
    ($edit:expr, $swap:ident => $on_swap:expr, $set:ident => $on_set:expr, $counter:ident => $on_counter:expr) => {
        match $edit {
            Edit::Standing($swap) => $on_swap.map(Edit::Standing),
            Edit::Tier($swap) => $on_swap.map(Edit::Tier),
            Edit::Pinned($swap) => $on_swap.map(Edit::Pinned),
            Edit::Strength($swap) => $on_swap.map(Edit::Strength),
            Edit::Slot($swap) => $on_swap.map(Edit::Slot),
            Edit::Scope($swap) => $on_swap.map(Edit::Scope),
            Edit::LastConfirmed($swap) => $on_swap.map(Edit::LastConfirmed),
            Edit::Usage($swap) => $on_swap.map(Edit::Usage),
            Edit::Anchors($set) => $on_set.map(Edit::Anchors),
            Edit::Supersedes($set) => $on_set.map(Edit::Supersedes),
            Edit::SupersededBy($set) => $on_set.map(Edit::SupersededBy),
            Edit::ConflictsWith($set) => $on_set.map(Edit::ConflictsWith),
            Edit::Sources($set) => $on_set.map(Edit::Sources),
            Edit::Wordings($set) => $on_set.map(Edit::Wordings),
            Edit::Contexts($set) => $on_set.map(Edit::Contexts),
            Edit::Evidence($counter) => $on_counter.map(Edit::Evidence),
        }
    };
}

impl Edit {
    /// The edit that takes this one back.
    #[must_use]
    pub fn invert(&self) -> Self {
        on_field!(self, swap => Some(swap.invert()), set => Some(set.invert()), counter => {
            Some(CounterEdit { confirmed: -counter.confirmed, contradicted: -counter.contradicted })
        })
        .unwrap_or_else(|| self.clone())
    }

    /// Whether it leaves the field as it is.
    pub fn is_nothing(&self) -> bool {
        let changes = on_field!(self, swap => (swap.before != swap.after).then(|| swap.clone()),
            set => (!set.is_nothing()).then(|| set.clone()),
            counter => (*counter != CounterEdit::default()).then_some(*counter));
        changes.is_none()
    }

    /// Whether the earlier of the two cannot be taken back while the later one stands: both set one scalar, or touch one member
    /// of a set. Counters are deltas, and use is counted whatever else is taken back.
    pub fn meets(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Anchors(a), Self::Anchors(b)) => a.meets(b),
            (Self::Supersedes(a), Self::Supersedes(b))
            | (Self::SupersededBy(a), Self::SupersededBy(b))
            | (Self::ConflictsWith(a), Self::ConflictsWith(b)) => a.meets(b),
            (Self::Sources(a), Self::Sources(b)) => a.meets(b),
            (Self::Wordings(a), Self::Wordings(b)) => a.meets(b),
            (Self::Contexts(a), Self::Contexts(b)) => a.meets(b),
            (Self::Evidence(_) | Self::Usage(_), _) => false,
            (a, b) => a.field() == b.field(),
        }
    }

    /// The field's name, as in JSON.
    pub fn field(&self) -> &'static str {
        match self {
            Self::Standing(_) => "standing",
            Self::Tier(_) => "tier",
            Self::Pinned(_) => "pinned",
            Self::Strength(_) => "strength",
            Self::Slot(_) => "slot",
            Self::Scope(_) => "scope",
            Self::Anchors(_) => "anchors",
            Self::Supersedes(_) => "supersedes",
            Self::SupersededBy(_) => "superseded_by",
            Self::ConflictsWith(_) => "conflicts_with",
            Self::Sources(_) => "sources",
            Self::Wordings(_) => "wordings",
            Self::Evidence(_) => "evidence",
            Self::Contexts(_) => "contexts",
            Self::LastConfirmed(_) => "last_confirmed",
            Self::Usage(_) => "usage",
        }
    }

    /// Changes the field of `memory`; when the value before is another one, changes nothing and says no.
    #[must_use]
    pub fn apply(&self, memory: &mut Memory) -> bool {
        match self {
            Self::Standing(swap) => exchange(&mut memory.standing, swap),
            Self::Tier(swap) => exchange(&mut memory.tier, swap),
            Self::Pinned(swap) => exchange(&mut memory.pinned, swap),
            Self::Strength(swap) => exchange(&mut memory.strength, swap),
            Self::Slot(swap) => exchange(&mut memory.slot, swap),
            Self::Scope(swap) => exchange(&mut memory.scope, swap),
            Self::LastConfirmed(swap) => exchange(&mut memory.evidence.last_confirmed, swap),
            Self::Usage(swap) => exchange(&mut memory.usage, swap),
            Self::Anchors(set) => set.apply(&mut memory.anchors),
            Self::Supersedes(set) => set.apply(&mut memory.supersedes),
            Self::SupersededBy(set) => set.apply(&mut memory.superseded_by),
            Self::ConflictsWith(set) => set.apply(&mut memory.conflicts_with),
            Self::Sources(set) => set.apply(&mut memory.sources),
            Self::Wordings(set) => set.apply(&mut memory.wordings),
            Self::Contexts(set) => set.apply(&mut memory.evidence.contexts),
            Self::Evidence(delta) => {
                let grown = |count: u32, by: i64| {
                    i64::from(count).checked_add(by).and_then(|sum| u32::try_from(sum).ok())
                };
                let evidence = &mut memory.evidence;
                let confirmed = grown(evidence.confirmed, delta.confirmed);
                let contradicted = grown(evidence.contradicted, delta.contradicted);
                let (Some(confirmed), Some(contradicted)) = (confirmed, contradicted) else {
                    return false;
                };
                (evidence.confirmed, evidence.contradicted) = (confirmed, contradicted);
                true
            }
        }
    }
}

fn exchange<T: PartialEq + Clone>(field: &mut T, swap: &Swap<T>) -> bool {
    let fits = *field == swap.before;
    if fits {
        *field = swap.after.clone();
    }
    fits
}
