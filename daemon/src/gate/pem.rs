//! Private key blocks: PEM and PGP, whole or cut off, indented, quoted, or with `\n` written out.
//!
//! A scanner instead of a pattern, because where a cut-off block ends depends on what its last line looks like.
//! Invariant: the text behind a block is never taken, and a mere mention of the first line is no block.

use super::look;

const BEGIN: &str = "-----BEGIN ";
const END: &str = "-----END ";
const DASHES: &str = "-----";

/// The byte ranges of private key blocks in `text`.
pub(super) fn find(text: &str, found: &mut Vec<(usize, usize)>) {
    let mut from = 0;
    while let Some(start) = position(text, from, BEGIN) {
        from = start + BEGIN.len();
        if let Some(body) = body_start(text, from)
            && let Some(end) = block_end(text, body)
        {
            found.push((start, end));
            from = end;
        }
    }
}

fn position(text: &str, from: usize, needle: &str) -> Option<usize> {
    text.get(from..)?.find(needle).map(|at| from + at)
}

/// Where the body starts, if the label that begins at `from` is that of a private key.
fn body_start(text: &str, from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    let label = &rest[..rest.find(DASHES).filter(|length| *length <= 60)?];
    let private = label.contains("PRIVATE KEY")
        && label.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b' ');
    private.then_some(from + label.len() + DASHES.len())
}

/// Where the block ends, or none if no key material follows.
fn block_end(text: &str, body: usize) -> Option<usize> {
    let mut end = None;
    let mut at = body;
    loop {
        at = skip_separators(text, at);
        let rest = text.get(at..)?;
        if rest.starts_with(END) {
            return end.map(|_| closing(text, at));
        }
        if let Some(length) = header_length(rest) {
            at += length;
            continue;
        }
        let token = rest.find(|c: char| !is_base64(c)).unwrap_or(rest.len());
        let Some(line) = rest.get(..token).filter(|line| !line.is_empty()) else { return end };
        let alone = rest.get(token..).unwrap_or_default();
        let alone = alone.is_empty() || alone.starts_with(['\n', '\r', '\\', '"', '\'', '`']);
        if !(material(line, end.is_some()) || (end.is_some() && alone && last_line(line))) {
            return end;
        }
        at += token;
        end = Some(at);
    }
}

/// True if `line` is a full line of key material. The first one must be no stand-in.
fn material(line: &str, inside: bool) -> bool {
    line.len() >= 16
        && line.bytes().any(|b| !b.is_ascii_lowercase())
        && (inside || !look::placeholder(line))
}

/// True if `line`, which stands alone, can be the short last line of a block that was cut off, and is no word.
fn last_line(line: &str) -> bool {
    let upper = line.bytes().skip(1).any(|b| b.is_ascii_uppercase());
    let lower = line.bytes().any(|b| b.is_ascii_lowercase());
    line.bytes().any(|b| !b.is_ascii_alphabetic()) || (upper && lower)
}

fn is_base64(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=')
}

/// White space, quotes, signs of string concatenation, comment marks, and written-out escapes.
fn skip_separators(text: &str, mut at: usize) -> usize {
    let bytes = text.as_bytes();
    while let Some(byte) = bytes.get(at) {
        let next = bytes.get(at + 1);
        let joins = *byte == b'+' && next.is_some_and(|b| b" \t\r\n\"'".contains(b));
        let escape = *byte == b'\\' && next.is_some_and(|b| b"nrt\"\n".contains(b));
        if !joins && !b" \t\r\n\"'`,>|#*\\".contains(byte) {
            return at;
        }
        at += if escape { 2 } else { 1 };
    }
    at
}

/// The header names of RFC 1421 and RFC 4880.
const HEADERS: [&str; 7] =
    ["Proc-Type: ", "DEK-Info: ", "Version: ", "Comment: ", "Hash: ", "Charset: ", "MessageID: "];

/// The length of a header line such as `Proc-Type: 4,ENCRYPTED`.
fn header_length(rest: &str) -> Option<usize> {
    HEADERS
        .iter()
        .any(|name| rest.starts_with(name))
        .then(|| rest.find(['\n', '\\', '"']).unwrap_or(rest.len()))
}

/// The end of the closing line that starts at `at`.
fn closing(text: &str, at: usize) -> usize {
    position(text, at + END.len(), DASHES).map_or(text.len(), |dashes| dashes + DASHES.len())
}
