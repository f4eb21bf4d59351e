//! The plans of one activation, each on the state that the earlier ones leave.

use consolidate_shared::change::{Edit, What};
use consolidate_shared::model::Standing;
use consolidate_shared::plan::{PassKind, Plan, Run};
use consolidate_shared::policy::Policy;
use consolidate_shared::time::Day;

use super::bench::Bench;
use super::outlook::Outlook;
use super::{Snapshot, conflict, decay, merge, promote, prune, supersede};

/// Rounds that one run makes at most. Each further one needs a memory that the one before promoted, demoted or retired, so a
/// store needs two or three; what would need more is left to the next run.
const ROUNDS: usize = 8;

/// Plans `passes` for `day`, each in the order conflict, merge, supersede, promote, decay, prune.
///
/// Total and pure: the same snapshot, passes, policy and day give the same bytes. Every candidate pair is judged once a round.
/// A memory that the run makes active or takes out has been compared with others or stood between them, so then a further
/// round is planned on what the first one leaves, and those of its plans that change something are part of the run: after it
/// is applied, planning it again for the same day is empty.
pub fn plan_run(snapshot: &Snapshot, passes: &[PassKind], policy: &Policy, day: Day) -> Run {
    plan_run_watched(snapshot, passes, policy, day, &|_| ())
}

/// The same, and `at_work` is told which pass the work that follows belongs to, so that a defect has a name.
pub fn plan_run_watched(
    snapshot: &Snapshot,
    passes: &[PassKind],
    policy: &Policy,
    day: Day,
    at_work: &dyn Fn(PassKind),
) -> Run {
    let mut bench = Bench::new(snapshot, policy, day);
    let mut plans = round(&mut bench, passes, at_work);
    let mut last = 0;
    for _ in 1..ROUNDS {
        let settled = !plans.iter().skip(last).any(moves_the_active);
        if settled || !passes.iter().any(|pass| compares(*pass)) {
            break;
        }
        last = plans.len();
        let more = round(&mut bench, passes, at_work);
        plans.extend(more.into_iter().filter(|plan| !plan.change_set.is_empty()));
    }
    Run { generation: snapshot.generation(), plans }
}

/// Each pass once.
fn round(bench: &mut Bench, passes: &[PassKind], at_work: &dyn Fn(PassKind)) -> Vec<Plan> {
    // The outlook is the same on every state of the round: merges and replacements are made once.
    let outlook = Outlook::of(bench, passes, at_work);
    let mut plans = Vec::new();
    for pass in PassKind::ALL.iter().filter(|pass| passes.contains(pass)) {
        at_work(*pass);
        let plan = plan_one(*pass, bench, &outlook);
        bench.advance(&plan.change_set);
        plans.push(plan);
    }
    plans
}

/// Whether promote or prune decided who is active.
fn moves_the_active(plan: &Plan) -> bool {
    let moves = |what: &What| match what {
        What::Edit { edit: Edit::Standing(swap), .. } => {
            (swap.before == Standing::Active) != (swap.after == Standing::Active)
        }
        _ => false,
    };
    matches!(plan.pass, PassKind::Promote | PassKind::Prune)
        && plan.change_set.changes.iter().any(|change| moves(&change.what))
}

/// Whether a pass compares memories with each other.
fn compares(pass: PassKind) -> bool {
    matches!(pass, PassKind::Conflict | PassKind::Merge | PassKind::Supersede)
}

/// Plans one pass alone.
pub(super) fn plan_pass(snapshot: &Snapshot, pass: PassKind, policy: &Policy, day: Day) -> Plan {
    let bench = Bench::new(snapshot, policy, day);
    plan_one(pass, &bench, &Outlook::of(&bench, &[pass], &|_| ()))
}

fn plan_one(pass: PassKind, bench: &Bench, outlook: &Outlook) -> Plan {
    match pass {
        PassKind::Conflict => conflict::on(bench, outlook),
        PassKind::Merge => merge::on(bench, outlook),
        PassKind::Supersede => supersede::on(bench, outlook),
        PassKind::Promote => promote::on(bench),
        PassKind::Decay => decay::on(bench),
        PassKind::Prune => prune::on(bench),
    }
}
