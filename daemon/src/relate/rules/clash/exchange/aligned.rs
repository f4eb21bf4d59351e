//! Two texts laid side by side.

use super::words::PASSED;
use crate::relate::reading::statement::Statement;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::token::Token;

/// Longer texts are stories.
const LONGEST_TEXT: usize = 48;

/// Two texts beside each other: which of their tokens are compared, how many both begin with, and how many both end with.
pub(super) struct Aligned<'a> {
    pub(super) sides: [Side<'a>; 2],
    pub(super) head: usize,
    pub(super) tail: usize,
}

/// One of them.
pub(super) struct Side<'a> {
    pub(super) statement: &'a Statement,
    /// Where its words stand, articles left out.
    pub(super) at: Vec<usize>,
}

impl<'a> Side<'a> {
    fn of(statement: &'a Statement) -> Self {
        let told =
            statement.tokens.iter().enumerate().filter(|(_, token)| !token.is_one_of(PASSED));
        Self { statement, at: told.map(|(i, _)| i).collect() }
    }

    pub(super) fn token(&self, i: usize) -> Option<&'a Token> {
        self.at.get(i).and_then(|at| self.statement.tokens.get(*at))
    }

    fn is_code(&self, i: usize) -> bool {
        self.token(i).is_some_and(|token| token.code)
    }

    /// The tokens between the first `head` words and the last `tail` ones, with their articles.
    fn span(&self, head: usize, tail: usize) -> &'a [Token] {
        let start = head.checked_sub(1).and_then(|i| self.at.get(i)).map_or(0, |at| at + 1);
        let end = (self.at.len() - tail).checked_sub(1).and_then(|i| self.at.get(i));
        end.and_then(|end| self.statement.tokens.get(start..=*end)).unwrap_or_default()
    }
}

/// Whether two words are one but for their form.
fn alike(x: &Token, y: &Token) -> bool {
    let be = |token: &Token| token.is_one_of(&["is", "are"]);
    x.stem == y.stem || (be(x) && be(y))
}

/// Where the span begins and ends, if it is to hold whole values.
fn whole_values(sides: &[Side<'_>; 2], mut head: usize, mut tail: usize) -> (usize, usize) {
    // A command in backticks is one value, whatever its parts have in common.
    let code = |at: &dyn Fn(&Side<'_>) -> Option<usize>| {
        sides.iter().all(|side| at(side).is_some_and(|i| side.is_code(i)))
    };
    while tail > 0
        && code(&|side| side.at.len().checked_sub(tail))
        && code(&|side| side.at.len().checked_sub(tail + 1))
    {
        tail -= 1;
    }
    while head > 0 && code(&|_| head.checked_sub(1)) && code(&|_| Some(head)) {
        head -= 1;
    }
    // So is what hyphens join.
    let joined = |side: &Side<'_>, i: usize| side.token(i).is_some_and(|token| token.joined);
    while tail > 0 && sides.iter().any(|side| joined(side, side.at.len() - tail)) {
        tail -= 1;
    }
    while head > 0 && sides.iter().any(|side| joined(side, head)) {
        head -= 1;
    }
    (head, tail)
}

impl<'a> Aligned<'a> {
    pub(super) fn of(a: &'a Statement, b: &'a Statement) -> Option<Self> {
        if a.tokens.len().max(b.tokens.len()) > LONGEST_TEXT {
            return None;
        }
        let sides = [Side::of(a), Side::of(b)];
        let [x, y] = &sides;
        let shorter = x.at.len().min(y.at.len());
        let same =
            |i: usize, j: usize| x.token(i).zip(y.token(j)).is_some_and(|(x, y)| alike(x, y));
        let head = (0..shorter).take_while(|i| same(*i, *i)).count();
        let ends = (1..=shorter - head).take_while(|i| same(x.at.len() - i, y.at.len() - i));
        let tail = ends.count();
        let (head, tail) = whole_values(&sides, head, tail);
        Some(Self { sides, head, tail })
    }

    pub(super) fn spans(&self) -> [&'a [Token]; 2] {
        let [x, y] = &self.sides;
        [x.span(self.head, self.tail), y.span(self.head, self.tail)]
    }

    /// Where the span begins.
    pub(super) fn start(&self) -> usize {
        let [x, _] = &self.sides;
        x.at.get(self.head).copied().unwrap_or(usize::MAX)
    }

    /// Whether what both begin with has no subject with a verb of its own.
    pub(super) fn is_order(&self) -> bool {
        let start = self.start();
        self.sides.iter().all(|side| side.statement.predicate.is_none_or(|verb| verb >= start))
    }

    /// The word of the common beginning that is `back` before the span.
    pub(super) fn before(&self, back: usize) -> Option<&'a Token> {
        let [x, _] = &self.sides;
        self.head.checked_sub(back).and_then(|i| x.token(i))
    }

    /// The first word of the common end.
    pub(super) fn behind(&self) -> Option<&'a Token> {
        let [x, _] = &self.sides;
        x.at.len().checked_sub(self.tail).and_then(|i| x.token(i))
    }
}

/// Whether both texts are notes under one label ("License: MIT"): they say what the label's value is without a verb.
pub(in super::super) fn are_notes(a: &Statement, b: &Statement) -> bool {
    let (Some(x), Some(y)) = (label(&a.tokens), label(&b.tokens)) else { return false };
    x == y && a.tokens.iter().zip(&b.tokens).take(x).all(|(x, y)| x.stem == y.stem)
}

/// A key of the label of a note: equal for two that [`are_notes`] of one label.
pub(in crate::relate) fn label_key(statement: &Statement) -> Option<u64> {
    let tokens = statement.tokens.iter().take(label(&statement.tokens)?);
    Some(tokens.fold(1, |key: u64, token| key.rotate_left(7) ^ token.stem.value()))
}

/// How many tokens the label of a note takes.
pub(super) fn label(tokens: &[Token]) -> Option<usize> {
    let head = tokens.get(..tokens.len().min(LONGEST_LABEL + 1)).unwrap_or_default();
    (1..head.len()).find(|i| head.get(*i).is_some_and(|token| token.gap.any(Gap::COLON)))
}

/// A label is no longer than this.
const LONGEST_LABEL: usize = 4;

/// Where the text has its verb before `end`; an order has it where it begins, or behind "to rebuild the stubs, …".
pub(super) fn verb(statement: &Statement, end: usize) -> Option<usize> {
    let tokens = &statement.tokens;
    let orders = |i: &usize| {
        let token = tokens.get(*i);
        token.is_some_and(|token| {
            token.is(Marks::IMPERATIVE) && (*i == 0 || token.gap.any(Gap::COMMA))
        })
    };
    let opens = tokens.first().is_some_and(|token| token.is_one_of(&["to", "for"]));
    // "For memory work, profile with …".
    let behind = |i: &usize| opens && tokens.get(*i).is_some_and(|token| token.gap.any(Gap::COMMA));
    let places = 0..tokens.len().min(LONGEST_OPENING);
    let ordered = || places.clone().find(orders);
    let told = statement.predicate.filter(|verb| *verb < end);
    told.or_else(ordered).or_else(|| places.clone().find(behind)).filter(|verb| *verb < end)
}

/// What stands before an order is no longer.
const LONGEST_OPENING: usize = 10;
