//! The promote pass: what evidence has confirmed is served without a mark, a lesson that held in many places is always-on, and
//! what did harm goes back.
//!
//! | step | when |
//! |---|---|
//! | candidate → active | confirmed from two independent contexts or by a person, lower bound ≥ .40, and more confirmed than contradicted; what says nothing that lasts (`passing`) by a person alone |
//! | active → candidate | contradicted from two independent contexts or by a person, lower bound ≥ .40, and at least as much contradicted as confirmed |
//! | on-demand ↔ always | see `lessons` |
//! | ask whether a lesson holds everywhere | confirmed in three projects, see `widen` |
//!
//! The first two rows exclude each other, so that no memory goes to and fro. Use alone promotes nothing to active: who reads a
//! memory says nothing about its truth. It must never touch a pinned memory or a policy, nor take a person's own memory down.

mod generic;
mod lessons;
mod passing;
mod widen;

use consolidate_shared::change::{Edit, Reason, Swap};
use consolidate_shared::model::{Evidence, Kind, Memory, Origin, Standing, Tier};
use consolidate_shared::plan::{PassKind, Plan, Tally};
use consolidate_shared::policy::{Policy, PromotePolicy};
use consolidate_shared::time::Day;

use super::Snapshot;
use super::bench::Bench;
use super::draft::Draft;
use super::run::plan_pass;
use super::tally::{Kept, Tallies};
use passing::is_passing;

const PASS: PassKind = PassKind::Promote;

/// The pass under way.
struct Promotion<'a> {
    bench: &'a Bench,
    draft: Draft<'a>,
    kept: Tallies,
    deferred: Vec<Tally>,
}

/// Plans the promote pass alone. Total and pure; see [`plan_run`](super::plan_run) for the laws.
pub fn plan(snapshot: &Snapshot, policy: &Policy, day: Day) -> Plan {
    plan_pass(snapshot, PASS, policy, day)
}

pub(super) fn on(bench: &Bench) -> Plan {
    let mut promotion = Promotion {
        bench,
        draft: Draft::new(&bench.state),
        kept: Tallies::default(),
        deferred: Vec::new(),
    };
    // Nothing below changes a memory of which nobody told anything, so those are counted and not read.
    let told = bench.state.told();
    let (active, candidates) = bench.state.counts();
    let read = told.iter().filter(|memory| memory.standing == Standing::Candidate).count();
    promotion.kept.add_many(Kept::Candidate, candidates.saturating_sub(read as u64));
    for memory in told.iter().filter(|memory| memory.standing.is_served()) {
        promotion.standing(memory);
    }
    // Order: a lesson that became active just now may be always-on at once, and one that is a candidate again may not.
    promotion.lessons(&told);
    promotion.widen(&told);
    let Promotion { draft, kept, deferred, .. } = promotion;
    bench.plan_of(PASS, draft.into_set(), active + candidates, &kept, deferred)
}

impl Promotion<'_> {
    fn policy(&self) -> &PromotePolicy {
        &self.bench.policy.promote
    }

    fn is_held(&self, memory: &Memory) -> bool {
        self.bench.bars(memory.id, memory.id, PASS)
    }

    fn standing(&mut self, memory: &Memory) {
        let (reason, after) = match &memory.standing {
            Standing::Candidate => match confirmed(&memory.evidence, self.policy()) {
                Some(Reason::Confirmed { person: false, .. }) if is_passing(memory) => {
                    return self.kept.add(Kept::Passing);
                }
                Some(reason) => (reason, Standing::Active),
                None => return self.kept.add(Kept::Candidate),
            },
            Standing::Active => match harmful(&memory.evidence, self.policy()) {
                Some(reason) => (reason, Standing::Candidate),
                None => return,
            },
            _ => return,
        };
        let is_demotion = after == Standing::Candidate;
        if self.is_held(memory) {
            self.kept.add(Kept::Held);
        } else if is_demotion && (memory.is_protected() || memory.origin == Origin::User) {
            self.kept.add(Kept::Personal);
        } else {
            let standing = Swap::new(memory.standing.clone(), after);
            self.draft.edit(memory.id, Edit::Standing(standing), &reason);
            if is_demotion && memory.kind == Kind::Pitfall && memory.tier == Tier::Always {
                self.tier(memory, Tier::OnDemand, &reason);
            }
        }
    }

    fn tier(&mut self, memory: &Memory, tier: Tier, reason: &Reason) {
        self.draft.edit(memory.id, Edit::Tier(Swap::new(memory.tier, tier)), reason);
    }

    fn defer(&mut self, why: &str, count: usize) {
        if count > 0 {
            self.deferred.push(Tally { why: why.to_owned(), count: count as u64 });
        }
    }
}

/// Why a candidate is active from now on, if it is.
fn confirmed(evidence: &Evidence, policy: &PromotePolicy) -> Option<Reason> {
    let contexts = evidence.distinct(true).len();
    let person = evidence.has_a_persons_word(true);
    let support = evidence.support();
    let enough = contexts >= policy.active_contexts as usize || person;
    let outweighs = evidence.confirmed > evidence.contradicted;
    (enough && outweighs && support >= policy.active_support).then(|| Reason::Confirmed {
        contexts: count(contexts),
        person,
        support,
    })
}

/// Why an active memory is no longer to be relied on, if it is not.
fn harmful(evidence: &Evidence, policy: &PromotePolicy) -> Option<Reason> {
    let contexts = evidence.distinct(false).len();
    let enough = contexts >= policy.harm_contexts as usize || evidence.has_a_persons_word(false);
    let outweighs = evidence.contradicted > 0 && evidence.contradicted >= evidence.confirmed;
    (enough && outweighs && evidence.harm() >= policy.harm_bound).then(|| harm(evidence))
}

fn harm(evidence: &Evidence) -> Reason {
    Reason::Harmful {
        contexts: count(evidence.distinct(false).len()),
        contradicted: evidence.contradicted,
        confirmed: evidence.confirmed,
        harm: evidence.harm(),
    }
}

fn count(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}
