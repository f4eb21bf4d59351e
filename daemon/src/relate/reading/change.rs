//! Words of change by class, and where a text tells of one: something ended, was exchanged for something else, was handed over,
//! renamed, or grew and shrank to another number.
//!
//! The form decides as much as the word: "was archived in May" tells of a change, "are archived after 30 days" of a habit. What
//! the phrases of `cues` say needs no such look; those are the measured ones.

mod classes;

use classes::{
    BARRED, BROUGHT, CEASED, ENDED, ENDED_BY, EXCHANGED, ON_THE_WAY_OUT, OVER, PHASED, RENAMED,
    RESTORED, SCALED, SET, STEPPED, TURNED,
};

use super::cues::{is_attribute, phrase_at};
use super::event::{
    CONDITIONS, PAST, PRESENT, auxiliary, becomes, comes_to_be, has_come_about, has_set_in,
    main_clauses,
};
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::token::{Kind, Token};

/// A change that a text tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::relate) struct Told {
    /// Index of the word of change.
    pub(in crate::relate) at: usize,
    pub(in crate::relate) way: Way,
}

/// How the change is told, which says where old and new stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::relate) enum Way {
    /// "O was retired", "O is out", "O left": the old is the clause before.
    Ended,
    /// "we ditched O (for N)": the old follows.
    Ending,
    /// "O was swapped for N", "O was renamed to N": the old is the clause before, the new follows.
    Exchanged,
    /// "we traded O for N": both follow.
    Exchanging,
    /// "N took over S from O", "N replaces O": the new is the clause before.
    Succeeding,
    /// "was cut (from O) to N", "went from O to N".
    Stepped,
    /// "was turned back on", "was reopened": what had ended is again.
    Restored,
    /// "O was merged into N", "O has become N": the old is the clause before, or was of another kind.
    Turned,
}

impl Told {
    /// Whether it names what is gone: the older text may be retired where it says just that.
    pub(in crate::relate) fn is_firm(self) -> bool {
        !matches!(self.way, Way::Restored | Way::Turned)
    }
}

/// The words with which a change of these classes is told.
pub(in crate::relate) fn words() -> impl Iterator<Item = &'static str> {
    let lists = [
        ENDED,
        CEASED,
        BARRED,
        RESTORED,
        BROUGHT,
        SET,
        TURNED,
        EXCHANGED,
        RENAMED,
        SCALED,
        STEPPED,
        OVER,
        ON_THE_WAY_OUT,
    ]
    .into_iter()
    .flatten();
    let particles = ENDED_BY.iter().map(|(word, _)| word);
    let others = [
        "left", "takes", "took", "replaces", "reached", "hit", "gave", "given", "made", "way",
        "became", "become", "sped", "down", "up",
    ];
    lists.chain(particles).copied().chain(others)
}

/// The changes that `tokens` tell of by these classes, in order.
pub(in crate::relate) fn told(tokens: &[Token]) -> Vec<Told> {
    let may_tell = |token: &Token| token.is(Marks::CUE) || token.ends_in_ed();
    let words = main_clauses(tokens, CONDITIONS).filter(|at| tokens.get(*at).is_some_and(may_tell));
    words.filter_map(|at| way(tokens, at).map(|way| Told { at, way })).collect()
}

