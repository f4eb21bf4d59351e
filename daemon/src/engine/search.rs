//! Recall: search in what is published, read the hits from its view, stop at the deadline.

use std::time::{Duration, Instant};

use consolidate_shared::id::MemoryId;
use consolidate_shared::limits;
use consolidate_shared::model::{Memory, Standing};
use consolidate_shared::plan::PassKind;
use consolidate_shared::review::ReviewItem;
use consolidate_shared::time::{Day, SaidWithin, Timestamp};
use consolidate_shared::wire::v1::{
    Coverage, ExplainedTerm, Explanation, Flag, Hit, Pending, RecallAnswer, RecallRequest, Refused,
    Side, Stage, Where,
};

use super::Engine;
use super::catalog::{Open, has_active_successor};
use super::writer::unreadable;
use crate::audit::is_left;
use crate::brief::hits_within;
use crate::clock::steady;
use crate::recall::{self, Facts, Filter, Query, ScopeKey, Scopes};
use crate::relate::equality_form;
use crate::store::{Lenient, ReadError, View};

/// Where a question looks, in the index's words; `None`: everywhere.
pub(super) fn scopes_of(place: &Where) -> Option<Vec<ScopeKey>> {
    match place {
        Where::Everywhere => None,
        Where::Unscoped => Some(vec![None]),
        Where::Project(project) => Some(vec![Some(project.as_str().into()), None]),
    }
}

/// The point at which an answer must be on its way.
pub(super) fn deadline(arrival: Instant, budget_us: u32) -> Instant {
    arrival + Duration::from_micros(u64::from(budget_us)).min(limits::READ_BUDGET_MAX)
}

/// Until when a read of this budget waits for the index to be built: the last tenth is for the search itself.
pub(super) fn patience(arrival: Instant, budget_us: u32) -> Instant {
    let budget = deadline(arrival, budget_us) - arrival;
    arrival + budget / 10 * 9
}

/// What a search found, before it is read.
struct Searched {
    view: View,
    ready: bool,
    found: recall::Found,
    nothing_relevant: bool,
    open: Vec<Open>,
    cut: Option<Stage>,
}

impl Engine {
    /// The best `k` memories for a query. Total: what cannot be done in time is left out, and the coverage says so.
    pub(super) fn recall(
        &self,
        request: &RecallRequest,
        arrival: Instant,
    ) -> Result<RecallAnswer, Refused> {
        let deadline = deadline(arrival, request.budget_us);
        if steady() >= deadline {
            return Ok(self.nothing(Stage::Arrival));
        }
        let now = self.now();
        let searched = self.search(request, now, deadline);
        let fetch = Fetch { view: &searched.view, now, deadline };
        let (hits, fetched) = fetch.hits(&searched).map_err(unreadable)?;
        let (hits, left_out) = match request.tokens {
            Some(tokens) => hits_within(hits, tokens),
            None => (hits, 0),
        };
        let cut = searched.cut.or((!fetched).then_some(Stage::Fetch));
        if !request.history && request.as_of.is_none() {
            // Whoever asks for history wants what no longer holds.
            self.notes.serve(now.day(), hits.iter().map(|hit| (hit.id, is_stale(hit))));
        }
        Ok(RecallAnswer {
            generation: searched.view.generation().0,
            coverage: cut.map_or(Coverage::FULL, Coverage::cut),
            health: self.health.report(searched.ready),
            hits,
            relevance_per_mille: searched.found.relevance,
            nothing_relevant: searched.nothing_relevant,
            left_out,
        })
    }

    fn nothing(&self, stage: Stage) -> RecallAnswer {
        let published = self.publisher.read();
        RecallAnswer {
            generation: published.view.generation().0,
            coverage: Coverage::cut(stage),
            health: self.health.report(published.ready),
            hits: Vec::new(),
            relevance_per_mille: 0,
            // Late is no answer to whether something is known.
            nothing_relevant: false,
            left_out: 0,
        }
    }

