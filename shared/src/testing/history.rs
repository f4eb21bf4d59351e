//! Arbitrary change sets that apply, and the states they lead to.
//!
//! A change set fits one state only, so what is drawn is an *intent*, and [`realise`] turns intents into the change set
//! that carries them out where it can. Realised on one state and applied to another, it is a realistic stale one.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::memory::{finding, memory, name, review_item, ruling, ruling_key};
use super::{memory_id, text};
use crate::change::{ChangeSet, CounterEdit, Edit, Reason, SetEdit, Swap, What, apply};
use crate::id::MemoryId;
use crate::model::{Judge, Kind, Memory, Name, RetireReason, Signal};
use crate::overlay::Overlay;
use crate::review::ReviewItem;
use crate::ruling::{Ruling, RulingKey};
use crate::state::{Lookup, State};

/// What somebody might want to do to a store.
#[derive(Debug, Clone)]
pub enum Intent {
    /// Adds a memory, if its id is free.
    Add(Box<Memory>),
    /// Removes the memory at this place (modulo their number).
    Remove(usize),
    /// Makes one field (by its number) of the memory at this place what it is in another memory.
    Edit(usize, u8, Box<Memory>),
    /// Lets a name resolve, or cease to.
    Name(Name, Option<MemoryId>),
    /// Opens a review item, or closes it.
    Review(ReviewItem, bool),
    /// Lays down a ruling, or lifts it.
    Rule(RulingKey, Option<Ruling>),
}

/// Any intent and its reason.
pub fn intent() -> BoxedStrategy<(Intent, Reason)> {
    let what = prop_oneof![
        4 => memory().prop_map(|memory| Intent::Add(Box::new(memory))),
        1 => any::<usize>().prop_map(Intent::Remove),
        6 => (any::<usize>(), any::<u8>(), memory())
            .prop_map(|(place, field, memory)| Intent::Edit(place, field, Box::new(memory))),
        2 => (name(), option::of(memory_id())).prop_map(|(name, to)| Intent::Name(name, to)),
        2 => (review_item(), any::<bool>()).prop_map(|(item, open)| Intent::Review(item, open)),
        2 => (ruling_key(), option::of(ruling())).prop_map(|(key, to)| Intent::Rule(key, to)),
    ];
    (what, reason()).boxed()
}

/// A few intents, as one change set carries out.
pub fn intents() -> BoxedStrategy<Vec<(Intent, Reason)>> {
    vec(intent(), 1..8).boxed()
}

/// Any state that change sets lead to.
pub fn state() -> BoxedStrategy<State> {
    vec(intent(), 0..16)
        .prop_map(|intents| {
            let mut state = State::default();
            let set = realise(&intents, &state);
            apply(&set, &mut state).expect("a realised change set applies");
            state
        })
        .boxed()
}

fn reason() -> BoxedStrategy<Reason> {
    prop_oneof![
        Just(Reason::Recorded),
        Just(Reason::Imported),
        option::of(text()).prop_map(|note| Reason::Ordered { note }),
        finding().prop_map(Reason::Found),
        memory_id().prop_map(|successor| Reason::Linked { successor }),
        memory_id().prop_map(|of| Reason::Follows { of }),
        text().prop_map(|what| Reason::NoLonger { what }),
        Just(Reason::Held),
        (text(), option::of(memory_id()))
            .prop_map(|(answer, other)| Reason::Answered { answer, other }),
        text().prop_map(|what| Reason::Mended { what }),
        weighed(),
    ]
    .boxed()
}

/// A reason that consists of numbers.
fn weighed() -> BoxedStrategy<Reason> {
    let share = any::<u16>;
    let count = any::<u32>;
    prop_oneof![
        (select(Signal::ALL), select(Judge::ALL), count(), option::of(text()))
            .prop_map(|(signal, judge, weight, note)| Reason::Told { signal, judge, weight, note }),
        any::<u64>().prop_map(|times| Reason::Met { times }),
        (count(), any::<bool>(), share()).prop_map(|(contexts, person, support)| {
            Reason::Confirmed { contexts, person, support }
        }),
        (any::<u64>(), count(), share()).prop_map(|(uses, contexts, support)| Reason::Proven {
            uses,
            contexts,
            support
        }),
        (any::<u64>(), count()).prop_map(|(uses, most)| Reason::Outranked { uses, most }),
        (count(), count(), count(), share()).prop_map(
            |(contexts, contradicted, confirmed, harm)| Reason::Harmful {
                contexts,
                contradicted,
                confirmed,
                harm
            }
        ),
        (select(Kind::ALL), any::<bool>(), count(), share(), count()).prop_map(
            |(kind, user, days, tau, confirmed)| Reason::Decayed {
                kind,
                user,
                days,
                tau,
                confirmed
            }
        ),
        (count(), any::<u64>()).prop_map(|(days, uses)| Reason::Unused { days, uses }),
        count().prop_map(|days| Reason::Unconfirmed { days }),
        (select(RetireReason::ALL), count())
            .prop_map(|(retired, days)| Reason::Garbage { retired, days }),
    ]
    .boxed()
}

