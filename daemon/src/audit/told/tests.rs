//! Stores that are not what their journal tells: found, mended, told from then on; behind a gap nothing is guessed.

use std::collections::BTreeSet;
use std::sync::Arc;

use consolidate_shared::change::{ChangeSet, Reason, Swap, What, apply};
use consolidate_shared::journal::{EntryKind, Generation, JournalEntry};
use consolidate_shared::model::{Actor, Memory, Name};
use consolidate_shared::state::State;
use consolidate_shared::time::Timestamp;

use super::{Told, history};
use crate::audit::tests::{TODAY, change, five, id};
use crate::audit::{Outcome, repair};
use crate::check::check;
use crate::pass::tests::random::memory;

/// The entries of a journal, in which each set makes one.
fn told(sets: &[(u64, &ChangeSet)]) -> Told {
    let mut told = Told::default();
    for (number, set) in sets {
        told.hear(&JournalEntry::new(
            Generation(number - 1),
            EntryKind::Write,
            Actor::User,
            Timestamp::EPOCH,
            ChangeSet::clone(set),
        ));
    }
    told
}

fn adding(state: &State) -> ChangeSet {
    let mut set = ChangeSet::default();
    for memory in state.memories.values() {
        set.push(What::Add(Box::new(Memory::clone(memory))), Reason::Recorded);
    }
    set
}

#[test]
fn what_the_journal_tells_is_put_back_and_what_it_took_away_goes() {
    let sound = five();
    let added = adding(&sound);
    let mut taken = ChangeSet::default();
    taken.push(What::Remove(Box::new(memory(9, 9, "nine"))), Reason::Recorded);
    let mut renamed = ChangeSet::default();
    let target = Swap::new(None, Some(id(3)));
    renamed.push(What::Name { name: Name::Id(id(7)), target }, Reason::Recorded);
    let mut told = told(&[(1, &added), (2, &taken), (3, &renamed), (3, &taken)]);
    told.end(Generation(3));
    let mut there = five();
    there.memories.remove(&id(2));
    change(&mut there, 4, |memory| memory.text.push('!'));
    for left_over in [memory(8, 8, "eight"), memory(9, 9, "nine")] {
        there.memories.insert(left_over.id, Arc::new(left_over));
    }
    let differences = told.differences(&there);
    let said: Vec<String> = differences.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(said.join("\n").replace("0000000000000000000000", ""), @r"
    mem_0002 is in the journal and not in the store
    mem_0004 is not what the journal says it is
    mem_0008 is in the store, and no entry of the journal added it
    mem_0009 was removed by an entry and is in the store
    the name mem_0007 does not mean mem_0003, which the journal says it means
    ");
    assert_eq!(history(9, &differences).outcome, Outcome::Fails);
    let none = BTreeSet::new();
    let repair = repair(&there, &differences, &none, TODAY);
    let Ok(violations) = check(&there, &repair.set, EntryKind::Repair);
    assert_eq!((violations, repair.left), (Vec::new(), Vec::new()));
    let mut after = there.clone();
    apply(&repair.set, &mut after).unwrap();
    let mut expected = sound;
    expected.memories.insert(id(8), Arc::new(memory(8, 8, "eight")));
    expected.names.insert(Name::Id(id(7)), id(3));
    assert_eq!(after, expected);
    // The journal tells of all of it from then on.
    told.hear(&JournalEntry::new(
        Generation(3),
        EntryKind::Repair,
        Actor::User,
        Timestamp::EPOCH,
        repair.set.clone(),
    ));
    assert_eq!(told.differences(&after), []);
    apply(&repair.set.invert(), &mut after).unwrap();
    assert_eq!(after, there);
}

#[test]
fn behind_a_gap_only_what_lasts_is_held_against_a_row() {
    let sound = five();
    let added = adding(&sound);
    let heard = |last: u64| {
        let mut told = told(&[(1, &added)]);
        told.end(Generation(last));
        told
    };
    let mut there = five();
    change(&mut there, 3, |memory| memory.pinned = true);
    there.memories.insert(id(8), Arc::new(memory(8, 8, "eight")));
    assert_eq!(heard(1).differences(&there).len(), 2);
    assert_eq!(heard(2).differences(&there), []);
    change(&mut there, 3, |memory| memory.text.push('!'));
    there.memories.remove(&id(5));
    let found = heard(2).differences(&there);
    let repair = repair(&there, &found, &BTreeSet::new(), TODAY);
    assert_eq!((found.len(), repair.set.changes.len(), repair.left.len()), (2, 1, 1));
    // What was added after the gap is known whole.
    let mut late = told(&[(2, &added)]);
    late.end(Generation(2));
    assert_eq!(late.differences(&there).len(), 2);
}
