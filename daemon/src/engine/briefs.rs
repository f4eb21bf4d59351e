//! The brief: rows are chosen by facts alone, read from the view, and handed to the pure part. That of a task run is frozen:
//! the first answer to a step is its answer for ever.

mod freeze;

use std::collections::BTreeSet;
use std::time::Instant;

use consolidate_shared::id::{MEMORY_PREFIX, MemoryId};
use consolidate_shared::limits;
use consolidate_shared::model::{Memory, Origin, Standing, Tier};
use consolidate_shared::task_run::Purpose;
use consolidate_shared::time::Timestamp;
use consolidate_shared::wire::v1::{Coverage, Refused, Stage, TaskBriefAnswer, TaskBriefRequest};

pub(super) use freeze::key_of;
use freeze::size_warnings;

use super::Engine;
use super::catalog::has_active_successor;
use super::frozen::Froze;
use super::search::{deadline, scopes_of};
use super::writer::unreadable;
use crate::brief::{
    self, Brief, BriefInput, Caps, OtherSide, Row, Window, day_of_relative, preselect,
};
use crate::clock::steady;
use crate::recall::{Filter, Query, Scopes};
use crate::store::{Lenient, ReadError, View};

/// Rows that are read, beside those that every brief has: four times what the largest budget can hold.
const ROWS: usize = 256;
/// Procedures among them that an authoring brief chooses its examples from.
const PROCEDURES: usize = 64;
/// Rows that are chosen because they share words with the task.
const NEAR_TASK: usize = 64;
/// The window that is assumed of a model that names none.
pub(super) const COMMON_WINDOW: u32 = 32_768;

/// A brief that was made now.
struct Made {
    input: BriefInput,
    brief: Brief,
    generation: u64,
    coverage: Coverage,
    ready: bool,
    at: Timestamp,
}

impl Engine {
    /// What to know before a task: of a step of a task run what it was first told.
    pub(super) fn brief(
        &self,
        request: &TaskBriefRequest,
        arrival: Instant,
    ) -> Result<TaskBriefAnswer, Refused> {
        let Some(run) = &request.run else {
            return Ok(self.answer_of(self.make_brief(request, arrival)?, Vec::new()));
        };
        let step = (key_of(run, &request.place)?, request.step);
        let published = || self.publisher.read().view.clone();
        if let Some(frozen) = self.frozen.find(&step, published).map_err(unreadable)? {
            return Ok(self.frozen_answer(&step, &frozen, request, true));
        }
        let made = self.make_brief(request, arrival)?;
        if made.coverage != Coverage::FULL {
            // What was cut by a deadline would be cut for ever.
            let why =
                "the brief is partial and not kept as that of its step: ask again with more time";
            return Ok(self.answer_of(made, vec![why.to_owned()]));
        }
        let frozen = self.to_freeze(&made, request);
        if frozen.text.len() > limits::FROZEN_BRIEF_BYTES {
            let most = limits::FROZEN_BRIEF_BYTES / 1024;
            let why = format!("the brief is not frozen: it is longer than {most} KiB");
            return Ok(self.answer_of(made, vec![why]));
        }
        let froze = self.frozen.freeze(step.clone(), frozen.clone(), published);
        match froze.map_err(unreadable)? {
            Froze::Already(earlier) => Ok(self.frozen_answer(&step, &earlier, request, true)),
            Froze::First { crowded } => {
                if crowded {
                    self.writer.wake();
                }
                let coverage = made.coverage;
                let answer = self.frozen_answer(&step, &frozen, request, false);
                Ok(TaskBriefAnswer { coverage, ..answer })
            }
            Froze::Full => {
                self.writer.wake();
                let why = "the brief is not frozen: too many wait to be kept";
                Ok(self.answer_of(made, vec![why.to_owned()]))
            }
        }
    }

    fn make_brief(&self, request: &TaskBriefRequest, arrival: Instant) -> Result<Made, Refused> {
        let deadline = deadline(arrival, request.budget_us);
        let now = self.now();
        let (view, ids, ready, searched) = self.choose(request, now, deadline);
        let (mut rows, fetched) = rows(&ids, &view, deadline).map_err(unreadable)?;
        if request.run.is_some() {
            // What a run was told it is told for ever: its ids must name the same when more memories have come.
            for (row, _) in &mut rows {
                let unique = row.short_id.len().saturating_sub(MEMORY_PREFIX.len());
                row.short_id = row.id.short(unique.max(LASTING_CHARACTERS));
            }
        }
        let stale: BTreeSet<MemoryId> =
            rows.iter().filter(|row| row.1).map(|(row, _)| row.id).collect();
        let window = Window {
            window: request.window.unwrap_or(COMMON_WINDOW),
            answer: 0,
            rules: 0,
            task: brief::token_bound(&request.task),
        };
        let input = BriefInput {
            purpose: request.purpose,
            task: request.task.clone(),
            anchors: request.anchors.iter().map(|anchor| anchor.value.clone()).collect(),
            budget: request.tokens.unwrap_or_else(|| window.brief_budget()),
            complete: ready && searched && fetched,
            rows: rows.into_iter().map(|(row, _)| row).collect(),
        };
        let brief = brief::brief(&input);
        let coverage = match (ready, searched, fetched) {
            (true, true, true) => Coverage::FULL,
            (false, _, _) => Coverage::cut(Stage::Index),
            (true, false, _) => Coverage::cut(Stage::Search),
            (true, true, false) => Coverage::cut(Stage::Fetch),
        };
        let held = brief.held.iter().map(|held| (held.id, stale.contains(&held.id)));
        self.notes.serve(now.day(), held);
        Ok(Made { input, brief, generation: view.generation().0, coverage, ready, at: now })
    }

