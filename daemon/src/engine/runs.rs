//! Plans: made in a thread of low priority that holds nothing anybody waits for, kept for `apply`, and committed
//! through the writer exactly as they were shown.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::oneshot;

use consolidate_shared::id::{PlanId, RunId};
use consolidate_shared::journal::EntryKind;
use consolidate_shared::limits;
use consolidate_shared::model::Actor;
use consolidate_shared::plan::{PassKind, Plan, Run};
use consolidate_shared::wire::v1::{
    Caller, ErrorCode, PlanRequest, Planned, PlannedPass, Refused, Response,
};

use super::Engine;
use super::orders::committed;
use super::writer::{Made, NewEntry, Turn, unreadable};
use crate::pass::plan_run;
use crate::store::ReadError;
use crate::write::actor_of;

/// The last planned runs, newest last.
#[derive(Debug, Default)]
pub(super) struct Planner(Mutex<VecDeque<KeptRun>>);

/// A run with its ids: an id is a hash over all that the run changes, and is made once.
#[derive(Debug)]
struct KeptRun {
    id: RunId,
    plans: Vec<PlanId>,
    run: Arc<Run>,
}

/// A run, or one plan of it.
#[derive(Debug, Clone)]
pub(super) struct Chosen {
    pub(super) run: Arc<Run>,
    /// The plan's place in the run; `None`: the whole run.
    pub(super) place: Option<usize>,
}

impl Planner {
    fn keep(&self, run: &Arc<Run>) {
        let plans: Vec<PlanId> = run.plans.iter().map(Plan::id).collect();
        let kept = KeptRun { id: run.id(), plans, run: Arc::clone(run) };
        let mut runs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        runs.retain(|other| other.id != kept.id);
        while runs.len() >= limits::RUNS_KEPT {
            runs.pop_front();
        }
        runs.push_back(kept);
    }

    /// The planned run or plan with this id.
    pub(super) fn find(&self, id: &str) -> Option<Chosen> {
        let (run_id, plan_id) = (id.parse::<RunId>().ok(), id.parse::<PlanId>().ok());
        let runs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        runs.iter().rev().find_map(|kept| {
            let place = kept.plans.iter().position(|plan| Some(*plan) == plan_id);
            let whole = Some(kept.id) == run_id;
            (whole || place.is_some()).then(|| Chosen { run: Arc::clone(&kept.run), place })
        })
    }
}

impl Engine {
    /// Plans a run and keeps it for `apply` and `show`.
    pub(super) async fn plan(&self, request: &PlanRequest) -> Response {
        match self.planned(&request.passes).await {
            Ok(run) => Response::Planned(summary(&run)),
            Err(refused) => Response::Refused(refused),
        }
    }

    async fn planned(&self, passes: &[PassKind]) -> Result<Arc<Run>, Refused> {
        let asked: BTreeSet<PassKind> = passes.iter().copied().collect();
        let passes: Vec<PassKind> = PassKind::ALL
            .iter()
            .copied()
            .filter(|pass| asked.is_empty() || asked.contains(pass))
            .collect();
        let view = self.publisher.read().view.clone();
        let (policy, day) = (self.options.policy.clone(), self.now().day());
        let watermark = Arc::clone(&self.watermark);
        let (reply, answer) = oneshot::channel();
        let work = move || {
            lower_priority();
            let planned = watermark
                .plan(&view, &policy, |snapshot| plan_run(snapshot, &passes, &policy, day));
            drop(reply.send(planned));
        };
        let spawned = std::thread::Builder::new().name("planner".to_owned()).spawn(work);
        spawned.map_err(|error| {
            Refused::new(ErrorCode::Internal, format!("no thread to plan in: {error}"))
        })?;
        let planned: Result<Run, ReadError> = answer.await.map_err(|_| {
            self.health.problem("a pass panicked while planning; nothing was changed".to_owned());
            Refused::new(ErrorCode::Internal, "a defect stopped the planning; nothing was changed")
        })?;
        let run = Arc::new(planned.map_err(unreadable)?);
        self.planner.keep(&run);
        Ok(run)
    }

