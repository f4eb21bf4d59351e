//! T6: one thing, an attribute of it and the value, told in another form ("The maintainer of the client is Dana", "Dana is the
//! client's maintainer", "Maintainer of the client: Dana"; "the pool has 16 threads", "there are 16 threads in the pool").
//!
//! Such a sentence relates nothing but its value to the rest, so the two are the same where both set the same value apart and
//! the rest is the same phrases. Which words are the value the form tells; where it leaves a choice, one must fit. The guards of
//! *Same* have been asked before: core words, numbers and names are the same on both sides.

mod kinship;
mod phrase;
mod rest;

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use kinship::Kinship;
use phrase::{Phrase, phrases, split};
use rest::{Rest, named, owners};

use super::roles::{MAKING, PLACED, is_adposition, is_joint};
use crate::relate::reading::phrasing::is_participle;
use crate::relate::reading::statement::is_core;
use crate::relate::reading::theme::finite;
use crate::relate::words::canon::stemmed;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// A longer sentence says more than one thing.
const LONGEST: usize = 24;
/// A label ("Log level: debug") is no longer.
const LONGEST_LABEL: usize = 6;
const BE: &[&str] = &["is", "are", "be"];
const HAVE: &[&str] = &["has", "have", "need", "needs", "use", "uses", "require", "requires"];
const MODALS: &[&str] = &["must", "should"];

/// What an attribution sets apart, and the rest.
struct Reading {
    value: Vec<Stem>,
    /// The rest, in every way that it may be put together: one must be that of the other.
    rest: Vec<Rest>,
    /// Whether it opens the sentence: then only a literal is surely the value, and not what has one.
    leads: bool,
    /// Whether it holds a number, an identifier or a name.
    literal: bool,
    /// Whether what stands behind the copula is in or for something: "is in the vault". Other forms leave it open.
    placed: Option<bool>,
    /// What a number counts, where it is the value.
    thing: Vec<Stem>,
}

impl Reading {
    fn of(value: &Phrase, rest: Vec<Rest>, leads: bool) -> Self {
        Self {
            value: value.words.clone(),
            rest,
            leads,
            literal: value.literal,
            placed: None,
            thing: Vec::new(),
        }
    }
}

/// A sentence read as an attribution, in every way that its form allows.
struct Attribution {
    readings: Vec<Reading>,
    kind: Kinship,
}

/// Whether both attribute the same value to the same.
pub(super) fn agree(a: &[Token], b: &[Token]) -> bool {
    let (Some(x), Some(y)) = (attribution(a), attribution(b)) else {
        return false;
    };
    let one = |x: &Reading, y: &Reading| {
        let sure = x.leads == y.leads || x.literal || y.literal;
        let placed = x.placed.zip(y.placed).is_none_or(|(x, y)| x == y);
        let counted = counts(x, y) && counts(y, x);
        let meet = || x.rest.iter().any(|rest| !rest.owned.is_empty() && y.rest.contains(rest));
        sure && placed && counted && x.value == y.value && meet()
    };
    x.kind.agrees(y.kind) && x.readings.iter().any(|x| y.readings.iter().any(|y| one(x, y)))
}

/// Whether what one counts the other counts too, or names: "there are 3 workers in the pool", "the pool workers are 3", and no
/// "3 pools".
fn counts(x: &Reading, y: &Reading) -> bool {
    let named = || y.rest.iter().any(|rest| rest.owned.ends_with(&x.thing));
    if y.thing.is_empty() { named() } else { x.thing.is_empty() || x.thing == y.thing }
}

/// Whether a text says that something is one of a kind: "Maria is a maintainer" leaves room for others.
pub(super) fn one_of_many(tokens: &[Token]) -> bool {
    tokens.windows(2).any(|pair| match pair {
        [be, one] => be.is_one_of(BE) && one.is_one_of(&["a", "an"]),
        _ => false,
    })
}

/// Whether what something is used for is an activity, and nobody and nothing that could use it: "for transcription", "for frontend
/// tests", not "for customers".
fn is_activity(tokens: &[Token]) -> bool {
    let mut behind = tokens.iter().skip_while(|token| !token.is_word("for")).skip(1);
    let mut last = None;
    for token in behind.by_ref().take_while(|token| !is_adposition(token)) {
        last = if is_core(token) || last.is_none() { Some(token) } else { last };
    }
    last.is_some_and(|token| {
        let ends =
            ["ing", "tion", "sion", "ysis", "ment"].iter().any(|end| token.text.ends_with(end));
        ends || token.is_one_of(ACTIVITIES)
    })
}

