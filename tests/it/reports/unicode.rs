//! Any script, normal form and breakage.

use std::fmt::Write as _;
use std::process::Stdio;

use serde_json::{Value, json};

use super::search::{firsts, home_with};
use super::{active, apply, brief, hits, recall, record};
use crate::sandbox;

#[test]
fn r067_cuts_fall_between_characters_and_no_memory_blocks_a_start() {
    let home = sandbox();
    for lead in ["", "a", "aa"] {
        // Over the bound a memory is refused whole; nothing is cut in silence.
        let over = format!("{lead}{}", "錨".repeat(9_000));
        let refused = home.run_with_input(["record", "-"], over.as_bytes()).exits(1);
        assert!(refused.err.contains("8192"), "{}", refused.err);
        record(&home, &format!("{lead}{}", "錨".repeat(2_700)), &[]);
    }
    record(&home, "The anchor is heavy", &[]);
    for budget in [1, 10, 64, 256, 257, 1_000, 6_750, 6_751, 20_000] {
        let tokens = budget.to_string();
        home.run(["brief", "anchor", "--tokens", &tokens, "--budget-ms", "5000"]).ok();
        home.run(["recall", "錨", "--budget", &tokens, "--budget-ms", "5000"]).ok();
    }
    home.run(["list"]).ok();
    home.run(["daemon", "stop"]).ok();
    home.start();
    home.until("the index is there", || hits(&home, "錨錨", &[]).len() >= 3);
    apply(&home);
}

#[test]
fn r069_words_inside_unspaced_text() {
    let texts = [
        "夜間の請求バッチは六時に走る",
        "어제 배포 승인 절차를 바꿨다",
        "上线前必须通过审批流程检查",
        "ระบบสำรองข้อมูลทำงานทุกคืน",
        "データベースの移行は日曜に行う",
        "서버는 매일 자정에 재시작한다",
        "ប្រព័ន្ធបម្រុងទុកដំណើរការរាល់យប់",
        "𠮷野家のＡＰＩキーは金庫にある",
        "العربية: النسخ الاحتياطي يعمل كل ليلة",
        "गेटवे हर रात बैकअप चलाता है",
        "Sauvegarde cafe\u{301} à minuit",
        "Ночное резервное копирование в шесть",
    ];
    let queries = [
        ("請求バッチ", 0),
        ("승인 절차", 1),
        ("승인절차", 1),
        ("审批流程", 2),
        ("สำรองข้อมูล", 3),
        ("データベース", 4),
        ("移行", 4),
        ("재시작", 5),
        ("បម្រុង", 6),
        ("𠮷野家", 7),
        ("API", 7),
        ("النسخ الاحتياطي", 8),
        ("बैकअप", 9),
        ("caf\u{e9}", 10),
        ("CAFE\u{301}", 10),
        ("РЕЗЕРВНОЕ", 11),
    ];
    let home = home_with(&texts);
    // An import restores texts in their normal form.
    for (query, number) in queries {
        let found = recall(&home, query);
        let wanted = texts[number].replace("cafe\u{301}", "caf\u{e9}");
        assert_eq!(found.first(), Some(&wanted), "{query}: {found:?}");
    }
}

#[test]
fn r071_two_scripts_in_one_text() {
    let texts = ["备份主机(backup host)是 vault-07", "로그는S3버킷에있다", "请用pnpm而不是npm安装"];
    let home = home_with(&texts);
    for query in ["备份", "备份主机", "backup", "vault-07", "主机 vault", "主机backup"] {
        firsts(&home, &[(query, texts[0])]);
    }
    firsts(
        &home,
        &[("S3", texts[1]), ("버킷", texts[1]), ("pnpm", texts[2]), ("npm安装", texts[2])],
    );
}

fn call(id: u32, tool: &str, arguments: &[u8]) -> Vec<u8> {
    let head = format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":"#
    );
    [head.as_bytes(), arguments, b"}}\n"].concat()
}

