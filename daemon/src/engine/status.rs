//! What the daemon is and holds.

use consolidate_shared::plan::PassKind;
use consolidate_shared::wire::v1::{PassStatus, Refused, Response, StandingCounts, Status};

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

fn pass_status(pass: PassKind, view: &View) -> Result<PassStatus, ReadError> {
    let last = match view.last_pass(pass).map(|generation| view.entry(generation)).transpose() {
        // An entry that cannot be read is for the check to tell of; the status is needed all the more.
        Err(ReadError::Row { .. }) => None,
        found => found?.flatten(),
    };
    Ok(PassStatus {
        pass,
        last_applied: last.as_ref().map(|entry| entry.at),
        generation: last.map(|entry| entry.generation.0),
    })
}

fn standings(counts: Counts) -> StandingCounts {
    let Counts { candidate, active, retired, quarantined } = counts;
    StandingCounts { candidate, active, retired, quarantined }
}
