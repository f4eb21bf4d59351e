//! Age, pins, expiry.

use serde_json::{Value, json};

use super::{all, apply, brief, hits, id, planned, recall, record};
use crate::sandbox;

fn neighbours(count: usize) -> String {
    let line = |number: usize| {
        let text = format!(
            "Worker pool {number} runs queue q{} on shard {}",
            number * 13 % 101,
            number * 7
        );
        format!("{}\n", json!({ "text": text, "created_at": "2026-01-01" }))
    };
    (0..count).map(line).collect()
}

#[test]
fn r044_an_exact_match_is_found_at_any_age() {
    let home = sandbox().with_clock("2024-01-01T09:00:00Z");
    home.start();
    let fact = "The HSM slot for signing is 7";
    record(&home, fact, &[]);
    home.run_with_input(["import", "-", "--strict"], neighbours(50).as_bytes()).ok();
    for day in ["2024-08-30T09:00:00Z", "2024-12-31T09:00:00Z", "2025-12-31T09:00:00Z"] {
        home.set_clock(day);
        apply(&home);
        let found = recall(&home, "HSM slot signing");
        assert!(found.iter().take(3).any(|text| text == fact), "{day}: {found:?}");
    }
}

#[test]
fn r046_an_expired_memory_is_not_served_because_it_is_pinned() {
    let home = sandbox().with_clock("2026-05-01T09:00:00Z");
    home.start();
    let until = ["--valid-until", "2026-05-02T09:00:00Z"];
    let freeze = id(&record(&home, "Staging freeze until Saturday", &until));
    home.set_clock("2026-05-03T09:00:00Z");
    let pinned = home.run(["pin", &freeze]).ok();
    assert!(pinned.contains("2026-05-02") && pinned.contains("does not prolong"), "{pinned}");
    let help = home.run(["pin", "--help"]).ok();
    assert!(help.contains("does not make it hold longer"), "{help}");
    assert_eq!(planned(&home), [] as [Value; 0]);
    apply(&home);
    assert_eq!(recall(&home, "staging freeze"), [] as [String; 0]);
    let kept = home.run(["read", &freeze, "--json"]).json();
    assert_eq!((&kept["pinned"], &kept["standing"]), (&json!(true), &json!("active")));
    assert_eq!(hits(&home, "staging freeze", &["--history"]).len(), 1);
}

#[test]
fn r047_pinned_means_untouched_by_every_pass() {
    let home = sandbox().with_clock("2026-01-01T09:00:00Z");
    home.start();
    let policy = id(&record(
        &home,
        "Never push to the release branch",
        &["--kind", "policy", "--as", "user", "--slot", "release"],
    ));
    let fact = id(&record(&home, "Worker pool 3 runs queue q39 on shard 21", &[]));
    for pinned in [&policy, &fact] {
        home.run(["pin", pinned, "--as", "user"]).ok();
    }
    home.run_with_input(["import", "-", "--strict"], neighbours(30).as_bytes()).ok();
    record(&home, "We stopped using worker pool 3 for queue q39", &[]);
    let seen = |id: &str| {
        let memory = home.run(["read", id, "--json"]).json();
        let field = |name: &str| memory[name].clone();
        ["id", "text", "standing", "pinned", "tier", "strength", "created_at"].map(field)
    };
    let before = [seen(&policy), seen(&fact)];
    let start: consolidate_shared::time::Day = "2026-01-02".parse().expect("a date");
    for pass in 0..90 {
        let day = consolidate_shared::time::Day(start.0 + pass * 200 / 90);
        home.set_clock(&format!("{day}T09:00:00Z"));
        apply(&home);
    }
    assert_eq!([seen(&policy), seen(&fact)], before);
    assert!(brief(&home, "release").contains("Never push to the release branch"));
}

#[test]
fn r049_bad_metadata_costs_a_memory_nothing() {
    let home = sandbox();
    let bad = [
        json!(null),
        json!(""),
        json!("never"),
        json!(0),
        json!(-1),
        json!("9999-12-31T23:59:59Z"),
    ];
    let rows: String = bad
        .iter()
        .enumerate()
        .map(|(number, used)| {
            let text = format!("Queue q{number} drains into bucket b{number}");
            format!(
                "{}\n",
                json!({ "text": text, "last_used": used, "usage": { "last_used": used } })
            )
        })
        .collect();
    let report = home.run_with_input(["import", "-", "--json"], rows.as_bytes()).json();
    assert_eq!(report["added"], 6);
    let unknown = report["unknown_fields"].to_string();
    assert!(unknown.contains("last_used") && unknown.contains("usage"), "{unknown}");
    apply(&home);
    for number in 0..bad.len() {
        let found = recall(&home, &format!("q{number} bucket b{number}"));
        assert_eq!(found[0], format!("Queue q{number} drains into bucket b{number}"));
    }
    let strengths: Vec<_> = all(&home).iter().map(|memory| memory["strength"].as_u64()).collect();
    assert!(strengths.iter().all(|strength| *strength == strengths[0]), "{strengths:?}");
}

#[test]
fn r051_a_time_to_come_lifts_nothing() {
    for ahead in ["2026-05-04T09:00:00Z", "2036-05-01T09:00:00Z"] {
        let home = sandbox().with_clock(ahead);
        home.start();
        record(&home, "The cache is small", &[]);
        home.set_clock("2026-05-01T09:00:00Z");
        let better = "The cache of the gateway is warmed at night";
        record(&home, better, &[]);
        apply(&home);
        let found = hits(&home, "gateway cache warmed at night", &[]);
        assert_eq!(found[0]["text"], better, "{found:?}");
        let strengths: Vec<_> =
            all(&home).iter().map(|memory| memory["strength"].as_u64()).collect();
        assert!(strengths.iter().all(|strength| *strength <= Some(1000)), "{strengths:?}");
        let diff = home.run(["--dry-run"]).ok();
        assert!(!diff.contains(" -1 day"), "{diff}");
    }
}

#[test]
fn r052_what_has_expired_leaves_recall_and_brief_at_once() {
    let home = sandbox().with_clock("2026-05-01T10:30:00Z");
    home.start();
    let text = "Staging freeze until noon";
    record(&home, text, &["--valid-until", "2026-05-01T11:30:00Z"]);
    assert_eq!(recall(&home, "staging freeze"), [text]);
    assert!(brief(&home, "deploy to staging").contains(text));
    home.set_clock("2026-05-01T12:30:00Z");
    assert_eq!(recall(&home, "staging freeze"), [] as [String; 0]);
    assert!(!brief(&home, "deploy to staging").contains(text));
}
