//! Questions for people and agents: what a pass found and is not certain of, as review items.
//!
//! Items are opened strongest first, at most `Policy::review_items_a_day` a pass and UTC day, counted from the open items
//! that the pass queued that day; the rest waits and is reported. A pair that stands in an open item of the pass is not asked
//! again. An item of any pass with a member that is no longer active is closed by the pass that finds it so, and what is left
//! of its question is opened in its place, as of the day on which it was queued.

use std::collections::{BTreeMap, BTreeSet};

use consolidate_shared::change::{Finding, Reason};
use consolidate_shared::id::{MemoryId, ReviewId};
use consolidate_shared::plan::{PassKind, Tally};
use consolidate_shared::review::ReviewItem;
use consolidate_shared::time::Day;

use super::bench::Bench;
use super::draft::Draft;
use super::judge::{Judged, age, linked};
use super::outlook::{Outlook, Questions};
use super::tally::{Kept, Tallies};

/// A pair to ask about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Question {
    pub(super) older: MemoryId,
    pub(super) newer: MemoryId,
    strength: (u16, u16, u32),
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
        let strength = (u16::MAX, u16::MAX, u32::MAX);
        Self { older, newer, strength, judged: None }
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
    let mine: Vec<&ReviewItem> = open.iter().collect();
    let asked_today = mine.iter().filter(|item| item.queued == bench.day).count();
    let budget = (bench.policy.review_items_a_day as usize).saturating_sub(asked_today);
    let covered = Covered::by(&mine);
    let mut questions = Vec::new();
    for question in outlook.questions(pass).into_iter().flat_map(Questions::all) {
        if bench.rulings.answers(question.older, question.newer, pass) {
            kept.add(Kept::Barred);
        } else if covered.holds(question) {
            kept.add(Kept::Waiting);
        } else {
            questions.push(question);
        }
    }
    let pairs = questions.len();
    let (items, asked) = clusters(pass, questions, bench, bench.day, budget);
    for item in &items {
        draft.review(None, Some(item), &Reason::Found(item.finding.clone()));
    }
    let waiting = pairs.saturating_sub(asked) as u64;
    let why = "pairs for review, over the number of a day".to_owned();
    if waiting == 0 { Vec::new() } else { vec![Tally { why, count: waiting }] }
}

/// Closes every item that lost a member to what the draft has done, and opens what is left of it. Returns the items of `pass`
/// that will be open once the whole run is made.
fn settle(pass: PassKind, outlook: &Outlook, draft: &mut Draft<'_>) -> Vec<ReviewItem> {
    let open = draft.open_reviews();
    let ids: BTreeSet<ReviewId> = draft.open_reviews().map(ReviewItem::id).collect();
    let mut ahead = Vec::new();
    let mut opened = BTreeSet::new();
    for item in open {
        let now = remainder(item, outlook, |id| draft.is_active(id));
        if item.pass == pass {
            let later = remainder(item, outlook, |id| outlook.bench.state.is_active(id));
            ahead.extend(later.unwrap_or_else(|| vec![item.clone()]));
        }
        let Some(rest) = now else { continue };
        let what = "all its members are active and the question is open".to_owned();
        draft.review(Some(item), None, &Reason::NoLonger { what });
        for left in rest {
            if !ids.contains(&left.id()) && opened.insert(left.id()) {
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
    let whole = live.len() == item.members.len();
    if whole && !matches!(live.as_slice(), [a, b] if answered(*a, *b)) {
        return None;
    }
    let asked = outlook.questions(item.pass).map(|asked| asked.within(&live));
    let mut left = asked.unwrap_or_default();
    left.retain(|question| !answered(question.older, question.newer));
    Some(clusters(item.pass, left, bench, item.queued, usize::MAX).0)
}

/// The pairs that stand in open items.
struct Covered<'a> {
    items: &'a [&'a ReviewItem],
    of_member: BTreeMap<MemoryId, Vec<usize>>,
}

impl<'a> Covered<'a> {
    fn by(items: &'a [&'a ReviewItem]) -> Self {
        let mut of_member: BTreeMap<MemoryId, Vec<usize>> = BTreeMap::new();
        for (place, item) in items.iter().enumerate() {
            for member in &item.members {
                of_member.entry(*member).or_default().push(place);
            }
        }
        Self { items, of_member }
    }

    fn holds(&self, question: &Question) -> bool {
        let places = self.of_member.get(&question.older).into_iter().flatten();
        places
            .filter_map(|place| self.items.get(*place))
            .any(|item| item.members.contains(&question.newer))
    }
}

