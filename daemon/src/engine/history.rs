//! The journal: log, undo, redo.

use std::collections::{BTreeMap, BTreeSet};

use consolidate_shared::change::{self, ChangeSet, What};
use consolidate_shared::id::{MemoryId, PlanId, ReviewId, RunId};
use consolidate_shared::journal::{EntryKind, Generation, JournalEntry};
use consolidate_shared::limits;
use consolidate_shared::model::Actor;
use consolidate_shared::overlay::Overlay;
use consolidate_shared::plan::PassKind;
use consolidate_shared::ruling::{Decision, Ruling};
use consolidate_shared::time::Timestamp;
use consolidate_shared::wire::v1::{Caller, ErrorCode, LogRequest, LogRow, Refused, Response};

use super::aside;
use super::held;
use super::in_the_way;
use super::orders::{committed, refusal};
use super::remains;
use super::resolve::resolve;
use super::reviews::{and_closed, close_others};
use super::service::off_the_path;
use super::successors::Since;
use super::writer::{Made, NewEntry, Turn, unreadable};
use super::{Engine, bare};
use crate::diff;
use crate::store::{Generations, ReadError, View};
use crate::write::{actor_of, may_redo, may_undo, redo, undo};

/// Which way through history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// Take back.
    Undo,
    /// Apply again.
    Redo,
}

impl Engine {
    /// The journal, newest first.
    pub(super) fn log(&self, limit: u32, before: Option<u64>) -> Response {
        let view = self.publisher.read().view.clone();
        let limit = limit.clamp(1, limits::LIST_ROWS) as usize;
        let rows = view
            .entries_before(before.map(Generation))
            .and_then(|entries| entries.take(limit).map(|entry| row(&entry?, &view)).collect());
        match rows {
            Ok(rows) => Response::Log(rows),
            Err(error) => Response::Refused(unreadable(error)),
        }
    }

    /// The journal, newest first, of one pass or of what tells of one memory: found by index, not by a walk.
    pub(super) fn log_of(&self, request: &LogRequest) -> Result<Response, Refused> {
        let view = self.publisher.read().view.clone();
        let limit = request.limit.clamp(1, limits::LIST_ROWS) as usize;
        let before = request.before.map(Generation);
        let project = request.caller.project.as_deref();
        let memory = request.memory.as_deref();
        let memory = memory.map(|memory| resolve(memory, project, &view, &view)).transpose()?;
        let rows: Result<Vec<LogRow>, ReadError> = match (memory, request.pass) {
            (None, None) => return Ok(self.log(request.limit, request.before)),
            (Some(id), None) => {
                named_rows(view.generations_of_memory(id, None, before), &view, limit)
            }
            (None, Some(pass)) => named_rows(view.generations_of_pass(pass, before), &view, limit),
            (Some(id), Some(pass)) => both(id, pass, before, &view).and_then(|generations| {
                let newest = generations.into_iter().rev().take(limit);
                rows_of(newest.map(Ok), &view)
            }),
        };
        rows.map(Response::Log).map_err(unreadable)
    }

    /// Takes an entry or a run back, or applies it again; without an id the latest one.
    pub(super) async fn travel(&self, way: Way, caller: &Caller, id: Option<String>) -> Response {
        let (by, now, named) = (actor_of(caller), self.now(), id.clone());
        let decide = move |turn: &Turn<'_>| decide(way, id.as_deref(), &by, now, turn);
        match self.writer.submit(true, Box::new(decide)).await {
            Response::Refused(refused) if refused.code == ErrorCode::Stale => {
                let first = off_the_path(|| self.first(way, named.as_deref()));
                Response::Refused(first.into_iter().fold(refused, Refused::hint))
            }
            response => response,
        }
    }

    /// What has to be done before what was refused, as a hint; looked for beside the writer, which nobody holds up.
    fn first(&self, way: Way, id: Option<&str>) -> Option<String> {
        let view = self.publisher.read().view.clone();
        let targets = targets(way, id, &view).ok()?;
        let asked =
            id.map_or_else(|| targets.first().map_or(String::new(), of_entry), str::to_owned);
        let hint = match way {
            Way::Undo => in_the_way::hint(&asked, &targets, &view),
            Way::Redo => in_the_way::hint_of_redo(&asked, &targets, &view),
        };
        hint.ok()?
    }
}

