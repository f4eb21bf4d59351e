//! Questions for people and agents: what a pass found and is not certain of, as review items.
//!
//! Items are opened strongest first, at most `Policy::review_items_a_day` a pass and UTC day, counted from the open items
//! that the pass queued that day; the rest waits and is reported. A pair that stands in an open item of the pass is not asked
//! again. An item of any pass with a member that is no longer active is closed by the pass that finds it so, and what is left
//! of its question is opened in its place, as of the day on which it was queued.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use consolidate_shared::change::{Finding, Reason};
use consolidate_shared::id::MemoryId;
use consolidate_shared::plan::{PassKind, Tally};
use consolidate_shared::review::ReviewItem;
use consolidate_shared::time::Day;
use rustc_hash::FxHashSet;

use super::bench::Bench;
use super::cluster::{Picked, Pool, clusters};
use super::draft::Draft;
use super::judge::{Judged, Strength, age, linked};
use super::outlook::{Outlook, is_answered};
use super::tally::{Kept, Tallies};

/// A pair to ask about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Question {
    pub(super) older: MemoryId,
    pub(super) newer: MemoryId,
    strength: Strength,
    /// What relates them; `None`: a link.
    judged: Option<Judged>,
}

impl Question {
    pub(super) fn of(pair: &Judged) -> Self {
        let Judged { older, newer, .. } = *pair;
        Self { older, newer, strength: pair.strength(), judged: Some(*pair) }
    }

    /// About a link that protection keeps from taking effect.
    pub(super) fn linked(older: MemoryId, newer: MemoryId) -> Self {
        Self { older, newer, strength: Strength::MAX, judged: None }
    }

    /// The strongest is asked first.
    pub(super) fn order(&self) -> impl Ord + use<> {
        (Reverse(self.strength), self.older, self.newer)
    }

    /// Whether it is about this memory.
    pub(super) fn is_about(&self, id: MemoryId) -> bool {
        self.older == id || self.newer == id
    }

    /// Whether it is about these two.
    pub(super) fn is_of(&self, a: MemoryId, b: MemoryId) -> bool {
        self.is_about(a) && self.is_about(b)
    }

    /// Its sides, the smaller id first.
    pub(super) fn sides(&self) -> (MemoryId, MemoryId) {
        (self.older.min(self.newer), self.older.max(self.newer))
    }

    fn finding(&self) -> Finding {
        self.judged.map_or_else(|| linked(self.newer), |pair| pair.finding(self.newer))
    }
}

/// Closes what is settled, opens what is new, and says what waits for another day.
pub(super) fn ask(
    pass: PassKind,
    outlook: &Outlook,
    draft: &mut Draft<'_>,
    kept: &mut Tallies,
) -> Vec<Tally> {
    let open = settle(pass, outlook, draft);
    let bench = &outlook.bench;
    let asked_today = open.iter().filter(|item| item.queued == bench.day).count();
    let budget = (bench.policy.review_items_a_day as usize).saturating_sub(asked_today);
    let answered: FxHashSet<_> = bench.rulings.answered(pass).into_iter().collect();
    let mut covered = pairs_of(&open);
    covered.retain(|sides| !answered.contains(sides));
    let count = |sides: &FxHashSet<_>| -> usize {
        sides.iter().map(|sides| outlook.between(*sides, pass).count()).sum()
    };
    let (barred, waiting) = (count(&answered), count(&covered));
    kept.add_many(Kept::Barred, barred as u64);
    kept.add_many(Kept::Waiting, waiting as u64);
    let new = outlook.count(pass).saturating_sub(barred + waiting);
    let mut asked = 0;
    // Where nothing may be opened any more today, nothing is read: what waits is only counted.
    if budget > 0 && new > 0 {
        let open = Open { outlook, pass, settled: answered.union(&covered).copied().collect() };
        for questions in clusters(pass, &open, bench.policy.review_members as usize, budget) {
            let Some(item) = item(pass, &questions, bench, bench.day) else { continue };
            draft.review(None, Some(&item), &Reason::Found(item.finding.clone()));
            asked += questions.len();
        }
    }
    let waiting = new.saturating_sub(asked) as u64;
    let why = "pairs for review, over the number of a day".to_owned();
    if waiting == 0 { Vec::new() } else { vec![Tally { why, count: waiting }] }
}

