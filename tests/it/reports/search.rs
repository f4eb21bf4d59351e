//! What is typed is looked for and never obeyed. Each report stands beside the index too
//! (`daemon/src/recall/index/tests/reports.rs`); here it goes through words and vectors together.

use serde_json::json;

use super::recall;
use crate::sandbox;
use consolidate_tests::Sandbox;

/// A home with these texts in the project.
pub(super) fn home_with(texts: &[&str]) -> Sandbox {
    let home = sandbox();
    let row = |(number, text): (usize, &&str)| {
        let row =
            json!({ "id": format!("t{number}"), "project": "example.org/shop", "text": text });
        format!("{row}\n")
    };
    let rows: String = texts.iter().enumerate().map(row).collect();
    home.run_with_input(["import", "-", "--strict"], rows.as_bytes()).ok();
    home
}

/// What each query finds first.
pub(super) fn firsts(home: &Sandbox, wanted: &[(&str, &str)]) {
    for (query, text) in wanted {
        let found = recall(home, query);
        assert_eq!(found.first().map(String::as_str), Some(*text), "{query}: {found:?}");
    }
}

/// The query behind `--`, where it may begin with a hyphen.
fn found(home: &Sandbox, query: &str) -> Vec<String> {
    let ran = home.run(["recall", "--budget-ms", "5000", "--json", "--", query]).json();
    super::texts(ran["hits"].as_array().expect("an answer has hits"))
}

#[test]
fn r058_no_query_is_an_error() {
    let text = "The read-only runner doesn't retry";
    let home = home_with(&[text, "A cache of the gateway", "Le déploiement de l'API est lent"]);
    for query in ["read-only", "doesn't", "\"read-only\"", "NOT runner", "-retry", "runner~2"] {
        assert_eq!(found(&home, query).first().map(String::as_str), Some(text), "{query}");
    }
    let spaces = " ".repeat(10_000);
    for query in ["(", "*", "", &spaces, "%", "\\", "\"", "{", "--"] {
        assert!(found(&home, query).is_empty(), "{query:?}");
    }
    for query in
        ["x-y", "AND", "NEAR(x y)", "^read", "rea*", "\"unbalanced", "' OR 1=1 --", "text:x"]
    {
        assert!(found(&home, query).len() <= 3, "{query}");
    }
    firsts(&home, &[("l'API", "Le déploiement de l'API est lent")]);
}

#[test]
fn r060_a_slash_is_part_of_the_word() {
    let (rate, open) = ("Gateway handles 300 req/s", "We have 300 reqs open");
    let (disk, logs) = ("Disk writes 40 MB/s at night", "The night has 40 MBs of logs");
    let home = home_with(&[open, rate, logs, disk, "CI/CD runs on every push"]);
    let wanted = [("req/s", rate), ("300 req/s", rate), ("reqs", open), ("MB/s", disk)];
    firsts(&home, &wanted);
    firsts(&home, &[("CI/CD", "CI/CD runs on every push")]);
    for query in ["src/io", "and/or"] {
        found(&home, query);
    }
}

#[test]
fn r061_apostrophes_of_any_form() {
    let texts =
        ["don't use global state", "We don\u{2019}t share globals", "O\u{2019}Brien owns it"];
    let home = home_with(&texts);
    for query in ["don't", "don\u{2019}t", "don\u{02BC}t", "don\u{FF07}t", "don't use global state"]
    {
        let found = recall(&home, query);
        assert!(texts[..2].iter().all(|text| found.contains(&(*text).to_owned())), "{query}");
    }
    for query in ["O'Brien", "O\u{2019}Brien", "OBrien"] {
        firsts(&home, &[(query, texts[2])]);
    }
}

#[test]
fn r063_punctuation_in_the_text_does_not_matter() {
    let (stage, phase) = ("Stage 2: Day 3 cut-over", "Phase-4; step (b): roll back");
    let (api, end) = ("API(v2)\u{2192}client handoff", "the end.Next sentence begins");
    let home = home_with(&[stage, phase, api, end]);
    firsts(
        &home,
        &[
            ("Stage 2 Day 3 cut-over", stage),
            ("cutover day stage", stage),
            ("phase 4 step b rollback", phase),
            ("api v2 client", api),
            ("next sentence", end),
        ],
    );
}

#[test]
fn r065_a_full_stop_is_not_part_of_the_word_before_it() {
    let (tune, gateway) = ("Tune src/cache/lru.rs first", "Gateway is 10.20.30.40");
    let (version, error) = ("Version is v1.2.3, ship it.", "Fix E0308 before the release");
    let home = home_with(&[tune, gateway, version, error, "Proxy listens on 8080"]);
    firsts(
        &home,
        &[
            ("we should tune the cache. where to begin", tune),
            ("10.20.30.40", gateway),
            ("is the gateway 10.20.30.40?", gateway),
            ("src/cache/", tune),
            ("lru.rs.", tune),
            ("(lru.rs),", tune),
            ("v1.2.3.", version),
            ("8080", "Proxy listens on 8080"),
        ],
    );
    // What is named exactly and not there has no likeness to what is.
    for query in ["10.20.30.4", "10.20.30", "0.20.30.40", "v1.2.4", "E0309", "8081"] {
        assert_eq!(recall(&home, query), [] as [String; 0], "{query}");
    }
}

#[test]
fn r066_names_with_signs_find_themselves_first() {
    let names = [
        "C++",
        "C#",
        "F#",
        ".NET",
        "node.js",
        "proto::codec",
        "x=",
        "a.b.c",
        "@scope/pkg",
        "$HOME",
        "foo(bar)",
        "--no-verify",
        "->get",
        "${VAR}",
        "#[derive]",
        "R&D",
        "Vec<u8>",
        "~/.ssh",
        "100%",
        "#123",
    ];
    let texts: Vec<String> =
        names.iter().map(|name| format!("Notes about {name} in the build")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let home = home_with(&texts);
    for (name, text) in names.iter().zip(&texts) {
        assert_eq!(found(&home, name).first().map(String::as_str), Some(*text), "{name}");
    }
    let found = recall(&home, "C++");
    let place = |text: &str| found.iter().position(|it| it == text).unwrap_or(usize::MAX);
    assert!(place(texts[0]) < place(texts[1]), "{found:?}");
}
