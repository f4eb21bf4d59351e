//! Hand-made change sets, each with the one fault that the gate must see.

use consolidate_shared::change::{ChangeSet, Edit, Finding, Reason, SetEdit, Swap, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::{EntryKind, Generation};
use consolidate_shared::model::{
    Memory, Name, RetireReason, Retirement, Scope, Standing, Tier, Wording,
};
use consolidate_shared::plan::PassKind;
use consolidate_shared::review::ReviewItem;
use consolidate_shared::state::State;
use consolidate_shared::time::Day;

use super::{Violation, check};
use crate::pass::tests::random::{link, memory, store};

const WRITE: EntryKind = EntryKind::Write;
const MERGE: EntryKind = EntryKind::Pass(PassKind::Merge);
const SUPERSEDE: EntryKind = EntryKind::Pass(PassKind::Supersede);
const UNDO: EntryKind = EntryKind::Undo(Generation(1));

fn id(number: u32) -> MemoryId {
    MemoryId(u128::from(number))
}

fn three() -> State {
    store([memory(1, 1, "one"), memory(2, 2, "two"), memory(3, 3, "three")])
}

fn edits(edits: impl IntoIterator<Item = (u32, Edit)>) -> ChangeSet {
    let mut set = ChangeSet::default();
    for (subject, edit) in edits {
        set.push(What::Edit { subject: id(subject), edit }, Reason::Recorded);
    }
    set
}

fn linking(newer: u32, older: u32) -> [(u32, Edit); 2] {
    [
        (newer, Edit::Supersedes(SetEdit::adding(id(older)))),
        (older, Edit::SupersededBy(SetEdit::adding(id(newer)))),
    ]
}

fn retiring(reason: RetireReason, successor: u32) -> Edit {
    let retirement = Retirement::of(&Standing::Active, reason, Some(id(successor)), Day(9));
    Edit::Standing(Swap::new(Standing::Active, Standing::Retired(retirement)))
}

/// What the gate says, in sentences.
fn said(state: &State, set: &ChangeSet, kind: EntryKind) -> Vec<String> {
    let Ok(violations) = check(state, set, kind);
    violations.iter().map(Violation::to_string).collect()
}

fn changed(mut state: State, number: u32, change: impl FnOnce(&mut Memory)) -> State {
    let mut memory = state.memories[&id(number)].as_ref().clone();
    change(&mut memory);
    state.memories.insert(memory.id, memory.into());
    state
}

#[test]
fn a_lawful_replacement_passes() {
    let mut all: Vec<_> = linking(2, 1).into();
    all.push((1, retiring(RetireReason::Superseded, 2)));
    assert!(said(&three(), &edits(all), SUPERSEDE).is_empty());
}

#[test]
fn links_stand_on_both_sides_and_lead_somewhere() {
    let one_sided = edits([(2, Edit::Supersedes(SetEdit::adding(id(1))))]);
    insta::assert_debug_snapshot!(said(&three(), &one_sided, WRITE), @r#"
    [
        "mem_00000000000000000000000002 would name mem_00000000000000000000000001 in supersedes, but not the other way round",
    ]
    "#);
    let dangling = edits([(2, Edit::ConflictsWith(SetEdit::adding(id(9))))]);
    insta::assert_debug_snapshot!(said(&three(), &dangling, WRITE), @r#"
    [
        "mem_00000000000000000000000002 would name mem_00000000000000000000000009 in conflicts_with, which is not in the store",
    ]
    "#);
    let mut linked = three();
    link(&mut linked, 2, 1);
    let half = edits([(2, Edit::Supersedes(SetEdit::removing(id(1))))]);
    insta::assert_debug_snapshot!(said(&linked, &half, WRITE), @r#"
    [
        "mem_00000000000000000000000001 would name mem_00000000000000000000000002 in superseded_by, but not the other way round",
    ]
    "#);
    let mut gone = ChangeSet::default();
    let removed = Box::new(linked.memories[&id(1)].as_ref().clone());
    gone.push(What::Remove(removed), Reason::Recorded);
    insta::assert_debug_snapshot!(said(&linked, &gone, UNDO), @r#"
    [
        "mem_00000000000000000000000002 would name mem_00000000000000000000000001 in supersedes, which is not in the store",
    ]
    "#);
}

#[test]
fn nothing_replaces_itself() {
    let mut chain = three();
    link(&mut chain, 2, 1);
    link(&mut chain, 3, 2);
    insta::assert_debug_snapshot!(said(&chain, &edits(linking(1, 3)), WRITE), @r#"
    [
        "mem_00000000000000000000000001 would come to replace itself",
    ]
    "#);
    insta::assert_debug_snapshot!(said(&three(), &edits(linking(1, 1)), WRITE), @r#"
    [
        "mem_00000000000000000000000001 would come to replace itself",
    ]
    "#);
    let side_entry: Vec<_> = linking(1, 3).into_iter().chain(linking(3, 1)).collect();
    assert!(said(&three(), &edits(side_entry), WRITE).iter().any(|said| said.contains("itself")));
}

#[test]
fn nothing_leaves_but_by_an_undo() {
    let mut set = ChangeSet::default();
    set.push(What::Remove(Box::new(memory(1, 1, "one"))), Reason::Recorded);
    let name = Name::External { project: None, id: "ADR-1".into() };
    let target = Swap::new(Some(id(1)), None);
    let mut state = three();
    state.names.insert(name.clone(), id(1));
    set.push(What::Name { name, target }, Reason::Recorded);
    insta::assert_debug_snapshot!(said(&state, &set, WRITE), @r#"
    [
        "the name ADR-1 would no longer resolve",
        "mem_00000000000000000000000001 would leave the store",
    ]
    "#);
    assert!(said(&state, &set, UNDO).is_empty());
    let sources = state.memories[&id(1)].sources.clone();
    let dropped = edits([(1, Edit::Sources(SetEdit { added: [].into(), removed: sources }))]);
    insta::assert_debug_snapshot!(said(&state, &dropped, WRITE), @r#"
    [
        "mem_00000000000000000000000001 would lose a source",
        "mem_00000000000000000000000001 would be active without a source",
    ]
    "#);
}

#[test]
fn nothing_that_was_written_is_rewritten() {
    let mut set = ChangeSet::default();
    set.push(What::Remove(Box::new(memory(1, 1, "one"))), Reason::Recorded);
    set.push(What::Add(Box::new(memory(1, 1, "another"))), Reason::Recorded);
    assert!(said(&three(), &set, UNDO).iter().any(|said| said.contains("written")));
}

const PRUNE: EntryKind = EntryKind::Pass(PassKind::Prune);

fn removing(memory: Memory) -> ChangeSet {
    let mut set = ChangeSet::default();
    set.push(What::Remove(Box::new(memory)), Reason::Recorded);
    set
}

#[test]
fn prune_removes_only_garbage_that_nothing_is_linked_to() {
    let gone = |reason| {
        let standing = Standing::Retired(Retirement::of(&Standing::Active, reason, None, Day(1)));
        changed(three(), 1, |memory| memory.standing = standing)
    };
    let removal = |state: &State| removing(state.memories[&id(1)].as_ref().clone());
    let wrong = gone(RetireReason::Retracted);
    assert!(said(&wrong, &removal(&wrong), PRUNE).is_empty());
    assert_eq!(said(&wrong, &removal(&wrong), MERGE).len(), 2, "not allowed, and not conserved");
    let mut linked = wrong.clone();
    link(&mut linked, 2, 1);
    insta::assert_debug_snapshot!(said(&linked, &removal(&linked), PRUNE), @r#"
    [
        "mem_00000000000000000000000001 would leave the store while it is linked",
        "mem_00000000000000000000000002 would name mem_00000000000000000000000001 in supersedes, which is not in the store",
    ]
    "#);
    insta::assert_debug_snapshot!(said(&three(), &removal(&three()), PRUNE), @r#"
    [
        "mem_00000000000000000000000001 would leave the store and is no garbage",
    ]
    "#);
    let stale = gone(RetireReason::Stale);
    assert_eq!(said(&stale, &removal(&stale), PRUNE).len(), 1);
    let pinned = changed(wrong, 1, |memory| memory.pinned = true);
    insta::assert_debug_snapshot!(said(&pinned, &removal(&pinned), PRUNE), @r#"
    [
        "the prune pass would remove mem_00000000000000000000000001, which is pinned or a policy",
    ]
    "#);
}

#[test]
fn a_removed_duplicate_lives_on_under_its_name() {
    let merged = Retirement::of(&Standing::Active, RetireReason::Merged, Some(id(2)), Day(1));
    let mut state = changed(three(), 1, |memory| memory.standing = Standing::Retired(merged));
    let name = Name::External { project: None, id: "ADR-1".into() };
    state.names.insert(name.clone(), id(1));
    let mut set = removing(state.memories[&id(1)].as_ref().clone());
    insta::assert_debug_snapshot!(said(&state, &set, PRUNE), @r#"
    [
        "mem_00000000000000000000000001 would not keep the text and sources of mem_00000000000000000000000001, which is merged into it",
    ]
    "#);
    let (text, sources) =
        (state.memories[&id(1)].text.clone(), state.memories[&id(1)].sources.clone());
    let state = changed(state, 2, |memory| {
        memory.wordings.insert(Wording { of: id(1), text, rationale: None });
        memory.sources.extend(sources);
    });
    let to = |target| Swap::new(target, Some(id(2)));
    set.push(What::Name { name: Name::Id(id(1)), target: to(None) }, Reason::Recorded);
    set.push(What::Name { name, target: to(Some(id(1))) }, Reason::Recorded);
    assert_eq!(said(&state, &set, PRUNE), Vec::<String>::new());
}

#[test]
fn decay_writes_strengths_alone_and_no_pass_lowers_a_protected_one() {
    let decay = EntryKind::Pass(PassKind::Decay);
    let strength = edits([(1, Edit::Strength(Swap::new(500, 25)))]);
    assert!(said(&three(), &strength, decay).is_empty());
    let pinned = changed(three(), 1, |memory| memory.pinned = true);
    insta::assert_debug_snapshot!(said(&pinned, &strength, decay), @r#"
    [
        "the decay pass would edit mem_00000000000000000000000001, which is pinned or a policy",
    ]
    "#);
    let pin = edits([(1, Edit::Pinned(Swap::new(false, true)))]);
    insta::assert_debug_snapshot!(said(&three(), &pin, decay), @r#"
    [
        "the decay pass may not edit pinned",
    ]
    "#);
}

#[test]
fn evidence_changes_nothing_else_but_revives_what_is_stale() {
    let weights = consolidate_shared::change::CounterEdit { confirmed: 10, contradicted: 0 };
    assert!(said(&three(), &edits([(1, Edit::Evidence(weights))]), EntryKind::Evidence).is_empty());
    let revival = |reason| {
        let retired = Standing::Retired(Retirement::of(&Standing::Active, reason, None, Day(1)));
        let state = changed(three(), 1, |memory| memory.standing = retired.clone());
        let edit = Edit::Standing(Swap::new(retired, Standing::Active));
        said(&state, &edits([(1, edit)]), EntryKind::Evidence)
    };
    assert!(revival(RetireReason::Stale).is_empty());
    insta::assert_debug_snapshot!(revival(RetireReason::Retracted), @r#"
    [
        "evidence may not revive mem_00000000000000000000000001",
    ]
    "#);
}

#[test]
fn a_pass_makes_only_its_own_changes() {
    let mut set = edits([(1, Edit::Tier(Swap::new(Tier::OnDemand, Tier::Always)))]);
    set.push(What::Add(Box::new(memory(9, 1, "nine"))), Reason::Recorded);
    insta::assert_debug_snapshot!(said(&three(), &set, EntryKind::Pass(PassKind::Conflict)), @r#"
    [
        "the conflict pass may not promote",
        "the conflict pass may not add",
    ]
    "#);
}

#[test]
fn no_pass_retires_what_is_protected() {
    let state = changed(three(), 1, |memory| memory.pinned = true);
    let set = edits([(1, retiring(RetireReason::Superseded, 2))]);
    insta::assert_debug_snapshot!(said(&state, &set, SUPERSEDE), @r#"
    [
        "the supersede pass would retire mem_00000000000000000000000001, which is pinned or a policy",
    ]
    "#);
    assert!(said(&state, &set, WRITE).is_empty());
}

#[test]
fn no_pass_joins_two_projects() {
    let state = changed(three(), 2, |memory| memory.scope = Scope::project("q"));
    insta::assert_debug_snapshot!(said(&state, &edits(linking(2, 1)), SUPERSEDE), @r#"
    [
        "the supersede pass would join mem_00000000000000000000000002 and mem_00000000000000000000000001, which belong to different projects",
        "the supersede pass would join mem_00000000000000000000000001 and mem_00000000000000000000000002, which belong to different projects",
    ]
    "#);
    let finding = Finding { rule: "T1".into(), other: id(2), overlap: 0, sentence: "x".into() };
    let (members, queued) = (vec![id(1), id(2)], Day(9));
    let item = ReviewItem::new(PassKind::Merge, members, finding, queued);
    let mut set = ChangeSet::default();
    set.push(What::Review(Swap::new(None, Some(Box::new(item)))), Reason::Recorded);
    insta::assert_debug_snapshot!(said(&state, &set, MERGE), @r#"
    [
        "the merge pass would join mem_00000000000000000000000001 and mem_00000000000000000000000002, which belong to different projects",
    ]
    "#);
}

/// What somebody joined across projects before goes over from a duplicate to its survivor.
#[test]
fn a_link_across_projects_that_is_there_may_go_over_to_a_survivor() {
    let state = changed(three(), 1, |memory| memory.scope = Scope::project("q"));
    let state = changed(state, 1, |memory| _ = memory.superseded_by.insert(id(2)));
    let state = changed(state, 2, |memory| _ = memory.supersedes.insert(id(1)));
    assert_eq!(said(&state, &edits(linking(3, 1)), MERGE), [""; 0]);
}

#[test]
fn a_survivor_keeps_what_was_merged_into_it() {
    let set = edits([(2, retiring(RetireReason::Merged, 1))]);
    insta::assert_debug_snapshot!(said(&three(), &set, MERGE), @r#"
    [
        "mem_00000000000000000000000001 would not keep the text and sources of mem_00000000000000000000000002, which is merged into it",
    ]
    "#);
}

#[test]
fn an_active_memory_has_a_source_and_a_stale_set_is_named() {
    let mut bare = memory(4, 4, "four");
    bare.sources.clear();
    let mut set = ChangeSet::default();
    set.push(What::Add(Box::new(bare)), Reason::Recorded);
    insta::assert_debug_snapshot!(said(&three(), &set, WRITE), @r#"
    [
        "mem_00000000000000000000000004 would be active without a source",
    ]
    "#);
    let stale = edits([(1, Edit::Pinned(Swap::new(true, false)))]);
    insta::assert_debug_snapshot!(said(&three(), &stale, WRITE), @r#"
    [
        "pinned of mem_00000000000000000000000001 has another value than the change set expects",
    ]
    "#);
}

#[test]
fn an_answer_adds_and_removes_nothing_and_loses_nothing_by_a_merge() {
    let state = three();
    let merged = edits([(1, retiring(RetireReason::Merged, 2))]);
    insta::assert_debug_snapshot!(said(&state, &merged, EntryKind::Review), @r#"
    [
        "mem_00000000000000000000000002 would not keep the text and sources of mem_00000000000000000000000001, which is merged into it",
    ]
    "#);
    let mut added = ChangeSet::default();
    added.push(What::Add(Box::new(memory(7, 1, "new"))), Reason::Recorded);
    insta::assert_debug_snapshot!(said(&state, &added, EntryKind::Review), @r#"
    [
        "an answer may not add",
    ]
    "#);
}
