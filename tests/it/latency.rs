//! A read never waits longer than it was given.

use std::time::Duration;

use consolidate_client::Deadline;
use rustix::process::Signal;

use crate::sandbox;

/// A deadline that must not be past: the budget, a new process, and what a busy machine may put between them.
const FAR_ABOVE: Duration = Duration::from_secs(5);

#[test]
fn a_stopped_daemon_is_missed_at_the_budget() {
    let home = sandbox();
    home.run(["record", "Deploys happen on Fridays."]).ok();
    let pid = home.pid();
    home.signal(pid, Signal::STOP);
    for command in [
        &["recall", "deploys"][..],
        &["brief", "deploys"],
        &["cautions", "--command", "make deploy"],
        &["on-context", "--domain", "example.org"],
    ] {
        let deadline = Deadline::after(FAR_ABOVE);
        let missed = home.run(command.iter().chain(&["--budget-ms", "50", "--json"])).exits(4);
        assert!(!deadline.is_past(), "{command:?} waited");
        let answer: serde_json::Value = serde_json::from_str(&missed.out).expect("JSON even then");
        assert!(answer["missed"].is_string(), "{answer}");
    }
    home.signal(pid, Signal::CONT);
    home.run(["recall", "deploys", "--budget-ms", "5000"]).ok();
}

#[test]
fn without_a_daemon_a_read_says_at_once_how_to_start_one() {
    let home = sandbox();
    for args in [
        &["recall", "x"][..],
        &["read", "mem_0"],
        &["brief", "x"],
        &["cautions", "--error", "x"],
        &["on-context", "--domain", "x"],
    ] {
        let deadline = Deadline::after(FAR_ABOVE);
        let none = home.run(args);
        assert!(matches!(none.code, 3 | 4), "{none:?}");
        assert!(!deadline.is_past());
        assert!(none.err.contains("consolidate daemon start"), "{none:?}");
    }
    assert_eq!(home.daemons(), 0, "a read starts no daemon");
}
