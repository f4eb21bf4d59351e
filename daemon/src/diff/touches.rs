//! What a change set tells of certain memories: the part of a diff that belongs into their history.

use std::collections::{BTreeMap, BTreeSet};

use consolidate_shared::change::{Change, ChangeName, ChangeSet, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::Memory;

use super::subjects::{Subject, sides};
use super::{brief, plain};

/// Characters of a memory's text where it is told in one line.
const TEXT_CHARS: usize = 240;
/// Lines of one side of a subject.
const LINES: usize = 40;
/// Characters of one line.
const LINE_CHARS: usize = 500;

/// What a set does to one subject that concerns one of the memories.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Touch {
    /// The memory that changes, or, for a name, a question or a ruling, the one that it concerns.
    pub memory: MemoryId,
    /// What it amounts to.
    pub names: BTreeSet<ChangeName>,
    /// `field: value` lines that go.
    pub before: Vec<String>,
    /// `field: value` lines that come.
    pub after: Vec<String>,
    /// Why, without repetition.
    pub why: Vec<String>,
}

/// What `set` tells of `memories`, in the order of its changes; at most `most`, and how many more there are.
pub fn touches(set: &ChangeSet, memories: &BTreeSet<MemoryId>, most: usize) -> (Vec<Touch>, u64) {
    let mut groups: Vec<(MemoryId, Vec<&Change>)> = Vec::new();
    let mut places: BTreeMap<Subject, usize> = BTreeMap::new();
    for change in &set.changes {
        let Some(memory) = concerned(&change.what, memories) else { continue };
        let Some(subject) = Subject::of(&change.what) else { continue };
        let place = *places.entry(subject).or_insert(groups.len());
        match groups.get_mut(place) {
            Some((_, group)) => group.push(change),
            None => groups.push((memory, vec![change])),
        }
    }
    let more = groups.len().saturating_sub(most) as u64;
    let shown = groups.into_iter().take(most);
    (shown.map(|(memory, group)| touch(memory, &group, set)).collect(), more)
}

/// The memory to tell of, if a change concerns one of `memories`: the one it edits (perhaps another one, that is merged into
/// one of them), else the first of them that it mentions.
fn concerned(what: &What, memories: &BTreeSet<MemoryId>) -> Option<MemoryId> {
    let mut found = None;
    what.mentions(&mut |id| {
        if found.is_none() && memories.contains(&id) {
            found = Some(id);
        }
    });
    found.map(|found| what.memory().unwrap_or(found))
}

fn touch(memory: MemoryId, group: &[&Change], set: &ChangeSet) -> Touch {
    let (mut before, mut after) = match group {
        [Change { what: What::Add(memory), .. }] => (Vec::new(), whole(memory)),
        [Change { what: What::Remove(memory), .. }] => (whole(memory), Vec::new()),
        group => {
            let sides = sides(group, set);
            (sides.before, sides.after)
        }
    };
    // What is not the memory itself says in its first line what it is.
    let head = group.first().and_then(|change| head(&change.what));
    if let Some(head) = head {
        let lines = if after.is_empty() { &mut before } else { &mut after };
        lines.insert(0, head);
    }
    let mut why: Vec<String> = Vec::new();
    for change in group {
        let reason = plain::one_line(&change.reason.to_string());
        if !why.contains(&reason) {
            why.push(reason);
        }
    }
    let (before, after) = (bounded(before), bounded(after));
    Touch { memory, names: group.iter().map(|change| change.name()).collect(), before, after, why }
}

/// Few and short lines, with a mark where something is left out: `show` has the rest.
fn bounded(mut lines: Vec<String>) -> Vec<String> {
    let more = lines.len().saturating_sub(LINES);
    lines.truncate(LINES);
    for line in &mut lines {
        if let Some((end, _)) = line.char_indices().nth(LINE_CHARS) {
            line.truncate(end);
            line.push('…');
        }
    }
    lines.extend((more > 0).then(|| format!("… and {more} lines more")));
    lines
}

fn head(what: &What) -> Option<String> {
    match what {
        What::Add(_) | What::Remove(_) | What::Edit { .. } => None,
        What::Name { name, .. } => Some(format!("name: {}", plain::one_line(&name.to_string()))),
        What::Review(swap) => {
            let item = swap.before.as_ref().or(swap.after.as_ref())?;
            Some(format!("review: {} {}?", item.id(), item.pass))
        }
        What::Ruling { key, .. } => Some(format!("ruling on: {key}")),
    }
}

/// What a reader of a history needs of a memory that comes or goes: `show` has the rest.
fn whole(memory: &Memory) -> Vec<String> {
    let mut lines = vec![format!("text: {}", plain::start(&memory.text, TEXT_CHARS))];
    if let Some(rationale) = &memory.rationale {
        lines.push(format!("rationale: {}", plain::start(rationale, TEXT_CHARS)));
    }
    lines.push(format!("standing: {}", memory.standing.word()));
    lines.extend(memory.supersedes.iter().map(|id| format!("supersedes: {id}")));
    lines.extend(memory.superseded_by.iter().map(|id| format!("superseded_by: {id}")));
    lines
}

/// The beginnings of the texts of the first memories that a set is about, in one line: for a listing of entries.
pub fn gist(set: &ChangeSet) -> String {
    const SHOWN: usize = 2;
    let mut texts: Vec<(MemoryId, &str)> = Vec::new();
    for change in &set.changes {
        let (id, text) = match &change.what {
            What::Add(memory) | What::Remove(memory) => (memory.id, memory.text.as_str()),
            What::Edit { subject, .. } => {
                let Some(excerpt) = set.excerpts.get(subject) else { continue };
                (*subject, excerpt.text.as_str())
            }
            What::Name { .. } | What::Review(_) | What::Ruling { .. } => continue,
        };
        if texts.iter().all(|(known, _)| *known != id) {
            texts.push((id, text));
        }
        if texts.len() > SHOWN {
            break;
        }
    }
    if texts.is_empty() {
        texts.extend(
            set.excerpts.iter().take(SHOWN).map(|(id, excerpt)| (*id, excerpt.text.as_str())),
        );
    }
    let parts: Vec<String> =
        texts.iter().take(SHOWN).map(|(_, text)| plain::start(text, brief::GIST_CHARS)).collect();
    let more = if texts.len() > SHOWN { " / …" } else { "" };
    format!("{}{more}", parts.join(" / "))
}
