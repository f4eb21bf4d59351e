//! What fits.

use std::collections::{BTreeMap, BTreeSet};

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::Kind;

use super::budget::{SIXTHS, sixths};
use super::rank::{Ranked, Tier, examples, trust};
use super::render::{FRAME, INCOMPLETE, example, heading, line};
use super::{BriefInput, Held, HeldAs, LeftOut, Purpose, Row};

/// Memories with one anchor that a brief holds.
const A_ANCHOR: u32 = 2;
/// Candidates that a brief holds.
const CANDIDATES: u32 = 2;
/// The part of the budget that candidates may take.
const CANDIDATES_PART: u64 = 5;
/// Procedures that an authoring brief shows with their steps.
const EXAMPLES: usize = 4;
/// The part of the budget that cautions, and procedures without their steps, may each take of an authoring brief: the
/// examples are what it is for.
const SECTION_PART: u64 = 3;

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
pub(super) fn select(ranked: &[Ranked<'_>], input: &BriefInput) -> Chosen {
    let mut selection = Selection::new(input);
    let (first, rest): (Vec<_>, Vec<_>) =
        ranked.iter().partition(|ranked| ranked.tier < Tier::Procedure);
    for ranked in first {
        selection.consider(ranked);
    }
    // Order: an example takes what its line would say, so that the lines follow for those that are none.
    let shown = selection.consider_examples(ranked);
    for ranked in rest {
        if !shown.contains(&ranked.row.id) {
            selection.consider(ranked);
        }
    }
    selection.finish()
}

/// The lines of one tier.
#[derive(Default)]
struct Section {
    text: String,
    sixths: u64,
    /// Places are counted from the section's own beginning.
    held: Vec<Held>,
}

/// A brief in the making.
struct Selection<'a> {
    sections: BTreeMap<Tier, Section>,
    sixths: u64,
    policy_sixths: u64,
    left_out: LeftOut,
    /// What the budget allows, in sixths.
    allowed: u64,
    purpose: Purpose,
    frame: String,
    anchors: BTreeMap<&'a str, u32>,
    candidates: u32,
    candidate_sixths: u64,
}

impl<'a> Selection<'a> {
    fn new(input: &BriefInput) -> Self {
        let incomplete = if input.complete { "" } else { INCOMPLETE };
        Self {
            sections: BTreeMap::new(),
            sixths: 0,
            policy_sixths: 0,
            left_out: LeftOut::default(),
            allowed: u64::from(input.budget) * SIXTHS,
            purpose: input.purpose,
            frame: [FRAME, incomplete].concat(),
            anchors: BTreeMap::new(),
            candidates: 0,
            candidate_sixths: 0,
        }
    }

    fn consider(&mut self, ranked: &Ranked<'a>) {
        let lines = line(ranked.row);
        let held_as = match ranked.tier {
            Tier::Policy => return self.take(ranked, (HeldAs::Policy, 0), &lines),
            Tier::UserFact => return self.take(ranked, (HeldAs::UserFact, 0), &lines),
            _ if ranked.row.candidate => return self.consider_candidate(ranked, &lines),
            Tier::Caution => HeldAs::Caution,
            Tier::Procedure => HeldAs::Procedure,
            Tier::Example | Tier::Learned => HeldAs::Learned,
        };
        self.consider_learned(ranked, held_as, &lines);
    }

    fn consider_learned(&mut self, ranked: &Ranked<'a>, held_as: HeldAs, lines: &str) -> bool {
        let why_not = if self.is_crowded(ranked.row) {
            &mut self.left_out.anchor
        } else if self.sixths + self.cost(ranked.tier, lines) > self.allowed {
            &mut self.left_out.budget
        } else if self.has_its_share(ranked.tier, lines) {
            &mut self.left_out.section
        } else {
            self.take(ranked, (held_as, ranked.rank), lines);
            return true;
        };
        *why_not += 1;
        false
    }

