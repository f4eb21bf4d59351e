//! Tokens: raw tokens with abbreviations unfolded, hyphens split, numbers and units made canonical, and everything
//! that the word lists know attached. A rule reads tokens and never looks at the text again.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::canon;
use super::lexicon::{self, ABBREVIATIONS, Marks, NUMBER_WORDS, SPELLINGS, UNITS, WEEKDAYS};
use super::scan::{Gap, Raw};
use super::stems::Stem;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::relate) enum Kind {
    Word,
    /// A number or version with its unit, times in milliseconds: `N:8080`, `N:900000:t`, `N:25:mb`.
    Number,
    /// An identifier, path, flag, date or reference, kept whole.
    Identifier,
}

/// One token.
#[derive(Clone, Debug)]
pub(in crate::relate) struct Token {
    pub(in crate::relate) kind: Kind,
    pub(in crate::relate) marks: Marks,
    pub(in crate::relate) gap: Gap,
    /// Whether it stands between backticks, or is a folder by its slash.
    pub(in crate::relate) code: bool,
    /// Whether a hyphen joins it to the token before.
    pub(in crate::relate) joined: bool,
    /// Whether it was unfolded from a short form that may be a word of its own: "app", "info", "pr".
    pub(in crate::relate) abbreviated: bool,
    /// The short form or other spelling, no mere contraction, that it was unfolded from.
    pub(in crate::relate) unfolded: Option<Stem>,
    pub(in crate::relate) stem: Stem,
    /// As written, for identifiers.
    pub(in crate::relate) cased: Stem,
    /// Lower case; canonical for numbers.
    pub(in crate::relate) text: Box<str>,
}

/// What small words do between others.
const JOINING: Marks =
    Marks::PREPOSITION.or(Marks::QUALIFIER).or(Marks::HARD).or(Marks::BENIGN).or(Marks::ORDER);
/// Words of this length that end in "ed" are no past forms: "need", "feed", "seed", "shed".
const SHORT_ED: usize = 4;

impl Token {
    pub(in crate::relate) fn is(&self, marks: Marks) -> bool {
        self.marks.any(marks)
    }

    pub(in crate::relate) fn is_word(&self, word: &str) -> bool {
        self.kind == Kind::Word && &*self.text == word
    }

    pub(in crate::relate) fn is_one_of(&self, words: &[&str]) -> bool {
        self.kind == Kind::Word && words.contains(&&*self.text)
    }

    /// The unit of a number; empty for a bare one and for everything else.
    pub(in crate::relate) fn unit(&self) -> &str {
        match self.kind {
            Kind::Number => self.text.rsplit_once(':').map_or("", |(_, unit)| unit),
            _ => "",
        }
    }

    /// Whether this is a version rather than a quantity: a number with dots and no unit.
    pub(in crate::relate) fn is_version(&self) -> bool {
        self.kind == Kind::Number && self.text.contains('.') && self.unit().is_empty()
    }

    /// Whether this is a quantity with a unit.
    pub(in crate::relate) fn has_unit(&self) -> bool {
        self.kind == Kind::Number && !self.unit().is_empty()
    }

    /// The type of a value that shows its type: a number with its unit, a day, an identifier by its letters, digits and signs
    /// ("eu-west-1" and "us-east-2" are of one). Words show none.
    pub(in crate::relate) fn shape(&self) -> Option<Stem> {
        let day = |text: &str| WEEKDAYS.contains(&text.strip_suffix('s').unwrap_or(text));
        match self.kind {
            Kind::Number if self.is_version() => Some(Stem::of("N.")),
            Kind::Number => Some(Stem::of(&format!("N:{}", self.unit()))),
            Kind::Identifier => {
                let signs = self.text.chars().map(|c| match c {
                    _ if c.is_alphabetic() => 'a',
                    _ if c.is_numeric() => '9',
                    _ => c,
                });
                let mut signs: Vec<char> = signs.collect();
                signs.dedup();
                Some(Stem::of_chars(signs.into_iter()))
            }
            Kind::Word if day(&self.text) => Some(Stem::of("day")),
            Kind::Word => self.is(Marks::MONTH).then(|| Stem::of("month")),
        }
    }

    /// Whether both are quantities of one unit.
    pub(in crate::relate) fn measures_as(&self, other: &Self) -> bool {
        let numbers = self.kind == Kind::Number && other.kind == Kind::Number;
        numbers && self.unit() == other.unit() && self.is_version() == other.is_version()
    }

    /// Whether this is a regular past form or participle.
    pub(in crate::relate) fn ends_in_ed(&self) -> bool {
        self.kind == Kind::Word && self.text.len() > SHORT_ED && self.text.ends_with("ed")
    }

