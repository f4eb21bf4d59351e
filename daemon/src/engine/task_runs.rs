//! What is told of task runs. Their briefs are read as they were recorded and nothing is searched again; only what has become of
//! the memories since is looked up.

use std::collections::{BTreeMap, BTreeSet};

use consolidate_shared::id::{MemoryId, hash64};
use consolidate_shared::limits;
use consolidate_shared::model::{Memory, Name, Signal, Standing};
use consolidate_shared::task_run::{
    FrozenBrief, HeldAs, HeldMemory, TaskRunHead, TaskRunKey, ToldOf,
};
use consolidate_shared::time::Timestamp;
use consolidate_shared::wire::v1::{
    ErrorCode, HeldCounts, HeldView, Refused, Response, TaskBriefRow, TaskRunAnswer,
    TaskRunRequest, TaskRunRow, TaskRunsAnswer, TaskRunsRequest, TaskStepView, UsedView, Where,
};

use super::Engine;
use super::briefs::key_of;
use super::catalog::has_active_successor;
use super::service::off_the_path;
use super::writer::{Aside, unreadable};
use crate::store::{Lenient, ReadError, View};
use crate::write::counts_for;

/// Characters of a memory's line where it is one of many.
const LINE_CHARS: usize = 200;
/// What a row of a page takes beside its line.
const ROW_BYTES: usize = 300;

impl Engine {
    /// The task runs that were given briefs.
    pub(super) async fn task_runs(&self, request: TaskRunsRequest) -> Response {
        let view = self.with_all_kept().await;
        let answer = off_the_path(|| list(&request, &view).map_err(unreadable));
        answer.map_or_else(Response::Refused, |runs| Response::TaskRuns(Box::new(runs)))
    }

    /// What was recorded of a task run.
    pub(super) async fn task_run(&self, request: TaskRunRequest) -> Response {
        let (view, now) = (self.with_all_kept().await, self.now());
        let answer = off_the_path(|| show(&request, &view, now));
        answer.map_or_else(Response::Refused, |run| Response::TaskRun(Box::new(run)))
    }

    /// The store with what waited to be kept. One that takes no writes shows what it has.
    async fn with_all_kept(&self) -> View {
        let _kept = self.writer.keep(Aside::Notes).await;
        self.publisher.read().view.clone()
    }
}

fn is_of(run: &TaskRunKey, place: &Where) -> bool {
    match place {
        Where::Everywhere => true,
        Where::Unscoped => run.project.is_none(),
        Where::Project(project) => run.project.as_ref() == Some(project),
    }
}

fn list(request: &TaskRunsRequest, view: &View) -> Result<TaskRunsAnswer, ReadError> {
    let limit = request.limit.clamp(1, limits::TASK_RUNS_LISTED) as usize;
    let (mut runs, mut more) = (Vec::new(), false);
    for run in view.task_runs() {
        let run = run?;
        if !is_of(&run, &request.place) {
            continue;
        }
        let Some(head) = view.task_run(&run)? else { continue };
        if runs.len() == limit {
            more = true;
            break;
        }
        let latest = view.frozen_briefs(&run, None).rev().take(limits::BRIEFS_LISTED);
        let briefs: Result<Vec<_>, ReadError> = latest.map(|row| Ok(brief_row(row?))).collect();
        let mut briefs = briefs?;
        briefs.reverse();
        let TaskRunHead { first, last, briefs: steps, .. } = head;
        let TaskRunKey { project, run } = run;
        runs.push(TaskRunRow { run, project, first, last, steps, briefs });
    }
    Ok(TaskRunsAnswer { runs, more })
}

fn brief_row((step, brief): (u32, FrozenBrief)) -> TaskBriefRow {
    let mut held = HeldCounts::default();
    for one in &brief.held {
        *match one.held_as {
            HeldAs::Policy => &mut held.policy,
            HeldAs::UserFact => &mut held.user_fact,
            HeldAs::Caution => &mut held.caution,
            HeldAs::Learned => &mut held.learned,
            HeldAs::Canary => &mut held.canary,
            HeldAs::Procedure => &mut held.procedure,
            HeldAs::Example => &mut held.example,
        } += 1;
    }
    TaskBriefRow {
        step,
        at: brief.at,
        who: brief.who,
        purpose: brief.purpose,
        task: start(&brief.task),
        held,
        left_out: brief.left_out.total(),
        tokens: brief.tokens,
        policy_tokens: brief.policy_tokens,
        budget: brief.budget,
        hash: format!("{:016x}", brief.hash),
    }
}

