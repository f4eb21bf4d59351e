//! The texts: subjects of commits from the evaluation data, or made up; beyond their number made of two halves.

use std::path::PathBuf;

use serde_json::{Value, json};

/// The project of all rows: one scope.
pub(crate) const PROJECT: &str = "example.org/load";

/// Texts with the times they were said at.
#[derive(Debug)]
pub(crate) struct Corpus {
    rows: Vec<(String, String)>,
    source: String,
}

/// SplitMix64: the same numbers on every run.
#[derive(Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// The next number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound.max(1) as u64) as usize
    }
}

impl Corpus {
    /// Reads the evaluation data, if it is named.
    pub(crate) fn read() -> Self {
        let Some(folder) = std::env::var_os("CONSOLIDATE_EVAL_DIR") else {
            return Self { rows: made_up(), source: "made up".to_owned() };
        };
        let path = PathBuf::from(folder).join("commit_load/commits.jsonl");
        let text = std::fs::read_to_string(&path).expect("the folder has the set, unpacked");
        let rows = text.lines().map(|line| {
            let row: Value = serde_json::from_str(line).expect("every line is JSON");
            let field = |name: &str| row[name].as_str().expect("a field is text").to_owned();
            (field("text"), field("created_at"))
        });
        Self { rows: rows.collect(), source: "commit_load".to_owned() }
    }

    /// Where the texts are from.
    pub(crate) fn source(&self) -> &str {
        &self.source
    }

    /// The first `size` texts with their times; where there are fewer, the rest is halves of two.
    pub(crate) fn take(&self, size: usize) -> Vec<(String, &str)> {
        let mut random = Random(7);
        let known = self.rows.iter().take(size).map(|(text, at)| (text.clone(), at.as_str()));
        let mut rows: Vec<(String, &str)> = known.collect();
        while rows.len() < size {
            rows.push(self.halves(&mut random));
        }
        rows
    }

    /// Texts that no row has, to be written: other ones for each `seed`.
    pub(crate) fn fresh(&self, count: usize, seed: u64) -> Vec<String> {
        let mut random = Random(1_000 + seed);
        (0..count).map(|i| format!("{} ({seed}.{i})", self.halves(&mut random).0)).collect()
    }

    /// The first half of one text and the second of another.
    fn halves(&self, random: &mut Random) -> (String, &str) {
        let (head, at) = &self.rows[random.below(self.rows.len())];
        let (tail, _) = &self.rows[random.below(self.rows.len())];
        let head: Vec<&str> = head.split_whitespace().collect();
        let tail: Vec<&str> = tail.split_whitespace().collect();
        let mut words = head[..head.len().div_ceil(2)].to_vec();
        words.extend(&tail[tail.len() / 2..]);
        (words.join(" "), at)
    }
}

/// The lines that `import` takes.
pub(crate) fn lines(rows: &[(String, &str)]) -> String {
    let mut lines = String::new();
    for (i, (text, at)) in rows.iter().enumerate() {
        let row =
            json!({"id": format!("load-{i}"), "text": text, "created_at": at, "project": PROJECT});
        lines.push_str(&row.to_string());
        lines.push('\n');
    }
    lines
}

/// `count` queries of three words, each from one text.
pub(crate) fn queries(rows: &[(String, &str)], count: usize) -> Vec<String> {
    let mut random = Random(11);
    let mut queries = Vec::new();
    while queries.len() < count {
        let (text, _) = &rows[random.below(rows.len())];
        let whole = |word: &&str| word.len() > 3 && word.chars().all(char::is_alphanumeric);
        let words: Vec<&str> = text.split_whitespace().filter(whole).collect();
        if words.len() >= 3 {
            let start = random.below(words.len() - 2);
            queries.push(words[start..start + 3].join(" "));
        }
    }
    queries
}

/// `count` queries of three of the commonest words that say something.
pub(crate) fn common_queries(rows: &[(String, &str)], count: usize) -> Vec<String> {
    let mut often: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
    for word in rows.iter().flat_map(|(text, _)| text.split_whitespace()) {
        let word = word.to_lowercase();
        // Small words are on every list of stop words: they are asked for, and not searched.
        if word.len() > 3 && word.chars().all(char::is_alphabetic) && !SMALL.contains(&&*word) {
            *often.entry(word).or_default() += 1;
        }
    }
    let mut words: Vec<(usize, String)> = often.into_iter().map(|(word, n)| (n, word)).collect();
    words.sort_unstable_by(|a, b| b.cmp(a));
    words.truncate(20);
    let mut random = Random(13);
    let mut word = || words[random.below(words.len())].1.clone();
    (0..count).map(|_| [word(), word(), word()].join(" ")).collect()
}

const SMALL: [&str; 12] = [
    "with", "from", "that", "this", "when", "into", "instead", "have", "some", "more", "also",
    "then",
];

/// Texts over a vocabulary in which the nth word is about 1/n as frequent as the first.
fn made_up() -> Vec<(String, String)> {
    let mut random = Random(3);
    let word = |rank: usize| {
        let mut rest = rank + 16;
        let mut word = String::new();
        while rest > 0 {
            let syllables =
                ["ba", "ce", "di", "fo", "gu", "ka", "le", "mi", "no", "pu", "ra", "se"];
            word.push_str(syllables[rest % syllables.len()]);
            rest /= syllables.len();
        }
        word
    };
    let rows = (0..100_000).map(|i| {
        let words = (0..6 + random.below(12)).map(|_| {
            // Log-uniform ranks are Zipf's.
            let bits = random.below(16);
            word(random.below(1 << bits))
        });
        let text: Vec<String> = words.collect();
        (text.join(" "), format!("20{:02}-01-{:02}T00:00:00Z", 10 + i % 15, 1 + i % 28))
    });
    rows.collect()
}