const ACTIVITIES: &[&str] = &[
    "test", "tests", "build", "builds", "review", "reviews", "search", "lookups", "backup",
    "backups",
];

/// Whether a text gives its value behind a colon: "Log level: debug".
pub(super) fn is_label(tokens: &[Token]) -> bool {
    tokens.iter().take(LONGEST_LABEL + 1).skip(1).any(|token| token.gap.any(Gap::COLON))
}

fn attribution(tokens: &[Token]) -> Option<Attribution> {
    let there = tokens.first().is_some_and(|token| token.is_word("there"));
    let tokens = tokens.get(usize::from(there)..)?;
    let broken = tokens.iter().skip(1).any(|token| token.gap.any(Gap::CLAUSE.or(Gap::PAREN)));
    // "In tests we use …": where, and of what, the form does not tell.
    let fronted = tokens.first().is_some_and(is_adposition);
    if tokens.len() > LONGEST || broken || fronted || tokens.iter().any(is_joint) {
        return None;
    }
    if there {
        return exists(tokens);
    }
    let mut colons =
        tokens.iter().enumerate().skip(1).filter(|(_, token)| token.gap.any(Gap::COLON));
    match (colons.next(), colons.next()) {
        (None, _) => {}
        (Some((colon, _)), None) if colon <= LONGEST_LABEL => {
            return has(tokens.get(..colon)?, tokens.get(colon..)?, Kinship::Label);
        }
        _ => return None,
    }
    if let Some(used) = uses(tokens) {
        return Some(used);
    }
    let at = (1..tokens.len()).find(|i| states(tokens, *i)).or_else(|| finite(tokens))?;
    let (left, behind) = tokens.split_at_checked(at)?;
    let carried = behind.iter().take_while(|token| token.is_one_of(MODALS)).count();
    let (verb, right) = behind.get(carried..)?.split_first()?;
    // A second verb says a second thing.
    if right.iter().any(|token| token.is_one_of(BE)) {
        return None;
    }
    match right.first() {
        Some(next)
            if verb.is_one_of(BE)
                && next.gap == Gap::NONE
                && (is_participle(next) || next.is_word("used")) =>
        {
            match &*next.text {
                "required" | "needed" | "used" => required(left, right),
                "called" | "named" => called(left, right.get(1..)?),
                _ => passive(left, right),
            }
        }
        // "Is playing" tells what goes on.
        Some(next) if verb.is_one_of(BE) && (carried > 0 || !next.text.ends_with("ing")) => {
            is(left, right, if carried > 0 { Kinship::MustBe } else { Kinship::Is })
        }
        Some(next) if verb.is_one_of(HAVE) && !is_participle(next) && !next.is_word("to") => {
            let kind = match &*verb.text {
                "has" | "have" if carried == 0 => Kinship::Has,
                "use" | "uses" => Kinship::Uses,
                _ => Kinship::Needs,
            };
            has(left, right, kind)
        }
        // "Authentication goes through V", "the file lives at V".
        Some(next) if is_light(verb.stem) && is_adposition(next) => {
            passive(left, behind.get(carried..)?)
        }
        _ => None,
    }
}

/// Whether the word at `i` is a verb of attribution, and no noun ("the use of X").
fn states(tokens: &[Token], i: usize) -> bool {
    let before = i.checked_sub(1).and_then(|i| tokens.get(i));
    let noun = before.is_none_or(|before| {
        is_adposition(before) || before.is_one_of(&["the", "a", "an", "to", "no", "of"])
    });
    let verb =
        |token: &Token| token.is_one_of(BE) || token.is_one_of(HAVE) || token.is_one_of(MODALS);
    !noun && tokens.get(i).is_some_and(verb)
}

