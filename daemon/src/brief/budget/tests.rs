mod real;

use proptest::prelude::*;

use super::*;

#[test]
fn the_budget_is_clamped() {
    let of = |window, rest| Window { window, answer: rest, rules: rest, task: rest }.brief_budget();
    assert_eq!(of(0, u32::MAX), 256);
    assert_eq!(of(16_384, 1_000), 669);
    assert_eq!(of(200_000, 4_000), 2_048);
    assert_eq!(of(u32::MAX, 0), 2_048);
}

#[test]
fn cautions_take_one_in_a_hundred() {
    let of = |window| Window { window, answer: 0, rules: 0, task: 68 }.caution_budget();
    assert_eq!([0, 32_768, 100_068, u32::MAX].map(of), [128, 327, 1_000, 2_048]);
}

/// Samples with the larger of their token counts under o200k and cl100k, counted with tiktoken-rs 0.12.
const COUNTED: [(&str, u32, &str); 21] = [
    (
        "prose",
        23,
        "Run the integration tests against the staging database before every release, and tell the owner when one of them fails twice.",
    ),
    (
        "code",
        34,
        "fn token_bound(text: &str) -> u32 { text.chars().map(weight).sum::<u64>().div_ceil(6) as u32 }",
    ),
    ("shell", 24, "for f in $(git ls-files '*.rs'); do rustfmt --check \"$f\" || exit 1; done"),
    (
        "json",
        26,
        "{\"id\":\"ruff!4430\",\"kind\":\"fact\",\"overlap\":0.25,\"gold\":[\"a\",\"b\"]}",
    ),
    ("capitals", 16, "ECONNREFUSED on HTTP_PROXY_URL: NullPointerException in XMLHttpRequest"),
    ("hash", 40, "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"),
    ("uuid", 25, "b04965e6-a9bb-591f-8f8a-1adcb2c8dc39"),
    ("signs", 30, "(((a+b)*c)-d)/e==f&&!g||h<=i>=j;{}[]@#$%^&*~`|"),
    ("chinese", 25, "上线前必须通过审批流程检查，数据库连接池的大小默认为十。"),
    ("rare Han", 24, "錨鑫龘麤靐齉爨癵驫鱻"),
    ("japanese", 37, "夜間の請求バッチは六時に走る。キャッシュの有効期限は三十分です。"),
    ("korean", 40, "어제 배포 승인 절차를 바꿨다. 테스트가 실패하면 담당자에게 연락하세요."),
    ("arabic", 35, "يجب الحصول على الموافقة قبل النشر إلى بيئة الإنتاج."),
    ("hebrew", 37, "יש לקבל אישור לפני פריסה לסביבת הייצור."),
    ("thai", 23, "ระบบสำรองข้อมูลทำงานทุกคืน"),
    ("hindi", 46, "उत्पादन में भेजने से पहले अनुमोदन आवश्यक है।"),
    ("tamil", 41, "உற்பத்திக்கு முன் ஒப்புதல் தேவை"),
    ("amharic", 57, "ከማሰማራት በፊት ማጽደቅ ያስፈልጋል"),
    ("russian", 21, "Перед выкладкой в продакшен нужно получить одобрение."),
    ("greek", 49, "Απαιτείται έγκριση πριν από την ανάπτυξη στην παραγωγή."),
    ("emoji", 47, "🚀✅🔥💡🐛⚠️🎉👩\u{200D}💻🏳️\u{200D}🌈🧑🏽\u{200D}🚀"),
];

#[test]
fn no_sample_takes_more_than_its_bound() {
    for (name, counted, text) in COUNTED {
        assert!(token_bound(text) >= counted, "{name}: {} < {counted}", token_bound(text));
        assert!(
            token_bound(text) <= 3 * counted + 1,
            "{name}: {} > 3 x {counted}",
            token_bound(text)
        );
    }
}

#[test]
fn characters_weigh_by_what_they_are_joined_to() {
    assert_eq!(sixths(""), 0);
    assert_eq!(sixths("word"), 6 + 3 + 3 + 3);
    assert_eq!(sixths("wqxj"), 6 + 6 + 6 + 6);
    assert_eq!(sixths("the word (it)"), (6 + 3 + 3) + (6 + 1 + 3 * 3) + (6 + 2 + 6 + 3 + 6));
    assert_eq!(sixths("WORD wordWord"), 6 + 3 * 4 + (6 + 1 + 9) + (6 + 4 + 3 + 3));
    assert_eq!(sixths("1  2"), 24);
    assert_eq!(sixths("      x"), 6 + 6 + 2 * 4 + 1);
    assert_eq!(sixths("㐀字 ы Ӂ"), 18 + 12 + 6 + 6 + 6 + 12);
    assert_eq!((token_bound("🚀"), token_bound("𐀀")), (3, 4));
}

proptest! {
    #[test]
    fn monotone_and_subadditive(a in text(), b in text()) {
        let whole = sixths(&format!("{a}{b}"));
        prop_assert!(whole >= sixths(&a));
        prop_assert!(whole <= sixths(&a) + sixths(&b));
    }

    #[test]
    fn never_above_the_bytes(text in text()) {
        prop_assert!(token_bound(&text) as usize <= text.len());
        prop_assert!(6 * token_bound(&text) as usize >= text.chars().count());
    }
}

/// Prose, signs, any script, white space.
fn text() -> impl Strategy<Value = String> {
    prop_oneof!["\\PC{0,40}", "[a-zA-Z ,.]{0,40}", "[a-z0-9 \\n\\t]{0,40}", "[а-яА-Я ]{0,20}"]
}
