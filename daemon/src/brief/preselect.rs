//! Which memories are worth reading for a brief, by their facts alone.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::Kind;
use consolidate_shared::time::{Day, Timestamp};

use crate::recall::Facts;

/// The better the greater: the confirmed first, then by trust, strength, newest evidence, the older id.
type Worth = (bool, u16, u16, Day, Reverse<MemoryId>);

/// How many are picked beside those that every brief has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// Pitfalls, facts, decisions, and procedures unless they have a number of their own.
    pub others: usize,
    /// Procedures, of an authoring brief; 0: they are among the others.
    pub procedures: usize,
}

/// Picks what a brief at `at` has to read: every policy, every fact of the user, everything pinned or always-on, and
/// the best of the others up to `caps`, of which at most half are pitfalls unless there is nothing else.
///
/// What every brief has comes first, by id; then the others, best first: a reader who runs out of time has read what
/// matters most.
///
/// The order of the documents makes no difference. Words are not looked at: add the hits of a recall of the task.
pub fn preselect<'a>(
    documents: impl Iterator<Item = (MemoryId, &'a Facts)>,
    at: Timestamp,
    caps: Caps,
) -> Vec<MemoryId> {
    let cap = caps.others;
    let mut chosen = Vec::new();
    let mut cautions = Best::new(cap);
    let mut procedures = Best::new(caps.procedures);
    let mut others = Best::new(cap);
    for (id, facts) in documents.filter(|(_, facts)| is_eligible(facts, at)) {
        if is_required(facts) {
            chosen.push(id);
            continue;
        }
        let worth =
            (facts.confirmed, facts.trust, facts.strength, facts.newest_evidence, Reverse(id));
        match facts.kind {
            Kind::Pitfall => cautions.offer(worth),
            Kind::Procedure if caps.procedures > 0 => procedures.offer(worth),
            _ => others.offer(worth),
        }
    }
    chosen.sort_unstable();
    let (cautions, others) = (cautions.into_ids(), others.into_ids());
    let half = cap.div_ceil(2).max(cap.saturating_sub(others.len()));
    let first = cautions.len().min(half);
    chosen.extend(cautions.into_iter().take(first));
    chosen.extend(procedures.into_ids());
    chosen.extend(others.into_iter().take(cap - first));
    chosen
}

/// Whether a memory may stand in a brief at all.
fn is_eligible(facts: &Facts, at: Timestamp) -> bool {
    !facts.superseded && facts.valid_at(at) && (!facts.candidate || facts.confirmed)
}

/// Whether a memory is read whatever the cap.
pub(crate) fn is_required(facts: &Facts) -> bool {
    !facts.candidate
        && (facts.kind == Kind::Policy
            || facts.pinned
            || facts.always
            || (facts.user && facts.kind == Kind::Fact))
}

/// The best few of many, without keeping the many.
struct Best {
    cap: usize,
    heap: BinaryHeap<Reverse<Worth>>,
}

impl Best {
    fn new(cap: usize) -> Self {
        Self { cap, heap: BinaryHeap::new() }
    }

    fn offer(&mut self, worth: Worth) {
        if self.heap.len() < self.cap {
            self.heap.push(Reverse(worth));
        } else if let Some(mut worst) = self.heap.peek_mut()
            && worst.0 < worth
        {
            *worst = Reverse(worth);
        }
    }

    /// Best first.
    fn into_ids(self) -> Vec<MemoryId> {
        let mut all: Vec<Worth> = self.heap.into_iter().map(|Reverse(worth)| worth).collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        all.into_iter().map(|worth| worth.4.0).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn facts() -> impl Strategy<Value = Facts> {
        let kinds = Kind::ALL.to_vec();
        (prop::sample::select(kinds), 0..4_u16, any::<[bool; 5]>()).prop_map(
            |(kind, trust, [superseded, pinned, candidate, confirmed, user])| Facts {
                trust: trust * 100,
                superseded,
                pinned,
                candidate,
                confirmed,
                user,
                ..Facts::new(kind)
            },
        )
    }

    proptest! {
        #[test]
        fn order_makes_no_difference(
            all in prop::collection::vec(facts(), 0..30),
            others in 0_usize..12,
            procedures in 0_usize..4,
            turn in 0_usize..30,
        ) {
            let caps = Caps { others, procedures };
            let rows: Vec<(MemoryId, &Facts)> =
                all.iter().enumerate().map(|(id, facts)| (MemoryId(id as u128), facts)).collect();
            let mut turned = rows.clone();
            turned.rotate_left(turn.min(rows.len()));
            turned.reverse();
            let chosen = preselect(rows.iter().copied(), Timestamp::EPOCH, caps);
            prop_assert_eq!(&chosen, &preselect(turned.into_iter(), Timestamp::EPOCH, caps));
            let eligible = |id: &MemoryId| is_eligible(&all[id.0 as usize], Timestamp::EPOCH);
            prop_assert!(chosen.iter().all(eligible));
            let required = |facts: &&Facts| is_eligible(facts, Timestamp::EPOCH) && is_required(facts);
            let required = all.iter().filter(required).count();
            let is_rest = |facts: &&Facts| is_eligible(facts, Timestamp::EPOCH) && !is_required(facts);
            let apart = |facts: &&Facts| procedures > 0 && facts.kind == Kind::Procedure;
            let of_their_own = all.iter().filter(is_rest).filter(apart).count();
            let rest = all.iter().filter(is_rest).count() - of_their_own;
            prop_assert_eq!(
                chosen.len(),
                required + rest.min(others) + of_their_own.min(procedures)
            );
            prop_assert!(chosen.iter().take(required).all(|id| is_required(&all[id.0 as usize])));
        }
    }
}
