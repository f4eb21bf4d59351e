//! Every answer to every sort of item, and about a part of one.

use consolidate_shared::change::apply;
use consolidate_shared::journal::Generation;
use consolidate_shared::model::{Actor, Evidence, Name, Origin};
use consolidate_shared::plan::PassKind;
use consolidate_shared::policy::Policy;
use consolidate_shared::review::Answer;
use consolidate_shared::ruling::{Decision, Ruling, RulingKey};
use consolidate_shared::time::Day;

use super::{
    AgentAnswers, Given, Memory, TODAY, about, answered, asked, asking, given, id, item, memory,
    told, try_answer,
};
use crate::pass::Snapshot;
use crate::pass::tests::random::{link, mark};
use crate::review::close_settled;

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
    insta::assert_snapshot!(every_answer(PassKind::Merge), @"
    accept:
    1 active
    2 merged by 1
    1-2 merge: Approved

    reject:
    1 active
    2 active
    1-2 merge: Distinct

    distinct:
    1 active
    2 active
    1-2 all: Distinct

    supersede by mem_1:
    1 active supersedes 2
    2 superseded by 1
    1-2 merge: Distinct
    1-2 supersede: Approved

    supersede by mem_2:
    1 superseded by 2
    2 active supersedes 1
    1-2 merge: Distinct
    1-2 supersede: Approved

    snooze until 1970-02-10:
    1 active
    2 active
    1-2 merge: Snooze { until: Day(40) }
    ");
}

