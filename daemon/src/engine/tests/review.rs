//! The review queue through the engine: what is asked is listed, answered, named in recall no longer, and taken back.

use consolidate_shared::model::RetireReason;
use consolidate_shared::plan::PassKind;
use consolidate_shared::time::Day;
use consolidate_shared::wire::v1::{
    AnswerKind, AnswerRequest, Answered, Caller, ErrorCode, Form, Order, OrderKind, Outcome,
    Refused, Request, Response, ReviewPage, ReviewView, ReviewsRequest, Where,
};

use super::harness::{Daemon, agent, user};
use crate::review::AgentAnswers;
use crate::store::Store;

/// Two that say the same, and an answer to a slot with a newer one.
const LINES: [&str; 4] = [
    r#"{"id":"a","text":"We use Postgres as the main database.","project":"example.org/shop","created_at":"2026-01-01"}"#,
    r#"{"id":"b","text":"Postgres is our main database.","project":"example.org/shop","created_at":"2026-01-02"}"#,
    r#"{"id":"c","text":"using poetry for dependency management","slot":"package-manager","project":"example.org/shop","created_at":"2026-01-03"}"#,
    r#"{"id":"d","text":"switched to uv because of CI install time","slot":"package-manager","project":"example.org/shop","created_at":"2026-01-04"}"#,
];

/// A daemon whose passes have asked about all of these, since what would be retired is pinned.
fn asked_of(mut daemon: Daemon) -> Daemon {
    daemon.import(&LINES, true);
    for id in ["a", "b", "c"] {
        daemon.order(id, OrderKind::Pin).unwrap();
    }
    let run = daemon.plan().run_id.to_string();
    daemon.apply(&run).unwrap();
    daemon
}

pub(super) fn asked() -> Daemon {
    asked_of(Daemon::start())
}

impl Daemon {
    pub(super) fn reviews(&mut self, limit: u32, offset: u32) -> ReviewPage {
        let place = Where::Everywhere;
        match self.call(Request::Reviews(ReviewsRequest {
            place,
            pass: None,
            limit,
            offset,
            snoozed: false,
        })) {
            Response::Reviews(page) => page,
            other => panic!("{other:?}"),
        }
    }

    pub(super) fn snoozed(&mut self) -> ReviewPage {
        let place = Where::Everywhere;
        let request = ReviewsRequest { place, pass: None, limit: 10, offset: 0, snoozed: true };
        match self.call(Request::Reviews(request)) {
            Response::Reviews(page) => page,
            other => panic!("{other:?}"),
        }
    }

    pub(super) fn review(&mut self, id: &str) -> Result<ReviewView, Refused> {
        match self.call(Request::Review { item: id.to_owned() }) {
            Response::Review(item) => Ok(*item),
            Response::Refused(refused) => Err(refused),
            other => panic!("{other:?}"),
        }
    }

    pub(super) fn item_of(&mut self, pass: PassKind) -> String {
        let page = self.reviews(10, 0);
        let item = page.items.iter().find(|item| item.pass == pass);
        item.expect("the passes ask about it").id.to_string()
    }

    pub(super) fn answer(
        &mut self,
        caller: Caller,
        item: &str,
        answer: AnswerKind,
    ) -> Result<Answered, Refused> {
        let (item, only, note) = (item.to_owned(), Vec::new(), Some("because".to_owned()));
        let request = AnswerRequest { caller, item, answer, only, note };
        match self.call(Request::Answer(Box::new(request))) {
            Response::Answered(answered) => Ok(*answered),
            Response::Refused(refused) => Err(refused),
            other => panic!("{other:?}"),
        }
    }

    pub(super) fn open(&mut self) -> u64 {
        match self.call(Request::Status) {
            Response::Status(status) => status.reviews,
            other => panic!("{other:?}"),
        }
    }

    pub(super) fn undo_as(&mut self, caller: Caller, entry: u64) -> Result<String, Refused> {
        self.committed(Request::Undo { caller, id: Some(entry.to_string()) })
    }

