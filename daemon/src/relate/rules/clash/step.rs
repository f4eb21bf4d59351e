//! Opposites that are steps: what one thing does and undoes is no contradiction ("the job opens the valve" / "… closes the valve").

use super::super::clause::is_under;
use super::super::opposition::is_opposed;
use super::super::pair::Pair;
use super::plain::leaves_open;
use crate::relate::reading::cues::Mood;
use crate::relate::reading::phrasing::tells_past;
use crate::relate::reading::statement::Statement;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::token::{Kind, Token};

/// Whether opposite words are said of one thing at one time: no steps that one thing takes one after the other ("opens",
/// "closes"), nothing of the past against the present, nothing that only may be.
pub(super) fn excludes_its_opposite(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let told = |x: &Statement| {
        let tokens = &x.tokens;
        tokens.iter().any(|token| token.is_one_of(&["was", "were", "had", "did"]))
            || (0..tokens.len()).any(|i| tells_past(tokens, i))
    };
    let open = |x: &Statement| {
        let may = &["may", "might", "could", "can", "would"];
        leaves_open(x) || x.tokens.iter().any(|token| token.is_one_of(may))
    };
    let future = |x: &Statement| x.cues.mood.has(Mood::FUTURE);
    let said = |x: &Statement, y: &Statement| {
        let mut own = x
            .tokens
            .iter()
            .enumerate()
            .filter(|(_, token)| !y.words.all.has(token.stem) && is_opposed(token.stem, x, y));
        own.all(|(i, _)| !is_under(&x.tokens, i) && !describes(x, i) && !is_a_step(x, i))
    };
    told(a) == told(b) && future(a) == future(b) && !open(a) && !open(b) && said(a, b) && said(b, a)
}

/// Whether an order names by a participle which things are meant, and the word at `at` is part of that: "scan images built
/// locally".
fn describes(x: &Statement, at: usize) -> bool {
    let between = x.tokens.get(2..at).unwrap_or_default();
    let partial = |token: &Token| {
        token.kind == Kind::Word && (token.ends_in_ed() || token.text.ends_with("ing"))
            || token.is(Marks::PARTICIPLE)
    };
    x.predicate.is_none() && between.iter().any(partial)
}

/// Whether the word at `at` is something done, which one thing may do and undo: a verb of the sentence, but for verbs of how it
/// stands; or a participle of such a verb with an occasion ("is opened at startup").
fn is_a_step(x: &Statement, at: usize) -> bool {
    let tokens = &x.tokens;
    let Some(token) = tokens.get(at) else { return false };
    let mut carried = tokens.get(..at).unwrap_or_default().iter().rev();
    let before = carried.find(|token| !token.text.ends_with("ly"));
    let led = |marks: Marks, words: &[&str]| {
        before.is_some_and(|before| before.is(marks) || before.is_one_of(words))
    };
    if led(Marks::PASSIVE, &["stays", "stay", "remains", "remain", "left", "kept"]) {
        let lasting = token.is_one_of(&["enabled", "disabled"]);
        let mut behind = tokens.iter().skip(at + 1);
        return token.ends_in_ed()
            && behind.any(|token| {
                token.is_one_of(OCCASIONS) || (!lasting && token.is_one_of(&["on", "by"]))
            });
    }
    if at == 0 {
        return token.is(Marks::IMPERATIVE) && !token.is_one_of(ORDERED);
    }
    let modal = led(Marks::NONE, &["must", "should", "will", "to", "always", "we", "they", "you"]);
    let verb = Some(at) == x.predicate || at == x.verb || modal;
    verb && !token.is_one_of(STANDING) && !token.is_one_of(ORDERED)
}

const OCCASIONS: &[&str] = &["at", "before", "after", "during", "upon"];

/// Orders that are kept or not: who enables something does not disable it.
const ORDERED: &[&str] = &[
    "enable", "disable", "allow", "forbid", "permit", "prohibit", "ban", "deny", "use", "avoid",
    "prefer", "include", "exclude", "accept", "reject", "refuse", "require", "run", "skip",
    "always", "never", "respect", "ignore", "validate", "trust", "fail", "pass", "raise",
    "swallow",
];

/// Verbs of how something stands or goes, of which it does one.
const STANDING: &[&str] = &[
    "works",
    "work",
    "fails",
    "breaks",
    "crashes",
    "hangs",
    "panics",
    "passes",
    "succeeds",
    "succeed",
    "accepts",
    "rejects",
    "refuses",
    "declines",
    "allows",
    "forbids",
    "permits",
    "prohibits",
    "requires",
    "respects",
    "ignores",
    "honors",
    "includes",
    "excludes",
    "omits",
    "tolerates",
    "supports",
    "handles",
    "prefers",
    "avoids",
    "uses",
    "skips",
    "trusts",
    "distrusts",
    "likes",
    "dislikes",
    "loves",
    "hates",
    "validates",
];
