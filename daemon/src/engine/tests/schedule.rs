//! Scheduled runs over an engine, with a clock that the test moves: what is planned, kept, applied, remembered and told.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use consolidate_shared::model::RetireReason;
use consolidate_shared::plan::PassKind;
use consolidate_shared::schedule::Reach;
use consolidate_shared::wire::v1::{
    Doing, ErrorCode, Form, LogRow, OrderKind, PlanRequest, Planned, ReadyView, Request, Response,
    StoreHealth,
};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::timeout;

use super::harness::{Daemon, agent, user};
use crate::clock::steady;
use crate::driver::{Cron, Driver, Driving, Schedule, Tz};
use crate::engine::runs::Planning;
use crate::pass::plan_run_watched;
use crate::store::Store;
use crate::store::disk::{FakeDisk, FaultKind};

/// Above what anything here takes on the busiest machine.
const PATIENCE: Duration = Duration::from_mins(2);

fn driving(auto_apply: bool) -> Driving {
    let schedule = Schedule {
        cron: Cron::parse("0 4 * * *").unwrap(),
        light_after_new: 20,
        light_after_idle: Duration::from_mins(10),
    };
    Driving { schedule, zone: Tz::UTC, auto_apply }
}

/// Twenty memories, of which two say the same and two are a replacement.
fn twenty(daemon: &mut Daemon) {
    let mut texts = vec![
        "We use Postgres as the main database.".to_owned(),
        "Postgres is our main database.".to_owned(),
        "using poetry for dependency management".to_owned(),
        "switched to uv instead of poetry because of CI install time".to_owned(),
    ];
    texts.extend((0..16).map(|n| format!("Shelf {n} holds the parts of machine {}.", n * 7)));
    let line = |(n, text): (usize, &String)| {
        format!(
            r#"{{"id":"m{n}","text":"{text}","project":"example.org/shop","created_at":"2026-01-{:02}"}}"#,
            n + 1
        )
    };
    let lines: Vec<String> = texts.iter().enumerate().map(line).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    assert_eq!(daemon.import(&lines, true).added, 20);
}

fn driver(daemon: &Daemon, auto_apply: bool) -> Driver {
    daemon.block_on(Driver::new(daemon.engine(), driving(auto_apply)))
}

fn look(daemon: &Daemon, driver: &mut Driver) {
    daemon.block_on(driver.look());
}

fn planned(daemon: &mut Daemon, passes: &[PassKind]) -> Planned {
    match daemon.call(Request::Plan(PlanRequest { passes: passes.to_vec() })) {
        Response::Planned(planned) => planned,
        other => panic!("{other:?}"),
    }
}

fn log(daemon: &mut Daemon) -> Vec<LogRow> {
    match daemon.call(Request::Log { limit: 100, before: None }) {
        Response::Log(rows) => rows,
        other => panic!("{other:?}"),
    }
}

fn the_one_ready(daemon: &mut Daemon) -> ReadyView {
    let schedule = daemon.schedule();
    assert_eq!((schedule.doing, schedule.ready.len()), (Doing::ReportOnly, 1), "{schedule:?}");
    schedule.ready[0]
}

#[test]
fn a_scheduled_run_is_planned_and_changes_nothing_until_somebody_applies_it() {
    let mut daemon = Daemon::start();
    let mut driver = driver(&daemon, false);
    look(&daemon, &mut driver);
    twenty(&mut daemon);
    let before = daemon.export(false);
    assert_eq!(daemon.schedule().new_memories, 20);
    look(&daemon, &mut driver);
    let ready = the_one_ready(&mut daemon);
    assert!(ready.changes > 0 && ready.reach == Reach::Incremental);
    let schedule = daemon.schedule();
    assert_eq!((schedule.new_memories, schedule.last_full), (0, None));
    assert_eq!(schedule.last_light.unwrap().to_string(), "2026-05-01T10:00:00Z");
    assert_eq!(schedule.next.unwrap().to_string(), "2026-05-02T04:00:00Z");
    let passes = Reach::Incremental.passes();
    let looked = schedule.passes.iter().filter(|run| passes.contains(&run.pass));
    assert!(looked.clone().all(|run| run.succeeded.is_some() && run.failed.is_none()));
    assert_eq!(looked.count(), passes.len());
    assert_eq!(daemon.export(false), before);
    assert_eq!(log(&mut daemon).len(), 1, "the import alone");
    // Whoever plans by hand pushes it out of nothing.
    for n in 0..20 {
        daemon.record(&format!("Drawer {n} is labelled by hand."));
        daemon.plan();
    }
    let id = ready.run_id.to_string();
    assert!(daemon.show(&id, Form::Text).starts_with("run run_"));
    let done = daemon.committed(Request::Apply { caller: user(), id }).unwrap();
    assert!(done.contains("auto_apply"), "{done}");
    assert_eq!(daemon.schedule().ready, []);
    assert!(log(&mut daemon).iter().any(|row| row.actor == "user"));
}

