//! Plans: made in a thread of low priority that holds nothing anybody waits for, kept for `apply`, and committed
//! through the writer exactly as they were shown.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use consolidate_shared::change;
use consolidate_shared::id::{PlanId, RunId};
use consolidate_shared::journal::EntryKind;
use consolidate_shared::limits;
use consolidate_shared::model::Actor;
use consolidate_shared::overlay::Overlay;
use consolidate_shared::plan::{PassKind, Plan, Run};
use consolidate_shared::policy::Policy;
use consolidate_shared::schedule::Reach;
use consolidate_shared::time::{Day, Timestamp};
use consolidate_shared::wire::v1::{
    Caller, ErrorCode, PlanRequest, Planned, PlannedPass, Refused, Response,
};
use consolidate_shared::words::counted;

use super::Engine;
use super::fresh::Mark;
use super::history::{Way, taken};
use super::orders::answered;
use super::pages::restored;
use super::successors::Since;
use super::writer::{Made, NewEntry, Turn, unreadable};
use crate::clock::steady;
use crate::pass::{Attempt, Snapshot, attempt, plan_run_watched};
use crate::store::{ReadError, View};
use crate::write::actor_of;

/// What is to be planned.
#[derive(Debug, Clone)]
pub(super) struct Task {
    /// How far it reaches.
    pub(super) reach: Reach,
    /// By which passes.
    pub(super) passes: Vec<PassKind>,
    /// Under which thresholds.
    pub(super) policy: Policy,
    /// For which day.
    pub(super) day: Day,
}

/// Plans the passes of the task that its second argument names, and tells its third which one is at work.
type PlanRun = dyn Fn(&Snapshot, &Task, &[PassKind], &dyn Fn(PassKind)) -> Run + Send + Sync;

/// How runs are planned: by the passes, or by what a test puts in their place.
#[derive(Clone)]
pub(super) struct Planning(pub(super) Arc<PlanRun>);

impl Default for Planning {
    /// The passes. Either reach plans the whole store.
    fn default() -> Self {
        Self(Arc::new(|snapshot, task, passes, at_work| match task.reach {
            Reach::Full | Reach::Incremental => {
                plan_run_watched(snapshot, passes, &task.policy, task.day, at_work)
            }
        }))
    }
}

impl fmt::Debug for Planning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Planning")
    }
}

/// The last planned runs, newest last.
#[derive(Debug, Default)]
pub(super) struct Planner(Mutex<KeptRuns>);

#[derive(Debug, Default)]
struct KeptRuns {
    runs: VecDeque<KeptRun>,
    /// The last runs of the schedule, one of either reach: they wait for a person, however often somebody plans meanwhile.
    waiting: VecDeque<RunId>,
}

/// Runs of the schedule that wait at once.
const WAITING: usize = 2;

/// A run with its ids: an id is a hash over all that the run changes, and is made once.
#[derive(Debug, Clone)]
pub(super) struct KeptRun {
    pub(super) id: RunId,
    plans: Vec<PlanId>,
    pub(super) run: Arc<Run>,
}

/// A run that was planned now, and kept.
#[derive(Debug)]
pub(super) struct Attempted {
    pub(super) kept: KeptRun,
    /// Whether a pass failed, and the run is without it.
    pub(super) is_partial: bool,
    /// Everything before it was planned on.
    pub(super) mark: Mark,
}

/// A run, or one plan of it.
#[derive(Debug, Clone)]
pub(super) struct Chosen {
    pub(super) run: Arc<Run>,
    /// The plan's place in the run; `None`: the whole run.
    pub(super) place: Option<usize>,
    /// Whether it is what the journal holds of a committed run, and not kept since it was planned.
    pub(super) is_recorded: bool,
}

impl KeptRun {
    fn of(run: Run) -> Self {
        let plans: Vec<PlanId> = run.plans.iter().map(Plan::id).collect();
        Self { id: run.id(), plans, run: Arc::new(run) }
    }

    /// The run, or the plan of it, that is called so.
    fn find(&self, id: (Option<RunId>, Option<PlanId>)) -> Option<Chosen> {
        let (run_id, plan_id) = id;
        let place = self.plans.iter().position(|plan| Some(*plan) == plan_id);
        let whole = Some(self.id) == run_id;
        let run = Arc::clone(&self.run);
        (whole || place.is_some()).then_some(Chosen { run, place, is_recorded: false })
    }
}

