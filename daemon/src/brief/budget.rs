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
        let taken = u64::from(self.answer) + u64::from(self.rules) + u64::from(self.task);
        let free = u64::from(self.window).saturating_sub(taken);
        u32::try_from(free / 20).unwrap_or(u32::MAX).clamp(LEAST_BUDGET, MOST_BUDGET)
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
/// more, by measurement against the o200k and cl100k tables on English, code, JSON, hashes and thirteen scripts: the
/// bound was 1.0 to 2.8 times the larger count. Long random strings of letters can exceed it.
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
