//! What stands elsewhere in the other text: a phrase in front that was behind, phrases that change places. Where it belongs
//! may be another thing then: "delete the logs of jobs in staging", "in staging, delete the logs of jobs".

use super::roles::is_adposition;
use crate::relate::reading::statement::{Statement, is_core};
use crate::relate::words::lexicon::{Marks, WEEKDAYS};
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// Whether something stands elsewhere, and might belong to something else there.
pub(super) fn differ(a: &Statement, b: &Statement) -> bool {
    if let Some(moved) = fronted(&a.tokens, &b.tokens).or_else(|| fronted(&b.tokens, &a.tokens)) {
        return !moved.is_plain();
    }
    let starts = |side: &Statement| side.tokens.first().is_some_and(opens);
    // "Where the flag is set, the header is sent": each clause may stand under the other.
    let clauses = [a, b].iter().all(|side| {
        side.tokens.first().is_some_and(|first| first.is_one_of(CLAUSES) || first.is_word("where"))
    });
    starts(a) != starts(b) || clauses || attached_apart(a, b)
}

/// Whether the phrases of one stand on another side of the verb or in another order than those of the other.
pub(super) fn attached_apart(a: &Statement, b: &Statement) -> bool {
    let of = [a, b].iter().all(|side| side.tokens.iter().any(|token| token.is_word("of")));
    [Side::Before, Side::Behind].into_iter().any(|side| ways(a, side, of) != ways(b, side, of))
}

/// The same of two that say what something uses, has or needs: "jobs in staging use the mock", "jobs use the mock in staging".
pub(super) fn attached_to_another(a: &Statement, b: &Statement) -> bool {
    let verb = |side: &Statement| {
        let has = side.tokens.iter().find(|token| token.is_one_of(HAVING));
        has.map(|token| token.stem)
    };
    let all = |side: &Statement| {
        let sides = [Side::Before, Side::Behind].map(|there| ways(side, there, true));
        let mut all = sides.concat();
        all.sort_unstable();
        all
    };
    verb(a).is_some() && verb(a) == verb(b) && all(a) == all(b) && attached_apart(a, b)
}

const HAVING: &[&str] = &["use", "uses", "has", "have", "need", "needs", "require", "requires"];

/// A phrase that one text has in front and the other at its end.
struct Moved<'a> {
    /// The phrase and what follows it, where it stands at the end.
    phrase: &'a [Token],
    /// What stands before it there.
    rest: &'a [Token],
}

/// What `front` has in front, as `back` says it behind.
fn fronted<'a>(front: &[Token], back: &'a [Token]) -> Option<Moved<'a>> {
    let first = front.first().filter(|token| opens(token))?;
    let word = front.iter().skip(1).find(|token| is_core(token))?.stem;
    let starts = |i: usize| {
        let here = back.get(i..).unwrap_or_default();
        let next = here.iter().skip(1).find(|token| is_core(token));
        here.first().is_some_and(|token| token.text == first.text)
            && next.is_some_and(|next| next.stem == word)
    };
    let at = (1..back.len()).rev().find(|i| starts(*i))?;
    let (rest, phrase) = back.split_at_checked(at)?;
    Some(Moved { phrase, rest })
}

fn opens(token: &Token) -> bool {
    is_adposition(token)
        || token.is(Marks::HARD.or(Marks::QUALIFIER).or(Marks::ORDER))
        || token.is_one_of(&["to", "every", "each", "all"])
}