    fn search(&self, request: &RecallRequest, now: Timestamp, deadline: Instant) -> Searched {
        let query = Query::about(&request.query);
        let scopes = scopes_of(&request.place);
        let k = request.k.clamp(1, limits::HITS) as usize;
        let mut filter = Filter::new(scopes.as_deref().map_or(Scopes::All, Scopes::Of), now, k);
        filter.weights = &self.options.weights;
        filter.history = request.history;
        filter.explain = request.explain;
        if let Some(day) = request.as_of {
            filter.as_of = true;
            filter.at = end_of(day.from_today(now.day()));
        }
        let (said, today) = (request.said, now.day());
        let is_within = move |_, facts: &Facts| said.holds(facts.said, today);
        if said != SaidWithin::ANY {
            filter.admit = Some(&is_within);
        }
        let mut late = || steady() >= deadline;
        // The lock is held for the search alone; what was found is read from the view that belongs to it.
        let published = self.publisher.read();
        let catalog = &published.catalog;
        let indexes = [&catalog.served, &catalog.retired];
        let old_too = request.history || request.as_of.is_some();
        let searched = if old_too { &indexes[..] } else { &indexes[..1] };
        let found = recall::search(searched, &query, &filter, &mut late);
        let open = found.hits.iter().map(|hit| catalog.open(hit.id, now)).collect();
        let cut = match found.cut {
            Some(recall::Stage::Vectors) => Some(Stage::Vectors),
            Some(recall::Stage::Terms | recall::Stage::Scoring) => Some(Stage::Search),
            None => (!published.ready).then_some(Stage::Index),
        };
        Searched {
            view: published.view.clone(),
            ready: published.ready,
            // What is not in the index yet may be what is asked for.
            nothing_relevant: published.ready
                && found.cut.is_none()
                && found.relevance < self.options.weights.relevant,
            found,
            open,
            cut,
        }
    }
}

/// The last instant of a day.
fn end_of(day: Day) -> Timestamp {
    Timestamp::from_ms(Day(day.0.saturating_add(1)).start().ms().saturating_sub(1))
}

fn explanation(found: &recall::Explanation) -> Explanation {
    let term = |found: &recall::Match| ExplainedTerm {
        term: found.term.clone(),
        stands_for: found.stands_for.clone(),
        share_per_mille: found.share,
    };
    Explanation {
        terms: found.terms.iter().map(term).collect(),
        words_per_mille: found.words,
        likeness_per_mille: found.likeness,
        multiplier_per_mille: found.multiplier,
    }
}

/// Whether a hit no longer held in the generation that it was read from.
fn is_stale(hit: &Hit) -> bool {
    hit.flags.iter().any(|flag| flag.is_stale())
}

/// Reads what was found.
pub(super) struct Fetch<'a> {
    pub(super) view: &'a View,
    pub(super) now: Timestamp,
    pub(super) deadline: Instant,
}

