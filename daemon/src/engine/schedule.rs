//! What the driver needs of the engine, and what `status` tells of it: the last runs, what is new, one run at a time.
//!
//! The engine keeps and shows; when a run is due is the driver's alone.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use consolidate_shared::id::RunId;
use consolidate_shared::journal::Generation;
use consolidate_shared::model::Actor;
use consolidate_shared::plan::PassKind;
use consolidate_shared::schedule::{Failure, LastRuns, PassRecord, Reach, ReadyRun};
use consolidate_shared::time::Timestamp;
use consolidate_shared::wire::v1::{
    Caller, Doing, PassRunView, ReadyView, Response, Role, ScheduleView,
};

use super::Engine;
use super::background::Background;
use super::fresh::{Mark, added};
use super::writer::Aside;
use crate::store::{ReadError, View};

/// New memories from before the start that are counted; more make a run due all the same.
const BACKLOG_COUNTED: u64 = 10_000;
/// Journal entries that are looked through for them: some seconds of a thread that nobody waits for.
const BACKLOG_ENTRIES: usize = 200_000;

/// What a person who applies a run is told once.
const TOLD: &str = "scheduled runs are only planned; `auto_apply = true` under [schedule] in the config lets them apply themselves (said once)";

/// What the driver wants shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    /// What it does.
    pub doing: Doing,
    /// The expression of full runs.
    pub cron: String,
    /// Its zone.
    pub zone: String,
    /// New memories that make a light run.
    pub light_after_new: u64,
    /// Quiet time that makes one.
    pub light_after_idle: Duration,
    /// Whether runs are applied.
    pub auto_apply: bool,
    /// When the next run comes.
    pub next: Option<Timestamp>,
    /// The same in the zone's own time.
    pub next_local: Option<String>,
}

/// A run that was planned for the schedule. It is kept for `apply` and `show`.
#[derive(Debug, Clone, Copy)]
pub struct PlannedRun {
    /// Its id.
    pub run: RunId,
    /// The generation it was planned on.
    pub generation: Generation,
    /// How many changes it has.
    pub changes: u64,
    /// Whether a pass failed; then the memories it was to look at are still to be looked at.
    pub is_partial: bool,
    pub(super) mark: Mark,
}

/// What is remembered and shown.
#[derive(Debug, Default)]
pub(super) struct ScheduleCell(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    last: LastRuns,
    outline: Option<Outline>,
    clock: Option<Failure>,
}

impl ScheduleCell {
    /// What the store remembers. It is a cache: one that cannot be read is forgotten.
    pub(super) fn of(view: &View) -> Self {
        let last = view.last_runs().unwrap_or_else(|error| {
            tracing::warn!(%error, "the last runs cannot be read; the schedule counts from now");
            None
        });
        Self(Mutex::new(State { last: last.unwrap_or_default(), ..State::default() }))
    }

