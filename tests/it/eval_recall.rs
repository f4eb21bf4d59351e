//! `eval recall`: figures by hand, what is left out, the baseline, and that nothing else is touched.

use std::path::PathBuf;
use std::process::Stdio;

use consolidate_tests::{Ran, Sandbox};
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::sandbox;

const MEMORIES: &str = r#"{"id":"uv","text":"Use uv to install Python packages","project":"a"}
{"id":"orders","text":"Postgres stores the orders","project":"a"}
{"id":"backup","text":"Postgres backups run nightly","project":"a"}
{"id":"redis","text":"Redis caches the sessions","project":"b"}
{"id":"friday","text":"Deploys happen on Friday","kind":"policy"}
{"id":"old","text":"Logs are kept thirty days","project":"a","created_at":"2025-01-01"}
{"id":"new","text":"Logs are kept ninety days","project":"a","created_at":"2025-02-01","supersedes":["old"]}
"#;

const QUERIES: &str = r#"{"id":"q1","query":"uv packages","project":"a","gold":["uv"],"overlap":0.1}
{"id":"q2","query":"deploys friday","project":"b","gold":["friday"],"overlap":0.6}
{"id":"q3","query":"redis sessions","gold":["redis"],"category":"cache"}
{"id":"q4","query":"postgres orders","project":"a","gold":["orders","friday"]}
{"id":"q5","query":"nightly postgres backups of orders","project":"a","gold":["orders"]}
{"id":"q6","query":"how long are logs kept?","project":"a","gold":["old"]}
{"id":"q7","query":"quantum chromodynamics","project":"a"}
{"id":"q8","query":"postgres","project":"a","gold":[]}
"#;

/// Both files in the home, and an evaluation of them.
fn eval(home: &Sandbox, memories: &str, queries: &str, more: &[&str]) -> Ran {
    let [memories, queries] = [("memories", memories), ("queries", queries)]
        .map(|(name, text)| write(home, &format!("{name}.jsonl"), text));
    let files = [memories, queries].map(|path| path.display().to_string());
    let args: Vec<&str> =
        ["eval", "recall"].into_iter().chain(files.iter().map(String::as_str)).collect();
    home.run([args.as_slice(), more].concat())
}

fn write(home: &Sandbox, name: &str, text: &str) -> PathBuf {
    let path = home.path().join(name);
    std::fs::write(&path, text).expect("the home takes a file");
    path
}

fn report(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}", ran.out))
}

#[test]
fn figures_are_those_by_hand() {
    let home = sandbox();
    let report = eval(&home, MEMORIES, QUERIES, &["--json"]).json();
    // Ranks: 1, 1, 1, 1 and none, 2, none. The two queries without gold are in no figure.
    for (figure, by_hand) in [
        ("queries", 6.0),
        ("recall_at_1", 0.583_333),
        ("recall_at_5", 0.75),
        ("recall_at_10", 0.75),
        ("recall_at_20", 0.75),
        ("mrr", 0.75),
        ("ndcg_at_10", 0.707_346),
        ("staleness", 0.0),
    ] {
        assert_eq!(report[figure].as_f64(), Some(by_hand), "{figure} of {report}");
    }
    let latency = |name: &str| report["latency_us"][name].as_u64().expect("a number");
    assert!(latency("p50") <= latency("p99") && latency("p99.9") <= latency("max"));
    assert_eq!((&report["memories"], &report["partial"]), (&json!(7), &json!(0)));
    let no_gold = &report["no_gold"];
    assert_eq!((&no_gold["queries"], &no_gold["with_hits"]), (&json!(2), &json!(1)));
    assert_eq!(report["gold_not_served"], 1);
    let by = |name: &str, value: &str| report[name][value]["queries"].as_u64();
    assert_eq!((by("by_project", "a"), by("by_project", "b")), (Some(4), Some(1)));
    assert_eq!((by("by_overlap", "0.00-0.25"), by("by_category", "cache")), (Some(1), Some(1)));
    assert_eq!(home.daemons(), 0, "no daemon is needed");
    assert!(!home.places().store.exists(), "the user's store is not touched");
}

