//! Which questions make one review item: the strongest, and what belongs to it.
//!
//! An item grows from its strongest question outwards, so that a day's few items cost what they hold and not what waits behind
//! them. A memory is in one item before it is in a second: what is left over between two items comes after all the others.

use std::collections::{BTreeMap, BTreeSet};

use consolidate_shared::id::MemoryId;
use consolidate_shared::plan::PassKind;
use rustc_hash::FxHashSet;

use super::queue::Question;

/// Questions that may be asked.
pub(super) trait Pool {
    /// All of them, in the order in which they are asked.
    fn all(&self) -> Box<dyn Iterator<Item = Question> + '_>;
    /// Those about one memory.
    fn about(&self, id: MemoryId) -> Vec<Question>;
    /// Whether it was answered what these two are to each other: no group of which all may be one holds both.
    fn is_answered(&self, a: MemoryId, b: MemoryId) -> bool;
}

/// A few questions that were picked before, and which pairs were answered.
pub(super) struct Picked<'a, A> {
    pub(super) questions: &'a [Question],
    pub(super) answered: A,
}

impl<A: Fn(MemoryId, MemoryId) -> bool> Pool for Picked<'_, A> {
    fn all(&self) -> Box<dyn Iterator<Item = Question> + '_> {
        let mut ordered = self.questions.to_vec();
        ordered.sort_by_key(Question::order);
        Box::new(ordered.into_iter())
    }

    fn about(&self, id: MemoryId) -> Vec<Question> {
        self.questions.iter().filter(|question| question.is_about(id)).copied().collect()
    }

    fn is_answered(&self, a: MemoryId, b: MemoryId) -> bool {
        (self.answered)(a, b)
    }
}

/// At most `most` groups of questions, each about at most `size` memories (two at least) and strongest first. Without such a
/// bound every question is in a group.
pub(super) fn clusters(
    pass: PassKind,
    pool: &(impl Pool + ?Sized),
    size: usize,
    most: usize,
) -> Vec<Vec<Question>> {
    let mut clusters = Clusters { pass, pool, size: size.max(2), asked: FxHashSet::default() };
    let mut found = Vec::new();
    let mut round = pool.all();
    loop {
        let mut taken = FxHashSet::default();
        let mut left = Vec::new();
        for question in round {
            if found.len() >= most {
                return found;
            }
            let Question { older, newer, .. } = question;
            if clusters.asked.contains(&question.sides()) {
                continue;
            }
            if taken.contains(&older) || taken.contains(&newer) {
                left.push(question);
                continue;
            }
            let members = clusters.grow(question, &taken);
            found.push(clusters.take(&members));
            taken.extend(members);
        }
        if left.is_empty() {
            return found;
        }
        round = Box::new(left.into_iter());
    }
}

/// Groups in the making.
struct Clusters<'a, P: ?Sized> {
    pass: PassKind,
    pool: &'a P,
    size: usize,
    /// The pairs that a group asks about already.
    asked: FxHashSet<(MemoryId, MemoryId)>,
}

impl<P: Pool + ?Sized> Clusters<'_, P> {
    /// The memories that belong to a question, without those that are `taken`.
    fn grow(&self, first: Question, taken: &FxHashSet<MemoryId>) -> BTreeSet<MemoryId> {
        match self.pass {
            PassKind::Merge => self.component(first, taken),
            _ => self.star(first, taken),
        }
    }

    /// What may all be one: connected by questions, the strongest at each step.
    fn component(&self, first: Question, taken: &FxHashSet<MemoryId>) -> BTreeSet<MemoryId> {
        let mut members = BTreeSet::from([first.older, first.newer]);
        let mut edge = BTreeMap::new();
        let reach = |edge: &mut BTreeMap<_, Question>, id: MemoryId| {
            edge.extend(self.open_about(id, taken).map(|question| (question.order(), question)));
        };
        for id in &members {
            reach(&mut edge, *id);
        }
        while members.len() < self.size {
            let Some((_, next)) = edge.pop_first() else { break };
            let joins = |id: MemoryId| members.iter().all(|it| !self.pool.is_answered(*it, id));
            if !joins(next.older) || !joins(next.newer) {
                continue;
            }
            for id in [next.older, next.newer] {
                if members.insert(id) {
                    reach(&mut edge, id);
                }
            }
        }
        members
    }

    /// One newest memory, and those older ones that it is asked about.
    fn star(&self, first: Question, taken: &FxHashSet<MemoryId>) -> BTreeSet<MemoryId> {
        let centre = first.newer;
        let mut rays: Vec<Question> = self.open_about(centre, taken).collect();
        rays.retain(|question| question.newer == centre);
        rays.sort_by_key(Question::order);
        let older = rays.into_iter().map(|question| question.older);
        [centre, first.older].into_iter().chain(older).take(self.size).collect()
    }

    /// The questions about one memory that no group asks, and whose sides are in none of the round.
    fn open_about(
        &self,
        id: MemoryId,
        taken: &FxHashSet<MemoryId>,
    ) -> impl Iterator<Item = Question> {
        let free = |it: &Question| !taken.contains(&it.older) && !taken.contains(&it.newer);
        let open = move |it: &Question| free(it) && !self.asked.contains(&it.sides());
        self.pool.about(id).into_iter().filter(open)
    }

    /// Every open question between two of the members, the strongest first.
    fn take(&mut self, members: &BTreeSet<MemoryId>) -> Vec<Question> {
        let mut questions = Vec::new();
        for id in members {
            let mut about = self.pool.about(*id);
            about.retain(|it| it.older == *id && members.contains(&it.newer));
            questions.extend(about);
        }
        questions.retain(|it| !self.asked.contains(&it.sides()));
        questions.sort_by_key(Question::order);
        self.asked.extend(questions.iter().map(Question::sides));
        questions
    }
}
