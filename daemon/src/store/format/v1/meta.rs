//! What the store knows about itself.

use std::marker::PhantomData;

use consolidate_shared::journal::Generation;
use serde::{Deserialize, Serialize};

use super::ruling::PassKindV1;
use crate::store::meta::{Counts, Meta};

#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) struct MetaV1<'a> {
    generation: u64,
    candidate: u64,
    active: u64,
    retired: u64,
    quarantined: u64,
    last_passes: Vec<(PassKindV1, u64)>,
    /// Without bytes: every frozen struct has a lifetime, so that one macro serves them all.
    borrowed: PhantomData<&'a ()>,
}

impl From<&Meta> for MetaV1<'_> {
    fn from(Meta { generation, counts, last_passes }: &Meta) -> Self {
        let Counts { candidate, active, retired, quarantined } = *counts;
        Self {
            generation: generation.0,
            candidate,
            active,
            retired,
            quarantined,
            last_passes: last_passes.iter().map(|(&pass, at)| (pass.into(), at.0)).collect(),
            borrowed: PhantomData,
        }
    }
}

impl From<MetaV1<'_>> for Meta {
    fn from(stored: MetaV1<'_>) -> Self {
        let MetaV1 {
            generation,
            candidate,
            active,
            retired,
            quarantined,
            last_passes,
            borrowed: _,
        } = stored;
        let last_passes = last_passes.into_iter().map(|(pass, at)| (pass.into(), Generation(at)));
        Self {
            generation: Generation(generation),
            counts: Counts { candidate, active, retired, quarantined },
            last_passes: last_passes.collect(),
        }
    }
}
