//! Words of change by class, and where a text tells of one: something ended, was exchanged for something else, was handed over,
//! renamed, or grew and shrank to another number.
//!
//! The form decides as much as the word: "was archived in May" tells of a change, "are archived after 30 days" of a habit. What
//! the phrases of `cues` say needs no such look; those are the measured ones.

use super::cues::{is_attribute, phrase_at};
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
}

impl Told {
    /// Whether it names what is gone: the older text may be retired where it says just that.
    pub(in crate::relate) fn is_firm(self) -> bool {
        matches!(self.way, Way::Ended | Way::Ending | Way::Exchanged | Way::Exchanging)
    }
}

/// Past forms and participles of what comes to an end.
const ENDED: &[&str] = &[
    "decommissioned",
    "discontinued",
    "retired",
    "sunset",
    "sunsetted",
    "archived",
    "cancelled",
    "canceled",
    "scrapped",
    "ditched",
    "axed",
    "killed",
    "shelved",
    "abolished",
    "eliminated",
    "uninstalled",
    "revoked",
    "withdrawn",
    "lifted",
    "waived",
    "mothballed",
    "deprecated",
    "dissolved",
    "disbanded",
    "obsoleted",
    "terminated",
    "abandoned",
    "rescinded",
    "repealed",
    "scuttled",
    "binned",
    "dismantled",
    "unplugged",
    "resolved",
    "solved",
    "mended",
    "patched",
    "repaired",
    "eradicated",
];
/// Those that need a small word: "phased out", "shut the proxy down".
const ENDED_BY: &[(&str, &[&str])] = &[
    ("phased", &["out"]),
    ("ripped", &["out"]),
    ("torn", &["out", "down"]),
    ("tore", &["out", "down"]),
    ("thrown", &["out", "away"]),
    ("threw", &["out", "away"]),
    ("taken", &["down", "offline"]),
    ("took", &["down", "offline"]),
    ("shut", &["down", "off"]),
    ("turned", &["off"]),
    ("switched", &["off"]),
    ("wound", &["down"]),
    ("pulled", &["out", "down"]),
    ("done", &["away"]),
    ("given", &["up"]),
    ("gave", &["up"]),
];
const EXCHANGED: &[&str] = &["swapped", "traded", "exchanged"];
const RENAMED: &[&str] = &["renamed", "rebranded", "retitled", "relabeled", "relabelled"];
/// Past forms and participles of what changes by measure; they tell of a change only with a number to go to.
const SCALED: &[&str] = &[
    "cut",
    "doubled",
    "halved",
    "tripled",
    "quadrupled",
    "shrunk",
    "shrank",
    "grew",
    "grown",
    "reduced",
    "decreased",
    "extended",
    "shortened",
    "lengthened",
    "tightened",
    "relaxed",
    "loosened",
    "trimmed",
    "slashed",
    "upped",
    "scaled",
    "widened",
    "narrowed",
    "expanded",
    "boosted",
    "dialed",
    "dropped",
    "went",
    "pushed",
    "brought",
    "adjusted",
    "jumped",
    "fell",
    "rose",
    "risen",
    "tuned",
    "moved",
    "stretched",
    "squeezed",
    "capped",
];
/// What goes "from O to N" at one time, and not again and again.
const STEPPED: &[&str] = &[
    "went",
    "flipped",
    "moving",
    "migrating",
    "switching",
    "transitioned",
    "converted",
    "jumped",
    "transferred",
    "reassigned",
    "rerouted",
    "redirected",
    "handed",
    "passed",
    "shifted",
    "rotated",
    "flipping",
    "graduated",
    "evolved",
    "pivoted",
];
/// "is out", "is dead": said of what has come to an end.
const OVER: &[&str] = &[
    "out",
    "dead",
    "history",
    "eol",
    "over",
    "discontinued",
    "decommissioned",
    "retired",
    "cancelled",
    "canceled",
    "scrapped",
    "resolved",
    "solved",
];
/// As [`OVER`], where something takes its place: alone they say how a thing stands.
const ON_THE_WAY_OUT: &[&str] = &["deprecated", "obsolete", "archived", "sunset", "superseded"];
const PAST: &[&str] = &["was", "were", "been", "got"];
const PRESENT: &[&str] = &["is", "are", "being"];
/// What may stand between an auxiliary and its participle.
const BETWEEN: &[&str] = &[
    "now",
    "just",
    "finally",
    "recently",
    "completely",
    "fully",
    "officially",
    "all",
    "since",
    "been",
    "already",
    "quietly",
    "entirely",
    "also",
    "temporarily",
    "permanently",
    "lately",
];
/// What may follow a present state that has come about: "is retired since May", "is deprecated in favor of".
const COME_ABOUT: &[&str] = &["since", "now", "as", "for", "use", "in", "and", "here"];