    pub(super) fn pending(&mut self, query: &str) -> usize {
        self.recall_with(query, false).hits.iter().map(|hit| hit.pending.len()).sum()
    }

    pub(super) fn plans_nothing(&mut self) -> bool {
        self.plan().plans.iter().all(|plan| plan.changes == 0)
    }
}

#[test]
fn an_accepted_merge_is_done_named_nowhere_and_taken_back() {
    let mut daemon = asked();
    assert_eq!((daemon.open(), daemon.reviews(10, 0).total), (2, 2));
    assert!(daemon.pending("main database") > 0);
    let before = daemon.export(true);
    let item = daemon.item_of(PassKind::Merge);
    let answered = daemon.answer(user(), &item, AnswerKind::Accept).unwrap();
    assert_eq!((answered.outcome, answered.rest), (Outcome::Done, None));
    assert_eq!(daemon.texts("main database").len(), 1);
    assert_eq!((daemon.pending("main database"), daemon.open()), (0, 1));
    assert!(daemon.plans_nothing());
    let entry = answered.entry.unwrap();
    let shown = daemon.show(&entry.to_string(), Form::Text);
    assert!(shown.contains("why: answered: accept: because"), "{shown}");
    assert_eq!(daemon.undo_as(agent(), entry).unwrap_err().code, ErrorCode::Forbidden);
    daemon.undo_as(user(), entry).unwrap();
    assert_eq!(daemon.export(true), before);
    assert_eq!((daemon.open(), daemon.item_of(PassKind::Merge)), (2, item.clone()));
    assert!(daemon.pending("main database") > 0);
    assert!(daemon.plans_nothing(), "an answer that is taken back is a question again, not a hold");
    daemon.committed(Request::Redo { caller: user(), id: None }).unwrap();
    assert_eq!((daemon.open(), daemon.texts("main database").len()), (1, 1));
}

#[test]
fn what_is_rejected_or_told_apart_stays_and_is_not_asked_again() {
    for answer in [AnswerKind::Reject, AnswerKind::Distinct] {
        let mut daemon = asked();
        let before = daemon.export(true);
        for pass in [PassKind::Merge, PassKind::Supersede] {
            let item = daemon.item_of(pass);
            daemon.answer(user(), &item, answer.clone()).unwrap();
        }
        assert_eq!(daemon.export(true), before);
        assert_eq!(daemon.open(), 0);
        assert!(daemon.plans_nothing());
    }
}

#[test]
fn one_side_can_be_named_to_replace_the_other() {
    let mut daemon = asked();
    let item = daemon.item_of(PassKind::Supersede);
    let unknown = AnswerKind::Supersede { winner: "a".to_owned() };
    assert_eq!(daemon.answer(user(), &item, unknown).unwrap_err().code, ErrorCode::Invalid);
    let winner = AnswerKind::Supersede { winner: "c".to_owned() };
    daemon.answer(user(), &item, winner).unwrap();
    assert!(daemon.texts("dependency management").iter().any(|text| text.contains("poetry")));
    assert!(!daemon.texts("CI install time").iter().any(|text| text.contains("uv")));
    assert!(daemon.plans_nothing());
}

