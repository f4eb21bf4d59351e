//! What the store will be once the run's automatic merges and replacements are made, and what will be left to ask.
//!
//! Every pass asks and marks only among memories that will still be active then: nobody is asked about a pair that settles
//! itself, and a run leaves nothing for its own repetition (the fixpoint law).

use consolidate_shared::id::{MemoryId, ReviewId};
use consolidate_shared::plan::PassKind;
use consolidate_shared::review::ReviewItem;
use rustc_hash::FxHashSet;

use super::bench::Bench;
use super::queue::Question;
use super::{merge, supersede};

/// Whether all that an item asks about is active before and after the round, and the question not answered.
fn is_sound(item: &ReviewItem, before: &Bench, ahead: &Bench) -> bool {
    let stays = |id: &MemoryId| before.state.is_active(*id) && ahead.state.is_active(*id);
    item.members.iter().all(stays) && !is_answered(item, ahead)
}

/// Whether an item about two is answered.
pub(super) fn is_answered(item: &ReviewItem, bench: &Bench) -> bool {
    matches!(item.members.as_slice(), [a, b] if bench.rulings.answers(*a, *b, item.pass))
}

/// The store ahead, and what protection makes the passes ask beside the stream's own questions.
#[derive(Debug)]
pub(super) struct Outlook {
    pub(super) bench: Bench,
    merge: Vec<Question>,
    supersede: Vec<Question>,
    /// Open items about which the round changes nothing: looked up once, and not by each pass that settles.
    sound: FxHashSet<ReviewId>,
}

impl Outlook {
    /// The store after the decisions of those of `passes` that retire; `at_work` is told whose decision is being made.
    pub(super) fn of(bench: &Bench, passes: &[PassKind], at_work: &dyn Fn(PassKind)) -> Self {
        let mut ahead = bench.clone();
        if passes.contains(&PassKind::Merge) {
            at_work(PassKind::Merge);
            let merges = merge::decide(&ahead).draft.into_set();
            ahead.advance(&merges);
        }
        if passes.contains(&PassKind::Supersede) {
            at_work(PassKind::Supersede);
            let replacements = supersede::decide(&ahead).draft.into_set();
            ahead.advance(&replacements);
        }
        let mut merge = merge::decide(&ahead).questions;
        let mut supersede = supersede::decide(&ahead).questions;
        merge.sort_by_key(Question::order);
        supersede.sort_by_key(Question::order);
        let open = bench.state.reviews().iter();
        let sound = open.filter(|(_, item)| is_sound(item, bench, &ahead)).map(|(id, _)| *id);
        let sound = sound.collect();
        Self { merge, supersede, sound, bench: ahead }
    }

    /// Whether the item was open before the round, and stays as it is on every state of it.
    pub(super) fn is_sound(&self, item: ReviewId) -> bool {
        self.sound.contains(&item)
    }

    /// What protection makes `pass` ask.
    fn protected(&self, pass: PassKind) -> &[Question] {
        match pass {
            PassKind::Merge => &self.merge,
            PassKind::Supersede => &self.supersede,
            PassKind::Conflict | PassKind::Promote | PassKind::Decay | PassKind::Prune => &[],
        }
    }

    /// All that `pass` would ask: what a rule is certain of and protection forbids, then the rest, the strongest first of
    /// each.
    pub(super) fn questions(&self, pass: PassKind) -> impl Iterator<Item = Question> {
        let found = self.bench.stream.strongest(pass).map(|pair| Question::of(&pair));
        self.protected(pass).iter().copied().chain(found)
    }

    /// What `pass` would ask about one memory, in no order that means anything.
    pub(super) fn questions_of(
        &self,
        id: MemoryId,
        pass: PassKind,
    ) -> impl Iterator<Item = Question> {
        let pairs = self.bench.stream.of_member(id);
        let found = pairs.filter(move |pair| pair.asks() == Some(pass));
        let protected = self.protected(pass).iter().filter(move |question| question.is_about(id));
        found.map(|pair| Question::of(&pair)).chain(protected.copied())
    }

    /// How many questions that is; reads none.
    pub(super) fn count(&self, pass: PassKind) -> usize {
        self.bench.stream.count_asked(pass) + self.protected(pass).len()
    }

    /// What `pass` would ask about two memories.
    pub(super) fn between(
        &self,
        (a, b): (MemoryId, MemoryId),
        pass: PassKind,
    ) -> impl Iterator<Item = Question> {
        let found = self.bench.stream.asked_between((a, b), pass);
        let protected = self.protected(pass).iter().filter(move |question| question.is_of(a, b));
        found.map(|pair| Question::of(&pair)).chain(protected.copied())
    }
}
