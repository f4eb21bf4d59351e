//! Character classes that decide how a text falls apart.
//!
//! Never a table of a whole script database: only the few ranges whose writing needs other treatment. A character
//! that is in none of them is an ordinary letter, digit or separator.

use unicode_normalization::char::is_combining_mark;

/// Scripts written without spaces between words (first and last code point of each block, ascending).
/// Hangul has spaces but glues particles to words, so it is cut in the same way.
const UNSPACED: [(u32, u32); 17] = [
    (0x0E00, 0x0EFF),   // Thai, Lao
    (0x0F00, 0x0FFF),   // Tibetan
    (0x1000, 0x109F),   // Myanmar
    (0x1100, 0x11FF),   // Hangul letters
    (0x1780, 0x17FF),   // Khmer
    (0x2E80, 0x2FDF),   // Han radicals
    (0x3005, 0x3007),   // Han iteration marks, zero
    (0x3021, 0x3029),   // Han numerals
    (0x3031, 0x303B),   // Kana and Han iteration marks
    (0x3041, 0x31BF),   // Hiragana, Katakana, Bopomofo, Hangul compatibility letters
    (0x31F0, 0x31FF),   // Katakana extensions
    (0x3400, 0x4DBF),   // Han extension A
    (0x4E00, 0x9FFF),   // Han
    (0xA960, 0xA97F),   // Hangul extended A
    (0xAC00, 0xD7FF),   // Hangul syllables, extended B
    (0xF900, 0xFAFF),   // Han compatibility
    (0x1B000, 0x3FFFF), // Kana supplements, emoji excluded below, Han extensions B and later
];

/// Pictures that stand for a word of their own: arrows, technical signs, dingbats, emoji.
const PICTURES: [(u32, u32); 2] = [(0x2190, 0x2BFF), (0x1F000, 0x1FBFF)];

fn within(ranges: &[(u32, u32)], c: char) -> bool {
    let code = u32::from(c);
    ranges.iter().any(|&(first, last)| first <= code && code <= last)
}

/// Whether a letter belongs to a script without spaces, so that it is searched by pairs of characters.
pub(super) fn is_unspaced(c: char) -> bool {
    u32::from(c) >= 0x0E00 && within(&UNSPACED, c) && !is_picture(c) && is_word_char(c)
}

/// Whether a character is a picture that is searched by itself.
pub(super) fn is_picture(c: char) -> bool {
    within(&PICTURES, c)
}

/// Letters, digits, and the marks that combine with them.
pub(super) fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || (!c.is_ascii() && is_combining_mark(c) && !is_ignorable(c))
}

/// Characters without an appearance: zero-width spaces and joiners, direction marks, byte-order mark, soft hyphen,
/// variation selectors. They are dropped, so that two texts that look the same are found by the same query.
pub(super) fn is_ignorable(c: char) -> bool {
    matches!(
        u32::from(c),
        0x00AD | 0x034F | 0x061C | 0x180E | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x206F
            | 0xFE00..=0xFE0F | 0xFEFF | 0xE0000..=0xE0FFF
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_without_spaces() {
        for c in "漢字かなカナ한글ไทยー々".chars() {
            assert!(is_unspaced(c), "{c}");
        }
        for c in "aéЖαع१0 、。🚀→".chars() {
            assert!(!is_unspaced(c), "{c}");
        }
    }

    #[test]
    fn pictures_are_no_letters() {
        assert!(is_picture('🚀') && is_picture('→') && !is_picture('a'));
    }
}
