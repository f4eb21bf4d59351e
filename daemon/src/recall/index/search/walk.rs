//! MaxScore over the posting lists of one scope (Turtle and Flood 1995).
//!
//! Lists are ordered by the most that they can add. Documents that occur only in the lists at the low end (whose bounds
//! together cannot reach the worst kept hit) are never looked at: those lists are only probed for documents that the
//! others bring up. Bounds are integers and round up, so nothing that could enter the answer is passed over.

use super::blend::Blend;
use super::score::{Curve, Term, Terms, by_bound};
use super::sum::{Meant, Sum};
use super::top::Top;
use super::{Filter, Hit, POSTINGS_PER_CHECK};
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

/// The search of one scope.
pub(super) struct Walk<'a> {
    scope: &'a Scope,
    curve: &'a Curve,
    cursors: Vec<Cursor<'a>>,
    meant: Meant,
    blend: Blend<'a>,
    filter: &'a Filter<'a>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        scope: &'a Scope,
        terms: &'a Terms,
        blend: Blend<'a>,
        filter: &'a Filter<'a>,
    ) -> Self {
        let mut cursors: Vec<Cursor<'a>> = terms
            .list
            .iter()
            .filter_map(|term| {
                let postings = scope.postings(term.id)?;
                let bound = term.bound(&terms.curve, postings.peak());
                Some(Cursor { rows: postings.rows(), term, bound, reach: 0 })
            })
            .collect();
        cursors.sort_by(|a, b| by_bound((a.bound, a.rows.len()), (b.bound, b.rows.len())));
        let mut meant = Meant::of(&terms.list);
        let mut reach = 0;
        for cursor in &mut cursors {
            reach += u64::from(meant.raise(cursor.term.asked, cursor.bound));
            cursor.reach = reach;
        }
        meant.clear();
        Self { scope, curve: &terms.curve, cursors, meant, blend, filter }
    }

    /// Offers every document that can enter to `top`. Returns whether the deadline cut it short.
    pub(super) fn run(&mut self, top: &mut Top, late: &mut dyn FnMut() -> bool) -> bool {
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
                offer(self.scope, slot, &sum, &self.blend, self.filter, top);
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
        self.meant.clear();
        self.blend.see(slot);
        let (probed, essential) = self.cursors.split_at_mut(first);
        for cursor in essential {
            if let Some((row, rest)) = cursor.rows.split_first()
                && row.slot == slot
            {
                sum.add(cursor.term, self.curve, *row, &mut self.meant);
                cursor.rows = rest;
                read += 1;
            }
        }
        let threshold = u64::from(top.threshold());
        for cursor in probed.iter_mut().rev() {
            let most = u64::from(sum.score) + cursor.reach;
            if self.blend.ceiling_at(most, slot) < threshold {
                return (None, read);
            }
            read += 1;
            let term = cursor.term;
            if let Some(row) = cursor.seek(slot) {
                sum.add(term, self.curve, row, &mut self.meant);
            }
        }
        (Some(sum), read)
    }

    /// Offers the documents that share no term with the query by what they are about alone; after [`Walk::run`].
    pub(super) fn offer_unseen(&self, top: &mut Top) {
        offer_unseen(self.scope, &self.blend, self.filter, top);
    }

    fn reaches(&self, score: u64, top: &Top) -> bool {
        self.blend.ceiling(score) >= u64::from(top.threshold())
    }
}

/// Weighs a summed document and offers it, if the filter admits it.
fn offer(
    scope: &Scope,
    slot: Slot,
    sum: &Sum,
    blend: &Blend<'_>,
    filter: &Filter<'_>,
    top: &mut Top,
) {
    if blend.ceiling_at(u64::from(sum.score), slot) < u64::from(top.threshold()) {
        return;
    }
    if sum.matched == 0 && !blend.admits_unsaid(slot) {
        return;
    }
    let Some(entry) = scope.entry(slot) else { return };
    let score = blend.score(sum.score, slot, &entry.facts);
    // The cheap test first: the filter may call out.
    if score < top.threshold() || !filter.admits(entry.id, &entry.facts) {
        return;
    }
    let hit = Hit { id: entry.id, score, matched: sum.matched, exact: sum.exact };
    top.offer(hit, &entry.facts);
}

fn offer_unseen(scope: &Scope, blend: &Blend<'_>, filter: &Filter<'_>, top: &mut Top) {
    for slot in blend.unseen(top.threshold()) {
        offer(scope, slot, &Sum::default(), blend, filter, top);
    }
}

/// Scores every posting: the definition of what the walk computes.
#[cfg(test)]
pub(super) fn exhaust(
    scope: &Scope,
    terms: &Terms,
    mut blend: Blend<'_>,
    filter: &Filter<'_>,
    top: &mut Top,
) {
    let mut rows: std::collections::BTreeMap<Slot, Vec<(&Term, Posting)>> =
        std::collections::BTreeMap::new();
    for term in &terms.list {
        for row in scope.postings(term.id).map_or(&[][..], |postings| postings.rows()) {
            rows.entry(row.slot).or_default().push((term, *row));
        }
    }
    let mut meant = Meant::of(&terms.list);
    for (slot, rows) in rows {
        let mut sum = Sum::default();
        meant.clear();
        blend.see(slot);
        for (term, row) in rows {
            sum.add(term, &terms.curve, row, &mut meant);
        }
        offer(scope, slot, &sum, &blend, filter, top);
    }
    offer_unseen(scope, &blend, filter, top);
}