fn named_rows(
    generations: Result<Generations, ReadError>,
    view: &View,
    limit: usize,
) -> Result<Vec<LogRow>, ReadError> {
    rows_of(generations?.rev().take(limit), view)
}

fn rows_of(
    generations: impl Iterator<Item = Result<Generation, ReadError>>,
    view: &View,
) -> Result<Vec<LogRow>, ReadError> {
    let rows = generations.filter_map(|generation| {
        let entry = generation.and_then(|generation| view.entry(generation)).transpose()?;
        Some(entry.and_then(|entry| row(&entry, view)))
    });
    rows.collect()
}

/// The entries of a pass that tell of a memory, oldest first.
fn both(
    id: MemoryId,
    pass: PassKind,
    before: Option<Generation>,
    view: &View,
) -> Result<BTreeSet<Generation>, ReadError> {
    let of_pass: BTreeSet<Generation> =
        view.generations_of_pass(pass, before)?.collect::<Result<_, _>>()?;
    let of_memory = view.generations_of_memory(id, None, before)?;
    let both = of_memory.filter(|generation| {
        generation.as_ref().map_or(true, |generation| of_pass.contains(generation))
    });
    both.collect()
}

fn row(entry: &JournalEntry, view: &View) -> Result<LogRow, ReadError> {
    Ok(LogRow {
        generation: entry.generation.0,
        kind: entry.kind.to_string(),
        actor: entry.actor.to_string(),
        at: entry.at,
        run: entry.run,
        plan: entry.plan,
        changes: entry.change_set.changes.len() as u64,
        summary: aside::and_besides(entry, line_of(&entry.change_set), view)?,
        undone_by: view.undone_by(entry.generation)?.map(|generation| generation.0),
    })
}

/// What a change set does, in one line: counts by name, and the beginning of what it is about.
fn line_of(set: &ChangeSet) -> String {
    line_with_gist(set).unwrap_or_else(|| counts_of(set))
}

/// The same, if there is anything to be told of what it is about.
pub(super) fn line_with_gist(set: &ChangeSet) -> Option<String> {
    let gist = diff::gist(set);
    (!gist.is_empty()).then(|| format!("{}: {gist}", counts_of(set)))
}

fn counts_of(set: &ChangeSet) -> String {
    diff::summary(set).trim_start_matches("summary: ").to_owned()
}

fn decide(
    way: Way,
    id: Option<&str>,
    by: &Actor,
    now: Timestamp,
    turn: &Turn<'_>,
) -> Result<Made, Refused> {
    if id.is_none() && way == Way::Undo {
        bare::nothing_stays_before(turn.view)?;
    }
    let (targets, taken, passed) = if let (Way::Undo, None) = (way, id) {
        bare::latest_that_stands(by, now, turn)?
    } else {
        let targets = targets(way, id, turn.view)?;
        if id.is_none() {
            bare::may(way, by, &targets, turn.view)?;
        }
        let taken = all_taken(way, &targets, (by, now), turn)?;
        (targets, taken, Vec::new())
    };
    let aside = aside::told(way, &targets, turn.view)?;
    let (entries, closed) = taken;
    // Without an id nobody has said what is meant: then it is told.
    let told = |target: &JournalEntry| if id.is_none() { bare::told(target) } else { of(target) };
    let list: Vec<String> = targets.iter().map(told).collect();
    let list = and_closed(list.join(", "), &closed);
    if way == Way::Redo {
        return Ok(committed(entries, format!("redid {list}")));
    }
    let again = match (id, targets.as_slice()) {
        (Some(id), _) => id.to_owned(),
        (None, [only]) => only.generation.to_string(),
        (None, several) => several.first().map_or_else(String::new, of_entry),
    };
    let held = held::told(&entries, &format!("consolidate redo {again}"));
    let lines: Vec<String> =
        [format!("undid {list}")].into_iter().chain(held).chain(aside).chain(passed).collect();
    Ok(committed(entries, lines.join("\n")))
}

/// The steps that take the targets in their order, and the questions that are closed with them.
pub(super) type Taken = (Vec<NewEntry>, Vec<ReviewId>);

