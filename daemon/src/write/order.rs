//! Orders on memories that are there: pin, retire, revive, supersede.

use std::collections::BTreeSet;
use std::sync::Arc;

use consolidate_shared::change::{ChangeSet, Edit, Reason, SetEdit, Swap};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Actor, Memory, RetireReason, Retirement, Standing};
use consolidate_shared::state::Lookup;
use consolidate_shared::time::Timestamp;
use consolidate_shared::wire::v1::{ErrorCode, OrderKind, Refused};

use super::WriteError;
use super::authority::{is_a_persons, is_a_persons_word};
use super::revive::revive;

/// An order whose references are resolved.
#[derive(Debug, Clone)]
pub struct OrderGiven {
    /// Who orders.
    pub by: Actor,
    /// The memory.
    pub memory: MemoryId,
    /// What is to be done.
    pub kind: OrderKind,
    /// The successor, when the order names one.
    pub successor: Option<MemoryId>,
    /// Why, in the caller's words.
    pub note: Option<String>,
    /// When.
    pub now: Timestamp,
}

/// The change set that carries out `order`; empty when all is so already.
pub fn order<L: Lookup>(order: &OrderGiven, state: &L) -> Result<ChangeSet, WriteError<L::Error>> {
    let memory = fetch(state, order.memory)?;
    may_order(order, &memory)?;
    let reason = Reason::Ordered { note: order.note.clone() };
    let mut set = ChangeSet::default();
    match &order.kind {
        OrderKind::Pin => set.edit(&memory, Edit::Pinned(Swap::new(memory.pinned, true)), reason),
        OrderKind::Unpin => {
            set.edit(&memory, Edit::Pinned(Swap::new(memory.pinned, false)), reason);
        }
        OrderKind::Retire { reason: why } => match retired_before(&memory, *why)? {
            None => retire(&memory, *why, None, order, &reason, state, &mut set)?,
            Some(Before::Keeps) => {}
            Some(Before::Becomes(retirement)) => {
                let standing = Standing::Retired(Retirement { day: order.now.day(), ..retirement });
                let standing = Swap::new(memory.standing.clone(), standing);
                set.edit(&memory, Edit::Standing(standing), reason);
            }
        },
        OrderKind::Revive => revive(&memory, order, &reason, state, &mut set)?,
        OrderKind::SupersededBy { .. } => {
            supersede(&memory, order, &reason, state, &mut set)?;
        }
    }
    Ok(set)
}

fn fetch<L: Lookup>(state: &L, id: MemoryId) -> Result<Arc<Memory>, WriteError<L::Error>> {
    let found = state.memory(id).map_err(WriteError::Lookup)?;
    Ok(found
        .ok_or_else(|| Refused::new(ErrorCode::NotFound, format!("{id} is not in the store")))?)
}

fn may_order(order: &OrderGiven, memory: &Memory) -> Result<(), Refused> {
    let guarded = match order.kind {
        OrderKind::Pin => false,
        // An agent may take a pin off its own kind's memory, not off a person's.
        OrderKind::Unpin => is_a_persons_word(memory),
        // Who retired a memory is in the journal, not in the memory: agents' memories an agent may bring back whoever took
        // them out (the journal has it, and a person retires them again); what is a person's it may not.
        OrderKind::Revive | OrderKind::Retire { .. } | OrderKind::SupersededBy { .. } => {
            is_a_persons(memory)
        }
    };
    if order.by != Actor::User && guarded {
        let message =
            format!("{} is a person's, pinned or a policy; an agent cannot change it", memory.id);
        return Err(
            Refused::new(ErrorCode::Forbidden, message).hint("a person does it with `--as user`")
        );
    }
    Ok(())
}

/// What an order to retire finds of a memory that is not served any more.
enum Before {
    /// It stays as it is.
    Keeps,
    /// It was out for a lesser cause.
    Becomes(Retirement),
}

