//! Stored text on a terminal: visible, indented, never obeyed.
//!
//! Invariant: what these functions return holds no control character but the line breaks that they put there, and no
//! character that reorders what is around it.

/// Appends formatted text to a String, which cannot fail.
macro_rules! add {
    ($to:expr, $($what:tt)+) => {{
        use std::fmt::Write as _;
        let _ = write!($to, $($what)+);
    }};
}
pub(crate) use add;
pub(crate) use consolidate_shared::words::counted as count;

/// `text` with every control and direction character made visible; line breaks and tabs stay.
pub(crate) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\n' | '\t') || !(c.is_control() || is_direction(c)) {
            shown.push(c);
        } else {
            shown.extend(c.escape_unicode());
        }
    }
    shown
}

/// [`visible`] with every line after the first indented by `indent` spaces.
pub(crate) fn indented(text: &str, indent: usize) -> String {
    visible(text.trim_end_matches('\n')).replace('\n', &format!("\n{}", " ".repeat(indent)))
}

/// [`visible`] as one line: line breaks become a sign.
pub(crate) fn one_line(text: &str) -> String {
    visible(text).replace('\n', " ⏎ ").replace('\t', " ")
}

/// Marks, embeddings, overrides and isolates, which change the order in which the rest of a line is shown, and the line breaks
/// of Unicode, behind which a text would begin a line of its own.
fn is_direction(c: char) -> bool {
    matches!(c, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_are_not_told_what_to_do() {
        assert_eq!(visible("a\u{1b}[31m\r\u{9b}b\0"), "a\\u{1b}[31m\\u{d}\\u{9b}b\\u{0}");
        assert_eq!(visible("x\u{202e}y\tz\n"), "x\\u{202e}y\tz\n");
        assert_eq!(indented("x\u{2028}y\u{2029}", 2), "x\\u{2028}y\\u{2029}");
        assert_eq!(indented("one\ntwo\n\n", 2), "one\n  two");
        assert_eq!(one_line("one\ntwo"), "one ⏎ two");
    }
}
