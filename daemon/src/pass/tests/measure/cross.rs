//! Random pairs of different topics, drawn from `agent_notes` and `howto`: how many are flagged at all.
//!
//! With `CONSOLIDATE_EVAL_OUT` naming a file the pairs are written there, for `consolidate eval conflict`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use consolidate_shared::policy::Policy;
use serde_json::{Value, json};

use crate::eval::{LabelledPair, Outcome, attempt};

const PAIRS: usize = 15_000;

/// A text and what it is about: the file of a project, the page of a manual.
fn rows(folder: &Path) -> Vec<(String, String)> {
    let read = |file: &str, topic: &[&str]| -> Vec<(String, String)> {
        let text = std::fs::read_to_string(folder.join(file)).unwrap_or_default();
        let row = |line: &str| {
            let row: Value = serde_json::from_str(line).unwrap();
            let field = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
            (topic.iter().map(|name| field(name)).collect::<Vec<_>>().join("/"), field("text"))
        };
        text.lines().map(row).collect()
    };
    let mut rows = read("agent_notes/notes.jsonl", &["project"]);
    rows.extend(read("howto/entries.jsonl", &["project", "component", "title"]));
    rows
}

#[test]
#[ignore = "reads real data and prints"]
fn measure_pairs_of_different_topics() {
    let Ok(folder) = std::env::var("CONSOLIDATE_EVAL_DIR") else { return };
    let rows = rows(Path::new(&folder));
    if rows.is_empty() {
        return;
    }
    // Knuth's MMIX generator: the same pairs on every machine.
    let mut seed = 20_260_501_u64;
    let mut draw = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        &rows[(seed >> 33) as usize % rows.len()]
    };
    let (mut lines, mut outcomes) = (String::new(), BTreeMap::<String, usize>::new());
    let mut count = 0;
    while count < PAIRS {
        let (a, b) = (draw(), draw());
        if a.0 == b.0 || a.1 == b.1 {
            continue;
        }
        count += 1;
        let line =
            json!({ "id": count, "a": a.1, "b": b.1, "label": "distinct", "source": "cross" })
                .to_string();
        let outcome = attempt(&LabelledPair::parse(&line).unwrap(), &Policy::default());
        let word = match &outcome {
            Outcome::Done { pass, rule } => format!("{pass} by {rule}"),
            Outcome::Asked { pass, rule } => format!("asked by {pass} ({rule})"),
            Outcome::Kept => "kept apart".to_owned(),
            Outcome::NotNominated => "never compared".to_owned(),
        };
        if matches!(outcome, Outcome::Done { .. } | Outcome::Asked { .. }) {
            println!("{word}\n  {}\n  {}", a.1, b.1);
        }
        *outcomes.entry(word).or_default() += 1;
        let _ = writeln!(lines, "{line}");
    }
    println!("{outcomes:#?}");
    if let Ok(file) = std::env::var("CONSOLIDATE_EVAL_OUT") {
        std::fs::write(file, lines).unwrap();
    }
}