#[test]
fn a_snoozed_item_comes_back_on_its_day() {
    let mut daemon = asked();
    let item = daemon.item_of(PassKind::Merge);
    for days in [0, 4000] {
        let refused = daemon.answer(user(), &item, AnswerKind::SnoozeDays { days }).unwrap_err();
        assert_eq!(refused.code, ErrorCode::Invalid);
    }
    let asked = daemon.review(&item).unwrap();
    daemon.answer(user(), &item, AnswerKind::SnoozeDays { days: 3 }).unwrap();
    assert_eq!((daemon.open(), daemon.pending("main database")), (1, 0));
    let day: Day = "2026-05-04".parse().unwrap();
    let plain = daemon.reviews(10, 0);
    assert_eq!((plain.total, plain.snoozed, plain.snoozed_until), (1, 1, Some(day)));
    let snoozed = daemon.snoozed();
    assert_eq!((snoozed.total, snoozed.items[0].id.to_string()), (1, item.clone()));
    assert_eq!((&snoozed.items[0].rule, &snoozed.items[0].members), (&asked.rule, &asked.members));
    assert_eq!(daemon.review(&item[..8]).unwrap().snoozed_until, Some(day));
    daemon.at("2026-05-03T10:00:00Z");
    assert!(daemon.plans_nothing());
    daemon.at("2026-05-04T10:00:00Z");
    let run = daemon.plan().run_id.to_string();
    daemon.apply(&run).unwrap();
    assert_eq!(daemon.item_of(PassKind::Merge), item);
}

#[test]
fn a_snoozed_item_is_answered_before_its_day_and_snoozed_again_by_an_undo() {
    for answer in [AnswerKind::Accept, AnswerKind::Reject, AnswerKind::SnoozeDays { days: 30 }] {
        let mut daemon = asked();
        let item = daemon.item_of(PassKind::Merge);
        daemon.answer(user(), &item, AnswerKind::SnoozeDays { days: 3 }).unwrap();
        let put_off = daemon.snoozed();
        let winner = "nosuch".to_owned();
        let refused = daemon.answer(user(), &item, AnswerKind::Supersede { winner }).unwrap_err();
        assert!(refused.message.contains("nosuch"), "what is not there is the winner: {refused:?}");
        let refused = daemon.answer(agent(), &item, AnswerKind::Accept).unwrap_err();
        assert_eq!(refused.code, ErrorCode::Forbidden, "{}", refused.message);
        let answered = daemon.answer(user(), &item, answer.clone()).unwrap();
        let (left, texts) = match answer {
            AnswerKind::Accept => (0, 1),
            AnswerKind::Reject => (0, 2),
            _ => (1, 2),
        };
        assert_eq!((daemon.snoozed().total, daemon.texts("main database").len()), (left, texts));
        assert!(daemon.plans_nothing());
        daemon.undo_as(user(), answered.entry.unwrap()).unwrap();
        assert_eq!(daemon.snoozed().items, put_off.items);
        daemon.committed(Request::Undo { caller: user(), id: None }).unwrap();
        assert_eq!((daemon.snoozed().total, daemon.item_of(PassKind::Merge)), (0, item));
    }
}

#[test]
fn what_was_snoozed_is_listed_after_an_export_is_restored_and_not_when_a_side_is_gone() {
    let mut daemon = asked();
    let item = daemon.item_of(PassKind::Merge);
    daemon.answer(user(), &item, AnswerKind::SnoozeDays { days: 3 }).unwrap();
    let lines = daemon.export(false);
    let mut restored = Daemon::start();
    restored.import(&lines.iter().map(String::as_str).collect::<Vec<_>>(), true);
    let found = restored.snoozed();
    assert_eq!((found.total, found.items[0].id.to_string()), (1, item));
    let kind = OrderKind::Retire { reason: RetireReason::Unwanted };
    let order = Order { caller: user(), memory: "a".to_owned(), kind, note: None };
    restored.committed(Request::Order(order)).unwrap();
    assert_eq!(restored.snoozed().total, 0);
}