#[test]
fn of_a_supersede() {
    insta::assert_snapshot!(every_answer(PassKind::Supersede), @"
    accept:
    1 superseded by 2
    2 active supersedes 1
    1-2 supersede: Approved

    reject:
    1 active
    2 active
    1-2 supersede: Distinct

    distinct:
    1 active
    2 active
    1-2 all: Distinct

    supersede by mem_1:
    1 active supersedes 2
    2 superseded by 1
    1-2 supersede: Approved

    supersede by mem_2:
    1 superseded by 2
    2 active supersedes 1
    1-2 supersede: Approved

    snooze until 1970-02-10:
    1 active
    2 active
    1-2 supersede: Snooze { until: Day(40) }
    ");
}

#[test]
fn of_a_conflict() {
    insta::assert_snapshot!(every_answer(PassKind::Conflict), @"
    accept:
    1 active against 2
    2 active against 1
    1-2 conflict: Approved

    reject:
    1 active
    2 active
    1-2 conflict: Distinct

    distinct:
    1 active
    2 active
    1-2 all: Distinct

    supersede by mem_1:
    1 active supersedes 2
    2 superseded by 1
    1-2 conflict: Approved
    1-2 supersede: Approved

    supersede by mem_2:
    1 superseded by 2
    2 active supersedes 1
    1-2 conflict: Approved
    1-2 supersede: Approved

    snooze until 1970-02-10:
    1 active
    2 active
    1-2 conflict: Snooze { until: Day(40) }
    ");
}

#[test]
fn no_to_a_mark_or_a_link_takes_it_away() {
    let mut linked = asked(PassKind::Supersede, 2);
    link(&mut linked, 2, 1);
    insta::assert_snapshot!(told(&answered(&linked, Answer::Reject)), @"
    1 active
    2 active
    1-2 supersede: Distinct
    ");
    insta::assert_snapshot!(told(&answered(&linked, Answer::Supersede { winner: id(1) })), @"
    1 active supersedes 2
    2 superseded by 1
    1-2 supersede: Approved
    ");
    let marked = answered(&asked(PassKind::Conflict, 2), Answer::Accept);
    let mut again = asked(PassKind::Conflict, 2);
    again.memories = marked.memories;
    insta::assert_snapshot!(told(&answered(&again, Answer::Distinct)), @"
    1 active
    2 active
    1-2 all: Distinct
    ");
}

#[test]
fn a_part_of_a_merge() {
    let state = asked(PassKind::Merge, 4);
    let (decided, after) = about(&state, Answer::Accept, &[2, 3]).unwrap();
    insta::assert_snapshot!(told(&after), @"
    1 active
    2 active
    3 merged by 2
    4 active
    2-3 merge: Approved
    asks merge of 1 2 4
    ");
    assert!(decided.done.contains("the rest waits as rev_"), "{}", decided.done);
    let (_, apart) = about(&state, Answer::Distinct, &[2, 3]).unwrap();
    insta::assert_snapshot!(told(&apart), @"
    1 active
    2 active
    3 active
    4 active
    2-3 all: Distinct
    asks merge of 1 2 3 4
    ");
    let refused = about(&apart, Answer::Accept, &[]).unwrap_err();
    insta::assert_snapshot!(refused.message, @"mem_00000000000000000000000002 and mem_00000000000000000000000003 were told apart before; this would bring them together");
    let (_, joined) = about(&apart, Answer::Accept, &[1, 2, 4]).unwrap();
    insta::assert_snapshot!(told(&joined), @"
    1 active
    2 merged by 1
    3 active
    4 merged by 1
    1-2 merge: Approved
    1-4 merge: Approved
    2-3 all: Distinct
    2-4 merge: Approved
    ");
}

#[test]
fn a_part_of_a_supersede() {
    let state = asked(PassKind::Supersede, 3);
    insta::assert_snapshot!(told(&about(&state, Answer::Accept, &[1, 3]).unwrap().1), @"
    1 superseded by 3
    2 active
    3 active supersedes 1
    1-3 supersede: Approved
    asks supersede of 2 3
    ");
    insta::assert_snapshot!(told(&about(&state, Answer::Reject, &[1, 3]).unwrap().1), @"
    1 active
    2 active
    3 active
    1-3 supersede: Distinct
    asks supersede of 2 3
    ");
    insta::assert_snapshot!(told(&about(&state, Answer::Accept, &[1, 2]).unwrap().1), @"
    1 superseded by 2
    2 active supersedes 1
    3 active
    1-2 supersede: Approved
    asks supersede of 2 3
    ");
    insta::assert_snapshot!(told(&about(&state, Answer::Supersede { winner: id(1) }, &[]).unwrap().1), @"
    1 active supersedes 2 3
    2 superseded by 1
    3 superseded by 1
    1-2 supersede: Approved
    1-3 supersede: Approved
    ");
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
    insta::assert_snapshot!(told(&after), @"
    1 merged by 3
    2 merged by 3
    3 active
    1-2 merge: Approved
    1-3 merge: Approved
    2-3 merge: Approved
    ");
}

#[test]
fn a_survivor_takes_over_what_contradicts_what_is_folded_into_it() {
    let texts = ["The API server listens on port 8080.", "The API listens on port 8080"];
    let mut state = asking(PassKind::Merge, [memory(1, 1, texts[0]), memory(3, 3, texts[1])]);
    let other = memory(2, 2, "The API listens on port 9090");
    state.memories.insert(id(2), other.into());
    mark(&mut state, 2, 3);
    let accept = given(&state, Actor::User, Answer::Accept);
    let (decided, after) = try_answer(&state, &accept, AgentAnswers::Suggest).unwrap();
    let over = format!("folded into {}; it takes over the conflict with {}", id(1), id(2));
    assert!(decided.done.ends_with(&over), "{}", decided.done);
    insta::assert_snapshot!(told(&after), @"
    1 active against 2
    2 active against 1
    3 merged by 1
    1-3 merge: Approved
    ");
    // And no pass takes it away again.
    let snapshot = Snapshot::new(Generation(1), after);
    let plan = crate::pass::conflict::plan(&snapshot, &Policy::default(), TODAY);
    assert!(plan.change_set.is_empty(), "{plan:#?}");
}

#[test]
fn what_was_told_apart_of_the_folded_is_not_taken_over() {
    let texts = ["The API server listens on port 8080.", "The API listens on port 8080"];
    let mut state = asking(PassKind::Merge, [memory(1, 1, texts[0]), memory(3, 3, texts[1])]);
    state.memories.insert(id(2), memory(2, 2, "The API listens on port 9090").into());
    mark(&mut state, 2, 3);
    let ruling = Ruling { decision: Decision::Distinct, by: Actor::User, at: TODAY.start() };
    state.rulings.insert(RulingKey::pair(id(1), id(2), None), ruling);
    let after = answered(&state, Answer::Accept);
    assert!(after.memories.values().all(|memory| memory.conflicts_with.is_empty()));
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
    insta::assert_snapshot!(told(&answered(&state, Answer::Accept)), @"
    1 active
    2 superseded by 3
    3 active supersedes 2
    2-3 supersede: Approved
    ");
}

#[test]
fn of_a_lesson_that_may_hold_everywhere() {
    let lesson = || Memory { external_id: Some("l-1".to_owned()), ..memory(1, 1, "Wait for it") };
    let state = asking(PassKind::Promote, [lesson()]);
    let item = state.reviews.values().next().unwrap();
    assert_eq!(crate::review::possible(item), ["accept", "reject", "snooze"]);
    let accepted = answered(&state, Answer::Accept);
    assert_eq!(accepted.memories[&id(1)].scope.project, None);
    let names: Vec<String> = accepted.names.keys().map(ToString::to_string).collect();
    insta::assert_snapshot!(format!("{names:?}\n{}", told(&accepted)), @r#"
    ["l-1"]
    1 active
    1-1 promote: Approved
    "#);
    insta::assert_snapshot!(told(&answered(&state, Answer::Reject)), @r"
    1 active
    1-1 promote: Distinct
    ");
    insta::assert_snapshot!(told(&answered(&state, Answer::Snooze { until: Day(40) })), @r"
    1 active
    1-1 promote: Snooze { until: Day(40) }
    ");
    for answer in [Answer::Distinct, Answer::Supersede { winner: id(1) }] {
        let refused = about(&state, answer, &[]).unwrap_err();
        assert!(refused.message.contains("about one memory"), "{}", refused.message);
    }
    let mut taken = state.clone();
    let name = Name::External { project: None, id: "l-1".to_owned() };
    taken.names.insert(name, id(9));
    assert!(about(&taken, Answer::Accept, &[]).unwrap_err().message.contains("already"));
}

#[test]
fn what_was_answered_is_asked_by_no_other_item() {
    let mut state = asked(PassKind::Merge, 4);
    let first = item(PassKind::Merge, &[1, 2]);
    for more in [
        first.clone(),
        item(PassKind::Conflict, &[1, 2]),
        item(PassKind::Conflict, &[1, 2, 4]),
        item(PassKind::Supersede, &[1, 3, 2]),
    ] {
        state.reviews.insert(more.id(), more);
    }
    let others = |what: Answer| {
        let given = Given { item: first.clone(), ..given(&state, Actor::User, what) };
        let (decided, _) = try_answer(&state, &given, AgentAnswers::Suggest).unwrap();
        let mut set = decided.set;
        let pending = state.reviews.keys().copied().filter(|id| *id != first.id()).collect();
        let Ok(_) = close_settled(&mut set, &pending, &state, TODAY);
        let mut after = state.clone();
        apply(&set, &mut after).unwrap();
        let told = told(&after);
        let mut asks: Vec<&str> = told.lines().filter(|line| line.starts_with("asks")).collect();
        asks.sort_unstable();
        let asks = asks.join("\n");
        apply(&set.invert(), &mut after).unwrap();
        assert_eq!(after, state);
        asks
    };
    // A no to one pass leaves the others free; an item about a newest and its elders never asks about two of these.
    insta::assert_snapshot!(others(Answer::Reject), @"
    asks conflict of 1 2
    asks conflict of 1 2 4
    asks merge of 1 3 4
    asks merge of 2 3 4
    asks supersede of 1 3 2
    ");
    insta::assert_snapshot!(others(Answer::Distinct), @"
    asks conflict of 1 2 4
    asks merge of 1 3 4
    asks merge of 2 3 4
    asks supersede of 3 2
    ");
    insta::assert_snapshot!(others(Answer::Supersede { winner: id(2) }), @"
    asks conflict of 2 4
    asks merge of 2 3 4
    asks supersede of 3 2
    ");
}
