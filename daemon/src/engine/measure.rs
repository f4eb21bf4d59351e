//! The health of the store: signals are read here, judged by the pure part, and sampled once a day.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use consolidate_shared::health::Sample;
use consolidate_shared::journal::Generation;
use consolidate_shared::limits;
use consolidate_shared::place::DATABASE;
use consolidate_shared::plan::PassKind;
use consolidate_shared::schedule::PassRecord;
use consolidate_shared::time::Timestamp;
use consolidate_shared::wire::v1::{
    ChainHealth, HealthReport, HealthWarning, MergeHealth, PassHealth, Refused, Response,
    ReviewHealth, StalenessHealth, StandingCounts,
};

use super::Engine;
use super::background::lower_priority;
use super::notes::Notes;
use super::publish::Publisher;
use super::schedule::ScheduleCell;
use super::writer::unreadable;
use crate::audit::waits_for_retirement;
use crate::clock::Clock;
use crate::health::{
    Budgets, MergeRun, PassRun, Reviews, Signals, Survey, Tally, joined, staleness, warnings,
};
use crate::store::{Counts, ReadError, View};

/// Applied merges that are looked at.
const MERGES: usize = 5;

/// What is kept between two measurements.
#[derive(Debug, Default)]
pub(super) struct Gauge {
    /// The last walk over the store: asking again at the same generation costs nothing.
    survey: Mutex<Option<(Generation, Arc<Survey>)>>,
    /// Measurements that nobody waits for.
    running: Mutex<Vec<JoinHandle<()>>>,
}

impl Gauge {
    fn survey(&self, view: &View) -> Result<Arc<Survey>, ReadError> {
        let mut kept = self.survey.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((generation, survey)) = kept.as_ref()
            && *generation == view.generation()
        {
            return Ok(Arc::clone(survey));
        }
        let mut survey = Survey::default();
        for memory in view.memories(None)? {
            survey.see(&memory?);
        }
        let survey = Arc::new(survey);
        *kept = Some((view.generation(), Arc::clone(&survey)));
        Ok(survey)
    }

    /// Waits for the measurements that are under way.
    pub(super) fn settle(&self) {
        let running: Vec<_> =
            self.running.lock().unwrap_or_else(PoisonError::into_inner).drain(..).collect();
        for thread in running {
            if thread.join().is_err() {
                tracing::error!("a defect stopped a measurement; the day has no sample of it");
            }
        }
    }
}

/// All that a measurement reads.
#[derive(Clone)]
struct Measure {
    publisher: Arc<Publisher>,
    notes: Arc<Notes>,
    gauge: Arc<Gauge>,
    schedule: Arc<ScheduleCell>,
    folder: PathBuf,
    clock: Clock,
}

impl Engine {
    fn measurer(&self) -> Measure {
        Measure {
            publisher: Arc::clone(&self.publisher),
            notes: Arc::clone(&self.notes),
            gauge: Arc::clone(&self.gauge),
            schedule: Arc::clone(&self.schedule),
            folder: self.options.store_folder.clone(),
            clock: self.options.clock.clone(),
        }
    }

    /// The signals as they are now, with the last `days` samples. The first answer of a day is its sample.
    pub(super) fn health(&self, days: u32) -> Result<Response, Refused> {
        self.gauge.settle();
        let mut report = self.measurer().report(days, self.now()).map_err(unreadable)?;
        // What went wrong is in no number of the store.
        report.warnings.splice(0..0, self.trouble());
        Ok(Response::Health(Box::new(report)))
    }

    /// What the daemon could not do, as a warning.
    fn trouble(&self) -> Option<HealthWarning> {
        Some(HealthWarning {
            code: "daemon".to_owned(),
            what: self.health.report(true).problem?,
            todo: "see `consolidate status` and the log of the daemon".to_owned(),
        })
    }