#[test]
fn an_agent_suggests_and_a_person_sees_it() {
    let mut daemon = asked();
    let (before, item) = (daemon.export(false), daemon.item_of(PassKind::Merge));
    let answered = daemon.answer(agent(), &item, AnswerKind::Accept).unwrap();
    assert_eq!(answered.outcome, Outcome::Suggested);
    assert_eq!(daemon.export(false), before);
    let told = daemon.show(&answered.entry.unwrap().to_string(), Form::Text);
    assert!(told.contains(&item), "{told}");
    assert!(told.contains("\n+suggested: accept by agent:coder: because\n"), "{told}");
    let again = daemon.answer(agent(), &item, AnswerKind::Accept).unwrap();
    assert_eq!(again.entry, None, "{}", again.summary);
    let shown = daemon.review(&item).unwrap();
    let suggested = &shown.suggestions[0];
    assert_eq!((suggested.by.as_str(), suggested.answer.as_str()), ("agent:coder", "accept"));
    assert_eq!(suggested.note.as_deref(), Some("because"));
    daemon.undo(None).unwrap();
    assert!(daemon.review(&item).unwrap().suggestions.is_empty());
}

#[test]
fn an_agent_answers_by_itself_where_it_may() {
    let start = |answers| asked_of(Daemon::start_with(Store::in_memory().unwrap(), answers));
    let mut off = start(AgentAnswers::Off);
    let item = off.item_of(PassKind::Merge);
    let refused = off.answer(agent(), &item, AnswerKind::Reject).unwrap_err();
    assert_eq!(refused.code, ErrorCode::Forbidden);
    let mut resolve = start(AgentAnswers::Resolve);
    let answered = resolve.answer(agent(), &item, AnswerKind::Accept).unwrap();
    assert_eq!(answered.outcome, Outcome::Suggested, "both are pinned: {}", answered.summary);
    let answered = resolve.answer(agent(), &item, AnswerKind::Reject).unwrap();
    assert_eq!((answered.outcome, resolve.open()), (Outcome::Done, 1));
    resolve.undo(None).unwrap();
    assert_eq!(resolve.open(), 2);
}

#[test]
fn what_is_retired_closes_its_items_and_an_undo_opens_them_again() {
    let mut daemon = asked();
    let item = daemon.item_of(PassKind::Merge);
    let kind = OrderKind::Retire { reason: RetireReason::Unwanted };
    let order = Order { caller: user(), memory: "a".to_owned(), kind, note: None };
    let done = daemon.committed(Request::Order(order)).unwrap();
    assert!(done.ends_with(&format!("; closed with it: {item}")), "{done}");
    assert_eq!((daemon.open(), daemon.reviews(10, 0).total), (1, 1));
    let refused = daemon.answer(user(), &item, AnswerKind::Accept).unwrap_err();
    assert_eq!(refused.code, ErrorCode::NotFound);
    let never = daemon.review("rev_0").unwrap_err();
    assert!(never.message.contains("no open review item"), "{}", never.message);
    let shown = daemon.review(&item[..8]).unwrap_err();
    assert_eq!(shown, refused);
    let entry = daemon.view().generation();
    assert!(shown.message.contains(&format!("by entry {entry} (write by user)")), "{shown:?}");
    assert!(shown.hint.unwrap().contains(&format!("consolidate undo {entry}")));
    daemon.committed(Request::Undo { caller: user(), id: None }).unwrap();
    assert_eq!((daemon.open(), daemon.item_of(PassKind::Merge)), (2, item));
}

