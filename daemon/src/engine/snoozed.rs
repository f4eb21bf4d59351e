//! Questions that somebody put off. No row holds them: the rulings say until when, and the entry that made these what was asked.

use std::collections::{BTreeMap, BTreeSet};

use consolidate_shared::change::{Finding, Swap, What};
use consolidate_shared::id::{MemoryId, ReviewId};
use consolidate_shared::journal::{EntryKind, JournalEntry};
use consolidate_shared::limits;
use consolidate_shared::model::Memory;
use consolidate_shared::review::ReviewItem;
use consolidate_shared::ruling::{Decision, Ruling, RulingKey};
use consolidate_shared::time::Day;

use crate::review::stands;
use crate::store::{ReadError, View};

/// A question that is asked again on a day to come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Snoozed {
    /// The first day on which to ask again.
    pub(super) until: Day,
    /// What is asked, about the members that still stand.
    pub(super) item: ReviewItem,
}

/// What is snoozed on `day`, the first to come back first. What lost a member since has nothing left to ask and is left out.
pub(super) fn all(day: Day, view: &View) -> Result<Vec<Snoozed>, ReadError> {
    let mut asked = Asked::default();
    let mut put_off: BTreeMap<(Day, ReviewId), (ReviewItem, BTreeSet<MemoryId>)> = BTreeMap::new();
    for (key, ruling) in view.rulings()? {
        let Decision::Snooze { until } = ruling.decision else { continue };
        let stays = key.pass.is_none_or(|pass| key == RulingKey::whole(pass));
        if until <= day || stays || is_answered(&key, view)? {
            continue;
        }
        let Some(item) = asked.by(&key, &ruling, view)? else { continue };
        let entry = put_off.entry((until, item.id()));
        entry.or_insert_with(|| (item, BTreeSet::new())).1.extend([key.first, key.second]);
    }
    let mut found = Vec::new();
    for ((until, _), (item, members)) in put_off {
        if let Some(item) = left_of(item, &members, view)? {
            found.push(Snoozed { until, item });
        }
    }
    Ok(found)
}

/// Whether the pair was answered for every pass.
fn is_answered(key: &RulingKey, view: &View) -> Result<bool, ReadError> {
    let ruling = view.ruling(&RulingKey { pass: None, ..key.clone() })?;
    Ok(ruling.is_some_and(|it| !matches!(it.decision, Decision::Snooze { .. })))
}

/// The question about those of `members` that stand; `None`: too few do, or it is open again.
fn left_of(
    item: ReviewItem,
    members: &BTreeSet<MemoryId>,
    view: &View,
) -> Result<Option<ReviewItem>, ReadError> {
    let mut live = Vec::new();
    for id in item.members.iter().filter(|id| members.contains(id)) {
        if view.memory(*id)?.is_some_and(|memory| stands(item.pass, &memory)) {
            live.push(*id);
        }
    }
    if live.len() < item.members.len().min(2) {
        return Ok(None);
    }
    let whole = live == item.members;
    let left =
        if whole { item } else { ReviewItem::new(item.pass, live, item.finding, item.queued) };
    Ok(view.review(left.id())?.is_none().then_some(left))
}

/// The items that rulings were made about, as far as they are known: an item is snoozed with a ruling on each of its pairs.
#[derive(Default)]
struct Asked(BTreeMap<RulingKey, (Ruling, ReviewItem)>);

impl Asked {
    /// The item that was answered with this ruling; where the journal does not tell, what the ruling says of it.
    fn by(
        &mut self,
        key: &RulingKey,
        ruling: &Ruling,
        view: &View,
    ) -> Result<Option<ReviewItem>, ReadError> {
        if let Some((known, item)) = self.0.get(key)
            && known == ruling
        {
            return Ok(Some(item.clone()));
        }
        let generations = view.generations_of_memory(key.first, None, None)?.rev();
        let mut wanted = ruling.clone();
        for generation in generations.take(limits::ENTRIES_READ) {
            let Some(entry) = view.entry(generation?)? else { continue };
            let Some(made) = made_by(&entry, key, &wanted) else { continue };
            if let Some(item) = put_off_by(&entry, key) {
                for change in &entry.change_set.changes {
                    if let What::Ruling { key, ruling } = &change.what
                        && let Some(after) = &ruling.after
                    {
                        self.0.insert(key.clone(), (after.clone(), item.clone()));
                    }
                }
                return Ok(Some(item));
            }
            // What is put off once more was closed when it was put off before.
            if matches!(entry.kind, EntryKind::Review | EntryKind::Redo(_))
                && let Some(before) = &made.before
                && matches!(before.decision, Decision::Snooze { .. })
            {
                wanted = before.clone();
            }
        }
        untold(key, ruling, view)
    }
}

/// The change of the ruling, where an entry made this one.
fn made_by<'e>(
    entry: &'e JournalEntry,
    key: &RulingKey,
    ruling: &Ruling,
) -> Option<&'e Swap<Option<Ruling>>> {
    entry.change_set.changes.iter().find_map(|change| match &change.what {
        What::Ruling { key: of, ruling: swap }
            if of == key && swap.after.as_ref() == Some(ruling) =>
        {
            Some(swap)
        }
        _ => None,
    })
}

/// The item about this pair that an entry closed.
fn put_off_by(entry: &JournalEntry, key: &RulingKey) -> Option<ReviewItem> {
    let changes = entry.change_set.changes.iter();
    let mut items = changes.filter_map(|change| match &change.what {
        What::Review(swap) if swap.after.is_none() => swap.before.as_deref(),
        _ => None,
    });
    let about = |item: &&ReviewItem| {
        Some(item.pass) == key.pass
            && [key.first, key.second].iter().all(|id| item.members.contains(id))
    };
    items.find(about).cloned()
}

/// An item out of a ruling alone, as after the restoring of an export: that has no journal.
fn untold(key: &RulingKey, ruling: &Ruling, view: &View) -> Result<Option<ReviewItem>, ReadError> {
    let Some(pass) = key.pass else { return Ok(None) };
    let mut members: Vec<Memory> = Vec::new();
    for id in BTreeSet::from([key.first, key.second]) {
        members.extend(view.memory(id)?);
    }
    members.sort_by_key(|memory| (memory.instant(), memory.id));
    let members = members.into_iter().map(|memory| memory.id).collect();
    let finding = Finding {
        rule: "snoozed".to_owned(),
        other: key.second,
        overlap: 0,
        sentence: "it was asked before this journal begins".to_owned(),
    };
    Ok(Some(ReviewItem::new(pass, members, finding, ruling.at.day())))
}
