//! Which memory a row is: the same row always gets the same id.

use consolidate_shared::id::{MemoryId, hash128};
use consolidate_shared::model::Memory;

/// Bits of the hash in an id; the 48 above them are milliseconds since 1970, so that ids sort by time.
const HASH_BITS: u32 = 80;

/// The id of a row that has none of ours: from the day it says it was written (if it says so), and a hash of its
/// project and its id elsewhere, or of its text and how many rows with this text came before.
pub(super) fn made_id(memory: &Memory, dated: bool, ordinal: u64) -> MemoryId {
    let project = memory.scope.project.as_deref().unwrap_or_default();
    let mut content = Vec::new();
    let parts = match &memory.external_id {
        Some(external) => [project, "external", external.as_str()],
        None => [project, "text", memory.text.as_str()],
    };
    for part in parts {
        content.extend((part.len() as u64).to_le_bytes());
        content.extend(part.as_bytes());
    }
    content.extend(ordinal.to_le_bytes());
    // A row without a date must not get the time of its import: the next import would make another id.
    let ms = if dated { memory.created_at.ms().max(0) as u128 } else { 0 };
    MemoryId((ms << HASH_BITS) | (hash128(&content) & ((1 << HASH_BITS) - 1)))
}

/// Whether `row` claims nothing that `known` does not hold: it is a line of an export of it.
pub(super) fn claims_no_more(row: &Memory, known: &Memory) -> bool {
    let claims = |memory: &Memory| {
        (memory.id, memory.origin, memory.standing.clone(), memory.tier, memory.pinned)
    };
    says_the_same(row, known) && claims(row) == claims(known)
}

/// Whether `row` says what the memory `known` was written with. Passes may have added anchors and a slot since, so a row
/// may say less of these.
pub(super) fn says_the_same(row: &Memory, known: &Memory) -> bool {
    row.text == known.text
        && row.kind == known.kind
        && row.rationale == known.rationale
        && (row.slot.is_none() || row.slot == known.slot)
        && row.anchors.is_subset(&known.anchors)
        && (&row.trigger, &row.steps) == (&known.trigger, &known.steps)
        && (row.valid_from, row.valid_until) == (known.valid_from, known.valid_until)
}
