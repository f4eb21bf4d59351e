//! What the journal tells of one memory: its history, and why it stands where it stands.
//!
//! Entries are found by index and read one at a time, at most [`limits::ENTRIES_READ`] of them; a large entry (an import, the
//! first run of a pass) is decoded once for all that is asked of it.

use std::collections::{BTreeMap, BTreeSet};

use consolidate_shared::change::Reason;
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::{Generation, JournalEntry};
use consolidate_shared::limits;
use consolidate_shared::model::{Memory, Name, RetireReason, Standing};
use consolidate_shared::wire::v1::{
    ErrorCode, HistoryAnswer, HistoryChange, HistoryEntry, HistoryRequest, MemoryView, Refused,
    Response, WhyAnswer, WhyBranch, WhyLink, WhyRequest, WhyStep,
};
use consolidate_shared::words::counted;

use super::Engine;
use super::resolve::resolve;
use super::service::Session;
use super::writer::{present, unreadable};
use crate::diff;
use crate::lineage::{Branch, Chain, Family, Joined, Links, Step, chain, joined, said, survivor};
use crate::store::{ReadError, View};

/// Characters of a text or a rationale in an answer; `read` gives the whole.
const EXCERPT_CHARS: usize = 400;
/// Changes of one entry that a history lists.
const CHANGES_LISTED: usize = 32;
/// Branches that one step of a chain lists in each direction.
const BRANCHES_LISTED: usize = 8;
/// Steps in one page of a chain.
const STEPS_PER_PAGE: usize = 500;

/// The chain that a connection is paging through: a page costs what it shows, not the whole chain.
#[derive(Debug)]
pub(super) struct ChainInHand {
    generation: Generation,
    memory: MemoryId,
    family: Family,
    line: Chain,
    /// Why each step of the line replaced the one before it; `None`: too many entries tell of it, and each page reads its own.
    links: Option<Links>,
}

/// What somebody asked for and what it became.
pub(super) struct Asked {
    /// The memory that holds it now.
    pub(super) memory: MemoryId,
    /// The ids on the way there, when it was merged or folded.
    pub(super) merged: Vec<MemoryId>,
}

/// The memory that `reference` names: where that was merged, its survivor.
pub(super) fn asked(reference: &str, project: Option<&str>, view: &View) -> Result<Asked, Refused> {
    let id = resolve(reference, project, view, view)?;
    let mut way = survivor(id, view).map_err(unreadable)?;
    if let Ok(named) = reference.trim().parse::<MemoryId>()
        && named != id
    {
        way.insert(0, named);
    }
    let memory = way.last().copied().unwrap_or(id);
    Ok(Asked { memory, merged: if way.len() > 1 { way } else { Vec::new() } })
}

/// A memory that has left the store and of which the journal tells: by its whole id.
fn gone(reference: &str, view: &View) -> Option<Asked> {
    let memory = reference.trim().parse::<MemoryId>().ok()?;
    view.generations_of_memory(memory, None, None).ok()?.next()?.ok()?;
    Some(Asked { memory, merged: Vec::new() })
}

impl Engine {
    /// Every entry that tells of a memory, or of one that was joined to it, oldest first.
    pub(super) fn history(&self, request: &HistoryRequest) -> Result<Response, Refused> {
        let view = self.publisher.read().view.clone();
        let found = asked(&request.memory, request.caller.project.as_deref(), &view)
            .or_else(|refused| gone(&request.memory, &view).ok_or(refused))?;
        let memory = view.memory(found.memory).map_err(unreadable)?;
        let (ids, cut) = joined_to(found.memory, &view).map_err(unreadable)?;
        let limit = request.limit.clamp(1, limits::HISTORY_ROWS) as usize;
        let (entries, next) = entries_of(&ids, request.after, limit, &view).map_err(unreadable)?;
        Ok(Response::History(Box::new(HistoryAnswer {
            generation: view.generation().0,
            asked: request.memory.clone(),
            memory: found.memory,
            merged: found.merged,
            ids: ids.into_iter().collect(),
            text: memory.as_ref().map_or_else(String::new, |memory| excerpt(&memory.text)),
            standing: memory.map_or("removed", |memory| memory.standing.word()).to_owned(),
            entries,
            next,
            cut,
        })))
    }

