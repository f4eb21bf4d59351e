//! The predicate: where a sentence stops naming what it speaks of and begins to say something of it, found by grammar rather than
//! by a list of verbs, and the words before it: its theme.
//!
//! A wrong predicate makes a theme too short or too long; rules that read themes must bear both.

use super::old_value::is_content;
use super::phrasing::is_participle;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// Verbs that carry another, or a complement.
const AUXILIARIES: &[&str] = &[
    "is", "are", "was", "were", "be", "am", "must", "should", "shall", "may", "can", "could",
    "will", "would", "might", "has", "have", "had", "do", "does", "did", "got", "gets",
];
const WHO: &[&str] = &["we", "they", "you", "i"];
const DETERMINERS: &[&str] = &[
    "the", "a", "an", "any", "all", "no", "some", "this", "that", "these", "those", "every",
    "each", "our", "its", "their", "your", "my",
];
/// What may stand between a subject and its verb.
const ADVERBS: &[&str] = &[
    "now",
    "always",
    "also",
    "still",
    "usually",
    "currently",
    "only",
    "then",
    "just",
    "already",
    "never",
];
/// Base forms that follow a plural subject and are no orders.
const BASES: &[&str] = &[
    "accept",
    "admit",
    "answer",
    "back",
    "become",
    "belong",
    "block",
    "bundle",
    "burn",
    "carry",
    "come",
    "contain",
    "cost",
    "count",
    "crash",
    "decide",
    "deny",
    "depend",
    "deliver",
    "differ",
    "drift",
    "emit",
    "encrypt",
    "end",
    "exist",
    "exit",
    "expire",
    "face",
    "fail",
    "feed",
    "fire",
    "flow",
    "forward",
    "freeze",
    "go",
    "grant",
    "happen",
    "host",
    "index",
    "issue",
    "lag",
    "land",
    "last",
    "leak",
    "listen",
    "live",
    "map",
    "mirror",
    "need",
    "obey",
    "own",
    "page",
    "peak",
    "permit",
    "point",
    "poll",
    "post",
    "power",
    "process",
    "prompt",
    "proxy",
    "reach",
    "refresh",
    "refuse",
    "reload",
    "reply",
    "respond",
    "restart",
    "resume",
    "return",
    "roll",
    "sample",
    "scale",
    "scan",
    "scrape",
    "serialize",
    "ship",
    "shut",
    "sit",
    "sleep",
    "speak",
    "spin",
    "spread",
    "stand",
    "stream",
    "stall",
    "swallow",
    "take",
    "talk",
    "target",
    "tend",
    "throttle",
    "time",
    "translate",
    "trigger",
    "trust",
    "use",
    "vary",
    "walk",
    "want",
    "warn",
    "wipe",
    "work",
    "wrap",
    "break",
    "yield",
    "survive",
    "cover",
    "bypass",
    "cope",
    "tolerate",
];
/// An opening phrase ("As of 2.4.1", "With the new parser,") is no longer than this.
const LONGEST_OPENING: usize = 8;
/// Words between which and the next no theme is read.
const LONGEST_THEME: usize = 24;

/// Index of the first finite verb of `tokens`, if grammar shows one.
pub(in crate::relate) fn predicate(tokens: &[Token]) -> Option<usize> {
    let tokens = tokens.get(..LONGEST_THEME).unwrap_or(tokens);
    let start = opening(tokens);
    (start..tokens.len()).find(|i| is_finite(tokens, *i, Eye::Strict))
}

/// Whether the text says something by a verb that the lists know, its object named or not ("the job copies orders").
pub(in crate::relate) fn says_something(tokens: &[Token]) -> bool {
    let tokens = tokens.get(..LONGEST_THEME).unwrap_or(tokens);
    (opening(tokens)..tokens.len()).any(|i| is_finite(tokens, i, Eye::Known))
}

/// As [`predicate`], where the rest of the sentence will tell whether it is one.
pub(in crate::relate) fn finite(tokens: &[Token]) -> Option<usize> {
    let tokens = tokens.get(..LONGEST_THEME).unwrap_or(tokens);
    (opening(tokens)..tokens.len()).find(|i| is_finite(tokens, *i, Eye::Loose))
}

