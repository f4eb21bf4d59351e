//! How a text puts its words: where its prepositions stand, who does what, who is meant. Guards of *Same* beyond the
//! measured ones; each answers a way in which equal core words can still say different things.

use super::statement::is_core;
use crate::relate::words::canon;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// What two texts with equal core words must agree in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::relate) struct Phrasing {
    /// Core words and the words of place, order and negation between them, in order. Prepositions that may stand for
    /// each other are one marker.
    pub(in crate::relate) marked: Vec<Stem>,
    pub(in crate::relate) opens_with_marker: bool,
    /// The words right behind negations, forms of "to be" skipped.
    denied: Vec<Stem>,
    /// Core words before the first relating verb; 0 for imperatives and passives, `None` without such a verb.
    agent: Option<usize>,
    /// Main verbs that the stop list hides.
    needs: bool,
    has: bool,
    perfect: bool,
}

impl Phrasing {
    pub(in crate::relate) fn of(tokens: &[Token]) -> Self {
        let first = tokens.iter().find(|token| is_core(token) || mark(token).is_some());
        Self {
            marked: marked(tokens),
            opens_with_marker: first.is_some_and(is_adposition),
            denied: denied(tokens),
            agent: agent(tokens),
            needs: main_verb(tokens, &["need", "needs"], &["not", "to"]),
            has: main_verb(tokens, &["has", "have", "had"], &["been", "to", "not"]),
            perfect: perfect(tokens),
        }
    }

    fn without_as(&self) -> Vec<Stem> {
        self.marked.iter().copied().filter(|stem| *stem != Stem::of("as")).collect()
    }

    /// "Stored as UTC", "stored in UTC".
    fn as_in(&self) -> Vec<Stem> {
        let fold = |stem: &Stem| if *stem == Stem::of("as") { Stem::of("in") } else { *stem };
        self.marked.iter().map(fold).collect()
    }

    /// Whether two texts with equal core sequences put them alike.
    pub(in crate::relate) fn agrees(&self, other: &Self) -> bool {
        let active = |phrasing: &Self| phrasing.agent.is_some_and(|before| before > 0);
        let elsewhere = active(self) && active(other) && self.agent != other.agent;
        (self.without_as() == other.without_as() || self.as_in() == other.as_in())
            && self.denied == other.denied
            && active(self) == active(other)
            && !elsewhere
            && self.needs == other.needs
            && self.has == other.has
            && self.perfect == other.perfect
    }
}

/// Core words and markers in order. An exchangeable preposition counts only where it governs a core word: "in this
/// codebase" says nothing between two memories of one scope.
fn marked(tokens: &[Token]) -> Vec<Stem> {
    let mut marked = Vec::with_capacity(tokens.len());
    let mut pending = None;
    for token in tokens {
        if is_core(token) {
            marked.extend(pending.take());
            marked.push(token.stem);
        } else if token.is(Marks::BENIGN) {
            pending = mark(token);
        } else if let Some(marker) = mark(token) {
            pending = None;
            marked.push(marker);
        }
    }
    marked
}

/// The word right behind each negation; "is not here" is not "is here not".
fn denied(tokens: &[Token]) -> Vec<Stem> {
    let negations = tokens.iter().enumerate().filter(|(_, token)| token.is(Marks::NEGATION));
    let behind = negations.filter_map(|(i, _)| {
        let mut rest = tokens.iter().skip(i + 1);
        rest.find(|token| !token.is_one_of(&["be", "is", "are", "been", "the", "a", "an"]))
    });
    behind.map(|token| token.stem).collect()
}

/// The marker that a word outside the core leaves, if any.
fn mark(token: &Token) -> Option<Stem> {
    if token.is(Marks::BENIGN) {
        return Some(Stem::of("in"));
    }
    if token.is_word("as") {
        return Some(Stem::of("as"));
    }
    if token.is(Marks::NEGATION) {
        return Some(Stem::of("not"));
    }
    let marks = Marks::PREPOSITION.or(Marks::ORDER).or(Marks::QUALIFIER);
    (token.is(marks) && !token.is_word("to")).then(|| Stem::of(&token.text))
}

fn is_adposition(token: &Token) -> bool {
    token.kind == Kind::Word && token.is(Marks::PREPOSITION.or(Marks::QUALIFIER))
}