    /// What is remembered.
    pub(super) fn last(&self) -> LastRuns {
        self.lock().last.clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engine {
    /// The time of day, as everything that is stored has it.
    pub fn time(&self) -> Timestamp {
        self.now()
    }

    /// Whoever waits here is told of every commit.
    pub fn wake_ups(&self) -> Arc<Notify> {
        self.fresh.wake_ups()
    }

    /// What is remembered of the last runs.
    pub fn last_runs(&self) -> LastRuns {
        self.schedule.last()
    }

    /// Memories that no scheduled run has looked at.
    pub fn new_memories(&self) -> u64 {
        self.fresh.unseen()
    }

    /// When the newest journal entry was written.
    pub fn newest_at(&self) -> Option<Timestamp> {
        let view = self.publisher.read().view.clone();
        view.entry(view.generation()).ok().flatten().map(|entry| entry.at)
    }

    /// What waits to be applied: planned runs since which no pass was committed.
    pub fn waiting(&self) -> Vec<ReadyRun> {
        let last_pass = self.last_pass();
        let mut ready = self.schedule.lock().last.ready.clone();
        ready.retain(|ready| last_pass.is_none_or(|applied| applied <= ready.generation));
        ready
    }

    fn last_pass(&self) -> Option<Generation> {
        let published = self.publisher.read();
        PassKind::ALL.iter().filter_map(|pass| published.view.last_pass(*pass)).max()
    }

    /// Shows what the driver is doing.
    pub fn show_schedule(&self, outline: Outline) {
        self.schedule.lock().outline = Some(outline);
    }

    /// Shows what was noticed about the clock.
    pub fn note_clock(&self, noticed: Failure) {
        self.schedule.lock().clock = Some(noticed);
    }

    /// Changes what is remembered, and keeps it over restarts unless the store takes no writes.
    pub async fn remember(&self, change: impl FnOnce(&mut LastRuns)) {
        {
            let mut state = self.schedule.lock();
            change(&mut state.last);
            self.health.trouble(state.last.trouble());
        }
        self.keep_last_runs().await;
    }

    async fn keep_last_runs(&self) {
        let schedule = Arc::clone(&self.schedule);
        // Order: read when the writer gets to it, so that the latest is kept, whoever comes last.
        let kept = self.writer.keep(Aside::LastRuns(Box::new(move || schedule.last()))).await;
        if let Response::Refused(refused) = kept {
            tracing::warn!(reason = refused.message, "the last runs are not kept over a restart");
        }
    }

    /// Counts the memories from before the start that no scheduled run has looked at.
    pub async fn count_backlog(&self) {
        let seen = self.schedule.lock().last.seen;
        let (view, until) = (self.publisher.read().view.clone(), self.started_on);
        let counted = Background::default().run(move || backlog(&view, seen, until)).await;
        match counted {
            Ok(Ok(memories)) => self.fresh.add(memories),
            Ok(Err(error)) => tracing::warn!(%error, "what is new since the last run is not known"),
            Err(refused) => tracing::warn!(reason = refused.message, "nothing new was counted"),
        }
    }

    /// Plans a run for the schedule and keeps it for `apply` and `show`. What fails is remembered of each pass; an error
    /// says that there is no run at all.
    pub async fn plan_for_schedule(&self, reach: Reach) -> Result<PlannedRun, String> {
        let planned = self.attempted(reach, reach.passes()).await;
        let planned = planned.map_err(|refused| refused.message)?;
        let run = &planned.kept.run;
        let changes = run.plans.iter().map(|plan| plan.change_set.changes.len() as u64).sum();
        self.planner.protect(planned.kept.id);
        Ok(PlannedRun {
            run: planned.kept.id,
            generation: run.generation,
            changes,
            is_partial: planned.is_partial,
            mark: planned.mark,
        })
    }

    /// Commits a run that was planned for the schedule; an error says why it could not be.
    pub async fn apply_for_schedule(&self, run: RunId) -> Result<(), String> {
        match self.commit_run(run.to_string(), Actor::Daemon).await {
            Response::Refused(refused) => Err(refused.message),
            Response::Committed(done) => {
                tracing::info!(%run, entries = ?done.entries, "run applied");
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// A run of which no pass failed has looked at what was new.
    pub fn seen(&self, planned: &PlannedRun) {
        self.fresh.seen(planned.mark);
    }

    /// Remembers how the planning of passes went. What has begun or ceased to fail is kept over restarts.
    pub(super) async fn note_passes(&self, passes: &[PassKind], failed: &[(PassKind, String)]) {
        let at = self.now();
        let has_turned = {
            let mut state = self.schedule.lock();
            let before = state.last.failing();
            for pass in passes {
                let why = failed.iter().find(|(other, _)| other == pass).map(|(_, why)| &**why);
                state.last.passes.entry(*pass).or_default().note(at, why);
            }
            self.health.trouble(state.last.trouble());
            before != state.last.failing()
        };
        if has_turned {
            self.keep_last_runs().await;
        }
    }

    /// Adds to the answer to a person's first `apply` how scheduled runs apply themselves.
    pub(super) async fn tell_once(&self, caller: &Caller, mut response: Response) -> Response {
        let is_told = {
            let state = self.schedule.lock();
            let reports_only = state.outline.as_ref().is_some_and(|outline| !outline.auto_apply);
            state.last.told || !reports_only || caller.role != Role::User
        };
        if let Response::Committed(done) = &mut response
            && !is_told
            && !done.entries.is_empty()
        {
            done.summary = format!("{}; {TOLD}", done.summary);
            self.remember(|last| last.told = true).await;
        }
        response
    }

    /// The schedule, for `status`.
    pub(super) fn schedule_view(&self) -> Response {
        let ready = self.offered();
        let state = self.schedule.lock();
        let LastRuns { full, light, failed, passes, .. } = &state.last;
        let outline = state.outline.clone().unwrap_or_else(Outline::off);
        let doing = match outline.doing {
            Doing::Idle if !ready.is_empty() => Doing::ReportOnly,
            doing => doing,
        };
        Response::Schedule(Box::new(ScheduleView {
            doing,
            cron: outline.cron,
            zone: outline.zone,
            light_after_new: outline.light_after_new,
            light_after_idle_s: outline.light_after_idle.as_secs(),
            auto_apply: outline.auto_apply,
            next: outline.next,
            next_local: outline.next_local,
            new_memories: self.fresh.unseen(),
            last_full: *full,
            last_light: *light,
            ready: ready.iter().map(ready_view).collect(),
            failed: failed.clone(),
            clock: state.clock.clone(),
            passes: PassKind::ALL.iter().map(|pass| pass_view(*pass, passes.get(pass))).collect(),
        }))
    }
}

impl Outline {
    /// There is no driver.
    fn off() -> Self {
        Self {
            doing: Doing::Off,
            cron: String::new(),
            zone: String::new(),
            light_after_new: 0,
            light_after_idle: Duration::ZERO,
            auto_apply: false,
            next: None,
            next_local: None,
        }
    }
}

fn ready_view(ready: &ReadyRun) -> ReadyView {
    ReadyView { run_id: ready.run, reach: ready.reach, changes: ready.changes, at: ready.at }
}

fn pass_view(pass: PassKind, record: Option<&PassRecord>) -> PassRunView {
    let PassRecord { planned, succeeded, failed, failing } = record.cloned().unwrap_or_default();
    PassRunView { pass, planned, succeeded, failed, failing }
}

/// Memories that came in after `seen` and up to `until`.
fn backlog(view: &View, seen: Generation, until: Generation) -> Result<u64, ReadError> {
    let mut memories = 0u64;
    for entry in view.entries_since(seen)?.take(BACKLOG_ENTRIES) {
        let entry = entry?;
        if entry.generation > until || memories >= BACKLOG_COUNTED {
            break;
        }
        memories = memories.saturating_add(added(&entry));
    }
    Ok(memories)
}