/// The word that says what is said of the theme: the verb, a participle behind an auxiliary.
pub(in crate::relate) fn verb(tokens: &[Token]) -> Option<&Token> {
    let tokens = tokens.get(..LONGEST_THEME).unwrap_or(tokens);
    let start = opening(tokens);
    let Some(at) = (start..tokens.len()).find(|i| is_finite(tokens, *i, Eye::Loose)) else {
        return tokens.get(start).filter(|token| token.is(Marks::IMPERATIVE));
    };
    let rest = tokens.get(at..)?;
    let passed = |token: &&Token| {
        token.is_one_of(AUXILIARIES) || token.is_one_of(PASSED) || token.text.ends_with("ly")
    };
    let carried = rest.iter().find(|token| !passed(token));
    let first = rest.first().filter(|token| !token.is_one_of(AUXILIARIES));
    first.or_else(|| carried.filter(|token| is_participle(token))).or(rest.first())
}

/// What stands between an auxiliary and the word that it carries.
const PASSED: &[&str] =
    &["now", "always", "still", "also", "all", "not", "never", "only", "been", "being"];

/// How a verb is known: by the lists and what surrounds it, or by what surrounds it alone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Eye {
    Strict,
    /// As strict, and a known verb may govern a plain noun.
    Known,
    Loose,
}

/// What `tokens` speak of: the words before the predicate, an opening phrase of time or place left out.
pub(in crate::relate) fn theme(tokens: &[Token]) -> &[Token] {
    let tokens = tokens.get(..LONGEST_THEME).unwrap_or(tokens);
    let start = opening(tokens);
    let end = (start..tokens.len()).find(|i| is_finite(tokens, *i, Eye::Loose));
    // An order speaks of nothing before its verb.
    let order = tokens.get(start).is_some_and(|token| token.is(Marks::IMPERATIVE));
    let end = end.unwrap_or(if order { start } else { tokens.len() });
    tokens.get(start..end).unwrap_or_default()
}

/// Where the sentence proper begins: behind "As of 2.4.1", "Since May", "With the new parser,".
fn opening(tokens: &[Token]) -> usize {
    let opens = tokens.first().is_some_and(|token| {
        token.is(Marks::PREPOSITION)
            || token.is_one_of(&[
                "since", "as", "after", "before", "until", "starting", "these", "nowadays",
            ])
    });
    if !opens {
        return 0;
    }
    let head = tokens.get(..LONGEST_OPENING.min(tokens.len())).unwrap_or_default();
    if let Some(comma) = head.iter().skip(1).position(|token| token.gap.any(Gap::COMMA)) {
        return comma + 1;
    }
    // "On Windows the tests …": an article begins the sentence anew.
    let anew = tokens.windows(2).take(LONGEST_OPENING).skip(1).position(|pair| match pair {
        [noun, article] => {
            is_content(noun)
                && !noun.is(Marks::PREPOSITION)
                && (article.is_one_of(&["the", "our", "all"]) || article.is_one_of(WHO))
        }
        _ => false,
    });
    if let Some(anew) = anew {
        return anew + 2;
    }
    let phrase = match tokens {
        [as_, of, name, version, ..]
            if as_.is_word("as")
                && of.is_word("of")
                && name.kind == Kind::Word
                && version.kind != Kind::Word =>
        {
            4
        }
        [as_, of, ..] if as_.is_word("as") && of.is_word("of") => 3,
        [since, last, ..] if since.is_word("since") && last.is_one_of(&["last", "this"]) => 3,
        [these, days, ..] if these.is_word("these") && days.is_word("days") => 2,
        [nowadays, ..] if nowadays.is_word("nowadays") => 1,
        [starting, with, ..] if starting.is_word("starting") && with.is(Marks::PREPOSITION) => 3,
        [since, the, ..] if since.is_word("since") && the.is_one_of(&["the", "our"]) => 3,
        [_, time, ..] if time.kind != Kind::Word || time.is(Marks::MONTH) => 2,
        _ => 0,
    };
    phrase.min(tokens.len())
}

