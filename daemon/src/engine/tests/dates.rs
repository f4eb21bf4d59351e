//! Writes whose dates tell another order than that in which they were said: a clock that was ahead, a date that is wrong.

use consolidate_shared::time::{Day, Timestamp};
use consolidate_shared::wire::v1::{
    ReadRequest, Recorded, Request, Response, ReviewsRequest, Where,
};

use super::harness::{Daemon, agent, user};

const AHEAD: &str = "2031-05-01T10:00:00Z";
const TODAY: &str = "2026-05-01T10:00:00Z";

impl Daemon {
    fn answer_slot(&mut self, time: &str, text: &str) -> Recorded {
        let mut draft = self.draft(text);
        draft.slot = Some("package-manager".to_owned());
        self.at(time).try_record(draft).unwrap()
    }

    fn said_on(&mut self, recorded: &Recorded) -> Day {
        let request = ReadRequest { caller: agent(), memory: recorded.id.to_string() };
        match self.call(Request::Read(request)) {
            Response::Memory(memory) => memory.created_at.day(),
            other => panic!("{other:?}"),
        }
    }

    fn apply_all(&mut self) {
        let run = self.plan().run_id.to_string();
        self.apply(&run).unwrap();
    }

    fn planned(&mut self) -> u64 {
        self.plan().plans.iter().map(|plan| plan.changes).sum()
    }

    fn questions(&mut self) -> u64 {
        let place = Where::Everywhere;
        let request = ReviewsRequest { place, pass: None, limit: 10, offset: 0, snoozed: false };
        match self.call(Request::Reviews(request)) {
            Response::Reviews(page) => page.total,
            other => panic!("{other:?}"),
        }
    }
}

fn today() -> Day {
    TODAY.parse::<Timestamp>().unwrap().day()
}

#[test]
fn what_is_dated_years_ahead_moves_no_later_write_and_asks_nothing_for_ever() {
    let mut daemon = Daemon::start();
    daemon.answer_slot(AHEAD, "we manage packages with npm");
    let mut last = String::new();
    for (minute, tool) in ["yarn", "pnpm", "bun"].into_iter().enumerate() {
        last = format!("we manage packages with {tool}");
        let written = daemon.answer_slot(&format!("2026-05-01T10:0{minute}:00Z"), &last);
        assert_eq!(daemon.said_on(&written), today(), "{tool}");
        assert!(written.related.iter().any(|it| it.relation == "supersedes"), "{written:?}");
        if tool == "pnpm" {
            daemon.apply_all();
        }
    }
    daemon.apply_all();
    assert_eq!(daemon.texts("packages"), [last]);
    assert_eq!((daemon.planned(), daemon.questions()), (0, 0));
}

#[test]
fn the_order_of_writing_is_the_same_after_an_import_of_the_lines_in_any_order() {
    let mut daemon = Daemon::start();
    daemon.answer_slot(AHEAD, "we manage packages with npm");
    daemon.answer_slot(TODAY, "we manage packages with yarn");
    let mut lines = daemon.export(false);
    let header = lines.remove(0);
    for reversed in [false, true] {
        if reversed {
            lines.reverse();
        }
        let all: Vec<&str> = [&header].into_iter().chain(&lines).map(String::as_str).collect();
        let mut other = Daemon::start();
        assert_eq!(other.import(&all, true).bad, []);
        other.apply_all();
        assert_eq!(other.texts("packages"), ["we manage packages with yarn"]);
        assert_eq!((other.planned(), other.questions()), (0, 0));
    }
}

#[test]
fn a_date_ahead_that_came_with_an_import_moves_no_date_either() {
    let mut daemon = Daemon::start();
    daemon.import(
        &[r#"{"text":"Auto-deploy to production is permitted.","project":"example.org/shop","created_at":"2031-01-01"}"#],
        true,
    );
    let written = daemon.at(TODAY).record("Auto-deploy to production is not permitted.");
    assert_eq!(daemon.said_on(&written), today());
    assert_eq!(written.related[0].relation, "conflicts");
}

#[test]
fn a_date_within_a_day_is_followed_and_never_out_of_the_day_after() {
    let mut daemon = Daemon::start();
    daemon.answer_slot("2026-05-02T09:00:00Z", "we manage packages with npm");
    let behind = daemon.answer_slot(TODAY, "we manage packages with yarn");
    assert_eq!(daemon.said_on(&behind), today().next());
    let mut daemon = Daemon::start();
    daemon.answer_slot("2026-05-02T23:59:59.999Z", "we manage packages with npm");
    let own = daemon.answer_slot(TODAY, "we manage packages with yarn");
    assert_eq!(daemon.said_on(&own), today());
    daemon.apply_all();
    assert_eq!(daemon.texts("packages"), ["we manage packages with yarn"]);
}

#[test]
fn what_no_rule_may_replace_is_asked_about_whatever_its_date() {
    let mut daemon = Daemon::start();
    let mut theirs = daemon.draft("we manage packages with npm");
    (theirs.slot, theirs.caller) = (Some("package-manager".to_owned()), user());
    daemon.at(AHEAD).try_record(theirs).unwrap();
    let own = daemon.answer_slot(TODAY, "we manage packages with yarn");
    assert_eq!(daemon.said_on(&own), today());
    daemon.apply_all();
    assert_eq!((daemon.texts("packages").len(), daemon.questions()), (2, 1));
    assert_eq!(daemon.planned(), 0);
}

#[test]
fn the_link_of_a_write_goes_with_its_undo() {
    let mut daemon = Daemon::start();
    daemon.answer_slot(AHEAD, "we manage packages with npm");
    daemon.answer_slot(TODAY, "we manage packages with yarn");
    assert_eq!(daemon.texts("packages"), ["we manage packages with yarn"]);
    daemon.undo(None).unwrap();
    assert_eq!(daemon.texts("packages"), ["we manage packages with npm"]);
}

#[test]
fn a_candidate_replaces_nothing_before_it_is_active() {
    let mut daemon = Daemon::start();
    daemon.answer_slot(AHEAD, "we manage packages with npm");
    let mut draft = daemon.draft("we manage packages with yarn");
    (draft.slot, draft.candidate) = (Some("package-manager".to_owned()), true);
    daemon.at(TODAY).try_record(draft).unwrap();
    assert!(daemon.texts("packages").contains(&"we manage packages with npm".to_owned()));
}
