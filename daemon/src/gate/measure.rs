//! Measures the gate on real data, outside the default test run:
//! `CONSOLIDATE_EVAL_DIR=… cargo test -p consolidate-daemon gate::measure -- --ignored --nocapture`.
//!
//! The folder holds `secrets/fixtures.jsonl` (rows with `parts` to join) and `commit_load/commits.jsonl` (rows
//! with `text`). Joined texts live in memory alone and are never printed.

use std::{collections::BTreeMap, fs, path::PathBuf};

use serde_json::Value;

use super::{Gate, Mode};

fn rows(name: &str) -> Vec<Value> {
    let dir = std::env::var_os("CONSOLIDATE_EVAL_DIR").expect("set CONSOLIDATE_EVAL_DIR");
    let text = fs::read_to_string(PathBuf::from(dir).join(name)).expect("the file is there");
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON row")).collect()
}

fn joined(row: &Value) -> String {
    let parts = row["parts"].as_array().expect("parts");
    parts.iter().filter_map(Value::as_str).collect()
}

#[test]
#[ignore = "needs the evaluation data"]
fn recall_and_false_alarms_on_fixtures() {
    let gate = Gate::standard(Mode::Redact);
    let mut providers: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    let (mut caught, mut secrets, mut alarms, mut negatives) = (0_u32, 0_u32, 0_u32, 0_u32);
    let (mut other_alarms, mut others) = (0_u32, 0_u32);
    for row in rows("secrets/fixtures.jsonl") {
        let hit = !gate.screen(&joined(&row)).findings.is_empty();
        let id = row["id"].as_str().unwrap_or_default().to_owned();
        if row["secret"] == true {
            let provider = providers.entry(row["provider"].to_string()).or_default();
            provider.1 += 1;
            secrets += 1;
            if hit {
                provider.0 += 1;
                caught += 1;
            } else {
                println!("missed {id} {}", row["rule"]);
            }
        } else if row["pattern_hit"] == true {
            negatives += 1;
            alarms += u32::from(hit);
            if hit {
                println!("alarm {id} {}", row["rule"]);
            }
        } else {
            others += 1;
            other_alarms += u32::from(hit);
        }
    }
    let full = providers.values().filter(|(hit, all)| hit == all).count();
    let per_mille: u32 = providers.values().map(|(hit, all)| hit * 1000 / all).sum();
    println!("recall {caught}/{secrets}; {full} of {} providers whole", providers.len());
    println!("macro recall over providers {} per mille", per_mille / providers.len() as u32);
    println!(
        "false alarms on look-alikes {alarms}/{negatives}; on other negatives {other_alarms}/{others}"
    );
}

#[test]
#[ignore = "needs the evaluation data"]
fn false_alarms_on_commit_subjects() {
    let gate = Gate::standard(Mode::Redact);
    let mut by_rule: BTreeMap<&str, u32> = BTreeMap::new();
    let rows = rows("commit_load/commits.jsonl");
    for row in &rows {
        let screened = gate.screen(row["text"].as_str().unwrap_or_default());
        for finding in &screened.findings {
            *by_rule.entry(finding.rule.as_str()).or_default() += 1;
            println!("{} {}", row["id"], screened.text);
        }
    }
    println!("{} texts: {by_rule:?}", rows.len());
}