    fn consider_candidate(&mut self, ranked: &Ranked<'a>, lines: &str) {
        let row = ranked.row;
        let weight = sixths(lines);
        let admitted = row.confirmed
            && row.kind != Kind::Policy
            && self.candidates < CANDIDATES
            && (self.candidate_sixths + weight) * CANDIDATES_PART <= self.allowed;
        if !admitted {
            self.left_out.candidate += 1;
        } else if self.consider_learned(ranked, HeldAs::Canary, lines) {
            self.candidates += 1;
            self.candidate_sixths += weight;
        }
    }

    /// Takes the most trusted procedures whose steps fit, and says which.
    fn consider_examples(&mut self, ranked: &[Ranked<'a>]) -> BTreeSet<MemoryId> {
        let mut shown = BTreeSet::new();
        for Ranked { row, .. } in examples(ranked) {
            if shown.len() == EXAMPLES {
                break;
            }
            let lines = example(row);
            let fits = self.sixths + self.cost(Tier::Example, &lines) <= self.allowed;
            if fits && !self.is_crowded(row) {
                let as_example = Ranked { tier: Tier::Example, rank: trust(row), row };
                self.take(&as_example, (HeldAs::Example, as_example.rank), &lines);
                shown.insert(row.id);
            }
        }
        shown
    }

    fn is_crowded(&self, row: &Row) -> bool {
        row.anchors
            .iter()
            .any(|anchor| self.anchors.get(anchor.as_str()).is_some_and(|&n| n >= A_ANCHOR))
    }

    /// Whether one more would give a section of an authoring brief more than its part.
    fn has_its_share(&self, tier: Tier, lines: &str) -> bool {
        let has = self.sections.get(&tier).map_or(0, |section| section.sixths);
        self.purpose == Purpose::Authoring
            && matches!(tier, Tier::Caution | Tier::Procedure)
            && (has + sixths(lines)) * SECTION_PART > self.allowed
    }

    /// What stands above the line: the frame before the first one, a heading before the first of its tier.
    fn lead(&self, tier: Tier) -> (u64, u64) {
        let frame = if self.sections.is_empty() { sixths(&self.frame) } else { 0 };
        let is_open = self.sections.contains_key(&tier);
        (frame, if is_open { 0 } else { sixths(heading(tier, self.purpose)) })
    }

    /// What taking the row would add to the counted weight.
    fn cost(&self, tier: Tier, lines: &str) -> u64 {
        let (frame, heading) = self.lead(tier);
        frame + heading + sixths(lines)
    }

    fn take(&mut self, ranked: &Ranked<'a>, (held_as, rank): (HeldAs, u32), lines: &str) {
        let Ranked { tier, row, .. } = *ranked;
        let (frame, heading) = self.lead(tier);
        let body = sixths(lines);
        self.sixths += frame;
        if tier == Tier::Policy {
            self.policy_sixths += heading + body;
        } else {
            self.sixths += heading + body;
        }
        let section = self.sections.entry(tier).or_default();
        let from = section.text.len();
        section.text.push_str(lines);
        section.sixths += body;
        section.held.push(Held { id: row.id, held_as, rank, from, to: section.text.len() });
        if !matches!(tier, Tier::Policy | Tier::UserFact) {
            for anchor in &row.anchors {
                *self.anchors.entry(anchor).or_default() += 1;
            }
        }
    }

    /// The sections one after the other, under the frame; nothing at all where there is none.
    fn finish(self) -> Chosen {
        let Self { sections, sixths, policy_sixths, left_out, purpose, frame, .. } = self;
        let mut chosen = Chosen { sixths, policy_sixths, left_out, ..Chosen::default() };
        for (tier, section) in sections {
            if chosen.text.is_empty() {
                chosen.text.push_str(&frame);
            }
            chosen.text.push_str(heading(tier, purpose));
            let before = chosen.text.len();
            chosen.text.push_str(&section.text);
            chosen.held.extend(section.held.into_iter().map(|held| Held {
                from: held.from + before,
                to: held.to + before,
                ..held
            }));
        }
        chosen
    }
}
