//! What fits.

use std::collections::BTreeMap;

use consolidate_shared::model::Kind;

use super::budget::{SIXTHS, sixths};
use super::rank::{Ranked, Tier};
use super::render::{FRAME, INCOMPLETE, heading, line};
use super::{Held, LeftOut, Row, Why};

/// Memories with one anchor that a brief holds.
const A_ANCHOR: u32 = 2;
/// Candidates that a brief holds.
const CANDIDATES: u32 = 2;
/// The part of the budget that candidates may take.
const CANDIDATES_PART: u64 = 5;

/// The chosen lines and their account; weights in sixths of a token.
#[derive(Default)]
pub(super) struct Chosen {
    pub(super) text: String,
    pub(super) sixths: u64,
    pub(super) policy_sixths: u64,
    pub(super) held: Vec<Held>,
    pub(super) left_out: LeftOut,
}

/// Goes through the rows in their order. A line that does not fit is left out for shorter ones behind it.
pub(super) fn select(ranked: &[Ranked<'_>], budget: u32, complete: bool) -> Chosen {
    let mut selection = Selection::new(budget, complete);
    for ranked in ranked {
        selection.consider(ranked);
    }
    selection.chosen
}

/// A brief in the making.
struct Selection<'a> {
    chosen: Chosen,
    /// What the budget allows, in sixths.
    allowed: u64,
    complete: bool,
    /// The tier whose heading stands last.
    open: Option<Tier>,
    anchors: BTreeMap<&'a str, u32>,
    candidates: u32,
    candidate_sixths: u64,
}

impl<'a> Selection<'a> {
    fn new(budget: u32, complete: bool) -> Self {
        Self {
            chosen: Chosen::default(),
            allowed: u64::from(budget) * SIXTHS,
            complete,
            open: None,
            anchors: BTreeMap::new(),
            candidates: 0,
            candidate_sixths: 0,
        }
    }

    fn consider(&mut self, ranked: &Ranked<'a>) {
        let row = ranked.row;
        match ranked.tier {
            Tier::Policy => self.take(ranked, Why::Policy),
            Tier::UserFact => self.take(ranked, Why::UserFact),
            Tier::Caution | Tier::Learned if row.candidate => self.consider_candidate(ranked),
            Tier::Caution => {
                self.consider_learned(ranked, Why::Caution { rank: ranked.rank });
            }
            Tier::Learned => {
                self.consider_learned(ranked, Why::Learned { rank: ranked.rank });
            }
        }
    }

    fn consider_learned(&mut self, ranked: &Ranked<'a>, why: Why) -> bool {
        if self.is_crowded(ranked.row) {
            self.chosen.left_out.anchor += 1;
            return false;
        }
        if self.chosen.sixths + self.cost(ranked) > self.allowed {
            self.chosen.left_out.budget += 1;
            return false;
        }
        self.take(ranked, why);
        true
    }

    fn consider_candidate(&mut self, ranked: &Ranked<'a>) {
        let row = ranked.row;
        let weight = sixths(&line(row));
        let admitted = row.confirmed
            && row.kind != Kind::Policy
            && self.candidates < CANDIDATES
            && (self.candidate_sixths + weight) * CANDIDATES_PART <= self.allowed;
        if !admitted {
            self.chosen.left_out.candidate += 1;
        } else if self.consider_learned(ranked, Why::Canary { rank: ranked.rank }) {
            self.candidates += 1;
            self.candidate_sixths += weight;
        }
    }

    fn is_crowded(&self, row: &Row) -> bool {
        row.anchors
            .iter()
            .any(|anchor| self.anchors.get(anchor.as_str()).is_some_and(|&n| n >= A_ANCHOR))
    }

    /// What must be written before the line: the frame before the first one, a heading before the first of its tier.
    fn lead(&self, tier: Tier) -> (String, &'static str) {
        let mut frame = String::new();
        if self.chosen.text.is_empty() {
            frame.push_str(FRAME);
            if !self.complete {
                frame.push_str(INCOMPLETE);
            }
        }
        (frame, if self.open == Some(tier) { "" } else { heading(tier) })
    }

    /// What taking the row would add to the counted weight.
    fn cost(&self, ranked: &Ranked<'_>) -> u64 {
        let (frame, heading) = self.lead(ranked.tier);
        sixths(&frame) + sixths(heading) + sixths(&line(ranked.row))
    }

    fn take(&mut self, ranked: &Ranked<'a>, why: Why) {
        let (frame, heading) = self.lead(ranked.tier);
        let line = line(ranked.row);
        self.chosen.sixths += sixths(&frame);
        let body = sixths(heading) + sixths(&line);
        if ranked.tier == Tier::Policy {
            self.chosen.policy_sixths += body;
        } else {
            self.chosen.sixths += body;
        }
        for part in [frame.as_str(), heading, line.as_str()] {
            self.chosen.text.push_str(part);
        }
        self.open = Some(ranked.tier);
        self.chosen.held.push(Held { id: ranked.row.id, why });
        if matches!(ranked.tier, Tier::Caution | Tier::Learned) {
            for anchor in &ranked.row.anchors {
                *self.anchors.entry(anchor).or_default() += 1;
            }
        }
    }
}
