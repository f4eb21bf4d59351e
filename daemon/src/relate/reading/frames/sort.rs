//! What kind of thing a value is. Two values of unlike kinds answer two questions, whatever the words around them: "runs nightly" /
//! "runs as root", "in the past tense" / "in English".

use super::super::old_value::is_content;
use super::super::predicate::is_lower;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::lexicon::WEEKDAYS;
use crate::relate::words::token::{Kind, Token};

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::relate) enum Sort {
    /// A number, and what it counts.
    Quantity,
    /// When or how often.
    Time,
    /// How something is done, in a word that names the respect: "mood", "order", "parallel".
    Manner(Respect),
    /// An identifier or a name in capitals.
    Name,
    /// One word that may be the name of a tool.
    Word,
    /// Anything else.
    Phrase,
}

/// In which respect a manner is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::relate) enum Respect {
    Tense,
    Order,
    Format,
    Care,
    Check,
}

impl Sort {
    /// The sort of the value that these tokens name.
    pub(in crate::relate) fn of(value: &[Token]) -> Self {
        let told = || value.iter().filter(|token| is_content(token));
        let respect = RESPECTS
            .iter()
            .find(|(_, words)| value.iter().any(|token| words.contains(&&*token.text)));
        if let Some((respect, _)) = respect {
            return Self::Manner(*respect);
        }
        if value.iter().any(is_time) || is_how_often(value) {
            return Self::Time;
        }
        if told().any(|token| token.kind == Kind::Number) {
            return Self::Quantity;
        }
        let named = |token: &Token| token.kind == Kind::Identifier || !is_lower(token);
        if told().any(named) {
            return Self::Name;
        }
        let article = value.first().is_some_and(|token| token.is_one_of(&["a", "an", "the"]));
        if told().count() == 1 && !article { Self::Word } else { Self::Phrase }
    }

    /// Whether values of the two sorts can answer one question: a name and a word may both be tools.
    pub(in crate::relate) fn fits(self, other: Self) -> bool {
        let open = |sort| matches!(sort, Self::Name | Self::Word | Self::Phrase);
        self == other || (open(self) && open(other))
    }

    /// Whether both name a thing by a name, or by one word each.
    pub(in crate::relate) fn names(self, other: Self) -> bool {
        let named = |sort| matches!(sort, Self::Name | Self::Word);
        named(self) && named(other)
    }
}

/// "Every hour", "once a day", "twice per week".
fn is_how_often(value: &[Token]) -> bool {
    let opens = value.first().is_some_and(|token| {
        token.is_one_of(&["every", "each", "once", "twice"]) || token.kind == Kind::Number
    });
    let often =
        value.first().is_some_and(|token| token.is_one_of(&["every", "each", "once", "twice"]))
            || value.iter().any(|token| token.is_one_of(&["times", "a", "per"]));
    opens && often && value.iter().skip(1).any(|token| token.is_one_of(PERIODS))
}

const PERIODS: &[&str] = &[
    "second", "minute", "hour", "day", "night", "week", "month", "quarter", "year", "sprint",
    "release",
];

fn is_time(token: &Token) -> bool {
    token.is(Marks::MONTH) || token.is_one_of(WEEKDAYS) || token.is_one_of(TIMES)
}

const TIMES: &[&str] = &[
    "mondays",
    "tuesdays",
    "wednesdays",
    "thursdays",
    "fridays",
    "saturdays",
    "sundays",
    "weekend",
    "weekends",
    "hourly",
    "daily",
    "nightly",
    "weekly",
    "monthly",
    "quarterly",
    "yearly",
    "night",
    "morning",
    "afternoon",
    "evening",
    "noon",
    "midnight",
    "weekday",
    "weekdays",
    "biweekly",
];

/// Words that name the respect of a manner.
const RESPECTS: &[(Respect, &[&str])] = &[
    (Respect::Tense, &["mood", "tense", "voice", "person"]),
    (
        Respect::Order,
        &[
            "order",
            "parallel",
            "sequence",
            "series",
            "batches",
            "background",
            "foreground",
            "isolation",
        ],
    ),
    (Respect::Format, &["format", "style", "casing"]),
    (
        Respect::Care,
        &["care", "caution", "detail", "approval", "permission", "pleasure", "memory", "advance"],
    ),
    (
        Respect::Check,
        &[
            "coverage",
            "detection",
            "profiling",
            "tracing",
            "retries",
            "logging",
            "verbose",
            "sanitizers",
            "warnings",
            "assertions",
        ],
    ),
];

/// What a preposition behind a participle leads to: values of two ways answer two questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Means,
    Place,
    Source,
    Goal,
}

impl Way {
    pub(super) fn of(preposition: &Token) -> Option<Self> {
        match &*preposition.text {
            "with" | "by" | "using" | "via" | "through" => Some(Self::Means),
            "in" | "on" | "at" | "inside" | "within" => Some(Self::Place),
            "from" => Some(Self::Source),
            "to" | "into" => Some(Self::Goal),
            _ => None,
        }
    }
}
