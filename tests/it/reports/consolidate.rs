//! The passes themselves: dry run, apply, failure.

use serde_json::{Value, json};

use consolidate_tests::Sandbox;

use super::{active, all, apply, brief, export, hits, id, planned, recall, record, texts};
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

/// Kills the daemon in the midst of a run, or beside it, as it happens, and starts another.
fn run_and_kill(home: &Sandbox) {
    let pid = home.pid();
    let mut run = home.command(["--yes"]).spawn().expect("the executable runs");
    home.kill(pid);
    let _ = run.wait();
    home.start();
}

#[test]
fn r039_a_run_that_is_killed_leaves_its_work_to_the_next() {
    let home = sandbox();
    home.run_with_input(["import", "-", "--strict"], hundred().as_bytes()).ok();
    // Whether the run was done by then or not, it is done once after this.
    run_and_kill(&home);
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

/// Agents and projects in which something is confirmed, one call a day each.
fn confirmed_elsewhere(home: &Sandbox, ids: &[&str], places: usize) {
    for number in 0..places {
        let (agent, project) = (format!("agent:a{number}"), format!("example.org/p{number}"));
        let told = ["feedback", "--confirm", "--as", &agent, "--domain", &project];
        home.run(told.iter().chain(ids)).ok();
    }
}

#[test]
fn r034_only_what_lasts_is_promoted() {
    let home = sandbox().with_clock("2026-03-01T09:00:00Z");
    home.start();
    let lasting = "Never run migrations from a laptop; use the release job";
    let staged = [
        "npm run build -- --watch",
        "### Dana: conclusion",
        "state=staged score=0.61 hits=0",
        "ok, looking into it",
        lasting,
    ];
    let ids = staged.map(|text| id(&record(&home, text, &["--candidate", "--as", "agent:a"])));
    confirmed_elsewhere(&home, &ids.each_ref().map(String::as_str), 3);
    let plan = home.run(["--dry-run"]).ok();
    assert!(plan.contains("saying nothing that lasts"), "the report tells why: {plan}");
    apply(&home);
    assert_eq!(active(&home), [lasting]);
    let shown = brief(&home, "run migrations");
    let line = shown.lines().find(|line| line.contains("migrations")).expect("it is told");
    assert!(!line.contains("score") && !line.contains("0."), "{line}");
}

#[test]
fn r036_briefs_of_a_scheduled_job_are_no_use() {
    let home = sandbox().with_clock("2026-03-01T09:00:00Z");
    home.start();
    let lesson = |text: &str| {
        id(&record(&home, text, &["--kind", "pitfall", "--as", "agent:a", "--project", "shop"]))
    };
    let a = lesson("The cron container has no locale, so sort orders differ there");
    let b = lesson("Payment sandbox keys expire on the first of the month");
    for _ in 0..100 {
        home.run(["brief", "nightly cron locale", "--budget-ms", "5000", "--as", "agent:cron"])
            .ok();
    }
    for day in ["2026-03-02", "2026-03-03", "2026-03-04"] {
        home.set_clock(&format!("{day}T09:00:00Z"));
        for agent in ["agent:b", "agent:c"] {
            home.run(["feedback", "--triggered", &b, "--as", agent]).ok();
        }
    }
    confirmed_elsewhere(&home, &[&a, &b], 8);
    apply(&home);
    let met = |id: &str| home.run(["read", id, "--as", "user", "--json"]).json();
    let (a, b) = (met(&a), met(&b));
    assert_eq!((&a["evidence"]["used"], &a["evidence"]["triggered"]), (&json!(0), &json!(0)));
    assert_eq!((&a["tier"], &b["tier"]), (&json!("on-demand"), &json!("always")));
}

#[test]
fn r037_what_is_always_told_has_a_cap_and_policies_keep_their_place() {
    let home = sandbox().with_clock("2026-01-01T20:00:00Z");
    home.start();
    let place = ["--project", "shop"];
    let policies: Vec<String> = (0..10)
        .map(|number| format!("Team rule {number}: releases of part {number} need a second reader"))
        .collect();
    for policy in &policies {
        record(&home, policy, &["--kind", "policy", "--as", "user", place[0], place[1]]);
    }
    let mut lessons = Vec::new();
    for night in 0..8 {
        home.set_clock(&format!("2026-01-{:02}T20:00:00Z", night + 1));
        let new: Vec<String> = (0..3)
            .map(|number| {
                let name = format!("Module{}", night * 3 + number);
                let text = format!("{name} times out when its cache is cold, so warm it first");
                let more = ["--kind", "pitfall", "--as", "agent:a", place[0], place[1]];
                lessons.push(text.clone());
                id(&record(&home, &text, &more))
            })
            .collect();
        let new: Vec<&str> = new.iter().map(String::as_str).collect();
        for _ in 0..5 {
            home.run(["feedback", "--triggered", "--as", "agent:b"].iter().chain(&new)).ok();
        }
        confirmed_elsewhere(&home, &new, 8);
        apply(&home);
        let told = ["brief", "release", "--tokens", "2000", "--budget-ms", "5000", "--json"];
        let told = home.run(told.iter().chain(&place)).json();
        assert!(told["tokens"].as_u64().is_some_and(|tokens| tokens <= 2000), "{told}");
        let text = told["text"].as_str().expect("a brief is a text");
        assert!(policies.iter().all(|policy| text.contains(policy)), "{text}");
    }
    let tiers = all(&home);
    let always = tiers.iter().filter(|memory| memory["kind"] == "pitfall");
    let always = always.filter(|memory| memory["tier"] == "always").count();
    assert_eq!(always, 10);
    for (number, lesson) in lessons.iter().enumerate() {
        let query = format!("Module{number} times out");
        assert_eq!(texts(&hits(&home, &query, &place)).first(), Some(lesson));
    }
}

#[test]
fn r040_what_failed_for_an_outside_reason_is_done_when_it_is_healed() {
    let home = sandbox();
    home.run_with_input(["import", "-", "--strict"], hundred().as_bytes()).ok();
    // Four runs that come to nothing, or to something, as the kill happens to meet them.
    for _ in 0..4 {
        run_and_kill(&home);
    }
    apply(&home);
    assert_eq!(active(&home).len(), 50);
    assert_eq!(planned(&home), [] as [Value; 0]);
}
