//! How many tokens a brief may take, and a bound on how many a text takes.

/// Tokens of a model's window and of what else must fit into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The whole window.
    pub window: u32,
    /// Kept free for the answer.
    pub answer: u32,
    /// Taken by rules and tools.
    pub rules: u32,
    /// Taken by the task itself.
    pub task: u32,
}

/// The least that a derived budget is, in tokens: room for the frame and a handful of lines.
pub const LEAST_BUDGET: u32 = 256;
/// The most that a derived budget is, in tokens: beyond it a brief costs attention instead of giving it.
pub const MOST_BUDGET: u32 = 2_048;

impl Window {
    /// `clamp(5 % of (window − answer − rules − task), 256, 2048)` tokens (DESIGN 10), rounded down.
    pub fn brief_budget(self) -> u32 {
        u32::try_from(self.free() / 20).unwrap_or(u32::MAX).clamp(LEAST_BUDGET, MOST_BUDGET)
    }
}

/// The least that a derived budget of cautions is, in tokens: room for one of a usual length.
pub const LEAST_CAUTION_BUDGET: u32 = 128;

impl Window {
    /// What cautions after a failure may take: `1 % of (window − answer − rules − task)` (DESIGN 10), at least
    /// [`LEAST_CAUTION_BUDGET`] and at most what a brief may.
    pub fn caution_budget(self) -> u32 {
        u32::try_from(self.free() / 100)
            .unwrap_or(u32::MAX)
            .clamp(LEAST_CAUTION_BUDGET, MOST_BUDGET)
    }

    fn free(self) -> u64 {
        let taken = u64::from(self.answer) + u64::from(self.rules) + u64::from(self.task);
        u64::from(self.window).saturating_sub(taken)
    }
}

/// Sixths of a token: the unit in which characters are weighed, so that sums stay exact.
pub(super) const SIXTHS: u64 = 6;

/// The weight of a text in sixths of a token. Additive: the weight of a whole is the sum of the weights of its parts.
pub(super) fn sixths(text: &str) -> u64 {
    text.chars().map(weight).sum()
}

/// Rounds a weight up to whole tokens.
pub(super) fn tokens(sixths: u64) -> u32 {
    u32::try_from(sixths.div_ceil(SIXTHS)).unwrap_or(u32::MAX)
}

/// An upper bound on the tokens that a text takes in the tokenizers of current models.
///
/// Bytes / 3 is a bound for English prose and fails elsewhere: digits and hexadecimal come to one token for one or two
/// characters, signs to nearly one each, and outside ASCII a character takes one token or up to three. Those weigh
/// more, by measurement against the tables o200k and cl100k on English, code, JSON, hashes and twelve scripts: the bound
/// was 1.04 to 2.8 times the larger count (the samples are in this file's tests). It is a bound for what people write:
/// long random strings of letters can exceed it by a sixth.
///
/// Monotone (a longer text never counts less) and never more for a whole than for its parts together.
pub fn token_bound(text: &str) -> u32 {
    tokens(sixths(text))
}

/// What a character can take, in sixths of a token.
fn weight(c: char) -> u64 {
    match c {
        '0'..='9' => 6,
        'A'..='Z' => 4,
        c if c.is_ascii_punctuation() => 5,
        c if c.is_ascii() => 2,
        c if c.len_utf8() == 2 => 7,
        // Georgian, Ethiopic, Khmer and their neighbours: older tables hold no pieces of them, only bytes.
        '\u{0F00}'..='\u{1FFF}' => 18,
        c if c.len_utf8() == 3 => 15,
        _ => 18,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_budget_is_clamped() {
        let of =
            |window, rest| Window { window, answer: rest, rules: rest, task: rest }.brief_budget();
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
    fn characters_weigh_by_their_script() {
        assert_eq!(token_bound(""), 0);
        assert_eq!(token_bound("word"), 2);
        assert_eq!(token_bound("漢字"), 5);
        assert_eq!(token_bound("🚀"), 3);
    }

    proptest! {
        #[test]
        fn monotone_and_subadditive(a in "\\PC{0,40}", b in "\\PC{0,40}") {
            let whole = token_bound(&format!("{a}{b}"));
            prop_assert!(whole >= token_bound(&a).max(token_bound(&b)));
            prop_assert!(whole <= token_bound(&a) + token_bound(&b));
        }

        #[test]
        fn never_below_a_third_of_the_bytes(text in "[a-zA-Z0-9 .,;:{}()\\n]{0,80}") {
            prop_assert!(token_bound(&text) as usize >= text.len().div_ceil(3));
        }
    }
}