/// "S is V", "V is S": the value is a phrase that stands alone on its side, or a literal before what narrows it.
fn is(left: &[Token], right: &[Token], kind: Kinship) -> Option<Attribution> {
    let (subject, told) = (phrases(left, true), phrases(right, false));
    let mut readings = Vec::new();
    if let [alone] = &*subject {
        readings.push(Reading::of(alone, named(&told), true));
    }
    let (first, others) = told.split_first()?;
    if first.preposition.is_none() && (others.is_empty() || first.literal) {
        let rest = named(subject.iter().chain(others));
        readings.extend(counted(first, &rest));
        readings.push(Reading::of(first, rest, false));
    }
    for reading in &mut readings {
        // "Is the name of the bucket": what it is of it is not placed in.
        let placed = first.preposition.is_some_and(|way| way != Stem::of("of"));
        // "The location of the file is …": it says that itself.
        let tells = left.iter().any(|token| token.is_word("location"));
        reading.placed = Some(placed).filter(|_| !tells);
    }
    Some(Attribution { readings, kind })
}

/// "S is called V": V is the name of S.
fn called(left: &[Token], right: &[Token]) -> Option<Attribution> {
    let (subject, told) = (phrases(left, true), phrases(right, false));
    let [value] = &*told else { return None };
    let rest = named(&subject).into_iter().map(|rest| rest.with(&[Stem::of("name")])).collect();
    let reading = Reading::of(value, rest, false);
    (value.preposition.is_none())
        .then_some(Attribution { readings: vec![reading], kind: Kinship::Is })
}

/// "E has A of V", "E has V", "E: V".
fn has(left: &[Token], right: &[Token], kind: Kinship) -> Option<Attribution> {
    let (subject, told) = (phrases(left, true), split(right, false));
    let (first, others) = told.split_first().filter(|(first, _)| first.preposition.is_none())?;
    let of = Stem::of("of");
    let mut kind = kind;
    // What E has may be told of E alone; the phrases behind it stay where they are.
    let rests = |thing: &[Stem], behind: &[Phrase]| -> Vec<Rest> {
        let mut rests = named(&subject);
        let own: Vec<_> =
            behind.iter().map(|phrase| (phrase.way(), phrase.words.clone())).collect();
        for rest in &mut rests {
            rest.owned.extend_from_slice(thing);
            rest.phrases.extend(own.iter().cloned());
            rest.phrases.sort_unstable();
        }
        rests
    };
    let mut readings = vec![Reading::of(first, rests(&[], others), false)];
    if let Some((value, after)) =
        others.split_first().filter(|(next, _)| next.preposition == Some(of))
    {
        readings = vec![Reading::of(value, rests(&first.words, after), false)];
        // "Uses a page size of 50": that is its page size.
        kind = if kind == Kinship::Uses { Kinship::Has } else { kind };
    } else if kind == Kinship::Has {
        // "The image has curl" is no "the image is curl".
        for reading in &mut readings {
            reading.placed = Some(true);
        }
    }
    readings.extend(counted(first, &rests(&[], others)));
    (!subject.is_empty()).then_some(Attribution { readings, kind })
}

/// "There is V in E".
fn exists(tokens: &[Token]) -> Option<Attribution> {
    let (_, told) = tokens.split_first().filter(|(be, _)| be.is_one_of(BE))?;
    let told = phrases(told, false);
    let (first, others) = told.split_first().filter(|(_, others)| !others.is_empty())?;
    let rest = owners(&others.iter().collect::<Vec<_>>());
    let mut readings = Vec::from_iter(counted(first, &rest));
    readings.push(Reading { placed: Some(true), ..Reading::of(first, rest, false) });
    Some(Attribution { readings, kind: Kinship::Has })
}

/// "E is DONE with V": the participle is part of the rest.
fn passive(left: &[Token], right: &[Token]) -> Option<Attribution> {
    let (done, behind) = right.split_first()?;
    let (subject, told) = (phrases(left, true), phrases(behind, false));
    let (value, others) = told.split_first().filter(|(first, _)| first.preposition.is_some())?;
    let kind = if STATIC.contains(&done.stem) { Kinship::Lies } else { Kinship::Done };
    let means = value.preposition.is_some_and(|way| MEANS.contains(&way));
    // "Is handled in the parser" tells where, "is written in Rust" with what.
    if kind == Kinship::Done && !means && !MAKING.contains(&done.stem) {
        return None;
    }
    let mut rest = named(subject.iter().chain(others));
    if is_core(done) && !is_light(done.stem) {
        let before = |rest: &Rest| Rest {
            owned: [&[done.stem], &*rest.owned].concat(),
            phrases: rest.phrases.clone(),
        };
        let first: Vec<Rest> = rest.iter().map(before).collect();
        rest = rest.into_iter().map(|rest| rest.with(&[done.stem])).chain(first).collect();
    }
    Some(Attribution { readings: vec![Reading::of(value, rest, false)], kind })
}

