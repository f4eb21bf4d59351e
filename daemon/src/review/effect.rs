//! What each answer does to the members, and the rulings that it leaves.

use consolidate_shared::change::{Edit, Swap, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Name, Scope};
use consolidate_shared::plan::PassKind;
use consolidate_shared::review::Answer;
use consolidate_shared::ruling::{Decision, RulingKey};
use consolidate_shared::state::State;
use consolidate_shared::time::Day;
use consolidate_shared::wire::v1::{ErrorCode, Refused};

use super::{Given, answered, merge, pairs, rulings_on};
use crate::pass::{Draft, replace, revive_if_reverted};

/// What an answer leaves beside the changes in the draft.
#[derive(Debug, Default)]
pub(super) struct Effect {
    pub(super) rulings: Vec<(RulingKey, Decision)>,
    pub(super) done: String,
}

impl Effect {
    pub(super) fn rule(
        &mut self,
        pair: (MemoryId, MemoryId),
        pass: Option<PassKind>,
        it: Decision,
    ) {
        self.rulings.push((RulingKey::pair(pair.0, pair.1, pass), it));
    }
}

/// Carries out the answer on the members `about`, older first.
pub(super) fn of(
    given: &Given,
    about: &[MemoryId],
    scene: &State,
    draft: &mut Draft<'_>,
) -> Result<Effect, Refused> {
    let (id, pass) = (given.item.id(), given.item.pass);
    match given.answer {
        Answer::Accept => accept(given, about, scene, draft),
        Answer::Supersede { winner } => supersede(given, winner, about, scene, draft),
        Answer::Reject => {
            part(given, about, draft);
            let mut effect = everywhere(about, Some(pass), &Decision::Distinct);
            effect.done = format!("rejected {id}: all stay as they are");
            Ok(effect)
        }
        Answer::Distinct => {
            part(given, about, draft);
            let mut effect = everywhere(about, None, &Decision::Distinct);
            effect.done = format!("told the members of {id} apart");
            Ok(effect)
        }
        Answer::Snooze { until } => {
            let mut effect = everywhere(about, Some(pass), &Decision::Snooze { until });
            effect.done = format!("snoozed {id} until {until}");
            Ok(effect)
        }
    }
}

fn everywhere(about: &[MemoryId], pass: Option<PassKind>, decision: &Decision) -> Effect {
    let mut effect = Effect::default();
    for pair in pairs(about) {
        effect.rule(pair, pass, decision.clone());
    }
    effect
}

fn accept(
    given: &Given,
    about: &[MemoryId],
    scene: &State,
    draft: &mut Draft<'_>,
) -> Result<Effect, Refused> {
    let Some((&newest, others)) = about.split_last() else { return Ok(Effect::default()) };
    match given.item.pass {
        PassKind::Merge => merge::accept(given, about, scene, draft),
        PassKind::Supersede => supersede(given, newest, about, scene, draft),
        PassKind::Conflict => {
            let pairs: Vec<_> = others.iter().map(|other| (newest, *other)).collect();
            not_told_apart(given, &pairs, scene)?;
            let mut effect = Effect::default();
            for (a, b) in pairs {
                let why = |other| answered("they contradict each other", Some(other));
                draft.mark(a, b, (&why(b), &why(a)));
                effect.rule((a, b), Some(PassKind::Conflict), Decision::Approved);
            }
            effect.done = format!("accepted {}: marked as conflicting, all stay", given.item.id());
            Ok(effect)
        }
        PassKind::Promote => widen(given, newest, scene, draft),
        // These passes ask nothing.
        PassKind::Decay | PassKind::Prune => Ok(Effect::default()),
    }
}

/// A lesson that held in several projects holds everywhere from now on.
fn widen(
    given: &Given,
    lesson: MemoryId,
    scene: &State,
    draft: &mut Draft<'_>,
) -> Result<Effect, Refused> {
    let mut effect = Effect::default();
    if let Some(memory) = draft.memory(lesson) {
        let why = answered("it holds everywhere", None);
        if let Some(id) = &memory.external_id {
            // Its id elsewhere is known everywhere too, as if it had come without a project.
            let name = Name::External { project: None, id: id.clone() };
            match scene.names.get(&name) {
                None => {
                    let target = Swap::new(None, Some(lesson));
                    draft.push(What::Name { name, target }, why.clone());
                }
                Some(known) if *known == lesson => {}
                Some(other) => {
                    let message = format!("{other} is called `{id}` everywhere already");
                    return Err(Refused::new(ErrorCode::Invalid, message)
                        .hint("answer `reject`, or record the lesson anew without a project"));
                }
            }
        }
        let everywhere = Scope { project: None, ..memory.scope.clone() };
        let edit = Edit::Scope(Swap::new(memory.scope.clone(), everywhere));
        draft.edit(lesson, edit, &why);
    }
    effect.rule((lesson, lesson), Some(PassKind::Promote), Decision::Approved);
    effect.done = format!("accepted {}: {lesson} holds everywhere", given.item.id());
    Ok(effect)
}

