//! The phrases of an attribution.

use super::is_light;
use crate::relate::reading::statement::is_core;
use crate::relate::rules::same::nouns::NOUNS;
use crate::relate::rules::same::roles::is_adposition;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// A stretch without verb or preposition, and the preposition before it.
#[derive(Clone, Debug)]
pub(super) struct Phrase {
    pub(super) preposition: Option<Stem>,
    pub(super) words: Vec<Stem>,
    /// Whether it holds a number, an identifier or a name.
    pub(super) literal: bool,
    /// Whether it is a number and what it counts.
    pub(super) counts: bool,
}

impl Phrase {
    /// How it is joined to the rest.
    pub(super) fn way(&self) -> Stem {
        self.preposition.unwrap_or_else(|| Stem::of(""))
    }
}

/// The phrases of a stretch, which may open the sentence; what belongs to another ("the cache of the index") stands before it in one.
pub(super) fn phrases(tokens: &[Token], opening: bool) -> Vec<Phrase> {
    let of = Some(Stem::of("of"));
    let mut joined: Vec<Phrase> = Vec::new();
    for phrase in split(tokens, opening) {
        match joined.last_mut() {
            Some(owned) if phrase.preposition == of => {
                let mut words = phrase.words;
                words.append(&mut owned.words);
                owned.words = words;
                owned.literal |= phrase.literal;
                owned.counts = false;
            }
            _ => joined.push(phrase),
        }
    }
    joined
}

pub(super) fn split(tokens: &[Token], opening: bool) -> Vec<Phrase> {
    let mut found: Vec<Phrase> = Vec::new();
    let mut preposition = None;
    let mut open = false;
    for (i, token) in tokens.iter().enumerate() {
        if is_adposition(token) {
            preposition = Some(Stem::of(&token.text));
            open = false;
        } else if (is_core(token) && !is_light(token.stem)) || token.is_one_of(NOUNS) {
            if !open {
                let preposition = preposition.take();
                let counts = token.kind == Kind::Number;
                found.push(Phrase { preposition, words: Vec::new(), literal: false, counts });
                open = true;
            }
            if let Some(phrase) = found.last_mut() {
                // Any word has a capital where it opens the sentence.
                let cased = token.cased != Stem::of(&token.text) && !(opening && i == 0);
                let named = token.kind != Kind::Word || cased || token.joined || token.code;
                phrase.literal |= named;
                phrase.counts &= phrase.words.is_empty() || token.kind == Kind::Word;
                phrase.words.push(token.stem);
            }
        }
    }
    for phrase in &mut found {
        phrase.counts &= phrase.words.len() > 1;
    }
    found
}
