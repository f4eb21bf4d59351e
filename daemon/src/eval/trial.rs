//! The passes on one pair, and what they did.

use std::sync::Arc;

use consolidate_shared::change::{Edit, Reason, What};
use consolidate_shared::journal::Generation;
use consolidate_shared::model::{RetireReason, Standing};
use consolidate_shared::plan::{PassKind, Plan};
use consolidate_shared::policy::Policy;
use consolidate_shared::state::State;
use consolidate_shared::time::Day;

use super::pair::LabelledPair;
use crate::pass::{PairIndex, Snapshot, plan_run};

/// The passes that a pair goes through.
const PASSES: [PassKind; 3] = [PassKind::Conflict, PassKind::Merge, PassKind::Supersede];

/// What a run does to a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// A pass acts by itself: the merge pass joins the two, the conflict pass marks them, the supersede pass retires one.
    Done {
        /// Which pass.
        pass: PassKind,
        /// By which rule.
        rule: String,
    },
    /// A pass queues the pair for review.
    Asked {
        /// Which pass.
        pass: PassKind,
        /// By which rule.
        rule: String,
    },
    /// Both stay as they are, after the pair was compared.
    Kept,
    /// The two were never compared: the nomination of candidates passed them over.
    NotNominated,
}

/// Plans the passes over a store that holds nothing but the pair, and says what becomes of it. Total and deterministic.
pub fn attempt(pair: &LabelledPair, policy: &Policy) -> Outcome {
    let mut state = State::default();
    for memory in [&pair.a, &pair.b] {
        state.memories.insert(memory.id, Arc::new(memory.clone()));
    }
    let today = Day(pair.b.created_at.day().0 + 1);
    let pairs = Arc::new(PairIndex::of(&state, policy));
    let compared = pairs.judged() > 0;
    let snapshot = Snapshot::new(Generation(1), state).with_pairs(pairs);
    let run = plan_run(&snapshot, &PASSES, policy, today);
    let done = run.plans.iter().find_map(done);
    let outcome = done.or_else(|| run.plans.iter().find_map(asked));
    outcome.unwrap_or(if compared { Outcome::Kept } else { Outcome::NotNominated })
}

fn done(plan: &Plan) -> Option<Outcome> {
    plan.change_set.changes.iter().find_map(|change| {
        let What::Edit { edit, .. } = &change.what else { return None };
        let is_decision = match edit {
            Edit::ConflictsWith(edit) => !edit.added.is_empty(),
            Edit::Standing(swap) => match &swap.after {
                Standing::Retired(retirement) => {
                    matches!(retirement.reason, RetireReason::Merged | RetireReason::Superseded)
                }
                _ => false,
            },
            _ => false,
        };
        is_decision.then(|| Outcome::Done { pass: plan.pass, rule: rule(&change.reason) })
    })
}

fn asked(plan: &Plan) -> Option<Outcome> {
    plan.change_set.changes.iter().find_map(|change| {
        let What::Review(swap) = &change.what else { return None };
        let item = swap.after.as_ref()?;
        Some(Outcome::Asked { pass: item.pass, rule: item.finding.rule.clone() })
    })
}

fn rule(reason: &Reason) -> String {
    match reason {
        Reason::Found(finding) => finding.rule.clone(),
        other => other.to_string(),
    }
}
