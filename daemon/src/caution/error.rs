//! What an error says, in two normal forms, and where a pattern is part of it.
//!
//! The literal form has no case, no colours of a terminal, single spaces and plain quotes. The abstract form has a sign
//! each for a number, a path and an address besides, so that an error of another line, file or run is the same one.
//! Digits within a word (`E0308`, `x86_64`) are no number.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::key;

/// Signs of the abstract form; no literal form holds them, since control characters become spaces in it.
const NUMBER: char = '\u{1}';
const PATH: char = '\u{2}';
const ADDRESS: char = '\u{3}';

/// Letters that a pattern must have beside numbers, paths and addresses. Fewer are in almost every error.
const LEAST_LETTERS: usize = 3;
/// The same in scripts that write a word in one or two characters.
const LEAST_SIGNS: usize = 2;

/// Windows by which patterns are looked up, in bytes: one of a pattern's own. Shorter patterns go by the short one.
const LONG: usize = 8;
const SHORT: usize = 3;

/// A text in both forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    literal: String,
    abstracted: String,
}

/// An error that patterns are looked for in, with all of its windows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Heard {
    said: Said,
    windows: BTreeMap<Window, FxHashSet<u64>>,
}

/// How a pattern is part of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Word for word.
    Literal,
    /// But for numbers, paths and addresses, or within words.
    Like,
}

/// A length of windows, and in which form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Window {
    is_abstract: bool,
    bytes: usize,
}

const WINDOWS: [Window; 4] = [
    Window { is_abstract: false, bytes: SHORT },
    Window { is_abstract: false, bytes: LONG },
    Window { is_abstract: true, bytes: SHORT },
    Window { is_abstract: true, bytes: LONG },
];

impl Said {
    pub(super) fn of(text: &str) -> Self {
        let literal = literal(text);
        let abstracted = abstracted(&literal);
        Self { literal, abstracted }
    }

    /// Whether it says enough to be a pattern.
    pub(super) fn is_telling(&self) -> bool {
        let letters = self.abstracted.chars().filter(|c| c.is_alphabetic());
        let (plain, other): (Vec<char>, Vec<char>) = letters.partition(char::is_ascii);
        plain.len() + other.len() >= LEAST_LETTERS || other.len() >= LEAST_SIGNS
    }

    /// How `self`, as a pattern, is part of an error.
    pub(super) fn part_of(&self, heard: &Heard) -> Option<Part> {
        // Most patterns that are looked at begin like another one: their windows tell them apart without a search.
        if !WINDOWS.into_iter().any(|window| self.has_all_in(window, heard)) {
            return None;
        }
        let error = &heard.said;
        let found = error.literal.match_indices(&self.literal);
        let mut within = false;
        for (at, _) in found {
            within = true;
            if is_whole(&error.literal, at, self.literal.len()) {
                return Some(Part::Literal);
            }
        }
        (within || error.abstracted.contains(&self.abstracted)).then_some(Part::Like)
    }

    /// What it, as a pattern, is looked up by, with the window that finds it: in each form the window of the least number, a
    /// choice that depends on the pattern alone and spreads patterns which begin alike.
    pub(super) fn pattern_keys(&self) -> impl Iterator<Item = (Window, u64)> {
        WINDOWS.into_iter().filter_map(|window| {
            let form = self.form(window);
            let is_its_own = (form.len() >= LONG) == (window.bytes == LONG);
            let is_new = !window.is_abstract || self.abstracted != self.literal;
            let bytes = window.bytes.min(form.len());
            let least = form.as_bytes().windows(bytes.max(1)).map(|it| window.key(it)).min()?;
            (is_its_own && is_new).then_some((window, least))
        })
    }

    /// Whether all windows of a pattern are in an error; no, where it goes by another length.
    fn has_all_in(&self, window: Window, heard: &Heard) -> bool {
        let form = self.form(window);
        let Some(known) = heard.windows.get(&window) else { return false };
        (form.len() >= LONG) == (window.bytes == LONG)
            && form.as_bytes().windows(window.bytes).rev().all(|it| known.contains(&window.key(it)))
    }

    fn form(&self, window: Window) -> &str {
        if window.is_abstract { &self.abstracted } else { &self.literal }
    }
}

