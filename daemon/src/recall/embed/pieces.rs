//! Text to word pieces, as BERT's uncased tokenizer cuts it.
//!
//! Decomposed, accents off, lower case; words end at white space, and each punctuation character and each Chinese one is a
//! word by itself; then the longest piece that the table has, from left to right.

use std::borrow::Cow;

use unicode_general_category::{GeneralCategory as Category, get_general_category};
use unicode_normalization::UnicodeNormalization;

use super::table::{Piece, Table, UNKNOWN};

/// Characters of a word that is cut into pieces; a longer one is unknown as a whole.
const WORD_CHARS: usize = 100;

/// Gives the words of a text in its order.
pub(super) fn words(text: &str, each: &mut dyn FnMut(&str)) {
    if text.is_ascii() {
        ascii_words(&text.to_ascii_lowercase(), each);
    } else {
        any_words(text, each);
    }
}

fn any_words(text: &str, each: &mut dyn FnMut(&str)) {
    let mut word = String::new();
    let mut end = |word: &mut String| {
        if !word.is_empty() {
            each(word);
            word.clear();
        }
    };
    text.to_lowercase().nfd().filter(|c| !is_accent(*c)).for_each(|c| {
        if c.is_whitespace() {
            end(&mut word);
        } else if stands_alone(c) {
            end(&mut word);
            word.push(c);
            end(&mut word);
        } else if !c.is_control() {
            word.push(c);
        }
    });
    end(&mut word);
}

/// The same for lower-case ASCII, where words are stretches of the text unless there are control characters in them.
fn ascii_words(text: &str, each: &mut dyn FnMut(&str)) {
    let is_space = |c: char| c.is_whitespace();
    for stretch in text.split(is_space).filter(|stretch| !stretch.is_empty()) {
        let plain: Cow<'_, str> = if stretch.contains(|c: char| c.is_control()) {
            Cow::Owned(stretch.replace(|c: char| c.is_control(), ""))
        } else {
            Cow::Borrowed(stretch)
        };
        let mut rest = plain.as_ref();
        while let Some(sign) = rest.find(|c: char| c.is_ascii_punctuation()) {
            let (word, behind) = rest.split_at(sign);
            // One byte: it is ASCII.
            let (sign, behind) = behind.split_at(1);
            for part in [word, sign].into_iter().filter(|part| !part.is_empty()) {
                each(part);
            }
            rest = behind;
        }
        if !rest.is_empty() {
            each(rest);
        }
    }
}

/// The pieces of one word, or [`UNKNOWN`] when some part of it has none.
pub(super) fn cut(word: &str, table: &Table, emit: &mut dyn FnMut(Piece)) {
    if word.len() > WORD_CHARS && word.chars().count() > WORD_CHARS {
        return emit(UNKNOWN);
    }
    let mut pieces = [UNKNOWN; WORD_CHARS];
    let mut found = 0;
    let mut rest = word;
    while !rest.is_empty() {
        let Some((piece, length)) = longest(rest, found > 0, table) else { return emit(UNKNOWN) };
        if let Some(place) = pieces.get_mut(found) {
            *place = piece;
        }
        found += 1;
        rest = &rest[length..];
    }
    pieces.iter().take(found).for_each(|piece| emit(*piece));
}

/// The longest piece that the text begins with, and its bytes.
fn longest(text: &str, within: bool, table: &Table) -> Option<(Piece, usize)> {
    let mut end = text.floor_char_boundary(table.longest);
    while end > 0 {
        if let Some(piece) = table.find(&text[..end], within) {
            return Some((piece, end));
        }
        end = text.floor_char_boundary(end - 1);
    }
    None
}

/// Whether a character is a word by itself: ASCII signs, Unicode punctuation, Chinese characters.
fn stands_alone(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_punctuation();
    }
    is_ideograph(c)
        || matches!(
            get_general_category(c),
            Category::ConnectorPunctuation
                | Category::DashPunctuation
                | Category::OpenPunctuation
                | Category::ClosePunctuation
                | Category::InitialPunctuation
                | Category::FinalPunctuation
                | Category::OtherPunctuation
        )
}

/// The blocks that BERT's tokenizer calls Chinese: Han with its extensions and compatibility forms.
fn is_ideograph(c: char) -> bool {
    matches!(u32::from(c), 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x2CEAF | 0x2F800..=0x2FA1F)
}

/// What is left of an accent when a letter is decomposed.
fn is_accent(c: char) -> bool {
    !c.is_ascii() && get_general_category(c) == Category::NonspacingMark
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn ascii_has_no_words_of_its_own(text in "[\\x00-\\x7f]{0,60}") {
            let (mut plain, mut any) = (Vec::new(), Vec::new());
            words(&text, &mut |word| plain.push(word.to_owned()));
            any_words(&text, &mut |word| any.push(word.to_owned()));
            prop_assert_eq!(plain, any);
        }
    }
}
