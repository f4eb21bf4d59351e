//! Briefs of task runs: the first answer to a step is its answer for ever, and what was recorded of it is told.

use consolidate_shared::id::hash64;
use consolidate_shared::model::{Kind, Signal};
use consolidate_shared::task_run::{HeldAs, Purpose, TaskRunKey};
use consolidate_shared::wire::v1::{
    BriefRequest, Caller, Coverage, ErrorCode, OrderKind, Refused, Request, Response,
    TaskBriefAnswer, TaskBriefRequest, TaskRunAnswer, TaskRunRequest, TaskRunsAnswer,
    TaskRunsRequest, Where,
};

use super::harness::{Daemon, agent, feedback, user};
use crate::store::Store;
use crate::store::disk::FakeDisk;

const SHOP: &str = "example.org/shop";

fn shop() -> Where {
    Where::Project(SHOP.to_owned())
}

fn asking(task: &str, run: Option<&str>, step: u32) -> TaskBriefRequest {
    TaskBriefRequest {
        caller: agent(),
        place: shop(),
        task: task.to_owned(),
        anchors: Vec::new(),
        tokens: None,
        window: Some(32_768),
        budget_us: 10_000_000,
        run: run.map(str::to_owned),
        step,
        purpose: Purpose::Task,
    }
}

impl Daemon {
    fn try_brief(&mut self, request: TaskBriefRequest) -> Result<TaskBriefAnswer, Refused> {
        match self.call(Request::TaskBrief(Box::new(request))) {
            Response::TaskBrief(answer) => Ok(*answer),
            Response::Refused(refused) => Err(refused),
            other => panic!("{other:?}"),
        }
    }

    fn brief_of(&mut self, task: &str, run: &str, step: u32) -> TaskBriefAnswer {
        self.try_brief(asking(task, Some(run), step)).unwrap()
    }

    fn runs(&mut self, place: Where, limit: u32) -> TaskRunsAnswer {
        let request = TaskRunsRequest { caller: agent(), place, limit };
        match self.call(Request::TaskRuns(request)) {
            Response::TaskRuns(answer) => *answer,
            other => panic!("{other:?}"),
        }
    }

    fn run_of(
        &mut self,
        place: Where,
        run: &str,
        step: Option<u32>,
    ) -> Result<TaskRunAnswer, Refused> {
        let run = run.to_owned();
        let request = TaskRunRequest { caller: agent(), place, run, step, after: None };
        match self.call(Request::TaskRun(request)) {
            Response::TaskRun(answer) => Ok(*answer),
            Response::Refused(refused) => Err(refused),
            other => panic!("{other:?}"),
        }
    }

    fn caution_of(&mut self, text: &str) -> String {
        let draft = self.draft(text);
        let record = consolidate_shared::wire::v1::Record { kind: Kind::Pitfall, ..draft };
        self.try_record(record).unwrap().id.to_string()
    }
}

#[test]
fn a_step_is_given_one_brief_whatever_is_written_since() {
    let mut daemon = Daemon::start();
    daemon.caution_of("The linter hangs on generated files.");
    let first = daemon.brief_of("lint the tree", "r1", 0);
    let frozen = first.frozen.clone().unwrap();
    assert!(first.text.contains("linter hangs") && !frozen.again && !frozen.other_question);
    daemon.caution_of("Generated files are linted by another tool.");
    let again = daemon.brief_of("lint the tree", "r1", 0);
    assert_eq!((&again.text, &again.hash), (&first.text, &first.hash));
    assert_eq!(again.hash, format!("{:016x}", hash64(first.text.as_bytes())));
    assert!(again.frozen.unwrap().again && again.warnings.is_empty());
    assert_eq!(again.generation, first.generation, "the state it was made from");
    let next = daemon.brief_of("lint the tree", "r1", 1);
    assert_ne!(next.text, first.text);
    let unbound = daemon.try_brief(asking("lint the tree", None, 0)).unwrap();
    assert_eq!((&unbound.held, unbound.frozen), (&next.held, None));
    // The ids of a run's brief name the same when more memories have come; those of any other are as short as may be.
    let shortest = |text: &str| {
        let ids =
            text.split("[mem_").skip(1).map(|rest| rest.find([']', ',']).unwrap_or(rest.len()));
        ids.min().unwrap_or_default()
    };
    assert_eq!(shortest(&first.text), 13, "{}", first.text);
    assert!(shortest(&unbound.text) <= 13, "{}", unbound.text);
}

