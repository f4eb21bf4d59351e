//! Capitals: where a word stands in the midst of a sentence, its case tells a name from a word ("in Go", "go"), a type from a value
//! (`Node`, `node`), one unit from another ("Mb", "MB").
//!
//! Case tells nothing at the start of a sentence, in a text all in capitals or in a headline, of a small word put in capitals for
//! emphasis, and of a product that is no word besides ("postgres").

use crate::relate::reading::statement::{Statement, is_core};
use crate::relate::words::families::Families;
use crate::relate::words::lexicon::{ABBREVIATIONS, Marks, WEEKDAYS};
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// Whether a word or a unit is written in another case in one than in the other.
pub(super) fn differs(a: &Statement, b: &Statement) -> bool {
    words_differ(a, b) || units_differ(a, b)
}

/// How a word is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Case {
    Lower,
    Title,
    Upper,
    /// Title where a sentence begins: lower or title elsewhere.
    Start,
    /// An abbreviation in capitals, as it likes: "DB".
    Short,
    /// In its own way: `userId`. What the hash is of is the whole that the word is a part of.
    Own(Stem),
}

impl Case {
    fn of(token: &Token) -> Self {
        let mut rest = token.text.chars();
        let first = rest.next().into_iter();
        if token.cased == Stem::of(&token.text) {
            Self::Lower
        } else if token.cased == Stem::of_chars(first.flat_map(char::to_uppercase).chain(rest)) {
            Self::Title
        } else if token.cased == Stem::of_chars(token.text.chars().flat_map(char::to_uppercase)) {
            Self::Upper
        } else {
            Self::unfolded(token).unwrap_or(Self::Own(token.cased))
        }
    }

    /// The case of the abbreviation that a word was unfolded from: "Docs" is written as "Documentation" is.
    fn unfolded(token: &Token) -> Option<Self> {
        let of = |long: &str| long.split(' ').any(|word| word == &*token.text);
        ABBREVIATIONS.iter().filter(|(_, long)| of(long)).find_map(|(short, _)| {
            let mut rest = short.chars();
            let first = rest.next().into_iter();
            if token.cased == Stem::of(short) {
                Some(Self::Lower)
            } else if token.cased == Stem::of_chars(first.flat_map(char::to_uppercase).chain(rest))
            {
                Some(Self::Title)
            } else {
                // "PRs".
                let (one, end) = short.strip_suffix('s').map_or((*short, ""), |one| (one, "s"));
                let upper = || one.chars().flat_map(char::to_uppercase);
                let many = Stem::of_chars(upper().chain(end.chars()));
                let all = Stem::of_chars(upper().chain(end.chars().flat_map(char::to_uppercase)));
                [many, all].contains(&token.cased).then_some(Self::Short)
            }
        })
    }
}

/// The case of each word of a text in which it tells something; none where it does not.
fn told(statement: &Statement) -> Vec<(&Token, Option<Case>)> {
    let tokens = &statement.tokens;
    let written: Vec<Case> = tokens.iter().map(Case::of).collect();
    let long = |(token, _): &(&Token, &Case)| {
        let joins = token.is(Marks::PREPOSITION.or(Marks::QUALIFIER));
        token.kind == Kind::Word && !joins && token.text.len() > SHORT
    };
    let words = || tokens.iter().zip(&written).filter(long);
    let low = words().filter(|(_, case)| **case == Case::Lower).count();
    let shouts = !statement.equality.chars().any(char::is_lowercase);
    // In a headline all longer words are in capitals.
    let plain = shouts || (low == 0 && words().count() >= HEADLINE);
    let mut told = Vec::with_capacity(tokens.len());
    let mut starts = true;
    for (i, (token, case)) in tokens.iter().zip(written).enumerate() {
        let opens = i == 0 || token.gap.any(Gap::STOP.or(Gap::COLON).or(Gap::PAREN));
        // "Read-only" is one word with one capital.
        starts = opens || (starts && token.joined);
        let joined = token.joined || tokens.get(i + 1).is_some_and(|next| next.joined);
        let case = match case {
            // "Running" and "running" at the start; a name that begins in lower case does so on purpose.
            Case::Title if starts && !token.code => at_start(tokens, i).filter(|_| !plain),
            // What begins in lower case where a name begins so too does it by habit.
            Case::Lower if starts && !is_word_too(tokens, i) => {
                Some(Case::Start).filter(|_| !plain)
            }
            Case::Upper if plain || is_emphasis(tokens, i) => None,
            Case::Title | Case::Lower if plain => None,
            // "Don't" is "do" with the capital of the whole.
            Case::Own(_) if is_small(token) => None,
            Case::Short => None,
            Case::Own(_) if joined && (starts || plain) => None,
            _ if token.kind != Kind::Word || is_product(tokens, i) => None,
            case => Some(case),
        };
        told.push((token, case));
    }
    told
}

