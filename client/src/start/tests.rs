//! Scripts stand in for the executable; the test itself is the daemon that they start or meet.

use super::*;
use consolidate_shared::place::Surroundings;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::TempDir;

/// A script may not be run while a process that is just being started still holds it open for writing.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

struct World {
    home: TempDir,
    places: Places,
    _turn: MutexGuard<'static, ()>,
}

fn world() -> World {
    let turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let home = tempfile::tempdir().unwrap();
    let places = Places::of(&Surroundings {
        consolidate_home: Some(home.path().to_owned()),
        temporary: "/tmp".into(),
        ..Surroundings::default()
    })
    .unwrap();
    for folder in [&places.log, &places.store, &home.path().join("run")] {
        fs::create_dir(folder).unwrap();
    }
    World { home, places, _turn: turn }
}

impl World {
    /// Options whose executable is the shell script `body`; `$H` is the home.
    fn options(&self, body: &str, time: Duration) -> StartOptions {
        let script = self.home.path().join("script");
        fs::write(&script, format!("#!/bin/sh\n{body}\n")).unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o700)).unwrap();
        StartOptions {
            executable: Some(script),
            environment: vec![("H".into(), self.home.path().into())],
            time,
        }
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.home.path().join(name)).unwrap_or_default()
    }

    /// Listens once the script has written `name`.
    fn listen_after(&self, name: &'static str) -> thread::JoinHandle<UnixListener> {
        let (file, socket) = (self.home.path().join(name), self.places.socket.clone());
        thread::spawn(move || {
            wait_until(|| file.exists());
            UnixListener::bind(socket).unwrap()
        })
    }
}

fn wait_until(mut done: impl FnMut() -> bool) {
    let deadline = Deadline::after(Duration::from_secs(10));
    while !done() {
        assert!(!deadline.is_past(), "waited for too long");
        pause(Duration::from_millis(2), deadline);
    }
}

const LONG: Duration = Duration::from_secs(10);

#[test]
fn a_daemon_that_serves_is_not_started_again() {
    let world = world();
    let _listener = UnixListener::bind(&world.places.socket).unwrap();
    ensure_daemon(&world.places, &world.options("echo > $H/ran", LONG)).unwrap();
    assert_eq!(world.read("ran"), "");
}

#[test]
fn without_one_the_executable_is_run_and_waited_for_and_reaped() {
    let world = world();
    let body = "echo $$ $@ > $H/new; mv $H/new $H/ran; while [ ! -e $H/end ]; do sleep 0.02; done";
    let listening = world.listen_after("ran");
    ensure_daemon(&world.places, &world.options(body, LONG)).unwrap();
    let ran = world.read("ran");
    let (pid, arguments) = ran.trim().split_once(' ').unwrap();
    assert_eq!(arguments, "daemon run --detach");
    fs::write(world.home.path().join("end"), "").unwrap();
    let process = Path::new("/proc").join(pid);
    wait_until(|| !process.exists());
    drop(listening.join());
}

#[test]
fn a_socket_that_was_left_behind_is_no_daemon() {
    let world = world();
    drop(UnixListener::bind(&world.places.socket).unwrap());
    let options = world.options("echo refused > $H/log/start-failure; exit 1", LONG);
    assert!(matches!(ensure_daemon(&world.places, &options), Err(StartError::Failed { .. })));
}

#[test]
fn who_lost_the_lock_waits_for_the_winner() {
    let world = world();
    let listening = world.listen_after("lost");
    ensure_daemon(&world.places, &world.options("echo > $H/lost; exit 6", LONG)).unwrap();
    drop(listening.join());
}

#[test]
fn a_holder_that_was_about_to_end_is_followed_by_another_start() {
    let world = world();
    let body =
        "if [ -e $H/first ]; then echo > $H/second; sleep 1; else echo > $H/first; exit 6; fi";
    let listening = world.listen_after("second");
    ensure_daemon(&world.places, &world.options(body, LONG)).unwrap();
    drop(listening.join());
}

#[test]
fn a_failed_start_says_its_reason_at_once() {
    let world = world();
    let patience = Deadline::after(Duration::from_secs(2));
    let body =
        "echo 'the store has format 9; install a newer version' > $H/log/start-failure; exit 3";
    let error = ensure_daemon(&world.places, &world.options(body, LONG)).unwrap_err();
    let expected = "the daemon did not start: the store has format 9; install a newer version";
    assert_eq!(error.to_string(), expected);
    assert!(!patience.is_past());
}

#[test]
fn a_failure_without_a_reason_names_its_end_and_the_log() {
    let world = world();
    for (body, what) in [("exit 3", "exit status: 3"), ("kill -9 $$", "signal: 9")] {
        let error =
            ensure_daemon(&world.places, &world.options(body, LONG)).unwrap_err().to_string();
        assert!(error.contains(what) && error.contains("daemon.log"), "{error}");
    }
}

#[test]
fn a_start_that_takes_too_long_ends_at_the_deadline() {
    let world = world();
    let patience = Deadline::after(Duration::from_secs(2));
    let options = world.options("sleep 3", Duration::from_millis(100));
    let error = ensure_daemon(&world.places, &options).unwrap_err();
    assert!(matches!(error, StartError::Deadline { .. }), "{error}");
    assert!(!patience.is_past());
}

#[test]
fn an_executable_that_is_missing_is_named() {
    let world = world();
    let options = StartOptions {
        executable: Some(world.home.path().join("absent")),
        ..world.options("", LONG)
    };
    let error = ensure_daemon(&world.places, &options).unwrap_err().to_string();
    assert!(error.contains("absent") && error.contains(BIN_VARIABLE), "{error}");
}

#[test]
fn a_replaced_executable_is_found_under_its_own_name() {
    let marked = without_deleted_mark("/usr/bin/consolidate (deleted)".into());
    assert_eq!(marked, Path::new("/usr/bin/consolidate"));
    assert_eq!(without_deleted_mark("/usr/bin/x".into()), Path::new("/usr/bin/x"));
}
