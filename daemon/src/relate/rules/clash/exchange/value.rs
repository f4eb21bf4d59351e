//! The spans as values: what of a span is its value, and which values answer one question.

use super::words::{CLAUSES, DETAILS, PASSED};
use crate::relate::reading::frames::Sort;
use crate::relate::reading::phrasing::is_participle;
use crate::relate::reading::predicate::{is_lower, is_plural};
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::token::{Kind, Token};

/// Longer spans are sentences of their own.
pub(super) const LONGEST_SPAN: usize = 4;

/// The value of a span and what it adds to it; nothing where the span holds more than a value.
pub(super) fn cut(span: &[Token]) -> Option<(&[Token], &[Token])> {
    let adds = |i: &usize| {
        let Some(token) = span.get(*i) else { return false };
        let mut behind = span.iter().skip(i + 1).take(2);
        let goes_on = token.is_word("and") && behind.any(is_participle);
        goes_on || token.gap.any(Gap::ANY) || token.is_one_of(DETAILS)
    };
    let end = (1..span.len()).find(adds).unwrap_or(span.len());
    let (value, rest) = span.split_at_checked(end)?;
    let words = value.iter().filter(|token| !token.is_one_of(PASSED)).count();
    let closed = Marks::HARD.or(Marks::NEGATION).or(Marks::PROHIBITION);
    let plain = value
        .iter()
        .skip(1)
        .all(|token| (token.code || !token.is(Marks::PREPOSITION)) && !token.is_one_of(CLAUSES));
    let told = span.iter().all(|token| token.code || !token.is(closed));
    (plain && told && (1..=LONGEST_SPAN).contains(&words)).then_some((value, rest))
}

/// Whether two values are of one sort, and neither is a thing done.
pub(super) fn fit(x: &[Token], y: &[Token]) -> bool {
    let (a, b) = (sort(x), sort(y));
    let plural = |value: &[Token]| value.last().is_some_and(is_plural);
    let words = a == Sort::Word && b == Sort::Word;
    a.fits(b) && (!words || is_code(x) || plural(x) == plural(y))
}

/// A number behind a name belongs to it: "ISO 8601".
pub(super) fn sort(value: &[Token]) -> Sort {
    let name = value.iter().find(|token| token.kind != Kind::Number);
    let named = name.is_some_and(|token| !is_lower(token) && !token.is_one_of(PASSED));
    let clock = value.iter().any(|token| matches!(token.unit(), "am" | "pm"));
    match Sort::of(value) {
        Sort::Quantity if clock => Sort::Time,
        Sort::Quantity if named => Sort::Name,
        sort => sort,
    }
}

pub(super) fn is_code(value: &[Token]) -> bool {
    value.iter().all(|token| token.code)
}

/// A number in the form of its token.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Number<'a> {
    pub(super) text: &'a str,
    pub(super) unit: &'a str,
}

/// The one number that a value is: "20", "a single", "an hour", "3 pm".
pub(super) fn number(value: &[Token]) -> Option<Number<'_>> {
    match value {
        [number] if number.kind == Kind::Number => {
            let unit = if number.unit() == "pm" { "am" } else { number.unit() };
            Some(Number { text: &number.text, unit })
        }
        [.., one] if value.len() < 3 && one.is_word("single") => {
            Some(Number { text: "1", unit: "" })
        }
        [one, period] if one.is_one_of(&["a", "an"]) => {
            let found = PERIODS.iter().find(|(word, _)| period.is_word(word));
            found.map(|(_, text)| Number { text, unit: "t" })
        }
        _ => None,
    }
}

/// One of each period, as its token is written.
const PERIODS: &[(&str, &str)] = &[
    ("second", "1000:t"),
    ("minute", "60000:t"),
    ("hour", "3600000:t"),
    ("day", "86400000:t"),
    ("week", "604800000:t"),
];

/// Whether a value says what is done or how something is, of which much may be true at once: "stored", "very fast", "in use".
pub(super) fn opens_predicate(value: &[Token]) -> bool {
    value.first().is_some_and(|first| {
        is_participle(first)
            || first.is(Marks::PREPOSITION)
            || first.text.ends_with("ing")
            || first.text.ends_with("ly")
    })
}
