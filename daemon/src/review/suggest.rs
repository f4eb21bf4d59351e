//! What an agent may answer by itself, and how it suggests the rest.

use consolidate_shared::change::{ChangeSet, Edit, Swap, What};
use consolidate_shared::limits;
use consolidate_shared::model::Actor;
use consolidate_shared::review::Suggestion;
use consolidate_shared::state::State;
use consolidate_shared::wire::v1::{ErrorCode, Outcome, Refused};

use super::{Decided, Given, answered};
use crate::write::{is_a_persons, takes_from_a_person};

/// What becomes of an agent's answer; `review.agents` in the configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AgentAnswers {
    /// It is refused.
    Off,
    /// It is kept beside the item until a person answers.
    #[default]
    Suggest,
    /// It is carried out where it takes nothing from a person, and is kept as a suggestion elsewhere.
    Resolve,
}

/// Whether the caller may answer in any way.
pub(super) fn may_answer_at_all(given: &Given, agents: AgentAnswers) -> Result<(), Refused> {
    if given.by == Actor::User || agents != AgentAnswers::Off {
        return Ok(());
    }
    let message = "agents do not answer review items here (`review.agents = \"off\"`)";
    Err(Refused::new(ErrorCode::Forbidden, message)
        .hint("a person answers with `--as user`, or lets agents: `review.agents = \"suggest\"` or \"resolve\" in the config file"))
}

/// Why the answer is only suggested; nothing when it is carried out.
pub(super) fn beyond(
    given: &Given,
    agents: AgentAnswers,
    set: &ChangeSet,
    scene: &State,
) -> Option<String> {
    if given.by == Actor::User {
        return None;
    }
    if agents != AgentAnswers::Resolve {
        return Some("a person decides".to_owned());
    }
    let Ok(taken) = takes_from_a_person(set, scene);
    if let Some(id) = taken {
        return Some(format!("{id} is pinned, a policy or a person's"));
    }
    set.changes.iter().find_map(|change| match &change.what {
        What::Ruling { key, ruling: Swap { before: Some(before), .. } }
            if before.by == Actor::User =>
        {
            Some(format!("a person ruled on {key}"))
        }
        What::Edit { subject, edit: Edit::Slot(_) } => {
            let theirs = scene.memories.get(subject).is_some_and(|memory| is_a_persons(memory));
            theirs.then(|| format!("{subject} is pinned, a policy or a person's"))
        }
        What::Edit { edit: Edit::Scope(_), .. } => {
            Some("a person says what holds everywhere".to_owned())
        }
        _ => None,
    })
}

/// Keeps the answer beside the item; one suggestion an agent.
pub(super) fn suggest(given: &Given, why: &str, scene: &State) -> Result<Decided, Refused> {
    let Given { item, answer, only, note, by, now } = given;
    let suggestion = Suggestion {
        by: by.clone(),
        at: *now,
        answer: *answer,
        only: only.clone(),
        note: note.clone(),
    };
    let same = |it: &Suggestion| Suggestion { at: *now, ..it.clone() } == suggestion;
    let mut set = ChangeSet::default();
    if !item.suggestions.iter().any(same) {
        let mut after = item.clone();
        after.suggestions.retain(|it| it.by != *by);
        if after.suggestions.len() >= limits::SUGGESTIONS_PER_ITEM {
            let count = after.suggestions.len();
            let message =
                format!("{count} agents have said what they would answer; that is enough");
            return Err(Refused::new(ErrorCode::Invalid, message).hint("a person decides now"));
        }
        after.suggestions.push(suggestion);
        for memory in item.members.iter().filter_map(|id| scene.memories.get(id)) {
            set.excerpt(memory);
        }
        let swap = Swap::new(Some(Box::new(item.clone())), Some(Box::new(after)));
        set.push(What::Review(swap), answered(&format!("suggested {answer}"), None));
    }
    let done = format!("suggested {answer} for {}: {why}", item.id());
    Ok(Decided { set, outcome: Outcome::Suggested, done, rest: Some(item.id()) })
}
