//! A budget covers what is sent, in every script. The count of characters itself is in `daemon/src/brief/budget.rs`, beside
//! samples that were counted by real tokenizers.

use std::fmt::Write as _;
use std::process::Stdio;

use consolidate_daemon::brief::token_bound;
use consolidate_tests::Sandbox;
use serde_json::{Value, json};

use super::search::home_with;
use super::{active, apply, hits, record};
use crate::sandbox;

fn brief(home: &Sandbox, tokens: &str) -> Value {
    home.run(["brief", "x", "--tokens", tokens, "--budget-ms", "5000", "--json"]).json()
}

#[test]
fn r077_the_cap_holds_in_every_script() {
    for script in [
        "夜間の請求バッチは六時に走る",
        "上线前必须通过审批流程检查",
        "어제 배포 승인 절차를 바꿨다",
        "يجب الحصول على الموافقة قبل النشر",
        "ระบบสำรองข้อมูลทำงานทุกคืน",
        "उत्पादन में भेजने से पहले",
        "fn(x)->{a[i]+=b.c;}==!&|0189",
        "🚀✅🔥💡🐛🎉👩\u{200D}💻",
        "𠮷𡈽𪚥𠀋",
    ] {
        let signs: Vec<char> = script.chars().collect();
        let texts: Vec<String> = (0..40)
            .map(|number| {
                (0..200)
                    .map(|at| signs[(at * 7 + number * at / 3 + number) % signs.len()])
                    .collect()
            })
            .collect();
        let home = home_with(&texts.iter().map(String::as_str).collect::<Vec<_>>());
        let brief = brief(&home, "2000");
        let text = brief["text"].as_str().expect("a brief has a text");
        let held = brief["held"].as_array().map_or(0, Vec::len);
        assert!(held > 0 && token_bound(text) <= 2_000, "{script}: {held}, {}", token_bound(text));
        assert_eq!(
            held as u64 + brief["left_out"].as_u64().unwrap_or(0),
            40,
            "{script}: all is told of"
        );
    }
}

#[test]
fn r079_one_counter_everywhere() {
    for text in [
        "The gateway is blue",
        "夜間の請求バッチ",
        "fn f() -> u32 { 7 }",
        "🚀 up",
        "e\u{301}",
        "a\tb\nc",
    ] {
        let home = sandbox();
        record(&home, text, &[]);
        let brief = brief(&home, "2000");
        let counted = brief["tokens"].as_u64().expect("a count");
        assert_eq!(
            counted,
            u64::from(token_bound(brief["text"].as_str().expect("a text"))),
            "{text}"
        );
        // The least budget that a recall fits is the bound of what it prints, by the same count.
        let fits = |tokens: u32| {
            let tokens = tokens.to_string();
            !hits(&home, text, &["--budget", &tokens]).is_empty()
        };
        let printed = home.run(["recall", text, "--budget-ms", "5000"]).ok();
        assert!(fits(token_bound(&printed) + 64) && !fits(token_bound(text) / 2), "{text}");
    }
}

/// The result of one call of a tool, whole.
fn called(home: &Sandbox, tool: &str, arguments: &Value) -> Value {
    let begin = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "raw", "version": "1" } });
    let lines = [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": begin }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": { "name": tool, "arguments": arguments } }),
    ];
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let mut server = home.command(["mcp"]);
    server.env("CONSOLIDATE_READ_BUDGET_MS", "20000").stdin(Stdio::piped());
    let mut server = server.spawn().expect("the executable runs");
    std::io::Write::write_all(server.stdin.as_mut().expect("a pipe"), input.as_bytes()).ok();
    drop(server.stdin.take());
    let output = server.wait_with_output().expect("it ends");
    let output = String::from_utf8(output.stdout).expect("answers are UTF-8");
    let answer = output.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    answer.into_iter().find(|answer| answer["id"] == 2).expect("the call is answered")["result"]
        .clone()
}

