//! What was put off: still the same question, until somebody answers it or its day comes.

use consolidate_shared::plan::PassKind;
use consolidate_shared::wire::v1::{AnswerKind, ErrorCode, Form};

use super::harness::{Daemon, agent, user};
use super::review::asked;

/// A daemon with the merge question put off for three days, and the id of that.
fn put_off() -> (Daemon, String) {
    let mut daemon = asked();
    let item = daemon.item_of(PassKind::Merge);
    daemon.answer(agent(), &item, AnswerKind::Accept).unwrap();
    daemon.answer(user(), &item, AnswerKind::SnoozeDays { days: 3 }).unwrap();
    (daemon, item)
}

#[test]
fn every_answer_before_the_day_ends_it_and_the_next_one_is_told_by_which_entry() {
    let answers = || {
        let winner = AnswerKind::Supersede { winner: "b".to_owned() };
        [AnswerKind::Accept, AnswerKind::Reject, AnswerKind::Distinct, winner]
    };
    for (answer, again) in answers().into_iter().flat_map(|it| [(it.clone(), false), (it, true)]) {
        let (mut daemon, item) = put_off();
        if again {
            daemon.answer(user(), &item, AnswerKind::SnoozeDays { days: 9 }).unwrap();
        }
        let entry = daemon.answer(user(), &item, answer.clone()).unwrap().entry.unwrap();
        assert_eq!(daemon.snoozed().total, 0, "{answer:?}");
        for next in answers() {
            let refused = daemon.answer(user(), &item, next).unwrap_err();
            assert_eq!(refused.code, ErrorCode::NotFound);
            let by = format!("is closed since 2026-05-01T10:00:00Z by entry {entry} (review by");
            assert!(refused.message.contains(&by), "{answer:?}: {}", refused.message);
            let back = format!("`consolidate undo {entry}`");
            assert!(refused.hint.iter().any(|hint| hint.contains(&back)), "{refused:?}");
        }
        assert!(daemon.plans_nothing());
        // The question does not come back on the day of a snooze that an answer ended.
        daemon.at("2026-05-20T10:00:00Z");
        let run = daemon.plan().run_id.to_string();
        assert!(!daemon.show(&run, Form::Text).contains(&item), "{answer:?}");
        daemon.undo_as(user(), entry).unwrap();
        daemon.at("2026-05-01T10:00:00Z");
        assert_eq!(daemon.snoozed().items[0].id.to_string(), item);
    }
}

#[test]
fn put_off_again_it_is_the_same_question_with_what_agents_said() {
    let (mut daemon, item) = put_off();
    let first = daemon.snoozed().items;
    assert_eq!(first[0].suggestions.len(), 1);
    for days in [9, 3, 20] {
        daemon.answer(user(), &item, AnswerKind::SnoozeDays { days }).unwrap();
        let mut again = daemon.snoozed().items;
        assert!(again[0].snoozed_until.is_some());
        again[0].snoozed_until = first[0].snoozed_until;
        assert_eq!(again, first);
    }
    daemon
        .committed(consolidate_shared::wire::v1::Request::Undo { caller: user(), id: None })
        .unwrap();
    assert_eq!(daemon.snoozed().items, first);
}