    fn word(part: &Part<'_>) -> Self {
        let Part { text, gap, cased, code, joined, abbreviated, unfolded } = *part;
        let entry = lexicon::lookup(text);
        let known = entry.and_then(|entry| entry.stem.map(|stem| (entry.marks, stem)));
        let (marks, stem) = known.unwrap_or_else(|| {
            let stem = canon::canonical(text);
            // "Exception" is no "except".
            let marks = lexicon::stem_marks(&stem);
            let marks = if *stem == *text { marks } else { marks.without(Marks::QUALIFIER_STEM) };
            (marks, Stem::of(&stem))
        });
        // "End-to-end", "opt-in": what stands in a word joins nothing.
        let marks = if joined { marks.without(JOINING) } else { marks };
        Self {
            kind: Kind::Word,
            marks,
            gap,
            code,
            joined,
            abbreviated,
            unfolded,
            stem,
            cased,
            text: text.into(),
        }
    }

    fn number(text: String, part: &Part<'_>) -> Self {
        let Part { gap, code, joined, abbreviated, unfolded, .. } = *part;
        let stem = Stem::of(&format!("N:{text}"));
        Self {
            kind: Kind::Number,
            marks: Marks::NONE,
            gap,
            code,
            joined,
            abbreviated,
            unfolded,
            stem,
            cased: stem,
            text: text.into(),
        }
    }

    fn identifier(part: &Part<'_>) -> Self {
        let Part { text, gap, cased, code, joined, abbreviated, unfolded } = *part;
        let kept = text.trim_matches(['.', '/']);
        let stem = Stem::of(&format!("I:{kept}"));
        Self {
            kind: Kind::Identifier,
            marks: Marks::NONE,
            gap,
            code,
            joined,
            abbreviated,
            unfolded,
            stem,
            cased,
            text: kept.into(),
        }
    }
}

/// The tokens of scanned text.
pub(in crate::relate) fn tokens(raws: &[Raw]) -> Vec<Token> {
    let parts: Vec<Part<'_>> = raws.iter().flat_map(parts).collect();
    let mut tokens = Vec::with_capacity(parts.len());
    let mut i = 0;
    while let Some(part) = parts.get(i) {
        let next = parts.get(i + 1).filter(|next| next.gap == Gap::NONE).map(|next| next.text);
        let (token, taken) = token(part, next);
        tokens.push(token);
        i += taken;
    }
    tokens
}

/// A piece of a raw token.
#[derive(Clone, Copy)]
struct Part<'a> {
    text: &'a str,
    gap: Gap,
    cased: Stem,
    code: bool,
    joined: bool,
    abbreviated: bool,
    unfolded: Option<Stem>,
}

/// A raw token as pieces: an abbreviation unfolded, a hyphenated word split, else itself.
fn parts(raw: &Raw) -> impl Iterator<Item = Part<'_>> {
    let word = raw.word.trim_end_matches(['.', '-']);
    let (text, split) = match UNFOLDED.get(word) {
        Some(long) => (*long, ' '),
        None if word.contains('-') && !is_identifier(word) => (word, '-'),
        None => (word, '\0'),
    };
    let gaps = std::iter::once(raw.gap).chain(std::iter::repeat(Gap::NONE));
    // What is written in lower case stays so in all its pieces.
    let lower = raw.cased == Stem::of(&raw.word);
    let (cased, code) = (raw.cased, raw.code);
    // In capitals it is nothing else: "PR", "DBs".
    let upper = |word: &str, end: &str| {
        Stem::of_chars(word.chars().flat_map(char::to_uppercase).chain(end.chars()))
    };
    let several = word.strip_suffix('s').is_some_and(|one| cased == upper(one, "s"));
    let capitals = several || cased == upper(word, "");
    let unfolded = (split == ' ' && !text.ends_with(" not")).then(|| Stem::of(word));
    let abbreviated = split == ' ' && !capitals && !SPELLINGS.contains(&word);
    let pieces = text.split(split).filter(|text| !text.is_empty());
    pieces.zip(gaps).enumerate().map(move |(i, (text, gap))| {
        let whole = split == '\0' || !lower;
        Part {
            text,
            gap,
            cased: if whole { cased } else { Stem::of(text) },
            code,
            joined: i > 0 && split == '-',
            abbreviated,
            unfolded,
        }
    })
}