impl Planner {
    fn keep(&self, kept: KeptRun) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let KeptRuns { runs, waiting } = &mut *all;
        runs.retain(|other| other.id != kept.id);
        while runs.len() >= limits::RUNS_KEPT {
            let free = runs.iter().position(|other| !waiting.contains(&other.id));
            runs.remove(free.unwrap_or_default());
        }
        runs.push_back(kept);
    }

    /// Keeps a run of the schedule however many others are planned after it, until two more were.
    pub(super) fn protect(&self, id: RunId) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.waiting.retain(|other| *other != id);
        all.waiting.push_back(id);
        while all.waiting.len() > WAITING {
            all.waiting.pop_front();
        }
    }

    /// The planned run or plan with this id.
    pub(super) fn find(&self, id: &str) -> Option<Chosen> {
        let id = ids(id);
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.runs.iter().rev().find_map(|kept| kept.find(id))
    }
}

impl Engine {
    /// Plans a run and keeps it for `apply` and `show`. A pass that fails is left out; `schedule` says why it failed.
    pub(super) async fn plan(&self, request: &PlanRequest) -> Response {
        match self.planned(&request.passes).await {
            Ok(kept) => Response::Planned(summary(&kept)),
            Err(refused) => Response::Refused(refused),
        }
    }

    async fn planned(&self, passes: &[PassKind]) -> Result<KeptRun, Refused> {
        let asked: BTreeSet<PassKind> = passes.iter().copied().collect();
        let passes: Vec<PassKind> = PassKind::ALL
            .iter()
            .copied()
            .filter(|pass| asked.is_empty() || asked.contains(pass))
            .collect();
        Ok(self.attempted(Reach::Full, passes).await?.kept)
    }

    /// Plans what can be planned of these passes and keeps it. What fails is remembered of each pass that it stops.
    pub(super) async fn attempted(
        &self,
        reach: Reach,
        passes: Vec<PassKind>,
    ) -> Result<Attempted, Refused> {
        let attempted = self.tried(reach, passes).await?;
        self.planner.keep(attempted.kept.clone());
        Ok(attempted)
    }

    /// The same without keeping it.
    async fn tried(&self, reach: Reach, passes: Vec<PassKind>) -> Result<Attempted, Refused> {
        // Order: what is new is marked before the view is taken; see `Fresh`.
        let mark = self.fresh.mark();
        let view = self.publisher.read().view.clone();
        let (policy, day) = (self.options.policy.clone(), self.now().day());
        let task = Task { reach, passes: passes.clone(), policy, day };
        let (planning, watermark) = (self.planning.clone(), Arc::clone(&self.watermark));
        let begun = steady();
        let attempted = self
            .background
            .run(move || {
                watermark.plan(&view, (&task.policy, task.day), |snapshot| {
                    let plan = |passes: &[PassKind], at_work: &dyn Fn(PassKind)| {
                        planning.0(snapshot, &task, passes, at_work)
                    };
                    attempt(&task.passes, plan)
                })
            })
            .await;
        let attempted = attempted.and_then(|planned: Result<_, ReadError>| {
            let stopped = |why: String| Refused::new(ErrorCode::Internal, why);
            planned.map_err(unreadable)?.map_err(stopped)
        });
        let Attempt { run, failed } = match attempted {
            Ok(attempt) => attempt,
            Err(refused) => {
                tracing::error!(%reach, reason = refused.message, "a run could not be planned");
                let all: Vec<_> =
                    passes.iter().map(|pass| (*pass, refused.message.clone())).collect();
                self.note_passes(&passes, &all).await;
                return Err(refused);
            }
        };
        self.note_passes(&passes, &failed).await;
        let kept = KeptRun::of(run);
        let changes: usize = kept.run.plans.iter().map(|plan| plan.change_set.changes.len()).sum();
        let ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        let generation = kept.run.generation;
        tracing::info!(run = %kept.id, %generation, %reach, changes, failed = failed.len(), ms, "run planned");
        for (pass, reason) in &failed {
            tracing::error!(%pass, reason, "a pass failed; the others went on without it");
        }
        Ok(Attempted { kept, is_partial: !failed.is_empty(), mark })
    }

