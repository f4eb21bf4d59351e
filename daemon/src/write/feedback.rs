//! What somebody tells about a memory after having met it, as edits of its evidence and use.
//!
//! Evidence counts once per context, memory and day. It is the only thing besides a person's order that brings back what was
//! retired for want of it; relying on such a memory does so too.

use consolidate_shared::change::{ChangeSet, CounterEdit, Edit, Reason, SetEdit, Swap};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{
    Confirmation, Context, Memory, RetireReason, Signal, Standing, Usage,
};
use consolidate_shared::state::Lookup;
use consolidate_shared::time::Day;
use consolidate_shared::wire::v1::Heeded;

/// Merges of merges that a memory is followed through.
const LONGEST_FOLLOW: usize = 1000;

/// One piece of evidence.
#[derive(Debug, Clone)]
pub struct Told {
    /// What was told: one of the signals that are for or against.
    pub signal: Signal,
    /// From where, by whom, on which day.
    pub context: Context,
    /// The build it was found on.
    pub build: Option<String>,
    /// What there is to say besides.
    pub note: Option<String>,
}

/// How often a memory was met since this was last written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Met {
    /// Times it surfaced by its trigger.
    pub triggered: u32,
    /// Times an agent read it by its id.
    pub opened: u32,
    /// Times it was said to be used.
    pub used: u32,
    /// The last of these days.
    pub last: Option<Day>,
}

impl Met {
    /// Counts one more; a signal that is evidence is no use.
    pub fn add(&mut self, signal: Signal, day: Day) {
        let count = match signal {
            Signal::Triggered => &mut self.triggered,
            Signal::Opened => &mut self.opened,
            Signal::Used => &mut self.used,
            Signal::Helped | Signal::Harmed | Signal::Confirm | Signal::Contradict => return,
        };
        *count = count.saturating_add(1);
        self.last = self.last.max(Some(day));
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            triggered: self.triggered.saturating_add(other.triggered),
            opened: self.opened.saturating_add(other.opened),
            used: self.used.saturating_add(other.used),
            last: self.last.max(other.last),
        }
    }

    fn times(self) -> u64 {
        [self.triggered, self.opened, self.used].into_iter().map(u64::from).sum()
    }
}

/// The memory that evidence about `id` counts for: of one that was merged, the survivor.
pub fn counts_for<L: Lookup>(id: MemoryId, state: &L) -> Result<MemoryId, L::Error> {
    let mut meant = id;
    for _ in 0..LONGEST_FOLLOW {
        let Some(memory) = state.memory(meant)? else { break };
        match &memory.standing {
            Standing::Retired(it) if it.reason == RetireReason::Merged => match it.successor {
                Some(successor) => meant = successor,
                None => break,
            },
            _ => break,
        }
    }
    Ok(meant)
}

/// Appends what `told` does to `memory`; says whether it counts, and whether it brings the memory back.
pub fn tell(memory: &Memory, told: &Told, set: &mut ChangeSet) -> (Heeded, bool) {
    let evidence = &memory.evidence;
    if evidence.has_counted(&told.context) {
        return (Heeded::Already, false);
    }
    let confirms = told.context.confirms;
    let weight = told.context.judge.weight();
    let reason = Reason::Told {
        signal: told.signal,
        judge: told.context.judge,
        weight,
        note: told.note.clone(),
    };
    // A weight at its bound grows no further: it stands for more than anybody could give.
    let grown = |have: u32| i64::from(have.saturating_add(weight)) - i64::from(have);
    let weights = if confirms {
        CounterEdit { confirmed: grown(evidence.confirmed), contradicted: 0 }
    } else {
        CounterEdit { confirmed: 0, contradicted: grown(evidence.contradicted) }
    };
    set.edit(memory, Edit::Evidence(weights), reason.clone());
    let contexts = evidence.contexts_with([told.context.clone()]);
    let contexts = SetEdit::between(&evidence.contexts, &contexts);
    set.edit(memory, Edit::Contexts(contexts), reason.clone());
    let day = told.context.day;
    let is_latest = evidence.last_confirmed.as_ref().is_none_or(|last| last.day <= day);
    if confirms && is_latest {
        let latest = Some(Confirmation { day, build: told.build.clone() });
        let swap = Swap::new(evidence.last_confirmed.clone(), latest);
        set.edit(memory, Edit::LastConfirmed(swap), reason.clone());
    }
    let revived = confirms && revive(memory, &reason, set);
    (Heeded::Counted, revived)
}

