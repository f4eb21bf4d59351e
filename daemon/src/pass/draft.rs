//! Changes in the making: every edit is made on a working copy, so that the next one sees it.
//!
//! A draft never edits a memory's text and never panics: an edit that does not fit is not made, and the laws over random
//! stores show that none is lost.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use consolidate_shared::change::{ChangeSet, Edit, Reason, SetEdit, Swap, What};
use consolidate_shared::id::{MemoryId, ReviewId};
use consolidate_shared::model::{Memory, Retirement, Standing};
use consolidate_shared::review::ReviewItem;
use consolidate_shared::state::State;

use super::ahead::Ahead;

/// What a draft is made on: the store as a run has left it, or a small store in memory.
pub(crate) trait Ground: fmt::Debug {
    /// The memory with this id, whatever its standing.
    fn memory(&self, id: MemoryId) -> Option<Arc<Memory>>;
    /// The open review items, in id order.
    fn reviews(&self) -> &BTreeMap<ReviewId, ReviewItem>;
    /// Whether the memory is active.
    fn is_active(&self, id: MemoryId) -> bool {
        self.memory(id).is_some_and(|memory| memory.standing == Standing::Active)
    }
}

impl Ground for State {
    fn memory(&self, id: MemoryId) -> Option<Arc<Memory>> {
        self.memories.get(&id).cloned()
    }

    fn reviews(&self) -> &BTreeMap<ReviewId, ReviewItem> {
        &self.reviews
    }
}

/// A change set and what the memories that it edits look like so far.
#[derive(Debug)]
pub(crate) struct Draft<'a> {
    state: &'a dyn Ground,
    touched: BTreeMap<MemoryId, Arc<Memory>>,
    set: ChangeSet,
    ahead: RefCell<Ahead>,
}

impl<'a> Draft<'a> {
    pub(crate) fn new(state: &'a dyn Ground) -> Self {
        Self {
            state,
            touched: BTreeMap::new(),
            set: ChangeSet::default(),
            ahead: RefCell::default(),
        }
    }

    /// The memory as the changes so far leave it.
    pub(crate) fn memory(&self, id: MemoryId) -> Option<Arc<Memory>> {
        self.touched.get(&id).cloned().or_else(|| self.state.memory(id))
    }

    /// The memory as the changes so far leave it, if one of them is its.
    pub(crate) fn touched(&self, id: MemoryId) -> Option<Arc<Memory>> {
        self.touched.get(&id).cloned()
    }

    /// The memory as the changes so far leave it, if it is active.
    pub(crate) fn active(&self, id: MemoryId) -> Option<Arc<Memory>> {
        self.memory(id).filter(|memory| memory.standing == Standing::Active)
    }

    /// Whether the memory is active as the changes so far leave it.
    pub(super) fn is_active(&self, id: MemoryId) -> bool {
        let touched = self.touched.get(&id).map(|memory| memory.standing == Standing::Active);
        touched.unwrap_or_else(|| self.state.is_active(id))
    }

    /// Edits one field; says whether the edit fitted and changed something.
    pub(crate) fn edit(&mut self, id: MemoryId, edit: Edit, reason: &Reason) -> bool {
        let Some(found) = self.memory(id) else { return false };
        let mut memory = Memory::clone(&found);
        if edit.is_nothing() || !edit.apply(&mut memory) {
            return false;
        }
        if let Edit::SupersededBy(links) = &edit {
            let ahead = self.ahead.get_mut();
            links.added.iter().for_each(|newer| ahead.linked(id, *newer));
            links.removed.iter().for_each(|newer| ahead.unlinked(id, *newer));
        }
        self.set.edit(&memory, edit, reason.clone());
        self.touched.insert(id, Arc::new(memory));
        true
    }

    /// Appends a change that no memory's field shows: a name, or a removal, after which the draft still knows the memory.
    pub(crate) fn push(&mut self, what: What, reason: Reason) {
        self.set.push(what, reason);
    }

    /// Takes a memory out of recall.
    pub(crate) fn retire(&mut self, id: MemoryId, retirement: Retirement, reason: &Reason) {
        let Some(before) = self.memory(id).map(|memory| memory.standing.clone()) else { return };
        self.edit(id, Edit::Standing(Swap::new(before, Standing::Retired(retirement))), reason);
    }

    /// Links `newer` and `older` both ways, where they are not; a reason for each side, the newer's first.
    pub(crate) fn link(&mut self, newer: MemoryId, older: MemoryId, reasons: (&Reason, &Reason)) {
        self.edit(newer, Edit::Supersedes(SetEdit::adding(older)), reasons.0);
        self.edit(older, Edit::SupersededBy(SetEdit::adding(newer)), reasons.1);
    }

    /// Takes the link between `newer` and `older` away, both ways.
    pub(crate) fn unlink(&mut self, newer: MemoryId, older: MemoryId, reason: &Reason) {
        self.edit(newer, Edit::Supersedes(SetEdit::removing(older)), reason);
        self.edit(older, Edit::SupersededBy(SetEdit::removing(newer)), reason);
    }

    /// Marks two memories as conflicting, both ways, where they are not; a reason for each side.
    pub(crate) fn mark(&mut self, a: MemoryId, b: MemoryId, reasons: (&Reason, &Reason)) {
        self.edit(a, Edit::ConflictsWith(SetEdit::adding(b)), reasons.0);
        self.edit(b, Edit::ConflictsWith(SetEdit::adding(a)), reasons.1);
    }

    /// Takes a conflict mark away, both ways.
    pub(crate) fn unmark(&mut self, a: MemoryId, b: MemoryId, reason: &Reason) {
        self.edit(a, Edit::ConflictsWith(SetEdit::removing(b)), reason);
        self.edit(b, Edit::ConflictsWith(SetEdit::removing(a)), reason);
    }

    /// Takes every conflict mark of a memory away, on both sides.
    pub(crate) fn unmark_all(&mut self, id: MemoryId, reason: &Reason) {
        let others = self.memory(id).map(|memory| memory.conflicts_with.clone());
        for other in others.unwrap_or_default() {
            self.unmark(id, other, reason);
        }
    }

    /// The review items that were open before any change, in id order.
    pub(crate) fn open_reviews(
        &self,
    ) -> impl Iterator<Item = (ReviewId, &'a ReviewItem)> + use<'a> {
        self.state.reviews().iter().map(|(id, item)| (*id, item))
    }

    /// Whether this item was open before any change.
    pub(super) fn was_open(&self, id: ReviewId) -> bool {
        self.state.reviews().contains_key(&id)
    }

    /// Closes one review item, opens another, or puts one in the place of the other.
    pub(crate) fn review(
        &mut self,
        before: Option<&ReviewItem>,
        after: Option<&ReviewItem>,
        reason: &Reason,
    ) {
        for id in before.iter().chain(&after).flat_map(|item| &item.members) {
            if let Some(memory) = self.memory(*id) {
                self.set.excerpt(&memory);
            }
        }
        let boxed = |item: Option<&ReviewItem>| item.cloned().map(Box::new);
        self.set.push(What::Review(Swap::new(boxed(before), boxed(after))), reason.clone());
    }

    /// Whether following "is replaced by" from `start` comes to `goal`.
    pub(crate) fn leads_to(&self, start: MemoryId, goal: MemoryId) -> bool {
        let next_of = |id: MemoryId| {
            let memory = self.memory(id);
            memory.map(|memory| memory.superseded_by.iter().copied().collect()).unwrap_or_default()
        };
        self.ahead.borrow_mut().leads_to(start, goal, &next_of)
    }

    pub(crate) fn into_set(self) -> ChangeSet {
        self.set
    }
}
