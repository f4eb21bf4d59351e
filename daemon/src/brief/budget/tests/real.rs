//! The bound against real tokenizers: o200k and cl100k, with their whole tables.

use std::sync::LazyLock;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::Kind;
use proptest::prelude::*;
use tiktoken_rs::CoreBPE;

use super::{COUNTED, token_bound};
use crate::brief::{BriefInput, HeldAs, Purpose, Row, brief};

static TABLES: LazyLock<[CoreBPE; 2]> =
    LazyLock::new(|| [tiktoken_rs::o200k_base().unwrap(), tiktoken_rs::cl100k_base().unwrap()]);

/// The larger count.
fn counted(text: &str) -> u32 {
    let counts = TABLES.iter().map(|table| table.encode_ordinary(text).len());
    u32::try_from(counts.max().unwrap()).unwrap()
}

#[test]
fn the_samples_are_counted_right() {
    for (name, count, text) in COUNTED {
        assert_eq!(counted(text), count, "{name}");
    }
}

#[test]
fn no_character_and_no_pair_of_ascii_takes_more_than_its_bound() {
    for c in '\0'..=char::MAX {
        // Above the planes that are in use all are alike.
        if c < '\u{32000}' || u32::from(c).is_multiple_of(64) {
            let text = c.to_string();
            assert!(counted(&text) <= token_bound(&text), "{text:?}");
        }
    }
    let ascii = || (' '..='~').chain(['\n', '\t']);
    for (a, b) in ascii().flat_map(|a| ascii().map(move |b| (a, b))) {
        for text in [format!("{a}{b}"), format!("x {a}{b} y")] {
            assert!(counted(&text) <= token_bound(&text), "{text:?}");
        }
    }
}

#[test]
fn english_takes_at_most_2_8_times_fewer() {
    let texts =
        [include_str!("../../../../../README.md"), include_str!("../../../../../ARCHITECTURE.md")];
    for text in texts {
        let (bound, count) = (token_bound(text), counted(text));
        assert!(bound >= count && bound * 10 <= count * 28, "{bound} of {count}");
    }
}

/// Alphabets of which random strings are as hard as can be, and scripts by their blocks.
const ALPHABETS: [&str; 24] = [
    "[a-z]",
    "[A-Z]",
    "[a-zA-Z]",
    "[a-z ]",
    "[a-z0-9]",
    "[0-9a-f]",
    "[a-zA-Z0-9+/]",
    "[a-zA-Z0-9_]",
    "[0-9 .,]",
    "[!-~]",
    "[ -~\n\t]",
    "[ \n\t\r]",
    "[qxzjkw ]",
    "[à-ÿĀ-ž ]",
    "[Α-ώ ]",
    "[а-я]",
    "[А-яЀ-ӿ ]",
    "[א-תء-ي ]",
    "[ऀ-ॿঀ-৿஀-௿ ]",
    "[ก-๎ក-៩ሀ-ፚა-ჿ ]",
    "[ぁ-ヿ一-鿿]",
    "[가-힣 ]",
    "[🌀-🙏🚀-🛿\u{200D}\u{FE0F}]",
    "[𐀀-𐁝𒀀-𒎙𠀀-𪛟]",
];

fn random(bytes: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    let one = move |alphabet: &'static str| {
        proptest::string::string_regex(&format!("{alphabet}{{{},{}}}", bytes.start, bytes.end))
            .unwrap()
    };
    prop_oneof![
        4 => prop::sample::select(ALPHABETS.to_vec()).prop_flat_map(one),
        1 => "\\PC{0,200}",
        1 => "((the|a|to|in|Build|test|config|HTTP|deploy_key|v1\\.2|src/a\\.rs)[ ,.:\n]{1,2}){4,60}",
    ]
}

fn row(id: u128, text: String) -> Row {
    let kind = Kind::ALL[id as usize % Kind::ALL.len()];
    let user = id % 7 == 1;
    Row {
        id: MemoryId(id),
        short_id: format!("mem_06f3k{id}"),
        kind,
        rationale: id.is_multiple_of(3).then(|| text.clone()),
        steps: vec![text.clone(), "look at it".to_owned()],
        text,
        trust: 600,
        strength: 500,
        anchors: Vec::new(),
        pinned: false,
        user: user && kind == Kind::Fact,
        candidate: id % 5 == 4,
        confirmed: id.is_multiple_of(2),
        unconfirmed_since: None,
        said: None,
        conflicts: Vec::new(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn no_random_text_takes_more_than_its_bound(text in random(24..400)) {
        prop_assert!(counted(&text) <= token_bound(&text), "{} {}", counted(&text), token_bound(&text));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_brief_takes_more_than_its_budget_but_by_the_users_facts(
        texts in prop::collection::vec(random(1..120), 1..24),
        budget in 0_u32..1_500,
        purpose in prop::sample::select(Purpose::ALL.to_vec()),
    ) {
        let rows = (0..).zip(texts).map(|(id, text)| row(id, text)).collect();
        let (task, anchors) = (String::new(), Vec::new());
        let brief = brief(&BriefInput { purpose, task, anchors, budget, complete: true, rows });
        prop_assert!(counted(&brief.text) <= brief.tokens + brief.policy_tokens);
        let policies = brief.held.iter().filter(|held| held.held_as == HeldAs::Policy);
        let policies: String = policies.map(|held| &brief.text[held.from..held.to]).collect();
        let rest = brief.text.replacen("\n## Policies\n", "", 1).replacen(&policies, "", 1);
        prop_assert!(counted(&rest) <= brief.tokens, "{} {}", counted(&rest), brief.tokens);
        prop_assert!(brief.tokens <= budget || brief.exceeds);
        let forced = |held: &crate::brief::Held| matches!(held.held_as, HeldAs::Policy | HeldAs::UserFact);
        prop_assert!(!brief.exceeds || brief.held.iter().all(forced));
    }
}
