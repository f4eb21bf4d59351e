//! Colours for the text of a plan, by how its lines begin. The text itself is the daemon's and stays as it is.

use super::style::{ADDED, FAINT, HEAD, HUNK, REMOVED, paint};

/// `text` with coloured lines; without colours it is `text`, byte for byte.
pub(crate) fn coloured(text: &str) -> String {
    text.split_inclusive('\n').map(line).collect()
}

fn line(whole: &str) -> String {
    let (body, end) = match whole.strip_suffix('\n') {
        Some(body) => (body, "\n"),
        None => (whole, ""),
    };
    let style = if body.starts_with("+++") || body.starts_with("---") || body.starts_with("==") {
        HEAD
    } else if body.starts_with("@@") {
        HUNK
    } else if body.starts_with('+') {
        ADDED
    } else if body.starts_with('-') {
        REMOVED
    } else if body.starts_with('#') {
        FAINT
    } else {
        return whole.to_owned();
    };
    format!("{}{end}", paint(style, body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_come_off_without_a_trace() {
        let text = "== merge\n--- mem_1\n+++ mem_1\n@@ text @@\n-old\n+new\n same\n# why\n\nlast";
        let coloured = coloured(text);
        assert_ne!(coloured, text);
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), text);
    }
}
