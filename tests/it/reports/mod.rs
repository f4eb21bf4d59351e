//! Failures that users of other memory programs reported, each tried through the executable. `rNNN` is the report's number.

mod budget;
mod consolidate;
mod decay;
mod delete;
mod injection;
mod latency;
mod merge;
mod search;
mod supersede;
mod time;
mod unicode;

use consolidate_tests::Sandbox;
use serde_json::{Value, json};

/// Records `text` with further arguments; the answer.
fn record(home: &Sandbox, text: &str, more: &[&str]) -> Value {
    let mut args = vec!["record", text, "--json"];
    args.extend(more);
    home.run(args).json()
}

fn id(answer: &Value) -> String {
    answer["id"].as_str().expect("an id is a text").to_owned()
}

/// Imports rows, each from (day, kind, text); nothing is folded on this way in.
fn import(home: &Sandbox, rows: &[(&str, &str, &str)]) {
    let line = |(number, (day, kind, text)): (usize, &(&str, &str, &str))| {
        let row =
            json!({ "id": format!("row-{number}"), "kind": kind, "text": text, "created_at": day });
        format!("{row}\n")
    };
    let lines: String = rows.iter().enumerate().map(line).collect();
    home.run_with_input(["import", "-", "--strict"], lines.as_bytes()).ok();
}

/// Plans and applies.
fn apply(home: &Sandbox) {
    home.run(["--yes"]).ok();
}

fn hits(home: &Sandbox, query: &str, more: &[&str]) -> Vec<Value> {
    let mut args = vec!["recall", query, "--budget-ms", "5000", "--json"];
    args.extend(more);
    let answer = home.run(args).json();
    answer["hits"].as_array().expect("an answer has hits").clone()
}

/// What is recalled, best first.
fn recall(home: &Sandbox, query: &str) -> Vec<String> {
    texts(&hits(home, query, &[]))
}

fn texts(found: &[Value]) -> Vec<String> {
    found.iter().filter_map(|hit| Some(hit["text"].as_str()?.to_owned())).collect()
}

fn brief(home: &Sandbox, task: &str) -> String {
    home.run(["brief", task, "--budget-ms", "5000"]).ok()
}

/// Every memory with its standing.
fn all(home: &Sandbox) -> Vec<Value> {
    let page = home.run(["list", "--all", "--all-projects", "--limit", "1000", "--json"]).json();
    page["memories"].as_array().expect("a page has memories").clone()
}

/// The texts of all that is active.
fn active(home: &Sandbox) -> Vec<String> {
    texts(
        &all(home).into_iter().filter(|memory| memory["standing"] == "active").collect::<Vec<_>>(),
    )
}

/// Every change that the passes would make now.
fn planned(home: &Sandbox) -> Vec<Value> {
    let plan = home.run(["--dry-run", "--json"]).json();
    let plans = plan["plans"].as_array().expect("a run has plans").clone();
    plans.iter().flat_map(|plan| plan["changes"].as_array().cloned().unwrap_or_default()).collect()
}

fn export(home: &Sandbox) -> String {
    home.run(["export", "--without-rulings"]).ok()
}
