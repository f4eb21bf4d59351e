//! What the daemon is and holds.

use std::collections::BTreeMap;

use consolidate_shared::limits::PROJECTS_LISTED;
use consolidate_shared::plan::PassKind;
use consolidate_shared::wire::v1::{
    PassStatus, ProjectView, Refused, Response, StandingCounts, Status,
};

use super::Engine;
use super::writer::unreadable;
use crate::store::{self, Counts, ReadError, View};

impl Engine {
    /// The status, counted exactly.
    pub(super) fn status(&self) -> Result<Response, Refused> {
        let (view, ready, conflicts) = {
            let published = self.publisher.read();
            (published.view.clone(), published.ready, published.catalog.conflicts())
        };
        let passes = PassKind::ALL.iter().map(|pass| pass_status(*pass, &view));
        let passes = passes.collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
        let counts = view.counts();
        let reviews = view.open_reviews().map_err(unreadable)?;
        Ok(Response::Status(Box::new(Status {
            pid: std::process::id(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            protocol: consolidate_shared::wire::PROTOCOL,
            store_format: store::FORMAT,
            generation: view.generation().0,
            memories: standings(counts),
            conflicts,
            reviews,
            passes,
            socket: self.options.socket.display().to_string(),
            store: self.options.store_folder.display().to_string(),
            started_at: self.started_at,
            health: self.health.report(ready),
        })))
    }
}

impl Engine {
    /// Whether any memory is of `project`, from what the index counts: nobody waits for it.
    pub(super) fn project(&self, project: &str) -> Response {
        let published = self.publisher.read();
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for index in [&published.catalog.served, &published.catalog.retired] {
            for (key, memories) in index.projects() {
                *counts.entry(key).or_default() += memories;
            }
        }
        let memories = counts.remove(project).unwrap_or(0);
        let mut others: Vec<(&str, u64)> = counts.into_iter().collect();
        others.sort_by_key(|(_, memories)| std::cmp::Reverse(*memories));
        others.truncate(PROJECTS_LISTED);
        let others = others.into_iter().map(|(key, _)| key.to_owned()).collect();
        Response::Project(ProjectView { memories, others })
    }
}

fn pass_status(pass: PassKind, view: &View) -> Result<PassStatus, ReadError> {
    let last = match view.last_pass(pass).map(|generation| view.entry(generation)).transpose() {
        // An entry that cannot be read is for the check to tell of; the status is needed all the more.
        Err(ReadError::Row { .. }) => None,
        found => found?.flatten(),
    };
    Ok(PassStatus {
        pass,
        last_changed: last.as_ref().map(|entry| entry.at),
        entry: last.map(|entry| entry.generation.0),
    })
}

fn standings(counts: Counts) -> StandingCounts {
    let Counts { candidate, active, retired, quarantined } = counts;
    StandingCounts { candidate, active, retired, quarantined }
}
