//! The plans of one activation, each on the state that the earlier ones leave.

use consolidate_shared::plan::{PassKind, Plan, Run};
use consolidate_shared::policy::Policy;
use consolidate_shared::time::Day;

use super::bench::Bench;
use super::outlook::Outlook;
use super::{Snapshot, conflict, merge, supersede};

/// Plans `passes` for `day`, each once and always in the order conflict, merge, supersede.
///
/// Total and pure: the same snapshot, passes, policy and day give the same bytes. Every candidate pair is judged once for the
/// whole run. After the run is applied, planning it again for the same day is empty.
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
    // The outlook is the same on every state of the run: merges and replacements are made once.
    let outlook = Outlook::of(&bench, passes, at_work);
    let mut plans = Vec::new();
    for pass in PassKind::ALL.iter().filter(|pass| passes.contains(pass)) {
        at_work(*pass);
        let plan = plan_one(*pass, &bench, &outlook);
        bench.advance(&plan.change_set);
        plans.push(plan);
    }
    Run { generation: snapshot.generation(), plans }
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
    }
}
