//! Keys as bytes that sort like what they stand for: fixed-width integers big-endian, texts with an escaped end.
//!
//! Invariant: `a < b` exactly when `key(a) < key(b)`, so that a table is read in the order of the model's own maps.

use consolidate_shared::id::{MemoryId, ReviewId, RunId};
use consolidate_shared::journal::Generation;
use consolidate_shared::model::Name;
use consolidate_shared::plan::PassKind;
use consolidate_shared::ruling::RulingKey;
use consolidate_shared::task_run::TaskRunKey;
use consolidate_shared::time::Day;

use super::format::FormatError;

/// A name that is a memory id.
pub(super) const NAME_ID: u8 = 0;
/// A foreign id outside any project.
const NAME_UNSCOPED: u8 = 1;
/// A foreign id of a project.
const NAME_OF_PROJECT: u8 = 2;

/// The key of a memory.
pub(super) fn memory(id: MemoryId) -> [u8; 16] {
    id.0.to_be_bytes()
}

/// The memory of a key, or of a name's target.
pub(super) fn memory_back(bytes: &[u8]) -> Result<MemoryId, FormatError> {
    let bytes = <[u8; 16]>::try_from(bytes).map_err(|_| FormatError::Shape("a memory id"))?;
    Ok(MemoryId(u128::from_be_bytes(bytes)))
}

/// The key of a journal entry.
pub(super) fn generation(generation: Generation) -> [u8; 8] {
    generation.0.to_be_bytes()
}

/// The generation of a key, or of an index row.
pub(super) fn generation_back(bytes: &[u8]) -> Result<Generation, FormatError> {
    number(bytes).map(Generation)
}

/// The key of a review item.
pub(super) fn review(id: ReviewId) -> [u8; 8] {
    id.0.to_be_bytes()
}

/// The review item of a key.
pub(super) fn review_back(bytes: &[u8]) -> Result<ReviewId, FormatError> {
    number(bytes).map(ReviewId)
}

/// The key of a run record.
pub(super) fn run(id: RunId) -> [u8; 8] {
    id.0.to_be_bytes()
}

/// The key of a day: the sign bit is turned, so that days before 1970 sort first.
pub(super) fn day(day: Day) -> [u8; 4] {
    ((day.0 as u32) ^ (1 << 31)).to_be_bytes()
}

/// The day of a key.
pub(super) fn day_back(bytes: &[u8]) -> Result<Day, FormatError> {
    let bytes = <[u8; 4]>::try_from(bytes).map_err(|_| FormatError::Shape("a day"))?;
    Ok(Day((u32::from_be_bytes(bytes) ^ (1 << 31)) as i32))
}

/// The key of a memory that was served on a day; a day's totals stand before them, under [`day`].
pub(super) fn served(on: Day, id: MemoryId) -> Vec<u8> {
    [&day(on)[..], &memory(id)].concat()
}

/// The day and, if it is not the day's totals, the memory of a key.
pub(super) fn served_back(key: &[u8]) -> Result<(Day, Option<MemoryId>), FormatError> {
    let (on, id) = key.split_at_checked(4).ok_or(FormatError::Shape("a day and a memory"))?;
    let id = (!id.is_empty()).then(|| memory_back(id)).transpose()?;
    Ok((day_back(on)?, id))
}

fn number(bytes: &[u8]) -> Result<u64, FormatError> {
    let bytes = <[u8; 8]>::try_from(bytes).map_err(|_| FormatError::Shape("a 64-bit number"))?;
    Ok(u64::from_be_bytes(bytes))
}

/// The key of a name.
pub(super) fn name(name: &Name) -> Vec<u8> {
    match name {
        Name::Id(id) => [&[NAME_ID][..], &memory(*id)].concat(),
        Name::External { project: None, id } => [&[NAME_UNSCOPED], id.as_bytes()].concat(),
        Name::External { project: Some(project), id } => {
            let mut key = vec![NAME_OF_PROJECT];
            push_ended(project, &mut key);
            key.extend_from_slice(id.as_bytes());
            key
        }
    }
}

/// The name of a key.
pub(super) fn name_back(key: &[u8]) -> Result<Name, FormatError> {
    let text = |bytes: &[u8]| {
        String::from_utf8(bytes.to_vec()).map_err(|_| FormatError::Shape("UTF-8 text"))
    };
    match key {
        [NAME_ID, id @ ..] => memory_back(id).map(Name::Id),
        [NAME_UNSCOPED, id @ ..] => Ok(Name::External { project: None, id: text(id)? }),
        [NAME_OF_PROJECT, rest @ ..] => {
            let (project, id) = split_ended(rest).ok_or(FormatError::Shape("a name"))?;
            Ok(Name::External { project: Some(text(&project)?), id: text(id)? })
        }
        _ => Err(FormatError::Shape("a name")),
    }
}

/// The key of a task run: its project's, if it has one, then its id.
pub(super) fn task_run(key: &TaskRunKey) -> Vec<u8> {
    let mut bytes = vec![u8::from(key.project.is_some())];
    if let Some(project) = &key.project {
        push_ended(project, &mut bytes);
    }
    push_ended(&key.run, &mut bytes);
    bytes
}