#[test]
fn what_apply_would_refuse_is_not_offered() {
    let mut daemon = Daemon::start();
    let mut driver = driver(&daemon, false);
    look(&daemon, &mut driver);
    twenty(&mut daemon);
    look(&daemon, &mut driver);
    let run = the_one_ready(&mut daemon).run_id.to_string();
    // What touches nothing of it leaves it as it is.
    daemon.record("The office closes at noon.");
    the_one_ready(&mut daemon);
    daemon.undo(None).unwrap();
    the_one_ready(&mut daemon);
    daemon.undo(Some("1")).unwrap();
    let schedule = daemon.schedule();
    assert_eq!((schedule.doing, schedule.ready), (Doing::Idle, vec![]));
    assert_eq!(daemon.apply(&run).unwrap_err().code, ErrorCode::Stale);
    daemon.redo(Some("1")).unwrap();
    the_one_ready(&mut daemon);
    // A successor that has gone since is no field of what it replaces.
    let retire = OrderKind::Retire { reason: RetireReason::Unwanted };
    daemon.order("m3", retire).unwrap();
    assert_eq!(daemon.schedule().ready, []);
    assert_eq!(daemon.apply(&run).unwrap_err().code, ErrorCode::Stale);
    daemon.undo(None).unwrap();
    the_one_ready(&mut daemon);
    daemon.apply(&run).unwrap();
    assert_eq!(daemon.schedule().ready, []);
    daemon.undo(Some(&run)).unwrap();
    assert_eq!(daemon.schedule().ready, []);
}

#[test]
fn what_waited_before_a_restart_is_offered_while_it_is_planned_again_alike() {
    let disk = FakeDisk::default();
    let restart = || Daemon::start_on(Store::with_backend(disk.clone()).unwrap());
    let mut daemon = restart();
    let mut going = driver(&daemon, false);
    look(&daemon, &mut going);
    twenty(&mut daemon);
    look(&daemon, &mut going);
    let run = the_one_ready(&mut daemon).run_id.to_string();
    let shown = daemon.show(&run, Form::Text);
    drop(going);
    daemon.stop();
    let mut daemon = restart();
    assert_eq!(daemon.schedule().ready[0].run_id.to_string(), run);
    assert_eq!(daemon.show(&run, Form::Text), shown);
    daemon.stop();
    let mut daemon = restart();
    daemon.record("The office closes at noon.");
    assert_eq!(daemon.schedule().ready, []);
    assert_eq!(daemon.apply(&run).unwrap_err().code, ErrorCode::Stale);
}

#[test]
fn a_person_is_told_once_how_runs_apply_themselves_and_an_agent_never() {
    let mut daemon = Daemon::start();
    let mut driver = driver(&daemon, false);
    look(&daemon, &mut driver);
    twenty(&mut daemon);
    let run = planned(&mut daemon, &[PassKind::Merge]).run_id.to_string();
    let mut apply = |caller| {
        let done = daemon.committed(Request::Apply { caller, id: run.clone() }).unwrap();
        daemon.undo(Some(&run)).unwrap();
        done.contains("auto_apply")
    };
    assert_eq!([apply(agent()), apply(user()), apply(user())], [false, true, false]);
}

#[test]
fn auto_apply_commits_the_run_and_the_journal_names_the_daemon() {
    let mut daemon = Daemon::start();
    let mut driver = driver(&daemon, true);
    look(&daemon, &mut driver);
    twenty(&mut daemon);
    look(&daemon, &mut driver);
    let rows = log(&mut daemon);
    let ours: Vec<_> = rows.iter().filter(|row| row.actor == "daemon").collect();
    assert!(!ours.is_empty() && ours.iter().all(|row| row.kind.starts_with("pass ")), "{rows:?}");
    assert_eq!(daemon.texts("main database").len(), 1);
    let schedule = daemon.schedule();
    assert_eq!((schedule.doing, schedule.ready.len(), schedule.failed), (Doing::Idle, 0, None));
    let run = ours[0].run.unwrap().to_string();
    daemon.undo(Some(&run)).unwrap();
    assert_eq!(daemon.texts("main database").len(), 2);
    // What was taken back is held, and stays.
    daemon.at("2026-05-02T04:00:30Z");
    look(&daemon, &mut driver);
    assert_eq!(daemon.texts("main database").len(), 2);
    assert_eq!(daemon.schedule().last_full.unwrap().to_string(), "2026-05-02T04:00:30Z");
}

