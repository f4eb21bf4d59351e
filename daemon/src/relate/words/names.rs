//! Names in a text: capitalised words off sentence starts, acronyms, camel case, and what stands in backticks.
//!
//! A name on one side only forbids *Same*. Numbers and identifiers are not names here; they have guards of their own.

use super::canon::canonical;
use super::stems::{Stem, Stems};
use super::token::{is_identifier, unfolded};

/// Measures that look like acronyms.
const NOT_NAMES: &[&str] = &["i", "mb", "gb", "kb", "ms", "utc", "am", "pm"];

/// The names in `text` (cased, as the scanner reads it), by canonical stem.
pub(in crate::relate) fn names(text: &str) -> Stems {
    let mut found = Vec::new();
    for (i, span) in text.split('`').enumerate() {
        if i % 2 == 1 && span.len() <= LONGEST_CODE {
            span.split(|c: char| !is_name_char(c)).for_each(|word| add(word, &mut found));
        }
    }
    capitalised(text, &mut found);
    found.into_iter().collect()
}

/// A backtick span longer than this is a code block or an unpaired backtick: its words are no names.
const LONGEST_CODE: usize = 120;

/// What stands in quotes or backticks, as written, by hash of the whole.
pub(in crate::relate) fn quoted(text: &str) -> Stems {
    let spans = |mark: char| text.split(mark).skip(1).step_by(2).map(str::trim);
    let all = spans('`').chain(spans('"')).chain(in_single_quotes(text));
    all.filter(|span| !span.is_empty()).map(Stem::of).collect()
}

/// What stands in single quotes: those that open before a word and close behind one, which an apostrophe does not.
fn in_single_quotes(text: &str) -> impl Iterator<Item = &str> {
    let opens = |before: Option<char>| before.is_none_or(|c| c.is_whitespace() || c == '(');
    let starts = text.match_indices('\'').map(|(at, _)| at);
    starts.filter_map(move |at| {
        let (before, rest) = (text.get(..at)?, text.get(at + 1..)?);
        let (span, after) = rest.split_once('\'').filter(|_| opens(before.chars().next_back()))?;
        let closes = !after.starts_with(is_name_char) && span.len() <= LONGEST_CODE;
        closes.then_some(span.trim())
    })
}

fn capitalised(text: &str, found: &mut Vec<Stem>) {
    let mut sentence_start = true;
    let mut rest = text;
    while let Some(start) =
        rest.find(|c: char| is_name_start(c) || matches!(c, '.' | '!' | '?' | ';' | ':'))
    {
        let from = rest.get(start..).unwrap_or_default();
        let length = from.find(|c: char| !is_name_char(c)).unwrap_or(from.len());
        let Some((word, after)) =
            from.split_at_checked(length).filter(|_| from.starts_with(is_name_start))
        else {
            sentence_start = from.starts_with(['.', '!', '?']);
            rest = from.get(1..).unwrap_or_default();
            continue;
        };
        let mut chars = word.chars();
        let first_upper = chars.next().is_some_and(char::is_uppercase);
        if chars.any(char::is_uppercase) || (first_upper && !sentence_start) {
            add(word, found);
        }
        sentence_start = false;
        rest = after;
        if word.ends_with('.') {
            sentence_start = true;
        }
    }
}

/// Adds the name, or its parts where hyphens join words, unless it is a number, an identifier or a measure.
fn add(word: &str, found: &mut Vec<Stem>) {
    // The signs of "C++" are no part of its token, and are compared as signs.
    let word = word.trim_end_matches(['.', '-', '+', '#']).to_lowercase();
    if word.is_empty() || is_identifier(&word) {
        return;
    }
    let parts = word.split('-').filter(|part| !part.is_empty() && !NOT_NAMES.contains(part));
    for part in parts.filter(|part| !part.starts_with(|c: char| c.is_ascii_digit())) {
        match unfolded(part) {
            Some(long) if long.contains(' ') => {}
            Some(long) => found.push(Stem::of(&canonical(long))),
            None => found.push(Stem::of(&canonical(part))),
        }
    }
}

fn is_name_start(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_name_char(c: char) -> bool {
    is_name_start(c) || matches!(c, '+' | '#' | '.' | '-')
}
