//! Counts of outcomes and the figures that follow from them.
//!
//! A figure whose denominator is zero does not exist and is `None`, never 0 and never not-a-number. Shares are rounded
//! to six digits, so that a report reads the same on every machine.

use consolidate_shared::plan::PassKind;
use serde::Serialize;

use super::pair::Label;
use super::trial::Outcome;

/// The normal quantile of a two-sided 95 % interval.
const Z: f64 = 1.96;

/// How the outcomes of one pass, on some pairs, compare with the labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    /// Pairs tried.
    pub pairs: u64,
    /// Of them, those whose label is the pass's own.
    pub positives: u64,
    /// Pairs on which the pass acted by itself.
    pub automatic: u64,
    /// Of them, those that it should have acted on.
    pub automatic_right: u64,
    /// Pairs that the pass queued for review.
    pub queued: u64,
    /// Of them, those whose label is the pass's own.
    pub queued_right: u64,
    /// Pairs that were never compared.
    pub not_nominated: u64,
}

/// In what way an outcome and a label disagree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mistake {
    /// The pass acted by itself on a pair that is not its own.
    Wrong,
    /// The pass queued a pair that is not its own.
    Asked,
    /// The pass left a pair alone that is its own.
    Missed,
}

impl Count {
    /// Counts one pair that has `label` and came out as `outcome`, as `pass` sees it; says whether they disagree.
    pub fn add(&mut self, pass: PassKind, label: Label, outcome: &Outcome) -> Option<Mistake> {
        let own = label == own_label(pass);
        self.pairs += 1;
        self.positives += u64::from(own);
        self.not_nominated += u64::from(*outcome == Outcome::NotNominated);
        match outcome {
            Outcome::Done { pass: by, .. } if *by == pass => {
                self.automatic += 1;
                self.automatic_right += u64::from(own);
                (!own).then_some(Mistake::Wrong)
            }
            Outcome::Asked { pass: by, .. } if *by == pass => {
                self.queued += 1;
                self.queued_right += u64::from(own);
                (!own).then_some(Mistake::Asked)
            }
            _ => own.then_some(Mistake::Missed),
        }
    }
}

/// The label of the pairs that a pass is for.
pub fn own_label(pass: PassKind) -> Label {
    match pass {
        PassKind::Merge => Label::Same,
        PassKind::Conflict => Label::Contradicts,
        // The other passes are not for pairs; eval does not offer them.
        PassKind::Supersede | PassKind::Promote | PassKind::Decay | PassKind::Prune => {
            Label::Supersedes
        }
    }
}

/// The figures of the merge pass.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct MergeFigures {
    /// Pairs tried.
    pub pairs: u64,
    /// Pairs labelled *same*.
    pub same: u64,
    /// Pairs merged.
    pub merged: u64,
    /// Of them, those not labelled *same*.
    pub wrong: u64,
    /// Share of the merged that are right.
    pub precision: Option<f64>,
    /// The Wilson 95 % lower bound of the precision.
    pub precision_lower: Option<f64>,
    /// Share of *same* that was merged.
    pub recall: Option<f64>,
    /// Share of *same* that was merged or queued by the merge pass.
    pub caught: Option<f64>,
    /// Pairs that the merge pass queued.
    pub queued: u64,
    /// Share of all pairs that it queued.
    pub review_rate: Option<f64>,
    /// Pairs that were never compared.
    pub not_nominated: u64,
}

impl From<Count> for MergeFigures {
    fn from(count: Count) -> Self {
        let Count { pairs, positives, automatic, automatic_right, queued, queued_right, .. } =
            count;
        Self {
            pairs,
            same: positives,
            merged: automatic,
            wrong: automatic.saturating_sub(automatic_right),
            precision: share(automatic_right, automatic),
            precision_lower: wilson_lower(automatic_right, automatic),
            recall: share(automatic_right, positives),
            caught: share(automatic_right.saturating_add(queued_right), positives),
            queued,
            review_rate: share(queued, pairs),
            not_nominated: count.not_nominated,
        }
    }
}

/// The figures of a pass that flags: conflict or supersede. Flagged is automatic or queued.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct FlagFigures {
    /// Pairs tried.
    pub pairs: u64,
    /// Pairs labelled as the pass's own.
    pub positives: u64,
    /// Pairs that the pass acted on or queued.
    pub flagged: u64,
    /// Share of the flagged that are right.
    pub precision: Option<f64>,
    /// The Wilson 95 % lower bound of the precision.
    pub precision_lower: Option<f64>,
    /// Share of the pass's own pairs that was flagged.
    pub recall: Option<f64>,
    /// Flagged pairs that are not the pass's own.
    pub false_alarms: u64,
    /// Their share of all pairs that are not the pass's own.
    pub false_alarm_rate: Option<f64>,
    /// Pairs that the pass acted on by itself.
    pub automatic: u64,
    /// Share of these that are right.
    pub automatic_precision: Option<f64>,
    /// The Wilson 95 % lower bound of that.
    pub automatic_precision_lower: Option<f64>,
    /// Share of the pass's own pairs that it acted on by itself.
    pub automatic_recall: Option<f64>,
    /// Pairs that the pass queued.
    pub queued: u64,
    /// Share of all pairs that it queued.
    pub review_rate: Option<f64>,
    /// Pairs that were never compared.
    pub not_nominated: u64,
}

impl From<Count> for FlagFigures {
    fn from(count: Count) -> Self {
        let Count { pairs, positives, automatic, automatic_right, queued, queued_right, .. } =
            count;
        let flagged = automatic.saturating_add(queued);
        let right = automatic_right.saturating_add(queued_right);
        let false_alarms = flagged.saturating_sub(right);
        Self {
            pairs,
            positives,
            flagged,
            precision: share(right, flagged),
            precision_lower: wilson_lower(right, flagged),
            recall: share(right, positives),
            false_alarms,
            false_alarm_rate: share(false_alarms, pairs.saturating_sub(positives)),
            automatic,
            automatic_precision: share(automatic_right, automatic),
            automatic_precision_lower: wilson_lower(automatic_right, automatic),
            automatic_recall: share(automatic_right, positives),
            queued,
            review_rate: share(queued, pairs),
            not_nominated: count.not_nominated,
        }
    }
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| rounded(part as f64 / whole as f64))
}

/// The lower bound of Wilson's 95 % score interval for `right` of `all` (z = 1.96); `None` for none.
///
/// E. B. Wilson, "Probable inference, the law of succession, and statistical inference" (1927). `right` must not exceed `all`.
pub fn wilson_lower(right: u64, all: u64) -> Option<f64> {
    if all == 0 {
        return None;
    }
    let n = all as f64;
    let p = right as f64 / n;
    let centre = p + Z * Z / (2.0 * n);
    let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).max(0.0).sqrt();
    Some(rounded(((centre - spread) / (1.0 + Z * Z / n)).clamp(0.0, 1.0)))
}

/// To six digits.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}
