//! Stored text made harmless for a terminal and for a reader of lines.

use std::fmt::Write;

/// `text` as one line: line breaks and whatever steers a terminal or turns the direction of reading become escapes.
pub(super) fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        push(&mut out, c);
    }
    out
}

/// The lines of `text`, each made harmless.
pub(super) fn lines(text: &str) -> impl Iterator<Item = String> {
    text.split('\n').map(one_line)
}

/// The beginning of `text` as one line of at most `most` characters, with an ellipsis where it was cut.
pub(super) fn start(text: &str, most: usize) -> String {
    let mut out = String::new();
    for (i, c) in text.chars().enumerate() {
        if i == most {
            out.push('…');
            break;
        }
        push(&mut out, c);
    }
    out
}

fn push(out: &mut String, c: char) {
    match c {
        '\n' => out.push_str("\\n"),
        '\t' => out.push_str("\\t"),
        c if c.is_control() || steers(c) => {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
        }
        c => out.push(c),
    }
}

/// Line and paragraph separators, marks of direction, invisible characters.
fn steers(c: char) -> bool {
    matches!(c,
        '\u{00AD}' | '\u{061C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}
