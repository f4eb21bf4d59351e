//! Why a link is there.

use consolidate_shared::change::{ChangeSet, Edit, Finding, Reason, SetEdit, Swap, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::{EntryKind, Generation, JournalEntry};
use consolidate_shared::model::{Actor, Name, RetireReason, Retirement, Standing};
use consolidate_shared::plan::PassKind;
use consolidate_shared::review::ReviewItem;
use consolidate_shared::time::{Day, Timestamp};

use super::super::{Joined, Links, joined, said};
use super::memory;

fn entry(generation: u64, kind: EntryKind, change_set: ChangeSet) -> JournalEntry {
    JournalEntry::new(Generation(generation - 1), kind, Actor::User, Timestamp::EPOCH, change_set)
}

fn found(other: u128) -> Reason {
    let sentence = "the newer takes its value on from the older".to_owned();
    Reason::Found(Finding { rule: "S4".to_owned(), other: MemoryId(other), overlap: 987, sentence })
}

/// 1 is replaced by 2.
fn linking(reasons: (Reason, Reason)) -> ChangeSet {
    let mut set = ChangeSet::default();
    let supersedes = Edit::Supersedes(SetEdit::adding(MemoryId(1)));
    set.push(What::Edit { subject: MemoryId(2), edit: supersedes }, reasons.0);
    let replaced = Edit::SupersededBy(SetEdit::adding(MemoryId(2)));
    set.push(What::Edit { subject: MemoryId(1), edit: replaced }, reasons.1);
    set
}

fn told(entries: &[JournalEntry]) -> Option<(u64, String)> {
    let mut links = Links::between([(MemoryId(1), MemoryId(2))]);
    for entry in entries.iter() {
        links.see(entry);
    }
    links.get(MemoryId(1), MemoryId(2)).map(|made| (made.generation.0, said(made)))
}

#[test]
fn the_entry_that_made_the_link_tells_why() {
    let pass = EntryKind::Pass(PassKind::Supersede);
    let by_rule = entry(3, pass, linking((found(1), found(2))));
    let sentence = "S4: the newer takes its value on from the older (overlap 98.7 %)".to_owned();
    assert_eq!(told(std::slice::from_ref(&by_rule)), Some((3, sentence.clone())));
    let undone = entry(4, EntryKind::Undo(Generation(3)), by_rule.change_set.invert());
    assert_eq!(told(&[by_rule.clone(), undone.clone()]), None);
    let redone = entry(5, EntryKind::Redo(Generation(3)), undone.change_set.invert());
    assert_eq!(told(&[by_rule, undone, redone]), Some((5, sentence)));
}

#[test]
fn people_imports_and_moves_are_told_in_words() {
    let by_hand = Reason::Ordered { note: Some("CI is faster".to_owned()) };
    let moved = Reason::Follows { of: MemoryId(7) };
    let says = |reasons| told(&[entry(1, EntryKind::Write, linking(reasons))]).unwrap().1;
    assert_eq!(says((by_hand.clone(), by_hand)), "linked by hand: CI is faster");
    assert_eq!(says((Reason::Imported, Reason::Imported)), "linked at import");
    let id = MemoryId(7);
    assert_eq!(
        says((moved.clone(), moved.clone())),
        format!("the link moved here when {id} was merged")
    );
    assert!(says((moved, found(2))).starts_with("S4: "), "the end that says more is told");
}

#[test]
fn an_answer_is_told_with_what_the_question_had_found() {
    let answered = |word: &str, members: [u128; 2]| {
        let why = Reason::Answered { answer: word.to_owned(), other: Some(MemoryId(1)) };
        let mut set = linking((why.clone(), why));
        let Reason::Found(finding) = found(1) else { unreachable!() };
        let members = members.map(MemoryId).to_vec();
        let item = ReviewItem::new(PassKind::Supersede, members, finding, Day(1));
        let swap = Swap::new(Some(Box::new(item)), None);
        let note = Reason::Answered { answer: word.to_owned(), other: None };
        set.push(What::Review(swap), note);
        let mut entry = entry(3, EntryKind::Review, set);
        let by_person = told(std::slice::from_ref(&entry)).unwrap().1;
        entry.actor = Actor::Agent("codex".to_owned());
        (by_person, told(&[entry]).unwrap().1)
    };
    let finding = "S4: the newer takes its value on from the older (overlap 98.7 %)";
    assert_eq!(
        answered("accept", [1, 2]),
        (format!("accepted by a person: {finding}"), format!("accepted by an agent: {finding}"))
    );
    assert_eq!(
        answered("supersede", [1, 2]).0,
        format!("answered `supersede` by a person: {finding}")
    );
    assert_eq!(answered("accept", [1, 3]).0, "accepted by a person", "another question");
}

#[test]
fn a_memory_that_comes_with_its_links_made_them() {
    let mut newer = memory(2, "b");
    newer.supersedes.insert(MemoryId(1));
    let mut set = ChangeSet::default();
    set.push(What::Add(Box::new(newer.clone())), Reason::Recorded);
    let added = entry(1, EntryKind::Write, set);
    assert_eq!(
        told(std::slice::from_ref(&added)),
        Some((1, "named as replaced when it was recorded".to_owned()))
    );
    let mut set = ChangeSet::default();
    set.push(What::Remove(Box::new(newer)), Reason::Recorded);
    assert_eq!(told(&[added, entry(2, EntryKind::Write, set)]), None);
}

#[test]
fn what_was_folded_merged_or_left_as_a_name_is_joined() {
    let mut set = ChangeSet::default();
    let target = Swap::new(None, Some(MemoryId(1)));
    set.push(What::Name { name: Name::Id(MemoryId(8)), target: target.clone() }, Reason::Recorded);
    let external = Name::External { project: None, id: "x".to_owned() };
    set.push(What::Name { name: external, target }, Reason::Recorded);
    for (subject, reason) in [(5, RetireReason::Merged), (6, RetireReason::Superseded)] {
        let retirement =
            Retirement { reason, successor: Some(MemoryId(1)), day: Day(1), was_candidate: false };
        let standing = Swap::new(Standing::Active, Standing::Retired(retirement));
        let edit = Edit::Standing(standing);
        set.push(What::Edit { subject: MemoryId(subject), edit }, Reason::Recorded);
    }
    let found: Vec<Joined> = joined(&entry(1, EntryKind::Write, set)).into_iter().collect();
    let into = MemoryId(1);
    let from = |id| Joined { from: MemoryId(id), into };
    assert_eq!(found, [from(5), from(8)]);
}
