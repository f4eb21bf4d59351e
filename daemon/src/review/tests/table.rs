//! Every answer to every sort of item, and about a part of one.

use consolidate_shared::model::{Evidence, Origin};
use consolidate_shared::plan::PassKind;
use consolidate_shared::review::Answer;
use consolidate_shared::time::Day;

use super::{about, answered, asked, asking, id, memory, told};
use crate::pass::tests::random::link;
use crate::review::tests::Memory;

fn every_answer(pass: PassKind) -> String {
    let state = asked(pass, 2);
    let answers = [
        Answer::Accept,
        Answer::Reject,
        Answer::Distinct,
        Answer::Supersede { winner: id(1) },
        Answer::Supersede { winner: id(2) },
        Answer::Snooze { until: Day(40) },
    ];
    let told = answers.map(|it| format!("{it}:\n{}", told(&answered(&state, it))));
    told.join("\n\n").replace("mem_0000000000000000000000000", "mem_")
}

#[test]
fn of_a_merge() {
    insta::assert_snapshot!(every_answer(PassKind::Merge), @"");
}

#[test]
fn of_a_supersede() {
    insta::assert_snapshot!(every_answer(PassKind::Supersede), @"");
}

#[test]
fn of_a_conflict() {
    insta::assert_snapshot!(every_answer(PassKind::Conflict), @"");
}

#[test]
fn no_to_a_mark_or_a_link_takes_it_away() {
    let mut linked = asked(PassKind::Supersede, 2);
    link(&mut linked, 2, 1);
    insta::assert_snapshot!(told(&answered(&linked, Answer::Reject)), @"");
    insta::assert_snapshot!(told(&answered(&linked, Answer::Supersede { winner: id(1) })), @"");
    let marked = answered(&asked(PassKind::Conflict, 2), Answer::Accept);
    let mut again = asked(PassKind::Conflict, 2);
    again.memories = marked.memories;
    insta::assert_snapshot!(told(&answered(&again, Answer::Distinct)), @"");
}

#[test]
fn a_part_of_a_merge() {
    let state = asked(PassKind::Merge, 4);
    let (decided, after) = about(&state, Answer::Accept, &[2, 3]).unwrap();
    insta::assert_snapshot!(told(&after), @"");
    assert!(decided.done.contains("the rest waits as rev_"), "{}", decided.done);
    let (_, apart) = about(&state, Answer::Distinct, &[2, 3]).unwrap();
    insta::assert_snapshot!(told(&apart), @"");
    let refused = about(&apart, Answer::Accept, &[]).unwrap_err();
    insta::assert_snapshot!(refused.message, @"");
    let (_, joined) = about(&apart, Answer::Accept, &[1, 2, 4]).unwrap();
    insta::assert_snapshot!(told(&joined), @"");
}

#[test]
fn a_part_of_a_supersede() {
    let state = asked(PassKind::Supersede, 3);
    insta::assert_snapshot!(told(&about(&state, Answer::Accept, &[1, 3]).unwrap().1), @"");
    insta::assert_snapshot!(told(&about(&state, Answer::Reject, &[1, 3]).unwrap().1), @"");
    insta::assert_snapshot!(told(&about(&state, Answer::Accept, &[1, 2]).unwrap().1), @"");
    insta::assert_snapshot!(told(&about(&state, Answer::Supersede { winner: id(1) }, &[]).unwrap().1), @"");
}

#[test]
fn a_survivor_takes_over_pin_slot_and_words_by_rank() {
    let users = Memory { origin: Origin::User, ..memory(3, 3, "of a person") };
    let pinned = Memory { pinned: true, slot: Some("port".to_owned()), ..memory(1, 1, "pinned") };
    let evidence = Evidence { confirmed: 30, ..Evidence::default() };
    let trusted = Memory { evidence, ..memory(2, 2, "trusted") };
    let state = asking(PassKind::Merge, [pinned, trusted, users]);
    let after = answered(&state, Answer::Accept);
    let survivor = &after.memories[&id(3)];
    assert!(survivor.pinned && survivor.slot.as_deref() == Some("port"));
    let wordings: Vec<&str> = survivor.wordings.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(wordings, ["pinned", "trusted"]);
    assert_eq!((survivor.sources.len(), survivor.evidence.confirmed), (3, 30));
    insta::assert_snapshot!(told(&after), @"");
}

#[test]
fn a_revert_that_is_answered_to_be_reverted_gives_back_what_it_took() {
    let bump = "Bump serde from 1.1 to 1.2";
    let revert = format!("Revert \"{bump}\"");
    let again = format!("Revert \"Revert \\\"{bump}\\\"\"").replace('\\', "");
    let mut state = asking(
        PassKind::Supersede,
        [Memory { pinned: true, ..memory(2, 2, &revert) }, memory(3, 3, &again)],
    );
    let taken = asking(PassKind::Supersede, [memory(1, 1, bump), memory(2, 2, &revert)]);
    let taken = answered(&taken, Answer::Accept);
    state.memories.insert(id(1), taken.memories[&id(1)].clone());
    let mut reverting = state.memories[&id(2)].as_ref().clone();
    reverting.supersedes.insert(id(1));
    state.memories.insert(id(2), reverting.into());
    insta::assert_snapshot!(told(&answered(&state, Answer::Accept)), @"");
}
