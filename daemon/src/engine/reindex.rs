//! The index made anew from the texts, because somebody asks for it.

use std::sync::Arc;

use consolidate_shared::wire::v1::{Reindexed, Response};

use super::Engine;
use super::build::{Built, build};
use super::health::HealthCell;
use super::writer::{Landed, Made, Turn, keep, unreadable};
use crate::clock::steady;

impl Engine {
    /// Makes the index anew between two commits. Reads go on by the former one; writes wait, so that each is in the one it is
    /// answered after.
    pub(super) async fn reindex(&self) -> Response {
        let health = Arc::clone(&self.health);
        self.writer.submit(true, Box::new(move |turn| made_anew(&health, turn))).await
    }
}

fn made_anew(
    health: &HealthCell,
    turn: &Turn<'_>,
) -> Result<Made, consolidate_shared::wire::v1::Refused> {
    let begun = steady();
    // Nothing that was kept is asked: what it says is what is doubted.
    let Built { catalog, passed_over, analysed } = build(turn.view, None).map_err(unreadable)?;
    health.damaged(passed_over);
    let served = catalog.served.len() as u64;
    turn.publisher.ready(turn.view.clone(), catalog);
    keep(turn.store, turn.publisher);
    let took = steady().duration_since(begun);
    let reindexed = Reindexed {
        generation: turn.view.generation().0,
        memories: analysed,
        served,
        passed_over,
        took_ms: u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
    };
    let answer = Box::new(|_: Landed<'_>| Response::Reindexed(reindexed));
    Ok(Made { entries: Vec::new(), run: None, recent: None, answer })
}
