//! The same memories give the same answers, whatever order and however many hands they came in by, and in every process.

use std::collections::BTreeSet;
use std::path::Path;

use consolidate_tests::Sandbox;
use serde_json::Value;

use crate::sandbox;

/// Numbers of a fixed row, the same in each run.
struct Numbers(u64);

impl Numbers {
    /// A number below `most`.
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % most
    }

    fn shuffled<T: Clone>(&mut self, items: &[T]) -> Vec<T> {
        let mut items = items.to_vec();
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
        items
    }
}

/// Texts that people wrote, each once.
fn texts() -> Vec<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/coding-pairs.jsonl");
    let pairs = std::fs::read_to_string(file).expect("the fixture is there");
    let mut texts = BTreeSet::new();
    for line in pairs.lines().filter(|line| !line.trim().is_empty()) {
        let pair: Value = serde_json::from_str(line).expect("a pair is JSON");
        for side in ["a", "b"] {
            let text = pair[side].as_str().or_else(|| pair[side]["text"].as_str());
            texts.insert(text.expect("a side is a text").to_owned());
        }
    }
    texts.into_iter().collect()
}

/// What a store exports that got these texts, after passes have merged, linked and retired among them.
fn exported(texts: &[String]) -> Vec<String> {
    let home = sandbox().with_clock("2026-05-01T09:00:00Z");
    home.start();
    let rows: String = texts
        .iter()
        .map(|text| serde_json::json!({ "text": text, "project": "example.org/shop", "created_at": "2026-04-01" }))
        .map(|row| format!("{row}\n"))
        .collect();
    home.run_with_input(["import", "-", "--strict"], rows.as_bytes()).ok();
    home.run(["--yes"]).ok();
    home.run(["export", "--without-rulings"]).ok().lines().map(str::to_owned).collect()
}

/// A store with these rows, brought in by `writers` at once.
fn imported(rows: &[String], writers: usize) -> Sandbox {
    let home = sandbox();
    home.start();
    bring(&home, rows, writers);
    home
}

fn bring(home: &Sandbox, rows: &[String], writers: usize) {
    std::thread::scope(|threads| {
        for part in rows.chunks(rows.len().div_ceil(writers).max(1)) {
            let part = part.join("\n") + "\n";
            threads.spawn(move || {
                home.run_with_input(["import", "-", "--strict"], part.as_bytes()).ok()
            });
        }
    });
}

fn answers(home: &Sandbox, queries: &[String]) -> Vec<String> {
    let mut client = home.connect();
    queries.iter().map(|query| hits(&mut client, query)).collect()
}

fn hits(client: &mut consolidate_client::Client, query: &str) -> String {
    let request = crate::deleted::request(query, 20);
    let patience = consolidate_client::Deadline::after(std::time::Duration::from_secs(30));
    match client.call(&request, patience).expect("the daemon answers") {
        consolidate_shared::wire::v1::Response::Recall(answer) => {
            serde_json::to_string(&answer.hits).expect("hits are JSON")
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_same_export_gives_the_same_hits_in_any_order_by_one_or_eight_writers() {
    let (texts, mut numbers) = (texts(), Numbers(7));
    let rows = exported(&texts);
    let (head, rows): (Vec<String>, Vec<String>) =
        rows.into_iter().partition(|row| !row.contains("\"text\""));
    let queries: Vec<String> = (0..200)
        .map(|number| {
            let words: Vec<&str> = texts[numbers.below(texts.len())].split_whitespace().collect();
            let from = numbers.below(words.len());
            words[from..words.len().min(from + 1 + number % 7)].join(" ")
        })
        .collect();
    // What links to another row needs it in the same file: such rows go first and together.
    let linked = |row: &&String| {
        let row: Value = serde_json::from_str(row).expect("a row is JSON");
        ["supersedes", "superseded_by", "conflicts_with"]
            .iter()
            .any(|list| row[*list].as_array().is_some_and(|ids| !ids.is_empty()))
    };
    let (linked, alone): (Vec<String>, Vec<String>) = {
        let (linked, alone): (Vec<&String>, Vec<&String>) = rows.iter().partition(linked);
        (linked.into_iter().cloned().collect(), alone.into_iter().cloned().collect())
    };
    let mut first: Option<Vec<String>> = None;
    for writers in [1, 1, 8, 8] {
        let file = [head.clone(), numbers.shuffled(&linked)].concat();
        let home = imported(&file, 1);
        bring(&home, &numbers.shuffled(&alone), writers);
        let answers = answers(&home, &queries);
        assert!(answers.iter().filter(|hits| *hits != "[]").count() > 190);
        let first = first.get_or_insert_with(|| answers.clone());
        for (query, (one, other)) in queries.iter().zip(first.iter().zip(&answers)) {
            assert_eq!(one, other, "{query}");
        }
    }
}

#[test]
fn a_brief_is_the_same_bytes_in_every_process() {
    let texts = texts();
    let rows = exported(&texts[..texts.len().min(150)]);
    let tasks = ["which package manager", "deploy to staging", "", "run the tests", "数据库"];
    let briefs = |home: &Sandbox| -> Vec<String> {
        let brief = |task: &&str| home.run(["brief", task, "--budget-ms", "20000"]).ok();
        tasks.iter().map(brief).collect()
    };
    let home = imported(&rows, 1);
    let first = briefs(&home);
    assert!(first.iter().all(|brief| brief.lines().count() > 5), "{first:?}");
    assert_eq!(briefs(&home), first);
    for _ in 0..2 {
        let pid = home.pid();
        home.kill(pid);
        home.start();
        home.until("the index is there", || {
            home.run(["brief", "x", "--budget-ms", "20000", "--json"]).json()["health"]["index_ready"] == true
        });
        assert_eq!(briefs(&home), first);
    }
    // Another machine with the same memories.
    assert_eq!(briefs(&imported(&rows, 1)), first);
}
