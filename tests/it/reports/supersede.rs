//! Contradictions and stale facts.

use serde_json::{Value, json};

use super::{active, all, apply, brief, export, hits, id, import, recall, record, texts};
use crate::sandbox;

#[test]
fn r014_only_the_current_branch_is_served() {
    let home = sandbox();
    let old = "The default branch is master.";
    let new = "The default branch is no longer master; it is main.";
    import(&home, &[("2026-01-01", "fact", old), ("2026-01-05", "fact", new)]);
    apply(&home);
    assert_eq!(recall(&home, "what is the default branch now"), [new]);
    let replaced = all(&home).into_iter().find(|memory| memory["text"] == old).expect("it is kept");
    let successor = replaced["superseded_by"][0].as_str().expect("it names its successor");
    assert_eq!(home.run(["read", successor, "--json"]).json()["text"], new);
    let why = replaced["standing_reason"].as_str().expect("a retired memory says why");
    assert!(why.contains("superseded") && why.contains("20"), "with its day: {why}");
}

#[test]
fn r016_an_updated_value_is_what_is_stored_and_shown_before() {
    let home = sandbox();
    let old = id(&record(&home, "Build needs Node 18", &["--slot", "node"]));
    let new = id(&record(&home, "Build needs Node 22", &["--slot", "node"]));
    let diff = home.run(["--dry-run"]).ok();
    assert!(diff.contains("Node 18") && diff.contains("Node 22"), "{diff}");
    apply(&home);
    assert_eq!(recall(&home, "Build needs Node"), ["Build needs Node 22"]);
    assert_eq!(home.run(["read", &new, "--json"]).json()["text"], "Build needs Node 22");
    assert_eq!(home.run(["read", &old, "--json"]).json()["superseded_by"], json!([new]));
}

#[test]
fn r016_without_a_slot_the_two_values_are_shown_together() {
    let home = sandbox();
    import(
        &home,
        &[
            ("2026-01-01", "fact", "Build needs Node 18"),
            ("2026-01-02", "fact", "Build needs Node 22"),
        ],
    );
    apply(&home);
    let found = hits(&home, "Build needs Node", &[]);
    let newer = found.iter().find(|hit| hit["text"] == "Build needs Node 22");
    let newer = newer.expect("the newer is served");
    let alone = found.len() == 1;
    let both = [&newer["conflicts"][0]["text"], &newer["pending"][0]["text"]];
    assert!(alone || both.iter().any(|text| **text == "Build needs Node 18"), "{found:?}");
}

#[test]
fn r017_a_correction_leaves_one_live_memory() {
    for (wrong, right) in [
        ("后端: Axum + SQLite + NATS", "后端: Axum + Postgres + NATS"),
        ("Backend: Axum + SQLite + NATS", "Backend: Axum + Postgres + NATS"),
    ] {
        let home = sandbox();
        let old = id(&record(&home, wrong, &[]));
        let before = export(&home);
        let unknown = home.run(["record", right, "--supersedes", "backend database"]).exits(1);
        assert!(!unknown.err.is_empty());
        assert_eq!(export(&home), before, "a correction of nothing stores nothing");
        record(&home, right, &["--supersedes", &old]);
        apply(&home);
        assert_eq!(active(&home), [right]);
        assert_eq!(recall(&home, "NATS"), [right]);
    }
}

#[test]
fn r019_only_the_older_side_loses() {
    let home = sandbox();
    import(
        &home,
        &[("2026-01-01", "fact", "Retry limit is 3"), ("2026-01-09", "fact", "Retry limit is 5")],
    );
    apply(&home);
    let found = hits(&home, "retry limit", &[]);
    assert!(texts(&found).contains(&"Retry limit is 5".to_owned()), "{found:?}");
    let old = found.iter().find(|hit| hit["text"] == "Retry limit is 3");
    let marked = |hit: &Value| {
        hit["conflicts"][0]["text"] == "Retry limit is 5"
            || hit["pending"][0]["text"] == "Retry limit is 5"
    };
    assert!(old.is_none_or(marked), "{found:?}");
}