pub(super) fn all_taken(
    way: Way,
    targets: &[JournalEntry],
    (by, now): (&Actor, Timestamp),
    turn: &Turn<'_>,
) -> Result<Taken, Refused> {
    let mut sheet = Overlay::new(turn.state);
    let (mut entries, mut closed) = (Vec::new(), Vec::new());
    for (place, target) in targets.iter().enumerate() {
        // What a later step decides of a question itself is not settled for it.
        let later = targets.get(place + 1..).unwrap_or_default();
        let later: BTreeSet<ReviewId> = later.iter().flat_map(items_of).collect();
        let (entry, also) = taken((way, target), (by, now), &mut sheet, turn, &later)?;
        closed.extend(also);
        entries.push(entry);
    }
    Ok((entries, closed))
}

pub(super) fn nothing_to_undo() -> Refused {
    Refused::new(ErrorCode::NotFound, "there is nothing to undo")
        .hint("`consolidate log` shows what is there")
}

fn of(target: &JournalEntry) -> String {
    format!("{} ({})", target.generation, target.kind)
}

/// One step, decided on what the steps before it leave in `sheet`, and the questions that it closes beside what it takes; those
/// of `later` are left to later steps.
pub(super) fn taken(
    (way, target): (Way, &JournalEntry),
    (by, now): (&Actor, Timestamp),
    sheet: &mut Overlay<'_, super::writer::BatchState<'_>>,
    turn: &Turn<'_>,
    later: &BTreeSet<ReviewId>,
) -> Result<(NewEntry, Vec<ReviewId>), Refused> {
    let (kind, mut change_set) = step(way, target, by, now, sheet, turn.view)?;
    let closed = close_others(&mut change_set, sheet, turn, (now.day(), later))?;
    let judge = if way == Way::Undo { may_undo } else { may_redo };
    judge(by, target, &change_set, sheet).map_err(refusal)?;
    if way == Way::Redo && matches!(target.kind, EntryKind::Pass(_)) {
        let name = format!("entry {}", target.generation);
        let undo = turn.view.undone_by(target.generation).map_err(unreadable)?;
        let since = undo.map_or(Since::Planned, |undo| Since::Undone(undo, turn.view));
        super::successors::stand(&name, &change_set, std::iter::empty(), sheet, since)?;
    }
    change::apply(&change_set, sheet).map_err(|error| moved(way, target, &error))?;
    let entry = NewEntry {
        kind,
        actor: by.clone(),
        run: target.run,
        plan: None,
        report: None,
        judged_as: match (way, target.kind) {
            (Way::Redo, kind) | (Way::Undo, kind @ EntryKind::Repair) => kind,
            (Way::Undo, _) => kind,
        },
        made_on: Some(target.generation),
        change_set,
    };
    Ok((entry, closed))
}

fn step(
    way: Way,
    target: &JournalEntry,
    by: &Actor,
    now: Timestamp,
    sheet: &Overlay<'_, super::writer::BatchState<'_>>,
    view: &View,
) -> Result<(EntryKind, ChangeSet), Refused> {
    match way {
        Way::Undo => {
            let mut change_set = undo(target, by, now, sheet).map_err(unreadable)?;
            let hold = Ruling { decision: Decision::Hold, by: by.clone(), at: now };
            held::renew(&mut change_set, target, &hold, sheet, view).map_err(unreadable)?;
            remains::only(&mut change_set, target, sheet, view).map_err(unreadable)?;
            Ok((EntryKind::Undo(target.generation), change_set))
        }
        Way::Redo => {
            let undone = view.undone_by(target.generation).map_err(unreadable)?;
            let undone =
                undone.map(|generation| view.entry(generation)).transpose().map_err(unreadable)?;
            let undone = undone.flatten().ok_or_else(|| not_undone(target))?;
            Ok((EntryKind::Redo(target.generation), redo(&undone)))
        }
    }
}

/// The questions that an entry opened or closed.
fn items_of(entry: &JournalEntry) -> impl Iterator<Item = ReviewId> {
    let swaps = entry.change_set.changes.iter().filter_map(|change| match &change.what {
        What::Review(swap) => Some(swap),
        _ => None,
    });
    swaps.flat_map(|swap| swap.before.iter().chain(&swap.after)).map(|item| item.id())
}

/// The name that an undo of an entry and of what belongs to it is asked by.
pub(super) fn of_entry(entry: &JournalEntry) -> String {
    entry.run.map_or_else(|| entry.generation.to_string(), |run| run.to_string())
}