impl Fetch<'_> {
    /// The hits in order, and whether all were read in time.
    fn hits(&self, searched: &Searched) -> Result<(Vec<Hit>, bool), ReadError> {
        let found = &searched.found;
        let mut explanations = found.explanations.iter().map(explanation);
        let mut hits = Vec::with_capacity(found.hits.len());
        for (found, open) in found.hits.iter().zip(&searched.open) {
            let explanation = explanations.next();
            if steady() >= self.deadline {
                return Ok((hits, false));
            }
            if let Some(memory) = Lenient(self.view).memory(found.id)? {
                hits.push(Hit { explanation, ..self.hit(&memory, found, open)? });
            }
        }
        Ok((hits, true))
    }

    fn hit(&self, memory: &Memory, found: &recall::Hit, open: &Open) -> Result<Hit, ReadError> {
        let conflicts = self.sides(memory)?;
        let pending = self.pending(memory, open)?;
        Ok(Hit {
            id: memory.id,
            external_id: memory.external_id.clone(),
            project: memory.scope.project.clone(),
            kind: memory.kind,
            text: memory.text.clone(),
            rationale: memory.rationale.clone(),
            said: crate::brief::day_of_relative(memory),
            score: u64::from(found.score),
            flags: self.flags(memory, !conflicts.is_empty(), !pending.is_empty())?,
            conflicts,
            pending,
            explanation: None,
        })
    }

    pub(super) fn flags(
        &self,
        memory: &Memory,
        conflict: bool,
        pending: bool,
    ) -> Result<Vec<Flag>, ReadError> {
        let superseded =
            !memory.superseded_by.is_empty() && has_active_successor(memory, &Lenient(self.view))?;
        let all = [
            (Flag::Unverified, memory.standing == Standing::Candidate),
            (Flag::Pinned, memory.pinned),
            (Flag::Conflict, conflict),
            (Flag::Pending, pending),
            (Flag::Superseded, superseded),
            (Flag::Retired, !memory.standing.is_served()),
            (Flag::NotValidNow, !memory.is_valid_at(self.now)),
        ];
        Ok(all.into_iter().filter(|(_, holds)| *holds).map(|(flag, _)| flag).collect())
    }

    /// The other sides of its conflicts that are still served.
    pub(super) fn sides(&self, memory: &Memory) -> Result<Vec<Side>, ReadError> {
        let mut sides = Vec::new();
        for &id in memory.conflicts_with.iter().take(limits::ITEMS_PER_MEMORY) {
            if let Some(other) = self.served(id)? {
                let external_id = other.external_id.clone();
                sides.push(Side { id, external_id, text: other.text.clone() });
            }
        }
        Ok(sides)
    }

    pub(super) fn pending(&self, memory: &Memory, open: &Open) -> Result<Vec<Pending>, ReadError> {
        let mut list = Vec::new();
        for &item in &open.items {
            let Some(item) = Lenient(self.view).review(item)? else { continue };
            for &id in item.members.iter().filter(|id| **id != memory.id) {
                if let Some(other) = self.served(id)? {
                    list.push(Pending { id, why: why(&item), text: other.text.clone() });
                }
            }
        }
        if let Some(newer) = open.newer.filter(|newer| list.iter().all(|it| it.id != *newer)) {
            list.extend(self.newer_answer(memory, newer)?);
        }
        Ok(list)
    }

    /// `newer` as what takes the place of `memory` once a run is applied; `None`: it does not, or has done so.
    fn newer_answer(&self, memory: &Memory, newer: MemoryId) -> Result<Option<Pending>, ReadError> {
        let state = Lenient(self.view);
        let other = state.memory(newer)?.filter(|other| {
            other.standing == Standing::Active
                && other.is_valid_at(self.now)
                && !memory.superseded_by.contains(&newer)
                && equality_form(&other.text) != equality_form(&memory.text)
        });
        let Some(other) = other else { return Ok(None) };
        if is_left(memory, &other, &state)? {
            return Ok(None);
        }
        let slot = memory.slot.as_deref().unwrap_or_default();
        let asked = of_pass(PassKind::Supersede);
        let why = format!(
            "{asked} slot: both answer `{slot}`, and no run that was applied has looked at it"
        );
        Ok(Some(Pending { id: newer, why, text: other.text.clone() }))
    }

    fn served(&self, id: MemoryId) -> Result<Option<Memory>, ReadError> {
        Ok(Lenient(self.view).memory(id)?.filter(|memory| memory.standing.is_served()))
    }
}

/// The question of a review item, and why it was not answered by itself.
fn why(item: &ReviewItem) -> String {
    format!("{} {}: {}", question(item), item.finding.rule, item.finding.sentence)
}

/// What is asked of the members.
pub(super) fn question(item: &ReviewItem) -> &'static str {
    of_pass(item.pass)
}

fn of_pass(pass: PassKind) -> &'static str {
    match pass {
        PassKind::Conflict => "do these contradict?",
        PassKind::Merge => "are these the same?",
        PassKind::Supersede => "does the newer replace the older?",
        PassKind::Promote => "does this hold everywhere?",
        // They ask nothing.
        PassKind::Decay | PassKind::Prune => "is this right?",
    }
}
