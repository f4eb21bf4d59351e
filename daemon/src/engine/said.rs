//! In what order things were said, where their dates tell otherwise: whoever records knows what is there already.
//!
//! A date a little ahead is that of a clock that was set back, and the new write is dated right behind it. One that lies
//! further ahead is wrong, or not meant as the time of the writing: it moves no other date. What the new memory surely
//! replaces is then linked to it, so that the order is in the data and is the same wherever they are imported.

use consolidate_shared::model::{Memory, Origin, Standing};
use consolidate_shared::time::Timestamp;

use crate::pass::{Judged, judge};
use crate::relate::{Relation, Statement};
use crate::write::is_a_persons;

/// A memory with its text, analysed.
pub(super) type Said<'a> = (&'a Memory, &'a Statement);

/// When `other`, which is there already and concerns `memory`, claims to have been said, if that is after it and not too far
/// ahead of `now` to be followed.
pub(super) fn later(
    other: &Memory,
    memory: &Memory,
    judged: &Judged,
    now: Timestamp,
) -> Option<Timestamp> {
    let concerns = judged.relation != Relation::Unrelated
        || (memory.slot.is_some() && memory.slot == other.slot);
    (concerns && claims_to_be_later(other, memory) && !is_beyond(other, now))
        .then_some(other.created_at)
}

/// What `other`, which is there already, and `memory`, which is written `now`, are to each other: by their dates, but for
/// what the new one surely replaces of what is dated beyond belief.
pub(super) fn judged_as_said(other: Said<'_>, memory: Said<'_>, now: Timestamp) -> Judged {
    let by_date = judge(other, memory);
    if !claims_to_be_later(other.0, memory.0) || !is_beyond(other.0, now) {
        return by_date;
    }
    let just_before = Timestamp::from_ms(memory.0.created_at.ms().saturating_sub(1));
    let before = Memory { created_at: just_before, ..other.0.clone() };
    let as_said = judge((&before, other.1), memory);
    let replaces = matches!(as_said.relation, Relation::Supersedes { .. });
    if replaces && may_replace(memory.0, other.0) { as_said } else { by_date }
}

/// Whether the rule that `judged` found makes `memory` replace `other` against their dates: nothing but a link says so then.
pub(super) fn replaces_by_link(memory: &Memory, other: &Memory, judged: &Judged) -> bool {
    matches!(judged.relation, Relation::Supersedes { .. })
        && judged.newer() == memory.id
        && claims_to_be_later(other, memory)
}

/// Times that somebody gave order themselves.
fn claims_to_be_later(other: &Memory, memory: &Memory) -> bool {
    memory.valid_from.is_none()
        && other.valid_from.is_none()
        && other.created_at >= memory.created_at
}

/// Whether a memory that is dated right behind `other` would lie ahead of `now`.
fn is_beyond(other: &Memory, now: Timestamp) -> bool {
    let behind = Timestamp::from_ms(other.created_at.ms().saturating_add(1));
    behind.day() > now.day().next()
}

/// Whether a rule may replace `other` by `memory`: what a pass would ask about, it still asks about.
fn may_replace(memory: &Memory, other: &Memory) -> bool {
    let is_theirs = memory.origin == Origin::User || !is_a_persons(other);
    let ends_first =
        memory.valid_until.is_some_and(|end| other.valid_until.is_none_or(|until| end < until));
    memory.standing == Standing::Active && is_theirs && !other.is_protected() && !ends_first
}
