//! Words that a prefix makes of their opposite ("unsigned" of "signed").

use super::canon::canonical;
use super::lexicon;
use super::stems::Stem;
use super::token::{Kind, Token};

/// A word made by a prefix that undoes another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::relate) struct Undone {
    pub(in crate::relate) word: Stem,
    pub(in crate::relate) base: Stem,
}

/// The words of a text that a prefix makes of their opposite.
pub(in crate::relate) fn undone(tokens: &[Token]) -> Box<[Undone]> {
    let words = tokens.iter().filter(|token| token.kind == Kind::Word);
    words
        .filter_map(|token| {
            let base = lexicon::undone(&token.text)?;
            Some(Undone { word: token.stem, base: Stem::of(&canonical(base)) })
        })
        .collect()
}
