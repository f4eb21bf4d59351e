//! Cautions: what a failure, or another place of work, calls to mind, read from the view that belongs to the index.

use std::collections::BTreeMap;
use std::time::Instant;

use consolidate_shared::id::MemoryId;
use consolidate_shared::limits;
use consolidate_shared::model::Memory;
use consolidate_shared::time::Timestamp;
use consolidate_shared::wire::v1::{
    Caution, CautionsAnswer, CautionsRequest, Coverage, OnContextRequest, Refused, Stage, Where,
};

use super::Engine;
use super::briefs::{COMMON_WINDOW, row};
use super::catalog::Open;
use super::search::{Fetch, deadline, scopes_of};
use super::writer::unreadable;
use crate::brief::{self, Window, day_of_relative, token_bound};
use crate::caution::{Asked, Match, ends};
use crate::clock::steady;
use crate::recall::Scopes;
use crate::store::{Lenient, ReadError, View};

/// A question about cautions, whichever way it came.
struct Question<'a> {
    asked: Asked,
    place: &'a Where,
    k: u32,
    budget: u32,
    deadline: Instant,
}

/// What was found, before it is read.
struct Searched {
    view: View,
    ready: bool,
    found: Vec<(Match, Open)>,
    beyond: usize,
    cut: Option<Stage>,
}

impl Engine {
    /// The pitfalls that a failure calls to mind. Total, as recall is.
    pub(super) fn cautions(
        &self,
        request: &CautionsRequest,
        arrival: Instant,
    ) -> Result<CautionsAnswer, Refused> {
        let CautionsRequest { command, error, anchors, .. } = request;
        let budget = budget(request.tokens, request.window, [command, error]);
        let deadline = deadline(arrival, request.budget_us);
        if steady() >= deadline {
            return Ok(self.no_cautions(budget));
        }
        // As triggers were when they were stored: one that held a secret fits what holds one.
        let screened = |said: &Option<String>| {
            said.as_deref().map(|text| self.gate.screen(&ends(text, limits::FAILURE_BYTES)).text)
        };
        let (command, error) = (screened(command), screened(error));
        let asked = Asked::failure(command.as_deref(), error.as_deref(), anchors);
        self.caution(&Question { asked, place: &request.place, k: request.k, budget, deadline })
    }

    /// The pitfalls of a place that work moves to.
    pub(super) fn on_context(
        &self,
        request: &OnContextRequest,
        arrival: Instant,
    ) -> Result<CautionsAnswer, Refused> {
        let OnContextRequest { domain, page, .. } = request;
        let budget = budget(request.tokens, request.window, [domain, page]);
        let deadline = deadline(arrival, request.budget_us);
        if steady() >= deadline {
            return Ok(self.no_cautions(budget));
        }
        let asked = Asked::context(domain.as_deref(), page.as_deref());
        self.caution(&Question { asked, place: &request.place, k: request.k, budget, deadline })
    }

    fn no_cautions(&self, budget: u32) -> CautionsAnswer {
        let published = self.publisher.read();
        CautionsAnswer {
            generation: published.view.generation().0,
            coverage: Coverage::cut(Stage::Arrival),
            health: self.health.report(published.ready),
            text: String::new(),
            tokens: 0,
            budget,
            cautions: Vec::new(),
            left_out: 0,
        }
    }