#[test]
fn quiet_after_something_new_makes_a_light_run() {
    let mut daemon = Daemon::start();
    let mut driver = driver(&daemon, false);
    look(&daemon, &mut driver);
    daemon.record("The lift stops at every floor.");
    look(&daemon, &mut driver);
    daemon.at("2026-05-01T10:09:00Z");
    look(&daemon, &mut driver);
    assert_eq!(daemon.schedule().last_light, None);
    daemon.at("2026-05-01T10:10:00Z");
    look(&daemon, &mut driver);
    let schedule = daemon.schedule();
    assert_eq!(schedule.last_light.unwrap().to_string(), "2026-05-01T10:10:00Z");
    assert_eq!((schedule.new_memories, schedule.doing), (0, Doing::Idle), "it found nothing to do");
}

/// A planner that says when it begins and waits to be let go.
fn slow() -> (Planning, UnboundedReceiver<Reach>, Sender<()>) {
    let (begun, beginnings) = unbounded_channel();
    let (go, wait) = channel::<()>();
    let wait = Mutex::new(wait);
    let planning = Planning(Arc::new(move |snapshot, task, passes, at_work| {
        begun.send(task.reach).unwrap();
        wait.lock().unwrap().recv().unwrap();
        plan_run_watched(snapshot, passes, &task.policy, task.day, at_work)
    }));
    (planning, beginnings, go)
}

#[test]
fn fifty_wake_ups_while_a_run_is_on_make_one_more_run() {
    let (planning, mut begun, go) = slow();
    let mut daemon =
        Daemon::start_planning(Store::in_memory().unwrap(), planning, "2026-05-01T10:00:00Z");
    let going = driver(&daemon, false);
    daemon.spawn(going.go_on());
    twenty(&mut daemon);
    let mut next = |daemon: &Daemon| {
        daemon.block_on(async { timeout(PATIENCE, begun.recv()).await.unwrap().unwrap() })
    };
    assert_eq!(next(&daemon), Reach::Incremental);
    let schedule = daemon.schedule();
    assert!(matches!(schedule.doing, Doing::Planning { reach: Reach::Incremental, .. }));
    for n in 0..50 {
        // Writes go on while it plans.
        daemon.record(&format!("Bay {n} is swept on another day."));
        daemon.engine().wake_ups().notify_one();
    }
    assert_eq!(daemon.schedule().new_memories, 70);
    go.send(()).unwrap();
    assert_eq!(next(&daemon), Reach::Incremental);
    go.send(()).unwrap();
    let patience = steady() + PATIENCE;
    while daemon.schedule().doing != Doing::ReportOnly {
        assert!(steady() < patience, "{:?}", daemon.schedule());
        daemon.block_on(tokio::task::yield_now());
    }
    assert_eq!(daemon.schedule().new_memories, 0);
    for _ in 0..50 {
        daemon.engine().wake_ups().notify_one();
        daemon.block_on(tokio::task::yield_now());
    }
    assert!(begun.try_recv().is_err(), "one more run, and no third");
}

/// The passes, with a defect in one of them for as long as `broken` says so.
fn broken_in(pass: PassKind) -> (Planning, Arc<AtomicBool>) {
    let broken = Arc::new(AtomicBool::new(true));
    let is_broken = Arc::clone(&broken);
    let planning = Planning(Arc::new(move |snapshot, task, passes, at_work| {
        let watch = |working| {
            at_work(working);
            if working == pass && is_broken.load(Ordering::SeqCst) {
                panic!("no such case");
            }
        };
        plan_run_watched(snapshot, passes, &task.policy, task.day, &watch)
    }));
    (planning, broken)
}

const MERGE_FAILED: &str =
    "pass merge failed at 2026-05-01T10:00:00Z: a defect stopped it: no such case";

