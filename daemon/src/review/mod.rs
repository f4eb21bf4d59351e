//! Answering what the passes asked: from an item and an answer to the one change set that carries it out. Pure.
//!
//! An answer does what its words say and nothing else: it never rewrites a text, never removes a memory, and touches only
//! members of the item and what is linked to them. It leaves rulings, so that the pair is not asked about again, and closes
//! the item, or what of it was answered. Undoing its journal entry opens the item again.
//!
//! | module | holds |
//! |---|---|
//! | `scene` | the part of the store that an answer may touch |
//! | `effect` | what each answer does to the members, and the rulings it leaves |
//! | `merge` | accepting that several say the same |
//! | `pair` | telling two memories apart that no item asks about |
//! | `left` | what of an item is still open, after an answer or anything else that retires |
//! | `doubt` | why it is asked |
//! | `suggest` | what an agent may do by itself, and how it suggests the rest |

mod doubt;
mod effect;
mod left;
mod merge;
mod pair;
mod scene;
mod suggest;

#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use consolidate_shared::change::{ChangeSet, Reason, Swap, What};
use consolidate_shared::id::{MemoryId, ReviewId};
use consolidate_shared::model::{Actor, Memory, Origin, Standing};
use consolidate_shared::plan::PassKind;
use consolidate_shared::review::{Answer, ReviewItem};
use consolidate_shared::ruling::{Decision, Ruling, RulingKey};
use consolidate_shared::state::{Lookup, State};
use consolidate_shared::time::Timestamp;
use consolidate_shared::wire::v1::{ErrorCode, Outcome, Refused};

use crate::pass::{Draft, rank};
use crate::relate::Rule;
use crate::write::WriteError;

use effect::Effect;

pub use doubt::doubt;
pub use left::{close_settled, lost, ruled};
pub use pair::{asking_of, tell_apart};
pub use suggest::AgentAnswers;

/// An answer whose references are resolved.
#[derive(Debug, Clone)]
pub struct Given {
    /// The open item.
    pub item: ReviewItem,
    /// The answer.
    pub answer: Answer,
    /// The members that it is about; empty: all.
    pub only: Vec<MemoryId>,
    /// Why, in the caller's words.
    pub note: Option<String>,
    /// Who answers.
    pub by: Actor,
    /// When.
    pub now: Timestamp,
}

/// What an answer comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    /// What is to be committed as one entry of kind review.
    pub set: ChangeSet,
    /// Whether it was carried out.
    pub outcome: Outcome,
    /// What is said to have been done.
    pub done: String,
    /// The item that asks what was not answered.
    pub rest: Option<ReviewId>,
}

/// Whether `memory` can still be asked about by `pass`.
pub fn stands(pass: PassKind, memory: &Memory) -> bool {
    match pass {
        PassKind::Conflict | PassKind::Merge | PassKind::Supersede | PassKind::Promote => {
            memory.standing == Standing::Active
        }
        // These passes ask nothing.
        PassKind::Decay | PassKind::Prune => false,
    }
}

/// The memory that stays when the answer is yes, among the members that stand, older first; `None`: all stay.
pub fn keeps(item: &ReviewItem, live: &[&Memory]) -> Option<MemoryId> {
    let kept = match item.pass {
        PassKind::Merge => live.iter().min_by_key(|memory| survival(item, memory)),
        PassKind::Supersede => live.last(),
        PassKind::Conflict | PassKind::Decay | PassKind::Prune => None,
        PassKind::Promote => live.first(),
    };
    kept.map(|memory| memory.id)
}

/// Which of several that are to become one survives: the least. Where one says more than the other, the richer wording stays
/// in front, since the shorter says nothing that it lacks; else as in the pass.
fn survival(item: &ReviewItem, memory: &Memory) -> impl Ord + use<> {
    let refines = item.finding.rule == Rule::Refinement.name();
    let words = if refines { memory.text.split_whitespace().count() } else { 0 };
    (memory.origin != Origin::User, !memory.pinned, Reverse(words), rank(memory))
}

/// The answers that an item takes, by their words.
pub fn possible(item: &ReviewItem) -> &'static [&'static str] {
    match item.members.len() {
        0 | 1 => &["accept", "reject", "snooze"],
        _ => &["accept", "reject", "distinct", "supersede", "snooze"],
    }
}

/// The change set that carries out an answer, or stores it as a suggestion.
///
/// # Errors
/// A refusal, when the answer does not fit the item or the caller may not answer.
pub fn answer<L: Lookup>(
    given: &Given,
    agents: AgentAnswers,
    state: &L,
) -> Result<Decided, WriteError<L::Error>> {
    suggest::may_answer_at_all(given, agents)?;
    let scene = scene::load(&given.item, state).map_err(WriteError::Lookup)?;
    let live = scene::live(&given.item, &scene);
    if live.len() < given.item.members.len().min(2) {
        return Ok(moot(given, &scene));
    }
    let about = about(given, &live)?;
    let decided = carry_out(given, &about, &scene)?;
    match suggest::beyond(given, agents, &decided.set, &scene) {
        None => Ok(decided),
        Some(why) => Ok(suggest::suggest(given, &why, &scene)?),
    }
}