/// The task run of a key, and what follows it.
pub(super) fn task_run_back(bytes: &[u8]) -> Result<(TaskRunKey, &[u8]), FormatError> {
    let shape = || FormatError::Shape("a task run");
    let ended = |bytes| -> Result<(String, _), FormatError> {
        let (text, rest) = split_ended(bytes).ok_or_else(shape)?;
        Ok((String::from_utf8(text).map_err(|_| shape())?, rest))
    };
    let (project, rest) = match bytes {
        [0, rest @ ..] => (None, rest),
        [1, rest @ ..] => ended(rest).map(|(project, rest)| (Some(project), rest))?,
        _ => return Err(shape()),
    };
    let (run, rest) = ended(rest)?;
    Ok((TaskRunKey { project, run }, rest))
}

/// Appends `text` and an end that sorts before any continuation: 0 0, and a 0 within the text becomes 0 1.
fn push_ended(text: &str, key: &mut Vec<u8>) {
    for &byte in text.as_bytes() {
        key.push(byte);
        if byte == 0 {
            key.push(1);
        }
    }
    key.extend_from_slice(&[0, 0]);
}

/// The text before its end, and what follows the end.
fn split_ended(key: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let mut text = Vec::new();
    let mut rest = key;
    loop {
        rest = match rest {
            [0, 0, after @ ..] => return Some((text, after)),
            [0, 1, after @ ..] => {
                text.push(0);
                after
            }
            [0, ..] | [] => return None,
            [byte, after @ ..] => {
                text.push(*byte);
                after
            }
        };
    }
}

/// The number of a pass in a ruling's key: never changed, new ones appended. 0 stands for all passes.
fn pass_number(pass: Option<PassKind>) -> u8 {
    match pass {
        None => 0,
        Some(PassKind::Conflict) => 1,
        Some(PassKind::Merge) => 2,
        Some(PassKind::Supersede) => 3,
        Some(PassKind::Promote) => 4,
        Some(PassKind::Decay) => 5,
        Some(PassKind::Prune) => 6,
    }
}

/// The key of a ruling.
pub(super) fn ruling(key: &RulingKey) -> Vec<u8> {
    let RulingKey { first, second, pass } = key;
    [&memory(*first)[..], &memory(*second), &[pass_number(*pass)]].concat()
}

/// The ruling's key of a key.
pub(super) fn ruling_back(key: &[u8]) -> Result<RulingKey, FormatError> {
    let (ids, number) = key.split_at_checked(32).ok_or(FormatError::Shape("a ruling's key"))?;
    let (first, second) = ids.split_at(16);
    let known = PassKind::ALL.iter().map(|&pass| Some(pass)).chain([None]);
    let pass = known
        .into_iter()
        .find(|&pass| number == [pass_number(pass)])
        .ok_or(FormatError::Shape("a ruling's key"))?;
    Ok(RulingKey { first: memory_back(first)?, second: memory_back(second)?, pass })
}

/// One family of rows in the index table: a tag, then big-endian numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Index {
    /// (run, generation): the entries of a run.
    EntryOfRun = 1,
    /// (plan, generation): the entries that commit a plan.
    EntryOfPlan = 2,
    /// (generation) → the undo that took this entry back; gone when it was redone.
    UndoneBy = 3,
    /// (generation of an undo) → its target; gone when the target was redone.
    Undoing = 4,
    /// (generation): entries that an undo may take back, and that none has.
    Standing = 5,
    /// (memory, generation): the entries that mention a memory. Written with the entry, so that a memory's history is
    /// found without a walk through the journal.
    EntryOfMemory = 6,
    /// (pass, generation): the entries of a pass.
    EntryOfPass = 7,
}

impl Index {
    /// The key of a row with one number.
    pub(super) fn one(self, number: u64) -> Vec<u8> {
        [&[self as u8][..], &number.to_be_bytes()].concat()
    }

    /// The key of a row with two numbers.
    pub(super) fn two(self, first: u64, second: u64) -> Vec<u8> {
        [&[self as u8][..], &first.to_be_bytes(), &second.to_be_bytes()].concat()
    }

    /// The key of a row with a memory and a generation.
    pub(super) fn of_memory(id: MemoryId, generation: u64) -> Vec<u8> {
        [&[Self::EntryOfMemory as u8][..], &memory(id), &generation.to_be_bytes()].concat()
    }

    /// The key of a row with a pass and a generation.
    pub(super) fn of_pass(pass: PassKind, generation: u64) -> Vec<u8> {
        Self::EntryOfPass.two(u64::from(pass_number(Some(pass))), generation)
    }

    /// The generation at the end of a key.
    pub(super) fn last_of(key: &[u8]) -> Result<Generation, FormatError> {
        let last = key.last_chunk::<8>().ok_or(FormatError::Shape("an index row"))?;
        Ok(Generation(u64::from_be_bytes(*last)))
    }
}

#[cfg(test)]
mod tests;
