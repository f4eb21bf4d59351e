//! The decay pass: writes the strength of everything that is served. It ranks and deletes nothing.
//!
//! Strength is the odds that a memory is needed again, as measured in QUALITY D: `a = sqrt(1 + n) / (1 + t / tau)`, strength
//! `a / (1 + a)`, where n is the weight of its confirmations, t the days since anybody had to do with it, and tau a number of
//! days by kind. Policies and pinned memories never decay.
//!
//! Written on a grid of 40 steps, so that a day moves few memories. Integers decide: for the same kind and confirmations,
//! strength never rises with t, whatever machine computes it.

use consolidate_shared::change::{ChangeSet, Edit, Reason, Swap, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{FULL_STRENGTH, Kind, Memory, Origin};
use consolidate_shared::plan::{PassKind, Plan};
use consolidate_shared::policy::{DecayPolicy, Policy};
use consolidate_shared::time::Day;

use super::Snapshot;
use super::bench::Bench;
use super::run::plan_pass;
use super::tally::{Kept, Tallies};

const PASS: PassKind = PassKind::Decay;
/// Steps of the grid: 25 per mille each.
const STEPS: u128 = 40;

/// Plans the decay pass alone. Total and pure; see [`plan_run`](super::plan_run) for the laws.
pub fn plan(snapshot: &Snapshot, policy: &Policy, day: Day) -> Plan {
    plan_pass(snapshot, PASS, policy, day)
}

pub(super) fn on(bench: &Bench) -> Plan {
    let mut kept = Tallies::default();
    let mut set = ChangeSet::default();
    let mut considered = 0;
    // An undo snoozes the pass as a whole: a ruling a memory would be as many rulings as memories.
    let is_off = bench.bars(MemoryId(0), MemoryId(0), PASS);
    for memory in bench.state.memories().filter(|memory| memory.standing.is_served()) {
        considered += 1;
        if memory.is_protected() {
            kept.add(Kept::Exempt);
        } else if is_off || bench.bars(memory.id, memory.id, PASS) {
            kept.add(Kept::Held);
        } else {
            decay(&memory, bench, &mut set, &mut kept);
        }
    }
    bench.plan_of(PASS, set, considered, &kept, Vec::new())
}

fn decay(memory: &Memory, bench: &Bench, set: &mut ChangeSet, kept: &mut Tallies) {
    let Terms { days, tau, confirmed } = Terms::of(memory, &bench.policy.decay, bench.day);
    let strength = Terms { days, tau, confirmed }.strength();
    if strength == memory.strength {
        return kept.add(Kept::Steady);
    }
    let (kind, user) = (memory.kind, memory.origin == Origin::User);
    // No excerpt: a first run writes every memory, and the journal is not to hold every text once more.
    let edit = Edit::Strength(Swap::new(memory.strength, strength));
    let reason = Reason::Decayed { kind, user, days, tau, confirmed };
    set.push(What::Edit { subject: memory.id, edit }, reason);
}

/// The strength that `memory` has on `day`: what the pass would write. What is pinned or a policy keeps its own.
pub fn strength(memory: &Memory, policy: &DecayPolicy, day: Day) -> u16 {
    if memory.is_protected() { memory.strength } else { Terms::of(memory, policy, day).strength() }
}

/// What strength is computed from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Terms {
    /// Whole UTC days since the memory was last met; 0 where that lies ahead (a clock that was set back).
    pub(super) days: u32,
    /// Days over which the odds fall to a half; at least 1.
    pub(super) tau: u16,
    /// Weight of the confirmations, in tenths.
    pub(super) confirmed: u32,
}

impl Terms {
    /// The terms of `memory` on `day`.
    pub(super) fn of(memory: &Memory, policy: &DecayPolicy, day: Day) -> Self {
        let tau = match memory.kind {
            Kind::Fact if memory.origin == Origin::User => policy.own_fact_days,
            Kind::Fact | Kind::Policy => policy.fact_days,
            Kind::Pitfall => policy.pitfall_days,
            Kind::Procedure => policy.procedure_days,
            Kind::Decision => policy.decision_days,
        };
        let days = days_since(memory.last_referenced(), day);
        Self { days, tau: tau.max(1), confirmed: memory.evidence.confirmed }
    }

    /// Strength in per mille, a multiple of 25.
    ///
    /// `a / (1 + a)` is `s tau / (s tau + tau + t)` with `s = sqrt(1 + n)`; in millionths of s, rounded to the nearest step.
    pub(super) fn strength(self) -> u16 {
        const MILLION: u128 = 1_000_000;
        let (days, tau) = (u128::from(self.days), u128::from(self.tau));
        let root = ((10 + u128::from(self.confirmed)) * (MILLION * MILLION / 10)).isqrt();
        let odds = root * tau;
        let all = odds + MILLION * (tau + days);
        let steps = (2 * STEPS * odds + all) / (2 * all);
        let full = u128::from(FULL_STRENGTH);
        u16::try_from(steps * full / STEPS).unwrap_or(FULL_STRENGTH)
    }
}

/// Whole days from `then` to `day`; 0 where `then` is later.
pub(super) fn days_since(then: Day, day: Day) -> u32 {
    u32::try_from(i64::from(day.0) - i64::from(then.0)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use consolidate_shared::model::BIRTH_STRENGTH;
    use proptest::prelude::*;

    fn strength(days: u32, tau: u16, confirmed: u32) -> u16 {
        Terms { days, tau, confirmed }.strength()
    }

    #[test]
    fn strength_is_the_measured_formula_on_its_grid() {
        assert_eq!(strength(0, 30, 0), BIRTH_STRENGTH);
        assert_eq!(strength(30, 30, 0), 325);
        assert_eq!(strength(180, 30, 0), 125);
        assert_eq!(strength(180, 365, 0), 400);
        assert_eq!(strength(0, 30, 30), 675);
        assert_eq!(strength(3650, 30, 0), 0);
        assert_eq!(strength(0, 30, u32::MAX), 1000);
    }

    proptest! {
        #[test]
        fn strength_never_rises_with_time_and_never_falls_with_evidence(
            days in 0u32..100_000, more in 0u32..100_000, tau in 1u16.., confirmed: u32, gained: u32,
        ) {
            prop_assert!(strength(days + more, tau, confirmed) <= strength(days, tau, confirmed));
            let grown = confirmed.saturating_add(gained);
            prop_assert!(strength(days, tau, grown) >= strength(days, tau, confirmed));
        }

        #[test]
        fn strength_is_what_floats_say_within_a_step(days in 0u32..5_000, tau in 1u16..1_000, confirmed in 0u32..100_000) {
            let a = (1.0 + f64::from(confirmed) / 10.0).sqrt() / (1.0 + f64::from(days) / f64::from(tau));
            let exact = 1000.0 * a / (1.0 + a);
            prop_assert!((f64::from(strength(days, tau, confirmed)) - exact).abs() <= 12.51);
        }

        #[test]
        fn a_clock_set_back_makes_nothing_younger_than_fresh(then: i32, day: i32) {
            prop_assert_eq!(days_since(Day(then), Day(day)) == 0, then >= day);
        }
    }
}