    /// Commits a planned run or one of its plans.
    pub(super) async fn apply(&self, caller: &Caller, id: String) -> Response {
        let response = self.commit_run(id, actor_of(caller)).await;
        self.tell_once(caller, response).await
    }

    pub(super) async fn commit_run(&self, id: String, by: Actor) -> Response {
        let chosen = match self.chosen(&id).await {
            Ok(chosen) => chosen,
            Err(refused) => return Response::Refused(refused),
        };
        let now = self.now();
        let decide = move |turn: &Turn<'_>| decide(&chosen, (&by, now), turn);
        let done = self.writer.submit(true, Box::new(decide)).await;
        if let Response::Committed(committed) = &done
            && !committed.entries.is_empty()
        {
            self.sample_soon();
        }
        done
    }

    /// The run or plan that `id` names. After a restart nothing is kept, but what was committed is in the journal, and the
    /// same state plans to the same ids.
    pub(super) async fn chosen(&self, id: &str) -> Result<Chosen, Refused> {
        let view = self.publisher.read().view.clone();
        if let Some(chosen) = self.planner.find(id).or(recorded(id, &view)?) {
            return Ok(chosen);
        }
        if id.parse::<RunId>().is_err() && id.parse::<PlanId>().is_err() {
            let begun = ["run_", "plan_"].iter().any(|prefix| id.starts_with(prefix));
            let why = if begun {
                format!("{id} is not a whole id: a run's or plan's has 16 digits behind `_`")
            } else {
                "an id of a run or plan begins with `run_` or `plan_`".to_owned()
            };
            return Err(
                Refused::new(ErrorCode::Invalid, why).hint("`consolidate --dry-run` prints both")
            );
        }
        if let Some(chosen) = self.planned_again(id).await? {
            return Ok(chosen);
        }
        let refused =
            Refused::new(ErrorCode::Stale, format!("{id} is no plan for the store as it is now"));
        let in_part = id.parse::<RunId>().is_ok_and(|run| {
            // What cannot be read is not known.
            view.generations_of_run(run).is_ok_and(|entries| !entries.is_empty())
        });
        let before = if in_part { "it was applied in part; " } else { "" };
        Err(refused.hint(format!("{before}plan again with `consolidate --dry-run`")))
    }

    /// The run or plan with this id, if the state as it is plans to it; only that one is kept.
    pub(super) async fn planned_again(&self, id: &str) -> Result<Option<Chosen>, Refused> {
        let ids = ids(id);
        if ids == (None, None) {
            return Ok(None);
        }
        let whole = [Reach::Full, Reach::Incremental].map(|reach| (reach, reach.passes()));
        let each = PassKind::ALL.iter().map(|pass| (Reach::Full, vec![*pass]));
        for (reach, passes) in whole.into_iter().chain(each) {
            let kept = self.tried(reach, passes).await?.kept;
            if let Some(chosen) = kept.find(ids) {
                self.planner.keep(kept);
                return Ok(Some(chosen));
            }
        }
        Ok(None)
    }
}

fn ids(id: &str) -> (Option<RunId>, Option<PlanId>) {
    (id.parse().ok(), id.parse().ok())
}

/// The run or plan that `id` names, from the journal: a run of which all was committed, or a plan that was.
fn recorded(id: &str, view: &View) -> Result<Option<Chosen>, Refused> {
    let (run, plan) = match (id.parse::<RunId>(), id.parse::<PlanId>()) {
        (Ok(run), _) => (Some(run), None),
        (_, Ok(plan)) => {
            let entry = view.entry_of_plan(plan).map_err(unreadable)?;
            (entry.and_then(|entry| entry.run), Some(plan))
        }
        _ => return Ok(None),
    };
    let Some(run) = run else { return Ok(None) };
    let Some(record) = view.run_record(run).map_err(unreadable)? else { return Ok(None) };
    let entries = view.entries_of_run(run).map_err(unreadable)?;
    let place = plan.and_then(|plan| record.plans.iter().position(|it| it.id == plan));
    let run = restored(&record, &entries);
    let is_whole = plan.is_none() && run.id() == record.id();
    let run = Arc::new(run);
    Ok((is_whole || place.is_some()).then_some(Chosen { run, place, is_recorded: true }))
}

