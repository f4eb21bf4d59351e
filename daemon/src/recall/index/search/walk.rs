//! MaxScore over the posting lists of one scope (Turtle and Flood 1995).
//!
//! Lists are ordered by the most that they can add. Documents that occur only in the lists at the low end (whose bounds
//! together cannot reach the worst kept hit) are never looked at: those lists are only probed for documents that the
//! others bring up. Bounds are integers and round up, so nothing that could enter the answer is passed over.

use super::score::{Term, by_bound};
use super::top::Top;
use super::{Filter, Hit, POSTINGS_PER_CHECK};
use crate::recall::analyse::Intent;
use crate::recall::index::Slot;
use crate::recall::index::postings::Posting;
use crate::recall::index::scope::Scope;

/// A position in one posting list.
struct Cursor<'a> {
    rows: &'a [Posting],
    term: &'a Term,
    /// The most that one row can weigh.
    bound: u32,
    /// The most that one row of this list and of each before it can weigh together.
    reach: u64,
}

impl Cursor<'_> {
    /// Moves to the first row at or behind the slot, by doubling steps, and returns it if it is that of the slot.
    fn seek(&mut self, slot: Slot) -> Option<Posting> {
        let mut step = 1;
        while self.rows.get(step).is_some_and(|row| row.slot < slot) {
            step *= 2;
        }
        let within = &self.rows[..self.rows.len().min(step + 1)];
        self.rows = &self.rows[within.partition_point(|row| row.slot < slot)..];
        self.rows.first().copied().filter(|row| row.slot == slot)
    }
}

/// A score in the making.
#[derive(Default)]
struct Sum {
    score: u32,
    matched: u16,
    exact: u16,
}

impl Sum {
    fn add(&mut self, term: &Term, row: Posting) {
        self.score = self.score.saturating_add(term.weight(row));
        self.matched += 1;
        self.exact += u16::from(term.exact);
    }
}

/// The search of one scope.
pub(super) struct Walk<'a> {
    scope: &'a Scope,
    cursors: Vec<Cursor<'a>>,
    intent: Intent,
    filter: &'a Filter<'a>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        scope: &'a Scope,
        terms: &'a [Term],
        intent: Intent,
        filter: &'a Filter<'a>,
    ) -> Self {
        let mut cursors: Vec<Cursor<'a>> = terms
            .iter()
            .filter_map(|term| {
                let postings = scope.postings(term.id)?;
                let bound = term.bound(postings.peak());
                Some(Cursor { rows: postings.rows(), term, bound, reach: 0 })
            })
            .collect();
        cursors.sort_by(|a, b| by_bound((a.bound, a.rows.len()), (b.bound, b.rows.len())));
        let mut reach = 0;
        for cursor in &mut cursors {
            reach += u64::from(cursor.bound);
            cursor.reach = reach;
        }
        Self { scope, cursors, intent, filter }
    }

    /// Offers every document that can enter to `top`. Returns whether the deadline cut it short.
    pub(super) fn run(mut self, top: &mut Top, late: &mut dyn FnMut() -> bool) -> bool {
        let mut first = 0;
        let mut read = 0_u32;
        loop {
            while self.cursors.get(first).is_some_and(|cursor| !self.reaches(cursor.reach, top)) {
                first += 1;
            }
            let essential = &self.cursors[first..];
            let Some(slot) = essential.iter().filter_map(|c| c.rows.first()).map(|r| r.slot).min()
            else {
                return false;
            };
            let (sum, touched) = self.gather(slot, first, top);
            if let Some(sum) = sum {
                offer(self.scope, slot, &sum, self.intent, self.filter, top);
            }
            read += touched;
            if read >= POSTINGS_PER_CHECK {
                read = 0;
                if late() {
                    return true;
                }
            }
        }
    }

    /// Adds up the document at the slot, essential lists first, and gives it up once it cannot reach the threshold.
    /// Also returns how many rows were read.
    fn gather(&mut self, slot: Slot, first: usize, top: &Top) -> (Option<Sum>, u32) {
        let mut sum = Sum::default();
        let mut read = 0;
        let (probed, essential) = self.cursors.split_at_mut(first);
        for cursor in essential {
            if let Some((row, rest)) = cursor.rows.split_first()
                && row.slot == slot
            {
                sum.add(cursor.term, *row);
                cursor.rows = rest;
                read += 1;
            }
        }
        let threshold = u64::from(top.threshold());
        for cursor in probed.iter_mut().rev() {
            let most = u64::from(sum.score) + cursor.reach;
            if self.filter.weights.ceiling(most, self.intent) < threshold {
                return (None, read);
            }
            read += 1;
            let term = cursor.term;
            if let Some(row) = cursor.seek(slot) {
                sum.add(term, row);
            }
        }
        (Some(sum), read)
    }

    fn reaches(&self, score: u64, top: &Top) -> bool {
        self.filter.weights.ceiling(score, self.intent) >= u64::from(top.threshold())
    }
}

/// Weighs a summed document and offers it, if the filter admits it.
fn offer(scope: &Scope, slot: Slot, sum: &Sum, intent: Intent, filter: &Filter<'_>, top: &mut Top) {
    if filter.weights.ceiling(u64::from(sum.score), intent) < u64::from(top.threshold()) {
        return;
    }
    let Some(entry) = scope.entry(slot) else { return };
    let score = filter.weights.apply(sum.score, &entry.facts, intent);
    // The cheap test first: the filter may call out.
    if score < top.threshold() || !filter.admits(entry.id, &entry.facts) {
        return;
    }
    let hit = Hit { id: entry.id, score, matched: sum.matched, exact: sum.exact };
    top.offer(hit, &entry.facts);
}

/// Scores every posting: the definition of what the walk computes.
#[cfg(test)]
pub(super) fn exhaust(
    scope: &Scope,
    terms: &[Term],
    intent: Intent,
    filter: &Filter<'_>,
    top: &mut Top,
) {
    let mut sums: std::collections::BTreeMap<Slot, Sum> = std::collections::BTreeMap::new();
    for term in terms {
        for row in scope.postings(term.id).map_or(&[][..], |postings| postings.rows()) {
            sums.entry(row.slot).or_default().add(term, *row);
        }
    }
    for (slot, sum) in sums {
        offer(scope, slot, &sum, intent, filter, top);
    }
}