/// What a capital tells where a sentence begins: that the word is not all in capitals, and of a word that is a name as well nothing but
/// itself ("March fixes", "march fixes").
fn at_start(tokens: &[Token], i: usize) -> Option<Case> {
    let told = tokens.get(i).is_some_and(|token| !is_small(token)) && !is_product(tokens, i);
    told.then_some(if is_word_too(tokens, i) { Case::Title } else { Case::Start })
}

/// Shorter words stay small in a headline.
const SHORT: usize = 3;
/// Fewer capitals are names.
const HEADLINE: usize = 4;

/// "NOT", "ALWAYS", "NEVER USE".
fn is_emphasis(tokens: &[Token], i: usize) -> bool {
    let Some(token) = tokens.get(i) else { return false };
    let before = i.checked_sub(1).and_then(|i| tokens.get(i));
    let opens = |before: &Token| before.is(Marks::OPENER.or(Marks::NEGATION));
    let order = token.gap.any(Gap::CLAUSE) || before.is_none_or(opens);
    // "SELECT is slow".
    let spoken_of = tokens.get(i + 1).is_some_and(|next| next.is(Marks::PASSIVE.or(Marks::FINITE)));
    !is_core(token) || (order && token.is(Marks::IMPERATIVE) && !spoken_of)
}

/// A function word.
fn is_small(token: &Token) -> bool {
    token.is(Marks::STOP.or(Marks::NEGATION).or(Marks::PREPOSITION).or(Marks::QUALIFIER))
}

/// Whether a product is surely meant: one whose name is no word, or any before a version.
fn is_product(tokens: &[Token], i: usize) -> bool {
    let Some(here) = tokens.get(i..) else { return false };
    let next = here.get(1).filter(|next| next.gap == Gap::NONE);
    let versioned = next.is_some_and(|next| next.kind == Kind::Number && !next.has_unit());
    let word = here.first().is_some_and(|token| token.is_one_of(WORDS_TOO));
    let named = || {
        let families = Families::builtin();
        let found = families.at(here);
        found.is_some_and(|(found, _)| found.iter().all(|member| !member.ordinary))
    };
    versioned || (!word && named())
}

/// Whether a word is a name where it has a capital, and another word where it has none: "Polish", "March", "Go".
fn is_word_too(tokens: &[Token], i: usize) -> bool {
    let Some(here) = tokens.get(i..) else { return false };
    let named = || {
        let found = Families::builtin();
        let found = found.at(here).map(|(found, _)| found.iter().any(|member| member.ordinary));
        found.unwrap_or(false)
    };
    let listed = |token: &Token| {
        token.is(Marks::MONTH) || token.is_one_of(WORDS_TOO) || token.is_one_of(PEOPLES)
    };
    here.first().is_some_and(listed) || named()
}

/// Peoples and countries whose names are words as well.
const PEOPLES: &[&str] = &["polish", "china", "turkey"];