/// The run that is meant: a person outside any project may mean one of any.
fn meant(request: &TaskRunRequest, view: &View) -> Result<(TaskRunKey, TaskRunHead), Refused> {
    let named = match &request.place {
        Where::Everywhere => {
            let mut found = Vec::new();
            for run in view.task_runs() {
                found.extend(Some(run.map_err(unreadable)?).filter(|it| it.run == request.run));
            }
            found
        }
        place => vec![key_of(&request.run, place)?],
    };
    let mut known = Vec::new();
    for run in named {
        let head = view.task_run(&run).map_err(unreadable)?;
        known.extend(head.map(|head| (run, head)));
    }
    let shown: String = request.run.chars().take(80).collect();
    if known.len() > 1 {
        let message = format!("{} projects have a task run `{shown}`", known.len());
        return Err(Refused::new(ErrorCode::Ambiguous, message).hint("name one with `--project`"));
    }
    known.pop().ok_or_else(|| {
        let message = format!("no task run `{shown}` was given a brief here");
        Refused::new(ErrorCode::NotFound, message).hint("`consolidate runs` lists those that were")
    })
}

fn show(request: &TaskRunRequest, view: &View, now: Timestamp) -> Result<TaskRunAnswer, Refused> {
    let (run, head) = meant(request, view)?;
    let told = Told::of(&run, view).map_err(unreadable)?;
    let (steps, next) = match request.step {
        Some(step) => {
            let brief = view.frozen_brief(&run, step).map_err(unreadable)?;
            let Some(brief) = brief else {
                let message = format!("step {step} of this run was given no brief");
                return Err(Refused::new(ErrorCode::NotFound, message)
                    .hint("steps count from 0; without `--step` all are shown"));
            };
            let text = Some(brief.text.clone());
            let shown = told.step((step, brief), view, now).map_err(unreadable)?;
            (vec![TaskStepView { text, ..shown }], None)
        }
        None => told.page(&run, request.after, view, now).map_err(unreadable)?,
    };
    let TaskRunKey { project, run } = run;
    Ok(TaskRunAnswer {
        generation: view.generation().0,
        run,
        project,
        first: head.first,
        last: head.last,
        steps,
        next,
        used: told.used(),
        learned: Vec::new(),
    })
}

/// What a run told of memories. A memory that was merged since counts as its survivor, on either side.
struct Told {
    rows: Vec<ToldOf>,
    signals: BTreeMap<MemoryId, Vec<Signal>>,
    /// Survivors of what any brief of the run held.
    held: BTreeSet<MemoryId>,
}

impl Told {
    fn of(run: &TaskRunKey, view: &View) -> Result<Self, ReadError> {
        let (mut rows, mut signals) = (view.told_by(run)?, BTreeMap::new());
        for row in &mut rows {
            row.memory = counts_for(row.memory, &Lenient(view))?;
            let known: &mut Vec<Signal> = signals.entry(row.memory).or_default();
            known.push(row.signal);
            known.sort_unstable();
            known.dedup();
        }
        let mut held = BTreeSet::new();
        for brief in view.frozen_briefs(run, None) {
            held.extend(brief?.1.held.iter().map(|held| held.id));
        }
        let survivors = held.into_iter().map(|id| counts_for(id, &Lenient(view)));
        Ok(Self { rows, signals, held: survivors.collect::<Result<_, _>>()? })
    }

    fn used(&self) -> Vec<UsedView> {
        let used = |row: &ToldOf| {
            let ToldOf { memory: id, signal, at } = *row;
            UsedView { id, signal, at, held: self.held.contains(&id) }
        };
        self.rows.iter().map(used).collect()
    }