#[test]
fn a_partial_brief_is_not_that_of_its_step() {
    let mut daemon = Daemon::start();
    daemon.caution_of("The linter hangs on generated files.");
    let hurried = TaskBriefRequest { budget_us: 0, ..asking("lint the tree", Some("r1"), 0) };
    let late = daemon.try_brief(hurried).unwrap();
    assert!(late.coverage != Coverage::FULL && late.frozen.is_none(), "{late:?}");
    assert!(late.warnings.first().unwrap().contains("ask again"), "{:?}", late.warnings);
    let whole = daemon.brief_of("lint the tree", "r1", 0);
    assert!(whole.text.contains("linter hangs") && !whole.frozen.unwrap().again);
}

#[test]
fn another_question_of_the_same_step_is_told_that_it_is_another() {
    let mut daemon = Daemon::start();
    daemon.caution_of("The linter hangs on generated files.");
    let first = daemon.brief_of("lint the tree", "r1", 0);
    let small = TaskBriefRequest { window: Some(4_096), ..asking("lint the tree", Some("r1"), 0) };
    for request in [asking("deploy the shop", Some("r1"), 0), small] {
        let other = daemon.try_brief(request).unwrap();
        assert_eq!(other.text, first.text);
        assert!(other.frozen.unwrap().other_question);
        assert!(other.warnings.first().unwrap().contains("for another question"));
    }
}

#[test]
fn a_frozen_brief_outlives_the_daemon_and_moves_no_generation() {
    let disk = FakeDisk::default();
    let mut daemon = Daemon::start_on(Store::with_backend(disk.clone()).unwrap());
    daemon.caution_of("The linter hangs on generated files.");
    let (export, generation) = (daemon.export(false), daemon.view().generation());
    let first = daemon.brief_of("lint the tree", "r1", 0);
    let key = TaskRunKey { project: Some(SHOP.to_owned()), run: "r1".to_owned() };
    assert!(daemon.view().frozen_brief(&key, 0).unwrap().is_none(), "it waits for a commit");
    assert_eq!((daemon.export(false), daemon.view().generation()), (export, generation));
    daemon.stop();
    let mut daemon = Daemon::start_on(Store::with_backend(disk).unwrap());
    assert_eq!(daemon.view().generation(), generation);
    let again = daemon.brief_of("lint the tree", "r1", 0);
    assert_eq!(again.text, first.text);
    assert!(again.frozen.unwrap().again);
}

#[test]
fn a_frozen_brief_rides_the_next_commit() {
    let mut daemon = Daemon::start();
    daemon.caution_of("The linter hangs on generated files.");
    let first = daemon.brief_of("lint the tree", "r1", 0);
    daemon.record("Deploys happen on Fridays.");
    let key = TaskRunKey { project: Some(SHOP.to_owned()), run: "r1".to_owned() };
    let kept = daemon.view().frozen_brief(&key, 0).unwrap().unwrap();
    assert_eq!((kept.text, kept.task.as_str()), (first.text, "lint the tree"));
    assert!(daemon.service_gathers_nothing());
}

impl Daemon {
    fn service_gathers_nothing(&self) -> bool {
        self.engine().frozen.gathered().is_empty()
    }
}

#[test]
fn a_run_belongs_to_its_project() {
    let mut daemon = Daemon::start();
    daemon.caution_of("The linter hangs on generated files.");
    let here = daemon.brief_of("lint", "r1", 0);
    let elsewhere = TaskBriefRequest {
        place: Where::Project("example.org/other".to_owned()),
        ..asking("lint", Some("r1"), 0)
    };
    let other = daemon.try_brief(elsewhere).unwrap();
    assert!(!here.text.is_empty() && other.text.is_empty());
    let everywhere = TaskBriefRequest { place: Where::Everywhere, ..asking("lint", Some("r1"), 0) };
    assert_eq!(daemon.try_brief(everywhere).unwrap_err().code, ErrorCode::Invalid);
    assert_eq!(daemon.runs(shop(), 9).runs.len(), 1);
    assert_eq!(daemon.runs(Where::Everywhere, 9).runs.len(), 2);
    assert_eq!(
        daemon.run_of(Where::Everywhere, "r1", None).unwrap_err().code,
        ErrorCode::Ambiguous
    );
    assert_eq!(daemon.run_of(shop(), "r2", None).unwrap_err().code, ErrorCode::NotFound);
    assert_eq!(daemon.run_of(Where::Unscoped, "r1", None).unwrap_err().code, ErrorCode::NotFound);
}

