//! What the daemon is and holds.

use consolidate_shared::plan::PassKind;
use consolidate_shared::wire::v1::{PassStatus, Refused, Response, Status};

use super::Engine;
use super::writer::unreadable;
use crate::store::{self, ReadError, View};

impl Engine {
    /// The status, counted exactly.
    pub(super) fn status(&self) -> Result<Response, Refused> {
        let (view, ready) = {
            let published = self.publisher.read();
            (published.view.clone(), published.ready)
        };
        let passes = PassKind::ALL.iter().map(|pass| pass_status(*pass, &view));
        let passes = passes.collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
        let counts = view.counts().map_err(unreadable)?;
        Ok(Response::Status(Box::new(Status {
            pid: std::process::id(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            protocol: consolidate_shared::wire::PROTOCOL,
            store_format: store::FORMAT,
            generation: view.generation().0,
            memories: counts.standings,
            conflicts: counts.conflicts,
            reviews: counts.reviews,
            passes,
            socket: self.options.socket.display().to_string(),
            store: self.options.store_folder.display().to_string(),
            started_at: self.started_at,
            health: self.health.report(ready),
        })))
    }
}

fn pass_status(pass: PassKind, view: &View) -> Result<PassStatus, ReadError> {
    let last = view.last_of_pass(pass)?;
    Ok(PassStatus {
        pass,
        last_applied: last.as_ref().map(|entry| entry.at),
        generation: last.map(|entry| entry.generation.0),
    })
}