    /// Steps up to a size, and the last of them if there are more.
    fn page(
        &self,
        run: &TaskRunKey,
        after: Option<u32>,
        view: &View,
        now: Timestamp,
    ) -> Result<(Vec<TaskStepView>, Option<u32>), ReadError> {
        let (mut steps, mut bytes) = (Vec::<TaskStepView>::new(), 0);
        for row in view.frozen_briefs(run, after) {
            if bytes >= limits::PAGE_BYTES {
                let last = steps.last().map(|step| step.step);
                return Ok((steps, last));
            }
            let step = self.step(row?, view, now)?;
            bytes += step.held.iter().map(|held| held.line.len() + ROW_BYTES).sum::<usize>();
            bytes += step.task.len() + step.anchors.iter().map(String::len).sum::<usize>();
            steps.push(step);
        }
        Ok((steps, None))
    }

    fn step(
        &self,
        (step, brief): (u32, FrozenBrief),
        view: &View,
        now: Timestamp,
    ) -> Result<TaskStepView, ReadError> {
        let held = brief.held.iter().map(|held| {
            let survivor = counts_for(held.id, &Lenient(view))?;
            Ok(HeldView {
                id: held.id,
                kind: held.kind,
                held_as: held.held_as,
                rank: (!matches!(held.held_as, HeldAs::Policy | HeldAs::UserFact))
                    .then_some(held.rank),
                line: start(brief.lines_of(held).trim_start_matches("- ")),
                changed: changed(held, view, now)?,
                told: self.signals.get(&survivor).cloned().unwrap_or_default(),
            })
        });
        let held = held.collect::<Result<Vec<_>, ReadError>>()?;
        Ok(TaskStepView {
            step,
            at: brief.at,
            generation: brief.generation,
            held,
            who: brief.who,
            session: brief.session,
            purpose: brief.purpose,
            task: brief.task,
            anchors: brief.anchors,
            window: brief.window,
            budget: brief.budget,
            tokens: brief.tokens,
            policy_tokens: brief.policy_tokens,
            hash: format!("{:016x}", brief.hash),
            complete: brief.complete,
            left_out: brief.left_out,
            text: None,
        })
    }
}

/// What has become of a memory since a brief held it, in words.
fn changed(held: &HeldMemory, view: &View, now: Timestamp) -> Result<Vec<String>, ReadError> {
    let store = Lenient(view);
    let Some(memory) = store.memory(held.id)? else {
        let heir = view.name(&Name::Id(held.id))?;
        let by = heir.map_or_else(String::new, |heir| format!(", {heir} holds what it said"));
        return Ok(vec![format!("it left the store{by}")]);
    };
    let mut changed = Vec::new();
    if hash64(memory.text.as_bytes()) != held.text_hash {
        changed.push("its text is another one".to_owned());
    }
    changed.extend(standing_since(held, &memory));
    if memory.standing.is_served() {
        if has_active_successor(&memory, &store)? {
            let by: Vec<String> = memory.superseded_by.iter().map(ToString::to_string).collect();
            changed.push(format!("superseded by {}", by.join(", ")));
        }
        if !memory.is_valid_at(now) {
            changed.push("it does not hold now".to_owned());
        }
        changed.extend(conflict_since(held, &memory, view)?);
    }
    Ok(changed)
}

fn standing_since(held: &HeldMemory, memory: &Memory) -> Option<String> {
    match &memory.standing {
        Standing::Retired(retirement) => {
            let by = retirement.successor.map(|by| format!(", {by} took its place"));
            let (reason, day) = (retirement.reason, retirement.day);
            Some(format!("retired on {day} ({reason}){}", by.unwrap_or_default()))
        }
        Standing::Quarantined { .. } => Some("quarantined".to_owned()),
        Standing::Active => held.candidate.then(|| "a candidate then, active now".to_owned()),
        Standing::Candidate => (!held.candidate).then(|| "active then, a candidate now".to_owned()),
    }
}

fn conflict_since(
    held: &HeldMemory,
    memory: &Memory,
    view: &View,
) -> Result<Option<String>, ReadError> {
    let mut sides = Vec::new();
    for &id in &memory.conflicts_with {
        let side = Lenient(view).memory(id)?;
        sides.extend(side.filter(|side| side.standing.is_served()).map(|side| side.id.to_string()));
    }
    Ok(match (held.in_conflict, sides.is_empty()) {
        (false, false) => Some(format!("contradicted by {}", sides.join(", "))),
        (true, true) => Some("no longer contradicted".to_owned()),
        _ => None,
    })
}

/// The first line of a text, or its beginning.
fn start(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    match line.char_indices().nth(LINE_CHARS) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line.to_owned(),
    }
}
