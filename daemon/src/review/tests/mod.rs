//! Answers: a table of what each does to each sort of item, what is refused, and the laws over random stores.

mod doubt;
mod laws;
mod refusals;
mod table;

use consolidate_shared::change::{Finding, apply};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::EntryKind;
use consolidate_shared::model::{Actor, Memory, Retirement, Standing};
use consolidate_shared::plan::PassKind;
use consolidate_shared::review::{Answer, ReviewItem};
use consolidate_shared::state::State;
use consolidate_shared::time::Day;
use consolidate_shared::wire::v1::Refused;

use super::{AgentAnswers, Decided, Given, answer};
use crate::check::check;
use crate::pass::tests::random::{memory, store};
use crate::write::WriteError;

const TODAY: Day = Day(30);

fn id(number: u32) -> MemoryId {
    MemoryId(u128::from(number))
}

fn item(pass: PassKind, members: &[u32]) -> ReviewItem {
    let other = id(members.last().copied().unwrap_or_default());
    let (rule, sentence) = ("T1".to_owned(), "they say nearly the same".to_owned());
    let finding = Finding { rule, other, overlap: 700, sentence };
    let members = members.iter().map(|number| id(*number)).collect();
    ReviewItem::new(pass, members, finding, Day(3))
}

/// `count` memories, older first, with one item about them all.
fn asked(pass: PassKind, count: u32) -> State {
    asking(pass, (1..=count).map(|number| memory(number, number as i32, &format!("text {number}"))))
}

fn asking(pass: PassKind, memories: impl IntoIterator<Item = Memory>) -> State {
    let mut state = store(memories);
    let numbers: Vec<u32> = state.memories.keys().map(|id| id.0 as u32).collect();
    let item = item(pass, &numbers);
    state.reviews.insert(item.id(), item);
    state
}

fn given(state: &State, by: Actor, answer: Answer) -> Given {
    let item = state.reviews.values().next().unwrap().clone();
    Given { item, answer, only: Vec::new(), note: None, by, now: TODAY.start() }
}

fn try_answer(
    state: &State,
    given: &Given,
    agents: AgentAnswers,
) -> Result<(Decided, State), Refused> {
    let decided = match answer(given, agents, state) {
        Ok(decided) => decided,
        Err(WriteError::Refused(refused)) => return Err(refused),
        Err(WriteError::Lookup(never)) => match never {},
    };
    let Ok(violations) = check(state, &decided.set, EntryKind::Review);
    assert!(violations.is_empty(), "{violations:#?}");
    let mut after = state.clone();
    apply(&decided.set, &mut after).unwrap();
    Ok((decided, after))
}

/// What a person's answer about all members leads to.
fn answered(state: &State, what: Answer) -> State {
    try_answer(state, &given(state, Actor::User, what), AgentAnswers::Suggest).unwrap().1
}

fn about(state: &State, what: Answer, only: &[u32]) -> Result<(Decided, State), Refused> {
    let mut given = given(state, Actor::User, what);
    given.only = only.iter().map(|number| id(*number)).collect();
    try_answer(state, &given, AgentAnswers::Suggest)
}

/// Standings with successors, links and marks; rulings; open items.
fn told(state: &State) -> String {
    let mut lines = Vec::new();
    for memory in state.memories.values() {
        let standing = match &memory.standing {
            Standing::Retired(Retirement { reason, successor, .. }) => {
                format!("{reason} by {}", successor.map_or(0, |id| id.0))
            }
            standing => standing.word().to_owned(),
        };
        let list = |name: &str, ids: &std::collections::BTreeSet<MemoryId>| {
            let ids: Vec<String> = ids.iter().map(|id| id.0.to_string()).collect();
            (!ids.is_empty()).then(|| format!(" {name} {}", ids.join(" ")))
        };
        let supersedes = list("supersedes", &memory.supersedes).unwrap_or_default();
        let marks = list("against", &memory.conflicts_with).unwrap_or_default();
        lines.push(format!("{} {standing}{supersedes}{marks}", memory.id.0));
    }
    for (key, ruling) in &state.rulings {
        let pass = key.pass.map_or("all", PassKind::word);
        let (a, b) = (key.first.0, key.second.0);
        lines.push(format!("{a}-{b} {pass}: {:?}", ruling.decision));
    }
    for item in state.reviews.values() {
        let members: Vec<String> = item.members.iter().map(|id| id.0.to_string()).collect();
        lines.push(format!("asks {} of {}", item.pass, members.join(" ")));
    }
    lines.join("\n")
}