/// The words with which a change of these classes is told.
pub(in crate::relate) fn words() -> impl Iterator<Item = &'static str> {
    let lists =
        [ENDED, EXCHANGED, RENAMED, SCALED, STEPPED, OVER, ON_THE_WAY_OUT].into_iter().flatten();
    let particles = ENDED_BY.iter().map(|(word, _)| word);
    let others = [
        "left", "takes", "took", "replaces", "reached", "hit", "gave", "made", "way", "down", "up",
    ];
    lists.chain(particles).copied().chain(others)
}

/// The changes that `tokens` tell of by these classes, in order.
pub(in crate::relate) fn told(tokens: &[Token]) -> Vec<Told> {
    let words = tokens.iter().enumerate().filter(|(_, token)| token.is(Marks::CUE));
    words.filter_map(|(at, _)| way(tokens, at).map(|way| Told { at, way })).collect()
}

fn way(tokens: &[Token], at: usize) -> Option<Way> {
    let token = tokens.get(at)?;
    if is_attribute(tokens, at) {
        return None;
    }
    let passive = auxiliary(tokens, at);
    let done = passive.is_some_and(|token| token.is_one_of(PAST));
    let stated = passive.is_some_and(|token| token.is_one_of(PRESENT));
    if stated && has_come_about(tokens, at) && is_over(tokens, at) {
        return Some(Way::Ended);
    }
    if token.is_one_of(ENDED) || by_particle(tokens, at) {
        let acted = passive.is_none() && acts(tokens, at);
        return if done { Some(Way::Ended) } else { acted.then_some(Way::Ending) };
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
    if ended_in_words(tokens, at) {
        return Some(Way::Ended);
    }
    if succeeds(tokens, at) {
        return Some(Way::Succeeding);
    }
    // "Moving away from O" is under way, "is down to 12 minutes" has come about.
    let open = token.text.ends_with("ing") || token.is_one_of(&["down", "up"]);
    ((open || !stated) && steps(tokens, at)).then_some(Way::Stepped)
}

/// The auxiliary of the participle at `at`, if it has one.
fn auxiliary(tokens: &[Token], at: usize) -> Option<&Token> {
    let mut before = (at.saturating_sub(LONGEST_AUXILIARY)..at).rev();
    let gaps =
        |i: usize| tokens.get(i + 1..=at).unwrap_or_default().iter().all(|t| t.gap == Gap::NONE);
    let found = before
        .find(|i| !tokens.get(*i).is_some_and(|t| t.is_one_of(BETWEEN) && !t.is_word("been")))?;
    tokens
        .get(found)
        .filter(|token| gaps(found) && (token.is_one_of(PAST) || token.is_one_of(PRESENT)))
}

/// "has now finally been": no auxiliary stands further before.
const LONGEST_AUXILIARY: usize = 4;

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
    });
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

/// Whether the clause ends behind the state at `at`, or says since when.
fn has_come_about(tokens: &[Token], at: usize) -> bool {
    let version = tokens.get(..at).unwrap_or_default().iter().rev().take(2).any(Token::is_version);
    let ends = tokens
        .get(at + 1)
        .is_none_or(|next| next.gap.any(Gap::CLAUSE.or(Gap::COLON)) || next.is_one_of(COME_ABOUT));
    ends && !version
}

