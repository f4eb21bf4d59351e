//! Strength never grows by age alone, and of two equal memories the fresher comes first.

use std::sync::Arc;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{FULL_STRENGTH, Kind, Memory, Origin, Source, Tier};
use consolidate_shared::state::State;
use consolidate_shared::time::Day;

use super::report::Finding;
use super::sample::sample;
use crate::recall::{Analysed, Filter, Index, Query, Scopes};

/// The strength, per mille, that a memory has on a day by the decay function.
pub type Strength<'a> = &'a dyn Fn(&Memory, Day) -> u16;

/// Memories of each kind that are aged.
const OF_EACH_KIND: usize = 64;
/// Days after today at which strength is looked at.
const AGES: [i32; 12] = [0, 1, 2, 7, 14, 30, 60, 90, 180, 365, 1000, 3650];
/// How much older the older of two equal memories is.
const OLDER_DAYS: i32 = 400;

/// Ages memories of every kind that is present from `today` on: none may grow stronger, and none be stronger than full.
pub fn monotone(state: &State, today: Day, strength: Strength<'_>) -> Finding {
    let mut finding = Finding::default();
    for kind in Kind::ALL {
        let drawn = sample(state, "decay", OF_EACH_KIND, |memory| {
            memory.kind == *kind && memory.standing.is_served()
        });
        for memory in drawn {
            finding.look(grows(&memory, today, strength));
        }
    }
    finding
}

fn grows(memory: &Memory, today: Day, strength: Strength<'_>) -> Option<String> {
    let Memory { id, kind, .. } = memory;
    if memory.strength > FULL_STRENGTH {
        return Some(format!("{id} has a strength of {}, over {FULL_STRENGTH}", memory.strength));
    }
    let mut before = FULL_STRENGTH;
    for age in AGES {
        let day = Day(today.0.saturating_add(age));
        let now = strength(memory, day);
        if now > before {
            return Some(format!(
                "{id}, a {kind}, has strength {now} on {day} and {before} before it"
            ));
        }
        before = now;
    }
    None
}

/// Asks for a text that two memories of each kind have, one of them older in every way: the fresher must come first.
pub fn fresher_first(
    today: Day,
    strength: Strength<'_>,
    analysed: &dyn Fn(&Memory) -> Analysed,
) -> Finding {
    const TEXT: &str = "the retry budget of the upload worker is spent before the queue drains";
    let mut finding = Finding::default();
    for kind in Kind::ALL {
        // The smaller id would come first if nothing else decided: that must not be what does.
        let made = |id: u128, day: Day| {
            let source = Source { at: day.start(), agent: None, session: None, locator: None };
            let mut memory =
                Memory::newborn(MemoryId(id), *kind, TEXT.to_owned(), Origin::Import, source);
            memory.tier = Tier::OnDemand;
            memory.strength = strength(&memory, today);
            Arc::new(memory)
        };
        let older = made(1, Day(today.0.saturating_sub(OLDER_DAYS)));
        let fresher = made(2, today);
        let mut index = Index::new();
        index.insert(&analysed(&older));
        index.insert(&analysed(&fresher));
        let filter = Filter::new(Scopes::All, today.start(), 2);
        let hits = index.search(&Query::new(TEXT), &filter, &mut || false).hits;
        let order: Vec<MemoryId> = hits.iter().map(|hit| hit.id).collect();
        let right = order == [fresher.id, older.id];
        finding.look((!right).then(|| {
            format!(
                "of two equal memories of kind {kind} the one {OLDER_DAYS} days older comes first"
            )
        }));
    }
    finding
}
