//! Phrases: an adposition and the words that it governs.

use crate::relate::reading::statement::is_spoken;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// Adpositions that are qualifiers as well.
const ADPOSITIONS: &[&str] = &["before", "after", "during", "without", "until", "using"];

/// Adpositions that open a clause of their own.
const OCCASIONS: &[&str] = &["before", "after", "during", "until"];

/// By which or through which something is done.
const MEANS: &[&str] = &["with", "using", "via", "through"];

/// Where it is done.
const PLACES: &[&str] = &["in", "on", "at", "within", "inside"];

/// What joins clauses, or narrows a word by its place.
const JOINTS: &[&str] = &[
    "but", "which", "who", "whose", "that", "because", "so", "if", "when", "while", "where",
    "then", "than", "as", "it", "there", "first", "once", "though", "although", "unless", "since",
    "except", "only", "just", "most", "some", "both", "either", "this", "these", "whether", "how",
    "what", "why",
];

/// Words that name nothing, and say of how many what is said of all.
const PASSED: &[&str] =
    &["all", "every", "each", "any", "our", "please", "always", "current", "currently"];

/// A place in a phrase: an adposition, or a word that it governs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    Adposition(Stem),
    And,
    Or,
    Word(Stem),
}

/// An adposition and what it governs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Phrase {
    pub(super) way: Stem,
    pub(super) words: Vec<Place>,
}

impl Phrase {
    fn is_occasion(&self) -> bool {
        OCCASIONS.iter().any(|word| Stem::of(word) == self.way)
    }
}

pub(in crate::relate::rules::same) fn is_joint(token: &Token) -> bool {
    let narrows =
        token.is(Marks::NEGATION) || (token.is(Marks::HARD) && !token.is_one_of(ADPOSITIONS));
    narrows || token.is_one_of(JOINTS)
}

pub(in crate::relate::rules::same) fn is_adposition(token: &Token) -> bool {
    token.kind == Kind::Word && (token.is(Marks::PREPOSITION) || token.is_one_of(ADPOSITIONS))
}

/// The adpositions and spoken words of a stretch, in order.
pub(super) fn places(tokens: &[Token]) -> Vec<Place> {
    let placed = |token: &Token| match token {
        _ if is_adposition(token) => Some(Place::Adposition(way(&token.text))),
        _ if token.is_word("and") => Some(Place::And),
        _ if token.is_word("or") => Some(Place::Or),
        _ if is_spoken(token) && !token.is_one_of(PASSED) => Some(Place::Word(token.stem)),
        _ => None,
    };
    tokens.iter().filter_map(placed).collect()
}

/// The phrases of a stretch; what stands before the first adposition is one without any.
pub(super) fn phrases(tokens: &[Token]) -> Vec<Phrase> {
    let mut found: Vec<Phrase> = Vec::new();
    let numbers = tokens.iter().filter(|token| token.kind == Kind::Number);
    let numbers: Vec<Place> = numbers.map(|token| Place::Word(token.stem)).collect();
    for place in places(tokens) {
        match (place, found.last_mut()) {
            // "After upgrading to v2": what follows an occasion belongs to it.
            (Place::Adposition(_), Some(open)) if open.is_occasion() => {
                open.words.push(place);
            }
            (Place::Adposition(way), _) => found.push(Phrase { way, words: Vec::new() }),
            (place, Some(open)) => open.words.push(place),
            (place, None) => found.push(Phrase { way: Stem::of(""), words: vec![place] }),
        }
    }
    for phrase in &mut found {
        // "By running the script": with it.
        let by = phrase.way == Stem::of("by");
        // "Indented by two spaces": the measure.
        let measured = phrase.words.first().is_some_and(|first| numbers.contains(first));
        if by && measured {
            phrase.way = way("with");
        }
        if by && phrase.words.first() == Some(&Place::Word(Stem::of("run"))) {
            phrase.way = way("with");
            phrase.words.remove(0);
        }
        // "Before you upgrade the kubelet", "before the kubelet upgrade".
        if phrase.is_occasion() && phrase.words.len() == 2 {
            phrase.words.sort_unstable();
        }
    }
    found
}

/// The way in which an adposition joins what it governs: means and places have several that say the same.
pub(super) fn way(adposition: &str) -> Stem {
    match adposition {
        _ if MEANS.contains(&adposition) => Stem::of("with"),
        _ if PLACES.contains(&adposition) => Stem::of("in"),
        other => Stem::of(other),
    }
}
