//! The same question has the same answer, whatever the history of the index that gives it.

use std::sync::Arc;

use consolidate_shared::model::Memory;
use consolidate_shared::state::State;
use consolidate_shared::time::Timestamp;

use super::report::{Assertion, Finding};
use super::sample::sample;
use crate::recall::{Analysed, Filter, Found, Index, Query, ScopeKey, Scopes};

/// Questions that are asked.
const QUESTIONS: usize = 128;
/// Hits of each.
const HITS: usize = 20;
/// Of so many memories one is taken out of the second index and put back.
const AGAIN: usize = 7;

/// Asks the store's own texts of two indexes of it, one filled in the order of ids and one backwards and with memories taken
/// out and put back; of the first twice. `analysed` makes a memory ready for the index, `step` hears of each index.
pub fn determinism(
    state: &State,
    at: Timestamp,
    analysed: &dyn Fn(&Memory) -> Analysed,
    step: &mut dyn FnMut(),
) -> Assertion {
    let served: Vec<&Arc<Memory>> =
        state.memories.values().filter(|memory| memory.standing.is_served()).collect();
    let questions = sample(state, "determinism", QUESTIONS, |memory| memory.standing.is_served());
    let mut forwards = Index::new();
    for memory in &served {
        forwards.insert(&analysed(memory));
    }
    step();
    let answers: Vec<[Found; 2]> = questions.iter().map(|it| ask(&forwards, it, at)).collect();
    let again: Vec<[Found; 2]> = questions.iter().map(|it| ask(&forwards, it, at)).collect();
    drop(forwards);
    let mut backwards = Index::new();
    for memory in served.iter().rev() {
        backwards.insert(&analysed(memory));
    }
    for memory in served.iter().step_by(AGAIN) {
        backwards.remove(memory.id);
    }
    for memory in served.iter().step_by(AGAIN) {
        backwards.insert(&analysed(memory));
    }
    step();
    let mut finding = Finding::default();
    for ((question, first), again) in questions.iter().zip(&answers).zip(&again) {
        let other = ask(&backwards, question, at);
        let offence = if first != again {
            Some("answered otherwise the second time")
        } else if *first != other {
            Some("answered otherwise by an index that was filled in another order")
        } else {
            None
        };
        finding.look(offence.map(|what| format!("the text of {} is {what}", question.id)));
    }
    finding.assert(
        "determinism",
        "the same question has the same hits twice, and from an index that was filled in another order",
        ("ranking depends on the history of the index: a defect", "report it with the ids of the offenders"),
    )
}

/// What an index answers within the memory's project and in all of them.
fn ask(index: &Index, memory: &Memory, at: Timestamp) -> [Found; 2] {
    let query = Query::about(&memory.text);
    let project: [ScopeKey; 2] = [memory.scope.project.clone(), None];
    [Scopes::Of(&project), Scopes::All]
        .map(|scopes| index.search(&query, &Filter::new(scopes, at, HITS), &mut || false))
}