/// The members that the answer is about, older first.
fn about(given: &Given, live: &[MemoryId]) -> Result<Vec<MemoryId>, Refused> {
    let invalid = |message: String| Refused::new(ErrorCode::Invalid, message);
    let id = given.item.id();
    if !possible(&given.item).contains(&given.answer.word()) {
        let message =
            format!("{id} is about one memory and does not take `{}`", given.answer.word());
        return Err(invalid(message).hint("answer `accept`, `reject` or `snooze`"));
    }
    let winner = match given.answer {
        Answer::Supersede { winner } => Some(winner),
        _ => None,
    };
    for named in given.only.iter().chain(&winner) {
        if !given.item.members.contains(named) {
            return Err(invalid(format!("{named} is not a member of {id}"))
                .hint(format!("`consolidate review show {id}` lists its members")));
        }
        if !live.contains(named) {
            return Err(invalid(format!(
                "{named} is no longer active and cannot be answered about"
            ))
            .hint("leave it out; the other members can be answered"));
        }
    }
    let all = given.only.is_empty();
    let about: Vec<MemoryId> =
        live.iter().copied().filter(|member| all || given.only.contains(member)).collect();
    if about.len() < live.len().min(2) {
        return Err(invalid("an answer about a single member says nothing".to_owned())
            .hint("name two or more with `--only`"));
    }
    if winner.is_some_and(|winner| !about.contains(&winner)) {
        return Err(invalid("the winner is not among the members named with `--only`".to_owned())
            .hint("name it there too"));
    }
    Ok(about)
}

/// Closes an item of which nothing is left to answer.
fn moot(given: &Given, scene: &State) -> Decided {
    let mut draft = Draft::new(scene);
    let what = "all its members are active and the question is open".to_owned();
    draft.review(Some(&given.item), None, &Reason::NoLonger { what });
    let gone = scene::gone(&given.item, scene).join(", ");
    Decided {
        set: draft.into_set(),
        outcome: Outcome::Moot,
        done: format!("closed {}: {gone}; there was nothing left to answer", given.item.id()),
        rest: None,
    }
}

fn carry_out(given: &Given, about: &[MemoryId], scene: &State) -> Result<Decided, Refused> {
    let Given { item, answer, note, now, .. } = given;
    let mut draft = Draft::new(scene);
    let Effect { rulings, mut done } = effect::of(given, about, scene, &mut draft)?;
    let mut set = draft.into_set();
    rule(rulings, given, scene, &mut set);
    let said = match note {
        Some(note) => format!("{answer}: {note}"),
        None => answer.to_string(),
    };
    let rest = left::close(item, &answered(&said, None), &mut set, scene, now.day());
    if let Some(rest) = rest {
        done = format!("{done}; the rest waits as {rest}");
    }
    let gone = scene::gone(item, scene);
    if !gone.is_empty() {
        done = format!("{done}; left out: {}", gone.join(", "));
    }
    Ok(Decided { set, outcome: Outcome::Done, done, rest })
}

/// Appends the rulings that an answer leaves, those that are there already apart.
fn rule(rulings: Vec<(RulingKey, Decision)>, given: &Given, scene: &State, set: &mut ChangeSet) {
    let Given { answer, by, now, .. } = given;
    for (key, decision) in rulings {
        if key.pass.is_none() {
            wake(&key, answer.word(), scene, set);
        }
        let before = scene.rulings.get(&key).cloned();
        if before.as_ref().is_none_or(|ruling| ruling.decision != decision) {
            let after = Ruling { decision, by: by.clone(), at: *now };
            let ruling = Swap::new(before, Some(after));
            set.push(What::Ruling { key, ruling }, answered(answer.word(), None));
        }
    }
}

/// Lifts every snooze of a pair that is answered for all passes: there is nothing to come back to.
fn wake(key: &RulingKey, word: &str, scene: &State, set: &mut ChangeSet) {
    for pass in PassKind::ALL {
        let key = RulingKey { pass: Some(*pass), ..key.clone() };
        let snoozed = scene.rulings.get(&key);
        if let Some(it) = snoozed.filter(|it| matches!(it.decision, Decision::Snooze { .. })) {
            let ruling = Swap::new(Some(it.clone()), None);
            set.push(What::Ruling { key, ruling }, answered(word, None));
        }
    }
}

fn answered(answer: &str, other: Option<MemoryId>) -> Reason {
    Reason::Answered { answer: answer.to_owned(), other }
}

/// Every pair among `members`; a single one with itself.
fn pairs(members: &[MemoryId]) -> Vec<(MemoryId, MemoryId)> {
    if let [only] = members {
        return vec![(*only, *only)];
    }
    let later = |place: usize| members.iter().skip(place + 1);
    let all = members.iter().enumerate();
    all.flat_map(|(place, &a)| later(place).map(move |&b| (a, b))).collect()
}

/// What was ruled on a pair, for this pass and for all.
fn rulings_on(
    scene: &State,
    (a, b): (MemoryId, MemoryId),
    pass: PassKind,
) -> impl Iterator<Item = &Decision> {
    [Some(pass), None].into_iter().filter_map(move |pass| {
        scene.rulings.get(&RulingKey::pair(a, b, pass)).map(|ruling| &ruling.decision)
    })
}
