//! No read outlives its budget, whatever is slow. A stopped daemon under each read is in `tests/it/latency.rs` too.

use std::fmt::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixListener;
use std::time::{Duration, Instant};

use consolidate_tests::Sandbox;
use rustix::process::Signal;
use serde_json::json;

use super::{brief, record};
use crate::sandbox;

/// A budget of 50 ms, a new process, and what a busy machine may put between them.
const FAR_ABOVE: Duration = Duration::from_secs(4);

#[expect(clippy::disallowed_methods, reason = "what a process takes is what is measured")]
fn now() -> Instant {
    Instant::now()
}

/// Runs a read with a budget of 50 ms from `folder`, with variables besides; its code and what it complained of.
fn read(
    home: &Sandbox,
    what: &str,
    folder: &str,
    variables: &[(&str, &str)],
) -> (Option<i32>, String) {
    let begun = now();
    let mut command = home.command([what, "deploys", "--budget-ms", "50"]);
    command.current_dir(home.path().join(folder)).env_remove("CONSOLIDATE_PROJECT");
    command.envs(variables.iter().copied());
    let output = command.output().expect("it runs");
    assert!(begun.elapsed() < FAR_ABOVE, "{what} in {folder} took {:?}", begun.elapsed());
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn pipe(home: &Sandbox, path: &str) {
    let path = home.path().join(path);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
    let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo runs");
    assert!(made.success());
}

#[test]
fn r190_one_budget_covers_all_that_a_read_does() {
    let home = sandbox();
    record(&home, "Deploys happen on Fridays.", &["--everywhere"]);
    // Git is slow, and the repository needs it: its configuration includes another file.
    std::fs::create_dir_all(home.path().join("slow/.git")).expect("a folder can be made");
    std::fs::write(home.path().join("slow/.git/HEAD"), "ref: refs/heads/main\n").expect("a file");
    std::fs::write(home.path().join("slow/.git/config"), "[include]\n\tpath = other\n")
        .expect("a file");
    let git = home.path().join("bin/git");
    std::fs::create_dir_all(home.path().join("bin")).expect("a folder can be made");
    std::fs::write(&git, "#!/bin/sh\nsleep 5\n").expect("a file");
    std::fs::set_permissions(&git, std::fs::Permissions::from_mode(0o755)).expect("its mode");
    let path = format!("{}:/usr/bin:/bin", home.path().join("bin").display());
    // Files that never end, in the places of those that say where this is.
    pipe(&home, "piped/.consolidate.toml");
    pipe(&home, "pipe-for-git/.git");
    pipe(&home, "pipe-for-config/.git/config");
    for what in ["brief", "recall"] {
        let (code, said) = read(&home, what, "slow", &[("PATH", &path)]);
        assert!(matches!(code, Some(0 | 4)) && said.contains("in time"), "{code:?} {said}");
        for folder in ["piped", "pipe-for-git", "pipe-for-config"] {
            let (code, said) = read(&home, what, folder, &[]);
            assert!(matches!(code, Some(0 | 4)), "{folder}: {code:?} {said}");
        }
    }
    let pid = home.pid();
    home.signal(pid, Signal::STOP);
    for what in ["brief", "recall"] {
        let (code, said) = read(&home, what, "work", &[]);
        assert!(code == Some(4) && said.contains("deadline"), "{code:?} {said}");
    }
    home.signal(pid, Signal::CONT);
}

#[test]
fn r190_a_config_file_without_end_is_told_of_and_not_waited_for() {
    let home = sandbox();
    record(&home, "Deploys happen on Fridays.", &["--everywhere"]);
    let config = home.path().join("home/config.toml");
    pipe(&home, "home/config.toml");
    for what in ["brief", "recall"] {
        let (code, said) = read(&home, what, "work", &[]);
        assert!(matches!(code, Some(0 | 4)) && said.contains("config"), "{code:?} {said}");
    }
    std::fs::remove_file(&config).expect("it is there");
    std::os::unix::fs::symlink("/dev/zero", &config).expect("a link can be made");
    let (code, said) = read(&home, "brief", "work", &[]);
    assert!(matches!(code, Some(0 | 4)) && said.contains("no regular file"), "{code:?} {said}");
    std::fs::remove_file(&config).expect("it is there");
    let large = std::fs::File::create(&config).expect("a file can be made");
    large.set_len(1 << 40).expect("a file with a hole");
    let (code, said) = read(&home, "brief", "work", &[]);
    assert!(matches!(code, Some(0 | 4)) && said.contains("larger than"), "{code:?} {said}");
}

#[test]
fn r190_a_listener_that_never_answers_is_not_waited_for() {
    let home = sandbox();
    let socket = home.socket();
    std::fs::create_dir_all(socket.parent().expect("a folder")).expect("a folder can be made");
    let listener = UnixListener::bind(&socket).expect("a socket can be bound");
    for what in ["brief", "recall"] {
        let (code, said) = read(&home, what, "work", &[]);
        assert!(matches!(code, Some(3 | 4)) && !said.is_empty(), "{code:?} {said}");
    }
    drop(listener);
    std::fs::remove_file(&socket).expect("it is there");
}

fn many(home: &Sandbox, count: usize, length: usize) {
    let mut rows = String::new();
    for number in 0..count {
        let mut text = format!(
            "Ticket {number} was closed by worker w{} on shard s{}",
            number * 13 % 997,
            number * 7 % 1_009
        );
        while text.len() < length {
            write!(text, " part{}", (number + text.len()) % 5_003).expect("a String takes all");
        }
        let row =
            json!({ "id": format!("m{number}"), "project": "example.org/shop", "text": text });
        writeln!(rows, "{row}").expect("a String takes all");
    }
    home.run_with_input(["import", "-", "--strict"], rows.as_bytes()).ok();
}

/// Which commands start a daemon is a rule: no read does. So the first read says at once how, and what is started answers at
/// once, also before its index is there.
#[test]
fn r192_the_first_brief_of_a_cold_machine_is_in_time() {
    let home = sandbox();
    record(&home, "Never push to main", &["--kind", "policy", "--as", "user"]);
    many(&home, 4_000, 60);
    for _ in 0..3 {
        home.run(["daemon", "stop"]).ok();
        let begun = now();
        let cold = home.run(["brief", "worker"]).exits(3);
        assert!(
            begun.elapsed() < FAR_ABOVE && cold.err.contains("consolidate daemon start"),
            "{}",
            cold.err
        );
        home.start();
        let begun = now();
        home.run(["brief", "worker", "--budget-ms", "1000"]).ok();
        assert!(begun.elapsed() < FAR_ABOVE, "{:?}", begun.elapsed());
        home.until("the whole brief", || brief(&home, "ticket worker shard").contains("Ticket"));
    }
}

/// The middle of many, with room for what a busy machine puts between.
#[test]
fn r194_a_miss_costs_no_more_than_a_hit_and_starts_nothing() {
    let home = sandbox();
    many(&home, 3_000, 60);
    let generation = home.status().expect("a daemon runs")["generation"].clone();
    let time = |queries: &dyn Fn(usize) -> String| {
        let mut times: Vec<Duration> = (0..25)
            .map(|number| {
                let begun = now();
                home.run(["recall", &queries(number), "--budget-ms", "5000"]).ok();
                begun.elapsed()
            })
            .collect();
        times.sort();
        times[12]
    };
    let hit = time(&|number| format!("ticket {number} worker w{number}"));
    let miss = time(&|number| format!("zyx{number}qq wvu{number}kk"));
    assert!(miss < hit * 3 + Duration::from_millis(50), "miss {miss:?}, hit {hit:?}");
    let after = home.status().expect("a daemon runs");
    assert_eq!(after["generation"], generation);
    assert!(!home.run(["recall", "ticket 7", "--budget-ms", "5000"]).ok().contains("index is"));
}

/// The memory of a process now at its most, in KiB.
fn peak(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("Linux tells");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a peak");
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
}

#[test]
fn r195_a_run_holds_no_store_in_memory_and_reads_go_on() {
    let home = sandbox();
    many(&home, 600, 2_000);
    let pid = home.pid();
    let loaded = peak(pid);
    std::thread::scope(|threads| {
        let readers: Vec<_> = (0..4)
            .map(|reader| {
                let home = &home;
                threads.spawn(move || {
                    for number in 0..10 {
                        let query = format!("ticket {}", reader * 100 + number);
                        home.run(["recall", &query, "--budget-ms", "5000"]).ok();
                    }
                })
            })
            .collect();
        home.run(["--yes"]).ok();
        for reader in readers {
            reader.join().expect("every read is answered");
        }
    });
    let peak = peak(pid);
    assert!(peak < 512 * 1_024 && peak < loaded + 200 * 1_024, "{loaded} KiB, then {peak} KiB");
}