#[test]
fn r080_the_budget_covers_the_whole_answer_of_a_tool() {
    let home = sandbox();
    let mut rows = String::new();
    for number in 0..200 {
        let text = format!(
            "Gateway {number} listens on port {} and drains into queue q{} of shard {}",
            4_000 + number,
            number * 13 % 101,
            number * 7
        );
        let anchors: Vec<String> =
            (0..5).map(|it| format!("src/gateway{number}/part{it}.rs")).collect();
        let row = json!({ "text": text, "project": "example.org/shop", "anchors": anchors });
        writeln!(rows, "{row}").expect("a String takes all");
    }
    home.run_with_input(["import", "-", "--strict"], rows.as_bytes()).ok();
    for tokens in [1, 300, 1_000, 4_000] {
        let found = called(
            &home,
            "memory_search",
            &json!({ "query": "gateway", "k": 200, "tokens": tokens }),
        );
        let text = found["content"][0]["text"].as_str().expect("a text");
        let taken = token_bound(text) + token_bound(&found["structuredContent"].to_string());
        let hits = found["structuredContent"]["hits"].as_array().map_or(0, Vec::len);
        let left_out = found["structuredContent"]["left_out"].as_u64();
        assert!(taken <= tokens || hits == 0, "{tokens}: {taken} for {hits} hits");
        assert!(tokens < 1_000 || hits > 0, "{tokens}");
        assert_eq!(left_out, Some(200 - hits as u64));
        let printed = home
            .run([
                "recall",
                "gateway",
                "-k",
                "200",
                "--budget",
                &tokens.to_string(),
                "--budget-ms",
                "5000",
            ])
            .ok();
        assert!(token_bound(&printed) <= tokens.max(48), "{tokens}: {printed}");
    }
    let all = called(&home, "memory_search", &json!({ "query": "gateway", "k": 200 }));
    assert_eq!(
        all["structuredContent"]["hits"].as_array().map(Vec::len),
        Some(200),
        "no budget, no cut"
    );
    let brief = called(&home, "memory_brief", &json!({ "task": "gateway", "tokens": 1_000 }));
    assert!(token_bound(brief["content"][0]["text"].as_str().expect("a text")) <= 1_000);
}

#[test]
fn r082_what_was_joined_to_a_memory_does_not_come_with_it() {
    let home = sandbox();
    let mut rows = String::new();
    for number in 0..300 {
        let source = json!({ "agent": "a", "session": format!("s{number}"), "locator": format!("turn-{number}"), "at": "2026-01-01T00:00:00Z" });
        let text = format!("The staging database runs Postgres{}16", " ".repeat(1 + number % 4));
        let row = json!({ "id": format!("d{number}"), "project": "example.org/shop", "text": text, "sources": [source] });
        writeln!(rows, "{row}").expect("a String takes all");
    }
    home.run_with_input(["import", "-", "--strict"], rows.as_bytes()).ok();
    apply(&home);
    assert_eq!(active(&home).len(), 1);
    let id = hits(&home, "staging database", &[])[0]["id"].as_str().expect("an id").to_owned();
    let read = called(&home, "memory_read", &json!({ "id": id }));
    let whole = &read["structuredContent"];
    assert_eq!(whole["sources"].as_array().map(Vec::len), Some(5));
    assert_eq!(whole["sources_left_out"], 295);
    for (what, taken) in [
        ("recall", home.run(["recall", "staging database", "--budget-ms", "5000", "--json"]).ok()),
        ("brief", brief(&home, "2000").to_string()),
        ("read", home.run(["read", &id]).ok()),
        ("memory_read", read.to_string()),
    ] {
        assert!(token_bound(&taken) <= 2_500, "{what} takes {}: {taken}", token_bound(&taken));
    }
    assert!(home.run(["read", &id]).ok().contains("and 295 more"));
    // A program that asks for all of it gets all of it.
    let all = home.run(["read", &id, "--json"]).json();
    assert_eq!(all["sources"].as_array().map(Vec::len), Some(300));
}
