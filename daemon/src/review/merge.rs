//! Accepting that several memories say the same: all are folded into the survivor.
//!
//! Beyond what the pass does, a pin is handed on, and a slot where the survivor has none: whoever answers has said that the
//! survivor stands for all of them.

use std::cell::RefCell;
use std::collections::BTreeSet;

use consolidate_shared::change::{Edit, Swap};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::Memory;
use consolidate_shared::plan::PassKind;
use consolidate_shared::ruling::Decision;
use consolidate_shared::state::State;
use consolidate_shared::wire::v1::{ErrorCode, Refused};

use super::effect::{Effect, not_told_apart};
use super::{Given, answered, pairs, rulings_on, survival};
use crate::pass::{Draft, Terms, contradict, fold};

pub(super) fn accept(
    given: &Given,
    about: &[MemoryId],
    scene: &State,
    draft: &mut Draft<'_>,
) -> Result<Effect, Refused> {
    not_told_apart(given, &pairs(about), scene)?;
    let mut ranked: Vec<&Memory> =
        about.iter().filter_map(|id| scene.memories.get(id)).map(AsRef::as_ref).collect();
    ranked.sort_by_key(|memory| survival(&given.item, memory));
    let Some((survivor, duplicates)) = ranked.split_first() else { return Ok(Effect::default()) };
    let slot = one_slot(&ranked)?;
    let mut effect = Effect::default();
    for duplicate in duplicates {
        fits(survivor, duplicate, draft)?;
        fold_one(given, survivor.id, duplicate.id, scene, (draft, &mut effect));
    }
    let why = answered(given.answer.word(), duplicates.first().map(|memory| memory.id));
    if !survivor.pinned && duplicates.iter().any(|memory| memory.pinned) {
        draft.edit(survivor.id, Edit::Pinned(Swap::new(false, true)), &why);
    }
    if survivor.slot.is_none() {
        draft.edit(survivor.id, Edit::Slot(Swap::new(None, slot)), &why);
    }
    for pair in pairs(about) {
        effect.rule(pair, Some(PassKind::Merge), Decision::Approved);
    }
    let (id, count) = (given.item.id(), duplicates.len());
    let what = if count == 1 { "memory is" } else { "memories are" };
    let marks = taken_over(survivor, draft);
    effect.done = format!("accepted {id}: {count} {what} folded into {}{marks}", survivor.id);
    Ok(effect)
}

fn fold_one(
    given: &Given,
    survivor: MemoryId,
    duplicate: MemoryId,
    scene: &State,
    (draft, effect): (&mut Draft<'_>, &mut Effect),
) {
    let both = draft.active(survivor).zip(draft.active(duplicate));
    let Some((survivor, duplicate)) = both else { return };
    let said = |a: MemoryId, b: MemoryId, wanted: fn(&Decision) -> bool| {
        rulings_on(scene, (a, b), PassKind::Conflict).any(wanted)
    };
    let of_either = |other: &Memory, wanted: fn(&Decision) -> bool| {
        said(survivor.id, other.id, wanted) || said(duplicate.id, other.id, wanted)
    };
    // Whoever says that they are the same says so of what contradicts one of them too, whatever the rules see in the words that
    // stay in front. A mark that nothing stands for goes over as it is: it is the conflict pass that looks at these.
    let said_so = RefCell::new(Vec::new());
    let keeps_mark = |a: &Memory, b: &Memory| {
        let bars = |it: &Decision| matches!(it, Decision::Distinct | Decision::Hold);
        let approves = |it: &Decision| *it == Decision::Approved;
        if of_either(b, bars) {
            return false;
        }
        if !of_either(b, approves) && contradict(&duplicate, b) && !contradict(a, b) {
            said_so.borrow_mut().push((a.id, b.id));
        }
        true
    };
    let why = |other| answered(given.answer.word(), Some(other));
    let terms = Terms {
        day: given.now.day(),
        gains: why(duplicate.id),
        retires: why(survivor.id),
        against: BTreeSet::new(),
        keeps_mark: &keeps_mark,
    };
    fold(draft, &survivor, &duplicate, &terms);
    for pair in said_so.into_inner() {
        effect.rule(pair, Some(PassKind::Conflict), Decision::Approved);
    }
}

/// Names what the survivor is marked with since it took others in.
fn taken_over(survivor: &Memory, draft: &Draft<'_>) -> String {
    let marks = draft.memory(survivor.id).map(|memory| memory.conflicts_with.clone());
    let marks = marks.unwrap_or_default();
    let new: Vec<String> =
        marks.difference(&survivor.conflicts_with).map(ToString::to_string).collect();
    match new.as_slice() {
        [] => String::new(),
        new => format!("; it takes over the conflict with {}", new.join(", ")),
    }
}

/// The one slot that they have, if any: a survivor cannot answer two questions.
fn one_slot(memories: &[&Memory]) -> Result<Option<String>, Refused> {
    let slots: BTreeSet<&String> =
        memories.iter().filter_map(|memory| memory.slot.as_ref()).collect();
    if slots.len() > 1 {
        let list: Vec<String> = slots.iter().map(|slot| format!("`{slot}`")).collect();
        return Err(apart(&format!("they answer different slots ({})", list.join(", "))));
    }
    Ok(slots.first().map(|slot| (*slot).clone()))
}

/// What a fold would lose forbids it, whoever says that they are the same.
fn fits(survivor: &Memory, duplicate: &Memory, draft: &Draft<'_>) -> Result<(), Refused> {
    let (a, b) = (survivor, duplicate);
    let linked = || draft.leads_to(a.id, b.id) || draft.leads_to(b.id, a.id);
    let why = if (a.kind, &a.scope) != (b.kind, &b.scope) {
        "they are of different kinds or scopes"
    } else if (a.valid_from, a.valid_until) != (b.valid_from, b.valid_until) {
        "they hold at different times"
    } else if a.steps != b.steps || a.trigger != b.trigger {
        "they have different steps or triggers"
    } else if linked() {
        "one of them replaces the other"
    } else {
        return Ok(());
    };
    Err(apart(&format!("{} and {}: {why}", a.id, b.id)))
}

fn apart(why: &str) -> Refused {
    Refused::new(ErrorCode::Invalid, format!("these cannot become one: {why}")).hint(
        "answer `supersede --winner ID`, `distinct` or `reject`, or name others with `--only`",
    )
}
