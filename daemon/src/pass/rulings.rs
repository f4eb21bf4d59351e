//! Rulings as planning asks for them: about the memories that stand for their sides today.
//!
//! A ruling on a memory that was merged speaks of its survivor, also of a survivor that is only being planned. Invariant:
//! whatever was answered about a pair is known of the pair of its survivors; where several answers meet, one that bars wins.

use std::collections::BTreeMap;

use consolidate_shared::change::{ChangeSet, Edit, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{RetireReason, Standing};
use consolidate_shared::plan::PassKind;
use consolidate_shared::ruling::{Decision, Ruling, RulingKey};
use consolidate_shared::time::Day;
use rustc_hash::FxHashMap;

use super::Snapshot;

/// Merges of merges that a ruling is followed through; a longer chain is damage, and its ruling stays where it is.
const LONGEST_FOLLOW: usize = 1000;

/// What was said of a pair.
#[derive(Debug, Clone, Copy, Default)]
struct Said {
    bars: bool,
    approves: bool,
}

/// The other side of a ruling, and the pass that it concerns.
type Whom = (MemoryId, Option<PassKind>);

/// Every ruling by either of its sides.
#[derive(Debug, Clone, Default)]
pub(super) struct Rulings(FxHashMap<MemoryId, BTreeMap<Whom, Said>>);

impl Rulings {
    /// What the rulings of a store say on `day`.
    pub(super) fn of(store: &Snapshot, day: Day) -> Self {
        let mut rulings = Self::default();
        for (key, ruling) in store.rulings() {
            let bars = ruling.bars(day) && !is_of_a_day_ahead(key, ruling, day);
            let said = Said { bars, approves: ruling.decision == Decision::Approved };
            let RulingKey { first, second, pass } = key;
            // A held removal is about the duplicate itself, which lives on in its survivor all along.
            let stays = first == second && *pass == Some(PassKind::Prune);
            let meant = |id: MemoryId| if stays { id } else { survivor(store, id) };
            let (a, b) = (meant(*first), meant(*second));
            // What was said of two that are one by now says nothing any more.
            if a != b || first == second {
                rulings.say(a, (b, *pass), said);
                rulings.say(b, (a, *pass), said);
            }
        }
        rulings
    }

    fn say(&mut self, of: MemoryId, whom: Whom, said: Said) {
        let known = self.0.entry(of).or_default().entry(whom).or_default();
        known.bars |= said.bars;
        known.approves |= said.approves;
    }

    fn said(&self, a: MemoryId, b: MemoryId, pass: PassKind) -> Said {
        let Some(of_a) = self.0.get(&a) else { return Said::default() };
        let found =
            [Some(pass), None].map(|pass| of_a.get(&(b, pass)).copied().unwrap_or_default());
        let [own, all] = found;
        Said { bars: own.bars || all.bars, approves: own.approves || all.approves }
    }

    /// Whether `pass` must leave this pair alone.
    pub(super) fn bars(&self, a: MemoryId, b: MemoryId, pass: PassKind) -> bool {
        self.said(a, b, pass).bars
    }

    /// Whether somebody said yes to what `pass` found of this pair, and nothing bars it.
    pub(super) fn approves(&self, a: MemoryId, b: MemoryId, pass: PassKind) -> bool {
        let said = self.said(a, b, pass);
        said.approves && !said.bars
    }

    /// Whether `pass` need not ask about this pair.
    pub(super) fn answers(&self, a: MemoryId, b: MemoryId, pass: PassKind) -> bool {
        let said = self.said(a, b, pass);
        said.approves || said.bars
    }

    /// Every pair of which what `pass` found was approved, the smaller id first, in order.
    pub(super) fn approved(&self, pass: PassKind) -> Vec<(MemoryId, MemoryId)> {
        let mut pairs = self.answered(pass);
        pairs.retain(|(a, b)| self.approves(*a, *b, pass));
        pairs
    }

    /// Every pair that `pass` need not ask about, the smaller id first, in order.
    pub(super) fn answered(&self, pass: PassKind) -> Vec<(MemoryId, MemoryId)> {
        let mut pairs: Vec<(MemoryId, MemoryId)> = Vec::new();
        for (a, others) in &self.0 {
            let theirs = others.keys().filter(|(b, of)| a < b && of.is_none_or(|of| of == pass));
            pairs.extend(theirs.map(|(b, _)| (*a, *b)));
        }
        pairs.retain(|(a, b)| self.answers(*a, *b, pass));
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// Goes on to what `set` merges. No pass rules on anything or takes a merge back.
    pub(super) fn follow(&mut self, set: &ChangeSet) {
        for change in &set.changes {
            if let What::Edit { subject, edit: Edit::Standing(swap) } = &change.what
                && let Some(survivor) = merged_into(&swap.after)
            {
                self.merged(*subject, survivor);
            }
        }
    }

    /// `duplicate` is folded into `survivor`: what was said of it is said of the survivor from now on.
    pub(super) fn merged(&mut self, duplicate: MemoryId, survivor: MemoryId) {
        for ((other, pass), said) in self.0.remove(&duplicate).unwrap_or_default() {
            if let Some(theirs) = self.0.get_mut(&other) {
                theirs.remove(&(duplicate, pass));
            }
            if other != survivor && other != duplicate {
                self.say(survivor, (other, pass), said);
                self.say(other, (survivor, pass), said);
            }
        }
    }
}

/// Whether decay is held by an undo that was made while the clock was ahead: it holds for the rest of its own day, and no
/// memory must wait for years until that comes.
fn is_of_a_day_ahead(key: &RulingKey, ruling: &Ruling, day: Day) -> bool {
    let Decision::Snooze { until } = ruling.decision else { return false };
    key.pass == Some(PassKind::Decay) && until > day.next()
}

/// The memory that stands for `id`: through merges, and by name where a merged memory was removed.
fn survivor(store: &Snapshot, id: MemoryId) -> MemoryId {
    let mut found = id;
    for _ in 0..LONGEST_FOLLOW {
        let next = match store.memory(found) {
            Some(memory) => merged_into(&memory.standing),
            None => store.named(found),
        };
        match next {
            Some(next) => found = next,
            None => return found,
        }
    }
    id
}

fn merged_into(standing: &Standing) -> Option<MemoryId> {
    match standing {
        Standing::Retired(retired) if retired.reason == RetireReason::Merged => retired.successor,
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use consolidate_shared::journal::Generation;
    use consolidate_shared::model::{Actor, Memory, Name, Retirement};
    use consolidate_shared::state::State;
    use consolidate_shared::time::Timestamp;

    use crate::pass::tests::random::{memory, store};

    fn id(number: u128) -> MemoryId {
        MemoryId(number)
    }

    fn merged(number: u32, into: u128) -> Memory {
        let retirement = Retirement {
            reason: RetireReason::Merged,
            successor: Some(id(into)),
            day: Day(1),
            was_candidate: false,
        };
        Memory { standing: Standing::Retired(retirement), ..memory(number, 1, "x") }
    }

    fn ruled(mut state: State, on: (u128, u128), decision: Decision) -> State {
        let ruling = Ruling { decision, by: Actor::User, at: Timestamp::EPOCH };
        let key = RulingKey::pair(id(on.0), id(on.1), Some(PassKind::Merge));
        state.rulings.insert(key, ruling);
        state
    }

    fn of(state: &State, day: Day) -> Rulings {
        Rulings::of(&Snapshot::new(Generation(1), state.clone()), day)
    }

    #[test]
    fn a_ruling_follows_its_sides_through_merges_and_names() {
        let state = store([memory(1, 1, "a"), merged(2, 1), merged(3, 2), memory(5, 1, "b")]);
        let mut state = ruled(state, (3, 4), Decision::Distinct);
        state.names.insert(Name::Id(id(4)), id(5));
        let rulings = of(&state, Day(9));
        assert!(rulings.bars(id(1), id(5), PassKind::Merge));
        assert!(rulings.bars(id(5), id(1), PassKind::Merge));
        assert!(!rulings.bars(id(1), id(5), PassKind::Conflict));
    }

    #[test]
    fn where_answers_meet_the_one_that_bars_wins() {
        let state = store([memory(1, 1, "a"), memory(2, 1, "b"), memory(3, 1, "c")]);
        let state = ruled(state, (1, 3), Decision::Approved);
        let state = ruled(state, (2, 3), Decision::Distinct);
        let mut rulings = of(&state, Day(9));
        assert_eq!(rulings.approved(PassKind::Merge), [(id(1), id(3))]);
        rulings.merged(id(2), id(1));
        assert!(rulings.bars(id(1), id(3), PassKind::Merge));
        assert!(rulings.approved(PassKind::Merge).is_empty());
        assert!(rulings.answers(id(3), id(1), PassKind::Merge));
    }

    #[test]
    fn what_was_said_of_two_that_became_one_says_nothing() {
        let state = ruled(store([memory(1, 1, "a"), merged(2, 1)]), (1, 2), Decision::Approved);
        let rulings = of(&state, Day(9));
        assert!(!rulings.answers(id(1), id(1), PassKind::Merge));
        let state = ruled(store([memory(1, 1, "a")]), (1, 1), Decision::Distinct);
        assert!(of(&state, Day(9)).bars(id(1), id(1), PassKind::Merge));
    }

    #[test]
    fn a_hold_of_decay_from_a_day_ahead_holds_nothing() {
        let mut state = store([memory(1, 1, "a")]);
        let decision = Decision::Snooze { until: Day(900) };
        let ruling = Ruling { decision, by: Actor::User, at: Timestamp::EPOCH };
        state.rulings.insert(RulingKey::pair(id(1), id(1), Some(PassKind::Decay)), ruling);
        let bars = |day| of(&state, day).bars(id(1), id(1), PassKind::Decay);
        assert!(bars(Day(899)) && !bars(Day(898)) && !bars(Day(900)));
    }

    #[test]
    fn a_snooze_bars_until_its_day() {
        let state = store([memory(1, 1, "a"), memory(2, 1, "b")]);
        let state = ruled(state, (1, 2), Decision::Snooze { until: Day(9) });
        let bars = |day| of(&state, day).bars(id(1), id(2), PassKind::Merge);
        assert!(bars(Day(8)) && !bars(Day(9)));
    }
}
