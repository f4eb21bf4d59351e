//! What is told by "now", "as of v3", "since May" alone, with no word of change: the same is said of the same, and in one place
//! otherwise (S2).

use super::another::{FAULTS, is_measure};
use super::scope::{OCCASIONS, concerns_another_scope, differ_in_place};
use super::shares_specific;
use crate::relate::reading::statement::{Statement, is_core};
use crate::relate::rules::opposition::opposites;
use crate::relate::rules::pair::Pair;
use crate::relate::words::canon::canonical;
use crate::relate::words::lexicon::{self, Marks};
use crate::relate::words::stems::{Stem, Stems};

/// Whether the newer says from when on it holds, and does not only add to what the older leaves open.
pub(super) fn holds_since(pair: &Pair<'_>) -> bool {
    let (a, b) = (&pair.older.cues, &pair.newer.cues);
    b.from_now && (!b.adds || a.exclusive)
}

/// S2, told by "now", "as of v3", "since May" alone: the same is said of the same, and in one place otherwise.
pub(super) fn other_from_now(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    holds_since(pair)
        && !b.guards.question
        && (says_otherwise(pair) || mended(pair) || widened(pair) || counts_otherwise(pair, true))
        && own(a, b)
        && (own(b, a) || (a.cues.exclusive && !b.cues.exclusive))
}

/// Whether what both say is said of one thing, and one of its words is another.
fn says_otherwise(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let said_again = a.says.is_some() && a.says == b.says && a.theme == b.theme;
    let one_verb = a.says == b.says && a.says.is_some_and(|says| !is_bare(says));
    let most = pair.overlap.containment();
    let counted = one_verb && pair.numbers_differ() && pair.overlap.shared >= 2;
    let acts = one_verb && pair.overlap.shared >= 2 && most >= super::CHANGE_OVERLAP;
    let close = (most >= CLOSE_CONTAINMENT && (pair.overlap.shared >= 3 || counted)) || acts;
    let opposed = opposites(a, b) > 0 && pair.overlap.shared >= 2;
    let counts = !a.words.numbers.is_empty() && !b.words.numbers.is_empty();
    let many = b.says_many && !counts && !is_passive(b);
    let placed = (said_again || close) && differ_in_place(a, b);
    ((said_again || close) && !many || opposed)
        && speak_of_one(a, b)
        && (!concerns_another_scope(a, b) || placed)
        && (shares_specific(pair) || (said_again && !a.theme.is_empty()))
}

/// "Is", "has": these say nothing of their own.
fn is_bare(says: Stem) -> bool {
    ["is", "are", "has", "have", "was", "were", "do", "does"]
        .iter()
        .any(|word| Stem::of(word) == says)
}

/// Whether each knows what the other speaks of. Who does it may be another, where only one of the two speaks of who does it
/// ("a bot quarantines flaky tests", "flaky tests are quarantined by hand").
fn speak_of_one(a: &Statement, b: &Statement) -> bool {
    let (mine, theirs) = (knows(b, a), knows(a, b));
    let turned = is_passive(a) != is_passive(b);
    let acted = |known: bool, x: &Statement| known && is_passive(x) && !x.theme.is_empty();
    (mine && theirs) || (turned && (acted(mine, a) || acted(theirs, b)))
}

fn is_passive(x: &Statement) -> bool {
    x.tokens.windows(2).any(|pair| match pair {
        [be, done] => be.is(Marks::PASSIVE) && (done.ends_in_ed() || done.is(Marks::PARTICIPLE)),
        _ => false,
    })
}

/// Whether all that `y` speaks of is named by `x`.
fn knows(x: &Statement, y: &Statement) -> bool {
    let passed = |stem: Stem| lexicon::is_generic_noun(stem) || is_measure(stem);
    let counted = |stem: Stem| y.words.numbers.has(stem) && !x.words.numbers.is_empty();
    let mut told = y.theme.iter().filter(|stem| !passed(*stem) && !counted(*stem));
    told.all(|stem| x.words.all.has(stem))
}