#[test]
fn errors_tell_what_stood_in_the_place_of_gold() {
    let home = sandbox();
    let silent = eval(&home, MEMORIES, QUERIES, &["--json"]).json();
    assert!(silent.get("errors").is_none());
    let told = eval(&home, MEMORIES, QUERIES, &["--json", "--errors"]).json();
    let errors: Vec<Value> = told["errors"].as_array().expect("a list").clone();
    let gold: Vec<_> = errors.iter().map(|it| (&it["line"], &it["gold"])).collect();
    assert_eq!(gold, [(&json!(4), &json!("friday")), (&json!(6), &json!("old"))]);
    assert_eq!((&errors[0]["rank"], &errors[0]["id"]), (&Value::Null, &json!("q4")));
    assert_eq!(errors[1]["instead"]["id"], "new");
    assert_eq!(errors[1]["unserved"], "superseded by new");
    let people = eval(&home, MEMORIES, QUERIES, &["--errors"]).ok();
    let (list, figures) = people.split_once("by category\n").expect("groups follow the errors");
    assert_eq!(
        list,
        "2 gold ids not among the first 10 hits\n  \
           line 4 q4 postgres orders\n    \
             gold friday (not found): Deploys happen on Friday\n    \
             first backup: Postgres backups run nightly\n  \
           line 6 q6 how long are logs kept?\n    \
             gold old (superseded by new, never served): Logs are kept thirty days\n    \
             first new: Logs are kept ninety days\n"
    );
    for line in [
        "  queries        6 with gold, over 7 memories",
        "  recall@1       0.5833",
        "  MRR            0.7500",
        "  nDCG@10        0.7073",
        "  no gold        2 queries, 1 with hits",
        "    4 queries, R@1 0.3750, R@5 0.6250",
    ] {
        assert!(figures.contains(line), "{line} is in {figures}");
    }
}

#[test]
fn a_rank_beyond_the_depth_is_found_all_the_same() {
    let home = sandbox();
    let memory = |number: usize| {
        // The later ones are longer, so that they stand behind; the last is the gold.
        let more = "filler ".repeat(number);
        json!({ "id": format!("m{number:02}"), "text": format!("widget {more}{number}"), "project": "a" })
            .to_string()
    };
    let memories: Vec<String> = (0..40).map(memory).collect();
    let query = json!({ "query": "widget", "project": "a", "gold": ["m39"] }).to_string();
    let told = eval(&home, &memories.join("\n"), &query, &["--json", "--errors"]).json();
    let rank = told["errors"][0]["rank"].as_f64().expect("it is found");
    assert!(rank > 20.0 && rank <= 40.0, "{rank}");
    assert_eq!(told["recall_at_20"], 0.0);
    let mrr = told["mrr"].as_f64().expect("a figure");
    assert!((mrr - 1.0 / rank).abs() < 1e-6, "{mrr} is 1 / {rank}");
}

#[test]
fn bad_lines_and_gold_of_nothing_are_named_and_left_out() {
    let home = sandbox();
    let memories = format!("nonsense\n{MEMORIES}{{\"id\":\"x\",\"project\":\"a\"}}\n");
    let queries = format!(
        "{QUERIES}\n[1]\n{{\"gold\":[\"uv\"]}}\n{}\n{}\n",
        r#"{"query":"redis","project":"a","gold":["redis"]}"#,
        r#"{"query":"uv packages","project":"a","gold":["nobody","uv"]}"#,
    );
    let ran = eval(&home, &memories, &queries, &["--json"]).exits(1);
    let report = report(&ran);
    let bad: Vec<_> = report["bad"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|bad| format!("{} {}", bad["file"].as_str().unwrap_or_default(), bad["line"]))
        .collect();
    assert_eq!(bad, ["memories 1", "memories 9", "queries 10", "queries 11"]);
    assert_eq!((&report["bad_count"], &report["missing_count"]), (&json!(4), &json!(2)));
    let missing: Vec<_> =
        report["missing"].as_array().expect("a list").iter().map(|it| &it["line"]).collect();
    assert_eq!(missing, [12, 13]);
    // The one of which all gold is gone is not asked; of the other, what is there counts.
    assert_eq!((&report["skipped"], &report["queries"]), (&json!(1), &json!(7)));
    let people = eval(&home, &memories, &queries, &[]).exits(1).out;
    for part in [
        "memories, line 9: it has no `text`",
        "queries, line 12: gold `redis`: its memory belongs to b, and the query asks in a",
        "queries, line 13: gold `nobody`: no memory has this id",
        "4 bad lines left out",
        "2 gold ids of no memory left out",
    ] {
        assert!(people.contains(part), "{part} is in {people}");
    }
}

