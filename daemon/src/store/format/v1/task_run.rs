//! The briefs of task runs.

use std::marker::PhantomData;

use consolidate_shared::task_run::{
    FrozenBrief, HeldAs, HeldMemory, LeftOutBy, Purpose, TaskRunHead,
};
use consolidate_shared::time::Timestamp;
use serde::{Deserialize, Serialize};

use super::parts::KindV1;
use super::{IdV1, Text, frozen_enum, id, id_back, some_text, some_text_back, text};

frozen_enum!(PurposeV1 of Purpose { Task, Authoring });
frozen_enum!(HeldAsV1 of HeldAs {
    Policy, UserFact, Caution, Learned, Canary, Procedure, Example
});

#[derive(Debug, Serialize, Deserialize)]
struct HeldMemoryV1 {
    id: IdV1,
    kind: KindV1,
    held_as: HeldAsV1,
    rank: u32,
    text_hash: u64,
    candidate: bool,
    in_conflict: bool,
    from: u32,
    to: u32,
}

#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) struct FrozenBriefV1<'a> {
    at: i64,
    generation: u64,
    who: Text<'a>,
    session: Option<Text<'a>>,
    purpose: PurposeV1,
    task: Text<'a>,
    anchors: Vec<Text<'a>>,
    asked_tokens: Option<u32>,
    window: Option<u32>,
    question: u64,
    complete: bool,
    budget: u32,
    tokens: u32,
    policy_tokens: u32,
    hash: u64,
    held: Vec<HeldMemoryV1>,
    /// Budget, anchor, candidate, section.
    left_out: [u32; 4],
    text: Text<'a>,
}

impl From<&HeldMemory> for HeldMemoryV1 {
    fn from(held: &HeldMemory) -> Self {
        let HeldMemory { kind, held_as, rank, text_hash, candidate, in_conflict, from, to, .. } =
            *held;
        Self {
            id: id(held.id),
            kind: kind.into(),
            held_as: held_as.into(),
            rank,
            text_hash,
            candidate,
            in_conflict,
            from,
            to,
        }
    }
}

impl From<HeldMemoryV1> for HeldMemory {
    fn from(stored: HeldMemoryV1) -> Self {
        let HeldMemoryV1 { id, kind, held_as, rank, text_hash, candidate, in_conflict, from, to } =
            stored;
        Self {
            id: id_back(id),
            kind: kind.into(),
            held_as: held_as.into(),
            rank,
            text_hash,
            candidate,
            in_conflict,
            from,
            to,
        }
    }
}

impl<'a> From<&'a FrozenBrief> for FrozenBriefV1<'a> {
    fn from(brief: &'a FrozenBrief) -> Self {
        let LeftOutBy { budget, anchor, candidate, section } = brief.left_out;
        Self {
            at: brief.at.ms(),
            generation: brief.generation,
            who: text(&brief.who),
            session: some_text(brief.session.as_ref()),
            purpose: brief.purpose.into(),
            task: text(&brief.task),
            anchors: brief.anchors.iter().map(|anchor| text(anchor)).collect(),
            asked_tokens: brief.asked_tokens,
            window: brief.window,
            question: brief.question,
            complete: brief.complete,
            budget: brief.budget,
            tokens: brief.tokens,
            policy_tokens: brief.policy_tokens,
            hash: brief.hash,
            held: brief.held.iter().map(HeldMemoryV1::from).collect(),
            left_out: [budget, anchor, candidate, section],
            text: text(&brief.text),
        }
    }
}

impl From<FrozenBriefV1<'_>> for FrozenBrief {
    fn from(stored: FrozenBriefV1<'_>) -> Self {
        let [budget, anchor, candidate, section] = stored.left_out;
        Self {
            at: Timestamp::from_ms(stored.at),
            generation: stored.generation,
            who: stored.who.into_owned(),
            session: some_text_back(stored.session),
            purpose: stored.purpose.into(),
            task: stored.task.into_owned(),
            anchors: stored.anchors.into_iter().map(Text::into_owned).collect(),
            asked_tokens: stored.asked_tokens,
            window: stored.window,
            question: stored.question,
            complete: stored.complete,
            budget: stored.budget,
            tokens: stored.tokens,
            policy_tokens: stored.policy_tokens,
            hash: stored.hash,
            held: stored.held.into_iter().map(HeldMemory::from).collect(),
            left_out: LeftOutBy { budget, anchor, candidate, section },
            text: stored.text.into_owned(),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) struct TaskRunHeadV1<'a> {
    first: i64,
    last: i64,
    place: u64,
    briefs: u32,
    bytes: u64,
    told: u32,
    borrowed: PhantomData<&'a ()>,
}

impl From<&TaskRunHead> for TaskRunHeadV1<'_> {
    fn from(head: &TaskRunHead) -> Self {
        let TaskRunHead { first, last, place, briefs, bytes, told } = *head;
        let (first, last) = (first.ms(), last.ms());
        Self { first, last, place, briefs, bytes, told, borrowed: PhantomData }
    }
}

impl From<TaskRunHeadV1<'_>> for TaskRunHead {
    fn from(stored: TaskRunHeadV1<'_>) -> Self {
        let TaskRunHeadV1 { first, last, place, briefs, bytes, told, borrowed: _ } = stored;
        let (first, last) = (Timestamp::from_ms(first), Timestamp::from_ms(last));
        Self { first, last, place, briefs, bytes, told }
    }
}

/// What all task runs come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::store) struct TaskRunBooks {
    /// The next run's place.
    pub(in crate::store) next: u64,
    /// Runs.
    pub(in crate::store) runs: u64,
    /// Bytes of their briefs.
    pub(in crate::store) bytes: u64,
}

#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) struct TaskRunBooksV1<'a> {
    next: u64,
    runs: u64,
    bytes: u64,
    borrowed: PhantomData<&'a ()>,
}

impl From<&TaskRunBooks> for TaskRunBooksV1<'_> {
    fn from(&TaskRunBooks { next, runs, bytes }: &TaskRunBooks) -> Self {
        Self { next, runs, bytes, borrowed: PhantomData }
    }
}

impl From<TaskRunBooksV1<'_>> for TaskRunBooks {
    fn from(stored: TaskRunBooksV1<'_>) -> Self {
        let TaskRunBooksV1 { next, runs, bytes, borrowed: _ } = stored;
        Self { next, runs, bytes }
    }
}

/// When a task run last told something of a memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::store) struct ToldAt(pub(in crate::store) Timestamp);

#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) struct ToldAtV1<'a> {
    at: i64,
    borrowed: PhantomData<&'a ()>,
}

impl From<&ToldAt> for ToldAtV1<'_> {
    fn from(&ToldAt(at): &ToldAt) -> Self {
        Self { at: at.ms(), borrowed: PhantomData }
    }
}

impl From<ToldAtV1<'_>> for ToldAt {
    fn from(stored: ToldAtV1<'_>) -> Self {
        Self(Timestamp::from_ms(stored.at))
    }
}