fn is_finite(tokens: &[Token], i: usize, eye: Eye) -> bool {
    let Some(token) = tokens.get(i).filter(|token| token.kind == Kind::Word) else { return false };
    let before =
        tokens.get(..i).unwrap_or_default().iter().rev().find(|token| !token.is_one_of(ADVERBS));
    let before = before.filter(|_| token.gap == Gap::NONE);
    let after = tokens.get(i + 1).filter(|next| next.gap == Gap::NONE);
    if token.is_one_of(AUXILIARIES) {
        return i > 0;
    }
    let Some(before) = before else { return false };
    if before.is_one_of(WHO) || before.is_word("longer") {
        return !token.is(Marks::STOP.or(Marks::PREPOSITION)) && !token.is_word("longer");
    }
    // "Of reports", "the run", "to store": nothing finite follows these.
    if before.is(Marks::PREPOSITION) || before.is_one_of(DETERMINERS) || before.is_word("to") {
        return false;
    }
    if token.ends_in_ed() {
        return !after.is_some_and(|next| next.kind == Kind::Word && is_plain(next));
    }
    let listed = token.is(Marks::VERB) || token.is(Marks::FINITE);
    let third = ends_plural(token) && !ends_plural(before) && !before.ends_in_ed();
    let copies = |stem: &str| is_base(&format!("{stem}y"));
    let known = third
        && (third_person_of(token).any(is_base)
            || token.text.strip_suffix("ies").is_some_and(copies));
    let loose = match eye {
        Eye::Strict => false,
        Eye::Known => known,
        Eye::Loose => known || (third && after.is_some_and(is_placed)),
    };
    let base = (token.is(Marks::IMPERATIVE) || token.is_one_of(BASES)) && ends_plural(before);
    let governs = after.is_some_and(|next| governed(next, token));
    if listed && !token.text.ends_with('s') {
        return ends_plural(before) || before.is(Marks::SPEAKER) || !is_noun_as_well(token);
    }
    // "Weekly reports are", "network hosts": a noun where no object and no place follows.
    (listed || known || base) && governs || (loose && governs_noun(after, known))
}

/// Whether `next` can be what a verb governs: an object, a place, a manner.
fn governed(next: &Token, verb: &Token) -> bool {
    if next.is_one_of(AUXILIARIES) || next.ends_in_ed() {
        return false;
    }
    let named = next.kind != Kind::Word || next.cased != Stem::of(&next.text);
    named
        || next.is_one_of(DETERMINERS)
        || next.is(Marks::PREPOSITION)
        || next.is(Marks::QUALIFIER)
        || next.text.ends_with("ly")
        || next.is_one_of(&["out", "up", "down", "off", "back", "over"])
        || verb.is(Marks::FINITE)
        || (verb.is(Marks::VERB) && !is_noun_as_well(verb))
}

/// Number, name, identifier, preposition, article: what follows a verb more often than a plural.
fn is_placed(next: &Token) -> bool {
    next.kind != Kind::Word
        || next.is_one_of(DETERMINERS)
        || next.is_one_of(&["at", "to", "through", "into", "from", "on"])
}

/// A known verb may govern a plain noun ("blocks port 22"); an unknown one is one by what is placed behind it.
fn governs_noun(after: Option<&Token>, known: bool) -> bool {
    after.is_some_and(|next| !next.is_one_of(AUXILIARIES) && (known || is_placed(next)))
}

fn third_person_of(token: &Token) -> impl Iterator<Item = &str> {
    let plain = token.text.strip_suffix('s');
    plain.into_iter().chain(token.text.strip_suffix("es"))
}

fn is_plain(token: &Token) -> bool {
    is_content(token) && !token.is(Marks::PREPOSITION) && !token.text.ends_with("ly")
}

fn is_base(base: &str) -> bool {
    BASES.contains(&base)
        || crate::relate::words::lexicon::lookup(base)
            .is_some_and(|entry| entry.marks.any(Marks::IMPERATIVE))
}

/// Listed verbs that are as often nouns.
fn is_noun_as_well(token: &Token) -> bool {
    token.is_one_of(&[
        "default", "defaults", "issue", "issues", "report", "reports", "log", "logs", "support",
        "work", "cause", "causes", "copy", "copies", "start", "run", "runs", "set", "cut", "store",
        "stores", "use", "uses", "build", "builds", "deploy", "deploys", "return", "returns",
        "merge", "check", "read", "reads", "need", "needs", "hold", "likes",
    ])
}

/// Whether a word looks like a plural noun.
fn ends_plural(token: &Token) -> bool {
    token.kind == Kind::Word
        && token.text.len() > 3
        && token.text.ends_with('s')
        && !token.text.ends_with("ss")
        && !token.text.ends_with("us")
        && !token.is(Marks::STOP)
}
