//! One word: lower case, stop list, stem.

use std::borrow::Cow;

use rust_stemmers::{Algorithm, Stemmer};

use super::Class;
use super::scan::Emit;
use super::stop::is_stop_word;

/// Characters of a term; what is longer is cut there, on both sides alike, so that it still finds itself.
const MAX_TERM_CHARS: usize = 128;

/// The leading [`MAX_TERM_CHARS`] characters without case.
pub(super) fn lower(text: &str) -> String {
    match text.char_indices().nth(MAX_TERM_CHARS) {
        Some((end, _)) => folded(&text[..end]),
        None if text.is_ascii() => text.to_ascii_lowercase(),
        None => folded(text),
    }
}

/// Lower case, and one form of the letters that have several of those or no capital of their own: `GRÖSSE` is `Größe`.
fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars().flat_map(char::to_lowercase) {
        match c {
            'ß' => folded.push_str("ss"),
            'ς' => folded.push('σ'),
            c => folded.push(c),
        }
    }
    folded
}

/// Emits a word that holds letters, digits and inner apostrophes only.
pub(super) fn word(text: &str, class: Class, emit: Emit<'_>) {
    let lower = lower(text);
    if is_stop_word(&lower) {
        // A word run together from parts that is a stop word says nothing that its parts did not.
        if class == Class::Word {
            emit(Class::Stop, &lower);
        }
        return;
    }
    let plain = lower.strip_suffix("'s").unwrap_or(&lower);
    if plain.contains('\'') {
        emit(class, &stem(&plain.replace('\'', "")));
    } else if !plain.is_empty() {
        emit(class, &stem(plain));
    }
}

/// The term that a lower-case word of letters is searched by; none for a stop word.
pub(in crate::recall) fn stem_of(word: &str) -> Option<String> {
    (!is_stop_word(word)).then(|| stem(word).into_owned())
}

/// English stem of a plain lower-case word; words with digits or other letters stay as they are.
fn stem(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|b| b.is_ascii_lowercase()) {
        Stemmer::create(Algorithm::English).stem(word)
    } else {
        Cow::Borrowed(word)
    }
}