    /// Which memories are read: required ones and the best by facts, then those nearest to the task.
    fn choose(
        &self,
        request: &TaskBriefRequest,
        now: Timestamp,
        deadline: Instant,
    ) -> (View, Vec<MemoryId>, bool, bool) {
        let scopes = scopes_of(&request.place);
        let scopes = scopes.as_deref().map_or(Scopes::All, Scopes::Of);
        let procedures = if request.purpose == Purpose::Authoring { PROCEDURES } else { 0 };
        let caps = Caps { others: ROWS, procedures };
        let published = self.publisher.read();
        let index = &published.catalog.served;
        let mut ids = preselect(index.in_scope_unordered(scopes), now, caps);
        let query = Query::about(&request.task);
        let mut filter = Filter::new(scopes, now, NEAR_TASK);
        filter.weights = &self.options.weights;
        let near = index.search(&query, &filter, &mut || steady() >= deadline);
        let searched = near.cut.is_none();
        for hit in near.hits {
            if !ids.contains(&hit.id) {
                ids.push(hit.id);
            }
        }
        (published.view.clone(), ids, published.ready, searched)
    }

    /// A brief that is not frozen; `warnings` beside its own.
    fn answer_of(&self, made: Made, mut warnings: Vec<String>) -> TaskBriefAnswer {
        let Made { input, brief, generation, coverage, ready, .. } = made;
        warnings.extend(size_warnings([brief.tokens, brief.policy_tokens, brief.budget]));
        TaskBriefAnswer {
            generation,
            coverage,
            health: self.health.report(ready),
            hash: format!("{:016x}", brief.hash),
            tokens: brief.tokens,
            policy_tokens: brief.policy_tokens,
            budget: brief.budget,
            exceeds: brief.exceeds,
            held: brief.held.iter().map(|held| held.id).collect(),
            left_out: brief.left_out.total(),
            text: brief.text,
            purpose: input.purpose,
            frozen: None,
            warnings,
        }
    }
}

/// Characters of an id in the brief of a task run: the instant takes ten, and of what comes in the same millisecond the next three
/// tell 4,096 apart.
const LASTING_CHARACTERS: usize = 13;

/// The rows, each with whether it no longer holds, and whether all were read in time. What must be in every brief is read
/// even then.
fn rows(
    ids: &[MemoryId],
    view: &View,
    deadline: Instant,
) -> Result<(Vec<(Row, bool)>, bool), ReadError> {
    let (mut rows, mut all) = (Vec::with_capacity(ids.len()), true);
    for &id in ids {
        let Some(memory) = Lenient(view).memory(id)? else { continue };
        let required = memory.is_protected() || memory.origin == Origin::User;
        all &= steady() < deadline;
        if required || all {
            rows.push((row(&memory, view)?, is_stale(&memory, view)?));
        }
    }
    Ok((rows, all))
}

/// Whether a memory no longer holds: retired, or replaced by an active one.
fn is_stale(memory: &Memory, view: &View) -> Result<bool, ReadError> {
    let replaced =
        !memory.superseded_by.is_empty() && has_active_successor(memory, &Lenient(view))?;
    Ok(replaced || !memory.standing.is_served())
}

pub(super) fn row(memory: &Memory, view: &View) -> Result<Row, ReadError> {
    Ok(Row {
        id: memory.id,
        short_id: memory.id.short(Lenient(view).characters(memory.id)?),
        kind: memory.kind,
        text: memory.text.clone(),
        rationale: memory.rationale.clone(),
        steps: memory.steps.iter().map(|step| step.action.clone()).collect(),
        trust: memory.trust(),
        strength: memory.strength,
        anchors: memory.anchors.iter().map(|anchor| anchor.value.clone()).collect(),
        pinned: memory.pinned || memory.tier == Tier::Always,
        user: memory.origin == Origin::User,
        candidate: memory.standing == Standing::Candidate,
        confirmed: memory.evidence.confirmed > 0,
        unconfirmed_since: None,
        said: day_of_relative(memory),
        conflicts: other_sides(memory, view)?,
    })
}

fn other_sides(memory: &Memory, view: &View) -> Result<Vec<OtherSide>, ReadError> {
    let mut sides = Vec::new();
    for &id in memory.conflicts_with.iter().take(limits::ITEMS_PER_MEMORY) {
        if let Some(other) = Lenient(view).memory(id)?.filter(|other| other.standing.is_served()) {
            sides.push(OtherSide {
                short_id: id.short(Lenient(view).characters(id)?),
                text: other.text.clone(),
            });
        }
    }
    Ok(sides)
}