    /// Commits a planned run or one of its plans.
    pub(super) async fn apply(&self, caller: &Caller, id: String) -> Response {
        let chosen = match self.chosen(&id).await {
            Ok(chosen) => chosen,
            Err(refused) => return Response::Refused(refused),
        };
        let by = actor_of(caller);
        let done = self.writer.submit(true, Box::new(move |turn| decide(&chosen, &by, turn))).await;
        if let Response::Committed(committed) = &done
            && !committed.entries.is_empty()
        {
            self.sample_soon();
        }
        done
    }

    /// The run or plan that `id` names. After a restart nothing is kept, but the same state plans to the same ids.
    pub(super) async fn chosen(&self, id: &str) -> Result<Chosen, Refused> {
        if let Some(chosen) = self.planner.find(id) {
            return Ok(chosen);
        }
        if id.parse::<RunId>().is_err() && id.parse::<PlanId>().is_err() {
            return Err(Refused::new(
                ErrorCode::Invalid,
                "an id of a run or plan begins with `run_` or `plan_`",
            )
            .hint("`consolidate --dry-run` prints both"));
        }
        let each = PassKind::ALL.iter().map(|pass| vec![*pass]);
        for passes in std::iter::once(Vec::new()).chain(each) {
            self.planned(&passes).await?;
            if let Some(chosen) = self.planner.find(id) {
                return Ok(chosen);
            }
        }
        Err(Refused::new(ErrorCode::Stale, format!("{id} is no plan for the store as it is now"))
            .hint("plan again with `consolidate --dry-run`"))
    }
}

/// Planning yields to everything that somebody waits for. Only Linux has priorities of threads; on a system that refuses
/// or has none, planning runs as it is.
pub(super) fn lower_priority() {
    #[cfg(target_os = "linux")]
    yield_to_others();
}

#[cfg(target_os = "linux")]
fn yield_to_others() {
    const NICEST: i32 = 19;
    if let Err(error) = rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICEST)
    {
        tracing::debug!(%error, "planning keeps its priority");
    }
}

fn summary(run: &Run) -> Planned {
    let plans = run.plans.iter().map(|plan| PlannedPass {
        plan_id: plan.id(),
        pass: plan.pass,
        changes: plan.change_set.changes.len() as u64,
        report: plan.report.clone(),
    });
    Planned { run_id: run.id(), generation: run.generation.0, plans: plans.collect() }
}

/// What is to be committed now: the plans of the choice that change something and are not in the store yet.
fn decide(chosen: &Chosen, by: &Actor, turn: &Turn<'_>) -> Result<Made, Refused> {
    let run = &chosen.run;
    let mut entries = Vec::new();
    for (place, plan) in run.plans.iter().enumerate() {
        let wanted = chosen.place.is_none_or(|only| only == place);
        if wanted && !plan.change_set.is_empty() && !is_in_force(plan, turn)? {
            if let Some(first) = needed_first(run, place, chosen, turn)? {
                let message = format!("{} builds on {}, which is not applied", plan.id(), first);
                return Err(Refused::new(ErrorCode::Stale, message)
                    .hint(format!("apply {first} first, or the whole run {}", run.id())));
            }
            entries.push(entry(plan, run.id(), by));
        }
    }
    let changes: usize = entries.iter().map(|entry| entry.change_set.changes.len()).sum();
    let done = match chosen.place {
        None => format!("applied {} ({changes} changes)", run.id()),
        Some(place) => format!("applied {} ({changes} changes)", run.plans[place].id()),
    };
    let mut made = committed(entries, done);
    made.run = Some((run.id(), run.record()));
    Ok(made)
}

fn entry(plan: &Plan, run: RunId, by: &Actor) -> NewEntry {
    NewEntry {
        kind: EntryKind::Pass(plan.pass),
        actor: by.clone(),
        run: Some(run),
        plan: Some(plan.id()),
        report: Some(plan.report.clone()),
        judged_as: EntryKind::Pass(plan.pass),
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