impl Heard {
    pub(super) fn of(text: &str) -> Self {
        let said = Said::of(text);
        let keys = |window: Window| {
            let windows = said.form(window).as_bytes().windows(window.bytes);
            windows.map(|it| window.key(it)).collect()
        };
        let windows = WINDOWS.into_iter().map(|window| (window, keys(window))).collect();
        Self { said, windows }
    }

    /// What patterns that may be part of it are looked up by, each once.
    pub(super) fn keys(&self, window: Window) -> impl Iterator<Item = u64> {
        self.windows.get(&window).into_iter().flatten().copied()
    }
}

impl Window {
    fn key(self, bytes: &[u8]) -> u64 {
        key(if self.is_abstract { b'a' } else { b'e' }, &[bytes])
    }
}

/// Whether what stands at `at` neither begins nor ends within a word or number.
fn is_whole(text: &str, at: usize, len: usize) -> bool {
    let (before, rest) = text.split_at(at);
    let (inner, after) = rest.split_at(len);
    let joins = |left: Option<char>, right: Option<char>| {
        left.zip(right).is_some_and(|(a, b)| a.is_alphanumeric() && b.is_alphanumeric())
    };
    !joins(before.chars().next_back(), inner.chars().next())
        && !joins(inner.chars().next_back(), after.chars().next())
}

fn literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut gap = false;
    while let Some(c) = chars.next() {
        if c == '\u{1b}' {
            // A colour: `ESC [ … m`.
            if chars.next_if_eq(&'[').is_some() {
                while chars.next_if(|c| !c.is_ascii_alphabetic()).is_some() {}
                chars.next();
            }
            continue;
        }
        if c.is_whitespace() || c.is_control() {
            gap = true;
            continue;
        }
        if std::mem::take(&mut gap) && !out.is_empty() {
            out.push(' ');
        }
        out.extend(plain(c).to_lowercase());
    }
    out
}

fn plain(c: char) -> char {
    match c {
        '\u{2018}' | '\u{2019}' | '\u{201B}' | '`' | '\u{B4}' => '\'',
        '\u{201C}' | '\u{201D}' => '"',
        c => c,
    }
}

fn abstracted(literal: &str) -> String {
    let mut out = String::with_capacity(literal.len());
    let mut rest = literal;
    while let Some(c) = rest.chars().next() {
        let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        let (run, after) = if end == 0 { rest.split_at(c.len_utf8()) } else { rest.split_at(end) };
        rest = after;
        if end == 0 {
            out.push(c);
        } else {
            name(run, &mut out);
        }
    }
    out
}

/// What names, paths and numbers are made of.
fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '\\' | '~' | '@' | '+' | '%')
}

/// One run of such characters. Signs at its end belong to the sentence.
fn name(run: &str, out: &mut String) {
    let core = run.trim_end_matches(['.', '-']);
    let tail = run.get(core.len()..).unwrap_or_default();
    if core.len() > 1 && core.contains(['/', '\\']) {
        out.push(PATH);
    } else if is_address(core) {
        out.push(ADDRESS);
    } else {
        numbers(core, out);
    }
    out.push_str(tail);
}

/// `0x7ffe…`, a hash, a UUID.
fn is_address(core: &str) -> bool {
    let is_hex = |text: &str| text.bytes().all(|c| c.is_ascii_hexdigit());
    if let Some(hex) = core.strip_prefix("0x") {
        return !hex.is_empty() && is_hex(hex);
    }
    let has = |what: fn(&u8) -> bool| core.as_bytes().iter().any(what);
    core.len() >= 7
        && core.split('-').all(is_hex)
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_alphabetic)
}

fn numbers(core: &str, out: &mut String) {
    let (mut before, mut is_number) = (None::<char>, false);
    for c in core.chars() {
        let begins = !before.is_some_and(|c| c.is_alphabetic() || c == '_');
        if c.is_ascii_digit()
            && (is_number || begins && !before.is_some_and(|c| c.is_ascii_digit()))
        {
            if !is_number {
                out.push(NUMBER);
            }
            is_number = true;
        } else {
            is_number = false;
            out.push(c);
        }
        before = Some(c);
    }
}