const SERVICES: [(&str, &str); 5] = [
    ("payments-api port is 8443", "payments-api.port"),
    ("payments-api owner is Lena", "payments-api.owner"),
    ("payments-api language is Kotlin", "payments-api.language"),
    ("orders-api port is 8443", "orders-api.port"),
    ("payments-api port is 9443", "payments-api.port"),
];

#[test]
fn r020_a_replacement_has_the_same_subject_and_the_same_attribute() {
    let home = sandbox();
    for (text, slot) in SERVICES {
        record(&home, text, &["--slot", slot]);
    }
    apply(&home);
    let mut served = active(&home);
    served.sort();
    let mut expected: Vec<_> = SERVICES.iter().skip(1).map(|(text, _)| *text).collect();
    expected.sort_unstable();
    assert_eq!(served, expected);
}

#[test]
fn r020_by_text_alone_nothing_else_is_touched() {
    let home = sandbox();
    let rows = SERVICES.map(|(text, _)| ("2026-01-01", "fact", text));
    import(&home, &rows);
    apply(&home);
    for text in
        ["payments-api owner is Lena", "payments-api language is Kotlin", "orders-api port is 8443"]
    {
        let found = hits(&home, text, &[]);
        let hit = found.iter().find(|hit| hit["text"] == text).expect("it is served");
        assert_eq!((&hit["conflicts"], &hit["pending"]), (&json!([]), &json!([])), "{text}");
    }
}

#[test]
fn r023_a_person_can_take_back_any_kind() {
    let home = sandbox();
    let person = ["--as", "user"];
    for kind in ["policy", "fact", "decision", "pitfall", "procedure"] {
        let text = format!("Sign {kind} commits as Bot");
        let id = id(&record(&home, &text, &["--kind", kind, person[0], person[1]]));
        home.run(["retract", &id, person[0], person[1]]).ok();
        assert!(!brief(&home, "sign commits").contains(&text), "{kind}");
    }
    assert_eq!(active(&home), [] as [String; 0]);
}

#[test]
fn r023_clashing_policies_are_asked_about_and_the_last_one_can_replace_the_others() {
    let home = sandbox();
    let policy = |text: &str, more: &[&str]| {
        let args = [&["--kind", "policy", "--as", "user", "--slot", "signature"], more].concat();
        id(&record(&home, text, &args))
    };
    let bot = policy("Sign commits as Bot", &[]);
    let model = policy("Sign commits with the model name", &[]);
    apply(&home);
    // No pass retires a policy: its owner is asked.
    assert_eq!(active(&home).len(), 2);
    let asked = home.run(["review", "list", "--json"]).json();
    assert_eq!(asked["total"], 1, "{asked}");
    policy("Sign commits as Agent", &["--supersedes", &bot, "--supersedes", &model]);
    let brief = brief(&home, "commit");
    assert_eq!(brief.matches("Sign commits").count(), 1, "{brief}");
    assert!(brief.contains("Sign commits as Agent"), "{brief}");
}

#[test]
fn r025_a_loop_is_refused_and_a_fork_is_stable() {
    let home = sandbox();
    let write = |text: &str| id(&record(&home, text, &[]));
    let (a, b, c) =
        (write("Alpha holds."), write("Gateways are blue."), write("Nightly runs at two."));
    home.run(["supersede", &a, &b]).ok();
    home.run(["supersede", &b, &c]).ok();
    let refused = home.run(["supersede", &c, &a]).exits(1);
    assert!(!refused.err.is_empty());
    let (d, e, f) =
        (write("Deploys on Monday."), write("Tests in Docker."), write("Logs are JSON."));
    home.run(["supersede", &d, &e]).ok();
    home.run(["supersede", &d, &f]).ok();
    let plan = home.run(["--dry-run"]).ok();
    home.run(["daemon", "restart"]).ok();
    assert_eq!(home.run(["--dry-run"]).ok(), plan);
    apply(&home);
    let forked = home.run(["read", &d, "--json"]).json();
    assert_eq!(forked["superseded_by"].as_array().map(Vec::len), Some(2));
    let mut served = active(&home);
    served.sort();
    assert_eq!(served, ["Logs are JSON.", "Nightly runs at two.", "Tests in Docker."]);
}

