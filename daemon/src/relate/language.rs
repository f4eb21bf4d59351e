//! Whether the rules may read a text: their cues are English.
//!
//! A wrong "yes" could merge or set against each other texts that nobody understood; a wrong "no" only costs recall.

use super::lexicon::Marks;
use super::scan::Scan;
use super::token::{Kind, Token};

/// Negations of common languages, for texts that the rules do not read otherwise.
const FOREIGN_NEGATIONS: &[&str] = &[
    "nicht",
    "kein",
    "keine",
    "nie",
    "niemals",
    "ne",
    "pas",
    "jamais",
    "nunca",
    "não",
    "non",
    "mai",
    "niet",
    "geen",
    "nooit",
    "не",
    "ни",
    "нет",
    "нельзя",
    "никогда",
    "nie",
    "inte",
    "aldrig",
    "ikke",
    "لا",
    "ليس",
];

/// Characters that negate in Chinese and Japanese.
const NEGATING_CHARACTERS: &[char] = &['不', '没', '沒', '无', '無', '非', '勿', '未', '禁', '别'];

/// Whether most of the text is ASCII and English function words outweigh those of other languages.
pub(super) fn is_known(tokens: &[Token], scan: &Scan) -> bool {
    if scan.foreign_letters * 8 > scan.letters {
        return false;
    }
    let words = tokens.iter().filter(|token| token.kind == Kind::Word);
    let (mut english, mut listed, mut foreign) = (0_usize, 0_usize, 0_usize);
    for token in words {
        english += usize::from(token.is(Marks::ENGLISH));
        foreign += usize::from(token.is(Marks::FOREIGN));
        listed += usize::from(
            token.is(Marks::STOP.or(Marks::WEAK).or(Marks::VERB).or(Marks::PREPOSITION)),
        );
    }
    if foreign == 0 { english + listed > 0 } else { english > foreign }
}

/// How many negations of any language a text holds, for the review of texts in an unknown one.
pub(super) fn negations(tokens: &[Token], text: &str) -> usize {
    let characters = text.chars().filter(|c| NEGATING_CHARACTERS.contains(c)).count();
    let is_negation =
        |token: &&Token| token.is(Marks::NEGATION) || FOREIGN_NEGATIONS.contains(&&*token.text);
    characters + tokens.iter().filter(is_negation).count()
}