/// The change set that carries out the intents on `state`; those that change nothing there are left out.
pub fn realise(intents: &[(Intent, Reason)], state: &State) -> ChangeSet {
    let mut overlay = Overlay::new(state);
    let mut set = ChangeSet::default();
    for (intent, reason) in intents {
        let Some(what) = change(intent, state, &overlay) else { continue };
        let mut step = ChangeSet::default();
        if let What::Edit { subject, .. } = &what
            && let Ok(Some(memory)) = overlay.memory(*subject)
        {
            set.excerpt(&memory);
        }
        step.push(what, reason.clone());
        apply(&step, &mut overlay).expect("a change from what is there applies");
        set.changes.append(&mut step.changes);
    }
    set
}

fn change(intent: &Intent, state: &State, now: &Overlay<'_, State>) -> Option<What> {
    let known = |id: MemoryId| now.memory(id).ok().flatten();
    let at = |place: usize| {
        let count = state.memories.len().max(1);
        known(*state.memories.keys().nth(place % count)?)
    };
    match intent {
        Intent::Add(memory) => known(memory.id).is_none().then(|| What::Add(memory.clone())),
        Intent::Remove(place) => at(*place).map(|memory| What::Remove(Box::new((*memory).clone()))),
        Intent::Edit(place, field, other) => {
            let memory = at(*place)?;
            let edit = edit(*field, &memory, other);
            (!edit.is_nothing()).then_some(What::Edit { subject: memory.id, edit })
        }
        Intent::Name(name, after) => {
            let target = Swap::new(now.name(name).ok()?, *after);
            (target.before != target.after).then(|| What::Name { name: name.clone(), target })
        }
        Intent::Review(item, open) => {
            let before = now.review(item.id()).ok()?.map(Box::new);
            let after = open.then(|| Box::new(item.clone()));
            (before != after).then(|| What::Review(Swap::new(before, after)))
        }
        Intent::Rule(key, after) => {
            let ruling = Swap::new(now.ruling(key).ok()?, after.clone());
            (ruling.before != ruling.after).then(|| What::Ruling { key: key.clone(), ruling })
        }
    }
}

/// The edit that makes one field of `memory` what it is in `other`.
fn edit(field: u8, memory: &Memory, other: &Memory) -> Edit {
    let (a, b) = (memory, other);
    let grown = |from: u32, to: u32| i64::from(to) - i64::from(from);
    match field % 15 {
        0 => Edit::Standing(Swap::new(a.standing.clone(), b.standing.clone())),
        1 => Edit::Tier(Swap::new(a.tier, b.tier)),
        2 => Edit::Pinned(Swap::new(a.pinned, b.pinned)),
        3 => Edit::Strength(Swap::new(a.strength, b.strength)),
        4 => Edit::Slot(Swap::new(a.slot.clone(), b.slot.clone())),
        5 => Edit::Anchors(SetEdit::between(&a.anchors, &b.anchors)),
        6 => Edit::Supersedes(SetEdit::between(&a.supersedes, &b.supersedes)),
        7 => Edit::SupersededBy(SetEdit::between(&a.superseded_by, &b.superseded_by)),
        8 => Edit::ConflictsWith(SetEdit::between(&a.conflicts_with, &b.conflicts_with)),
        9 => Edit::Sources(SetEdit::between(&a.sources, &b.sources)),
        10 => Edit::Wordings(SetEdit::between(&a.wordings, &b.wordings)),
        11 => Edit::Evidence(CounterEdit {
            confirmed: grown(a.evidence.confirmed, b.evidence.confirmed),
            contradicted: grown(a.evidence.contradicted, b.evidence.contradicted),
        }),
        12 => Edit::Contexts(SetEdit::between(&a.evidence.contexts, &b.evidence.contexts)),
        13 => Edit::LastConfirmed(Swap::new(
            a.evidence.last_confirmed.clone(),
            b.evidence.last_confirmed.clone(),
        )),
        _ => Edit::Usage(Swap::new(a.usage.clone(), b.usage.clone())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest! {
        #[test]
        fn what_is_applied_and_inverted_was_never_there(state in state(), intents in intents()) {
            let set = realise(&intents, &state);
            let mut changed = state.clone();
            apply(&set, &mut changed).unwrap();
            apply(&set.invert(), &mut changed).unwrap();
            prop_assert_eq!(changed, state);
        }

        #[test]
        fn an_inverse_inverted_is_the_change_set(state in state(), intents in intents()) {
            let set = realise(&intents, &state);
            prop_assert_eq!(set.invert().invert(), set);
        }

        #[test]
        fn a_set_applied_twice_is_stale(state in state(), added in memory()) {
            let mut state = state;
            let set = realise(&[(Intent::Add(Box::new(added)), Reason::Recorded)], &state);
            apply(&set, &mut state).unwrap();
            prop_assert!(set.is_empty() || apply(&set, &mut state).is_err());
        }
    }
}
