//! The bundled decisions through every pass: a dry run is a contract, and undo takes all of it back.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::sandbox;

/// Published decisions of several projects, as the demo brings them.
const DECISIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/decisions.jsonl");
const DUPLICATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/duplicates.jsonl");

#[test]
fn plan_twice_apply_plan_again_undo() {
    let home = sandbox();
    home.run(["import", DECISIONS, "--strict"]).ok();
    home.run(["import", DUPLICATES, "--strict"]).ok();
    let before = home.run(["export", "--without-rulings"]).ok();
    let shown = home.run(["--dry-run"]).ok();
    assert_eq!(home.run(["--dry-run"]).ok(), shown);
    assert_eq!(home.run(["export", "--without-rulings"]).ok(), before, "a dry run changes nothing");
    let plan = home.run(["--dry-run", "--json"]).json();
    let run = plan["run_id"].as_str().expect("a run has an id").to_owned();
    home.run(["daemon", "restart"]).ok();
    assert_eq!(home.run(["show", &run]).ok(), shown, "a restart keeps no plan and finds it again");
    home.run(["apply", &run]).ok();
    assert_eq!(home.run(["show", &run]).ok(), shown);
    home.run(["daemon", "restart"]).ok();
    assert_eq!(home.run(["show", &run]).ok(), shown);
    let again = home.run(["--dry-run", "--json"]).json();
    let changes = |plan: &Value| plan["changes"].as_array().map_or(0, Vec::len);
    let plans = again["plans"].as_array().expect("a run has plans");
    assert_eq!(plans.iter().map(changes).sum::<usize>(), 0, "planning again is empty");
    home.run(["undo", &run]).ok();
    assert_eq!(home.run(["export", "--without-rulings"]).ok(), before);
}

#[test]
fn no_change_joins_two_projects() {
    let home = sandbox();
    home.run(["import", DECISIONS]).ok();
    home.run(["import", DUPLICATES]).ok();
    let projects: BTreeMap<String, String> = home
        .run(["export"])
        .ok()
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter_map(|row| {
            Some((row["id"].as_str()?.to_owned(), row["project"].as_str()?.to_owned()))
        })
        .collect();
    let plan = home.run(["--dry-run", "--json"]).json();
    let plans = plan["plans"].as_array().expect("a run has plans");
    let changes = plans.iter().flat_map(|plan| plan["changes"].as_array().into_iter().flatten());
    let mut seen = 0;
    for change in changes {
        let ids = change["ids"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let mut theirs: Vec<_> = ids.filter_map(|id| projects.get(id)).collect();
        theirs.dedup();
        assert!(theirs.len() <= 1, "{change}");
        seen += 1;
    }
    assert!(seen > 0, "the bundled decisions give the passes something to do");
}

#[test]
fn off_a_terminal_the_plan_is_shown_and_nothing_applied() {
    let home = sandbox();
    home.run(["import", DUPLICATES]).ok();
    let before = home.run(["export"]).ok();
    let _ = home.run::<&str>([]).exits(7);
    assert_eq!(home.run(["export"]).ok(), before);
    home.run(["--yes"]).ok();
    assert_ne!(home.run(["export"]).ok(), before);
}
