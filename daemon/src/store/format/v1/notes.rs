//! What the daemon notes about its own service.

use std::marker::PhantomData;

use consolidate_shared::health::{Sample, ServedDay};
use consolidate_shared::time::Day;
use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) struct SampleV1<'a> {
    day: i32,
    generation: u64,
    standings: [u64; 4],
    superseded: u64,
    longest_chain: u64,
    served: u64,
    superseded_when_served: u64,
    then_superseded: u64,
    merged_clusters: u64,
    reviews: u64,
    oldest_review_days: u32,
    conflicts: u64,
    bytes: u64,
    borrowed: PhantomData<&'a ()>,
}

impl From<&Sample> for SampleV1<'_> {
    fn from(sample: &Sample) -> Self {
        let Sample {
            day,
            generation,
            candidate,
            active,
            retired,
            quarantined,
            superseded,
            longest_chain,
            served,
            superseded_when_served,
            then_superseded,
            merged_clusters,
            reviews,
            oldest_review_days,
            conflicts,
            bytes,
        } = *sample;
        Self {
            day: day.0,
            generation,
            standings: [candidate, active, retired, quarantined],
            superseded,
            longest_chain,
            served,
            superseded_when_served,
            then_superseded,
            merged_clusters,
            reviews,
            oldest_review_days,
            conflicts,
            bytes,
            borrowed: PhantomData,
        }
    }
}

impl From<SampleV1<'_>> for Sample {
    fn from(stored: SampleV1<'_>) -> Self {
        let SampleV1 {
            day,
            generation,
            standings: [candidate, active, retired, quarantined],
            superseded,
            longest_chain,
            served,
            superseded_when_served,
            then_superseded,
            merged_clusters,
            reviews,
            oldest_review_days,
            conflicts,
            bytes,
            borrowed: _,
        } = stored;
        Self {
            day: Day(day),
            generation,
            candidate,
            active,
            retired,
            quarantined,
            superseded,
            longest_chain,
            served,
            superseded_when_served,
            then_superseded,
            merged_clusters,
            reviews,
            oldest_review_days,
            conflicts,
            bytes,
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) struct ServedDayV1<'a> {
    hits: u64,
    stale: u64,
    listed: u64,
    unlisted: u64,
    borrowed: PhantomData<&'a ()>,
}

impl From<&ServedDay> for ServedDayV1<'_> {
    fn from(&ServedDay { hits, stale, listed, unlisted }: &ServedDay) -> Self {
        Self { hits, stale, listed, unlisted, borrowed: PhantomData }
    }
}

impl From<ServedDayV1<'_>> for ServedDay {
    fn from(stored: ServedDayV1<'_>) -> Self {
        let ServedDayV1 { hits, stale, listed, unlisted, borrowed: _ } = stored;
        Self { hits, stale, listed, unlisted }
    }
}

/// How often one memory was served on one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::store) struct ServedCount(pub(in crate::store) u32);

#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) struct ServedCountV1<'a> {
    count: u32,
    borrowed: PhantomData<&'a ()>,
}

impl From<&ServedCount> for ServedCountV1<'_> {
    fn from(&ServedCount(count): &ServedCount) -> Self {
        Self { count, borrowed: PhantomData }
    }
}

impl From<ServedCountV1<'_>> for ServedCount {
    fn from(stored: ServedCountV1<'_>) -> Self {
        let ServedCountV1 { count, borrowed: _ } = stored;
        Self(count)
    }
}
