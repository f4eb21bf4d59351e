//! `eval` on labelled pairs: figures, bad lines, errors.

use serde_json::{Value, json};

use crate::sandbox;

const PAIRS: &str = include_str!("../fixtures/coding-pairs.jsonl");

fn eval(pass: &str, more: &[&str], lines: &str) -> Value {
    let args = [&["eval", pass, "-", "--json"], more].concat();
    sandbox().run_with_input(args, lines.as_bytes()).json()
}

fn at_least(figures: &Value, name: &str, floor: f64) {
    let share = figures[name].as_f64().unwrap_or_else(|| panic!("{name} is a share: {figures}"));
    assert!(share >= floor, "{name} is {share}");
}

#[test]
fn merge_is_never_wrong_and_reaches_its_floor() {
    let merge = eval("merge", &[], PAIRS);
    assert_eq!((&merge["pairs"], &merge["wrong"]), (&json!(185), &json!(0)));
    assert_eq!(merge["precision"], 1.0);
    at_least(&merge, "precision_lower", 0.8);
    at_least(&merge, "recall", 0.4);
    at_least(&merge, "caught", 0.9);
    let distinct = merge["by_label"]["distinct"]["review_rate"].as_f64();
    assert!(distinct <= Some(0.5), "{distinct:?}");
}

#[test]
fn conflict_and_supersede_reach_their_floors() {
    let conflict = eval("conflict", &[], PAIRS);
    at_least(&conflict, "precision", 0.95);
    at_least(&conflict, "recall", 0.75);
    at_least(&conflict, "automatic_precision", 0.99);
    let supersede = eval("supersede", &[], PAIRS);
    at_least(&supersede, "precision", 0.95);
    at_least(&supersede, "recall", 0.8);
    at_least(&supersede, "automatic_precision", 0.99);
    for figures in [&conflict, &supersede] {
        assert!(figures["flagged"].is_u64() && figures["false_alarm_rate"].is_f64(), "{figures}");
    }
}

#[test]
fn errors_are_listed_when_asked_for() {
    let silent = eval("conflict", &[], PAIRS);
    assert!(silent.get("errors").is_none());
    let told = eval("conflict", &["--errors"], PAIRS);
    let errors = told["errors"].as_array().expect("a list");
    let missed = errors.iter().filter(|error| error["mistake"] == "missed").count() as f64;
    let contradictions = told["by_label"]["contradicts"]["pairs"].as_f64().expect("a count");
    let recall = told["recall"].as_f64().expect("a share");
    assert!((1.0 - missed / contradictions - recall).abs() < 1e-5, "{missed} {recall}");
    let home = sandbox();
    let people = home.run_with_input(["eval", "conflict", "-", "--errors"], PAIRS.as_bytes()).ok();
    let first = errors[0]["a"].as_str().expect("a text");
    assert!(people.contains(first) && people.contains("precision"), "{people}");
    assert_eq!(home.daemons(), 0, "no daemon is needed");
}

#[test]
fn bad_lines_are_named_and_the_rest_is_counted() {
    let lines = "{\"a\":\"We use uv\",\"b\":\"we use uv.\",\"label\":\"same\"}\n\nnonsense\n\
                 {\"a\":\"x\",\"label\":\"same\"}\n{\"a\":\"x\",\"b\":\"y\",\"label\":\"alike\"}\n\
                 {\"a\":\"Deploys are manual\",\"b\":\"Tests need Docker\",\"label\":\"distinct\",\"extra\":[1]}\n";
    let home = sandbox();
    let ran = home.run_with_input(["eval", "merge", "-", "--json"], lines.as_bytes()).exits(1);
    let report: Value = serde_json::from_str(&ran.out).expect("a report is JSON");
    let bad: Vec<_> =
        report["bad"].as_array().expect("a list").iter().map(|bad| bad["line"].as_u64()).collect();
    assert_eq!(bad, [Some(3), Some(4), Some(5)]);
    assert_eq!(
        (&report["pairs"], &report["merged"], &report["not_nominated"]),
        (&json!(2), &json!(1), &json!(1))
    );
    let people = home.run_with_input(["eval", "merge", "-"], lines.as_bytes()).exits(1);
    assert!(people.out.contains("line 4:") && people.out.contains("3 bad lines"), "{}", people.out);
}

#[test]
fn nothing_to_measure_gives_no_figures() {
    for pass in ["merge", "conflict", "supersede"] {
        let figures = eval(pass, &[], "");
        assert_eq!(figures["pairs"], 0);
        assert!(figures["precision"].is_null() && figures["recall"].is_null(), "{figures}");
        let distinct =
            "{\"a\":\"Deploys are manual\",\"b\":\"Tests need Docker\",\"label\":\"distinct\"}\n";
        let figures = eval(pass, &[], distinct);
        assert!(figures["recall"].is_null(), "{figures}");
    }
    let missing = sandbox().run(["eval", "merge", "/nowhere/pairs.jsonl"]).exits(1);
    assert!(missing.err.contains("/nowhere/pairs.jsonl"), "{}", missing.err);
}
