//! Colours for the text of a plan, by how its lines begin. The text itself is the daemon's and stays as it is.

use anstyle::Style;
use consolidate_shared::plan::PassKind;

use super::style::{ADDED, FAINT, HEAD, HUNK, REMOVED, paint};

/// `text` with coloured lines; without colours it is `text`, byte for byte.
pub(crate) fn coloured(text: &str) -> String {
    text.split_inclusive('\n').map(line).collect()
}

/// One line with its line end.
fn line(whole: &str) -> String {
    let (body, end) = match whole.strip_suffix('\n') {
        Some(body) => (body, "\n"),
        None => (whole, ""),
    };
    match style(body) {
        Some(style) => format!("{}{end}", paint(style, body)),
        None => whole.to_owned(),
    }
}

/// Stored text always stands behind a space, a plus or a minus: it cannot pass for a heading.
fn style(line: &str) -> Option<Style> {
    let begins = |with: &[&str]| with.iter().any(|with| line.starts_with(with));
    if begins(&["+++", "---", "run ", "repair plan_", "summary: "]) || is_heading(line) {
        Some(HEAD)
    } else if begins(&["@@", "~ ", "* "]) {
        Some(HUNK)
    } else if begins(&["+"]) {
        Some(ADDED)
    } else if begins(&["-"]) {
        Some(REMOVED)
    } else if begins(&["why: ", "considered: ", "kept: ", "deferred: ", "besides: ", "left: "]) {
        Some(FAINT)
    } else {
        None
    }
}

/// Whether a line begins the part of one pass.
pub(crate) fn is_heading(line: &str) -> bool {
    PassKind::ALL
        .iter()
        .any(|pass| line.strip_prefix(pass.word()).is_some_and(|rest| rest.starts_with(" plan_")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_come_off_without_a_trace() {
        let text = "merge plan_1\n--- mem_1\n+++ mem_1\n@@ text @@\n-old\n+new\n same\nwhy: x\n\nsummary: y\nlast";
        let coloured = coloured(text);
        assert_ne!(coloured, text);
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), text);
    }
}
