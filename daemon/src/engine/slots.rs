//! Active memories by the question that they answer, so that a read can name a newer answer that no pass has met yet.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use consolidate_shared::id::{MemoryId, hash64};
use consolidate_shared::model::{Kind, Memory, Standing};
use consolidate_shared::time::Timestamp;

use crate::pass::comparable;

/// What a memory is an answer to, and from when on.
#[derive(Debug, Clone, Copy)]
pub(super) struct SlotAnswer {
    question: u64,
    at: Timestamp,
    kind: Kind,
}

impl SlotAnswer {
    /// `None`: it answers no question, or does not yet or no longer.
    pub(super) fn of(memory: &Memory) -> Option<Self> {
        let slot = memory.slot.as_deref().filter(|_| memory.standing == Standing::Active)?;
        let question = hash64(format!("{}\0{slot}", memory.scope).as_bytes());
        Some(Self { question, at: memory.instant(), kind: memory.kind })
    }
}

/// The answers to every question, the oldest first.
#[derive(Debug, Clone, Default)]
pub(super) struct Slots {
    answers: FxHashMap<u64, BTreeMap<(Timestamp, MemoryId), Kind>>,
    places: FxHashMap<MemoryId, SlotAnswer>,
}

impl Slots {
    /// Puts one in; it must not be there.
    pub(super) fn put(&mut self, id: MemoryId, answer: SlotAnswer) {
        self.answers.entry(answer.question).or_default().insert((answer.at, id), answer.kind);
        self.places.insert(id, answer);
    }

    /// Takes one out, if it is there.
    pub(super) fn remove(&mut self, id: MemoryId) {
        let Some(SlotAnswer { question, at, .. }) = self.places.remove(&id) else { return };
        if let Some(answers) = self.answers.get_mut(&question) {
            answers.remove(&(at, id));
            if answers.is_empty() {
                self.answers.remove(&question);
            }
        }
    }

    /// The newest answer by `now` to the question of `id` that is newer than it, and of a kind that can replace it.
    pub(super) fn newer(&self, id: MemoryId, now: Timestamp) -> Option<MemoryId> {
        let SlotAnswer { question, at, kind } = *self.places.get(&id)?;
        let until_now = self.answers.get(&question)?.range(..=(now, MemoryId(u128::MAX)));
        let newer = until_now.rev().take_while(|((other, _), _)| *other > at);
        newer.filter(|(_, other)| comparable(kind, **other)).map(|((_, id), _)| *id).next()
    }
}
