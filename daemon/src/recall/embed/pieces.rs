//! Text to word pieces, as BERT's uncased tokenizer cuts it.
//!
//! Decomposed, accents off, lower case; words end at white space, and each punctuation character and each Chinese one is a
//! word by itself; then the longest piece that the table has, from left to right.

use unicode_general_category::{GeneralCategory as Category, get_general_category};
use unicode_normalization::UnicodeNormalization;

use super::table::{Piece, Table, UNKNOWN};

/// Characters of a word that is cut into pieces; a longer one is unknown as a whole.
const WORD_CHARS: usize = 100;

/// Gives the pieces of a text in its order.
pub(super) fn each(text: &str, table: &Table, emit: &mut dyn FnMut(Piece)) {
    let mut word = String::new();
    let mut end = |word: &mut String| {
        if !word.is_empty() {
            cut(word, table, emit);
            word.clear();
        }
    };
    let mut take = |c: char| {
        if c.is_whitespace() {
            end(&mut word);
        } else if stands_alone(c) {
            end(&mut word);
            word.push(c);
            end(&mut word);
        } else if !c.is_control() {
            word.push(c);
        }
    };
    if text.is_ascii() {
        text.bytes().for_each(|b| take(char::from(b.to_ascii_lowercase())));
    } else {
        text.to_lowercase().nfd().filter(|c| !is_accent(*c)).for_each(&mut take);
    }
    end(&mut word);
}

/// The pieces of one word, or [`UNKNOWN`] when some part of it has none.
fn cut(word: &str, table: &Table, emit: &mut dyn FnMut(Piece)) {
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
