//! A sentence put plainly before its roles are read: affirmed, without adverbs, its fronted phrase found.

use super::parse::{BE, MODALS, WHO};
use super::phrase::{Phrase, Place, is_adposition};
use crate::relate::reading::phrasing::is_participle;
use crate::relate::reading::statement::is_core;
use crate::relate::words::canon::canonical;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::lexicon::WEEKDAYS;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// The sentence without its verb's negation, and whether it has one; what it sets aside ("…, not X", "rather than X") opens with the
/// adposition "not". None where it denies anything else.
pub(super) fn affirmed(tokens: &[Token]) -> Option<(Vec<Token>, bool)> {
    let mut told: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut denied = 0;
    let mut i = 0;
    while let Some(token) = tokens.get(i) {
        let next = tokens.get(i + 1);
        let aside = (token.is_word("rather") && next.is_some_and(|next| next.is_word("than")))
            || (token.is_word("instead") && next.is_some_and(|next| next.is_word("of")));
        let joined = told.last().is_some_and(|last| last.is_one_of(&["and", "but"]));
        let contrast = token.is_one_of(&["not", "never"]) && (token.gap == Gap::COMMA || joined);
        if aside || contrast {
            if joined {
                told.pop();
            }
            let mut opener = token.clone();
            opener.text = "not".into();
            opener.marks = Marks::PREPOSITION;
            opener.gap = Gap::NONE;
            told.push(opener);
            i += 1 + usize::from(aside);
            // "…, not by X": what the adposition says has been said.
            i += usize::from(tokens.get(i).is_some_and(is_adposition));
            continue;
        }
        let carries = |token: &Token| token.is_one_of(BE) || token.is_one_of(MODALS);
        let does = told.last().is_some_and(|last| last.is_one_of(&["do", "does"]));
        let verbal = token.is_one_of(&["not", "never"])
            && (does || told.last().is_none_or(|last| carries(last) || last.is_one_of(WHO)));
        if verbal {
            denied += 1;
            if does {
                told.pop();
            }
        } else {
            told.push(token.clone());
        }
        i += 1;
    }
    (denied < 2).then_some((told, denied == 1))
}

/// The clause without its adverbs of manner, which stand where they like, and those as phrases of their own.
pub(super) fn without_adverbs(main: &[Token]) -> (Vec<Token>, Vec<Phrase>) {
    let is_adverb = |(i, token): &(usize, &Token)| {
        let last = *i + 1 == main.len();
        let noun =
            main.get(i + 1).is_some_and(|next| next.gap == Gap::NONE && !is_participle(next));
        *i > 0
            && token.kind == Kind::Word
            && token.text.len() > SHORT_LY
            && token.text.ends_with("ly")
            && (last || !noun || main.get(i + 1).is_some_and(is_adposition))
    };
    let (adverbs, told): (Vec<_>, Vec<_>) = main.iter().enumerate().partition(is_adverb);
    let phrase = |token: &Token| {
        let often = OFTEN.iter().find(|(adverb, _)| token.is_word(adverb));
        match often {
            Some((_, time)) => Phrase {
                way: Stem::of("every"),
                words: vec![Place::Word(Stem::of(&canonical(time)))],
            },
            None => Phrase { way: Stem::of("-ly"), words: vec![Place::Word(token.stem)] },
        }
    };
    let adverbs = adverbs.into_iter().map(|(_, token)| phrase(token)).collect();
    (told.into_iter().map(|(_, token)| token.clone()).collect(), adverbs)
}

/// Shorter words are no adverbs by their ending: "fly", "only".
const SHORT_LY: usize = 4;

/// Adverbs of time, and what they repeat.
const OFTEN: &[(&str, &str)] = &[
    ("hourly", "hour"),
    ("daily", "day"),
    ("nightly", "night"),
    ("weekly", "week"),
    ("monthly", "month"),
    ("quarterly", "quarter"),
    ("yearly", "year"),
    ("annually", "year"),
];

/// The sentence with "every 30 s", "each night" read as phrases of time; none where it has none.
pub(super) fn timed(tokens: &[Token]) -> Option<Vec<Token>> {
    let of_time = |i: usize| {
        let every = tokens.get(i).is_some_and(|token| token.is_one_of(&["every", "each"]));
        let time = tokens.get(i + 1).is_some_and(|next| {
            next.kind == Kind::Number || next.is_one_of(WEEKDAYS) || next.is_one_of(TIMES)
        });
        every && time
    };
    if !(0..tokens.len()).any(of_time) {
        return None;
    }
    let mut timed = tokens.to_vec();
    for (i, token) in timed.iter_mut().enumerate() {
        if of_time(i) {
            token.marks = token.marks.or(Marks::PREPOSITION);
            token.text = "every".into();
        }
    }
    Some(timed)
}

const TIMES: &[&str] = &[
    "day", "night", "week", "month", "year", "hour", "minute", "second", "morning", "evening",
    "quarter", "sprint",
];

/// Where the sentence proper begins, behind a phrase that is put in front: at its comma, or at the article or the "we" of the
/// subject.
pub(super) fn main_clause(tokens: &[Token]) -> Option<usize> {
    if !tokens.first().is_some_and(is_adposition) {
        return Some(0);
    }
    let comma = tokens.iter().skip(2).position(|token| token.gap.any(Gap::COMMA));
    if let Some(comma) = comma {
        return Some(comma + 2);
    }
    let anew = tokens.windows(2).skip(1).position(|pair| match pair {
        [noun, begins] => is_core(noun) && (begins.is_one_of(WHO) || begins.is_one_of(ARTICLES)),
        _ => false,
    });
    anew.map(|at| at + 2)
}

const ARTICLES: &[&str] = &["the", "a", "an", "our", "all", "every", "each"];
