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

/// Of the terms that stand for one word of the query, the weight of the best that a document holds.
pub(super) struct Meant {
    best: Vec<u32>,
    touched: Vec<u16>,
}

impl Meant {
    pub(super) fn of(terms: &[Term]) -> Self {
        let number = |term: &Term| match term.asked {
            Asked::Meant(number) => usize::from(number) + 1,
            Asked::Word | Asked::Exact => 0,
        };
        let words = terms.iter().map(number).max().unwrap_or_default();
        Self { best: vec![0; words], touched: Vec::new() }
    }

    /// What a weight adds beyond the best so far.
    pub(super) fn raise(&mut self, number: u16, weight: u32) -> u32 {
        let Some(best) = self.best.get_mut(usize::from(number)) else { return 0 };
        let more = weight.saturating_sub(*best);
        if *best == 0 {
            self.touched.push(number);
        }
        *best += more;
        more
    }

    /// For the next document.
    pub(super) fn clear(&mut self) {
        for number in self.touched.drain(..) {
            if let Some(best) = self.best.get_mut(usize::from(number)) {
                *best = 0;
            }
        }
    }
}

impl Sum {
    pub(super) fn add(&mut self, term: &Term, curve: &Curve, row: Posting, meant: &mut Meant) {
        let weight = term.weight(curve, row);
        let more = match term.asked {
            Asked::Meant(number) => meant.raise(number, weight),
            Asked::Word | Asked::Exact => weight,
        };
        self.score = self.score.saturating_add(more);
        self.matched += u16::from(!matches!(term.asked, Asked::Meant(_)));
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
    let (mut sum, mut meant) = (Sum::default(), Meant::of(&terms.list));
    for term in &terms.list {
        let row = scope.postings(term.id).and_then(|postings| postings.row(slot));
        if let Some(row) = row {
            sum.add(term, &terms.curve, row, &mut meant);
        }
    }
    sum.score.into()
}
