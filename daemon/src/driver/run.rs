//! The loop: look, run what is due, wait to be woken.

use std::sync::Arc;
use std::time::Duration;

use chrono_tz::Tz;
use consolidate_shared::schedule::{Failure, LastRuns, Reach, ReadyRun};
use consolidate_shared::time::Timestamp;
use consolidate_shared::wire::v1::Doing;
use tokio::sync::watch;
use tokio::time::timeout;

use super::cron::shown;
use super::due::{Due, New, Schedule, Why, due, served, settle};
use super::heartbeat::Heartbeat;
use crate::engine::{Engine, Outline, PlannedRun};

/// How long a driver that nobody wakes waits before it looks by itself: two heartbeats. A clock that was set back silences
/// the heartbeat for as long.
const PATIENCE: Duration = Duration::from_mins(2);
/// Looks that are closer together than this, by a clock that goes on, find the same: writes may come by the thousand.
const LOOK_ONCE_IN: i64 = 1000;
/// A clock that shows so much less than before was set back, in milliseconds.
const SET_BACK: i64 = 5 * 60 * 1000;

/// What a driver is told.
#[derive(Debug, Clone, PartialEq)]
pub struct Driving {
    /// When runs come.
    pub schedule: Schedule,
    /// In which zone its expression is read.
    pub zone: Tz,
    /// Whether runs are applied without being asked about.
    pub auto_apply: bool,
}

/// Runs what is due, until `stop` is true or its sender gone.
///
/// A plan that is being made then is given up, and nothing of it is remembered: the next start finds it due.
pub async fn drive(engine: Arc<Engine>, driving: Driving, mut stop: watch::Receiver<bool>) {
    let heartbeat = match Heartbeat::start(engine.wake_ups()).await {
        Ok(heartbeat) => Some(heartbeat),
        Err(error) => {
            tracing::warn!(%error, "there is no heartbeat; the schedule is looked at every two minutes");
            None
        }
    };
    let driver = async { Driver::new(engine, driving).await.go_on().await };
    tokio::select! {
        _ = stop.wait_for(|stop| *stop) => {}
        () = driver => {}
    }
    if let Some(heartbeat) = heartbeat {
        heartbeat.stop().await;
    }
}

/// The driver between two looks.
pub(crate) struct Driver {
    engine: Arc<Engine>,
    driving: Driving,
    /// The latest time at which it looked.
    looked: Timestamp,
    new: New,
    /// What waited to be applied when the daemon started.
    again: Option<Reach>,
}

impl Driver {
    /// A driver that has not looked yet.
    pub(crate) async fn new(engine: Arc<Engine>, driving: Driving) -> Self {
        engine.count_backlog().await;
        let again = engine.waiting().iter().map(|ready| ready.reach).max();
        let looked = engine.newest_at().unwrap_or(Timestamp::EPOCH);
        Self { engine, driving, looked, new: New::default(), again }
    }

    /// Looks, and again whenever it is woken; it never ends by itself.
    pub(crate) async fn go_on(mut self) {
        let wake_ups = self.engine.wake_ups();
        loop {
            self.look().await;
            loop {
                let woken = timeout(PATIENCE, wake_ups.notified()).await;
                if woken.is_err() || self.is_worth_a_look() {
                    break;
                }
            }
        }
    }

    /// Whether a look may find something that the last one did not.
    fn is_worth_a_look(&mut self) -> bool {
        let now = self.engine.time();
        let since = now.ms().saturating_sub(self.looked.ms());
        self.count(now);
        let gathered = self.new.memories >= self.driving.schedule.light_after_new;
        gathered || !(0..LOOK_ONCE_IN).contains(&since)
    }

    /// Runs everything that is due, one run after the other, and tells how things stand.
    pub(crate) async fn look(&mut self) {
        loop {
            let now = self.engine.time();
            self.mind_the_clock(now).await;
            self.count(now);
            let Driving { schedule, zone, .. } = &self.driving;
            let mut found = due(now, &self.engine.last_runs(), self.new, schedule, *zone);
            if let Some(reach) = self.again.filter(|_| found.run.is_none()) {
                found.run = Some((reach, Why::Restart));
            }
            self.engine.show_schedule(self.outline(Doing::Idle, &found));
            let Some((reach, why)) = found.run else { return };
            tell(reach, why);
            let planning = Doing::Planning { reach, since: now };
            self.engine.show_schedule(self.outline(planning, &found));
            self.serve(now, reach, &found).await;
        }
    }

