//! One form for texts that a reader cannot tell apart.

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

use super::script::is_ignorable;

/// NFKC with invisible characters dropped and typographic apostrophes made straight. Letter case is kept, because it
/// says where the words of an identifier begin.
pub(super) fn normalise(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let plain = |c: char| is_ignorable(c) || is_apostrophe(c);
    if is_nfkc_quick(text.chars()) == IsNormalized::Yes && !text.chars().any(plain) {
        return Cow::Borrowed(text);
    }
    let visible = text.chars().filter(|&c| !is_ignorable(c));
    Cow::Owned(visible.nfkc().map(|c| if is_apostrophe(c) { '\'' } else { c }).collect())
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\u{2018}' | '\u{2019}' | '\u{02BC}' | '\u{FF07}')
}