/// Appends what meeting `memory` so often does to it.
pub fn meet(memory: &Memory, met: Met, set: &mut ChangeSet) {
    let before = memory.usage.clone();
    let after = Usage {
        triggered: before.triggered.saturating_add(met.triggered),
        opened: before.opened.saturating_add(met.opened),
        used: before.used.saturating_add(met.used),
        last_used: before.last_used.max(met.last),
    };
    let reason = Reason::Met { times: met.times() };
    set.edit(memory, Edit::Usage(Swap::new(before, after)), reason.clone());
    if met.used > 0 {
        revive(memory, &reason, set);
    }
}

/// Brings back what was retired as stale, as what it was.
fn revive(memory: &Memory, reason: &Reason, set: &mut ChangeSet) -> bool {
    let Standing::Retired(retirement) = &memory.standing else { return false };
    if retirement.reason != RetireReason::Stale {
        return false;
    }
    let was = if retirement.was_candidate { Standing::Candidate } else { Standing::Active };
    set.edit(memory, Edit::Standing(Swap::new(memory.standing.clone(), was)), reason.clone());
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use consolidate_shared::change::apply;
    use consolidate_shared::model::{Judge, Retirement};
    use consolidate_shared::state::State;
    use std::sync::Arc;

    use crate::pass::tests::random::{confirming, memory};

    fn told(memory: Memory, tellings: &[(Signal, Judge, &str, i32)]) -> Memory {
        let mut state = State::default();
        let id = memory.id;
        state.memories.insert(id, Arc::new(memory));
        for &(signal, judge, who, day) in tellings {
            let confirms = signal.verdict().unwrap();
            let context = Context { confirms, judge, ..confirming(day, who) };
            let told = Told { signal, context, build: None, note: None };
            let mut set = ChangeSet::default();
            tell(&state.memories[&id], &told, &mut set);
            apply(&set, &mut state).unwrap();
        }
        state.memories[&id].as_ref().clone()
    }

    #[test]
    fn evidence_counts_once_a_context_and_day_by_its_judge() {
        let made = told(
            memory(1, 1, "one"),
            &[
                (Signal::Helped, Judge::Agent, "a", 5),
                (Signal::Confirm, Judge::Agent, "a", 5),
                (Signal::Confirm, Judge::Test, "b", 5),
                (Signal::Confirm, Judge::Person, "user", 5),
                (Signal::Helped, Judge::Agent, "a", 6),
                (Signal::Harmed, Judge::Agent, "a", 6),
            ],
        );
        assert_eq!((made.evidence.confirmed, made.evidence.contradicted), (55, 10));
        assert_eq!(made.evidence.distinct(true).len(), 3);
        assert_eq!(made.evidence.last_confirmed.map(|it| it.day), Some(Day(6)));
    }

    #[test]
    fn a_clock_that_was_set_back_does_not_age_a_confirmation() {
        let tellings =
            [(Signal::Confirm, Judge::Agent, "a", 9), (Signal::Confirm, Judge::Agent, "b", 3)];
        let made = told(memory(1, 1, "one"), &tellings);
        assert_eq!(made.evidence.last_confirmed.map(|it| it.day), Some(Day(9)));
    }

    #[test]
    fn what_was_stale_comes_back_as_what_it_was() {
        for before in [Standing::Candidate, Standing::Active] {
            let mut stale = memory(1, 1, "one");
            stale.standing =
                Standing::Retired(Retirement::of(&before, RetireReason::Stale, None, Day(4)));
            let harmed = told(stale.clone(), &[(Signal::Harmed, Judge::Agent, "a", 5)]);
            assert_eq!(harmed.standing, stale.standing);
            let helped = told(stale.clone(), &[(Signal::Helped, Judge::Agent, "a", 5)]);
            assert_eq!(helped.standing, before);
            let mut set = ChangeSet::default();
            meet(&stale, Met { opened: 3, last: Some(Day(5)), ..Met::default() }, &mut set);
            assert_eq!(set.changes.len(), 1, "reading alone brings nothing back");
            meet(&stale, Met { used: 1, last: Some(Day(5)), ..Met::default() }, &mut set);
            assert_eq!(set.changes.len(), 3);
        }
    }
}
