//! The index at the start: what every brief has at once, then the whole, then what was analysed kept for the next start.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::Writer;
use crate::engine::build::{Built, build, first, first_of};
use crate::engine::publish::Publisher;
use crate::recall::{Kept, kept};
use crate::store::{ReadError, Store, View};

/// A store of fewer memories is analysed in some tens of milliseconds: nothing is kept of it, and nothing shown before the whole.
/// Tests have few.
const FEW: u64 = if cfg!(test) { 8 } else { 4096 };

/// What the writer knows of the bytes that are kept for the next start.
#[derive(Debug, Default)]
pub(super) struct Warmth {
    /// What was read at the start, until the index is built.
    kept: Option<Kept>,
    /// The generation that the bytes are of; none if they are to be written anew in any case.
    generation: Option<u64>,
}

impl Writer {
    /// Shows what every brief has, while the rest is on its way.
    pub(in crate::engine) fn show_first(&mut self) {
        let view = self.publisher.read().view.clone();
        if memories(&view) < FEW {
            return;
        }
        // A defect in reading a cache costs the cache.
        let read = catch_unwind(AssertUnwindSafe(|| self.store.kept_beside().and_then(Kept::read)));
        self.warmth.kept = read.unwrap_or_default();
        let shown = catch_unwind(AssertUnwindSafe(|| first(&view, self.warmth.kept.as_ref())));
        match shown {
            Ok(Ok(catalog)) => self.publisher.first(view, catalog),
            Ok(Err(error)) => tracing::warn!(%error, "nothing is shown before the index is built"),
            Err(_) => tracing::error!("a defect: nothing is shown before the index is built"),
        }
    }

    /// Makes the catalog anew from the view that is published.
    pub(super) fn rebuild(&mut self) {
        let kept = self.warmth.kept.take();
        let mut built = catch_unwind(AssertUnwindSafe(|| self.build_catalog(kept.as_ref())));
        if kept.is_some() && built.is_err() {
            // The texts count: what was kept may be what it stumbled over.
            built = catch_unwind(AssertUnwindSafe(|| self.build_catalog(None)));
        }
        let problem = match built {
            Ok(Ok(analysed)) => {
                self.warmth.generation = kept.filter(|_| analysed == 0).map(|kept| kept.generation);
                return self.health.clear();
            }
            Ok(Err(error)) => error.to_string(),
            Err(_) => "a defect stopped it".to_owned(),
        };
        tracing::error!(problem, "failed to build the index; reads stay partial");
        self.health.problem(format!("the index could not be built: {problem}"));
    }

    /// Returns how many memories were analysed anew.
    fn build_catalog(&self, kept: Option<&Kept>) -> Result<u64, ReadError> {
        let view = self.publisher.read().view.clone();
        let Built { catalog, passed_over, analysed } = build(&view, kept)?;
        self.health.damaged(passed_over);
        self.publisher.ready(view, catalog);
        Ok(analysed)
    }

    /// Keeps what was analysed, unless that was kept of this very generation.
    pub(super) fn keep_analysed(&mut self) {
        let generation = self.publisher.read().view.generation().0;
        if self.warmth.generation == Some(generation) {
            return;
        }
        if catch_unwind(AssertUnwindSafe(|| keep(&self.store, &self.publisher))).is_ok() {
            self.warmth.generation = Some(generation);
        }
    }
}

fn memories(view: &View) -> u64 {
    let counts = view.counts();
    counts.candidate + counts.active + counts.retired + counts.quarantined
}

/// Keeps what was analysed for the next start. Nobody needs it: where it cannot be kept, that start takes longer.
pub(in crate::engine) fn keep(store: &Store, publisher: &Publisher) {
    let bytes = {
        let published = publisher.read();
        if !published.ready || memories(&published.view) < FEW {
            return;
        }
        let (generation, catalog) = (published.view.generation().0, &published.catalog);
        kept(generation, &first_of(catalog), &catalog.served, &catalog.retired)
    };
    if let Err(error) = store.keep_beside(&bytes) {
        tracing::warn!(%error, "what was analysed is not kept; the next start takes longer");
    }
}
