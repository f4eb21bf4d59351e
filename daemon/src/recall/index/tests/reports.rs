//! Failures that users of other memory programs reported, tried on this index.

use super::*;

/// Each query finds the text of its number first.
fn each_finds_its_own(entries: &[&str], queries: &[&str]) {
    let index = texts(entries);
    for (number, query) in queries.iter().enumerate() {
        assert_eq!(ids(&index, query).first(), Some(&(number as u128)), "{query}");
    }
}

#[test]
fn operators_are_words() {
    let index = texts(&["The read-only runner doesn't retry"]);
    for query in [
        "read-only",
        "doesn't",
        "\"read-only\"",
        "NOT runner",
        "-retry",
        "\"read-only",
        "(runner",
        "readonly",
    ] {
        assert_eq!(ids(&index, query), [0], "{query}");
    }
    for query in ["x-y", "(", "*", "NEAR(x y)", "^", "", "\"", &" ".repeat(10_000)] {
        assert!(ids(&index, query).is_empty(), "{query}");
    }
}

#[test]
fn a_slash_is_part_of_the_word() {
    let index = texts(&["Gateway handles 300 req/s", "We have 300 reqs open"]);
    assert_eq!(ids(&index, "req/s")[0], 0);
    assert!(ids(&index, "and/or").is_empty() && ids(&index, "src/io").is_empty());
}

#[test]
fn apostrophes_of_either_form() {
    let index = texts(&["don't use global state", "don\u{2019}t use global state"]);
    for query in
        ["don't use global state", "don\u{2019}t use global state", "don't", "don\u{2019}t"]
    {
        assert_eq!(ids(&index, query), [0, 1], "{query}");
    }
}

#[test]
fn punctuation_in_the_text_does_not_matter() {
    let index = texts(&["Stage 2: Day 3 cut-over", "Nothing else"]);
    for query in ["Stage 2 Day 3 cut-over", "cutover day stage", "cut over", "cutover"] {
        assert_eq!(ids(&index, query), [0], "{query}");
    }
}

#[test]
fn a_full_stop_is_not_part_of_the_word_before_it() {
    let index = texts(&["Tune src/cache/lru.rs first", "Gateway is 10.20.30.40"]);
    assert_eq!(ids(&index, "we should tune the cache. where to begin"), [0]);
    assert_eq!(ids(&index, "10.20.30.40"), [1]);
    assert_eq!(ids(&index, "src/cache/"), [0]);
    assert_eq!(ids(&index, "lru.rs"), [0]);
    assert!(ids(&index, "10.20.30.4").is_empty());
}

#[test]
fn names_with_signs_find_themselves_first() {
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
    ];
    let entries: Vec<String> =
        names.iter().map(|name| format!("Notes about {name} in the build")).collect();
    let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
    each_finds_its_own(&entries, &names);
}

#[test]
fn a_removed_memory_takes_no_place() {
    let mut index =
        index(&(0..12).map(|id| document(id, "rotate the jwt key")).collect::<Vec<_>>());
    for hit in hits(&index, "jwt") {
        assert!(index.remove(hit.id));
    }
    assert_eq!(ids(&index, "jwt"), [10, 11]);
    assert!(!index.remove(MemoryId(0)));
}

#[test]
fn words_inside_unspaced_text() {
    each_finds_its_own(
        &[
            "夜間の請求バッチは六時に走る",
            "어제 배포 승인 절차를 바꿨다",
            "上线前必须通过审批流程检查",
            "ระบบสำรองข้อมูลทำงานทุกคืน",
        ],
        &["請求バッチ", "승인 절차", "审批流程", "สำรองข้อมูล"],
    );
    let index = texts(&["备份主机(backup host)是 vault-07"]);
    for query in ["备份", "备份主机", "backup", "vault-07", "主机 vault", "是", "机", "the 备"]
    {
        assert_eq!(ids(&index, query), [0], "{query}");
    }
}

#[test]
fn odd_texts_are_ordinary_texts() {
    let index = texts(&[
        "Chat template ends with <|im_end|> and <|endoftext|>",
        &format!("ab{}", "錨".repeat(3_000)),
        &format!("{}🚀 tail", "n".repeat(999)),
        "x\u{FFFD}y broken \u{202E}bytes\u{FEFF}",
    ]);
    assert_eq!(ids(&index, "im_end"), [0]);
    assert_eq!(ids(&index, "錨錨"), [1]);
    assert_eq!(ids(&index, "🚀"), [2]);
    assert_eq!(ids(&index, "broken bytes"), [3]);
}

#[test]
fn exact_names_win_over_their_parts() {
    let index = texts(&[
        "retry policy: the max count of retry attempts, max retry, count retries",
        "max_retry_count bounds the client",
        "error in types: mismatched types happen when types mismatch",
        "E0308 mismatched types",
        "cache files live in src: cache, lru, cache",
        "src/cache/lru.rs is hot",
    ]);
    assert_eq!(ids(&index, "max_retry_count")[0], 1);
    assert_eq!(ids(&index, "maxRetryCount")[0], 1);
    assert_eq!(ids(&index, "error[E0308]: mismatched types")[0], 3);
    assert_eq!(ids(&index, "src/cache/lru.rs")[0], 5);
    assert!(hits(&index, "src/cache/lru.rs")[0].exact >= 1);
}