/// What was told apart is not brought together by an answer about more than it.
pub(super) fn not_told_apart(
    given: &Given,
    pairs: &[(MemoryId, MemoryId)],
    scene: &State,
) -> Result<(), Refused> {
    let apart = |pair: &&(MemoryId, MemoryId)| {
        rulings_on(scene, **pair, given.item.pass).any(|it| *it == Decision::Distinct)
    };
    match pairs.iter().find(apart) {
        None => Ok(()),
        Some((a, b)) => Err(Refused::new(
            ErrorCode::Invalid,
            format!("{a} and {b} were told apart before; this would bring them together"),
        )
        .hint("answer about others with `--only ID,ID`, or take that answer back with `consolidate undo`")),
    }
}

/// `winner` replaces the others: they are linked to it and retired.
fn supersede(
    given: &Given,
    winner: MemoryId,
    about: &[MemoryId],
    scene: &State,
    draft: &mut Draft<'_>,
) -> Result<Effect, Refused> {
    let losers: Vec<MemoryId> = about.iter().copied().filter(|id| *id != winner).collect();
    let mut effect = Effect::default();
    for &loser in &losers {
        replaced(given, (winner, loser), scene, draft)?;
        effect.rule((winner, loser), Some(PassKind::Supersede), Decision::Approved);
        match given.item.pass {
            // Should the loser come back, the two are marked again, and nobody is asked.
            PassKind::Conflict => {
                effect.rule((winner, loser), Some(PassKind::Conflict), Decision::Approved);
            }
            PassKind::Merge => {
                effect.rule((winner, loser), Some(PassKind::Merge), Decision::Distinct);
            }
            PassKind::Supersede | PassKind::Promote | PassKind::Decay | PassKind::Prune => {}
        }
    }
    let what = if losers.len() == 1 { "memory is" } else { "memories are" };
    effect.done =
        format!("answered {}: {} {what} replaced by {winner}", given.item.id(), losers.len());
    Ok(effect)
}

fn replaced(
    given: &Given,
    (winner, loser): (MemoryId, MemoryId),
    scene: &State,
    draft: &mut Draft<'_>,
) -> Result<(), Refused> {
    let (day, word): (Day, &str) = (given.now.day(), given.answer.word());
    let why = |other| answered(word, Some(other));
    // A link the other way round is what the answer says no to.
    draft.unlink(loser, winner, &why(winner));
    if draft.leads_to(winner, loser) {
        let message = format!("{loser} replaces {winner} already, through others");
        return Err(Refused::new(ErrorCode::Invalid, message)
            .hint("name the other one as the winner, or answer `reject`"));
    }
    let both = draft.memory(winner).zip(draft.memory(loser));
    draft.link(winner, loser, (&why(loser), &why(winner)));
    if let Some(older) = draft.memory(loser) {
        replace(draft, (winner, &older), day, &why(winner));
    }
    if let Some((newer, older)) = both {
        let bars = |a, b| {
            rulings_on(scene, (a, b), PassKind::Supersede)
                .any(|it| matches!(it, Decision::Distinct | Decision::Hold))
        };
        revive_if_reverted(draft, &newer, &older, &why(winner), &bars);
    }
    Ok(())
}

/// Takes away what says yes to a question that was answered with no: marks, and links that never took effect.
fn part(given: &Given, about: &[MemoryId], draft: &mut Draft<'_>) {
    let why = |other| answered(given.answer.word(), Some(other));
    for (a, b) in pairs(about) {
        match given.item.pass {
            PassKind::Conflict => draft.unmark(a, b, &why(b)),
            PassKind::Supersede => {
                draft.unlink(a, b, &why(b));
                draft.unlink(b, a, &why(a));
            }
            PassKind::Merge | PassKind::Promote | PassKind::Decay | PassKind::Prune => {}
        }
    }
}