#[test]
fn the_answer_to_one_item_closes_another_that_loses_a_member() {
    let mut daemon = asked();
    let merge = daemon.item_of(PassKind::Merge);
    // The newer of the two slot answers is asked about once more, by a policy of the same words.
    daemon.import(
        &[r#"{"id":"e","text":"switched to uv because of CI install time.","slot":"package-manager","project":"example.org/shop","created_at":"2026-01-05"}"#],
        true,
    );
    daemon.order("d", OrderKind::Pin).unwrap();
    daemon.order("e", OrderKind::Pin).unwrap();
    let run = daemon.plan().run_id.to_string();
    daemon.apply(&run).unwrap();
    let open = daemon.open();
    let page = daemon.reviews(10, 0);
    let with_d =
        |item: &&ReviewView| item.members.iter().any(|it| it.external_id.as_deref() == Some("d"));
    let shared: Vec<ReviewView> = page.items.iter().filter(with_d).cloned().collect();
    assert!(shared.len() > 1, "{page:#?}");
    let winner = shared[0].members.iter().find(|it| it.external_id.as_deref() != Some("d"));
    let winner = winner.unwrap().id.to_string();
    let answer = AnswerKind::Supersede { winner };
    let answered = daemon.answer(user(), &shared[0].id.to_string(), answer).unwrap();
    assert!(!answered.closed.is_empty(), "{}", answered.summary);
    assert!(answered.closed.iter().all(|id| id.to_string() != merge));
    let now = daemon.reviews(10, 0);
    assert_eq!((daemon.open(), now.total), (now.total, now.total));
    assert!(now.total < open && now.items.iter().all(|item| item.moot.is_none()));
}

#[test]
fn a_page_says_how_many_there_are_and_where_it_goes_on() {
    let mut daemon = asked();
    let first = daemon.reviews(1, 0);
    assert_eq!((first.items.len(), first.total, first.next), (1, 2, Some(1)));
    let second = daemon.reviews(1, 1);
    assert_eq!((second.items.len(), second.total, second.next), (1, 2, None));
    assert_ne!(first.items[0].id, second.items[0].id);
    assert_eq!(daemon.reviews(5, 9).items.len(), 0);
    let place = Where::Project("example.org/other".to_owned());
    let request = ReviewsRequest { place, pass: None, limit: 5, offset: 0, snoozed: false };
    let Response::Reviews(elsewhere) = daemon.call(Request::Reviews(request)) else { panic!() };
    assert_eq!(elsewhere.total, 0);
}

#[test]
fn an_item_is_named_by_a_beginning_of_its_id_and_shown_with_both_sides() {
    let mut daemon = asked();
    let id = daemon.item_of(PassKind::Supersede);
    let shown = daemon.review(&id[..10]).unwrap();
    assert_eq!(shown.id.to_string(), id);
    assert_eq!(shown.doubt, format!("{} is pinned, and no pass retires that", shown.members[0].id));
    assert_eq!(daemon.review(&id[4..].to_uppercase()).unwrap().id.to_string(), id);
    let twice = (daemon.review(&id).unwrap().diff, daemon.review(&id).unwrap().diff);
    assert_eq!(twice.0, twice.1);
    let diff = twice.0.unwrap();
    let ids: Vec<String> = shown.members.iter().map(|it| it.id.to_string()).collect();
    let diff = diff.replace(&ids[0], "OLDER").replace(&ids[1], "NEWER");
    insta::assert_snapshot!(diff, @r"
    --- [1] OLDER fact in example.org/shop as c
    +++ [2] NEWER fact in example.org/shop as d
    @@ -1,5 +1,5 @@
    -text: using poetry for dependency management
    +text: switched to uv because of CI install time
     slot: package-manager
    -since: 2026-01-03T00:00:00Z
    +since: 2026-01-04T00:00:00Z
     by: import
    -trust: 500 of 1000, pinned
    +trust: 500 of 1000
    ");
    for unknown in ["", "rev_", "rev_0000000000000000", "nonsense", "rev_00000000000000000"] {
        assert_eq!(daemon.review(unknown).unwrap_err().code, ErrorCode::NotFound, "{unknown}");
    }
}

#[test]
fn long_sides_are_cut_where_they_are_listed_and_whole_where_they_are_shown() {
    let mut daemon = Daemon::start();
    let long = "The build of the shop needs \\\"Postgres\\\" and <tabs>.\\n".repeat(160);
    let lines: Vec<String> = (0..2)
        .map(|day| {
            format!(
                r#"{{"id":"x{day}","text":"{long}","rationale":"{long}","project":"example.org/shop","created_at":"2026-01-0{}"}}"#,
                day + 1
            )
        })
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    daemon.import(&lines, true);
    daemon.order("x0", OrderKind::Pin).unwrap();
    daemon.order("x1", OrderKind::Pin).unwrap();
    let run = daemon.plan().run_id.to_string();
    daemon.apply(&run).unwrap();
    let page = daemon.reviews(10, 0);
    let member = &page.items[0].members[0];
    assert!(member.cut && member.text.ends_with('…') && member.text.len() < 1100);
    let id = page.items[0].id.to_string();
    let whole = daemon.review(&id).unwrap();
    assert!(!whole.members[0].cut && whole.members[0].text.len() > 8000);
    assert!(whole.diff.unwrap().len() > 16_000);
}

/// Of three that say the same the passes ask, since they are pinned.
const ALIKE: [(&str, &str); 3] = [
    ("a", "We use Postgres as the main database."),
    ("b", "Postgres is our main database."),
    ("c", "Our main database is Postgres."),
];

/// One more is there, pinned, and the passes have asked.
fn add(daemon: &mut Daemon, place: usize) {
    let ((id, text), day) = (ALIKE[place], place + 1);
    let line = format!(
        r#"{{"id":"{id}","text":"{text}","project":"example.org/shop","created_at":"2026-01-0{day}"}}"#
    );
    daemon.import(&[&line], true);
    daemon.order(id, OrderKind::Pin).unwrap();
    let run = daemon.plan().run_id.to_string();
    daemon.apply(&run).unwrap();
}

/// The members of every open item.
fn members(daemon: &mut Daemon) -> Vec<Vec<String>> {
    let of = |item: &ReviewView| -> Vec<String> {
        item.members.iter().filter_map(|it| it.external_id.clone()).collect()
    };
    let mut asked: Vec<_> = daemon.reviews(10, 0).items.iter().map(of).collect();
    asked.sort();
    asked
}

#[test]
fn what_was_told_apart_is_never_put_into_one_item() {
    let mut daemon = Daemon::start();
    add(&mut daemon, 0);
    add(&mut daemon, 1);
    let first = daemon.item_of(PassKind::Merge);
    daemon.answer(user(), &first, AnswerKind::Reject).unwrap();
    add(&mut daemon, 2);
    assert_eq!(members(&mut daemon), [vec!["a", "c"], vec!["b", "c"]]);
    assert!(daemon.plans_nothing());
}

#[test]
fn an_answered_pair_is_asked_by_no_other_item_at_once_and_an_undo_asks_it_again() {
    let mut daemon = Daemon::start();
    add(&mut daemon, 0);
    add(&mut daemon, 1);
    let first = daemon.item_of(PassKind::Merge);
    // It says the same as both, which stand in an item already.
    add(&mut daemon, 2);
    assert_eq!(members(&mut daemon), [vec!["a", "b"], vec!["a", "b", "c"]]);
    let before = daemon.export(false);
    for (answer, left) in [
        (AnswerKind::Reject, vec![vec!["a", "c"], vec!["b", "c"]]),
        (AnswerKind::Distinct, vec![vec!["a", "c"], vec!["b", "c"]]),
    ] {
        let answered = daemon.answer(user(), &first, answer).unwrap();
        assert_eq!(answered.closed.len(), 1, "{}", answered.summary);
        assert_eq!(members(&mut daemon), left);
        assert_eq!(daemon.open(), 2);
        assert!(daemon.plans_nothing());
        daemon.undo_as(user(), answered.entry.unwrap()).unwrap();
        assert_eq!(members(&mut daemon), [vec!["a", "b"], vec!["a", "b", "c"]]);
        assert_eq!(daemon.export(false), before);
    }
    let larger = daemon.reviews(10, 0).items.into_iter().find(|item| item.members.len() == 3);
    let larger = larger.unwrap().id.to_string();
    let answered = daemon.answer(user(), &larger, AnswerKind::Distinct).unwrap();
    assert_eq!(answered.closed.len(), 1, "the smaller one has nothing left to ask");
    assert_eq!((daemon.open(), daemon.plans_nothing()), (0, true));
}