#[test]
fn a_pass_that_panics_is_left_out_and_named_until_it_succeeds() {
    let (planning, broken) = broken_in(PassKind::Merge);
    let disk = FakeDisk::default();
    let store = Store::with_backend(disk.clone()).unwrap();
    let mut daemon = Daemon::start_planning(store, planning.clone(), "2026-05-01T10:00:00Z");
    let mut going = driver(&daemon, false);
    look(&daemon, &mut going);
    twenty(&mut daemon);
    look(&daemon, &mut going);
    // The others went on, exactly as if merge had not been asked for.
    let ready = the_one_ready(&mut daemon);
    let mut passes = Reach::Incremental.passes();
    passes.retain(|pass| *pass != PassKind::Merge);
    let others = planned(&mut daemon, &passes);
    assert_eq!(ready.run_id, others.run_id);
    assert!(ready.changes > 0);
    let by_hand = daemon.plan();
    assert_eq!(by_hand.plans.len(), PassKind::ALL.len() - 1);
    // Status and every answer say it; a write does not mend it.
    let merge = |daemon: &mut Daemon| {
        daemon.schedule().passes.into_iter().find(|run| run.pass == PassKind::Merge).unwrap()
    };
    assert!(merge(&mut daemon).failing && merge(&mut daemon).succeeded.is_none());
    daemon.record("The gate opens at seven.");
    let health = daemon.recall_with("gate", false).health;
    assert_eq!((health.store, health.problem.as_deref()), (StoreHealth::Ok, Some(MERGE_FAILED)));
    // What it should have looked at is still to be looked at, also after a restart.
    assert_eq!(daemon.schedule().new_memories, 21);
    drop(going);
    daemon.stop();
    let store = Store::with_backend(disk.clone()).unwrap();
    let mut daemon = Daemon::start_planning(store, planning, "2026-05-01T10:00:30Z");
    let mut going = driver(&daemon, false);
    assert_eq!(daemon.recall_with("gate", false).health.problem.as_deref(), Some(MERGE_FAILED));
    assert_eq!(daemon.schedule().new_memories, 21);
    // It is tried again, and once it succeeds nothing is said of it but in its record.
    broken.store(false, Ordering::SeqCst);
    daemon.at("2026-05-01T10:02:00Z");
    look(&daemon, &mut going);
    assert_eq!(daemon.recall_with("gate", false).health.problem, None);
    let merge = merge(&mut daemon);
    assert!(!merge.failing && merge.failed.is_some());
    assert_eq!(daemon.schedule().new_memories, 0);
    assert_eq!(daemon.block_on(async { daemon.engine().last_runs() }).retry, None);
}

#[test]
fn a_defect_in_no_pass_fails_them_all_and_writes_go_on() {
    let broken = Arc::new(AtomicBool::new(true));
    let is_broken = Arc::clone(&broken);
    let planning = Planning(Arc::new(move |snapshot, task, passes, at_work| {
        assert!(!is_broken.load(Ordering::SeqCst), "in no pass");
        plan_run_watched(snapshot, passes, &task.policy, task.day, at_work)
    }));
    let mut daemon =
        Daemon::start_planning(Store::in_memory().unwrap(), planning, "2026-05-01T10:00:00Z");
    let mut going = driver(&daemon, true);
    look(&daemon, &mut going);
    twenty(&mut daemon);
    look(&daemon, &mut going);
    let schedule = daemon.schedule();
    let passes = Reach::Incremental.passes();
    let mut tried = schedule.passes.iter().filter(|run| passes.contains(&run.pass));
    assert!(tried.all(|run| run.failing), "{schedule:?}");
    assert_eq!((schedule.new_memories, schedule.ready.len()), (20, 0));
    let problem = daemon.recall_with("database", false).health.problem.unwrap();
    assert!(problem.starts_with("passes conflict, merge, supersede"), "{problem}");
    daemon.record("The cellar floods in March.");
    // It is not tried at every look, and it is tried again.
    look(&daemon, &mut going);
    assert_eq!(daemon.engine().last_runs().retry.unwrap().failures, 1);
    broken.store(false, Ordering::SeqCst);
    daemon.at("2026-05-01T10:01:00Z");
    look(&daemon, &mut going);
    assert_eq!(daemon.schedule().new_memories, 0);
    assert_eq!(daemon.recall_with("database", false).health.problem, None);
    assert_eq!(daemon.texts("main database").len(), 1);
}