#[test]
fn the_id_of_a_run_is_data() {
    let mut daemon = Daemon::start();
    for bad in ["", "  ", "a\u{1b}[2J", "a\nb", &"x".repeat(300)] {
        let refused = daemon.try_brief(asking("lint", Some(bad), 0)).unwrap_err();
        assert_eq!(refused.code, ErrorCode::Invalid, "{bad:?}");
        assert!(refused.message.starts_with("run "), "{}", refused.message);
    }
    for good in [
        "b04965e6-a9bb-591f-8f8a-1adcb2c8dc39",
        "6b86b273ff34fce19d6b804eff5a3f5747ada4ea",
        "ci/4711 attempt 2",
        "夜",
    ] {
        assert!(daemon.brief_of("lint", good, u32::MAX).frozen.is_some());
    }
}

#[test]
fn what_a_brief_held_is_told_with_what_became_of_it() {
    let mut daemon = Daemon::start();
    let (gone, stays) = (
        daemon.caution_of("The linter hangs on generated files."),
        daemon.caution_of("Port 5432 is taken on the build machine."),
    );
    let newer = daemon.record("Port 5433 is used on the build machine.").id;
    let first = daemon.brief_of("lint the tree", "r1", 0);
    assert_eq!(first.held.len(), 3);
    let order = OrderKind::SupersededBy { successor: newer.to_string() };
    daemon.order(&gone, order).unwrap();
    let with_run = |caller: Caller, memory: &str, signal| consolidate_shared::wire::v1::Feedback {
        context: Some("r1".to_owned()),
        ..feedback(caller, memory, signal)
    };
    for (caller, signal) in [(agent(), Signal::Used), (user(), Signal::Helped)] {
        daemon.call(Request::Feedback(with_run(caller, &stays, signal)));
    }
    daemon.call(Request::Feedback(feedback(agent(), &newer.to_string(), Signal::Used)));
    let answer = daemon.run_of(shop(), "r1", None).unwrap();
    let [step] = answer.steps.as_slice() else { panic!("{answer:?}") };
    let of = |id: &str| step.held.iter().find(|held| held.id.to_string() == id).unwrap();
    assert!(of(&gone).changed.first().unwrap().starts_with("retired on 2026-05-01 (superseded)"));
    assert!(of(&stays).changed.is_empty());
    assert_eq!(of(&stays).told, [Signal::Used, Signal::Helped]);
    assert_eq!(of(&stays).held_as, HeldAs::Caution);
    assert!(of(&stays).line.starts_with("Caution: Port 5432"));
    assert!(of(&newer.to_string()).told.is_empty(), "told from no run");
    assert_eq!(answer.used.len(), 2);
    assert!(answer.used.iter().all(|used| used.held) && answer.learned.is_empty());
    assert_eq!((step.step, step.task.as_str(), &step.text), (0, "lint the tree", &None));
    let one = daemon.run_of(shop(), "r1", Some(0)).unwrap();
    assert_eq!(one.steps.first().unwrap().text.as_ref(), Some(&first.text));
    assert_eq!(daemon.run_of(shop(), "r1", Some(1)).unwrap_err().code, ErrorCode::NotFound);
    let listed = daemon.runs(shop(), 9);
    let row = listed.runs.first().and_then(|run| run.briefs.first()).unwrap();
    assert_eq!((row.held.caution, row.held.learned, row.tokens), (2, 1, first.tokens));
}

#[test]
fn runs_are_listed_the_latest_first_with_their_last_briefs() {
    let mut daemon = Daemon::start();
    for step in 0..12 {
        daemon.at(&format!("2026-05-01T10:00:{step:02}Z")).brief_of("lint", "r1", step);
    }
    daemon.at("2026-05-01T11:00:00Z").brief_of("deploy", "r2", 0);
    daemon.at("2026-05-01T12:00:00Z").brief_of("lint", "r1", 40);
    let all = daemon.runs(shop(), 9);
    let names: Vec<&str> = all.runs.iter().map(|run| run.run.as_str()).collect();
    assert_eq!((names, all.more), (vec!["r1", "r2"], false));
    let first = &all.runs[0];
    let steps: Vec<u32> = first.briefs.iter().map(|brief| brief.step).collect();
    assert_eq!((first.steps, steps), (13, vec![5, 6, 7, 8, 9, 10, 11, 40]));
    let one = daemon.runs(shop(), 1);
    assert_eq!((one.runs.len(), one.more), (1, true));
}