/// How many core words precede the first relating verb ("CLI uses API"); 0 where it is passive or opens the text.
fn agent(tokens: &[Token]) -> Option<usize> {
    let verb = tokens.iter().position(|token| token.is(Marks::RELATING))?;
    let passive = verb
        .checked_sub(1)
        .and_then(|i| tokens.get(i))
        .is_some_and(|token| token.is(Marks::PASSIVE));
    let head = tokens.iter().take(verb);
    Some(if passive { 0 } else { head.filter(|token| is_core(token)).count() })
}

/// Whether one of `verbs` is a main verb: not followed by one of `auxiliary_before` or a participle.
fn main_verb(tokens: &[Token], verbs: &[&str], auxiliary_before: &[&str]) -> bool {
    let mut places = tokens.iter().enumerate().filter(|(_, token)| token.is_one_of(verbs));
    places.any(|(i, _)| {
        let next = tokens.get(i + 1).filter(|next| next.gap == Gap::NONE);
        next.is_some_and(|next| !next.is_one_of(auxiliary_before) && !is_participle(next))
    })
}

fn perfect(tokens: &[Token]) -> bool {
    tokens.windows(2).any(|pair| match pair {
        [have, next] => {
            have.is_one_of(&["has", "have", "had"]) && (next.is_word("been") || is_participle(next))
        }
        _ => false,
    })
}

/// Whether a text is told of what was named before it: nobody knows what it is about.
pub(in crate::relate) fn points_back(tokens: &[Token]) -> bool {
    let mut opening = tokens.iter().skip_while(|token| token.is_word("the"));
    let Some(first) = opening.next() else { return false };
    let alone = opening.next().is_none_or(|next| {
        next.is(Marks::STOP.or(Marks::PASSIVE).or(Marks::VERB).or(Marks::FINITE))
    });
    first.is_one_of(POINTING) || (alone && first.is_one_of(&["this", "that", "these", "those"]))
}

const POINTING: &[&str] = &["it", "they", "he", "she", "former", "latter", "its", "their"];

/// Whether a token tells what happened, by its form: a past that no auxiliary carries and no noun follows ("took 5 minutes", "failed
/// with code 1").
pub(in crate::relate) fn tells_past(tokens: &[Token], i: usize) -> bool {
    let Some(token) = tokens.get(i).filter(|token| token.kind == Kind::Word) else { return false };
    let past = token.ends_in_ed() || (canon::is_past(&token.text) && !token.text.ends_with('s'));
    let mut before = tokens.get(..i).unwrap_or_default().iter().rev();
    let carried = before.find(|token| !token.text.ends_with("ly")).is_none_or(|before| {
        before.is(Marks::PASSIVE)
            || before.is_one_of(&["has", "have", "not", "and", "or", "must", "being"])
    });
    let noun = tokens.get(i + 1).is_some_and(|next| {
        let other = Marks::STOP.or(Marks::PREPOSITION).or(Marks::QUALIFIER).or(Marks::NEGATION);
        next.gap == Gap::NONE && next.kind == Kind::Word && !next.is(other)
    });
    past && !carried && !noun
}

/// Whether a token can be a past participle.
pub(in crate::relate) fn is_participle(token: &Token) -> bool {
    token.ends_in_ed() || token.is(Marks::PARTICIPLE) || canon::is_irregular(&token.text)
}

/// Who is meant, and what is pointed at; a set of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::relate) struct Persons(u8);

const PERSONS: &[&[&str]] = &[
    &["we", "our", "us"],
    &["i", "my", "me"],
    &["you", "your"],
    &["he", "his"],
    &["she", "her"],
    &["they", "their", "them"],
    &["this", "these", "here"],
    &["those", "there"],
];

/// The persons that a text names by pronoun.
pub(in crate::relate) fn persons(tokens: &[Token]) -> Persons {
    let bits = PERSONS
        .iter()
        .enumerate()
        .filter(|(_, words)| tokens.iter().any(|token| token.is_one_of(words)));
    Persons(bits.fold(0, |bits, (i, _)| bits | 1 << i))
}

impl Persons {
    /// Whether the two can speak of the same people: one names none, or they share one.
    pub(in crate::relate) fn agree(self, other: Self) -> bool {
        self.0 == 0 || other.0 == 0 || self.0 & other.0 != 0
    }
}
