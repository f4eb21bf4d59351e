//! What is not done: to what is gone, to what cannot become one, by whom it is not allowed.

use std::collections::BTreeSet;

use consolidate_shared::change::{ChangeSet, apply};
use consolidate_shared::model::{Actor, Origin, RetireReason, Retirement, Standing};
use consolidate_shared::plan::PassKind;
use consolidate_shared::review::Answer;
use consolidate_shared::state::State;
use consolidate_shared::wire::v1::{ErrorCode, Outcome};

use super::{
    AgentAnswers, Memory, TODAY, about, answered, asked, asking, given, id, item, memory, told,
    try_answer,
};
use crate::pass::tests::random::link;
use crate::review::close_settled;

fn agent() -> Actor {
    Actor::Agent("codex".to_owned())
}

fn retired(state: &mut State, number: u32) {
    let mut memory = state.memories[&id(number)].as_ref().clone();
    let (reason, successor) = (RetireReason::Unwanted, None);
    memory.standing =
        Standing::Retired(Retirement { reason, successor, day: TODAY, was_candidate: false });
    state.memories.insert(memory.id, memory.into());
}

#[test]
fn an_item_that_lost_its_question_is_closed_whatever_is_answered() {
    let mut state = asked(PassKind::Merge, 2);
    retired(&mut state, 2);
    for what in [Answer::Accept, Answer::Distinct, Answer::Snooze { until: TODAY }] {
        let given = given(&state, Actor::User, what);
        let (decided, after) = try_answer(&state, &given, AgentAnswers::Suggest).unwrap();
        assert_eq!(decided.outcome, Outcome::Moot);
        assert!(decided.done.contains("is retired"), "{}", decided.done);
        assert!(after.reviews.is_empty() && after.rulings.is_empty());
    }
    let mut state = asked(PassKind::Merge, 3);
    retired(&mut state, 1);
    let (decided, after) = about(&state, Answer::Accept, &[]).unwrap();
    assert!(decided.done.contains("left out: mem_"), "{}", decided.done);
    assert!(after.reviews.is_empty());
    assert_eq!(about(&state, Answer::Accept, &[1, 2]).unwrap_err().code, ErrorCode::Invalid);
}

#[test]
fn members_are_named_of_the_item_and_more_than_one() {
    let state = asked(PassKind::Merge, 3);
    for (what, only) in [
        (Answer::Accept, &[1, 9][..]),
        (Answer::Accept, &[1]),
        (Answer::Supersede { winner: id(9) }, &[]),
        (Answer::Supersede { winner: id(3) }, &[1, 2]),
    ] {
        let refused = about(&state, what, only).unwrap_err();
        assert_eq!(refused.code, ErrorCode::Invalid, "{}", refused.message);
        assert!(refused.hint.is_some());
    }
}