/// What says that something is somewhere, and not that it is brought there.
static STATIC: LazyLock<FxHashSet<Stem>> = LazyLock::new(|| {
    stemmed(&["live", "reside", "sit", "located", "lie", "stay", "location", "exist"])
});
/// What names with what something is done.
static MEANS: LazyLock<Vec<Stem>> = LazyLock::new(|| {
    ["with", "using", "via", "through", "by"].iter().map(|way| Stem::of(way)).collect()
});
/// "V is required for E": what E requires.
fn required(left: &[Token], right: &[Token]) -> Option<Attribution> {
    let (subject, told) = (phrases(left, true), phrases(right.get(1..)?, false));
    let [value] = &*subject else { return None };
    let (owner, others) = told.split_first()?;
    if owner.preposition == Some(Stem::of("for")) && !is_activity(right) {
        return None;
    }
    let rest = Rest::new(owner.words.clone(), others);
    let readings = vec![Reading::of(value, vec![rest], false)];
    let used = right.first()?.is_word("used");
    let kind = if used { Kinship::Uses } else { Kinship::Needs };
    Some(Attribution { readings, kind })
}

/// "Use V for E", "we use V for E".
fn uses(tokens: &[Token]) -> Option<Attribution> {
    let who =
        tokens.iter().take_while(|token| token.is_one_of(&["we", "always", "please"])).count();
    let (verb, behind) = tokens.get(who..)?.split_first()?;
    let told = phrases(behind, false);
    let (value, others) = told.split_first().filter(|(value, _)| value.preposition.is_none())?;
    let (purpose, after) = others.split_first()?;
    let purposeful = purpose.preposition == Some(Stem::of("for"));
    let rest = Rest::new(purpose.words.clone(), after);
    let readings = vec![Reading::of(value, vec![rest], false)];
    let kind = Kinship::Use;
    (verb.is_word("use") && purposeful && is_activity(behind))
        .then_some(Attribution { readings, kind })
}

/// "768 dimensions": the number alone is the value, and what it counts belongs to the rest.
fn counted(first: &Phrase, rest: &[Rest]) -> Option<Reading> {
    let (number, thing) = first.words.split_first().filter(|_| first.counts)?;
    Some(Reading {
        value: vec![*number],
        rest: rest.iter().map(|rest| rest.clone().with(thing)).collect(),
        leads: false,
        literal: true,
        placed: None,
        thing: thing.to_vec(),
    })
}

/// Words that only say that something is somewhere, or is done at all: one form has them and another has not.
pub(super) fn is_light(stem: Stem) -> bool {
    LIGHT.contains(&stem) || PLACED.contains(&stem)
}

/// Whether a word is light wherever it stands in a text: never a noun, nor part of a name ("the session store").
pub(super) fn is_light_in(tokens: &[Token], stem: Stem) -> bool {
    let mut places = tokens.iter().enumerate().filter(|(_, token)| token.stem == stem);
    is_light(stem) && !places.any(|(i, _)| names(tokens, i))
}

fn names(tokens: &[Token], i: usize) -> bool {
    let Some(token) = tokens.get(i) else { return false };
    let before = i.checked_sub(1).and_then(|i| tokens.get(i)).filter(|_| token.gap == Gap::NONE);
    let next = tokens.get(i + 1).filter(|next| next.gap == Gap::NONE);
    let finite = token.text.ends_with('s');
    let opens = before.is_some_and(|before| {
        before.is_one_of(&["the", "a", "an", "our", "my", "your", "its"])
            || (is_core(before) && !before.text.ends_with('s') && !finite)
    });
    // "The location of the file", "the file location is": where it is.
    let place = token.is_word("location");
    let head = next.is_some_and(|next| next.is_one_of(BE) || next.is_word("of"));
    let part = next.is_some_and(|next| is_core(next) && !next.text.ends_with("ly"));
    opens && ((head && !place) || (part && next.is_none_or(|next| next.kind == Kind::Word)))
}

static LIGHT: LazyLock<FxHashSet<Stem>> = LazyLock::new(|| {
    stemmed(&[
        "written", "done", "handled", "managed", "happen", "location", "prefer", "exist", "stay",
        "serve", "take",
    ])
});
