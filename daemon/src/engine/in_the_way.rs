//! What stands in the way of an undo: the later entries that have to be taken back before it.

use std::collections::{BTreeMap, BTreeSet};

use consolidate_shared::change::{ChangeSet, Edit, What};
use consolidate_shared::id::{MemoryId, ReviewId};
use consolidate_shared::journal::{EntryKind, Generation, JournalEntry};
use consolidate_shared::model::Name;
use consolidate_shared::ruling::RulingKey;

use crate::store::{ReadError, View};

/// Entries that a hint names; whoever has undone these asks again.
const NAMED: usize = 10;

/// What to do about an undo of `targets` that was refused, as commands; `None`: no later entry that is in force touches
/// what they touch.
pub(super) fn hint(
    asked: &str,
    targets: &[JournalEntry],
    view: &View,
) -> Result<Option<String>, ReadError> {
    let found = in_the_way(targets, view)?;
    if found.is_empty() {
        return Ok(None);
    }
    let mut lines = vec!["later entries changed these; undo them first, newest first:".to_owned()];
    lines.extend(
        found.iter().take(NAMED).map(|generation| format!("consolidate undo {generation}")),
    );
    let more = found.len().saturating_sub(NAMED);
    if more > 0 {
        lines.push(format!("and {more} more, which the next try names"));
    }
    lines.push(format!("consolidate undo {asked}"));
    Ok(Some(lines.join("\n  ")))
}

/// The entries to undo before `targets`, newest first: those that came into force later, are still, and touch what one of
/// the targets touches; and what stands in the way of these.
fn in_the_way(targets: &[JournalEntry], view: &View) -> Result<Vec<Generation>, ReadError> {
    let of_run: BTreeSet<Generation> = targets.iter().map(|target| target.generation).collect();
    let (mut found, mut looked_at) = (BTreeMap::new(), BTreeSet::new());
    let mut open = Vec::new();
    for target in targets {
        open.push((target.clone(), in_force_since(target, view)?));
    }
    while let Some((entry, since)) = open.pop() {
        if !looked_at.insert(entry.generation) {
            continue;
        }
        let is_target = of_run.contains(&entry.generation);
        for (later, at) in later(&entry, since, view)? {
            // The steps of the undo itself are taken newest first.
            if is_target && of_run.contains(&later.generation) {
                continue;
            }
            found.insert(at, later.generation);
            open.push((later, at));
        }
    }
    Ok(found.into_values().rev().collect())
}

/// Whether an entry in force that came into it after `since` touches what `entry` touches.
pub(super) fn moved_since(
    entry: &JournalEntry,
    since: Generation,
    view: &View,
) -> Result<bool, ReadError> {
    Ok(!later(entry, since, view)?.is_empty())
}

/// The entry in force that came into it last of those to undo before `targets`.
pub(super) fn last(
    targets: &[JournalEntry],
    view: &View,
) -> Result<Option<JournalEntry>, ReadError> {
    let first = in_the_way(targets, view)?.first().copied();
    first.map(|generation| view.entry(generation)).transpose().map(Option::flatten)
}

/// What to do before a redo of `targets` that was refused, as commands: what was undone after them and touches the same is redone
/// first, and what came into force since is undone.
pub(super) fn hint_of_redo(
    asked: &str,
    targets: &[JournalEntry],
    view: &View,
) -> Result<Option<String>, ReadError> {
    let of_run: BTreeSet<Generation> = targets.iter().map(|target| target.generation).collect();
    let (mut undone, mut done) = (BTreeMap::new(), BTreeMap::new());
    for target in targets {
        let Some(undo) = view.undone_by(target.generation)? else { continue };
        done.extend(
            later(target, undo, view)?.into_iter().map(|(entry, at)| (at, entry.generation)),
        );
        let touched = Touched::of(&target.change_set);
        for generation in since(target, undo, view)? {
            let Some(EntryKind::Undo(of)) = view.entry(generation)?.map(|entry| entry.kind) else {
                continue;
            };
            let Some(entry) = view.entry(of)? else { continue };
            let stays = view.undone_by(of)? == Some(generation);
            if stays && !of_run.contains(&of) && touched.meets(&entry.change_set) {
                undone.insert(generation, of);
            }
        }
    }
    let undo = done.into_values().rev().map(|entry| format!("consolidate undo {entry}"));
    let redo = undone.into_values().rev().map(|entry| format!("consolidate redo {entry}"));
    let commands: Vec<String> = undo.chain(redo).take(NAMED).collect();
    if commands.is_empty() {
        return Ok(None);
    }
    let first = "other entries changed these; do this first, in this order:".to_owned();
    let again = format!("consolidate redo {asked}");
    let lines: Vec<String> = [first].into_iter().chain(commands).chain([again]).collect();
    Ok(Some(lines.join("\n  ")))
}