/// What a pass would ask, without the pairs that are settled: answered, or in an open item.
struct Open<'a> {
    outlook: &'a Outlook,
    pass: PassKind,
    settled: FxHashSet<(MemoryId, MemoryId)>,
}

impl Open<'_> {
    fn is_open(&self, question: &Question) -> bool {
        !self.settled.contains(&question.sides())
    }
}

impl Pool for Open<'_> {
    fn all(&self) -> Box<dyn Iterator<Item = Question> + '_> {
        Box::new(self.outlook.questions(self.pass).filter(|question| self.is_open(question)))
    }

    fn about(&self, id: MemoryId) -> Vec<Question> {
        let about = self.outlook.questions_of(id, self.pass);
        about.filter(|question| self.is_open(question)).collect()
    }

    fn is_answered(&self, a: MemoryId, b: MemoryId) -> bool {
        self.outlook.bench.rulings.answers(a, b, self.pass)
    }
}

/// Every pair of two members of one item, the smaller id first.
fn pairs_of(items: &[ReviewItem]) -> FxHashSet<(MemoryId, MemoryId)> {
    let mut pairs = FxHashSet::default();
    for item in items {
        for (place, a) in item.members.iter().enumerate() {
            pairs.extend(item.members.iter().skip(place + 1).map(|b| (*a.min(b), *a.max(b))));
        }
    }
    pairs
}

/// Closes every item that lost a member to what the draft has done, and opens what is left of it. Returns the items of `pass`
/// that will be open once the whole run is made.
fn settle(pass: PassKind, outlook: &Outlook, draft: &mut Draft<'_>) -> Vec<ReviewItem> {
    let mut ahead = Vec::new();
    let mut opened = BTreeSet::new();
    for (id, item) in draft.open_reviews() {
        let now = || remainder(item, outlook, |id| draft.is_active(id));
        let later = || remainder(item, outlook, |id| outlook.bench.state.is_active(id));
        let is_sound = outlook.is_sound(id);
        debug_assert!(!is_sound || (now().is_none() && later().is_none()), "it stays: {item:?}");
        if item.pass == pass {
            let later = if is_sound { None } else { later() };
            ahead.extend(later.unwrap_or_else(|| vec![item.clone()]));
        }
        let now = if is_sound { None } else { now() };
        let Some(rest) = now else { continue };
        let what = "all its members are active and the question is open".to_owned();
        draft.review(Some(item), None, &Reason::NoLonger { what });
        for left in rest {
            if !draft.was_open(left.id()) && opened.insert(left.id()) {
                draft.review(None, Some(&left), &Reason::Found(left.finding.clone()));
            }
        }
    }
    ahead
}

/// What is left of an item; nothing where it stays as it is.
fn remainder(
    item: &ReviewItem,
    outlook: &Outlook,
    active: impl Fn(MemoryId) -> bool,
) -> Option<Vec<ReviewItem>> {
    let bench = &outlook.bench;
    let live: Vec<MemoryId> = item.members.iter().copied().filter(|id| active(*id)).collect();
    let answered = |a: MemoryId, b: MemoryId| bench.rulings.answers(a, b, item.pass);
    if live.len() == item.members.len() && !is_answered(item, bench) {
        return None;
    }
    let mut left = Vec::new();
    for (place, a) in live.iter().enumerate() {
        let others = live.iter().skip(place + 1).filter(|b| !answered(*a, **b));
        left.extend(others.flat_map(|b| outlook.between((*a, *b), item.pass)));
    }
    let size = bench.policy.review_members as usize;
    let left = clusters(item.pass, &Picked { questions: &left, answered }, size, usize::MAX);
    Some(left.iter().filter_map(|asked| self::item(item.pass, asked, bench, item.queued)).collect())
}

/// The item that asks these questions, the strongest first.
fn item(pass: PassKind, questions: &[Question], bench: &Bench, queued: Day) -> Option<ReviewItem> {
    let ids: BTreeSet<MemoryId> = questions.iter().flat_map(|q| [q.older, q.newer]).collect();
    let mut members: Vec<_> = ids.iter().filter_map(|id| bench.state.memory(*id)).collect();
    members.sort_by_key(|memory| age(memory));
    let members = members.into_iter().map(|memory| memory.id).collect();
    let finding = questions.first()?.finding();
    Some(ReviewItem::new(pass, members, finding, queued))
}