fn way(tokens: &[Token], at: usize) -> Option<Way> {
    let token = tokens.get(at)?;
    if is_attribute(tokens, at) {
        return None;
    }
    let passive = auxiliary(tokens, at);
    let done = passive.is_some_and(|token| token.is_one_of(PAST));
    let stated = passive.is_some_and(|token| token.is_one_of(PRESENT));
    if stated && has_set_in(tokens, at) && is_over(tokens, at) {
        return Some(Way::Ended);
    }
    let under_way = passive.is_some_and(|token| token.is_word("being")) && token.is_one_of(PHASED);
    if restores(tokens, at) {
        return comes_to_be(tokens, at).then_some(Way::Restored);
    }
    let barred = token.is_one_of(BARRED) && auxiliary(tokens, at).is_some();
    if barred && (tokens.get(at + 1).is_some_and(|next| next.is_word("now")) || done) {
        return Some(Way::Ended);
    }
    if token.is_one_of(CEASED) {
        return ceases(tokens, at).then_some(Way::Ended);
    }
    let cut =
        token.is_word("cut") && done && !follows(tokens, at, &["to", "from", "by", "into", "in"]);
    if cut || token.is_one_of(ENDED) || by_particle(tokens, at) {
        let acted = passive.is_none() && acts(tokens, at);
        let over = comes_to_be(tokens, at) && !acts(tokens, at);
        return if done || under_way || over {
            Some(Way::Ended)
        } else {
            acted.then_some(Way::Ending)
        };
    }
    let exchanges = token.is_one_of(EXCHANGED) && follows(tokens, at, &["for", "with", "out"]);
    let renames = token.is_one_of(RENAMED) && !follows(tokens, at, &["from"]);
    if exchanges || renames {
        let acted = passive.is_none() && acts(tokens, at);
        return if done || stated {
            Some(Way::Exchanged)
        } else {
            acted.then_some(Way::Exchanging)
        };
    }
    let leaves = token.is_word("left") && acts(tokens, at);
    if leaves && tokens.get(at + 1).is_some_and(is_name) {
        return Some(Way::Ending);
    }
    if ended_in_words(tokens, at) {
        return Some(Way::Ended);
    }
    if succeeds(tokens, at) {
        return Some(Way::Succeeding);
    }
    // "Moving away from O" is under way, "is down to 12 minutes" has come about.
    let open = token.text.ends_with("ing") || token.is_one_of(&["down", "up"]);
    let turns =
        token.is_one_of(TURNED) && comes_to_be(tokens, at) && follows(tokens, at, &["into"]);
    if turns || becomes(tokens, at) {
        return Some(Way::Turned);
    }
    let goes = comes_to_be(tokens, at) && goes_elsewhere(tokens, at);
    (goes || ((open || !stated) && steps(tokens, at))).then_some(Way::Stepped)
}

/// Whether what came about at `at` goes from one to another, whatever the verb ("was relicensed from O to N"), or to a number, or
/// by a verb of setting to anything.
fn goes_elsewhere(tokens: &[Token], at: usize) -> bool {
    let rest = tokens.iter().enumerate().skip(at + 1).take(2 * REACH);
    let clause = || rest.clone().take_while(|(_, token)| !token.gap.any(Gap::CLAUSE));
    let source = clause().find(|(_, token)| token.is_word("from")).map(|(i, _)| i);
    let goal = clause().filter(|(_, token)| token.is_one_of(GOALS)).map(|(i, _)| i).last();
    let counts = |goal: usize| {
        tokens
            .get(goal + 1)
            .is_some_and(|token| token.kind == Kind::Number && token.gap == Gap::NONE)
    };
    let sets = tokens.get(at).is_some_and(|token| token.is_one_of(SET));
    let stepped = source.zip(goal).is_some_and(|(from, to)| from < to);
    stepped || goal.is_some_and(|goal| sets || counts(goal))
}

const GOALS: &[&str] = &["to", "into", "onto"];

/// "was reopened", "has been turned back on", "was brought back".
fn restores(tokens: &[Token], at: usize) -> bool {
    let Some(token) = tokens.get(at) else { return false };
    let split = token.is_one_of(&["enabled", "activated", "opened", "introduced", "instated"])
        && at.checked_sub(1).and_then(|i| tokens.get(i)).is_some_and(|before| before.is_word("re"));
    split
        || token.is_one_of(RESTORED)
        || (token.is_one_of(BROUGHT) && follows(tokens, at, &["back"]))
}

/// "Support has ended", "The trial ended in May.": what ended by itself.
fn ceases(tokens: &[Token], at: usize) -> bool {
    let ends = tokens.get(at + 1).is_none_or(|next| {
        next.gap.any(Gap::CLAUSE) || next.is_one_of(&["in", "on", "with", "last", "this"])
    });
    comes_to_be(tokens, at) || (at > 0 && ends)
}

/// Whether the past form at `at` has somebody who did it before, and an object behind: "we ditched Jest".
fn acts(tokens: &[Token], at: usize) -> bool {
    let object = tokens.get(at + 1).is_some_and(|next| {
        next.gap == Gap::NONE
            && !next.is_one_of(&["by", "in", "on", "at", "when", "if", "after", "to"])
    });
    // "Avoid deprecated methods", "use archived data": a word of what is spoken of, not what somebody did.
    let other = Marks::PREPOSITION
        .or(Marks::PASSIVE)
        .or(Marks::IMPERATIVE)
        .or(Marks::PROHIBITION)
        .or(Marks::NEGATION);
    let before = at.checked_sub(1).and_then(|i| tokens.get(i));
    let by = before.is_none_or(|before| !before.is(other));
    object && by
}

/// Whether the state at `at` is that of something which is no more.
fn is_over(tokens: &[Token], at: usize) -> bool {
    let replaced = tokens.iter().skip(at + 1).any(|token| {
        token.gap.any(Gap::CLAUSE) || token.is_one_of(&["use", "since", "favor", "instead"])
    }) || has_come_about(tokens);
    tokens
        .get(at)
        .is_some_and(|token| token.is_one_of(OVER) || (replaced && token.is_one_of(ON_THE_WAY_OUT)))
}