/// Whether `memory` may be retired for `why`, and what it is retired as already.
fn retired_before(memory: &Memory, why: RetireReason) -> Result<Option<Before>, Refused> {
    let id = memory.id;
    let says = |message: String| Refused::new(ErrorCode::Invalid, message);
    if matches!(why, RetireReason::Merged | RetireReason::Superseded) {
        let message = format!("nothing is retired as {why} without the memory that stands for it");
        return Err(says(message).hint(format!(
            "name that one: `consolidate supersede {id} NEW`; or give another reason, e.g. retracted"
        )));
    }
    let Standing::Retired(before) = &memory.standing else {
        return Ok((!memory.standing.is_served()).then_some(Before::Keeps));
    };
    if why != RetireReason::Retracted || before.reason == why {
        return Ok(Some(Before::Keeps));
    }
    match before.reason {
        RetireReason::Merged | RetireReason::Superseded => {
            let by = before.successor.map_or_else(String::new, |by| format!(" by {by}"));
            let was = before.reason;
            let message = format!("{id} is out of recall since {}: {was}{by}", before.day);
            Err(says(message).hint(format!(
                "retract what stands for it if that is wrong too; or `consolidate revive {id}` and then retract it"
            )))
        }
        _ => Ok(Some(Before::Becomes(Retirement { reason: why, ..before.clone() }))),
    }
}

#[expect(clippy::too_many_arguments, reason = "one step of two orders, with all that it writes to")]
fn retire<L: Lookup>(
    memory: &Memory,
    why: RetireReason,
    successor: Option<MemoryId>,
    order: &OrderGiven,
    reason: &Reason,
    state: &L,
    set: &mut ChangeSet,
) -> Result<(), WriteError<L::Error>> {
    let retired = Retirement::of(&memory.standing, why, successor, order.now.day());
    let standing = Swap::new(memory.standing.clone(), Standing::Retired(retired));
    set.edit(memory, Edit::Standing(standing), reason.clone());
    drop_set(memory, &memory.conflicts_with, Edit::ConflictsWith, Edit::ConflictsWith, state, set)
}

/// Takes `ids` out of one set of `memory`, and `memory` out of the reciprocal set of each.
pub(super) fn drop_set<L: Lookup>(
    memory: &Memory,
    ids: &BTreeSet<MemoryId>,
    ours: fn(SetEdit<MemoryId>) -> Edit,
    theirs: fn(SetEdit<MemoryId>) -> Edit,
    state: &L,
    set: &mut ChangeSet,
) -> Result<(), WriteError<L::Error>> {
    for &id in ids {
        let reason = Reason::Follows { of: memory.id };
        set.edit(memory, ours(SetEdit::removing(id)), reason.clone());
        if let Some(other) = state.memory(id).map_err(WriteError::Lookup)? {
            set.edit(&other, theirs(SetEdit::removing(memory.id)), reason);
        }
    }
    Ok(())
}

fn supersede<L: Lookup>(
    older: &Memory,
    order: &OrderGiven,
    reason: &Reason,
    state: &L,
    set: &mut ChangeSet,
) -> Result<(), WriteError<L::Error>> {
    let Some(successor) = order.successor else {
        return Err(Refused::new(ErrorCode::Invalid, "no successor is named").into());
    };
    let newer = fetch(state, successor)?;
    if newer.id == older.id {
        return Err(Refused::new(ErrorCode::Invalid, "a memory cannot replace itself").into());
    }
    if !newer.standing.is_served() {
        let message = format!(
            "{successor} is {}; only a served memory can replace another",
            newer.standing.word()
        );
        return Err(Refused::new(ErrorCode::Invalid, message)
            .hint(format!("bring it back first: `consolidate revive {successor}`"))
            .into());
    }
    if let (Some(old), Some(new)) = (&older.scope.project, &newer.scope.project)
        && old != new
    {
        let message = format!("{} is of {old}, and {successor} of {new}", older.id);
        return Err(Refused::new(ErrorCode::Invalid, message)
            .hint("what replaces a memory is of its project, or of none: record it there first")
            .into());
    }
    if !older.superseded_by.contains(&successor) {
        set.edit(older, Edit::SupersededBy(SetEdit::adding(successor)), reason.clone());
        set.edit(&newer, Edit::Supersedes(SetEdit::adding(older.id)), reason.clone());
    }
    if older.standing.is_served() {
        retire(older, RetireReason::Superseded, Some(successor), order, reason, state, set)?;
    }
    Ok(())
}
