//! How many tokens a brief may take, and a bound on how many a text takes.

mod scripts;

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

/// The weight of a text in sixths of a token. The weight of a whole is never more than the sum of the weights of its parts.
pub(super) fn sixths(text: &str) -> u64 {
    let mut before = Before::default();
    text.chars().map(|c| before.weigh(c)).sum()
}

/// Rounds a weight up to whole tokens.
pub(super) fn tokens(sixths: u64) -> u32 {
    u32::try_from(sixths.div_ceil(SIXTHS)).unwrap_or(u32::MAX)
}

/// An upper bound on the tokens that a text takes in the tokenizers of current models.
///
/// Everything weighs here what it takes by itself, but what they are known to join. Those are letters of the Latin alphabet
/// that follow each other in written language (a pair that does not is not joined: hashes, keys and random strings are cut at
/// nearly every letter), a single space and the word or sign after it, and long runs of white space.
///
/// Measured against the tables o200k and cl100k: English takes 2.3 to 2.8 times fewer tokens, code 2.5, other languages 1.5
/// to 2.5. None of 40,000 texts in 25 languages takes more, nor a random string of any alphabet or script (the tests of this
/// part try some anew each time); of single pseudo-words of a dozen letters, made of likely pairs to be as hard as can be, one
/// in 5,000 takes one token more, which the line around it has to spare.
///
/// Monotone (a longer text never counts less) and never more for a whole than for its parts together.
pub fn token_bound(text: &str) -> u32 {
    tokens(sixths(text))
}

/// A token: what a character of ASCII takes that is joined to nothing.
const A_TOKEN: u64 = SIXTHS;
/// A letter that often follows the one before it: two letters a token, which is more than English takes.
const LIKELY: u64 = 3;
/// The same where either is a capital: words in capitals and humps are cut more often.
const LIKELY_CAPITAL: u64 = 4;
/// The first letter of a word, or a sign, behind a single space, which has the weight of a token.
const BEHIND_SPACE: u64 = 1;
const SIGN_BEHIND_SPACE: u64 = 2;
/// White space in a run of the same from the third on.
const IN_RUN: u64 = 2;

/// By letter, the letters that often follow it: 97 in 100 pairs of letters in English prose, commit messages and notes.
const FOLLOWERS: [&str; 26] = [
    "bcdfgiklmnprstuvy",
    "aeiloruy",
    "acehiklorstu",
    "adefilorsu",
    "abcdefgilmnpqrstvwxy",
    "aefilortu",
    "aehilnorsu",
    "aeiortu",
    "abcdefglmnoprstvxz",
    "e",
    "aeis",
    "adeilostuy",
    "abeimopsu",
    "acdefgilnostuvy",
    "abcdfgiklmnoprstuvw",
    "adeiloprstuy",
    "",
    "acdefgiklmnorstuvy",
    "acehikoprstuy",
    "acehilorstuwy",
    "abcdegilmnprst",
    "aei",
    "aehinor",
    "ept",
    "",
    "e",
];

/// [`FOLLOWERS`] as a bit for each letter.
const FOLLOWS: [u32; 26] = {
    let mut bits = [0; 26];
    let mut letter = 0;
    while letter < 26 {
        let followers = FOLLOWERS[letter].as_bytes();
        let mut place = 0;
        while place < followers.len() {
            bits[letter] |= 1 << (followers[place] - b'a');
            place += 1;
        }
        letter += 1;
    }
    bits
};

/// Whether `second` often follows `first`, whatever their case.
fn is_likely(first: char, second: char) -> bool {
    let place = |c: char| u8::try_from(c.to_ascii_lowercase()).ok()?.checked_sub(b'a');
    let (Some(first), Some(second)) = (place(first), place(second)) else { return false };
    FOLLOWS.get(usize::from(first)).is_some_and(|bits| second < 26 && bits >> second & 1 == 1)
}

/// What stands before a character.
#[derive(Default)]
struct Before {
    last: Option<char>,
    /// How often it stands there in a row.
    run: u32,
}

impl Before {
    /// What `c` weighs here, in sixths of a token. Order: the same or less than at the beginning of a text, for every character.
    fn weigh(&mut self, c: char) -> u64 {
        let last = self.last.replace(c);
        self.run = if last == Some(c) { self.run.saturating_add(1) } else { 1 };
        let behind_space = last == Some(' ');
        match c {
            ' ' | '\n' | '\t' if self.run > 2 => IN_RUN,
            'a'..='z' | 'A'..='Z' if behind_space => BEHIND_SPACE,
            'a'..='z' | 'A'..='Z' => last.map_or(A_TOKEN, |last| letter(last, c)),
            c if c.is_ascii_punctuation() && behind_space => SIGN_BEHIND_SPACE,
            c => A_TOKEN * scripts::tokens_of(c),
        }
    }
}

/// What a letter weighs behind something that is no space.
fn letter(last: char, c: char) -> u64 {
    // A capital behind a small letter begins another word.
    if !is_likely(last, c) || (last.is_ascii_lowercase() && c.is_ascii_uppercase()) {
        A_TOKEN
    } else if last.is_ascii_uppercase() {
        LIKELY_CAPITAL
    } else {
        LIKELY
    }
}

#[cfg(test)]
mod tests;
