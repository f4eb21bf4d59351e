//! Two memories told apart by their ids: a mark that a rule made is taken off, and no pass sets it again.

use consolidate_shared::wire::v1::{
    AnswerKind, AnswerRequest, Answered, Caller, ErrorCode, OrderKind, Refused, Request, Response,
};

use super::harness::{Daemon, agent, user};

impl Daemon {
    fn tell_apart(&mut self, caller: Caller, ids: &[&str]) -> Result<Answered, Refused> {
        let only = ids.iter().map(|id| (*id).to_owned()).collect();
        let (answer, item, note) = (AnswerKind::Distinct, String::new(), None);
        let request = AnswerRequest { caller, item, answer, only, note };
        match self.call(Request::Answer(Box::new(request))) {
            Response::Answered(answered) => Ok(*answered),
            Response::Refused(refused) => Err(refused),
            other => panic!("{other:?}"),
        }
    }

    fn marks(&mut self) -> usize {
        self.recall_with("API port", false)
            .hits
            .iter()
            .filter(|hit| !hit.conflicts.is_empty())
            .count()
    }
}

#[test]
fn a_false_mark_is_taken_off_by_one_answer_and_comes_back_with_its_undo() {
    let mut daemon = Daemon::start();
    let a = daemon.record("The API listens on port 8080").id.to_string();
    let recorded = daemon.record("The API listens on port 9090");
    assert_eq!(recorded.related[0].relation, "conflicts");
    let b = recorded.id.to_string();
    assert_eq!(daemon.marks(), 2);
    let refused = daemon.tell_apart(agent(), &[&a, &b]).unwrap_err();
    assert_eq!(refused.code, ErrorCode::Forbidden, "{}", refused.message);
    let answered = daemon.tell_apart(user(), &[&b[..20], &a]).unwrap();
    assert!(answered.summary.contains("no longer marked as conflicting"), "{}", answered.summary);
    assert_eq!(daemon.marks(), 0);
    let run = daemon.plan();
    assert!(run.plans.iter().all(|plan| plan.changes == 0 || plan.pass.word() == "decay"));
    assert_eq!(daemon.tell_apart(user(), &[&a, &b]).unwrap().entry, None);
    daemon.committed(Request::Undo { caller: user(), id: None }).unwrap();
    assert_eq!(daemon.marks(), 2);
}

#[test]
fn only_two_that_are_served_and_stand_side_by_side_are_told_apart() {
    let mut daemon = Daemon::start();
    let ids = ["The API listens on port 8080", "The API listens on port 9090", "We use Postgres"];
    let ids = ids.map(|text| daemon.record(text).id.to_string());
    for few in [&ids[..1], &ids[..]] {
        let few: Vec<&str> = few.iter().map(String::as_str).collect();
        assert_eq!(daemon.tell_apart(user(), &few).unwrap_err().code, ErrorCode::Invalid);
    }
    assert_eq!(
        daemon.tell_apart(user(), &[&ids[0], &ids[0]]).unwrap_err().code,
        ErrorCode::Invalid
    );
    assert_eq!(
        daemon.tell_apart(user(), &[&ids[0], "nosuch"]).unwrap_err().code,
        ErrorCode::NotFound
    );
    let successor = ids[1].clone();
    daemon.order(&ids[0], OrderKind::SupersededBy { successor }).unwrap();
    let refused = daemon.tell_apart(user(), &[&ids[0], &ids[1]]).unwrap_err();
    assert!(refused.hint.unwrap().contains("consolidate revive"), "{}", refused.message);
}