/// At most `budget` items out of the questions, strongest first, and how many questions they ask.
fn clusters(
    pass: PassKind,
    mut questions: Vec<&Question>,
    bench: &Bench,
    queued: Day,
    budget: usize,
) -> (Vec<ReviewItem>, usize) {
    if budget == 0 {
        return (Vec::new(), 0);
    }
    let strongest_first = |question: &&Question| {
        (std::cmp::Reverse(question.strength), question.older, question.newer)
    };
    questions.sort_by_key(strongest_first);
    let size = (bench.policy.review_members as usize).max(2);
    let mut items = Vec::new();
    let mut asked = 0;
    while !questions.is_empty() && items.len() < budget {
        let groups = match pass {
            PassKind::Merge => components(&questions, size),
            _ => stars(&questions, size),
        };
        let mut left = Vec::new();
        let mut taken = BTreeMap::new();
        for question in &questions {
            let groups = (groups.get(&question.older), groups.get(&question.newer));
            match groups {
                (Some(a), Some(b)) if a == b => {
                    taken.entry(*a).or_insert_with(Vec::new).push(*question);
                }
                _ => left.push(*question),
            }
        }
        let mut found: Vec<Vec<&Question>> = taken.into_values().collect();
        found.sort_by_key(|group| group.first().map(strongest_first));
        for group in found.iter().take(budget - items.len()) {
            asked += group.len();
            items.extend(item(pass, group, bench, queued));
        }
        questions = left;
    }
    (items, asked)
}

/// For each memory the group it is in: connected by questions, strongest first, at most `size` memories each.
fn components(questions: &[&Question], size: usize) -> BTreeMap<MemoryId, usize> {
    let mut group_of: BTreeMap<MemoryId, usize> = BTreeMap::new();
    let mut members: Vec<Vec<MemoryId>> = Vec::new();
    for question in questions {
        let mut group = |id: MemoryId| {
            *group_of.entry(id).or_insert_with(|| {
                members.push(vec![id]);
                members.len() - 1
            })
        };
        let (a, b) = (group(question.older), group(question.newer));
        let count = |place: usize| members.get(place).map_or(0, Vec::len);
        if a == b || count(a) + count(b) > size {
            continue;
        }
        let (from, into) = (a.max(b), a.min(b));
        let moved = members.get_mut(from).map(std::mem::take).unwrap_or_default();
        for id in &moved {
            group_of.insert(*id, into);
        }
        if let Some(group) = members.get_mut(into) {
            group.extend(moved);
        }
    }
    group_of
}

/// For each memory the group it is in: one newest memory and those older ones that it is asked about, at most `size`.
fn stars(questions: &[&Question], size: usize) -> BTreeMap<MemoryId, usize> {
    let mut group_of: BTreeMap<MemoryId, usize> = BTreeMap::new();
    // A memory that is the newer side of one question and the older side of another waits for the next round.
    let mut centres: BTreeMap<MemoryId, (usize, usize)> = BTreeMap::new();
    for (place, question) in questions.iter().enumerate() {
        if group_of.contains_key(&question.older) {
            continue;
        }
        let free = !group_of.contains_key(&question.newer);
        if !free && !centres.contains_key(&question.newer) {
            continue;
        }
        let (group, count) = centres.entry(question.newer).or_insert((place, 1));
        if *count < size {
            *count += 1;
            group_of.insert(question.newer, *group);
            group_of.insert(question.older, *group);
        }
    }
    group_of
}

/// The item that asks these questions, the strongest first.
fn item(pass: PassKind, questions: &[&Question], bench: &Bench, queued: Day) -> Option<ReviewItem> {
    let ids: BTreeSet<MemoryId> = questions.iter().flat_map(|q| [q.older, q.newer]).collect();
    let mut members: Vec<_> = ids.iter().filter_map(|id| bench.state.memory(*id)).collect();
    members.sort_by_key(|memory| age(memory));
    let members = members.into_iter().map(|memory| memory.id).collect();
    let finding = questions.first()?.finding();
    Some(ReviewItem::new(pass, members, finding, queued))
}
