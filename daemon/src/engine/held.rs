//! Holds of undos: what whoever undoes is told of them, and what those that were laid over a ruling mean for the undo of the
//! entry that made the ruling.
//!
//! The undo of a pass leaves a hold where a snooze or an approval may have stood. Taking that answer back afterwards finds
//! the hold in its place, although everything since is undone. Invariant: whatever is undone in the reverse order of its
//! making can be undone. The hold is laid down anew then, so that a redo in the order of the making finds what it expects,
//! and one out of that order is refused.

use std::collections::{BTreeMap, BTreeSet};

use consolidate_shared::change::{Change, ChangeSet, Reason, Swap, What};
use consolidate_shared::journal::{EntryKind, Generation, JournalEntry};
use consolidate_shared::plan::PassKind;
use consolidate_shared::ruling::{Decision, Ruling, RulingKey};
use consolidate_shared::state::Lookup;
use consolidate_shared::time::Day;
use consolidate_shared::words::counted;

use super::writer::NewEntry;
use crate::store::{ReadError, View};

/// In `set`, which takes `target` back, replaces every change of a ruling over which undos alone have laid a hold since by
/// one that lays `hold` down in its place. Any other ruling that moved is left to be refused.
pub(super) fn renew<L: Lookup<Error = ReadError>>(
    set: &mut ChangeSet,
    target: &JournalEntry,
    hold: &Ruling,
    state: &L,
    view: &View,
) -> Result<(), ReadError> {
    let (mut seen, mut renewed) = (BTreeSet::new(), BTreeSet::new());
    let mut changes = Vec::with_capacity(set.changes.len());
    for change in std::mem::take(&mut set.changes) {
        let What::Ruling { key, ruling } = &change.what else {
            changes.push(change);
            continue;
        };
        // Only the first change of a key meets what the state says of it.
        let present = if seen.insert(key.clone()) { state.ruling(key)? } else { None };
        let is_held = present.as_ref().is_some_and(|it| it.decision == Decision::Hold);
        if is_held
            && present != ruling.before
            && leads_back(key, present.as_ref(), ruling, target, view)?
        {
            let what =
                What::Ruling { key: key.clone(), ruling: Swap::new(present, Some(hold.clone())) };
            renewed.insert(key.clone());
            changes.push(Change { what, reason: Reason::Held });
        } else if !renewed.contains(key) {
            changes.push(change);
        }
    }
    set.changes = changes;
    Ok(())
}

/// Whether the ruling `present` became what it is from what `target` left by undos, and by entries that are undone.
fn leads_back(
    key: &RulingKey,
    present: Option<&Ruling>,
    back: &Swap<Option<Ruling>>,
    target: &JournalEntry,
    view: &View,
) -> Result<bool, ReadError> {
    let mut found = present.cloned();
    for generation in view.generations_of_memory(key.first, Some(target.generation), None)?.rev() {
        let Some(entry) = view.entry(generation?)? else { continue };
        for change in entry.change_set.changes.iter().rev() {
            let What::Ruling { key: of, ruling } = &change.what else { continue };
            if of != key {
                continue;
            }
            if ruling.after != found || !is_void(&entry, target.generation, view)? {
                return Ok(false);
            }
            found.clone_from(&ruling.before);
            if found == back.before {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether nothing that `entry` decided is in force: an undo and its redo decide nothing, a redo is what it repeats, and of
/// a pass all that touches rulings are the holds of its undos.
fn is_void(entry: &JournalEntry, target: Generation, view: &View) -> Result<bool, ReadError> {
    let of = match entry.kind {
        EntryKind::Undo(_) => return Ok(true),
        EntryKind::Redo(of) if of == target => return Ok(true),
        EntryKind::Redo(of) => of,
        _ => entry.generation,
    };
    if view.undone_by(of)?.is_some() {
        return Ok(true);
    }
    Ok(view.entry(of)?.is_some_and(|entry| matches!(entry.kind, EntryKind::Pass(_))))
}

/// What undos keep from being planned again, and until when, in one line; `redo`: the command that lifts it. `None`: nothing.
pub(super) fn told(entries: &[NewEntry], redo: &str) -> Option<String> {
    let mut held = BTreeMap::<(Option<Day>, PassKind), [u64; 2]>::new();
    for change in entries.iter().flat_map(|entry| &entry.change_set.changes) {
        let (What::Ruling { key, ruling }, Reason::Held) = (&change.what, &change.reason) else {
            continue;
        };
        let (Some(pass), Some(after)) = (key.pass, &ruling.after) else { continue };
        let until = match after.decision {
            Decision::Hold => None,
            Decision::Snooze { until } => Some(until),
            Decision::Distinct | Decision::Approved => continue,
        };
        let [pairs, memories] = held.entry((until, pass)).or_default();
        let is_pair = key.first != key.second;
        *(if is_pair { pairs } else { memories }) += u64::from(*key != RulingKey::whole(pass));
    }
    let mut clauses = BTreeMap::<Option<Day>, Vec<String>>::new();
    for ((until, pass), [pairs, memories]) in held {
        let counts = [(pairs, "pair"), (memories, "memory")];
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let mut counts: Vec<String> = counts.map(|(count, noun)| counted(count, noun)).collect();
        if counts.is_empty() {
            counts.push("all memories".to_owned());
        }
        clauses.entry(until).or_default().push(format!("{pass} of {}", counts.join(" and ")));
    }
    let clauses = clauses.into_iter().map(|(until, held)| {
        let day = until.map_or_else(String::new, |day| format!("{day} or "));
        format!("held until {day}`{redo}`: {}", held.join(", "))
    });
    Some(clauses.collect::<Vec<_>>().join("; ")).filter(|line| !line.is_empty())
}
