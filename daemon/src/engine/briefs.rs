//! The brief: rows are chosen by facts alone, read from the view, and handed to the pure part.

use std::collections::BTreeSet;
use std::time::Instant;

use consolidate_shared::id::MemoryId;
use consolidate_shared::limits;
use consolidate_shared::model::{Memory, Origin, Standing, Tier};
use consolidate_shared::wire::v1::{BriefAnswer, BriefRequest, Coverage, Refused, Stage};

use super::Engine;
use super::catalog::has_active_successor;
use super::search::{deadline, scopes_of};
use super::writer::unreadable;
use crate::brief::{self, BriefInput, OtherSide, Row, Window, day_of_relative, preselect};
use crate::clock::steady;
use crate::recall::{Filter, Query, Scopes};
use crate::store::{Lenient, ReadError, View};

/// Rows that are read, beside those that every brief has: four times what the largest budget can hold.
const ROWS: usize = 256;
/// Rows that are chosen because they share words with the task.
const NEAR_TASK: usize = 64;
/// The window that is assumed of a model that names none.
pub(super) const COMMON_WINDOW: u32 = 32_768;

impl Engine {
    /// What to know before a task.
    pub(super) fn brief(
        &self,
        request: &BriefRequest,
        arrival: Instant,
    ) -> Result<BriefAnswer, Refused> {
        let deadline = deadline(arrival, request.budget_us);
        let now = self.now();
        let (view, ids, ready, searched) = self.choose(request, now, deadline);
        let (rows, fetched) = rows(&ids, &view, deadline).map_err(unreadable)?;
        let stale: BTreeSet<MemoryId> =
            rows.iter().filter(|row| row.1).map(|(row, _)| row.id).collect();
        let rows = rows.into_iter().map(|(row, _)| row).collect();
        let window = Window {
            window: request.window.unwrap_or(COMMON_WINDOW),
            answer: 0,
            rules: 0,
            task: brief::token_bound(&request.task),
        };
        let made = brief::brief(&BriefInput {
            task: request.task.clone(),
            anchors: request.anchors.iter().map(|anchor| anchor.value.clone()).collect(),
            budget: request.tokens.unwrap_or_else(|| window.brief_budget()),
            complete: ready && searched && fetched,
            rows,
        });
        let coverage = match (ready, searched, fetched) {
            (true, true, true) => Coverage::FULL,
            (false, _, _) => Coverage::cut(Stage::Index),
            (true, false, _) => Coverage::cut(Stage::Search),
            (true, true, false) => Coverage::cut(Stage::Fetch),
        };
        let held = made.held.iter().map(|held| (held.id, stale.contains(&held.id)));
        self.notes.serve(now.day(), held);
        Ok(BriefAnswer {
            generation: view.generation().0,
            coverage,
            health: self.health.report(ready),
            hash: format!("{:016x}", made.hash),
            tokens: made.tokens,
            policy_tokens: made.policy_tokens,
            budget: made.budget,
            held: made.held.iter().map(|held| held.id).collect(),
            left_out: made.left_out.total(),
            text: made.text,
        })
    }

    /// Which memories are read: required ones and the best by facts, then those nearest to the task.
    fn choose(
        &self,
        request: &BriefRequest,
        now: consolidate_shared::time::Timestamp,
        deadline: Instant,
    ) -> (View, Vec<MemoryId>, bool, bool) {
        let scopes = scopes_of(&request.place);
        let scopes = scopes.as_deref().map_or(Scopes::All, Scopes::Of);
        let published = self.publisher.read();
        let index = &published.catalog.served;
        let mut ids = preselect(index.in_scope_unordered(scopes), now, ROWS);
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
}

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
