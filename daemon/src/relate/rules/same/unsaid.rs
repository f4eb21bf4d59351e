//! Small words that only one of the two says. The other guards know what tells two texts apart; this one knows what
//! does not, and forbids everything else: a word that no list names may be the one that the meaning turns on.

use super::nouns;
use crate::relate::reading::statement::{Statement, is_core};
use crate::relate::relation::Rule;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// Whether one says a small word that the other does not, and that may say something.
pub(super) fn differ(a: &Statement, b: &Statement, rule: Rule) -> bool {
    let (x, y) = (alone(&a.tokens, &b.tokens), alone(&b.tokens, &a.tokens));
    let ordered = matches!(rule, Rule::T1 | Rule::T2);
    !passes(&x, &y, &a.tokens, &b.tokens)
        || !passes(&y, &x, &b.tokens, &a.tokens)
        || (ordered && exchanged(&x, &y))
}

/// Whether all that only `mine` says may be left unsaid.
fn passes(mine: &[&Token], theirs: &[&Token], said: &[Token], other: &[Token]) -> bool {
    let owed = mine.iter().any(|token| token.is_one_of(OWING));
    mine.iter().all(|token| {
        token.kind == Kind::Word
            && (token.is_one_of(NOTHING) || token.is_one_of(DEMANDING) || token.is_one_of(OWING))
    }) && (!owed || demands(theirs) || is_ordered(said, other))
}

/// Words that a sentence may do without, where the guards of what they determine, govern and limit pass: articles, counts of
/// all, forms of "to be" and "to have", what only carries another verb or introduces a tool, prepositions, who speaks.
const NOTHING: &[&str] = &[
    "a",
    "an",
    "the",
    "our",
    "ours",
    "all",
    "every",
    "each",
    "is",
    "are",
    "be",
    "being",
    "gets",
    "has",
    "have",
    "there",
    "use",
    "uses",
    "used",
    "using",
    "via",
    "through",
    "with",
    "by",
    "running",
    "chose",
    "do",
    "done",
    "kept",
    "keep",
    "called",
    "named",
    "name",
    "of",
    "for",
    "as",
    "in",
    "on",
    "at",
    "to",
    "and",
    "we",
    "you",
    "it",
    "them",
    "his",
    "not",
    "goes",
    "go",
    "rather",
    "than",
    "instead",
    "always",
    "please",
    "currently",
    "this",
    "that",
    "project",
    "codebase",
    "repository",
    "team",
    "user",
];

/// Who must do something.
const OWING: &[&str] = &["must", "should"];

/// What asks for something as "must have" does.
const DEMANDING: &[&str] = &["need", "needs", "require", "requires", "required", "requiring"];

fn demands(tokens: &[&Token]) -> bool {
    tokens.iter().any(|token| token.is_one_of(DEMANDING))
}

/// Whether `other` orders what `said` says must be done: "the parser must be built", "build the parser". That something must be
/// so does not say that it is.
fn is_ordered(said: &[Token], other: &[Token]) -> bool {
    let Some(owing) = said.iter().position(|token| token.is_one_of(OWING)) else { return false };
    let mut behind = said.get(owing + 1..).unwrap_or_default().iter();
    let passed = |token: &&Token| {
        !(token.is(Marks::NEGATION.or(Marks::PASSIVE))
            || token.is_one_of(&["always", "have", "to"]))
    };
    let Some(verb) = behind.find(passed).map(|token| token.stem) else { return false };
    orders(other).any(|order| order == verb)
}

/// The words that open a clause: where it orders, its verb.
fn orders(tokens: &[Token]) -> impl Iterator<Item = Stem> + '_ {
    let passed = |token: &Token| {
        token.is(Marks::NEGATION) || token.is_one_of(&["please", "always", "do", "just"])
    };
    let mut opens = true;
    tokens.iter().filter_map(move |token| {
        let here = opens || token.gap != Gap::NONE;
        opens = here && passed(token);
        (here && !opens).then_some(token.stem)
    })
}

/// Whether a preposition of place stands for another: in a sentence of the same words it is another place or time.
fn exchanged(mine: &[&Token], theirs: &[&Token]) -> bool {
    let placed = |tokens: &[&Token]| tokens.iter().any(|token| token.is_one_of(PLACES));
    placed(mine) && placed(theirs)
}

const PLACES: &[&str] = &["in", "on", "at"];

/// The small words of `tokens` that `others` has less often.
fn alone<'a>(tokens: &'a [Token], others: &[Token]) -> Vec<&'a Token> {
    let often =
        |side: &[Token], stem: Stem| side.iter().filter(|token| key(token) == Some(stem)).count();
    let mut found = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let Some(key) = key(token) else { continue };
        let before = tokens.get(..i).map_or(0, |head| often(head, key));
        if before >= often(others, key) {
            found.push(token);
        }
    }
    found
}

/// What a small word is counted by: who and what as it is written, anything else by its stem. "The teams" are not "the team".
fn key(token: &Token) -> Option<Stem> {
    let noun = token.is(Marks::SPEAKER) || token.is_one_of(nouns::NOUNS);
    let small = !is_core(token);
    small.then(|| if noun { Stem::of(&token.text) } else { token.stem })
}