    /// A page of the chain of supersession through a memory.
    pub(super) fn why(
        &self,
        session: &mut Session,
        request: &WhyRequest,
    ) -> Result<Response, Refused> {
        let view = self.publisher.read().view.clone();
        let found = asked(&request.memory, request.caller.project.as_deref(), &view)?;
        present(&view, found.memory)?;
        let in_hand = session.chain.take();
        let in_hand = match in_hand.filter(|it| it.is_of(found.memory, &view)) {
            Some(in_hand) => in_hand,
            None => ChainInHand::of(found.memory, &view).map_err(unreadable)?,
        };
        let ChainInHand { family, line, .. } = &in_hand;
        let from = usize::try_from(request.from).unwrap_or(usize::MAX);
        if from >= line.steps.len() {
            let message = format!(
                "the chain has {}; no page begins at {from}",
                counted(line.steps.len() as u64, "memory")
            );
            return Err(Refused::new(ErrorCode::Invalid, message));
        }
        let (steps, next) = page(&in_hand, from, &view).map_err(unreadable)?;
        let why = Response::Why(Box::new(WhyAnswer {
            generation: view.generation().0,
            asked: request.memory.clone(),
            memory: found.memory,
            merged: found.merged,
            total: line.steps.len() as u64,
            steps,
            next,
            cut: family.cut,
            tangled: line.tangled,
        }));
        session.chain = next.is_some().then_some(in_hand);
        Ok(why)
    }
}

impl ChainInHand {
    fn of(memory: MemoryId, view: &View) -> Result<Self, ReadError> {
        let family = Family::of(memory, view, limits::FAMILY)?;
        let line = chain(&family, memory);
        let told = telling(&line.steps, view)?;
        let few = told.len() <= limits::ENTRIES_READ;
        let links = few.then(|| links(&line.steps, told, view)).transpose()?;
        Ok(Self { generation: view.generation(), memory, family, line, links })
    }

    /// Whether it is the chain through `memory` as the store is now.
    fn is_of(&self, memory: MemoryId, view: &View) -> bool {
        self.memory == memory && self.generation == view.generation()
    }
}

pub(super) fn excerpt(text: &str) -> String {
    let mut chars = text.chars();
    let mut start: String = chars.by_ref().take(EXCERPT_CHARS).collect();
    if chars.next().is_some() {
        start.push('…');
    }
    start
}

/// The ids of a memory and of all that was folded or merged into it and still is; whether more was than could be followed.
pub(super) fn joined_to(
    id: MemoryId,
    view: &View,
) -> Result<(BTreeSet<MemoryId>, bool), ReadError> {
    let mut all = BTreeSet::from([id]);
    let mut reader = Joining::default();
    let mut open = vec![id];
    while let Some(into) = open.pop() {
        reader.read_entries_of(into, view)?;
        for from in reader.into.get(&into).into_iter().flatten() {
            if all.len() >= limits::FAMILY {
                return Ok((all, true));
            }
            if !all.contains(from) && is_joined(Joined { from: *from, into }, view)? {
                all.insert(*from);
                open.push(*from);
            }
        }
    }
    Ok((all, reader.cut))
}

/// What the entries that were read so far joined.
#[derive(Default)]
pub(super) struct Joining {
    pub(super) into: BTreeMap<MemoryId, BTreeSet<MemoryId>>,
    read: BTreeSet<Generation>,
    pub(super) cut: bool,
}

impl Joining {
    /// Reads the entries that tell of `id` and were not read yet, the newest first.
    pub(super) fn read_entries_of(&mut self, id: MemoryId, view: &View) -> Result<(), ReadError> {
        for generation in view.generations_of_memory(id, None, None)?.rev() {
            let generation = generation?;
            if self.read.contains(&generation) {
                continue;
            }
            if self.read.len() >= limits::ENTRIES_READ {
                self.cut = true;
                break;
            }
            self.read.insert(generation);
            for Joined { from, into } in view.entry(generation)?.iter().flat_map(joined) {
                self.into.entry(into).or_default().insert(from);
            }
        }
        Ok(())
    }
}

