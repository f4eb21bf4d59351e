//! Where a memory comes from and how tidy the store is, through the commands.

use serde_json::Value;

use crate::sandbox;

const BUMPS: &str = r#"{"id":"b1","text":"Bump aasm from 5.0.2 to 5.0.3","created_at":"2026-01-01"}
{"id":"b2","text":"Bump aasm from 5.0.3 to 5.0.4","created_at":"2026-01-02"}
{"id":"b3","text":"Bump aasm from 5.0.4 to 5.0.5","created_at":"2026-01-03"}
{"id":"b4","text":"Bump aasm from 5.0.5 to 5.0.6","created_at":"2026-01-04"}
{"id":"p1","text":"We use Postgres as the main database","created_at":"2026-01-01"}
{"id":"p2","text":"Postgres is our main database","created_at":"2026-01-02"}
"#;

fn consolidated() -> consolidate_tests::Sandbox {
    let home = sandbox().with_clock("2026-05-01T10:00:00Z");
    home.start();
    let file = home.path().join("bumps.jsonl");
    std::fs::write(&file, BUMPS).expect("the sandbox takes a file");
    home.run(["import".as_ref(), file.as_os_str(), "--strict".as_ref()]).ok();
    home.run(["--yes", "--pass", "conflict", "--pass", "merge", "--pass", "supersede"]).ok();
    home
}

#[test]
fn why_tells_the_whole_chain_from_its_middle() {
    let home = consolidated();
    let answer = home.run(["why", "b2", "--json"]).json();
    let steps = answer["steps"].as_array().expect("a chain has steps");
    let names: Vec<_> = steps.iter().map(|step| step["external_id"].as_str()).collect();
    assert_eq!(names, [Some("b1"), Some("b2"), Some("b3"), Some("b4")]);
    assert!(steps.iter().skip(1).all(|step| step["link"]["rule"] == "S4"), "{answer}");
    let text = home.run(["why", "b2"]).ok();
    assert!(text.contains("a chain of 4 memories") && text.contains("→   2. b2"), "{text}");
    assert!(text.contains("S4:") && text.contains("pass supersede by "), "{text}");
    let nobody = home.run(["why", "b9"]).exits(1);
    assert!(nobody.err.contains("no memory is called `b9`"), "{}", nobody.err);
}

#[test]
fn the_history_of_a_merged_memory_tells_of_both() {
    let home = consolidated();
    let answer = home.run(["history", "p2", "--json"]).json();
    let survivor = home.run(["read", "p1", "--json"]).json();
    assert_eq!(answer["memory"], survivor["id"]);
    assert_eq!(answer["ids"].as_array().map(Vec::len), Some(2));
    let kinds: Vec<_> = answer["entries"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|entry| entry["kind"].as_str())
        .collect();
    assert_eq!(kinds, ["import", "pass merge"]);
    let text = home.run(["history", "p2"]).ok();
    assert!(text.contains("p2 was merged: ") && text.contains("why: T1:"), "{text}");
    let log = home.run(["log", "--pass", "merge", "--memory", "p1", "--json"]).json();
    assert_eq!(log.as_array().map(Vec::len), Some(1));
}

#[test]
fn graphs_are_written_for_both_programs() {
    let home = consolidated();
    let dot = home.run(["graph", "b2"]).ok();
    assert!(dot.starts_with("digraph consolidate {\n") && dot.ends_with("}\n"));
    assert_eq!(dot.matches("replaced by").count(), 3);
    let mermaid = home.run(["graph", "--all", "--format", "mermaid"]).ok();
    assert!(mermaid.starts_with("flowchart LR\n"));
    assert_eq!(mermaid.matches("-->|replaced by|").count(), 3);
    assert_eq!(mermaid.matches("-.->|merged into|").count(), 1);
    assert_eq!(home.run(["graph", "--all", "--format", "mermaid"]).ok(), mermaid);
    let cut = home.run(["graph", "b2", "--depth", "1"]);
    assert!(cut.err.contains("--depth draws more"), "{}", cut.err);
    let _ = home.run(["graph", "b2", "--all"]).exits(2);
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().into_iter().flatten().map(|(key, _)| key.as_str()).collect()
}

#[test]
fn the_keys_of_health_stay_and_its_days_are_kept() {
    let home = consolidated();
    let report = home.run(["health", "--json"]).json();
    // serde_json sorts the keys of a value.
    assert_eq!(
        keys(&report),
        [
            "at",
            "conflicts",
            "generation",
            "history",
            "longest_chain",
            "memories",
            "merges",
            "passes",
            "reviews",
            "staleness",
            "store_bytes",
            "superseded",
            "warnings",
        ]
    );
    assert_eq!(keys(&report["longest_chain"]), ["head", "memories", "oldest"]);
    assert_eq!(
        keys(&report["staleness"]),
        [
            "budget_per_mille",
            "hits",
            "per_mille",
            "served",
            "superseded_when_served",
            "then_superseded",
            "unlisted",
            "window_days",
            "within_days",
        ]
    );
    assert_eq!(keys(&report["reviews"]), ["oldest", "oldest_days", "open"]);
    assert_eq!(keys(&report["passes"][0]), ["entry", "last_applied", "last_ran", "pass"]);
    assert_eq!(
        keys(&report["merges"][0]),
        ["at", "clusters", "entry", "memories", "run", "undone_by"]
    );
    assert_eq!(report["longest_chain"]["memories"], 4);
    assert_eq!(report["staleness"]["superseded_when_served"], 0);
    assert!(report["store_bytes"].as_u64().is_some_and(|bytes| bytes > 0));
    home.run(["recall", "bump aasm", "--budget-ms", "5000"]).ok();
    home.run(["daemon", "stop"]).ok();
    home.set_clock("2026-05-02T10:00:00Z");
    home.start();
    let report = home.run(["health", "--history", "--json"]).json();
    assert_eq!(report["staleness"]["hits"], 1, "{report}");
    let days: Vec<_> = report["history"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|sample| sample["day"].as_str())
        .collect();
    assert_eq!(days, ["2026-05-01", "2026-05-02"]);
    assert_eq!(
        keys(&report["history"][0]),
        [
            "active",
            "bytes",
            "candidate",
            "conflicts",
            "day",
            "generation",
            "longest_chain",
            "merged_clusters",
            "oldest_review_days",
            "quarantined",
            "retired",
            "reviews",
            "served",
            "superseded",
            "superseded_when_served",
            "then_superseded",
        ]
    );
    let table = home.run(["health", "--history", "--days", "1"]).ok();
    assert_eq!(table.lines().count(), 2, "{table}");
    assert!(home.run(["health"]).ok().contains("superseded when served (must be 0)"));
}
