//! How much of what is served, or still active, has been replaced.

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Memory, RetireReason, Standing};
use consolidate_shared::plan::PassKind;
use consolidate_shared::ruling::{Decision, RulingKey};
use consolidate_shared::state::{Lookup, State};
use consolidate_shared::time::Timestamp;

use super::report::{Assertion, Finding};

/// Why `memory` must not be served at `at`, if it must not: it is not to be served at all, it does not hold then, or an
/// active memory replaces it. This looks at the memory alone, and knows nothing of the index that served it.
pub fn stale_when_served(memory: &Memory, state: &State, at: Timestamp) -> Option<String> {
    let id = memory.id;
    if !memory.standing.is_served() {
        return Some(format!("{id} was served and is {}", memory.standing.word()));
    }
    if !memory.is_valid_at(at) {
        return Some(format!("{id} was served and does not hold at {at}"));
    }
    hidden_by(memory, state).map(|next| format!("{id} was served although {next} replaces it"))
}

/// The active memory that replaces `memory`: from its link on recall and brief leave `memory` out.
fn hidden_by(memory: &Memory, state: &State) -> Option<MemoryId> {
    let active = |next: &MemoryId| {
        state.memories.get(next).is_some_and(|next| next.standing == Standing::Active)
    };
    memory.superseded_by.iter().copied().find(active)
}

/// Whether somebody decided that one is not to be retired for the other: an undo that took that back, an answer.
pub(crate) fn is_left<L: Lookup>(
    memory: &Memory,
    next: &Memory,
    state: &L,
) -> Result<bool, L::Error> {
    for pass in [None, Some(PassKind::Supersede)] {
        let ruling = state.ruling(&RulingKey::pair(memory.id, next.id, pass))?;
        if ruling.is_some_and(|ruling| ruling.decision != Decision::Approved) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether `memory` is active although something that stands, or stood until it was replaced itself, replaces it. Neither
/// recall nor a brief serves what an active memory replaces, so what waits by decision misleads nobody.
pub fn waits_for_retirement<L: Lookup>(memory: &Memory, state: &L) -> Result<bool, L::Error> {
    let replaces = |next: &Memory| match &next.standing {
        Standing::Active => true,
        Standing::Retired(retirement) => retirement.reason == RetireReason::Superseded,
        Standing::Candidate | Standing::Quarantined { .. } => false,
    };
    if memory.standing != Standing::Active {
        return Ok(false);
    }
    for next in memory.superseded_by.iter().filter(|next| **next != memory.id) {
        let next = state.memory(*next)?.filter(|next| replaces(next));
        if let Some(next) = next
            && !is_left(memory, &next, state)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The staleness ratio: of the active memories, the share that waits to be retired with nothing in its place, so that it is
/// served, against `budget`, both in per mille (rounded up, so that a budget of 0 means none). What waits behind an active
/// successor is out of recall from the moment of its link: it is told of, and stale is none of it. `served`: what recall and
/// brief were seen to serve; of that none may be stale, whatever the budget.
pub fn staleness(state: &State, budget: u16, served: &Finding) -> Assertion {
    let active = state.memories.values().filter(|it| it.standing == Standing::Active).count();
    let waiting: Vec<&Memory> = state
        .memories
        .values()
        .map(AsRef::as_ref)
        .filter(|memory| waits_for_retirement(memory, state).unwrap_or_default())
        .collect();
    let open: Vec<&&Memory> =
        waiting.iter().filter(|memory| hidden_by(memory, state).is_none()).collect();
    let ratio = (1000 * open.len()).div_ceil(active.max(1));
    let over = ratio > usize::from(budget);
    let mut finding = Finding { looked_at: active as u64 + served.looked_at, ..served.clone() };
    if over {
        for memory in &open {
            finding.fail(format!(
                "{} is active although what replaced it was replaced itself",
                memory.id
            ));
        }
    }
    let cause = match (served.failed > 0, over) {
        (true, _) => (
            "the index serves what it must leave out: a defect",
            "restart the daemon, which builds the index anew; if it stays, report it",
        ),
        (false, _) => (
            "links came with an import, or a person wrote them, and the supersede pass has not been applied since",
            "apply it: `consolidate --pass supersede`; what is pinned or a policy waits in `consolidate review`",
        ),
    };
    let tenths = |per_mille: usize| format!("{}.{} %", per_mille / 10, per_mille % 10);
    finding
        .assert(
            "out-of-date",
            "nothing that is served has been replaced or ceased to hold, and few active memories wait to be retired with nothing in their place",
            cause,
        )
        .measured(format!(
            "{} of {} served are stale; {} of {active} active wait to be retired, {} of them with nothing in their place: {} of a budget of {}",
            served.failed,
            served.looked_at,
            waiting.len(),
            open.len(),
            tenths(ratio),
            tenths(budget.into()),
        ))
}