/// Whether what an entry joined is so still: an undo or a revival may have parted them.
pub(super) fn is_joined(joined: Joined, view: &View) -> Result<bool, ReadError> {
    let Joined { from, into } = joined;
    if let Some(memory) = view.memory(from)? {
        return Ok(match &memory.standing {
            Standing::Retired(retirement) => {
                retirement.reason == RetireReason::Merged && retirement.successor == Some(into)
            }
            _ => false,
        });
    }
    Ok(view.name(&Name::Id(from))? == Some(into))
}

/// The entries after `after` that tell of one of `ids`, oldest first, and where the next page begins.
fn entries_of(
    ids: &BTreeSet<MemoryId>,
    after: Option<u64>,
    limit: usize,
    view: &View,
) -> Result<(Vec<HistoryEntry>, Option<u64>), ReadError> {
    let mut generations = BTreeSet::new();
    for &id in ids {
        let found = view.generations_of_memory(id, after.map(Generation), None)?;
        // One more than the page, of each: then the page's are among them, and whether there is another is known.
        for generation in found.take(limit + 1) {
            generations.insert(generation?);
        }
    }
    let (mut entries, mut bytes, mut next) = (Vec::new(), 0, None);
    for generation in generations {
        if entries.len() == limit || bytes >= limits::PAGE_BYTES {
            next = entries.last().map(|last: &HistoryEntry| last.generation);
            break;
        }
        let Some(entry) = view.entry(generation)? else { continue };
        let told = told(&entry, ids, view)?;
        bytes += size(&told);
        entries.push(told);
    }
    Ok((entries, next))
}

fn told(
    entry: &JournalEntry,
    ids: &BTreeSet<MemoryId>,
    view: &View,
) -> Result<HistoryEntry, ReadError> {
    let (touches, more) = diff::touches(&entry.change_set, ids, CHANGES_LISTED);
    let changes = touches.into_iter().map(|touch| HistoryChange {
        memory: touch.memory,
        names: touch.names.iter().map(ToString::to_string).collect(),
        before: touch.before,
        after: touch.after,
        why: touch.why,
    });
    Ok(HistoryEntry {
        generation: entry.generation.0,
        kind: entry.kind.to_string(),
        actor: entry.actor.to_string(),
        at: entry.at,
        run: entry.run,
        plan: entry.plan,
        undone_by: view.undone_by(entry.generation)?.map(|generation| generation.0),
        changes: changes.collect(),
        more,
    })
}

fn size(entry: &HistoryEntry) -> usize {
    let lines = entry
        .changes
        .iter()
        .flat_map(|change| change.before.iter().chain(&change.after).chain(&change.why));
    lines.map(String::len).sum()
}

/// The steps from `from` on, at most a page, and where the next one begins.
fn page(
    in_hand: &ChainInHand,
    from: usize,
    view: &View,
) -> Result<(Vec<WhyStep>, Option<u64>), ReadError> {
    let (line, family) = (&in_hand.line.steps, &in_hand.family);
    let last = line.len().min(from + STEPS_PER_PAGE);
    let shown = line.get(from..last).unwrap_or_default();
    let its_own = if in_hand.links.is_none() {
        let steps = line.get(from.saturating_sub(1)..last).unwrap_or_default();
        Some(links(steps, telling(steps, view)?, view)?)
    } else {
        None
    };
    let links = in_hand.links.as_ref().or(its_own.as_ref());
    let (mut steps, mut bytes) = (Vec::new(), 0);
    for (place, step) in (from..).zip(shown) {
        if bytes >= limits::PAGE_BYTES {
            return Ok((steps, Some(place as u64)));
        }
        let Some(memory) = family.memory(step.id) else { continue };
        let before = place.checked_sub(1).and_then(|place| line.get(place));
        let link = before.map(|before| link(links, before.id, step.id));
        let told = told_step(step, memory, link, family, view)?;
        bytes += bytes_of(&told);
        let asked = step.id == in_hand.memory;
        steps.push(WhyStep { place: place as u64, asked, ..told });
    }
    Ok((steps, (last < line.len()).then_some(last as u64)))
}

fn bytes_of(step: &WhyStep) -> usize {
    let branches = step.also_replaced.iter().chain(&step.also_replaced_by);
    let texts = branches.map(|branch| branch.text.len()).sum::<usize>();
    let why = step.link.as_ref().map_or(0, |link| link.why.len());
    step.text.len() + step.rationale.as_ref().map_or(0, String::len) + texts + why
}