/// Products whose names are words as well, beside those that their families tell of.
const WORDS_TOO: &[&str] = &[
    "bamboo",
    "bazaar",
    "brew",
    "celery",
    "cursor",
    "drone",
    "elm",
    "express",
    "flask",
    "flutter",
    "flux",
    "fossil",
    "gulp",
    "grunt",
    "honeycomb",
    "jest",
    "linear",
    "locust",
    "maven",
    "outline",
    "pony",
    "postman",
    "react",
    "request",
    "requests",
    "revive",
    "salt",
    "scala",
    "shortcut",
    "snowflake",
    "solid",
    "spark",
    "stripe",
    "twig",
    "vault",
    "varnish",
    "yarn",
];

fn words_differ(a: &Statement, b: &Statement) -> bool {
    let (x, y) = (told(a), told(b));
    let apart = |mine: &[(&Token, Option<Case>)], theirs: &[(&Token, Option<Case>)]| {
        mine.iter().enumerate().any(|(i, (token, case))| {
            let Some(case) = case else { return false };
            let others = theirs.iter().filter(|(other, _)| other.stem == token.stem);
            let one = |other: &Token, written: &Option<Case>| match (*case, *written) {
                // "YubiKey", "Yubikey": a name for sure, whose inner capitals are easily lost.
                (_, None)
                | (Case::Start, Some(Case::Lower | Case::Title | Case::Start | Case::Own(_)))
                | (Case::Lower | Case::Title | Case::Own(_), Some(Case::Start))
                | (Case::Own(_), Some(Case::Title))
                | (Case::Title, Some(Case::Own(_))) => true,
                // "getUser" has no plural.
                (Case::Own(_), Some(_)) => Some(*case) == *written && token.text == other.text,
                // "On Monday" is once.
                (Case::Title, Some(Case::Title)) => {
                    let day = || WEEKDAYS.iter().any(|day| token.text.starts_with(day));
                    token.text == other.text || !day()
                }
                (case, Some(written)) => case == written,
            };
            // Said as often, the words stand for each other in their order: "rename foo to Foo".
            let often = |side: &[(&Token, Option<Case>)]| {
                side.iter().filter(|(other, _)| other.stem == token.stem).count()
            };
            if often(mine) == often(theirs) {
                let place = mine.get(..i).map_or(0, often);
                return others.skip(place).take(1).any(|(other, written)| !one(other, written));
            }
            often(theirs) > 0 && !others.into_iter().any(|(other, written)| one(other, written))
        })
    };
    apart(&x, &y) || apart(&y, &x)
}

/// "5 Mb" is not "5 MB", nor "5 mb" surely either.
fn units_differ(a: &Statement, b: &Statement) -> bool {
    let (x, y) = (units(&a.equality), units(&b.equality));
    let alike = |one: &(&str, &str), other: &(&str, &str)| {
        one.0 == other.0 && one.1.eq_ignore_ascii_case(other.1)
    };
    x.iter().any(|one| !y.contains(one) && y.iter().any(|other| alike(one, other)))
}

/// The quantities of a text with their units as written.
fn units(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut number = None;
    for word in text.split([' ', '`', '"', '(', ')', ',', ';']).filter(|word| !word.is_empty()) {
        let split = word.rfind(|c: char| c.is_ascii_digit()).map_or(0, |at| at + 1);
        let (digits, unit) = word.split_at_checked(split).unwrap_or(("", word));
        let unit = unit.trim_end_matches(['.', ':', '!', '?']);
        let fits = unit.len() <= LONGEST_UNIT && unit.chars().all(|c| c.is_ascii_alphabetic());
        let digits = if digits.is_empty() { number.take() } else { Some(digits) };
        number = None;
        let Some(digits) = digits.filter(|_| fits) else { continue };
        if unit.is_empty() {
            number = Some(digits);
        } else if !CASELESS.iter().any(|word| word.eq_ignore_ascii_case(unit)) {
            found.push((digits, unit));
        }
    }
    found
}

/// "Mbps"; longer words are no symbols.
const LONGEST_UNIT: usize = 4;

/// What stands behind a number and is a word.
const CASELESS: &[&str] = &[
    "am", "pm", "min", "mins", "sec", "secs", "hr", "hrs", "hour", "day", "days", "week", "line",
    "and", "or", "to", "in", "on", "at", "for", "is", "as", "if", "of", "x",
];