/// "reached end of life", "hit EOL", "O gave way to N", "Ann left".
fn ended_in_words(tokens: &[Token], at: usize) -> bool {
    let life = [&["end", "of", "life"][..], &["end", "of", "support"], &["eol"], &["its", "end"]];
    let Some(token) = tokens.get(at) else { return false };
    if token.is_one_of(&["reached", "hit"]) {
        return life.iter().any(|phrase| phrase_at(tokens, at + 1, phrase));
    }
    if token.is_one_of(&["gave", "made"]) {
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
    if token.is_one_of(&["took", "takes"]) {
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
    if token.is_one_of(SCALED) && goes && counts {
        return true;
    }
    let leaves = clause().take(REACH).any(|(_, token)| token.is_one_of(&["from", "off"]));
    let turns = token.is_word("flipped") && follows(tokens, at, &["to"]);
    let hands = token.is_one_of(&["handed", "passed"]) && follows(tokens, at, &["over", "on"]);
    (token.is_one_of(STEPPED) && leaves) || turns || hands
}

/// Whether the text says from when on it holds, and adds nothing to what held: "X now …", "as of v3", "since May", "again".
pub(in crate::relate) fn is_from_now(tokens: &[Token]) -> bool {
    let more = &["also", "too", "additionally", "additional", "another", "well", "both"];
    let added = tokens.iter().any(|token| token.is_one_of(more));
    !added && (0..tokens.len()).any(|i| sets_in(tokens, i))
}

fn sets_in(tokens: &[Token], i: usize) -> bool {
    let Some(token) = tokens.get(i).filter(|token| token.kind == Kind::Word) else { return false };
    let before = i.checked_sub(1).and_then(|i| tokens.get(i));
    let next = tokens.get(i + 1).filter(|next| next.gap == Gap::NONE);
    let dated = |next: &Token| {
        next.kind != Kind::Word
            || next.is(Marks::MONTH)
            || next.is_one_of(&["last", "this", "then", "today"])
    };
    match &*token.text {
        "now" => {
            !before.is_some_and(|before| before.is_one_of(&["for", "until", "till", "right", "by"]))
                && !next.is_some_and(|next| next.is_word("that"))
        }
        "nowadays" | "henceforth" => true,
        "these" => next.is_some_and(|next| next.is_word("days")),
        "as" => phrase_at(tokens, i, &["as", "of"]),
        "since" => {
            next.is_some_and(dated)
                || (i == 0 && opens_with_noun(tokens))
                || closes_with_noun(tokens, i)
        }
        "starting" => {
            next.is_some_and(|next| dated(next) || next.is_one_of(&["with", "from", "in"]))
        }
        "again" => {
            let ends =
                tokens.get(i + 1).is_none_or(|next| next.gap.any(Gap::CLAUSE.or(Gap::COLON)));
            let state = tokens.get(i.saturating_sub(REACH)..i).unwrap_or_default();
            let denied = state.iter().any(|token| token.is(Marks::NEGATION));
            let works = before.is_some_and(|before| before.is(Marks::VERB.or(Marks::FINITE)));
            ends && !denied && (works || state.iter().any(|token| token.is_one_of(PRESENT)))
        }
        _ => false,
    }
}

/// "… since the redesign": a noun and the end of the clause.
fn closes_with_noun(tokens: &[Token], since: usize) -> bool {
    let behind = tokens.get(since + 1..).unwrap_or_default();
    let end = behind.iter().position(|token| token.gap.any(Gap::CLAUSE)).unwrap_or(behind.len());
    let article = behind.first().is_some_and(|token| token.is_one_of(&["the", "our"]));
    article && (2..=LONGEST_NOUN).contains(&end)
}

/// "the last big rewrite": a longer stretch is a sentence.
const LONGEST_NOUN: usize = 4;

/// "Since the DST mess, …", "Since the pentest cookies live …": a noun, no clause of reason.
fn opens_with_noun(tokens: &[Token]) -> bool {
    let head = tokens.iter().skip(1).take(REACH);
    let comma = tokens.iter().skip(1).take(REACH + 1).any(|token| token.gap.any(Gap::COMMA));
    let said = head.take_while(|token| !token.gap.any(Gap::COMMA)).any(|token| {
        token.is(Marks::PASSIVE) || token.is_one_of(&["has", "have", "can", "does", "do", "needs"])
    });
    let article = tokens.get(1).is_some_and(|token| token.is_one_of(&["the", "our"]));
    article && (!comma || !said)
}