/// The token of a part, and how many parts it takes (2 where a unit follows a number).
fn token(part: &Part<'_>, next: Option<&str>) -> (Token, usize) {
    if let Some((_, digit)) = NUMBER_WORDS.iter().find(|(word, _)| *word == part.text) {
        let (text, taken) = quantity(&digit.to_string(), "", next);
        return (Token::number(text, part), taken);
    }
    if let Some((digits, suffix)) = number(part.text) {
        let (text, taken) = quantity(digits, suffix, next);
        return (Token::number(text, part), taken);
    }
    if part.text.starts_with(['<', '>']) {
        return (Token::number(part.text.to_owned(), part), 1);
    }
    let version = part.text.strip_prefix('v').filter(|rest| is_version(rest));
    if let Some(version) = version {
        return (Token::number(version.to_owned(), part), 1);
    }
    if is_identifier(part.text) {
        return (Token::identifier(part), 1);
    }
    (Token::word(part), 1)
}

/// Digits (with inner dots, and a sign) and a suffix of at most two letters or `%`.
fn number(text: &str) -> Option<(&str, &str)> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let digits = unsigned.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let split = text.len() - unsigned.len() + digits;
    let (digits, suffix) = text.split_at_checked(split)?;
    let fits = suffix.len() <= 2 && suffix.bytes().all(|b| b.is_ascii_lowercase() || b == b'%');
    (fits && is_version(digits.trim_start_matches('-'))).then_some((digits, suffix))
}

fn is_version(text: &str) -> bool {
    text.split('.').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
}

/// The canonical text of a number: with its unit, a time in milliseconds. Takes the next part if that is the unit.
fn quantity(digits: &str, suffix: &str, next: Option<&str>) -> (String, usize) {
    let (unit, taken) = match (UNIT_OF.get(suffix), next.and_then(|next| UNIT_OF.get(next))) {
        (Some(unit), _) => (Some(*unit), 1),
        (None, Some(unit)) if suffix.is_empty() && digits.matches('.').count() <= 1 => {
            (Some(*unit), 2)
        }
        _ => (None, 1),
    };
    let text = match unit {
        Some((_, Some(milliseconds))) => match scaled(digits, milliseconds) {
            Some(time) => format!("{time}:t"),
            None => format!("{digits}:{suffix}"),
        },
        Some((name, None)) => format!("{digits}:{name}"),
        None if suffix.is_empty() => digits.to_owned(),
        None => format!("{digits}:{suffix}"),
    };
    (text, taken)
}

/// `digits` × `milliseconds`, exact, as a decimal without trailing zeros; `None` when it is too long to be a time.
fn scaled(digits: &str, milliseconds: u64) -> Option<String> {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.len() > 12 || fraction.len() > 6 {
        return None;
    }
    let micro: u64 = format!("{fraction:0<6}").parse().ok()?;
    let whole: u64 = whole.parse().ok()?;
    let product = u128::from(whole) * u128::from(milliseconds) * 1_000_000
        + u128::from(micro) * u128::from(milliseconds);
    let (time, rest) = (product / 1_000_000, product % 1_000_000);
    if rest == 0 {
        return Some(time.to_string());
    }
    let fraction = format!("{rest:06}");
    Some(format!("{time}.{}", fraction.trim_end_matches('0')))
}

/// Whether a token is kept whole: paths, snake case, flags, versions with letters, references.
pub(in crate::relate) fn is_identifier(word: &str) -> bool {
    let bytes = word.as_bytes();
    if bytes.iter().any(|b| matches!(b, b'_' | b'/' | b'.' | b':' | b'@' | b'\\')) {
        return true;
    }
    let digit = bytes.iter().any(u8::is_ascii_digit);
    if word.contains("--") || word.starts_with('-') || (digit && word.contains(['-', '#'])) {
        return true;
    }
    bytes.windows(2).any(|pair| match pair {
        [a, b] => {
            a.is_ascii_digit() && b.is_ascii_lowercase()
                || a.is_ascii_lowercase() && b.is_ascii_digit()
        }
        _ => false,
    })
}

/// What an abbreviation stands for.
pub(in crate::relate) fn unfolded(word: &str) -> Option<&'static str> {
    UNFOLDED.get(word).copied()
}

static UNFOLDED: LazyLock<FxHashMap<&'static str, &'static str>> =
    LazyLock::new(|| ABBREVIATIONS.iter().copied().collect());

type Unit = (&'static str, Option<u64>);

static UNIT_OF: LazyLock<FxHashMap<&'static str, Unit>> = LazyLock::new(|| {
    let spellings = UNITS.iter().flat_map(|(words, name, milliseconds)| {
        words.split_whitespace().map(move |word| (word, (*name, *milliseconds)))
    });
    spellings.collect()
});