#[test]
fn a_baseline_fails_what_fell_and_names_it() {
    let home = sandbox();
    let before = eval(&home, MEMORIES, QUERIES, &["--json"]).ok();
    let file = write(&home, "before.json", &before).display().to_string();
    let same = eval(&home, MEMORIES, QUERIES, &["--baseline", &file]).ok();
    assert!(same.contains("mrr            0.7500 → 0.7500\n"), "{same}");
    let mut better: Value = serde_json::from_str(&before).expect("a report is JSON");
    better["mrr"] = json!(0.76);
    better["latency_us"]["p50"] = json!(0);
    write(&home, "before.json", &better.to_string());
    let fell = eval(&home, MEMORIES, QUERIES, &["--baseline", &file]).exits(1).out;
    assert!(fell.contains("mrr            0.7600 → 0.7500  dropped\n"), "{fell}");
    assert_eq!(fell.matches("dropped").count(), 1, "latency is never compared: {fell}");
    let told = eval(&home, MEMORIES, QUERIES, &["--baseline", &file, "--json"]).exits(1);
    let figures = report(&told)["baseline"]["figures"].clone();
    let fallen: Vec<_> =
        figures.as_array().expect("a list").iter().filter(|it| it["dropped"] == true).collect();
    assert_eq!(fallen, [&json!({ "figure": "mrr", "before": 0.76, "now": 0.75, "dropped": true })]);
    let tolerant = ["--baseline", &file, "--tolerance", "0.02"];
    eval(&home, MEMORIES, QUERIES, &tolerant).ok();
    // The order of the queries is no matter; other queries and other memories are.
    let turned: Vec<&str> = QUERIES.lines().rev().collect();
    let turned = eval(&home, MEMORIES, &turned.join("\n"), &tolerant).ok();
    assert!(turned.contains("mrr            0.7600 → 0.7500\n"), "{turned}");
    let reworded = QUERIES.replacen("\"query\":\"", "\"query\":\"please ", 1);
    let fewer: String = MEMORIES.lines().skip(1).map(|line| format!("{line}\n")).collect();
    for (memories, queries, what) in
        [(MEMORIES, &*reworded, "queries"), (&*fewer, QUERIES, "memories")]
    {
        let other = eval(&home, memories, queries, &["--baseline", &file]).exits(1);
        assert!(other.err.contains(&format!("the baseline is of other {what}")), "{}", other.err);
        assert_eq!(other.out, "");
    }
}

#[test]
fn what_cannot_be_measured_is_told_before_it_is_tried() {
    let home = sandbox();
    let file = write(&home, "other.json", "{\"pairs\":4}").display().to_string();
    let no = eval(&home, MEMORIES, QUERIES, &["--baseline", &file]).exits(1);
    assert!(no.err.contains("is no baseline") && no.out.is_empty(), "{}", no.err);
    let no = eval(&home, MEMORIES, QUERIES, &["--baseline", "/nowhere/x.json"]).exits(1);
    assert!(no.err.contains("/nowhere/x.json"), "{}", no.err);
    for more in [&["--tolerance", "0.1"][..], &["--baseline", &file, "--tolerance", "2"]] {
        let no = eval(&home, MEMORIES, QUERIES, more).exits(2);
        assert!(no.err.contains("baseline") || no.err.contains("from 0 to 1"), "{}", no.err);
    }
    let both = home.run(["eval", "recall", "-", "-"]).exits(2);
    assert!(both.err.contains("both files"), "{}", both.err);
    let missing = home.run(["eval", "recall", "/nowhere/m.jsonl", "-"]).exits(1);
    assert!(missing.err.contains("/nowhere/m.jsonl"), "{}", missing.err);
    let nothing = eval(&home, "", "", &["--json"]).json();
    assert_eq!((&nothing["queries"], &nothing["mrr"]), (&json!(0), &Value::Null));
    assert!(nothing["latency_us"]["p50"].is_null() && nothing["staleness"].is_null());
}

#[test]
fn an_export_is_searched_as_the_store_that_it_is_of() {
    let home = sandbox();
    let recorded = home.run(["record", "We deploy with Nomad", "--json"]).json();
    home.run(["--as", "user", "record", "Never deploy on a Friday", "--kind", "policy"]).ok();
    let export = home.run(["export"]).ok();
    let gold = recorded["id"].as_str().expect("an id");
    let query = json!({ "query": "nomad", "project": "example.org/shop", "gold": [gold] });
    let queries = write(&home, "queries.jsonl", &query.to_string()).display().to_string();
    let scratch = home.path().join("scratch");
    std::fs::create_dir(&scratch).expect("a new folder takes another");
    let mut command = home.command(["eval", "recall", "-", &queries, "--json"]);
    let file = std::fs::File::open(write(&home, "export.jsonl", &export)).expect("it is there");
    let output = command.env("TMPDIR", &scratch).stdin(file).output().expect("it runs");
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report is JSON");
    assert_eq!((&report["recall_at_1"], &report["memories"]), (&json!(1.0), &json!(2)));
    assert_eq!(std::fs::read_dir(&scratch).expect("it is a folder").count(), 0, "nothing is left");
}

#[test]
fn an_interrupt_leaves_nothing_behind() {
    let home = sandbox();
    let queries = write(&home, "queries.jsonl", QUERIES).display().to_string();
    let scratch = home.path().join("scratch");
    std::fs::create_dir(&scratch).expect("a new folder takes another");
    let left = || std::fs::read_dir(&scratch).expect("it is a folder").count();
    let mut command = home.command(["eval", "recall", "-", &queries]);
    // Nobody writes the memories, so that it waits for them.
    let child = command.env("TMPDIR", &scratch).stdin(Stdio::piped()).spawn();
    let mut child = child.expect("it runs");
    home.until("the scratch store is there", || left() > 0);
    home.signal(child.id(), Signal::INT);
    // Only now may its input end.
    home.until("it has ended", || child.try_wait().expect("it is our child").is_some());
    let output = child.wait_with_output().expect("it has ended");
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(8), "{complaint}");
    assert!(complaint.contains("the evaluation was interrupted"), "{complaint}");
    assert_eq!(left(), 0);
}