#[test]
fn a_secret_in_a_task_is_not_kept() {
    let mut daemon = Daemon::start();
    let secret = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
    daemon.brief_of(&format!("push with {secret} please"), "r1", 0);
    let answer = daemon.run_of(shop(), "r1", Some(0)).unwrap();
    let task = &answer.steps.first().unwrap().task;
    assert!(!task.contains(&secret) && task.contains("[redacted:"), "{task}");
}

#[test]
fn policies_that_crowd_the_window_are_warned_of() {
    let mut daemon = Daemon::start();
    let text = "Ask the owner before every single release of the shop. ".repeat(120);
    let draft = daemon.draft(&text);
    let policy =
        consolidate_shared::wire::v1::Record { kind: Kind::Policy, caller: user(), ..draft };
    daemon.try_record(policy).unwrap();
    let answer = daemon.try_brief(asking("release", None, 0)).unwrap();
    assert!(answer.policy_tokens > 2_048 && !answer.exceeds);
    assert!(answer.warnings.first().unwrap().contains("the policies take"), "{answer:?}");
    let old = BriefRequest {
        caller: agent(),
        place: shop(),
        task: "release".to_owned(),
        anchors: Vec::new(),
        tokens: None,
        window: Some(32_768),
        budget_us: 10_000_000,
    };
    let Response::Brief(brief) = daemon.call(Request::Brief(old)) else { panic!() };
    assert_eq!(brief.text, answer.text);
}

#[test]
fn an_authoring_brief_shows_the_steps_of_the_most_trusted_procedures() {
    let mut daemon = Daemon::start();
    for number in 0..6 {
        let draft = daemon.draft(&format!("Test of page number {number} of the shop"));
        let steps = vec![format!("open page {number}"), "look at it".to_owned()];
        let procedure =
            consolidate_shared::wire::v1::Record { kind: Kind::Procedure, steps, ..draft };
        daemon.try_record(procedure).unwrap();
    }
    let request =
        TaskBriefRequest { purpose: Purpose::Authoring, ..asking("write a test", Some("r1"), 0) };
    let answer = daemon.try_brief(request).unwrap();
    assert_eq!(answer.text.matches("  2. look at it").count(), 4, "{}", answer.text);
    let run = daemon.run_of(shop(), "r1", None).unwrap();
    let step = run.steps.first().unwrap();
    let count = |held_as| step.held.iter().filter(|held| held.held_as == held_as).count();
    assert_eq!((count(HeldAs::Example), count(HeldAs::Procedure)), (4, 2));
    assert_eq!(step.purpose, Purpose::Authoring);
}

#[test]
fn of_many_that_ask_at_once_all_get_the_first_answer() {
    use crate::engine::EngineService;
    use crate::server::{Arrival, Service};
    let mut daemon = Daemon::start();
    daemon.caution_of("The linter hangs on generated files.");
    let engine = daemon.engine();
    let answers: Vec<TaskBriefAnswer> = std::thread::scope(|threads| {
        let asked: Vec<_> = (0..8)
            .map(|number| {
                let engine = std::sync::Arc::clone(&engine);
                threads.spawn(move || {
                    let service = EngineService(engine);
                    let mut session = <EngineService as Service>::Session::default();
                    let request = asking(&format!("lint {number}"), Some("r1"), 0);
                    let arrival = Arrival::at(crate::clock::steady());
                    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
                    let request = Request::TaskBrief(Box::new(request));
                    match runtime.block_on(service.call(&mut session, request, arrival)) {
                        Response::TaskBrief(answer) => *answer,
                        other => panic!("{other:?}"),
                    }
                })
            })
            .collect();
        asked.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let first: Vec<_> =
        answers.iter().filter(|answer| !answer.frozen.as_ref().unwrap().again).collect();
    assert_eq!(first.len(), 1);
    assert!(answers.iter().all(|answer| answer.text == first[0].text));
}