/// The entries after `since` that tell of a memory which `entry` tells of.
fn since(
    entry: &JournalEntry,
    since: Generation,
    view: &View,
) -> Result<BTreeSet<Generation>, ReadError> {
    let mut generations = BTreeSet::new();
    for id in entry.change_set.mentioned() {
        for generation in view.generations_of_memory(id, Some(since), None)? {
            generations.insert(generation?);
        }
    }
    Ok(generations)
}

/// The entries in force that came into it after `since` and touch what `entry` touches, each with when it did.
fn later(
    entry: &JournalEntry,
    since: Generation,
    view: &View,
) -> Result<Vec<(JournalEntry, Generation)>, ReadError> {
    let generations = self::since(entry, since, view)?;
    let touched = Touched::of(&entry.change_set);
    let mut found = Vec::new();
    for generation in generations {
        let Some(later) = view.entry(generation)? else { continue };
        let effective = match later.kind {
            EntryKind::Undo(_) => None,
            EntryKind::Redo(target) => view.entry(target)?,
            _ => Some(later),
        };
        let Some(effective) = effective else { continue };
        let in_force = view.undone_by(effective.generation)?.is_none();
        if in_force
            && in_force_since(&effective, view)? == generation
            && touched.meets(&effective.change_set)
        {
            found.push((effective, generation));
        }
    }
    Ok(found)
}

/// When an entry came into force: its own generation, or that of the redo which last applied it again.
pub(super) fn in_force_since(entry: &JournalEntry, view: &View) -> Result<Generation, ReadError> {
    let Some(&any) = entry.change_set.mentioned().first() else { return Ok(entry.generation) };
    for generation in view.generations_of_memory(any, Some(entry.generation), None)?.rev() {
        let generation = generation?;
        let kind = view.entry(generation)?.map(|entry| entry.kind);
        if kind == Some(EntryKind::Redo(entry.generation)) {
            return Ok(generation);
        }
    }
    Ok(entry.generation)
}

/// Whatever has a value of its own that a change set sets.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    Memory(MemoryId),
    Name(Name),
    Review(ReviewId),
    Ruling(RulingKey),
}

/// What a change set touches, by subject.
struct Touched<'a>(BTreeMap<Subject, Vec<&'a What>>);

impl<'a> Touched<'a> {
    fn of(set: &'a ChangeSet) -> Self {
        let mut touched: BTreeMap<_, Vec<&What>> = BTreeMap::new();
        for change in &set.changes {
            touched.entry(subject(&change.what)).or_default().push(&change.what);
        }
        Self(touched)
    }

    /// Whether a change of `set` touches the same.
    fn meets(&self, set: &ChangeSet) -> bool {
        set.changes.iter().any(|change| {
            let found = self.0.get(&subject(&change.what));
            found.is_some_and(|touched| touched.iter().any(|what| meet(what, &change.what)))
        })
    }
}

fn subject(what: &What) -> Subject {
    match what {
        What::Add(memory) | What::Remove(memory) => Subject::Memory(memory.id),
        What::Edit { subject, .. } => Subject::Memory(*subject),
        What::Name { name, .. } => Subject::Name(name.clone()),
        What::Review(swap) => {
            let item = swap.before.as_ref().or(swap.after.as_ref());
            Subject::Review(item.map_or(ReviewId(0), |item| item.id()))
        }
        What::Ruling { key, .. } => Subject::Ruling(key.clone()),
    }
}

/// Whether two changes of one subject set the same of it: a memory that comes or goes is touched as a whole, but for its use.
fn meet(one: &What, other: &What) -> bool {
    match (one, other) {
        (What::Edit { edit: one, .. }, What::Edit { edit: other, .. }) => one.meets(other),
        (What::Edit { edit, .. }, _) | (_, What::Edit { edit, .. }) => {
            !matches!(edit, Edit::Usage(_))
        }
        _ => true,
    }
}
