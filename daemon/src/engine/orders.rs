//! Orders on memories that are there.

use std::collections::BTreeSet;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::Standing;
use consolidate_shared::state::Lookup as _;
use consolidate_shared::wire::v1::{Committed, Order, OrderKind, Refused, Response};

use super::Engine;
use super::resolve::resolve;
use super::reviews::{and_closed, close_others};
use super::writer::{Landed, Made, NewEntry, Turn, unreadable};
use crate::store::ReadError;
use crate::write::{OrderGiven, WriteError, actor_of, order, told_of_revival};

impl Engine {
    /// Carries out an order; acknowledged means durable.
    pub(super) async fn order(&self, given: Order) -> Response {
        let now = self.now();
        self.writer.submit(false, Box::new(move |turn| decide(&given, now, turn))).await
    }
}

fn decide(
    given: &Order,
    now: consolidate_shared::time::Timestamp,
    turn: &Turn<'_>,
) -> Result<Made, Refused> {
    let project = given.caller.project.as_deref();
    let meant = |reference: &str| resolve(reference, project, turn.state, turn.view);
    let memory = meant(&given.memory)?;
    let successor = match &given.kind {
        OrderKind::SupersededBy { successor } => Some(meant(successor)?),
        _ => None,
    };
    let by = actor_of(&given.caller);
    let ordered = OrderGiven {
        by: by.clone(),
        memory,
        kind: given.kind.clone(),
        successor,
        note: given.note.clone(),
        now,
    };
    let mut change_set = order(&ordered, turn.state).map_err(refusal)?;
    let closed = close_others(&mut change_set, turn.state, turn, (now.day(), &BTreeSet::new()))?;
    let mut besides = String::new();
    let done = match given.kind {
        OrderKind::Pin => format!("pinned {memory}{}", end_of(memory, turn)?),
        OrderKind::Unpin => format!("unpinned {memory}"),
        OrderKind::Retire { reason } => format!("retired {memory} ({reason})"),
        OrderKind::Revive => {
            let before = turn.state.memory(memory).map_err(unreadable)?;
            let undone = before.map(|before| told_of_revival(&before, &change_set));
            besides = undone.unwrap_or_default();
            format!("revived {memory}")
        }
        OrderKind::SupersededBy { .. } => match successor {
            Some(successor) => {
                let done = format!("{memory} is superseded by {successor}");
                besides = said_before(successor, memory, turn)?;
                done
            }
            None => format!("{memory} is superseded"),
        },
    };
    let short = and_closed(done, &closed);
    let done = format!("{short}{besides}");
    let entries = vec![NewEntry::write(by, change_set)];
    Ok(match given.kind {
        OrderKind::Retire { .. } => answered(entries, done, out_already(memory, turn)?),
        OrderKind::SupersededBy { .. } => {
            answered(entries, done, format!("nothing to do: {short} already"))
        }
        _ => committed(entries, done),
    })
}

/// Until when a memory holds, for whoever pins it: a pin keeps it from the passes, and it ends all the same.
fn end_of(memory: MemoryId, turn: &Turn<'_>) -> Result<String, Refused> {
    let until = turn.state.memory(memory).map_err(unreadable)?.and_then(|it| it.valid_until);
    Ok(until.map_or_else(String::new, |until| {
        format!("; it holds until {until} all the same: a pin does not prolong it")
    }))
}

/// A line of its own where the memory that replaces another one is the older of the two; it is done all the same.
fn said_before(newer: MemoryId, older: MemoryId, turn: &Turn<'_>) -> Result<String, Refused> {
    let at = |id| Ok(turn.state.memory(id).map_err(unreadable)?.map(|it| it.instant()));
    let (Some(of_newer), Some(of_older)) = (at(newer)?, at(older)?) else {
        return Ok(String::new());
    };
    Ok(if of_newer < of_older {
        format!(
            "\nwarning: {newer} is of {of_newer}, before what it replaces ({of_older}); `consolidate undo` if it was meant the other way round"
        )
    } else {
        String::new()
    })
}

/// What is told of a memory that is not to be retired once more.
fn out_already(memory: MemoryId, turn: &Turn<'_>) -> Result<String, Refused> {
    let found = turn.state.memory(memory).map_err(unreadable)?;
    let standing = found.as_ref().map(|memory| &memory.standing);
    let since = match standing {
        Some(Standing::Retired(it)) => format!(" ({}, since {})", it.reason, it.day),
        _ => String::new(),
    };
    let word = standing.map_or("gone", Standing::word);
    Ok(format!("nothing to do: {memory} is {word} already{since}"))
}

/// What the caller is told when there is no change set.
pub(super) fn refusal(error: WriteError<ReadError>) -> Refused {
    match error {
        WriteError::Refused(refused) => refused,
        WriteError::Lookup(error) => unreadable(error),
    }
}

/// A job that answers with what it committed; `nothing to do` when all was so already.
pub(super) fn committed(entries: Vec<NewEntry>, done: String) -> Made {
    let nothing = format!("nothing to do: {done} already");
    answered(entries, done, nothing)
}

/// A job that answers with `done`, or with `nothing` when nothing was to be committed.
pub(super) fn answered(entries: Vec<NewEntry>, done: String, nothing: String) -> Made {
    let answer = Box::new(move |(parent, made): Landed<'_>| {
        let summary = if made.is_empty() { nothing } else { done };
        let generation = made.last().copied().unwrap_or(parent.0);
        Response::Committed(Committed { generation, entries: made.to_vec(), summary })
    });
    Made { entries, run: None, recent: None, answer }
}