    /// Notices a clock that was set back, and lets nothing that was remembered wait for the time it showed before.
    async fn mind_the_clock(&mut self, now: Timestamp) {
        let mut last = self.engine.last_runs();
        let before = last.clone();
        let settled = settle(now, &mut last);
        let back = self.looked.ms().saturating_sub(now.ms());
        if settled || back > SET_BACK {
            let showed = self.looked.max(before.since.unwrap_or(now));
            let message = format!("the clock was set back: it showed {showed} and shows {now}");
            tracing::warn!(%now, %showed, "the clock was set back; the schedule counts from now");
            self.engine.note_clock(Failure::new(now, &message));
        }
        if self.new.quiet_since.is_some_and(|since| since > now) {
            self.new.quiet_since = Some(now);
        }
        self.looked = now;
        if last != before {
            self.engine.remember(|kept| (kept.since, kept.retry) = (last.since, last.retry)).await;
        }
    }

    /// Counts what is new; whenever that has changed, the quiet begins anew.
    fn count(&mut self, now: Timestamp) {
        let memories = self.engine.new_memories();
        if memories != self.new.memories || self.new.quiet_since.is_none() {
            self.new = New { memories, quiet_since: Some(now) };
        }
    }

    fn outline(&self, doing: Doing, found: &Due) -> Outline {
        let Driving { schedule, zone, auto_apply } = &self.driving;
        Outline {
            doing,
            cron: schedule.cron.to_string(),
            zone: zone.name().to_owned(),
            light_after_new: schedule.light_after_new,
            light_after_idle: schedule.light_after_idle,
            auto_apply: *auto_apply,
            next: found.next,
            next_local: found.next.and_then(|next| shown(next, *zone)),
        }
    }

    /// One run, from planning to what is remembered of it.
    async fn serve(&mut self, now: Timestamp, reach: Reach, found: &Due) {
        self.again = self.again.filter(|again| *again > reach);
        let planned = self.engine.plan_for_schedule(reach).await;
        let mut failed = planned.as_ref().map_or(true, |planned| planned.is_partial);
        let mut refusal = None;
        if let Ok(planned) = &planned
            && planned.changes > 0
            && self.driving.auto_apply
        {
            let doing = Doing::WaitingToApply { run: planned.run, since: self.engine.time() };
            self.engine.show_schedule(self.outline(doing, found));
            if let Err(refused) = self.engine.apply_for_schedule(planned.run).await {
                let message = format!("{} was planned and not applied: {refused}", planned.run);
                refusal = Some(Failure::new(self.engine.time(), &message));
                failed = true;
            }
        }
        let auto_apply = self.driving.auto_apply;
        let keep = |last: &mut LastRuns| {
            served(now, reach, failed, last);
            match reach {
                Reach::Full => last.full = Some(now),
                Reach::Incremental => last.light = Some(now),
            }
            last.failed = refusal;
            if let Ok(planned) = &planned {
                keep_ready(last, planned, reach, now, auto_apply);
                last.seen = if failed { last.seen } else { last.seen.max(planned.generation) };
            }
        };
        self.engine.remember(keep).await;
        if let Ok(planned) = &planned
            && !failed
        {
            self.engine.seen(planned);
        }
    }
}

fn keep_ready(last: &mut LastRuns, planned: &PlannedRun, reach: Reach, at: Timestamp, auto: bool) {
    let PlannedRun { run, generation, changes, .. } = *planned;
    last.drop_ready(reach);
    if changes > 0 && !auto {
        last.keep_ready(ReadyRun { run, reach, generation, changes, at });
    }
}

fn tell(reach: Reach, why: Why) {
    match why {
        Why::Point { missed } if missed > 0 => {
            tracing::info!(%reach, missed, "scheduled runs were missed; one catches up");
        }
        _ => tracing::info!(%reach, ?why, "a run is due"),
    }
}