/// Each step and the one after it.
fn pairs(steps: &[Step]) -> impl Iterator<Item = (MemoryId, MemoryId)> {
    steps.windows(2).filter_map(|pair| Some((pair.first()?.id, pair.get(1)?.id)))
}

/// The entries that may tell why each step replaced the one before it. The one that made a link tells of both of its ends,
/// unless an import was cut between them.
fn telling(steps: &[Step], view: &View) -> Result<BTreeSet<Generation>, ReadError> {
    let mut generations = BTreeSet::new();
    let of = |id| -> Result<BTreeSet<Generation>, ReadError> {
        let newest = view.generations_of_memory(id, None, None)?.rev();
        newest.take(limits::ENTRIES_READ).collect()
    };
    for (older, newer) in pairs(steps) {
        let (one, other) = (of(older)?, of(newer)?);
        let mut both = &one & &other;
        if both.is_empty() {
            both = &one | &other;
        }
        generations.extend(both);
    }
    Ok(generations)
}

/// Why each step replaced the one before it, as the newest of `generations` tell.
fn links(
    steps: &[Step],
    generations: BTreeSet<Generation>,
    view: &View,
) -> Result<Links, ReadError> {
    let mut links = Links::between(pairs(steps));
    let skipped = generations.len().saturating_sub(limits::ENTRIES_READ);
    for generation in generations.into_iter().skip(skipped) {
        if let Some(entry) = view.entry(generation)? {
            links.see(&entry);
        }
    }
    Ok(links)
}

fn link(links: Option<&Links>, older: MemoryId, newer: MemoryId) -> WhyLink {
    let Some(made) = links.and_then(|links| links.get(older, newer)) else {
        let why = "the journal does not tell".to_owned();
        let (rule, overlap, with, entry, kind, by, at) = (None, None, None, None, None, None, None);
        return WhyLink { why, rule, overlap, with, entry, kind, by, at };
    };
    let found = match &made.reason {
        Reason::Found(finding) => Some(finding),
        _ => None,
    };
    let finding = found.or(made.asked.as_ref());
    WhyLink {
        why: said(made),
        rule: finding.map(|finding| finding.rule.clone()),
        overlap: finding.map(|finding| finding.overlap),
        with: found.map(|finding| finding.other),
        entry: Some(made.generation.0),
        kind: Some(made.kind.to_string()),
        by: Some(made.actor.to_string()),
        at: Some(made.at),
    }
}

fn told_step(
    step: &Step,
    memory: &Memory,
    link: Option<WhyLink>,
    family: &Family,
    view: &View,
) -> Result<WhyStep, ReadError> {
    let shown = MemoryView::of(memory, view.unique_characters(memory.id)?);
    let branches = |branches: &[Branch]| -> Vec<WhyBranch> {
        branches.iter().take(BRANCHES_LISTED).map(|branch| told_branch(*branch, family)).collect()
    };
    let more = |branches: &[Branch]| branches.len().saturating_sub(BRANCHES_LISTED) as u64;
    Ok(WhyStep {
        place: 0,
        id: shown.id,
        short_id: shown.short_id,
        external_id: shown.external_id,
        kind: shown.kind,
        project: shown.project,
        at: memory.instant(),
        text: excerpt(&memory.text),
        rationale: memory.rationale.as_deref().map(excerpt),
        standing: shown.standing,
        standing_reason: shown.standing_reason,
        asked: false,
        link,
        also_replaced: branches(&step.also_replaced),
        also_replaced_by: branches(&step.also_replaced_by),
        more_branches: more(&step.also_replaced) + more(&step.also_replaced_by),
    })
}

fn told_branch(branch: Branch, family: &Family) -> WhyBranch {
    let Branch { id, length } = branch;
    match family.memory(id) {
        Some(memory) => WhyBranch {
            id,
            text: excerpt(&memory.text),
            standing: memory.standing.word().to_owned(),
            at: Some(memory.instant()),
            length,
        },
        None => {
            WhyBranch { id, text: String::new(), standing: "missing".to_owned(), at: None, length }
        }
    }
}
