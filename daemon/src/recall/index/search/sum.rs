//! The weights of one document's terms, added up.

use super::score::{Asked, Curve, Term, Terms};
use crate::recall::index::Slot;
use crate::recall::index::postings::Posting;
use crate::recall::index::scope::Scope;

/// A score in the making.
#[derive(Default)]
pub(super) struct Sum {
    pub(super) score: u32,
    /// Terms that the query says.
    pub(super) matched: u16,
    /// Identifiers among them, matched whole.
    pub(super) exact: u16,
}

/// Of the terms of which a document counts the best alone, by group, the weight of the best that it holds.
pub(super) struct Meant {
    best: Vec<u32>,
    touched: Vec<usize>,
}

impl Meant {
    pub(super) fn of(terms: &[Term]) -> Self {
        let groups = terms.iter().filter_map(|term| term.asked.group()).max();
        Self { best: vec![0; groups.map_or(0, |last| last + 1)], touched: Vec::new() }
    }

    /// What a weight adds: beyond the best of its group so far, or all of it where each counts.
    pub(super) fn raise(&mut self, asked: Asked, weight: u32) -> u32 {
        let Some(group) = asked.group() else { return weight };
        let Some(best) = self.best.get_mut(group) else { return 0 };
        let more = weight.saturating_sub(*best);
        if *best == 0 {
            self.touched.push(group);
        }
        *best += more;
        more
    }

    /// For the next document.
    pub(super) fn clear(&mut self) {
        for group in self.touched.drain(..) {
            if let Some(best) = self.best.get_mut(group) {
                *best = 0;
            }
        }
    }
}

impl Sum {
    pub(super) fn add(&mut self, term: &Term, curve: &Curve, row: Posting, meant: &mut Meant) {
        let more = meant.raise(term.asked, term.weight(curve, row));
        self.score = self.score.saturating_add(more);
        self.matched += u16::from(term.asked.is_said());
        self.exact += u16::from(term.asked == Asked::Exact);
    }
}

/// What each term of one document weighs.
pub(super) fn weights_of<'t>(
    scope: &Scope,
    slot: Slot,
    terms: &'t Terms,
) -> impl Iterator<Item = (&'t Term, u32)> {
    terms.list.iter().filter_map(move |term| {
        let row = scope.postings(term.id)?.row(slot)?;
        Some((term, term.weight(&terms.curve, row))).filter(|(_, weight)| *weight > 0)
    })
}

/// The sum of one document, term by term.
pub(super) fn sum_of(scope: &Scope, slot: Slot, terms: &Terms) -> u64 {
    sum_where(scope, slot, terms, |_| true)
}

/// The same without what it gains by whose it is: what it says of what is asked.
pub(super) fn words_of(scope: &Scope, slot: Slot, terms: &Terms) -> u64 {
    sum_where(scope, slot, terms, |asked| asked != Asked::Actor)
}

fn sum_where(scope: &Scope, slot: Slot, terms: &Terms, counts: impl Fn(Asked) -> bool) -> u64 {
    let (mut sum, mut meant) = (Sum::default(), Meant::of(&terms.list));
    for term in terms.list.iter().filter(|term| counts(term.asked)) {
        let row = scope.postings(term.id).and_then(|postings| postings.row(slot));
        if let Some(row) = row {
            sum.add(term, &terms.curve, row, &mut meant);
        }
    }
    sum.score.into()
}