#[test]
fn r073_a_broken_character_costs_no_call() {
    let home = sandbox();
    let mut input = br#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
"#
    .to_vec();
    let texts: [(&[u8], Option<&str>); 8] = [
        (br#"{"text":"walrus \ud83d"}"#, Some("walrus \u{fffd}")),
        (br#"{"text":"zebra x\udc00y"}"#, Some("zebra x\u{fffd}y")),
        (br#"{"text":"a\u0000b giraffe"}"#, None),
        (b"{\"text\":\"ocelot \xff\"}", Some("ocelot \u{fffd}")),
        (b"{\"text\":\"\xef\xbb\xbflynx first\"}", Some("\u{feff}lynx first")),
        ("{\"text\":\"tapir \u{202e}over\"}".as_bytes(), Some("tapir \u{202e}over")),
        (br#"{"text":"emu \ud83d\ude80"}"#, Some("emu 🚀")),
        (br#"{"text":"dingo \u009b31m"}"#, None),
    ];
    for (number, (arguments, _)) in (2..).zip(&texts) {
        input.extend(call(number, "memory_record", arguments));
    }
    input.extend(call(20, "memory_search", br#"{"query":"\ud83d walrus"}"#));
    let mut command = home.command(["mcp"]);
    command.env("CONSOLIDATE_READ_BUDGET_MS", "20000").stdin(Stdio::piped());
    home.start();
    let mut server = command.spawn().expect("the executable runs");
    std::io::Write::write_all(server.stdin.as_mut().expect("a pipe"), &input).ok();
    drop(server.stdin.take());
    let output = server.wait_with_output().expect("it ends");
    let answers: Vec<Value> = String::from_utf8(output.stdout)
        .expect("answers are UTF-8")
        .lines()
        .map(|line| serde_json::from_str(line).expect("each answer is JSON"))
        .collect();
    let stored = active(&home);
    for (number, (arguments, wanted)) in (2..).zip(&texts) {
        let answer = answers.iter().find(|answer| answer["id"] == number);
        let answer = answer.unwrap_or_else(|| panic!("{number} is answered: {arguments:?}"));
        assert_eq!(answer["result"]["isError"], wanted.is_none(), "{answer}");
        let Some(text) = wanted else { continue };
        assert!(stored.contains(&(*text).to_owned()), "{text:?} of {stored:?}");
        let word = text.trim_start_matches('\u{feff}').split(' ').next().expect("a word");
        firsts(&home, &[(word, text)]);
    }
    assert!(answers.iter().any(|answer| answer["id"] == 20), "a search is answered too");
}

#[test]
fn r074_signs_of_a_tokenizer_are_ordinary_text() {
    let texts = [
        "Chat template ends with <|im_end|> and <|endoftext|>",
        "Stop token is </s>",
        "[INST] wraps [/INST] in prompts",
        "Use <bos><start_of_turn>user",
    ];
    let home = home_with(&[]);
    for text in texts {
        record(&home, text, &[]);
    }
    firsts(
        &home,
        &[
            ("im_end", texts[0]),
            ("<|endoftext|>", texts[0]),
            ("</s>", texts[1]),
            ("[/INST]", texts[2]),
            ("start_of_turn", texts[3]),
        ],
    );
    let brief = brief(&home, "chat template");
    assert!(texts.iter().all(|text| brief.contains(text)), "{brief}");
}

#[test]
fn r076_no_odd_text_stops_the_service() {
    let home = sandbox();
    let mut rows = String::new();
    for letters in 240..=1_030 {
        let text = format!("{}🚀 tail{letters}", "n".repeat(letters));
        let row = json!({ "id": letters.to_string(), "project": "example.org/shop", "text": text });
        writeln!(rows, "{row}").expect("a String takes all");
    }
    home.run_with_input(["import", "-", "--strict"], rows.as_bytes()).ok();
    let rockets = "🚀".repeat(262_144);
    assert!(home.run_with_input(["record", "-"], rockets.as_bytes()).exits(1).err.contains("8192"));
    let most = "🚀".repeat(2_048);
    home.run_with_input(["record", "-"], most.as_bytes()).ok();
    home.run(["daemon", "stop"]).ok();
    home.start();
    home.until("the index is there", || {
        recall(&home, "tail777").first().is_some_and(|text| text.ends_with("tail777"))
    });
    home.run(["check"]).ok();
    apply(&home);
    assert_eq!(active(&home).len(), 792);
    brief(&home, "🚀");
}
