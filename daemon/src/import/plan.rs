//! The import as a whole: which lines are new, which are known, which are bad, and the change sets of the new ones.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use consolidate_shared::change::{ChangeSet, Edit, Reason, SetEdit, Swap, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::limits;
use consolidate_shared::model::{Memory, Name};
use consolidate_shared::ruling::{Ruling, RulingKey};
use consolidate_shared::state::Lookup;
use consolidate_shared::wire::v1::{BadLine, Imported};

use super::identity::{made_id, says_the_same};
use super::links::{self, File, Link};
use super::marks;
use super::read::ReadFile;
use super::row::Row;

/// What an import would do.
#[derive(Debug)]
pub struct Import {
    /// The changes, cut so that no journal entry is too large; each applies on the one before.
    pub change_sets: Vec<ChangeSet>,
    /// The report; generation and run are the writer's to fill in.
    pub report: Imported,
}

/// What becomes of the rows.
#[derive(Default)]
struct Tally {
    bad: BTreeMap<u64, String>,
    unchanged: u64,
    names: BTreeMap<Name, MemoryId>,
    new: BTreeMap<MemoryId, Row>,
    /// What the store has already, with what its row is marked with.
    known: Vec<(MemoryId, BTreeSet<MemoryId>)>,
}

/// Plans the import of what was read into `state`; with `strict`, of nothing if any line is bad.
pub fn plan<L: Lookup>(file: ReadFile, strict: bool, state: &L) -> Result<Import, L::Error> {
    let ReadFile { headed, by_person, rows, bad, unknown, redacted, names, rulings } = file;
    let mut tally = Tally { bad, names, ..Tally::default() };
    let mut ordinals = BTreeMap::new();
    for row in rows {
        sort_in(row, &mut ordinals, &mut tally, state)?;
    }
    let links = settle_links(headed, by_person, &mut tally, state)?;
    let mut report = Imported {
        generation: 0,
        run: None,
        added: 0,
        unchanged: tally.unchanged,
        links: 0,
        bad_count: tally.bad.len() as u64,
        bad: listed(&tally.bad),
        unknown_fields: unknown.into_iter().collect(),
        redacted: redacted.into_iter().collect(),
    };
    if strict && report.bad_count > 0 {
        return Ok(Import { change_sets: Vec::new(), report });
    }
    report.added = tally.new.len() as u64;
    let pairs: BTreeSet<_> = links.iter().map(|link| (link.older, link.newer)).collect();
    report.links = pairs.len() as u64;
    Ok(Import { change_sets: cut(assemble(tally, &links, &rulings, state)?), report })
}

fn listed(bad: &BTreeMap<u64, String>) -> Vec<BadLine> {
    let first = bad.iter().take(limits::BAD_LINES_LISTED);
    first.map(|(&line, why)| BadLine { line, why: why.clone() }).collect()
}

/// Finds out whether the row is new, known or a bad line, and gives a new one its id.
fn sort_in<L: Lookup>(
    mut row: Row,
    ordinals: &mut BTreeMap<(Option<String>, String), u64>,
    tally: &mut Tally,
    state: &L,
) -> Result<(), L::Error> {
    let project = row.memory.scope.project.clone();
    let name =
        row.memory.external_id.clone().map(|id| Name::External { project: project.clone(), id });
    if !row.has_id {
        let ordinal = if name.is_some() {
            0
        } else {
            let count = ordinals.entry((project, row.memory.text.clone())).or_default();
            *count += 1;
            *count
        };
        row.memory.id = made_id(&row.memory, row.dated, ordinal);
    }
    let known = known_as(&row.memory, name.as_ref(), tally, state)?;
    match known {
        Some(known) if says_the_same(&row.memory, &known) => {
            tally.unchanged += 1;
            tally.known.push((known.id, row.conflicts_with));
        }
        Some(known) => {
            let why = format!(
                "{} is known with other content",
                known.external_id.clone().unwrap_or_else(|| known.id.to_string())
            );
            tally.bad.insert(row.line, why);
        }
        None => {
            if let Some(name) = name {
                tally.names.insert(name, row.memory.id);
            }
            tally.new.insert(row.memory.id, row);
        }
    }
    Ok(())
}

/// The memory that has the row's id or name already, in the file or in the store.
fn known_as<L: Lookup>(
    memory: &Memory,
    name: Option<&Name>,
    tally: &Tally,
    state: &L,
) -> Result<Option<Arc<Memory>>, L::Error> {
    let of_file = |id: &MemoryId| tally.new.get(id).map(|row| Arc::new(row.memory.clone()));
    if let Some(found) = of_file(&memory.id) {
        return Ok(Some(found));
    }
    if let Some(found) = state.memory(memory.id)? {
        return Ok(Some(found));
    }
    if let Some(target) = state.name(&Name::Id(memory.id))? {
        return folded(memory, target, state);
    }
    let Some(name) = name else { return Ok(None) };
    match tally.names.get(name) {
        Some(id) => Ok(of_file(id).or(state.memory(*id)?)),
        None => match state.name(name)? {
            Some(id) => state.memory(id),
            None => Ok(None),
        },
    }
}