    /// Takes the day's sample where nobody waits for it: a run was applied, so that the day's former sample is out of date.
    pub(super) fn sample_soon(&self) {
        let measure = self.measurer();
        let work = move || {
            lower_priority();
            match measure.signals(measure.clock.now()) {
                Ok((signals, _)) => measure.notes.put(signals.sample()),
                Err(error) => tracing::warn!(%error, "the day's sample was not taken"),
            }
        };
        match std::thread::Builder::new().name("gauge".to_owned()).spawn(work) {
            Ok(thread) => {
                let mut running = self.gauge.running.lock().unwrap_or_else(PoisonError::into_inner);
                running.retain(|thread| !thread.is_finished());
                running.push(thread);
            }
            Err(error) => tracing::warn!(%error, "no thread to take the day's sample in"),
        }
    }
}

impl Measure {
    fn report(&self, days: u32, now: Timestamp) -> Result<HealthReport, ReadError> {
        let (signals, view) = self.signals(now)?;
        let sample = signals.sample();
        let waiting = self.notes.waiting();
        let is_sampled = waiting.is_some_and(|waiting| waiting.day == sample.day)
            || view.sample(sample.day)?.is_some();
        if !is_sampled {
            self.notes.put(sample);
        }
        let days = usize::try_from(days).unwrap_or(usize::MAX).min(limits::SAMPLES_KEPT);
        let history = if days == 0 { Vec::new() } else { history(&view, sample, days)? };
        Ok(told(&signals, now, history))
    }

    /// The signals of what is published, and the view that they are of.
    fn signals(&self, now: Timestamp) -> Result<(Signals, View), ReadError> {
        let (view, tally) = self.read()?;
        let today = now.day();
        let survey = self.gauge.survey(&view)?;
        let reviews = view.reviews()?;
        let Counts { candidate, active, retired, quarantined } = view.counts();
        let signals = Signals {
            today,
            generation: view.generation(),
            standings: [candidate, active, retired, quarantined],
            superseded: survey.superseded(),
            unretired: unretired(&survey, &view)?,
            longest: survey.longest(),
            largest: survey.largest(),
            staleness: staleness(&tally, &survey, &Budgets::default(), today),
            merges: merges(&view)?,
            reviews: Reviews {
                open: reviews.len() as u64,
                oldest: reviews.iter().map(|(_, item)| item.queued).min(),
            },
            conflicts: survey.conflicts(),
            passes: last_successes(&view, &self.schedule.last().passes)?,
            bytes: std::fs::metadata(self.folder.join(DATABASE)).ok().map(|file| file.len()),
        };
        Ok((signals, view))
    }

    /// The view, and what was served until now: what the store keeps and what still gathers.
    fn read(&self) -> Result<(View, Tally), ReadError> {
        let _still = self.notes.still();
        let view = self.publisher.read().view.clone();
        let (days, memories) = view.served()?;
        let mut tally = Tally { days, memories };
        tally.absorb(self.notes.peek());
        Ok((view, tally))
    }
}

/// How many memories are active although something that stands replaces them.
fn unretired(survey: &Survey, view: &View) -> Result<u64, ReadError> {
    let mut count = 0;
    for &id in survey.unretired() {
        let memory = view.memory(id)?;
        let waits = memory.map(|memory| waits_for_retirement(&memory, view)).transpose()?;
        count += u64::from(waits == Some(true));
    }
    Ok(count)
}

/// The last `days` samples, oldest first; today's is as it is now.
fn history(view: &View, today: Sample, days: usize) -> Result<Vec<Sample>, ReadError> {
    let mut samples = view.samples(days)?;
    samples.retain(|sample| sample.day != today.day);
    samples.push(today);
    samples.sort_by_key(|sample| sample.day);
    let beyond = samples.len().saturating_sub(days);
    samples.drain(..beyond);
    Ok(samples)
}

fn merges(view: &View) -> Result<Vec<MergeRun>, ReadError> {
    let mut runs = Vec::new();
    for generation in view.generations_of_pass(PassKind::Merge, None)?.rev().take(MERGES) {
        let generation = generation?;
        let Some(entry) = view.entry(generation)? else { continue };
        let joined = joined(&entry.change_set);
        if joined.memories == 0 {
            // It asked, and joined nothing.
            continue;
        }
        runs.push(MergeRun {
            generation,
            at: entry.at,
            run: entry.run,
            joined,
            undone_by: view.undone_by(generation)?,
        });
    }
    Ok(runs)
}

