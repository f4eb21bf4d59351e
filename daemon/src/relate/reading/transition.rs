//! Transitions: "from 1.0.1 to 1.0.2", as version bumps and renames tell them (rule S4).

use super::cues::phrase_at;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// Longest value of a transition, in tokens.
const LONGEST_VALUE: usize = 3;
/// The odd number next to 2^64 divided by the golden ratio: spreads the bits of a key.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The one transition of a text, and the rest of its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::relate) struct Transition {
    pub(in crate::relate) from: Box<[Stem]>,
    pub(in crate::relate) to: Box<[Stem]>,
    /// All other words in order; references in parentheses left out, verbs of a bump folded.
    frame: Box<[Stem]>,
    /// The word before "from": what makes the step.
    subject: Stem,
    /// How many of `frame` stand before the values.
    head: usize,
    way: Way,
}

/// How a step is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// As the title of a bump: "Bump serde from 1.0.1 to 1.0.2".
    Titled,
    /// As a setting or version that was changed: "was raised from 30 to 60".
    Done,
    /// As what goes on again and again, a copy, a conversion, a stage of many ("goes from Kafka to S3"): the next step takes
    /// nothing back.
    Other,
}

impl Way {
    fn of(head: &[Token], rest: &[Token], old: &[Token], new: &[Token]) -> Self {
        let counted = |value: &[Token]| {
            let digits = |token: &Token| token.text.bytes().any(|b| b.is_ascii_digit());
            value.first().is_some_and(|token| token.kind != Kind::Word && digits(token))
        };
        let says = |told: &[Token], words: &[&str], but: &[&str]| {
            told.iter().enumerate().any(|(i, token)| {
                let before = i.checked_sub(1).and_then(|i| told.get(i));
                token.is_one_of(words) && !before.is_some_and(|before| before.is_one_of(but))
            })
        };
        let both = |words: &[&str], but: &[&str]| says(head, words, but) || says(rest, words, but);
        match counted(old) && counted(new) {
            true if both(SETTING, PRESENT) => Self::Done,
            true if both(BUMPS, LEADS) => Self::Titled,
            _ => Self::Other,
        }
    }
}

/// Orders of a bump, as titles of commits have them; "the installer upgrades" is a habit.
const BUMPS: &[&str] = &["bump", "update", "upgrade", "raise"];
/// Behind these a bump is no title: "we upgrade", "to update".
const LEADS: &[&str] =
    &["to", "we", "they", "you", "i", "must", "should", "will", "can", "may", "then", "and"];
/// How a text tells that a setting or a version is another; "is increased" may be a habit.
const SETTING: &[&str] = &[
    "bumped",
    "updated",
    "upgraded",
    "raised",
    "lowered",
    "increased",
    "decreased",
    "reduced",
    "changed",
    "extended",
    "shortened",
];
const PRESENT: &[&str] = &["is", "are", "be", "being", "gets", "get"];

impl Transition {
    /// The transition that `tokens` tell of; none where there are several.
    pub(in crate::relate) fn of(tokens: &[Token]) -> Option<Self> {
        let mut starts = (0..tokens.len()).filter(|i| phrase_at(tokens, *i, &["from"]));
        let from = starts.next().filter(|_| starts.next().is_none())? + 1;
        let tail = tokens.get(from..)?;
        let to = tail
            .iter()
            .take(LONGEST_VALUE + 1)
            .position(|token| token.is_word("to") && token.gap == Gap::NONE)?;
        let end = end(tail.get(to + 1..)?);
        let old = tail.get(..to)?;
        let new = tail.get(to + 1..to + 1 + end)?;
        if old.is_empty() || new.is_empty() || old.iter().any(|token| token.gap.any(Gap::CLAUSE)) {
            return None;
        }
        let head = tokens.get(..from)?;
        let rest = tail.get(to + 1 + end..)?;
        let subject = head.iter().rev().nth(1)?.stem;
        let told = |part: &[Token]| -> Vec<Stem> {
            part.iter().filter(|token| !is_reference(token)).map(frame_stem).collect()
        };
        let (mut frame, tail) = (told(head), told(rest));
        let head = frame.len();
        frame.extend(tail);
        let stems = |value: &[Token]| value.iter().map(|token| token.stem).collect();
        let way = Way::of(tokens.get(..from)?, rest, old, new);
        Some(Self { from: stems(old), to: stems(new), frame: frame.into(), subject, head, way })
    }

    /// Keys of where the step starts and where it arrives: the next step starts where this one arrives.
    pub(in crate::relate) fn ends(&self) -> [u64; 2] {
        [&self.from, &self.to].map(|value| {
            let words = value.iter().map(|stem| stem.value());
            words
                .fold(self.subject.value(), |key, word| key.rotate_left(7) ^ word)
                .wrapping_mul(SPREAD)
        })
    }

    /// Whether `next` goes on from here: the same words, and its old value is this new one. A step straight
    /// back is left to review: it may as well contradict.
    pub(in crate::relate) fn is_continued_by(&self, next: &Self) -> bool {
        self.frame == next.frame && self.to == next.from && self.from != next.to
    }

    /// Whether the next step of the same takes this one's place: a version or a number was changed, or is by a title. An order that
    /// ends as a `sentence` may be one step of a way that goes on.
    pub(in crate::relate) fn gives_way(&self, sentence: bool) -> bool {
        self.way == Way::Done || (self.way == Way::Titled && !sentence)
    }

    /// As [`Self::is_continued_by`], but only what is stepped and what follows the values are equal: a label before
    /// ("[Security] Bump X ...") differs.
    pub(in crate::relate) fn is_loosely_continued_by(&self, next: &Self) -> bool {
        let tail = |step: &Self| step.frame.get(step.head..).unwrap_or_default().to_vec();
        self.to == next.from && self.subject == next.subject && tail(self) == tail(next)
    }
}

/// Where a value ends: at a preposition, any mark, or its longest.
fn end(value: &[Token]) -> usize {
    let stop = value.iter().enumerate().position(|(i, token)| {
        token.is(Marks::PREPOSITION.or(Marks::STOP)) || (i > 0 && token.gap != Gap::NONE)
    });
    stop.unwrap_or(value.len()).min(LONGEST_VALUE)
}

fn frame_stem(token: &Token) -> Stem {
    if token.is(Marks::BUMP) { Stem::of("bump") } else { token.stem }
}

/// "#123": which pull request, not what happened.
pub(in crate::relate) fn is_reference(token: &Token) -> bool {
    token.kind == Kind::Identifier && token.text.starts_with('#')
}
