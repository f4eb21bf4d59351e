//! Start and stop: one daemon a store, whatever happens.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::process::Signal;

use crate::sandbox;

#[test]
fn fifty_starts_at_once_make_one_daemon() {
    let home = sandbox();
    let children: Vec<_> = (0..50)
        .map(|_| home.command(["daemon", "start"]).stdout(Stdio::null()).spawn().expect("it runs"))
        .collect();
    for mut child in children {
        assert!(child.wait().expect("a child can be waited for").success());
    }
    // A start is answered by whoever won; one that lost may still be on its way out.
    home.until("those that lost are gone", || home.daemons() <= 1);
    assert_eq!(home.daemons(), 1);
}

#[test]
fn a_daemon_that_a_command_starts_holds_nothing_of_the_callers() {
    let home = sandbox();
    let record = home.command(["record"]);
    let mut shell = Command::new("sh");
    let script = r#""$0" record "The cache is warmed at start." 3>&1 5>&2 9>&1"#;
    shell.args(["-c", script]).arg(record.get_program()).env_clear();
    shell.envs(record.get_envs().filter_map(|(name, value)| Some((name, value?))));
    shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Ends when nobody has the pipes open any more.
    let waiting = std::thread::spawn(move || shell.output().expect("there is a shell"));
    home.until("the pipes are closed", || waiting.is_finished());
    let output = waiting.join().expect("it has ended");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(home.daemons(), 1);
}

#[test]
fn a_store_that_cannot_be_written_is_read() {
    let home = sandbox();
    let store = home.places().store;
    home.run(["record", "We use Postgres as the main database"]).ok();
    home.run(["daemon", "stop"]).ok();
    home.until("no daemon is left", || home.daemons() == 0);
    let close = |path: &Path, mode| {
        fs::set_permissions(path, Permissions::from_mode(mode)).expect("it is ours");
    };
    for file in fs::read_dir(&store).expect("the store is a folder") {
        close(&file.expect("its entries can be read").path(), 0o400);
    }
    // Nor can the log.
    let log = home.places().log;
    close(&log.join("daemon.log"), 0o400);
    for folder in [&store, &log] {
        close(folder, 0o500);
    }
    // Whoever may do everything writes here all the same; then there is nothing to be seen but that it works.
    let is_closed = fs::write(store.join("probe"), "").is_err();
    home.run(["daemon", "start"]).ok();
    let found = home.run(["recall", "main database", "--budget-ms", "5000"]).ok();
    assert!(found.contains("Postgres"), "{found}");
    if is_closed {
        let refused = home.run(["record", "Sessions live for an hour."]).exits(1);
        assert!(refused.err.contains("takes no writes"), "{}", refused.err);
        let status = home.run(["status"]).ok();
        assert!(status.contains("takes no writes"), "{status}");
        assert!(status.contains("nothing is logged"), "{status}");
    }
    home.run(["daemon", "stop"]).ok();
    for folder in [&store, &log] {
        close(folder, 0o700);
    }
}

#[test]
fn a_log_that_takes_no_line_costs_the_log_alone() {
    let home = sandbox();
    let log = home.places().log;
    fs::create_dir_all(&log).expect("the home takes folders");
    // As on a full disk: it can be opened, and nothing can be written.
    std::os::unix::fs::symlink("/dev/full", log.join("daemon.log")).expect("it takes a link");
    home.run(["record", "We use Postgres as the main database"]).ok();
    assert!(home.run(["status"]).ok().contains("nothing is logged"));
    home.run(["daemon", "stop"]).ok();
    home.until("no daemon is left", || home.daemons() == 0);
    // No folder for it can be made.
    fs::remove_dir_all(&log).expect("it is ours");
    fs::write(&log, "").expect("the home takes a file");
    let found = home.run(["daemon", "start"]).ok();
    assert!(found.contains("started"), "{found}");
    assert!(home.run(["recall", "main database", "--budget-ms", "5000"]).ok().contains("Postgres"));
    home.run(["daemon", "stop"]).ok();
    home.until("no daemon is left", || home.daemons() == 0);
    // It fills up while the daemon runs.
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").expect("it is there");
    let mut command = home.command(["daemon", "run"]);
    let mut daemon = command.stdout(full()).stderr(full()).spawn().expect("it runs");
    home.until("the daemon answers", || home.status().is_some());
    home.run(["record", "Sessions live for an hour."]).ok();
    home.run(["daemon", "stop"]).ok();
    assert!(daemon.wait().expect("a child can be waited for").success());
}

#[test]
fn a_second_daemon_is_refused_and_names_the_first() {
    let home = sandbox();
    let pid = home.start();
    let second = home.run(["daemon", "run"]).exits(6);
    assert!(second.err.contains(&pid.to_string()), "{}", second.err);
    home.run(["daemon", "stop"]).ok();
    home.until("no daemon is left", || home.daemons() == 0);
}

#[test]
fn a_stopped_process_is_not_taken_for_a_dead_one() {
    let home = sandbox();
    let pid = home.start();
    home.signal(pid, Signal::STOP);
    let starts: Vec<_> = (0..5)
        .map(|_| {
            home.command(["daemon", "run"])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("it runs")
        })
        .collect();
    for mut start in starts {
        assert_eq!(start.wait().expect("a child can be waited for").code(), Some(6));
    }
    home.signal(pid, Signal::CONT);
    assert_eq!(home.pid(), pid);
    assert_eq!(home.daemons(), 1);
}

#[test]
fn a_daemon_whose_lock_was_taken_away_ends() {
    let home = sandbox();
    let pid = home.start();
    fs::remove_file(home.places().store.join("lock")).expect("the lock file is there");
    home.until("the daemon has noticed", || home.daemons() == 0 || home.status().is_none());
    home.until("it is gone", || home.daemons() == 0);
    assert_ne!(home.start(), pid);
    assert_eq!(home.daemons(), 1);
}

#[test]
fn why_a_start_failed_reaches_whoever_asked() {
    let home = sandbox();
    fs::create_dir_all(home.places().store).expect("the home takes folders");
    fs::write(home.places().store.join("store.redb"), b"this is no store at all")
        .expect("and files");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let private = Permissions::from_mode(0o700);
        fs::set_permissions(home.places().store, private).expect("a folder of ours can be closed");
    }
    let failed = home.run(["record", "anything"]);
    assert_ne!(failed.code, 0);
    assert!(failed.err.contains("store.redb"), "{}", failed.err);
    let kept = fs::read(home.places().store.join("store.redb")).expect("the file is still there");
    assert_eq!(kept, b"this is no store at all");
}

#[test]
fn socket_and_store_are_the_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let home = sandbox();
    home.start();
    let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    let places = home.places();
    assert_eq!(mode(&places.store), 0o700);
    assert_eq!(mode(&places.store.join("store.redb")), 0o600);
    assert_eq!(mode(&home.socket()), 0o600);
    assert_eq!(mode(home.socket().parent().expect("a socket has a folder")), 0o700);
}