/// Whether `x` says something that `y` does not, but to tell when and why.
fn own(x: &Statement, y: &Statement) -> bool {
    let theirs = told(y);
    told(x).iter().any(|stem| !theirs.has(stem))
}

/// The core words up to where a text that holds since some time says when and why ("… now that Jonas has left").
fn told(statement: &Statement) -> Stems {
    let tokens = &statement.tokens;
    let tells_why = |i: usize| {
        let now = tokens.get(i).is_some_and(|token| token.is_word("now"));
        let that = || tokens.get(i + 1).is_some_and(|token| token.is_word("that"));
        tokens.get(i).is_some_and(|token| token.is_one_of(OCCASIONS)) && (!now || that())
    };
    let end = (1..tokens.len()).find(|i| statement.cues.from_now && tells_why(*i));
    let core = tokens.iter().take(end.unwrap_or(tokens.len())).filter(|token| is_core(token));
    core.map(|token| token.stem).collect()
}

/// Whether the older tells of a fault, and the newer that it works since.
fn mended(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let faulty = |x: &Statement| {
        x.tokens.iter().any(|token| FAULTS.iter().any(|fault| token.text.contains(fault)))
    };
    let works = b.tokens.iter().any(|token| token.is_one_of(WORKS));
    let near = pair.overlap.shared >= 2 && pair.overlap.containment() >= super::CHANGE_OVERLAP;
    faulty(a) && works && near && knows(a, b) && knows(b, a)
}

/// Whether the older says that of one thing alone which the newer says of another too.
fn widened(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let said = a.says.is_some_and(|says| !is_bare(says)) && a.says == b.says;
    let only = Stem::of(&canonical("only"));
    let rest = |stem: &Stem| !a.theme.has(*stem) && !lexicon::is_verb(*stem) && only != *stem;
    let mut rest = a.words.kernel.iter().filter(rest).peekable();
    let shared = rest.peek().is_some() && rest.all(|stem| b.words.kernel.has(stem));
    a.cues.exclusive && b.cues.adds && said && shared
}

/// What is said of what does as it should.
const WORKS: &[&str] = &[
    "work",
    "works",
    "handles",
    "handle",
    "survives",
    "survive",
    "copes",
    "cope",
    "tolerates",
    "tolerate",
    "passes",
    "pass",
    "succeeds",
    "succeed",
    "recovers",
    "recover",
    "supports",
    "support",
    "accepts",
    "accept",
    "fine",
    "ok",
    "okay",
    "fast",
    "quick",
    "quickly",
    "smoothly",
    "correctly",
    "properly",
    "cleanly",
    "reliably",
    "reliable",
    "green",
    "stable",
    "well",
];

/// S2: another number of the same measure of the same thing, told with a step to it or since when it holds.
pub(super) fn counts_otherwise(pair: &Pair<'_>, from_now: bool) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let counted = |stem: Stem| a.words.numbers.has(stem) || b.words.numbers.has(stem);
    let passed = |stem: Stem| lexicon::is_generic_noun(stem) || is_measure(stem) || counted(stem);
    let mut things = a.theme.iter().filter(|stem| !passed(*stem)).peekable();
    let named = things.peek().is_some() && things.all(|stem| b.words.all.has(stem));
    let mut theirs = b.theme.iter().filter(|stem| !passed(*stem)).peekable();
    let known = theirs.peek().is_some() && theirs.all(|stem| a.words.all.has(stem));
    let stepped = b.tokens.windows(2).any(|pair| match pair {
        [to, number] => {
            (from_now || to.is_one_of(&["to", "by"]))
                && a.tokens
                    .iter()
                    .any(|own| number.measures_as(own) && (!from_now || own.has_unit()))
        }
        _ => false,
    });
    let measured = [a, b].iter().any(|side| side.theme.iter().any(is_measure));
    let near = !from_now || pair.overlap.shared >= 2 || measured;
    named && known && stepped && near && pair.numbers_differ()
}

/// Shared kernel words, per mille of the shorter side, from which a text that holds "from now on" is of the older claim.
const CLOSE_CONTAINMENT: u16 = 600;