#[test]
fn what_a_fold_would_lose_is_not_folded() {
    let apart = |change: &dyn Fn(&mut Memory)| {
        let mut other = memory(2, 2, "b");
        change(&mut other);
        let first = Memory { slot: Some("port".to_owned()), ..memory(1, 1, "a") };
        about(&asking(PassKind::Merge, [first, other]), Answer::Accept, &[]).unwrap_err().message
    };
    let said = [
        apart(&|memory| memory.slot = Some("host".to_owned())),
        apart(&|memory| memory.valid_until = Some(TODAY.start())),
        apart(&|memory| memory.kind = consolidate_shared::model::Kind::Decision),
    ];
    insta::assert_snapshot!(said.join("\n"), @"
    these cannot become one: they answer different slots (`host`, `port`)
    these cannot become one: mem_00000000000000000000000001 and mem_00000000000000000000000002: they hold at different times
    these cannot become one: mem_00000000000000000000000001 and mem_00000000000000000000000002: they are of different kinds or scopes
    ");
    let mut linked = asked(PassKind::Merge, 2);
    link(&mut linked, 2, 1);
    assert!(about(&linked, Answer::Accept, &[]).is_err());
}

#[test]
fn nothing_comes_to_replace_itself() {
    let mut state = asked(PassKind::Supersede, 2);
    state.memories.insert(id(3), memory(3, 3, "between").into());
    link(&mut state, 2, 3);
    link(&mut state, 3, 1);
    let refused = about(&state, Answer::Supersede { winner: id(1) }, &[]).unwrap_err();
    assert!(refused.message.contains("through others"), "{}", refused.message);
}

#[test]
fn an_agent_is_refused_suggests_or_answers_as_configured() {
    let state = asked(PassKind::Merge, 2);
    let given = given(&state, agent(), Answer::Accept);
    let off = try_answer(&state, &given, AgentAnswers::Off).unwrap_err();
    assert_eq!(off.code, ErrorCode::Forbidden);
    assert!(off.hint.unwrap().contains("review.agents"));
    let (decided, after) = try_answer(&state, &given, AgentAnswers::Suggest).unwrap();
    assert_eq!(decided.outcome, Outcome::Suggested);
    assert_eq!((after.memories.clone(), after.rulings.len()), (state.memories.clone(), 0));
    let item = after.reviews.values().next().unwrap();
    assert_eq!((item.suggestions.len(), item.suggestions[0].answer), (1, Answer::Accept));
    let (decided, _) = try_answer(&state, &given, AgentAnswers::Resolve).unwrap();
    assert_eq!(decided.outcome, Outcome::Done);
}

#[test]
fn a_suggestion_is_one_an_agent_and_repeating_it_changes_nothing() {
    let state = asked(PassKind::Merge, 2);
    let accept = given(&state, agent(), Answer::Accept);
    let (_, state) = try_answer(&state, &accept, AgentAnswers::Suggest).unwrap();
    let (again, _) =
        try_answer(&state, &given(&state, agent(), Answer::Accept), AgentAnswers::Suggest).unwrap();
    assert!(again.set.is_empty());
    let reject = given(&state, agent(), Answer::Reject);
    let (_, state) = try_answer(&state, &reject, AgentAnswers::Suggest).unwrap();
    let suggestions = &state.reviews.values().next().unwrap().suggestions;
    assert_eq!(suggestions.iter().map(|it| it.answer).collect::<Vec<_>>(), [Answer::Reject]);
    let closed = answered(&state, Answer::Reject);
    assert!(closed.reviews.is_empty(), "a person's answer closes what was suggested for");
}

#[test]
fn what_is_a_persons_an_agent_only_suggests() {
    let users = Memory { origin: Origin::User, ..memory(1, 1, "a") };
    let pinned = Memory { pinned: true, ..memory(1, 1, "a") };
    for older in [users, pinned] {
        let state = asking(PassKind::Supersede, [older, memory(2, 2, "b")]);
        let (decided, after) =
            try_answer(&state, &given(&state, agent(), Answer::Accept), AgentAnswers::Resolve)
                .unwrap();
        assert_eq!(decided.outcome, Outcome::Suggested);
        assert_eq!(after.memories, state.memories);
        let (decided, _) =
            try_answer(&state, &given(&state, agent(), Answer::Reject), AgentAnswers::Resolve)
                .unwrap();
        assert_eq!(decided.outcome, Outcome::Done, "it takes nothing from anybody");
    }
    let state = asked(PassKind::Merge, 3);
    let (_, state) = about(&state, Answer::Snooze { until: TODAY }, &[1, 2]).unwrap();
    let over = given(&state, agent(), Answer::Accept);
    let (decided, _) = try_answer(&state, &over, AgentAnswers::Resolve).unwrap();
    assert_eq!(decided.outcome, Outcome::Suggested, "a person ruled on it");
    let state = asking(PassKind::Promote, [memory(1, 1, "a")]);
    let widens = given(&state, agent(), Answer::Accept);
    let (decided, _) = try_answer(&state, &widens, AgentAnswers::Resolve).unwrap();
    assert_eq!(decided.outcome, Outcome::Suggested, "a person says what holds everywhere");
}

#[test]
fn what_is_retired_takes_its_questions_with_it() {
    let mut state = asked(PassKind::Merge, 3);
    let pair = item(PassKind::Conflict, &[1, 2]);
    state.reviews.insert(pair.id(), pair);
    let pending: BTreeSet<_> = state.reviews.keys().copied().collect();
    let mut after = state.clone();
    retired(&mut after, 1);
    // The change that retires, as an order makes it.
    let mut set = ChangeSet::default();
    let edit = consolidate_shared::change::Edit::Standing(consolidate_shared::change::Swap::new(
        Standing::Active,
        after.memories[&id(1)].standing.clone(),
    ));
    let reason = consolidate_shared::change::Reason::Ordered { note: None };
    set.edit(&state.memories[&id(1)], edit, reason);
    let Ok(closed) = close_settled(&mut set, &pending, &state, TODAY);
    assert_eq!(closed.len(), 2);
    let mut after = state.clone();
    apply(&set, &mut after).unwrap();
    insta::assert_snapshot!(told(&after), @"
    1 unwanted by 0
    2 active
    3 active
    asks merge of 2 3
    ");
    apply(&set.invert(), &mut after).unwrap();
    assert_eq!(after, state);
}
