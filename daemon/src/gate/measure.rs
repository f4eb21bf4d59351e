//! Measures the gate on real data, outside the default test run:
//! `CONSOLIDATE_EVAL_DIR=… cargo test -p consolidate-daemon gate::measure -- --ignored --nocapture`.
//!
//! The folder holds `secrets/fixtures.jsonl` (rows with `parts` to join) and any other `<set>/<file>.jsonl` of rows
//! with texts. Joined texts live in memory alone and are never printed.

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
        let screened = gate.screen(&joined(&row));
        let hit = !screened.findings.is_empty();
        let by: Vec<_> = screened.findings.iter().map(|f| f.rule.as_str()).collect();
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
                println!("alarm {id} {by:?}");
            }
        } else {
            others += 1;
            other_alarms += u32::from(hit);
            if hit {
                println!("other {id} {by:?}");
            }
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

/// Every text in the folder that is no fixture: next to no secrets in them, so each finding is shown, masked.
#[test]
#[ignore = "needs the evaluation data"]
fn false_alarms_on_ordinary_text() {
    let gate = Gate::standard(Mode::Redact);
    for file in ordinary_files() {
        let mut by_rule: BTreeMap<&str, u32> = BTreeMap::new();
        let (mut texts, mut bytes) = (0_u64, 0_u64);
        for row in rows(&file) {
            for field in ["text", "rationale", "title", "a", "b", "query"] {
                let Some(text) = row[field].as_str() else { continue };
                texts += 1;
                bytes += text.len() as u64;
                let screened = gate.screen(text);
                for finding in &screened.findings {
                    *by_rule.entry(finding.rule.as_str()).or_default() += 1;
                    println!("{file} {} {}", row["id"], around_mask(&screened.text));
                }
            }
        }
        println!("{file}: {texts} texts, {bytes} bytes: {by_rule:?}");
    }
}

fn ordinary_files() -> Vec<String> {
    let dir = PathBuf::from(std::env::var_os("CONSOLIDATE_EVAL_DIR").expect("the folder is set"));
    let folders = fs::read_dir(&dir).expect("the folder is there").filter_map(Result::ok);
    let files = folders.filter_map(|folder| fs::read_dir(folder.path()).ok()).flatten();
    let paths = files.filter_map(Result::ok).map(|file| file.path());
    let paths = paths.filter(|path| path.extension().is_some_and(|e| e == "jsonl"));
    let relative = paths.filter_map(|p| p.strip_prefix(&dir).ok()?.to_str().map(str::to_owned));
    let mut names: Vec<_> = relative.filter(|n| !n.starts_with("secrets/")).collect();
    names.sort();
    names
}

fn around_mask(text: &str) -> String {
    let at = text.find("[redacted:").unwrap_or(0);
    let before = text.get(..at).unwrap_or_default().chars().rev().take(60).collect::<Vec<_>>();
    let after = text.get(at..).unwrap_or_default().chars().take(80);
    before.into_iter().rev().chain(after).collect()
}
