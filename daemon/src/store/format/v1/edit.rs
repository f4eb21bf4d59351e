//! Edits of one field.

use std::collections::BTreeSet;

use consolidate_shared::change::{CounterEdit, Edit, SetEdit, Swap};
use serde::{Deserialize, Serialize};

use super::parts::{
    AnchorV1, ConfirmationV1, ContextV1, ScopeV1, SourceV1, StandingV1, TierV1, UsageV1, WordingV1,
};
use super::{IdV1, Text, all, ids, ids_back, set_back, some_text, some_text_back};

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SwapV1<T> {
    before: T,
    after: T,
}

impl<T> SwapV1<T> {
    pub(super) fn of<'a, M>(swap: &'a Swap<M>, freeze: impl Fn(&'a M) -> T) -> Self {
        let Swap { before, after } = swap;
        Self { before: freeze(before), after: freeze(after) }
    }

    pub(super) fn back<M>(self, thaw: impl Fn(T) -> M) -> Swap<M> {
        Swap { before: thaw(self.before), after: thaw(self.after) }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SetEditV1<T> {
    added: Vec<T>,
    removed: Vec<T>,
}

impl<T> SetEditV1<T> {
    fn of<'a, M: Ord>(edit: &'a SetEdit<M>, freeze: impl Fn(&'a BTreeSet<M>) -> Vec<T>) -> Self {
        let SetEdit { added, removed } = edit;
        Self { added: freeze(added), removed: freeze(removed) }
    }

    fn back<M: Ord>(self, thaw: impl Fn(Vec<T>) -> BTreeSet<M>) -> SetEdit<M> {
        SetEdit { added: thaw(self.added), removed: thaw(self.removed) }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum EditV1<'a> {
    Standing(SwapV1<StandingV1<'a>>),
    Tier(SwapV1<TierV1>),
    Pinned(SwapV1<bool>),
    Strength(SwapV1<u16>),
    Slot(SwapV1<Option<Text<'a>>>),
    Anchors(SetEditV1<AnchorV1<'a>>),
    Supersedes(SetEditV1<IdV1>),
    SupersededBy(SetEditV1<IdV1>),
    ConflictsWith(SetEditV1<IdV1>),
    Sources(SetEditV1<SourceV1<'a>>),
    Wordings(SetEditV1<WordingV1<'a>>),
    Evidence { confirmed: i64, contradicted: i64 },
    Contexts(SetEditV1<ContextV1<'a>>),
    LastConfirmed(SwapV1<Option<ConfirmationV1<'a>>>),
    Usage(SwapV1<UsageV1>),
    Scope(SwapV1<ScopeV1<'a>>),
}

impl<'a> From<&'a Edit> for EditV1<'a> {
    fn from(edit: &'a Edit) -> Self {
        match edit {
            Edit::Standing(swap) => Self::Standing(SwapV1::of(swap, Into::into)),
            Edit::Tier(swap) => Self::Tier(SwapV1::of(swap, |&tier| tier.into())),
            Edit::Scope(swap) => Self::Scope(SwapV1::of(swap, Into::into)),
            Edit::Pinned(swap) => Self::Pinned(SwapV1::of(swap, |&pinned| pinned)),
            Edit::Strength(swap) => Self::Strength(SwapV1::of(swap, |&strength| strength)),
            Edit::Slot(swap) => Self::Slot(SwapV1::of(swap, |slot| some_text(slot.as_ref()))),
            Edit::Anchors(set) => Self::Anchors(SetEditV1::of(set, all)),
            Edit::Supersedes(set) => Self::Supersedes(SetEditV1::of(set, ids)),
            Edit::SupersededBy(set) => Self::SupersededBy(SetEditV1::of(set, ids)),
            Edit::ConflictsWith(set) => Self::ConflictsWith(SetEditV1::of(set, ids)),
            Edit::Sources(set) => Self::Sources(SetEditV1::of(set, all)),
            Edit::Wordings(set) => Self::Wordings(SetEditV1::of(set, all)),
            Edit::Evidence(CounterEdit { confirmed, contradicted }) => {
                Self::Evidence { confirmed: *confirmed, contradicted: *contradicted }
            }
            Edit::Contexts(set) => Self::Contexts(SetEditV1::of(set, all)),
            Edit::LastConfirmed(swap) => {
                Self::LastConfirmed(SwapV1::of(swap, |last| last.as_ref().map(Into::into)))
            }
            Edit::Usage(swap) => Self::Usage(SwapV1::of(swap, Into::into)),
        }
    }
}

impl From<EditV1<'_>> for Edit {
    fn from(edit: EditV1<'_>) -> Self {
        match edit {
            EditV1::Standing(swap) => Self::Standing(swap.back(Into::into)),
            EditV1::Scope(swap) => Self::Scope(swap.back(Into::into)),
            EditV1::Tier(swap) => Self::Tier(swap.back(Into::into)),
            EditV1::Pinned(swap) => Self::Pinned(swap.back(|pinned| pinned)),
            EditV1::Strength(swap) => Self::Strength(swap.back(|strength| strength)),
            EditV1::Slot(swap) => Self::Slot(swap.back(some_text_back)),
            EditV1::Anchors(set) => Self::Anchors(set.back(set_back)),
            EditV1::Supersedes(set) => Self::Supersedes(set.back(ids_back)),
            EditV1::SupersededBy(set) => Self::SupersededBy(set.back(ids_back)),
            EditV1::ConflictsWith(set) => Self::ConflictsWith(set.back(ids_back)),
            EditV1::Sources(set) => Self::Sources(set.back(set_back)),
            EditV1::Wordings(set) => Self::Wordings(set.back(set_back)),
            EditV1::Evidence { confirmed, contradicted } => {
                Self::Evidence(CounterEdit { confirmed, contradicted })
            }
            EditV1::Contexts(set) => Self::Contexts(set.back(set_back)),
            EditV1::LastConfirmed(swap) => {
                Self::LastConfirmed(swap.back(|last| last.map(Into::into)))
            }
            EditV1::Usage(swap) => Self::Usage(swap.back(Into::into)),
        }
    }
}