fn summary(kept: &KeptRun) -> Planned {
    let plans = kept.run.plans.iter().zip(&kept.plans).map(|(plan, id)| PlannedPass {
        plan_id: *id,
        pass: plan.pass,
        changes: plan.change_set.changes.len() as u64,
        report: plan.report.clone(),
    });
    Planned { run_id: kept.id, generation: kept.run.generation.0, plans: plans.collect() }
}

/// What is to be committed now: the plans of the choice that change something and are not in the store yet. One that was there
/// and was undone is redone, so that nothing holds back what is in force.
fn decide(
    chosen: &Chosen,
    (by, now): (&Actor, Timestamp),
    turn: &Turn<'_>,
) -> Result<Made, Refused> {
    let run = &chosen.run;
    let mut entries: Vec<NewEntry> = Vec::new();
    let mut sheet = Overlay::new(turn.state);
    let mut was_applied = false;
    for (place, plan) in run.plans.iter().enumerate() {
        let wanted = chosen.place.is_none_or(|only| only == place);
        if !wanted || plan.change_set.is_empty() {
            continue;
        }
        let known = turn.view.entry_of_plan(plan.id()).map_err(unreadable)?;
        if is_in_force(plan, turn)? {
            was_applied = true;
        } else if let Some(undone) = known {
            let redo = (Way::Redo, &undone);
            let (entry, _) = taken(redo, (by, now), &mut sheet, turn, &BTreeSet::new())?;
            entries.push(entry);
        } else {
            if let Some(first) = needed_first(run, place, chosen, turn)? {
                let message = format!("{} builds on {}, which is not applied", plan.id(), first);
                return Err(Refused::new(ErrorCode::Stale, message)
                    .hint(format!("apply {first} first, or the whole run {}", run.id())));
            }
            let before = entries.iter().map(|entry: &NewEntry| &entry.change_set);
            let (name, set) = (plan.id().to_string(), &plan.change_set);
            super::successors::stand(&name, set, before, turn.state, Since::Planned)?;
            // What does not fit is told of by the commit.
            let _ = change::apply(&plan.change_set, &mut sheet);
            entries.push(entry(plan, run, by));
        }
    }
    let place = chosen.place.and_then(|place| run.plans.get(place));
    let name = place.map_or_else(|| run.id().to_string(), |plan| plan.id().to_string());
    let why = if was_applied { "was applied before" } else { "changes nothing" };
    let nothing = format!("nothing to do: {name} {why}");
    let done = format!("applied {name} ({})", count(&entries));
    let mut made = answered(entries, done, nothing);
    made.run = (!chosen.is_recorded).then(|| (run.id(), run.record()));
    Ok(made)
}

fn count(entries: &[NewEntry]) -> String {
    let changes = entries.iter().map(|entry| entry.change_set.changes.len()).sum::<usize>();
    counted(changes as u64, "change")
}

/// The entry that commits a plan of a run.
pub(super) fn entry(plan: &Plan, run: &Run, by: &Actor) -> NewEntry {
    NewEntry {
        kind: EntryKind::Pass(plan.pass),
        actor: by.clone(),
        run: Some(run.id()),
        plan: Some(plan.id()),
        report: Some(plan.report.clone()),
        judged_as: EntryKind::Pass(plan.pass),
        made_on: Some(run.generation),
        change_set: plan.change_set.clone(),
    }
}

/// Whether the plan was committed and is not undone.
fn is_in_force(plan: &Plan, turn: &Turn<'_>) -> Result<bool, Refused> {
    let Some(entry) = turn.view.entry_of_plan(plan.id()).map_err(unreadable)? else {
        return Ok(false);
    };
    Ok(turn.view.undone_by(entry.generation).map_err(unreadable)?.is_none())
}

/// An earlier plan of the run that touches what this one touches, is not committed, and is not part of the choice.
fn needed_first(
    run: &Run,
    place: usize,
    chosen: &Chosen,
    turn: &Turn<'_>,
) -> Result<Option<PlanId>, Refused> {
    if chosen.place.is_none() {
        return Ok(None);
    }
    let ours: BTreeSet<_> = run.plans[place].change_set.subjects().into_iter().collect();
    for earlier in &run.plans[..place] {
        let touched = earlier.change_set.subjects();
        if touched.iter().any(|id| ours.contains(id)) && !is_in_force(earlier, turn)? {
            return Ok(Some(earlier.id()));
        }
    }
    Ok(None)
}
