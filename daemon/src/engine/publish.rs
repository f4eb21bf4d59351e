//! The generation that readers see: the store's view and the catalog that belongs to it, swapped together.

use std::sync::{PoisonError, RwLock, RwLockReadGuard};
use std::time::Instant;

use consolidate_shared::id::MemoryId;
use consolidate_shared::review::ReviewItem;
use tokio::sync::watch;

use super::catalog::{Catalog, Prepared};
use crate::recall::Facts;
use crate::store::View;

/// More memories than this in one commit are put into a copy of the catalog, so that readers wait for a swap alone. An
/// insertion takes some microseconds, so that this many stay far within a read's budget of ten milliseconds.
const IN_PLACE: usize = 256;
/// The same for memories whose words stay: replacing their facts takes a fraction of a microsecond.
const FACTS_IN_PLACE: usize = 8192;

/// One generation as readers see it.
#[derive(Debug)]
pub(super) struct Published {
    /// The store as it is at this generation.
    pub(super) view: View,
    /// What is held in memory of it.
    pub(super) catalog: Catalog,
    /// Whether the catalog holds the whole store; false while it is built at the start.
    pub(super) ready: bool,
}

/// The current generation.
#[derive(Debug)]
pub(super) struct Publisher {
    published: RwLock<Published>,
    /// Whether the building at the start is over, for whoever waits for it.
    built: watch::Sender<bool>,
}

/// What a commit changes in the catalog.
#[derive(Debug, Default)]
pub(super) struct Delta {
    /// Memories, made ready.
    pub(super) memories: Vec<Prepared>,
    /// What ranking knows beside their words of memories whose words stay: strength, use, evidence.
    pub(super) facts: Vec<(MemoryId, Facts)>,
    /// Review items and whether they are open now.
    pub(super) reviews: Vec<(ReviewItem, bool)>,
}

impl Publisher {
    /// Begins with an empty catalog that is not ready.
    pub(super) fn new(view: View) -> Self {
        Self {
            published: RwLock::new(Published { view, catalog: Catalog::default(), ready: false }),
            built: watch::Sender::new(false),
        }
    }

    /// Waits for the building at the start, not past `until`: a moment later the answer is the best there is.
    pub(super) async fn built(&self, until: Instant) {
        if *self.built.borrow() {
            return;
        }
        let mut built = self.built.subscribe();
        // Past the time what is there must do.
        let _ = tokio::time::timeout_at(until.into(), built.wait_for(|built| *built)).await;
    }

    /// The generation as it is now. Hold it as short as a search takes.
    pub(super) fn read(&self) -> RwLockReadGuard<'_, Published> {
        // A panic while the lock was held for writing left the catalog in some order; what it holds is still true of
        // each memory, and the view is swapped in one assignment.
        self.published.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// What every brief has is there, and nothing else yet.
    pub(super) fn first(&self, view: View, catalog: Catalog) {
        self.replace(Published { view, catalog, ready: false });
    }

    /// The catalog of the whole store is there.
    pub(super) fn ready(&self, view: View, catalog: Catalog) {
        self.replace(Published { view, catalog, ready: true });
        self.built.send_replace(true);
    }

    fn replace(&self, published: Published) {
        let before = std::mem::replace(&mut *self.write(), published);
        // Order: freed after the lock is, since freeing an index takes as long as walking it.
        drop(before);
    }

    /// Order: the view is begun after the commit and swapped together with the catalog under one lock, so that no reader
    /// ever finds a memory in the index that its view does not have.
    pub(super) fn publish(&self, view: View, delta: Delta) {
        if delta.memories.len() <= IN_PLACE && delta.facts.len() <= FACTS_IN_PLACE {
            let mut published = self.write();
            published.view = view;
            apply(&mut published.catalog, delta);
        } else {
            let mut catalog = self.read().catalog.clone();
            apply(&mut catalog, delta);
            let before = {
                let mut published = self.write();
                published.view = view;
                std::mem::replace(&mut published.catalog, catalog)
            };
            // Order: freed after the lock is, since freeing an index takes as long as walking it.
            drop(before);
        }
    }

    /// The view is there and its catalog is not: what is in memory is of an earlier generation.
    pub(super) fn behind(&self, view: View) {
        let mut published = self.write();
        published.view = view;
        published.ready = false;
        self.built.send_replace(true);
    }

    fn write(&self) -> std::sync::RwLockWriteGuard<'_, Published> {
        self.published.write().unwrap_or_else(PoisonError::into_inner)
    }
}

fn apply(catalog: &mut Catalog, delta: Delta) {
    for prepared in delta.memories {
        catalog.put(prepared);
    }
    for (id, facts) in delta.facts {
        catalog.put_facts(id, facts);
    }
    for (item, open) in delta.reviews {
        catalog.put_review(&item, open);
    }
}
