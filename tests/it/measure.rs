//! Real data through the real daemon. `CONSOLIDATE_EVAL_DIR=... cargo test -p consolidate-cli --test it measure -- --ignored
//! --nocapture`; the folder holds the sets of the project's data by their own names.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use consolidate_client::Deadline;
use consolidate_shared::time::SaidWithin;
use consolidate_shared::wire::v1::{Caller, RecallRequest, Request, Response, Role, Where};
use serde_json::Value;

use crate::sandbox;

fn recall_of(project: &str, query: &str) -> Request {
    Request::Recall(RecallRequest {
        caller: Caller { role: Role::User, session: None, project: Some(project.to_owned()) },
        place: Where::Project(project.to_owned()),
        query: query.to_owned(),
        k: 10,
        budget_us: 10_000_000,
        history: false,
        said: SaidWithin::ANY,
        as_of: None,
        explain: false,
        tokens: None,
    })
}

/// The chains without their links, and for each package the current statements.
fn unlinked(path: &Path) -> (String, BTreeMap<(String, String), BTreeSet<String>>) {
    let text = std::fs::read_to_string(path).expect("the set is there");
    let mut heads: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    let mut lines = String::new();
    for line in text.lines() {
        let mut row: Value = serde_json::from_str(line).expect("every line is JSON");
        let field = |name: &str| row[name].as_str().expect("every field is a text").to_owned();
        let package = (field("project"), field("subject"));
        let statement = field("text");
        let current = heads.entry(package).or_default();
        if row["superseded_by"].as_array().is_some_and(Vec::is_empty) {
            current.insert(statement);
        }
        for links in ["supersedes", "superseded_by"] {
            row[links] = Value::Array(Vec::new());
        }
        lines.push_str(&row.to_string());
        lines.push('\n');
    }
    (lines, heads)
}

#[test]
#[ignore = "needs a folder of data named by CONSOLIDATE_EVAL_DIR"]
fn measure_recall_of_a_package_gives_its_current_version_first() {
    let folder =
        PathBuf::from(std::env::var_os("CONSOLIDATE_EVAL_DIR").expect("a folder is named"));
    let (rows, heads) = unlinked(&folder.join("commit_chains/bumps.jsonl"));
    let home = sandbox();
    home.run_with_input(["import", "-", "--strict"], rows.as_bytes()).ok();
    home.run(["--yes"]).ok();
    let mut client = home.connect();
    let (mut right, mut of_package) = (0, 0);
    for ((project, package), current) in &heads {
        let request = recall_of(project, package);
        let answer = client.call(&request, Deadline::after(Duration::from_mins(1)));
        let Ok(Response::Recall(answer)) = answer else { panic!("{answer:?}") };
        let first = answer.hits.first().map(|hit| hit.text.as_str());
        let is_right = first.is_some_and(|text| current.contains(text));
        right += usize::from(is_right);
        let name = package.split(" in ").next().unwrap_or(package);
        of_package += usize::from(first.is_some_and(|text| text.contains(name)));
        if !is_right {
            println!("{project} {package}: {first:?}\n  current: {current:?}");
        }
    }
    println!("current version first: {right} of {}; the package at all: {of_package}", heads.len());
}