#[test]
fn r025_a_chain_of_five_hundred_has_one_head() {
    let home = sandbox();
    let rows: String = (0..500)
        .map(|number| {
            let earlier: Vec<String> = (number > 0).then(|| format!("c-{}", number - 1)).into_iter().collect();
            let day = format!("2024-{:02}-{:02}", number / 28 % 12 + 1, number % 28 + 1);
            let text = format!("Release train car {number} is the current one");
            format!("{}\n", json!({ "id": format!("c-{number}"), "text": text, "created_at": day, "supersedes": earlier }))
        })
        .collect();
    home.run_with_input(["import", "-", "--strict"], rows.as_bytes()).ok();
    apply(&home);
    let head = "Release train car 499 is the current one";
    assert_eq!(recall(&home, "release train car current"), [head]);
    let history = hits(&home, "release train car current", &["--history", "-k", "200"]);
    assert_eq!(history.len(), 200, "a long chain is bounded by what was asked for");
    assert_eq!(active(&home), [head]);
}

#[test]
fn r027_a_terse_correction_stands_beside_the_long_text_it_corrects() {
    let home = sandbox();
    let step = "Deploy with Nomad: open the job file, set the image, plan the job, read the plan, run the job and watch it. ";
    let long = step.repeat(30);
    let correction = "Correction: Nomad dropped, we deploy on k3s.";
    import(
        &home,
        &[("2026-01-01", "procedure", long.trim()), ("2026-02-01", "procedure", correction)],
    );
    apply(&home);
    let found = hits(&home, "how do we deploy", &[]);
    let first = found.first().expect("something is known");
    let marked =
        first["pending"][0]["text"] == correction || first["conflicts"][0]["text"] == correction;
    assert!(first["text"] == correction || marked, "{found:?}");
}

#[test]
fn r028_one_key_has_one_policy_once_it_is_updated() {
    let home = sandbox();
    home.start();
    let texts = ["Commit messages are in the imperative", "Commit messages name the ticket"];
    let policy = ["--kind", "policy", "--as", "user", "--slot", "commit-style"];
    let ids: Vec<String> = std::thread::scope(|threads| {
        let home = &home;
        let writes: Vec<_> =
            texts.map(|text| threads.spawn(move || id(&record(home, text, &policy)))).into();
        writes.into_iter().map(|write| write.join().expect("a write ends")).collect()
    });
    let latest = "Commit messages are in the imperative and name the ticket";
    let update = ["--supersedes", &ids[0], "--supersedes", &ids[1]];
    record(&home, latest, &[&policy[..], &update[..]].concat());
    apply(&home);
    let brief = brief(&home, "write a commit");
    assert_eq!(brief.matches("Commit messages").count(), 1, "{brief}");
    assert!(brief.contains(latest), "{brief}");
}

#[test]
fn r022_a_replaced_value_is_not_told_as_current_by_way_of_an_old_note() {
    let home = sandbox();
    let (old, new) = ("We host on Heroku", "Hosting moved over to Fly.io last sprint");
    let note = "Session note: set up the shop. Created the Heroku app, pushed the branch, looked at the logs, \
                added the add-on for mail. Hosting on Heroku costs seven dollars. Then wrote the runbook.";
    import(
        &home,
        &[
            ("2026-01-01", "fact", old),
            ("2026-01-02", "procedure", note),
            ("2026-02-01", "decision", new),
        ],
    );
    apply(&home);
    let found = hits(&home, "where is our hosting", &[]);
    assert_eq!(found.first().map(|hit| &hit["text"]), Some(&json!(new)), "{found:?}");
    // A change that names no old value is not read as a replacement for sure, so the other side stands marked beside it.
    let shown = brief(&home, "hosting");
    assert!(shown.contains(new), "{shown}");
    let line = shown.lines().find(|line| line.contains(old));
    assert!(line.is_none_or(|line| line.contains('?') || line.contains("review")), "{shown}");
}