/// What was recorded under an id that has since been folded into `target`: the wording that is kept there.
fn folded<L: Lookup>(
    memory: &Memory,
    target: MemoryId,
    state: &L,
) -> Result<Option<Arc<Memory>>, L::Error> {
    let Some(kept) = state.memory(target)? else { return Ok(None) };
    let wording = kept.wordings.iter().find(|wording| wording.of == memory.id);
    let mut was = memory.clone();
    (was.text, was.rationale) = match wording {
        Some(wording) => (wording.text.clone(), wording.rationale.clone()),
        None => (kept.text.clone(), kept.rationale.clone()),
    };
    Ok(Some(Arc::new(was)))
}

/// Takes out the lines whose links are bad, until the rest stands by itself: a line that goes may leave others that
/// link to it without their target.
fn settle_links<L: Lookup>(
    headed: bool,
    by_person: bool,
    tally: &mut Tally,
    state: &L,
) -> Result<Vec<Link>, L::Error> {
    loop {
        let file = File { new: &tally.new, names: &tally.names, may_link: headed && by_person };
        let (links, mut bad) = links::collect(&file, state)?;
        if bad.is_empty() {
            let cyclic = links::cyclic(&links, state)?;
            if cyclic.is_empty() {
                return Ok(links);
            }
            let why = "its links would close a cycle";
            bad = cyclic.into_iter().map(|line| (line, why.to_owned())).collect();
        }
        let lines: BTreeSet<u64> = bad.iter().map(|(line, _)| *line).collect();
        for (line, why) in bad {
            tally.bad.entry(line).or_insert(why);
        }
        let gone: BTreeSet<MemoryId> = tally
            .new
            .values()
            .filter(|row| lines.contains(&row.line))
            .map(|row| row.memory.id)
            .collect();
        tally.new.retain(|id, _| !gone.contains(id));
        tally.names.retain(|_, id| headed || !gone.contains(id));
    }
}

/// Pieces of bounded size. Every memory is added before anything links to it, and pieces apply in order.
fn cut(set: ChangeSet) -> Vec<ChangeSet> {
    let ChangeSet { changes, excerpts } = set;
    let mut pieces: Vec<ChangeSet> = changes
        .chunks(limits::CHANGES_PER_IMPORT_ENTRY)
        .map(|chunk| ChangeSet { changes: chunk.to_vec(), ..ChangeSet::default() })
        .collect();
    // Excerpts are of memories that were there before; they go with the last piece, where the edits are.
    if let Some(last) = pieces.last_mut() {
        last.excerpts = excerpts;
    }
    pieces
}

fn assemble<L: Lookup>(
    mut tally: Tally,
    links: &[Link],
    rulings: &BTreeMap<RulingKey, Ruling>,
    state: &L,
) -> Result<ChangeSet, L::Error> {
    let mut theirs: BTreeMap<MemoryId, (BTreeSet<MemoryId>, BTreeSet<MemoryId>)> = BTreeMap::new();
    for link in links {
        match tally.new.get_mut(&link.older) {
            Some(row) => drop(row.memory.superseded_by.insert(link.newer)),
            None => drop(theirs.entry(link.older).or_default().1.insert(link.newer)),
        }
        match tally.new.get_mut(&link.newer) {
            Some(row) => drop(row.memory.supersedes.insert(link.older)),
            None => drop(theirs.entry(link.newer).or_default().0.insert(link.older)),
        }
    }
    let mut set = ChangeSet::default();
    let ids: BTreeSet<MemoryId> = tally.new.keys().copied().collect();
    let mut marks = marks::between(&tally.new, &tally.known, rulings, state)?;
    for (id, row) in &mut tally.new {
        row.memory.conflicts_with = marks.remove(id).unwrap_or_default();
    }
    for row in tally.new.values() {
        set.push(What::Add(Box::new(row.memory.clone())), Reason::Imported);
    }
    names(&tally, &ids, &mut set, state)?;
    for (id, (older, newer)) in theirs {
        let Some(memory) = state.memory(id)? else { continue };
        let replaced = SetEdit::between(&memory.supersedes, &(&memory.supersedes | &older));
        set.edit(&memory, Edit::Supersedes(replaced), Reason::Imported);
        let replacing = SetEdit::between(&memory.superseded_by, &(&memory.superseded_by | &newer));
        set.edit(&memory, Edit::SupersededBy(replacing), Reason::Imported);
    }
    for (id, added) in marks {
        let Some(memory) = state.memory(id)? else { continue };
        let marked = SetEdit::between(&memory.conflicts_with, &(&memory.conflicts_with | &added));
        set.edit(&memory, Edit::ConflictsWith(marked), Reason::Imported);
    }
    for (key, ruling) in rulings {
        let before = state.ruling(key)?;
        if before.as_ref() != Some(ruling) {
            let swap = Swap::new(before, Some(ruling.clone()));
            set.push(What::Ruling { key: key.clone(), ruling: swap }, Reason::Imported);
        }
    }
    Ok(set)
}

/// Names of new memories, and of those in the store when the file is an export. A name that means something already
/// keeps its meaning.
fn names<L: Lookup>(
    tally: &Tally,
    new: &BTreeSet<MemoryId>,
    set: &mut ChangeSet,
    state: &L,
) -> Result<(), L::Error> {
    for (name, id) in &tally.names {
        let there = new.contains(id) || state.memory(*id)?.is_some();
        if there && state.name(name)?.is_none() {
            let target = Swap::new(None, Some(*id));
            set.push(What::Name { name: name.clone(), target }, Reason::Imported);
        }
    }
    Ok(())
}