fn moved(way: Way, target: &JournalEntry, error: &change::ApplyError<ReadError>) -> Refused {
    let (word, hint) = match way {
        Way::Undo => ("undo", "later entries changed these; undo them first (`consolidate log`)"),
        Way::Redo => (
            "redo",
            "other entries changed these; redo what was undone after it, or undo what came since (`consolidate log`)",
        ),
    };
    let what = format!("cannot {word} entry {} ({}): {error}", target.generation, target.kind);
    Refused::new(ErrorCode::Stale, what).hint(hint)
}

/// The entries that are meant, in the order in which they are to be taken: undo goes newest first, redo oldest first.
pub(super) fn targets(
    way: Way,
    id: Option<&str>,
    view: &View,
) -> Result<Vec<JournalEntry>, Refused> {
    let named = match id {
        Some(id) => named(id, view)?,
        None => latest(way, view)?,
    };
    let mut open = Vec::new();
    for entry in named {
        let undone = view.undone_by(entry.generation).map_err(unreadable)?.is_some();
        if undone == (way == Way::Redo)
            && !matches!(entry.kind, EntryKind::Undo(_) | EntryKind::Redo(_))
        {
            open.push(entry);
        }
    }
    if open.is_empty() {
        let message = match (way, id) {
            (Way::Undo, Some(id)) => {
                format!("{id} is undone already, or is itself an undo or redo")
            }
            (Way::Undo, None) => return Err(nothing_to_undo()),
            (Way::Redo, Some(id)) => format!("{id} is not undone"),
            (Way::Redo, None) => "there is nothing to redo".to_owned(),
        };
        return Err(Refused::new(ErrorCode::NotFound, message)
            .hint("`consolidate log` shows what is there"));
    }
    open.sort_by_key(|entry| entry.generation);
    if way == Way::Redo {
        // A run that was applied again after an undo is in the journal twice: the later one is what was undone last.
        let last: BTreeMap<PlanId, Generation> =
            open.iter().filter_map(|entry| Some((entry.plan?, entry.generation))).collect();
        open.retain(|entry| {
            entry.plan.is_none_or(|plan| last.get(&plan) == Some(&entry.generation))
        });
    }
    if way == Way::Undo {
        open.reverse();
    }
    Ok(open)
}

fn named(id: &str, view: &View) -> Result<Vec<JournalEntry>, Refused> {
    let found = if let Ok(generation) = id.parse::<u64>() {
        view.entry(Generation(generation)).map(|entry| entry.into_iter().collect())
    } else if let Ok(run) = id.parse::<RunId>() {
        view.entries_of_run(run)
    } else if let Ok(plan) = id.parse::<PlanId>() {
        view.entry_of_plan(plan).map(|entry| entry.into_iter().collect())
    } else {
        return Err(Refused::new(ErrorCode::Invalid, format!("`{id}` names no entry"))
            .hint("give a number from `consolidate log`, a `plan_…` or a `run_…`"));
    };
    let found: Vec<JournalEntry> = found.map_err(unreadable)?;
    if found.is_empty() {
        return Err(Refused::new(ErrorCode::NotFound, format!("the journal has no {id}"))
            .hint("`consolidate log` shows what is there"));
    }
    Ok(found)
}

fn not_undone(target: &JournalEntry) -> Refused {
    Refused::new(ErrorCode::NotFound, format!("entry {} is not undone", target.generation))
}

/// The latest entry that can be taken this way, with what belongs to it: an undo takes back what is in force of its run, a redo
/// applies again what one undo took back.
fn latest(way: Way, view: &View) -> Result<Vec<JournalEntry>, Refused> {
    let found = match way {
        Way::Undo => view.last_undoable(),
        Way::Redo => view.last_undone(),
    };
    let Some(entry) = found.map_err(unreadable)? else { return Ok(Vec::new()) };
    let Some(run) = entry.run else { return Ok(vec![entry]) };
    let mut of_run = view.entries_of_run(run).map_err(unreadable)?;
    if way == Way::Redo {
        // The entries of one undo are written in one moment.
        let at = undone_at(&entry, view).map_err(unreadable)?;
        let mut together = Vec::new();
        for entry in of_run {
            if undone_at(&entry, view).map_err(unreadable)? == at {
                together.push(entry);
            }
        }
        of_run = together;
    }
    Ok(of_run)
}

/// When an entry was taken back; `None`: it is in force.
fn undone_at(entry: &JournalEntry, view: &View) -> Result<Option<Timestamp>, ReadError> {
    let undo = view.undone_by(entry.generation)?.map(|undo| view.entry(undo)).transpose()?;
    Ok(undo.flatten().map(|undo| undo.at))
}
