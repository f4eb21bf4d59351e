//! Which memory comes before which.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use consolidate_shared::model::Kind;
use rustc_hash::FxHashSet;

use super::{BriefInput, Purpose, Row};
use crate::recall::content_terms;

/// What the task adds to trust, per mille.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boosts {
    /// For an anchor that the asker is about to touch.
    pub anchor: u32,
    /// For each word that an anchor shares with the task.
    pub anchor_word: u32,
    /// For each word that the text shares with the task.
    pub word: u32,
    /// Shared words that count, of either sort.
    pub words: u32,
}

impl Boosts {
    /// An anchor of the task outweighs a doubtful trust, a few shared words a middling difference.
    pub const DEFAULT: Self = Self { anchor: 400, anchor_word: 150, word: 100, words: 3 };
}

/// In which part of the brief a memory belongs; in the order of the brief.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tier {
    Policy,
    UserFact,
    Caution,
    /// Of an authoring brief alone, as the next one.
    Procedure,
    Example,
    Learned,
}

/// A row with its place.
#[derive(Debug)]
pub(super) struct Ranked<'a> {
    pub(super) tier: Tier,
    /// Trust with its boosts; what orders within a tier.
    pub(super) rank: u32,
    pub(super) row: &'a Row,
}

/// The rows in the order in which they are tried. The order is total (it ends with the id), so the order of the input
/// leaves no trace; of two rows with one id the first in that order stays.
pub(super) fn rank<'a>(input: &'a BriefInput, boosts: &Boosts) -> Vec<Ranked<'a>> {
    let wanted = Wanted::new(input);
    let mut ranked: Vec<Ranked<'a>> = input
        .rows
        .iter()
        .map(|row| Ranked {
            tier: tier(row, input.purpose),
            rank: trust(row) + wanted.boost(row, boosts),
            row,
        })
        .collect();
    ranked.sort_by(|a, b| key(a).cmp(&key(b)));
    let mut seen = BTreeSet::new();
    ranked.retain(|ranked| seen.insert(ranked.row.id));
    ranked
}

/// Policies and user facts stand in the order in which they were written, the others best first.
fn key<'a>(ranked: &Ranked<'a>) -> impl Ord + use<'a> {
    let row = ranked.row;
    let weighed = !matches!(ranked.tier, Tier::Policy | Tier::UserFact);
    let worth = weighed.then_some((row.pinned, ranked.rank, row.strength));
    (ranked.tier, Reverse(worth), row.id, row.text.as_str())
}

fn tier(row: &Row, purpose: Purpose) -> Tier {
    match row.kind {
        Kind::Policy if !row.candidate => Tier::Policy,
        Kind::Fact if row.user && !row.candidate => Tier::UserFact,
        Kind::Pitfall => Tier::Caution,
        Kind::Procedure if purpose == Purpose::Authoring => Tier::Procedure,
        _ => Tier::Learned,
    }
}

/// The procedures that can be shown with their steps, the most trusted first. What the task is makes no difference: an
/// example shows how it is done, not what.
pub(super) fn examples<'r, 'a>(ranked: &'r [Ranked<'a>]) -> Vec<&'r Ranked<'a>> {
    let shows = |it: &&Ranked<'a>| {
        it.tier == Tier::Procedure && !it.row.candidate && !it.row.steps.is_empty()
    };
    let mut examples: Vec<_> = ranked.iter().filter(shows).collect();
    examples.sort_by_key(|it| (Reverse((trust(it.row), it.row.strength)), it.row.id));
    examples
}

/// Trust as it ranks: half for a candidate, four fifths for what nobody confirmed for long.
pub(super) fn trust(row: &Row) -> u32 {
    let trust = u32::from(row.trust.min(1_000));
    let trust = if row.candidate { trust / 2 } else { trust };
    if row.unconfirmed_since.is_some() { trust * 4 / 5 } else { trust }
}

/// What the asker is about to do and touch, as terms.
struct Wanted<'a> {
    terms: FxHashSet<String>,
    anchors: BTreeSet<&'a str>,
}

impl<'a> Wanted<'a> {
    fn new(input: &'a BriefInput) -> Self {
        let mut terms = FxHashSet::default();
        for text in input.anchors.iter().chain([&input.task]) {
            content_terms(text, &mut |term| {
                terms.insert(term.to_owned());
            });
        }
        Self { terms, anchors: input.anchors.iter().map(String::as_str).collect() }
    }

    fn boost(&self, row: &Row, boosts: &Boosts) -> u32 {
        if self.terms.is_empty() {
            return 0;
        }
        let touched = row.anchors.iter().any(|anchor| self.anchors.contains(anchor.as_str()));
        u32::from(touched) * boosts.anchor
            + self.shared(&row.anchors).min(boosts.words) * boosts.anchor_word
            + self.shared([&row.text]).min(boosts.words) * boosts.word
    }

    /// Distinct terms that the texts share with the task.
    fn shared<'t>(&self, texts: impl IntoIterator<Item = &'t String>) -> u32 {
        let mut shared = FxHashSet::default();
        for text in texts {
            content_terms(text, &mut |term| {
                shared.extend(self.terms.get(term));
            });
        }
        u32::try_from(shared.len()).unwrap_or(u32::MAX)
    }
}