/// When each pass was last applied and last succeeded. It was applied where it made an entry, or the committed run of another
/// pass's entry had planned it too; `planned` remembers when its planning succeeded, which is a cache over a restart.
fn last_successes(
    view: &View,
    planned: &BTreeMap<PassKind, PassRecord>,
) -> Result<Vec<PassRun>, ReadError> {
    let mut runs: Vec<PassRun> = PassKind::ALL
        .iter()
        .map(|&pass| PassRun {
            pass,
            last_success: planned.get(&pass).and_then(|record| record.succeeded),
            last_applied: None,
            generation: view.last_pass(pass),
        })
        .collect();
    for &pass in PassKind::ALL {
        let Some(generation) = view.last_pass(pass) else { continue };
        let Some(entry) = view.entry(generation)? else { continue };
        let record = entry.run.map(|run| view.run_record(run)).transpose()?.flatten();
        let planned = record.iter().flat_map(|record| &record.plans);
        // What has changes succeeded when its own entry was made.
        let beside: Vec<PassKind> =
            planned.filter(|plan| !plan.has_changes).map(|plan| plan.pass).collect();
        for run in &mut runs {
            if run.pass == pass || beside.contains(&run.pass) {
                run.last_applied = run.last_applied.max(Some(entry.at));
                run.last_success = run.last_success.max(Some(entry.at));
            }
        }
    }
    Ok(runs)
}

fn told(signals: &Signals, at: Timestamp, history: Vec<Sample>) -> HealthReport {
    let budgets = Budgets::default();
    let Signals { staleness, longest, .. } = signals;
    let [candidate, active, retired, quarantined] = signals.standings;
    let positive = |days: i32| u32::try_from(days).unwrap_or(0);
    let warnings = warnings(signals, &budgets).into_iter().map(|warning| HealthWarning {
        code: warning.code.to_owned(),
        what: warning.what,
        todo: warning.todo.to_owned(),
    });
    HealthReport {
        at,
        generation: signals.generation.0,
        memories: StandingCounts { candidate, active, retired, quarantined },
        superseded: signals.superseded,
        longest_chain: ChainHealth {
            memories: longest.map_or(0, |longest| longest.memories),
            head: longest.map(|longest| longest.head),
            oldest: longest.map(|longest| longest.oldest),
        },
        staleness: StalenessHealth {
            window_days: limits::SERVED_DAYS_KEPT as u32,
            hits: staleness.hits,
            superseded_when_served: staleness.superseded_when_served,
            served: staleness.served,
            then_superseded: staleness.then_superseded,
            within_days: positive(budgets.soon_days),
            per_mille: staleness.per_mille(),
            budget_per_mille: budgets.then_superseded_per_mille,
            unlisted: staleness.unlisted,
        },
        merges: signals.merges.iter().map(told_merge).collect(),
        reviews: ReviewHealth {
            open: signals.reviews.open,
            oldest: signals.reviews.oldest,
            oldest_days: signals.oldest_review_days(),
        },
        conflicts: signals.conflicts,
        passes: signals.passes.iter().map(told_pass).collect(),
        store_bytes: signals.bytes,
        warnings: warnings.collect(),
        history,
    }
}

fn told_merge(merge: &MergeRun) -> MergeHealth {
    MergeHealth {
        entry: merge.generation.0,
        at: merge.at,
        run: merge.run,
        clusters: merge.joined.clusters,
        memories: merge.joined.memories,
        undone_by: merge.undone_by.map(|generation| generation.0),
    }
}

fn told_pass(pass: &PassRun) -> PassHealth {
    let entry = pass.generation.map(|generation| generation.0);
    let PassRun { pass, last_success, last_applied, .. } = *pass;
    PassHealth { pass, last_ran: last_success, last_applied, entry }
}
