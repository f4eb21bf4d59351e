//! Text forms: what equality compares and what the scanner reads. Pure string work, no rule.

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick, is_nfkc_quick};

use super::language;
use super::quotes::{self, Span};

/// Openers that say what kind of note follows and assert nothing.
const OPENERS: &[&str] = &[
    "note",
    "notes",
    "remember",
    "reminder",
    "decision",
    "fyi",
    "important",
    "tip",
    "fact",
    "rule",
    "convention",
    "preference",
    "gotcha",
    "beware",
    "warning",
    "caution",
    "attention",
    "careful",
];

/// Openers that do assert something: a status. They are left out of the words and guarded on their own.
const STATUS_OPENERS: &[&str] = &["todo", "update"];

/// The form in which two texts may be called equal: NFC, typographic quotes and dashes as ASCII, white space
/// collapsed, one final full stop dropped. Case stays: `-V` is not `-v`. What stands in quotes or backticks stays as it is.
pub(crate) fn equality_form(text: &str) -> String {
    let composed: Cow<'_, str> = match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => Cow::Borrowed(text),
        _ => Cow::Owned(text.nfc().collect()),
    };
    let mut form = String::with_capacity(composed.len());
    let mut from = 0;
    for span in literal_spans(&composed) {
        collapse(composed.get(from..span.start).unwrap_or_default(), &mut form);
        form.push_str(composed.get(span.start..span.end).unwrap_or_default());
        from = span.end;
    }
    collapse(composed.get(from..).unwrap_or_default(), &mut form);
    form.truncate(form.trim_end().len());
    let bare = form.ends_with("..") || form.ends_with(" .");
    if let Some(kept) = form.strip_suffix(['.', '。']).filter(|kept| !bare && !kept.is_empty()) {
        form.truncate(kept.trim_end().len());
    }
    form
}

/// The spans of which something would be lost: none in most texts, which have but single spaces.
fn literal_spans(text: &str) -> Vec<Span> {
    let wide = |pair: &[u8]| pair.iter().all(u8::is_ascii_whitespace);
    let bytes = text.as_bytes();
    let kept = text.is_ascii()
        && !bytes.iter().any(|byte| byte.is_ascii_whitespace() && *byte != b' ')
        && !bytes.windows(2).any(wide);
    if kept { Vec::new() } else { quotes::spans(text) }
}

/// Adds a stretch to a form, white space as one space, none at its start.
fn collapse(stretch: &str, form: &mut String) {
    let mut gap = form.is_empty();
    for c in stretch.chars() {
        if !c.is_whitespace() {
            form.push(plain_punctuation(c));
            gap = false;
        } else if !gap {
            form.push(' ');
            gap = true;
        }
    }
}

/// The form that the scanner reads: NFKC, ASCII punctuation and digits, without a leading "note:".
/// The second value is the status opener that was there, if any.
pub(in crate::relate) fn scanned_form(text: &str) -> (Cow<'_, str>, Option<&'static str>) {
    let folded: Cow<'_, str> = if text.is_ascii() {
        Cow::Borrowed(text)
    } else if is_nfkc_quick(text.chars()) == IsNormalized::Yes {
        Cow::Owned(text.chars().map(read).collect())
    } else {
        Cow::Owned(text.nfkc().map(read).collect())
    };
    let Some((opener, start)) = opener(&folded) else { return (folded, None) };
    let status = STATUS_OPENERS.iter().find(|status| **status == opener).copied();
    let body = match folded {
        Cow::Borrowed(whole) => Cow::Borrowed(whole.get(start..).unwrap_or_default()),
        Cow::Owned(whole) => Cow::Owned(whole.get(start..).unwrap_or_default().to_owned()),
    };
    (body, status)
}

/// An order-free sum over digits outside ASCII: compatibility folding would make ten squared a hundred and two.
pub(in crate::relate) fn folded_digits(text: &str) -> u64 {
    let folded = text.chars().filter(|c| !c.is_ascii() && c.is_numeric());
    folded.fold(0, |sum, c| sum.wrapping_add(u64::from(u32::from(c)).wrapping_mul(DIGIT_WEIGHT)))
}

/// Keeps sums of different digits apart (any large odd number does).
const DIGIT_WEIGHT: u64 = 0x9e37_79b9_7f4a_7c15;

/// The opener of a text and the byte at which the rest starts.
fn opener(text: &str) -> Option<(&'static str, usize)> {
    let body = text.trim_start();
    let letters = body.find(|c: char| !c.is_ascii_alphabetic())?;
    let word = body.get(..letters)?;
    let mut known = OPENERS.iter().chain(STATUS_OPENERS);
    let opener = known.find(|opener| opener.eq_ignore_ascii_case(word))?;
    let rest = body.get(letters..)?;
    let after = match rest.trim_start().strip_prefix(':') {
        Some(after) => after,
        None => rest.strip_prefix(" - ")?,
    };
    (!after.trim().is_empty()).then(|| (*opener, text.len() - after.trim_start().len()))
}

/// As the scanner reads a character: ASCII punctuation, and the digits of every script as ASCII ones.
fn read(c: char) -> char {
    language::ascii_digit(c).unwrap_or_else(|| plain_punctuation(c))
}

/// Typographic quotes and dashes as their ASCII likes.
fn plain_punctuation(c: char) -> char {
    match c {
        '\u{2018}' | '\u{2019}' | '\u{02bc}' => '\'',
        '\u{201c}' | '\u{201d}' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        other => other,
    }
}
