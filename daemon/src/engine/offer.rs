//! Which planned runs of the schedule `status` offers: those that `apply` would commit on the store as it is.
//!
//! A run is checked as its commit would be, and once a generation: whoever looks again before anything was written is
//! answered from what was found.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use consolidate_shared::id::RunId;
use consolidate_shared::journal::Generation;
use consolidate_shared::model::Actor;
use consolidate_shared::overlay::Overlay;
use consolidate_shared::plan::Run;
use consolidate_shared::schedule::ReadyRun;
use consolidate_shared::wire::v1::Refused;

use super::Engine;
use super::runs::entry;
use super::successors::{Since, stand};
use super::writer::{BatchState, NewEntry, admit, unreadable};
use crate::store::View;

/// What was found of the runs that wait, by the generation that it was found on.
#[derive(Debug, Default)]
pub(super) struct Offers(Mutex<BTreeMap<RunId, (Generation, bool)>>);

impl Engine {
    /// What waits to be applied and can be.
    pub(super) fn offered(&self) -> Vec<ReadyRun> {
        let mut ready = self.waiting();
        let view = self.publisher.read().view.clone();
        let mut known = self.offers.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|run, (generation, _)| {
            *generation == view.generation() && ready.iter().any(|ready| ready.run == *run)
        });
        ready.retain(|ready| {
            let Some(chosen) = self.planner.find(&ready.run.to_string()) else {
                return self.is_planned_again(ready, &view);
            };
            let look = || (view.generation(), fits(&chosen.run, &view).unwrap_or(false));
            known.entry(ready.run).or_insert_with(look).1
        });
        ready
    }

    /// Whether a run from before a restart is what planning again gives.
    fn is_planned_again(&self, ready: &ReadyRun, view: &View) -> bool {
        ready.generation == view.generation() && ready.at.day() == self.now().day()
    }
}

/// Whether the commit of the run would be taken. A run of which something was applied and taken back is no longer what waits.
fn fits(run: &Run, view: &View) -> Result<bool, Refused> {
    let state = BatchState::new(view);
    let mut entries: Vec<NewEntry> = Vec::new();
    for plan in run.plans.iter().filter(|plan| !plan.change_set.is_empty()) {
        let id = plan.id();
        if let Some(known) = view.entry_of_plan(id).map_err(unreadable)? {
            if view.undone_by(known.generation).map_err(unreadable)?.is_some() {
                return Ok(false);
            }
            continue;
        }
        let before = entries.iter().map(|entry| &entry.change_set);
        stand(&id.to_string(), &plan.change_set, before, &state, Since::Planned)?;
        entries.push(entry(plan, run, &Actor::Daemon));
    }
    Ok(admit(&entries, view.generation(), &mut Overlay::new(&state)).is_ok())
}
