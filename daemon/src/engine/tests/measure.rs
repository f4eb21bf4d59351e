//! Health through the engine: what was served, samples, restarts.

use consolidate_shared::journal::Generation;
use consolidate_shared::time::Day;
use consolidate_shared::wire::v1::{
    BriefRequest, HealthReport, OrderKind, Request, Response, Where,
};

use super::harness::{Daemon, agent};
use crate::store::Store;
use crate::store::disk::FakeDisk;

impl Daemon {
    fn health(&mut self, days: u32) -> HealthReport {
        match self.call(Request::Health { days }) {
            Response::Health(report) => *report,
            other => panic!("{other:?}"),
        }
    }

    fn brief_lines(&mut self, task: &str) -> usize {
        let request = BriefRequest {
            caller: agent(),
            place: Where::Project("example.org/shop".to_owned()),
            task: task.to_owned(),
            anchors: Vec::new(),
            tokens: Some(500),
            window: None,
            budget_us: 10_000_000,
        };
        match self.call(Request::Brief(request)) {
            Response::Brief(brief) => brief.held.len(),
            other => panic!("{other:?}"),
        }
    }
}

/// Two that say the same and a replacement.
const LINES: [&str; 4] = [
    r#"{"id":"a","text":"We use Postgres as the main database.","project":"example.org/shop","created_at":"2026-01-01"}"#,
    r#"{"id":"b","text":"Postgres is our main database.","project":"example.org/shop","created_at":"2026-01-02"}"#,
    r#"{"id":"c","text":"Bump aasm from 5.0.2 to 5.0.3","project":"example.org/shop","created_at":"2026-01-03"}"#,
    r#"{"id":"d","text":"Bump aasm from 5.0.3 to 5.0.4","project":"example.org/shop","created_at":"2026-01-04"}"#,
];

#[test]
fn what_is_served_is_counted_and_nothing_superseded_is_served() {
    let mut daemon = Daemon::start();
    daemon.import(&LINES, true);
    assert_eq!(daemon.texts("bump aasm").len(), 2, "no pass has run yet");
    let run = daemon.plan().run_id.to_string();
    daemon.apply(&run).unwrap();
    assert_eq!(daemon.texts("bump aasm").len(), 1);
    assert!(
        daemon.recall_with("bump aasm", true).hits.len() > 1,
        "history is asked for, not served"
    );
    let lines = daemon.brief_lines("bump aasm");
    let report = daemon.health(0);
    assert_eq!(report.staleness.hits, 3 + lines as u64);
    assert_eq!(report.staleness.superseded_when_served, 0);
    assert_eq!(report.staleness.then_superseded, 1, "c was served, then superseded");
    assert_eq!((report.superseded, report.longest_chain.memories), (1, 2));
    let merged = report.merges.first().unwrap();
    assert_eq!((merged.clusters, merged.memories, merged.undone_by), (1, 1, None));
    assert!(report.history.is_empty());
    // The conflict pass ran too, and had nothing to change.
    let run = |pass: &str| report.passes.iter().find(|run| run.pass.word() == pass).unwrap();
    assert_eq!(run("conflict").last_applied, run("merge").last_applied);
    assert!(run("merge").last_applied.is_some());
    assert!(run("conflict").entry.is_none() && run("merge").entry.is_some());
}

#[test]
fn a_pass_that_was_planned_and_not_applied_has_succeeded_and_no_more() {
    let mut daemon = Daemon::start();
    daemon.record("We use Postgres as the main database.");
    assert!(daemon.health(0).passes.iter().all(|pass| pass.last_ran.is_none()));
    let at = "2026-05-03T10:00:00Z";
    daemon.at(at).plan();
    for pass in daemon.health(0).passes {
        let told = (pass.last_ran, pass.last_applied, pass.entry);
        assert_eq!(told, (Some(at.parse().unwrap()), None, None), "{}", pass.pass);
    }
}

#[test]
fn what_was_served_long_before_it_was_superseded_is_not_stale() {
    let mut daemon = Daemon::start();
    let (old, new) =
        (daemon.record("Builds run on Jenkins."), daemon.record("Nightly jobs sleep."));
    assert_eq!(daemon.texts("builds jenkins").len(), 1);
    daemon.at("2026-05-10T10:00:00Z");
    let order = OrderKind::SupersededBy { successor: new.id.to_string() };
    daemon.order(&old.id.to_string(), order).unwrap();
    let stale = daemon.health(0).staleness;
    assert_eq!((stale.served, stale.then_superseded), (1, 0));
}

#[test]
fn a_day_has_one_sample_and_a_run_takes_it_anew() {
    let mut daemon = Daemon::start();
    daemon.import(&LINES, true);
    let day: Day = "2026-05-01".parse().unwrap();
    assert_eq!(daemon.health(9).history.len(), 1);
    let kept = |daemon: &mut Daemon| {
        daemon.settle();
        daemon.view().sample(day).unwrap().map(|sample| (sample.generation, sample.superseded))
    };
    assert_eq!(kept(&mut daemon), Some((1, 0)));
    daemon.record("The cache is warmed at start.");
    daemon.health(0);
    assert_eq!(kept(&mut daemon).map(|sample| sample.0), Some(1), "the day has its sample");
    let run = daemon.plan().run_id.to_string();
    daemon.apply(&run).unwrap();
    let (generation, superseded) = kept(&mut daemon).unwrap();
    assert!(generation > 2 && superseded == 1, "{generation} {superseded}");
    daemon.at("2026-05-03T00:00:00Z");
    let days: Vec<String> =
        daemon.health(9).history.iter().map(|sample| sample.day.to_string()).collect();
    assert_eq!(days, ["2026-05-01", "2026-05-03"]);
    assert_eq!(daemon.health(1).history.len(), 1);
}

#[test]
fn notes_move_no_generation_are_not_exported_and_outlive_the_daemon() {
    let disk = FakeDisk::default();
    let mut daemon = Daemon::start_on(Store::with_backend(disk.clone()).unwrap());
    daemon.record("The cache is warmed at start.");
    let (export, generation) = (daemon.export(false), daemon.view().generation());
    assert_eq!(daemon.texts("cache warmed").len(), 1);
    daemon.health(9);
    daemon.settle();
    assert_eq!((daemon.export(false), daemon.view().generation()), (export.clone(), generation));
    daemon.stop();
    let mut daemon = Daemon::start_on(Store::with_backend(disk).unwrap());
    assert_eq!((daemon.export(false), daemon.view().generation()), (export, Generation(1)));
    daemon.at("2026-05-02T00:00:00Z");
    let report = daemon.health(9);
    assert_eq!((report.staleness.hits, report.staleness.served), (1, 1));
    assert_eq!(report.history.len(), 2);
}
