//! Taking a journal entry back, and applying it again.
//!
//! Law: `export(h, p, w, undo p) == export(h, w)` without rulings, whenever `w` touches none of `p`'s fields; where it
//! does, the inverse does not apply and the commit says what moved.

use std::collections::BTreeSet;

use consolidate_shared::change::{ChangeSet, Edit, Reason, Swap, What};
use consolidate_shared::journal::{EntryKind, JournalEntry};
use consolidate_shared::model::{Actor, Usage};
use consolidate_shared::plan::PassKind;
use consolidate_shared::ruling::{Decision, Ruling, RulingKey};
use consolidate_shared::state::Lookup;
use consolidate_shared::time::Timestamp;

/// The change set that takes `entry` back. The undo of a pass also leaves a hold on every pair or memory it decided on, so that
/// the same change is not planned again until somebody answers or redoes it. Decay decides on all memories anew every day: its
/// undo lets the whole pass rest until the next day.
pub fn undo<L: Lookup>(
    entry: &JournalEntry,
    by: &Actor,
    at: Timestamp,
    state: &L,
) -> Result<ChangeSet, L::Error> {
    let mut set = entry.change_set.invert();
    keep_uses(&mut set, state)?;
    for key in holds(entry) {
        let before = state.ruling(&key)?;
        let after = Some(Ruling { decision: Decision::Hold, by: by.clone(), at });
        let ruling = Swap::new(before, after);
        set.push(What::Ruling { key, ruling }, Reason::Held);
    }
    if entry.kind == EntryKind::Pass(PassKind::Decay) {
        let key = RulingKey::whole(PassKind::Decay);
        let before = state.ruling(&key)?;
        let decision = Decision::Snooze { until: at.day().next() };
        let ruling = Swap::new(before, Some(Ruling { decision, by: by.clone(), at }));
        set.push(What::Ruling { key, ruling }, Reason::Held);
    }
    Ok(set)
}

/// Use is counted and decides nothing: what was used since keeps its counts, whatever else is taken back.
fn keep_uses<L: Lookup>(set: &mut ChangeSet, state: &L) -> Result<(), L::Error> {
    for change in &mut set.changes {
        match &mut change.what {
            What::Remove(memory) => {
                if let Some(now) = state.memory(memory.id)? {
                    memory.usage = now.usage.clone();
                }
            }
            What::Edit { subject, edit: Edit::Usage(swap) } => {
                if let Some(now) = state.memory(*subject)?
                    && let Some(less) = without(&now.usage, swap)
                {
                    *swap = Swap::new(now.usage.clone(), less);
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// `now` without what `back` takes back; `None`: it is not in there.
fn without(now: &Usage, back: &Swap<Usage>) -> Option<Usage> {
    let (from, to) = (&back.before, &back.after);
    let less = |now: u32, from: u32, to: u32| now.checked_sub(from.checked_sub(to)?);
    let is_last = now.last_used == from.last_used;
    Some(Usage {
        triggered: less(now.triggered, from.triggered, to.triggered)?,
        opened: less(now.opened, from.opened, to.opened)?,
        used: less(now.used, from.used, to.used)?,
        last_used: if is_last { to.last_used } else { now.last_used },
    })
}

/// The change set that applies an undone entry again: the inverse of its undo, which also lifts the holds.
pub fn redo(undone: &JournalEntry) -> ChangeSet {
    undone.change_set.invert()
}

/// The pairs and the single memories on which a pass's entry decided something.
pub fn holds(entry: &JournalEntry) -> BTreeSet<RulingKey> {
    let EntryKind::Pass(pass) = entry.kind else { return BTreeSet::new() };
    entry
        .change_set
        .changes
        .iter()
        .flat_map(|change| pairs(&change.what, &change.reason, pass))
        .collect()
}

fn pairs(what: &What, reason: &Reason, pass: PassKind) -> Vec<RulingKey> {
    if let What::Review(item) = what {
        // Only what was asked is held back; an item that was closed may be asked again.
        let members = item.after.as_ref().map(|item| item.members.as_slice()).unwrap_or_default();
        if let [only] = members {
            return vec![RulingKey::one(*only, Some(pass))];
        }
        let later = |place: usize| members.iter().skip(place + 1);
        return members
            .iter()
            .enumerate()
            .flat_map(|(place, &a)| later(place).map(move |&b| RulingKey::pair(a, b, Some(pass))))
            .collect();
    }
    let other = match reason {
        Reason::Found(finding) => Some(finding.other),
        Reason::Linked { successor } => Some(*successor),
        Reason::Answered { other, .. } => *other,
        // Decided on the memory alone.
        Reason::Confirmed { .. }
        | Reason::Proven { .. }
        | Reason::Outranked { .. }
        | Reason::Harmful { .. }
        | Reason::Unused { .. }
        | Reason::Unconfirmed { .. }
        | Reason::Garbage { .. } => what.memory(),
        Reason::Recorded
        | Reason::Imported
        | Reason::Ordered { .. }
        | Reason::Follows { .. }
        | Reason::NoLonger { .. }
        | Reason::Held
        | Reason::Mended { .. }
        | Reason::Told { .. }
        | Reason::Met { .. }
        | Reason::Decayed { .. } => None,
    };
    let key = what
        .memory()
        .zip(other)
        .map(|(subject, other)| RulingKey::pair(subject, other, Some(pass)));
    key.into_iter().collect()
}