    fn caution(&self, question: &Question<'_>) -> Result<CautionsAnswer, Refused> {
        let now = self.now();
        let searched = self.called_to_mind(question, now);
        let fetch = Fetch { view: &searched.view, now, deadline: question.deadline };
        let (read, fetched) = fetch.cautions(&searched.found).map_err(unreadable)?;
        let (rows, shown): (Vec<_>, Vec<_>) = read.into_iter().unzip();
        let made = brief::cautions(&rows, question.budget);
        let mut shown: BTreeMap<MemoryId, Caution> =
            shown.into_iter().map(|caution| (caution.id, caution)).collect();
        let held: Vec<Caution> = made.held.iter().filter_map(|id| shown.remove(id)).collect();
        self.notes.serve(now.day(), held.iter().map(|it| (it.id, is_stale(it))));
        let cut = searched.cut.or((!fetched).then_some(Stage::Fetch));
        let beyond = u32::try_from(searched.beyond).unwrap_or(u32::MAX);
        Ok(CautionsAnswer {
            generation: searched.view.generation().0,
            coverage: cut.map_or(Coverage::FULL, Coverage::cut),
            health: self.health.report(searched.ready),
            text: made.text,
            tokens: made.tokens,
            budget: question.budget,
            cautions: held,
            left_out: made.left_out.saturating_add(beyond),
        })
    }

    fn called_to_mind(&self, question: &Question<'_>, now: Timestamp) -> Searched {
        let scopes = scopes_of(question.place);
        let scopes = scopes.as_deref().map_or(Scopes::All, Scopes::Of);
        let mut late = || steady() >= question.deadline;
        // The lock is held for the search alone, as in a recall.
        let published = self.publisher.read();
        let catalog = &published.catalog;
        let facts = |id| catalog.served.facts(id);
        let found = catalog.triggers.find(&question.asked, (scopes, now), facts, &mut late);
        let k = question.k.clamp(1, limits::HITS) as usize;
        let beyond = found.matches.len().saturating_sub(k);
        let cut = match (found.is_cut, published.ready) {
            (true, _) => Some(Stage::Search),
            (false, ready) => (!ready).then_some(Stage::Index),
        };
        let best = found.matches.into_iter().take(k);
        Searched {
            view: published.view.clone(),
            ready: published.ready,
            found: best.map(|it| (catalog.open(it.id, now), it)).map(|(p, it)| (it, p)).collect(),
            beyond,
            cut,
        }
    }
}

/// What cautions may take: what was asked for, else their share of the window.
fn budget(tokens: Option<u32>, window: Option<u32>, asked: [&Option<String>; 2]) -> u32 {
    let task = asked.into_iter().flatten().map(|text| token_bound(text));
    let task = task.fold(0, u32::saturating_add);
    let window = Window { window: window.unwrap_or(COMMON_WINDOW), answer: 0, rules: 0, task };
    tokens.unwrap_or_else(|| window.caution_budget())
}

/// Whether one no longer held in the generation that it was read from.
fn is_stale(caution: &Caution) -> bool {
    caution.flags.iter().any(|flag| flag.is_stale())
}

impl Fetch<'_> {
    /// The cautions in order, each as a row of its text, and whether all were read in time.
    fn cautions(
        &self,
        found: &[(Match, Open)],
    ) -> Result<(Vec<(brief::Row, Caution)>, bool), ReadError> {
        let mut cautions = Vec::with_capacity(found.len());
        for (found, open) in found {
            if steady() >= self.deadline {
                return Ok((cautions, false));
            }
            if let Some(memory) = Lenient(self.view).memory(found.id)? {
                let caution = self.caution(&memory, found, open)?;
                cautions.push((row(&memory, self.view)?, caution));
            }
        }
        Ok((cautions, true))
    }

    fn caution(&self, memory: &Memory, found: &Match, open: &Open) -> Result<Caution, ReadError> {
        let conflicts = self.sides(memory)?;
        let pending = self.pending(memory, open)?;
        Ok(Caution {
            id: memory.id,
            external_id: memory.external_id.clone(),
            project: memory.scope.project.clone(),
            text: memory.text.clone(),
            rationale: memory.rationale.clone(),
            said: day_of_relative(memory),
            matched: found.ways.clone(),
            exactness: found.exactness,
            trust: memory.trust(),
            flags: self.flags(memory, !conflicts.is_empty(), !pending.is_empty())?,
            conflicts,
            pending,
        })
    }
}