#[test]
fn a_disk_that_fails_is_a_reason_and_excludes_nothing_for_ever() {
    let disk = FakeDisk::default();
    let mut daemon = Daemon::start_on(Store::with_backend(disk.clone()).unwrap());
    let mut going = driver(&daemon, true);
    look(&daemon, &mut going);
    twenty(&mut daemon);
    disk.fail_from(0, FaultKind::Write);
    for minute in ["10:01", "10:03", "10:10", "10:30"] {
        daemon.at(&format!("2026-05-01T{minute}:00Z"));
        look(&daemon, &mut going);
    }
    let schedule = daemon.schedule();
    let failed = schedule.failed.unwrap().message;
    assert!(failed.contains("was planned and not applied"), "{failed}");
    assert_eq!(daemon.engine().last_runs().retry.unwrap().failures, 4);
    assert!(daemon.recall_with("database", false).health.problem.unwrap().contains("not applied"));
    assert_eq!(daemon.texts("main database").len(), 2);
    drop(going);
    daemon.stop();
    disk.fail_from(u64::MAX, FaultKind::Write);
    let store = Store::with_backend(disk).unwrap();
    let mut daemon = Daemon::start_planning(store, Planning::default(), "2026-05-01T12:00:00Z");
    let mut going = driver(&daemon, true);
    look(&daemon, &mut going);
    assert_eq!(daemon.texts("main database").len(), 1);
    assert_eq!((daemon.schedule().failed, daemon.schedule().new_memories), (None, 0));
}

#[test]
fn a_restart_remembers_the_last_runs_and_plans_again_what_waited() {
    let disk = FakeDisk::default();
    let mut daemon = Daemon::start_on(Store::with_backend(disk.clone()).unwrap());
    let mut going = driver(&daemon, false);
    look(&daemon, &mut going);
    twenty(&mut daemon);
    daemon.at("2026-05-02T04:00:10Z");
    look(&daemon, &mut going);
    let ready = the_one_ready(&mut daemon);
    assert_eq!(ready.reach, Reach::Full);
    let before = daemon.schedule();
    drop(going);
    daemon.stop();
    // Three days later: what was missed is caught up once, and what waited is among it.
    let restart = |time: &str| {
        Daemon::start_planning(
            Store::with_backend(disk.clone()).unwrap(),
            Planning::default(),
            time,
        )
    };
    let mut daemon = restart("2026-05-02T05:00:00Z");
    let mut going = driver(&daemon, false);
    look(&daemon, &mut going);
    let after = daemon.schedule();
    assert_eq!((after.ready[0].run_id, after.next), (ready.run_id, before.next));
    let id = ready.run_id.to_string();
    assert!(!daemon.show(&id, Form::Text).is_empty());
    drop(going);
    daemon.stop();
    let mut daemon = restart("2026-05-05T12:00:00Z");
    let mut going = driver(&daemon, false);
    look(&daemon, &mut going);
    let last = daemon.schedule();
    assert_eq!(last.last_full.unwrap().to_string(), "2026-05-05T12:00:00Z");
    assert_eq!((last.ready.len(), last.ready[0].reach), (1, Reach::Full));
    look(&daemon, &mut going);
    assert_eq!(daemon.schedule(), last, "one run catches up");
    daemon.apply(&last.ready[0].run_id.to_string()).unwrap();
    assert_eq!(daemon.texts("main database").len(), 1);
}

#[test]
fn a_clock_that_is_set_back_is_told_and_stalls_nothing() {
    let mut daemon = Daemon::start();
    let mut going = driver(&daemon, false);
    look(&daemon, &mut going);
    daemon.record("The port is 1.");
    daemon.at("2026-04-30T19:00:00Z");
    look(&daemon, &mut going);
    let told = daemon.schedule().clock.unwrap();
    assert_eq!(
        told.message,
        "the clock was set back: it showed 2026-05-01T10:00:00Z and shows 2026-04-30T19:00:00Z"
    );
    assert_eq!(daemon.schedule().last_full, None);
    daemon.record("The port is 2.");
    daemon.at("2001-01-01T00:00:00Z");
    look(&daemon, &mut going);
    daemon.record("The port is 3.");
    look(&daemon, &mut going);
    daemon.at("2001-01-01T00:10:00Z");
    look(&daemon, &mut going);
    assert_eq!(daemon.schedule().last_light.unwrap().to_string(), "2001-01-01T00:10:00Z");
    daemon.at("2026-05-01T10:30:00Z");
    look(&daemon, &mut going);
    let caught_up = daemon.schedule();
    assert_eq!(caught_up.last_full.unwrap().to_string(), "2026-05-01T10:30:00Z");
    look(&daemon, &mut going);
    assert_eq!(daemon.schedule(), caught_up);
}

#[test]
fn the_heartbeat_and_the_stop_leave_nothing_behind() {
    let daemon = Daemon::start();
    let (stop, stopping) = tokio::sync::watch::channel(false);
    let engine = daemon.engine();
    daemon.block_on(async {
        let driving = tokio::spawn(crate::driver::drive(engine, driving(false), stopping));
        stop.send_replace(true);
        timeout(PATIENCE, driving).await.unwrap().unwrap();
    });
    daemon.stop();
}
