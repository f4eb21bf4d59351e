//! What was served, by day and memory, bounded; and how much of it was out of date.
//!
//! Two figures. *Superseded when served*: a hit that had an active successor, or was retired, in the very generation that it
//! was read from. Recall and brief leave such memories out, so that this is 0 by construction; it is counted all the same, at
//! the read, so that a defect would show. *Then superseded*: a memory that was superseded within a few days after it was
//! served: what an agent was told did not hold for long.

use std::collections::{BTreeMap, BTreeSet};

use consolidate_shared::health::ServedDay;
use consolidate_shared::id::MemoryId;
use consolidate_shared::limits::SERVED_DAYS_KEPT;
use consolidate_shared::time::Day;

use super::{Budgets, Survey};

/// What was served.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tally {
    /// Totals by day; `listed` is counted where the rows are kept.
    pub days: BTreeMap<Day, ServedDay>,
    /// How often, by day and memory.
    pub memories: BTreeMap<(Day, MemoryId), u32>,
}

impl Tally {
    /// Counts one hit. `stale`: it was superseded or retired in the generation that it was read from. Beyond `most` memories
    /// a further one is counted without its name.
    pub fn serve(&mut self, day: Day, id: MemoryId, stale: bool, most: usize) {
        let total = self.days.entry(day).or_default();
        total.hits = total.hits.saturating_add(1);
        total.stale = total.stale.saturating_add(u64::from(stale));
        if self.memories.len() >= most && !self.memories.contains_key(&(day, id)) {
            total.unlisted = total.unlisted.saturating_add(1);
            return;
        }
        let count = self.memories.entry((day, id)).or_default();
        *count = count.saturating_add(1);
    }

    /// Adds what another tally counted.
    pub fn absorb(&mut self, other: Self) {
        for (day, more) in other.days {
            let total = self.days.entry(day).or_default();
            total.hits = total.hits.saturating_add(more.hits);
            total.stale = total.stale.saturating_add(more.stale);
            total.listed = total.listed.saturating_add(more.listed);
            total.unlisted = total.unlisted.saturating_add(more.unlisted);
        }
        for (key, more) in other.memories {
            let count = self.memories.entry(key).or_default();
            *count = count.saturating_add(more);
        }
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.days.is_empty() && self.memories.is_empty()
    }
}

/// How much of what was served was or went out of date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Staleness {
    /// Hits in the window.
    pub hits: u64,
    /// Those that were superseded when they were served.
    pub superseded_when_served: u64,
    /// Memories served in the window, as far as they are noted by name.
    pub served: u64,
    /// Those of them that were superseded soon after.
    pub then_superseded: u64,
    /// Hits of memories that are not noted by name.
    pub unlisted: u64,
}

impl Staleness {
    /// `then_superseded` of `served`, per mille, rounded down; 0 when nothing was served.
    pub fn per_mille(&self) -> u32 {
        let share = self.then_superseded.saturating_mul(1000).checked_div(self.served);
        share.and_then(|share| u32::try_from(share).ok()).unwrap_or(0)
    }
}

/// The staleness of the [`SERVED_DAYS_KEPT`] days that end with `today`; what lies after it (a clock was ahead) does not
/// count.
pub fn staleness(tally: &Tally, survey: &Survey, budgets: &Budgets, today: Day) -> Staleness {
    let kept = i32::try_from(SERVED_DAYS_KEPT).unwrap_or(i32::MAX);
    let first = Day(today.0.saturating_sub(kept - 1));
    let mut found = Staleness::default();
    for total in tally.days.range(first..=today).map(|(_, total)| total) {
        found.hits = found.hits.saturating_add(total.hits);
        found.superseded_when_served = found.superseded_when_served.saturating_add(total.stale);
        found.unlisted = found.unlisted.saturating_add(total.unlisted);
    }
    let (mut served, mut soon) = (BTreeSet::new(), BTreeSet::new());
    let window = (first, MemoryId(0))..=(today, MemoryId(u128::MAX));
    for (day, id) in tally.memories.range(window).map(|(key, _)| *key) {
        served.insert(id);
        let superseded = survey.superseded_on(id, today);
        let after = superseded.map(|on| i64::from(on.0) - i64::from(day.0));
        if after.is_some_and(|days| (0..=i64::from(budgets.soon_days)).contains(&days)) {
            soon.insert(id);
        }
    }
    found.served = served.len() as u64;
    found.then_superseded = soon.len() as u64;
    found
}
