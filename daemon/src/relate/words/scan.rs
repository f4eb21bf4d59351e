//! The scanner: prose and code into raw tokens, identifiers kept whole.
//!
//! One pass, no backtracking, linear in the text. What no token holds must not get lost: arrows, operators, emoji
//! and other signs are summed into `signs`, so that two texts that differ in them alone are never called the same.

use super::stems::Stem;

/// What stands between a token and the one before it; a set of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::relate) struct Gap(u8);

impl Gap {
    pub(in crate::relate) const NONE: Self = Self(0);
    pub(in crate::relate) const COMMA: Self = Self(1);
    pub(in crate::relate) const SEMICOLON: Self = Self(1 << 1);
    pub(in crate::relate) const COLON: Self = Self(1 << 2);
    pub(in crate::relate) const STOP: Self = Self(1 << 3);
    pub(in crate::relate) const PAREN: Self = Self(1 << 4);
    /// A comma or semicolon.
    pub(in crate::relate) const LIST: Self = Self(1 | 1 << 1);
    /// Ends a clause.
    pub(in crate::relate) const CLAUSE: Self = Self(1 | 1 << 1 | 1 << 3);
    /// Ends a phrase of any kind.
    pub(in crate::relate) const ANY: Self = Self(u8::MAX);

    pub(in crate::relate) const fn any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(in crate::relate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// One raw token.
#[derive(Clone, Debug)]
pub(in crate::relate) struct Raw {
    /// Lower case.
    pub(in crate::relate) word: String,
    /// As written, for identifiers, whose case counts.
    pub(in crate::relate) cased: Stem,
    pub(in crate::relate) gap: Gap,
    /// Whether it stands between backticks, or is a folder by its slash.
    pub(in crate::relate) code: bool,
}

/// The tokens of a text and what no token holds.
#[derive(Debug, Default)]
pub(in crate::relate) struct Scan {
    pub(in crate::relate) raws: Vec<Raw>,
    /// An order-free sum over the signs outside all tokens.
    pub(in crate::relate) signs: u64,
    /// Whether a question mark ends a phrase.
    pub(in crate::relate) question: bool,
    /// What stands after the last token.
    pub(in crate::relate) last_gap: Gap,
    /// Letters outside ASCII, and all letters.
    pub(in crate::relate) foreign_letters: usize,
    pub(in crate::relate) letters: usize,
}

/// Scans `text` (as [`super::prose::scanned_form`] leaves it).
pub(in crate::relate) fn scan(text: &str) -> Scan {
    let mut scanner = Scanner {
        chars: text.chars().collect(),
        at: 0,
        gap: Gap::NONE,
        code: false,
        out: Scan::default(),
    };
    while scanner.at < scanner.chars.len() {
        scanner.step();
    }
    scanner.out.last_gap = scanner.gap;
    scanner.out
}

struct Scanner {
    chars: Vec<char>,
    at: usize,
    gap: Gap,
    code: bool,
    out: Scan,
}

impl Scanner {
    fn peek(&self, offset: usize) -> char {
        self.at.checked_add(offset).and_then(|i| self.chars.get(i)).copied().unwrap_or('\0')
    }

    fn before(&self) -> char {
        self.at.checked_sub(1).and_then(|i| self.chars.get(i)).copied().unwrap_or(' ')
    }

    fn step(&mut self) {
        let c = self.peek(0);
        let end = match c {
            _ if is_unspaced(c) => return self.unspaced(),
            '#' if self.peek(1).is_ascii_digit() => self.run_from(1, |c| c.is_ascii_digit()),
            '<' | '>' => self.bound(),
            '-' if opens_word(self.before()) => self.flag_or_negative(),
            '~' | '/' => self.rooted(),
            '%' | '=' => self.at + 1,
            _ if is_word(c) => self.compound(self.at),
            _ => self.at,
        };
        if end > self.at { self.emit(end) } else { self.skip(c) }
    }

    /// The end of the run of characters that satisfy `keep`, starting `offset` characters on.
    fn run_from(&self, offset: usize, keep: impl Fn(char) -> bool) -> usize {
        let start = (self.at + offset).min(self.chars.len());
        let run =
            self.chars.get(start..).unwrap_or_default().iter().take_while(|c| keep(**c)).count();
        start + run
    }

    /// "<5", ">= 1.2": a bound; nothing else that starts so is a token.
    fn bound(&self) -> usize {
        let mut offset = 1;
        if self.peek(offset) == '=' {
            offset += 1;
        }
        if self.peek(offset) == ' ' {
            offset += 1;
        }
        if self.peek(offset).is_ascii_digit() { self.digits(self.at + offset) } else { self.at }
    }

    /// Digits with inner dots, from `start`.
    fn digits(&self, start: usize) -> usize {
        let at = |i: usize| self.chars.get(i).copied().unwrap_or('\0');
        let mut end = start;
        while at(end).is_ascii_digit() || (at(end) == '.' && at(end + 1).is_ascii_digit()) {
            end += 1;
        }
        end
    }

    /// "--force", "-v", "-5".
    fn flag_or_negative(&self) -> usize {
        if self.peek(1) == '-' && self.peek(2).is_ascii_alphabetic() {
            return self.run_from(2, |c| c.is_ascii_alphanumeric() || c == '-');
        }
        if self.peek(1).is_ascii_digit() {
            return self.digits(self.at + 1);
        }
        let short =
            self.peek(1).is_ascii_alphabetic() && !is_word(self.peek(2)) && self.peek(2) != '-';
        if short { self.at + 2 } else { self.at }
    }

    /// "~/.config/x", "/etc/hosts": only with a further separator; else the sign is skipped.
    fn rooted(&self) -> usize {
        let offset = if self.peek(0) == '~' && self.peek(1) == '/' { 2 } else { 1 };
        let start = self.at + offset;
        if !is_word(self.peek(offset)) {
            return self.at;
        }
        let end = self.compound(start);
        let inner = self.chars.get(start..end).unwrap_or_default();
        if inner.iter().any(|c| is_separator(*c)) { end } else { self.at }
    }

    /// A word, or words joined by separators: `a-b`, `a.b`, `a::b`, `a/b`, `a@b`, `f()`.
    fn compound(&self, start: usize) -> usize {
        let at = |i: usize| self.chars.get(i).copied().unwrap_or('\0');
        let mut end = start;
        loop {
            while is_word(at(end)) && !is_unspaced(at(end)) {
                end += 1;
            }
            let joint = match at(end) {
                ':' if at(end + 1) == ':' => 2,
                '-' => (end..self.chars.len()).take_while(|i| at(*i) == '-').count(),
                '.' | '/' | '@' => 1,
                _ => break,
            };
            let next = at(end + joint);
            if !is_word(next) || is_unspaced(next) {
                break;
            }
            end += joint;
        }
        // "C#"
        if at(end) == '#' && end > start && !is_word(at(end + 1)) {
            return end + 1;
        }
        self.digit_unit(start, end)
    }

    /// "15min" is a number and a unit: a token that starts as a number ends with at most two letters after it.
    fn digit_unit(&self, start: usize, end: usize) -> usize {
        let digits = self.digits(start);
        let tail = self.chars.get(digits..end).unwrap_or_default();
        if digits > start && tail.len() > 2 && tail.iter().all(char::is_ascii_alphabetic) {
            digits
        } else {
            end
        }
    }

    /// Scripts without spaces: overlapping pairs of characters stand for words.
    fn unspaced(&mut self) {
        let end = self.run_from(0, is_unspaced);
        let run: Vec<char> = self.chars.get(self.at..end).unwrap_or_default().to_vec();
        self.out.letters += run.len();
        self.out.foreign_letters += run.len();
        if let [single] = run.as_slice() {
            self.push(single.to_string());
        }
        for pair in run.windows(2) {
            self.push(pair.iter().collect());
        }
        self.at = end;
    }

    fn push(&mut self, word: String) {
        let cased = Stem::of(&word);
        self.out.raws.push(Raw { word, cased, gap: self.gap, code: self.code });
        self.gap = Gap::NONE;
    }

    fn emit(&mut self, end: usize) {
        let span = self.chars.get(self.at..end).unwrap_or_default();
        let written = || span.iter().copied().filter(|c| *c != ' ');
        let mut word = String::with_capacity(span.len());
        for c in written() {
            self.out.letters += usize::from(c.is_alphabetic());
            if c.is_ascii() {
                word.push(c.to_ascii_lowercase());
            } else {
                self.out.foreign_letters += usize::from(c.is_alphabetic());
                word.extend(c.to_lowercase());
            }
        }
        let cased = Stem::of_chars(written());
        if ACRONYMS.iter().any(|name| name.chars().eq(written())) {
            self.out.signs = self.out.signs.wrapping_add(cased.value());
        }
        let gap = std::mem::replace(&mut self.gap, Gap::NONE);
        self.at = end;
        // "docs/" is a folder.
        let code = self.code || (self.peek(0) == '/' && !is_word(self.peek(1)));
        self.out.raws.push(Raw { word, cased, gap, code });
        if self.peek(0) == '(' && self.peek(1) == ')' {
            self.at += 2;
        } else if self.peek(0) == '\'' {
            self.apostrophe();
        }
    }

    /// "can't", "it's", "we're": what follows the apostrophe becomes a word of its own or is dropped.
    fn apostrophe(&mut self) {
        let end = self.run_from(1, |c| c.is_ascii_alphabetic());
        let tail: String = self.chars.get(self.at + 1..end).unwrap_or_default().iter().collect();
        let Some(last) = self.out.raws.last_mut() else { return };
        let more = match tail.to_ascii_lowercase().as_str() {
            "t" if last.word.ends_with('n') => {
                match last.word.as_str() {
                    "can" => {}
                    "won" => "will".clone_into(&mut last.word),
                    _ => {
                        last.word.pop();
                    }
                }
                "not"
            }
            "re" => "are",
            "ll" => "will",
            "ve" => "have",
            "s" if last.word == "it" => "is",
            "s" => "",
            _ => return,
        };
        self.at = end;
        if !more.is_empty() {
            self.push(more.to_owned());
        }
    }

    fn skip(&mut self, c: char) {
        let next = self.peek(1);
        match c {
            ',' => self.gap.add(Gap::COMMA),
            ';' => self.gap.add(Gap::SEMICOLON),
            ':' if is_word(next) || next == '/' => {}
            ':' => self.gap.add(Gap::COLON),
            '.' | '\n' | '。' => self.gap.add(Gap::STOP),
            // "save!", "valid?" in the midst of a sentence is a name, and not the one without the sign.
            '?' | '!' if is_word(self.before()) && next == ' ' && self.peek(2).is_lowercase() => {
                self.gap.add(Gap::STOP);
                self.out.question |= c == '?';
                self.out.signs = self.out.signs.wrapping_add(sign(c));
            }
            '?' | '!' if !is_word(next) && next != '=' => {
                self.gap.add(Gap::STOP);
                self.out.question |= c == '?';
            }
            '(' | ')' | '[' | ']' => self.gap.add(Gap::PAREN),
            '`' => self.code = !self.code,
            '-' | '*' | '_' | '"' | '\'' => {}
            _ if c.is_whitespace() => {}
            '#' if next == ' ' || next == '#' => {}
            // "/tests" is not "tests/".
            '/' if is_word(next) => self.out.signs = self.out.signs.wrapping_add(sign('\\')),
            _ => self.out.signs = self.out.signs.wrapping_add(sign(c)),
        }
        self.at += 1;
    }
}

/// Names that are function words in lower case: one of them in a text is as good as a sign that no token holds.
const ACRONYMS: &[&str] = &["AM", "AS", "AT", "IT", "ME", "US"];

fn sign(c: char) -> u64 {
    Stem::of(c.encode_utf8(&mut [0; 4])).value()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_separator(c: char) -> bool {
    matches!(c, ':' | '.' | '/' | '@' | '-')
}

/// Whether a dash after `c` can open a flag or a negative number.
fn opens_word(c: char) -> bool {
    c.is_whitespace() || matches!(c, '(' | '[' | '`' | '"' | '\'' | '=' | ',' | ':')
}

/// Letters of scripts written without spaces between words.
fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2fa1f}')
}
