//! Telling two memories apart that no item asks about: a mark that a rule made is no question, and one answer closes it too.

use consolidate_shared::change::Finding;
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::Memory;
use consolidate_shared::plan::PassKind;
use consolidate_shared::review::ReviewItem;
use consolidate_shared::ruling::{Decision, RulingKey};
use consolidate_shared::state::Lookup;
use consolidate_shared::time::Day;
use consolidate_shared::wire::v1::{ErrorCode, Outcome, Refused};

use super::suggest::{beyond, may_answer_at_all};
use super::{AgentAnswers, Decided, Given, answered, rule, scene};
use crate::pass::Draft;
use crate::write::WriteError;

/// The question that telling `a` and `b` apart says no to. It is open nowhere.
pub fn asking_of(a: &Memory, b: &Memory, day: Day) -> ReviewItem {
    let mut members = [(a.instant(), a.id), (b.instant(), b.id)];
    members.sort_unstable();
    let sentence = "somebody told them apart".to_owned();
    let finding = Finding { rule: "told".to_owned(), other: a.id, overlap: 0, sentence };
    ReviewItem::new(PassKind::Conflict, members.map(|(_, id)| id).to_vec(), finding, day)
}

/// The change set that rules the two members of an item of [`asking_of`] to be distinct, for every pass, and takes the conflict
/// mark between them off.
///
/// # Errors
/// A refusal, where one of them is not served, one replaces the other, or the caller may not answer.
pub fn tell_apart<L: Lookup>(
    given: &Given,
    agents: AgentAnswers,
    state: &L,
) -> Result<Decided, WriteError<L::Error>> {
    may_answer_at_all(given, agents)?;
    let scene = scene::load(&given.item, state).map_err(WriteError::Lookup)?;
    let memories = given.item.members.iter().filter_map(|id| scene.memories.get(id));
    let [a, b] = memories.collect::<Vec<_>>()[..] else {
        let message = "two memories that are there are told apart";
        return Err(Refused::new(ErrorCode::Invalid, message).into());
    };
    may_part(a, b)?;
    let mut draft = Draft::new(&scene);
    let why = |other: MemoryId| answered(given.answer.word(), Some(other));
    let marked = a.conflicts_with.contains(&b.id) || b.conflicts_with.contains(&a.id);
    draft.unmark(a.id, b.id, &why(b.id));
    let mut set = draft.into_set();
    set.excerpt(a);
    set.excerpt(b);
    let key = RulingKey::pair(a.id, b.id, None);
    rule(vec![(key, Decision::Distinct)], given, &scene, &mut set);
    if set.changes.is_empty() {
        set.excerpts.clear();
    }
    if let Some(why) = beyond(given, agents, &set, &scene) {
        let message = format!("an agent does not tell {} and {} apart here: {why}", a.id, b.id);
        return Err(Refused::new(ErrorCode::Forbidden, message)
            .hint("a person does it with `--as user`")
            .into());
    }
    let mark = if marked { "; they are no longer marked as conflicting" } else { "" };
    let done = format!("told {} and {} apart{mark}", a.id, b.id);
    Ok(Decided { set, outcome: Outcome::Done, done, rest: None })
}

/// Only what is served, and not replaced one by the other, can be told apart.
fn may_part(a: &Memory, b: &Memory) -> Result<(), Refused> {
    let invalid = |message: String| Refused::new(ErrorCode::Invalid, message);
    if a.id == b.id {
        return Err(invalid("a memory cannot be told apart from itself".to_owned()));
    }
    if let Some(gone) = [a, b].into_iter().find(|memory| !memory.standing.is_served()) {
        return Err(invalid(format!("{} is {}", gone.id, gone.standing.word()))
            .hint(format!("bring it back first: `consolidate revive {}`", gone.id)));
    }
    for (older, newer) in [(a, b), (b, a)] {
        if older.superseded_by.contains(&newer.id) {
            return Err(invalid(format!("{} replaces {}", newer.id, older.id))
                .hint(format!("`consolidate revive {}` takes that back", older.id)));
        }
    }
    Ok(())
}