fn by_particle(tokens: &[Token], at: usize) -> bool {
    let Some(token) = tokens.get(at) else { return false };
    let mut listed = ENDED_BY.iter().filter(|(word, _)| token.is_word(word));
    listed.any(|(_, particles)| follows(tokens, at, particles))
}

/// Whether one of `words` stands in the clause behind `at`, near.
fn follows(tokens: &[Token], at: usize, words: &[&str]) -> bool {
    let rest = tokens.iter().skip(at + 1).take(REACH);
    rest.take_while(|token| !token.gap.any(Gap::CLAUSE)).any(|token| token.is_one_of(words))
}

/// How far a small word stands from its verb.
const REACH: usize = 6;

/// "reached end of life", "hit EOL", "O gave way to N", "Ann left".
fn ended_in_words(tokens: &[Token], at: usize) -> bool {
    let life = [&["end", "of", "life"][..], &["end", "of", "support"], &["eol"], &["its", "end"]];
    let Some(token) = tokens.get(at) else { return false };
    if token.is_one_of(&["reached", "hit"]) {
        return life.iter().any(|phrase| phrase_at(tokens, at + 1, phrase));
    }
    if token.is_one_of(&["gave", "given", "made"]) {
        return [["way", "to"], ["way", "for"]].iter().any(|way| phrase_at(tokens, at + 1, way));
    }
    let named = at.checked_sub(1).and_then(|i| tokens.get(i)).is_some_and(is_name);
    let ends =
        tokens.get(at + 1).is_none_or(|next| next.gap.any(Gap::CLAUSE) || next.is_one_of(&["us"]))
            || ["team", "company", "project"]
                .iter()
                .any(|whole| phrase_at(tokens, at + 1, &["the", whole]));
    token.is_word("left") && (1..=2).contains(&at) && named && ends
}

fn is_name(token: &Token) -> bool {
    token.kind == Kind::Word && token.cased != crate::relate::words::stems::Stem::of(&token.text)
}

/// "N took over S from O", "N replaces O in CI": not "replaces A with B", which is done again and again.
fn succeeds(tokens: &[Token], at: usize) -> bool {
    let Some(token) = tokens.get(at).filter(|_| at > 0) else { return false };
    if token.is_one_of(&["took", "takes", "taken"]) {
        return phrase_at(tokens, at + 1, &["over"])
            || phrase_at(tokens, at + 1, &["the", "place", "of"]);
    }
    token.is_word("replaces") && !follows(tokens, at, &["with", "by"])
}

/// Whether the verb at `at` goes from one value to another: by measure to a number, or "from O" by a verb of going.
fn steps(tokens: &[Token], at: usize) -> bool {
    let Some(token) = tokens.get(at) else { return false };
    if token.is_one_of(&["down", "up"]) {
        let number = tokens.get(at + 2).is_some_and(|token| token.kind == Kind::Number);
        let stated = auxiliary(tokens, at).is_some() && phrase_at(tokens, at + 1, &["to"]);
        return number && (stated || phrase_at(tokens, at + 1, &["from"]));
    }
    let clause = || {
        let rest = tokens.iter().skip(at + 1).take(2 * REACH);
        rest.take_while(|token| !token.gap.any(Gap::CLAUSE)).enumerate()
    };
    let counts = clause().any(|(_, token)| token.kind == Kind::Number);
    let goes = clause().any(|(_, token)| token.is_one_of(&["from", "to", "up", "down"]));
    let scaled = token.is_one_of(&["doubled", "halved", "tripled", "quadrupled", "sped"])
        && (comes_to_be(tokens, at)
            || auxiliary(tokens, at).is_some_and(|token| token.is_one_of(PAST)));
    if scaled || (token.is_one_of(SCALED) && goes && counts) {
        return true;
    }
    let leaves = clause().take(REACH).any(|(_, token)| token.is_one_of(&["from", "off"]));
    let turns = token.is_word("flipped") && follows(tokens, at, &["to"]);
    let to_somebody = || {
        let by_name = at == 1 && tokens.first().is_some_and(is_name);
        let passive = auxiliary(tokens, at).is_some_and(|token| token.is_one_of(PAST));
        (by_name || passive) && follows(tokens, at, &["to"])
    };
    let hands = token.is_one_of(&["handed", "passed"])
        && (follows(tokens, at, &["over", "on"]) || to_somebody());
    (token.is_one_of(STEPPED) && leaves) || turns || hands
}
