//! The terms of one chunk: the identifier as it stands, the words in it, and the words run together.
//!
//! A chunk is cut three times: at hard joiners (`/ \ : @ = ~ $`) into segments, at soft joiners (`. - _ + #`) into
//! pieces, at the turns of letter case into words. Each level that differs from the one above it is a term.
//! Versions and addresses (`10.20.30.40`, `v1.2.3-rc.1`) are one term and never cut: `1.2` is another version.

use super::Class;
use super::scan::Emit;
use super::script::is_word_char;
use super::word::{lower, word};

fn is_hard(c: char) -> bool {
    matches!(c, '/' | '\\' | ':' | '@' | '=' | '~' | '$' | '\'')
}

fn is_soft(c: char) -> bool {
    matches!(c, '.' | '-' | '_' | '+' | '#')
}

/// Emits the terms of a chunk.
pub(super) fn terms(raw: &str, emit: Emit<'_>) {
    if !raw.contains(is_word_char) {
        return;
    }
    if raw.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return piece(raw, emit);
    }
    let whole = trim(raw);
    if whole.chars().all(is_word_char) {
        return piece(whole, emit);
    }
    if is_apostrophe_word(whole) {
        return word(whole, Class::Word, emit);
    }
    if whole.contains(is_hard) {
        emit(Class::Identifier, &lower(whole));
        for part in whole.split(is_hard) {
            segment(trim(part), emit);
        }
    } else {
        segment(whole, emit);
    }
}

/// A stretch without hard joiners: `lru.rs`, `--no-check`, `c++`, `1.2.3`, `read-only`, `python3.11`.
fn segment(text: &str, emit: Emit<'_>) {
    if text.chars().all(is_word_char) {
        return piece(text, emit);
    }
    if let Some(version) = version(text) {
        return emit(Class::Code, &lower(version));
    }
    let hyphens_only =
        text.chars().all(|c| c == '-' || c.is_alphabetic()) && !text.starts_with('-');
    emit(if hyphens_only { Class::Compound } else { Class::Identifier }, &lower(text));
    let bare = text.trim_matches(is_soft);
    if bare.len() < text.len() && bare.contains(is_soft) {
        emit(Class::Identifier, &lower(bare));
    }
    let pieces: Vec<&str> = bare.split(is_soft).filter(|part| !part.is_empty()).collect();
    if pieces.len() > 1 {
        word(&pieces.concat(), Class::Joined, emit);
    }
    parts(bare, emit);
}

/// The parts of a segment: around the versions in it, else at dots, else at the other joiners. Each is made shorter, so
/// the descent ends.
fn parts(text: &str, emit: Emit<'_>) {
    let at_signs = |c| c != '.' && is_soft(c);
    if text.chars().all(is_word_char) {
        piece(text, emit);
    } else if let Some((name, version)) = name_with_version(text) {
        word(name, Class::Word, emit);
        emit(Class::Code, &lower(version));
    } else if text.split(at_signs).any(|part| version(part).is_some()) || !text.contains('.') {
        for part in text.split(at_signs).filter(|part| part.len() < text.len()) {
            segment(part, emit);
        }
    } else {
        for part in text.split('.') {
            segment(part, emit);
        }
    }
}

/// `python3.11` → python, 3.11.
fn name_with_version(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_at(text.find(|c: char| !c.is_alphabetic())?);
    (!name.is_empty()).then_some(())?;
    version(rest).map(|version| (name, version))
}

/// Letters and digits without a joiner: a word, or several that letter case tells apart.
fn piece(text: &str, emit: Emit<'_>) {
    if text.is_empty() {
        return;
    }
    let parts = case_parts(text);
    word(text, piece_class(text, &parts), emit);
    if parts.len() > 1 {
        for part in parts {
            word(part, Class::Word, emit);
        }
    } else if let Some(family) = family(text) {
        word(family, Class::Word, emit);
    }
}

/// The letters that a code begins with, if they can be a word: RUF of `RUF001`, python of `python3`, none of `E0308`.
fn family(text: &str) -> Option<&str> {
    let (letters, _) = text.split_at(text.find(char::is_numeric)?);
    (letters.chars().count() >= 3).then_some(letters)
}

/// Whether a piece is a name (`parseHtml`), a code (`E0308`, `sha256`), or just a word or a number.
fn piece_class(text: &str, parts: &[&str]) -> Class {
    if parts.len() > 1 {
        Class::Identifier
    } else if text.chars().any(char::is_numeric) && text.chars().any(char::is_alphabetic) {
        Class::Code
    } else {
        Class::Word
    }
}

/// `importOutsideTop` → import, Outside, Top; `HTTPServer` → HTTP, Server; `S3Bucket` → S3, Bucket; `APIs` and `Word`
/// stay whole.
fn case_parts(text: &str) -> Vec<&str> {
    if !text.chars().skip(1).any(char::is_uppercase) {
        return vec![text];
    }
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let mut starts = vec![0];
    for at in 1..chars.len() {
        let (before, here) = (chars[at - 1].1, chars[at].1);
        let next = chars.get(at + 1).map(|&(_, c)| c);
        let rises = before.is_lowercase() && here.is_uppercase();
        let after_number =
            before.is_numeric() && here.is_uppercase() && next.is_some_and(char::is_lowercase);
        let plural = next == Some('s') && at + 2 == chars.len();
        let ends_capitals = before.is_uppercase()
            && here.is_uppercase()
            && next.is_some_and(char::is_lowercase)
            && !plural;
        if rises || after_number || ends_capitals {
            starts.push(chars[at].0);
        }
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect()
}

/// Takes off what a sentence puts around an identifier, and keeps what belongs to it: `--flag`, `.net`, `$HOME`,
/// `@scope/pkg`, `#12`, `/etc`, `C++`, `C#`, `x=`.
fn trim(raw: &str) -> &str {
    let start = raw.find(is_word_char).unwrap_or(raw.len());
    let (edge, rest) = raw.split_at(start);
    let kept = ["--", "~/", "./", "../", "-", ".", "$", "@", "#", "/", "_", "__", ":"];
    let sigil = kept.iter().filter(|sigil| edge.ends_with(**sigil)).max_by_key(|sigil| sigil.len());
    let start = start - sigil.map_or(0, |sigil| sigil.len());
    let end = rest.rfind(is_word_char).map_or(raw.len(), |last| {
        let behind = raw.len() - rest.len() + last;
        behind + raw[behind..].chars().next().map_or(0, char::len_utf8)
    });
    let tail = &raw[end..];
    let suffix = ["++", "#", "=", "__", "_"].into_iter().find(|suffix| tail.starts_with(suffix));
    &raw[start..end + suffix.map_or(0, str::len)]
}

/// A word with apostrophes between its letters and no other joiner.
fn is_apostrophe_word(text: &str) -> bool {
    text.chars().all(|c| c == '\'' || is_word_char(c))
        && text.starts_with(is_word_char)
        && text.ends_with(is_word_char)
}

/// The bare version if the text is one: digits and a dot in front, word characters behind, an optional leading `v`.
fn version(text: &str) -> Option<&str> {
    let bare = text.strip_prefix(['v', 'V']).unwrap_or(text);
    let (major, rest) = bare.split_once('.')?;
    let numeric = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let minor = rest.split(['.', '-', '+']).next()?;
    let wild = matches!(minor, "x" | "X");
    (numeric(major) && (minor.starts_with(|c: char| c.is_ascii_digit()) || wild)).then_some(bare)
}