impl Moved<'_> {
    /// Whether the phrase can belong to nothing but what is done: it says when or where, of one plain clause that leaves no choice.
    fn is_plain(&self) -> bool {
        let Some(first) = self.phrase.first() else { return false };
        let clause = first.is_one_of(CLAUSES);
        let when = clause || self.is_time();
        let pair = self.phrase.get(..2).unwrap_or_default();
        let fixed = pair.last().is_some_and(|word| word.is_one_of(FIXED));
        let shared =
            self.phrase.iter().skip(usize::from(when)).any(|token| token.is_one_of(SHARING));
        (clause || first.is_one_of(PLACES))
            && !fixed
            && !shared
            && self.is_one_clause()
            && !self.leaves_a_choice(when)
    }

    /// Whether the phrase is a time.
    fn is_time(&self) -> bool {
        let day = |token: &Token| {
            let one = token.text.strip_suffix('s').unwrap_or(&token.text);
            WEEKDAYS.contains(&one) || TIMES.contains(&one)
        };
        let unbroken = |(i, token): &(usize, &Token)| *i == 0 || token.gap == Gap::NONE;
        let mut words = self.phrase.iter().enumerate().take_while(unbroken).map(|(_, token)| token);
        words.any(|token| day(token) || token.is(Marks::MONTH) || token.has_unit())
    }

    /// Whether the rest says one thing, and nothing in it limits, denies or tells when.
    fn is_one_clause(&self) -> bool {
        let verb = |token: &Token| token.is(Marks::IMPERATIVE.or(Marks::VERB).or(Marks::FINITE));
        let ordered = self.rest.iter().find(|token| !token.is_one_of(&["please", "always"]));
        let ordered = ordered.is_some_and(|token| token.is(Marks::IMPERATIVE));
        let joins = |pair: &[Token]| match pair {
            // "Stop the worker and drain the queue", "set the alarm to fire".
            [joint, next] => {
                let plain = next.kind == Kind::Word && next.cased == Stem::of(&next.text);
                joint.is_one_of(&["and", "or", "then"])
                    || (joint.is_word("to") && is_core(next) && plain && (ordered || verb(next)))
            }
            _ => false,
        };
        let says = |(i, token): (usize, &Token)| {
            let stops = i > 0 && token.gap.any(Gap::STOP);
            let set_aside = token.gap.any(Gap::LIST) && i > 0;
            stops
                || token.is_one_of(LIMITS)
                || token.is_one_of(TELLING)
                || token.is(Marks::NEGATION) && !set_aside
                || token.is(Marks::HARD) && !token.is_one_of(&["just"])
                || token.is_one_of(CLAUSES)
        };
        !self.rest.windows(2).any(joins) && !self.rest.iter().enumerate().any(says)
    }

    /// Whether the rest ends in a phrase to which the other may belong: "the logs of jobs", "the script for imports".
    /// A time belongs to what is done, but for "the report about outages on Monday".
    fn leaves_a_choice(&self, when: bool) -> bool {
        let be = self.rest.iter().position(|token| token.is(Marks::PASSIVE)).unwrap_or_default();
        let behind = self.rest.get(be..).unwrap_or_default();
        behind.windows(2).any(|pair| match pair {
            [way, word] => {
                let leads = way.is(Marks::PREPOSITION) && word.gap == Gap::NONE;
                leads && (!when || way.is_one_of(&["of", "about", "with", "without"]))
            }
            _ => false,
        })
    }
}

/// What opens a clause or a phrase of time.
const CLAUSES: &[&str] =
    &["when", "whenever", "if", "unless", "until", "before", "after", "while", "during", "every"];
/// What opens a phrase of place or time.
const PLACES: &[&str] = &["in", "on", "at"];
/// "At least", "in short": what is said of the sentence.
const FIXED: &[&str] = &[
    "least",
    "most",
    "first",
    "last",
    "short",
    "fact",
    "all",
    "general",
    "theory",
    "practice",
    "part",
    "total",
    "average",
    "once",
    "whole",
    "turn",
    "addition",
    "particular",
    "principle",
    "effect",
    "any",
    "other",
    "doubt",
];
const SHARING: &[&str] = &["every", "each", "all", "any", "both", "most", "some"];
const LIMITS: &[&str] =
    &["only", "just", "even", "merely", "alone", "mostly", "mainly", "also", "too"];
/// Verbs of which what follows is another sentence.
const TELLING: &[&str] = &[
    "that", "said", "says", "say", "claim", "claims", "think", "thinks", "believe", "believes",
    "decided", "promised", "plan", "plans", "planned", "reported", "reports", "told", "asked",
    "agreed", "want", "wants", "expect", "expects", "know", "knows", "mean", "means", "show",
    "shows", "assume", "assumes", "because", "since", "so", "found", "noticed", "ensure",
    "ensures", "sure", "check", "verify",
];
const TIMES: &[&str] = &[
    "hour", "minute", "second", "day", "week", "month", "quarter", "year", "night", "morning",
    "evening", "noon", "midnight", "startup", "boot", "shutdown", "runtime", "time", "sprint",
    "weekend",
];

/// On which side of the verb a phrase stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    Behind,
}

/// The prepositions and the words that they lead to on one side of the verb, in order; those of "of" only if asked for.
fn ways(statement: &Statement, side: Side, of: bool) -> Vec<(Stem, Option<Stem>)> {
    let tokens = &statement.tokens;
    let having = || tokens.iter().position(|token| token.is_one_of(HAVING));
    let verb = statement.predicate.or_else(having).unwrap_or_default();
    let mut found = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let there = if i < verb { Side::Before } else { Side::Behind };
        let leads = token.kind == Kind::Word
            && token.is(Marks::PREPOSITION)
            && (of || !token.is_word("of"));
        if there == side && leads {
            let behind = tokens.get(i + 1..).unwrap_or_default();
            let led = behind.iter().position(is_core).unwrap_or_default();
            // "With v or r" is "with r or v".
            let listed = behind.get(led + 1).is_some_and(|next| next.is_one_of(&["and", "or"]));
            let word = behind.get(led).filter(|_| !listed);
            let means = token.is_one_of(&["with", "using", "via", "through", "by"]);
            let way = if means { Stem::of("with") } else { token.stem };
            found.push((way, word.map(|word| word.stem)));
        }
    }
    found
}
