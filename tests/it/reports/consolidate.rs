//! The passes themselves: dry run, apply, failure.

use serde_json::{Value, json};

use super::{active, all, apply, brief, export, hits, id, planned, recall, record};
use crate::sandbox;

#[test]
fn r030_the_same_topic_is_not_the_same_fact() {
    let home = sandbox().with_clock("2026-03-01T09:00:00Z");
    home.start();
    let topics = [
        "billing", "search", "login", "export", "import", "cache", "gateway", "mailer", "report",
        "invoice", "catalog", "basket", "payment", "shipping", "review", "coupon", "profile",
        "audit", "metrics", "backup",
    ];
    let facts = [
        "is written in Kotlin",
        "listens on port 8443",
        "is owned by the core team",
        "keeps its logs for a week",
        "is deployed twice a day",
        "talks to the ledger over gRPC",
        "needs two replicas",
        "has a runbook in the wiki",
        "times out after nine seconds",
        "reads its settings at start",
    ];
    let rows: String = topics
        .iter()
        .flat_map(|topic| facts.iter().map(move |fact| format!("The {topic} service {fact}")))
        .map(|text| format!("{}\n", json!({ "text": text, "created_at": "2026-01-20" })))
        .collect();
    home.run_with_input(["import", "-", "--strict"], rows.as_bytes()).ok();
    for day in ["2026-03-01T10:00:00Z", "2026-03-02T10:00:00Z"] {
        home.set_clock(day);
        apply(&home);
    }
    assert_eq!(active(&home).len(), 200);
}

#[test]
fn r031_a_dry_run_leaves_no_trace() {
    let home = sandbox();
    record(&home, "using poetry for dependency management", &["--slot", "package-manager"]);
    record(&home, "switched to uv instead of poetry", &["--slot", "package-manager"]);
    record(&home, "Auto-deploy is permitted", &[]);
    let before = home.run(["export"]).ok();
    let shown = home.run(["--dry-run"]).ok();
    std::thread::scope(|threads| {
        for _ in 0..10 {
            threads.spawn(|| {
                assert_eq!(home.run(["--dry-run"]).ok(), shown);
                assert!(!recall(&home, "dependency management uv").is_empty());
            });
        }
    });
    assert_eq!(home.run(["export"]).ok(), before);
    let run =
        home.run(["--dry-run", "--json"]).json()["run_id"].as_str().expect("an id").to_owned();
    apply(&home);
    assert_eq!(home.run(["show", &run]).ok(), shown);
}

#[test]
fn r033_a_store_that_cannot_be_read_overwrites_no_file() {
    let home = sandbox();
    record(&home, "The gateway is blue.", &[]);
    home.run(["daemon", "stop"]).ok();
    home.until("it is gone", || home.daemons() == 0);
    let store = home.places().store;
    for entry in std::fs::read_dir(&store).expect("the store is a folder").flatten() {
        if entry.path().extension().is_some_and(|extension| extension == "redb") {
            std::fs::write(entry.path(), b"not a store").expect("a file can be damaged");
        }
    }
    let file = home.path().join("MEMORY.md");
    let written: String = (1..=30).map(|line| format!("line {line} by hand\n")).collect();
    std::fs::write(&file, &written).expect("the home takes a file");
    let ran = home.run([&"export".into(), &file]);
    assert_ne!(ran.code, 0);
    assert!(!ran.err.is_empty(), "it says why");
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), written);
}

fn hundred() -> String {
    (0..50)
        .flat_map(|number| {
            let name = format!("module{number}x{}", number * 7919 % 997);
            [format!("We use {name} as the main parser"), format!("{name} is our main parser")]
        })
        .map(|text| format!("{}\n", json!({ "text": text, "created_at": "2026-01-20" })))
        .collect()
}

#[test]
fn r039_a_run_that_is_killed_leaves_its_work_to_the_next() {
    let home = sandbox();
    home.run_with_input(["import", "-", "--strict"], hundred().as_bytes()).ok();
    let pid = home.pid();
    let mut run = home.command(["--yes"]).spawn().expect("the executable runs");
    home.kill(pid);
    // Whether the run was done by then or not, it is done once after this.
    let _ = run.wait();
    home.start();
    apply(&home);
    assert_eq!(all(&home).len(), 100);
    assert_eq!(active(&home).len(), 50);
    let merged = export(&home).lines().filter(|line| line.contains("\"merged\"")).count();
    assert_eq!(merged, 50);
    assert_eq!(planned(&home), [] as [Value; 0]);
}

#[test]
fn r042_a_second_daemon_names_who_holds_the_store_and_a_write_does_not_wait() {
    let home = sandbox();
    let pid = home.start();
    let second = home.run(["daemon", "run"]).exits(6);
    assert!(second.err.contains(&pid.to_string()), "{}", second.err);
    record(&home, "The gateway is blue.", &[]);
}

#[test]
fn r043_a_plan_is_applied_whole_or_not_at_all_and_projects_keep_their_own() {
    let home = sandbox();
    let flaky = "Flaky test on arm runner";
    for project in ["example.org/a", "example.org/b"] {
        record(&home, flaky, &["--kind", "pitfall", "--project", project]);
    }
    let rows = [
        "We use Postgres as the main database",
        "Postgres is our main database",
        "Use uv",
        "We use uv.",
    ];
    let rows: String = rows.iter().map(|text| format!("{}\n", json!({ "text": text }))).collect();
    home.run_with_input(["import", "-", "--strict"], rows.as_bytes()).ok();
    let run =
        home.run(["--dry-run", "--json"]).json()["run_id"].as_str().expect("an id").to_owned();
    let touched = hits(&home, "main database", &[]);
    let gone = id(touched.last().expect("it is served"));
    home.run(["retire", &gone]).ok();
    let before = export(&home);
    let stale = home.run(["apply", &run]).exits(5);
    assert!(!stale.err.is_empty(), "it names what moved");
    assert_eq!(export(&home), before);
    apply(&home);
    for project in ["example.org/a", "example.org/b"] {
        assert_eq!(hits(&home, "flaky arm", &["--project", project]).len(), 1, "{project}");
        assert!(
            home.run(["brief", "arm", "--budget-ms", "5000", "--project", project])
                .ok()
                .contains(flaky)
        );
    }
    assert!(!brief(&home, "arm runner").contains(flaky), "no project sees another's");
}
