//! T6: one thing, an attribute of it and the value, told in another form ("The maintainer of the client is Dana", "Dana is the
//! client's maintainer", "Maintainer of the client: Dana"; "the pool has 16 threads", "there are 16 threads in the pool").
//!
//! Such a sentence relates nothing but its value to the rest, so the two are the same where both set the same value apart and
//! the rest is the same phrases. Which words are the value the form tells; where it leaves a choice, one must fit. The guards of
//! *Same* have been asked before: core words, numbers and names are the same on both sides.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::roles::{PLACED, is_adposition, is_joint};
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

/// What an attribution sets apart, and the phrases of the rest.
struct Reading {
    value: Vec<Stem>,
    rest: Vec<Vec<Stem>>,
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
    fn of<'a>(value: &Phrase, rest: impl IntoIterator<Item = &'a Phrase>, leads: bool) -> Self {
        Self {
            value: value.words.clone(),
            rest: words(rest),
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
    /// Whether its verb says nothing by itself: a copula, "have", "there is", a colon.
    plain: bool,
    /// Whether it says what something has, or has to have; other forms leave that open.
    duty: Option<bool>,
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
        sure && placed
            && counted
            && x.value == y.value
            && (joins(&x.rest, &y.rest) || joins(&y.rest, &x.rest))
    };
    let agree_in_duty = x.duty.zip(y.duty).is_none_or(|(x, y)| x == y);
    (x.plain || y.plain)
        && agree_in_duty
        && x.readings.iter().any(|x| y.readings.iter().any(|y| one(x, y)))
}

/// Whether what one counts the other counts too, or names: "there are 3 workers in the pool", "the pool workers are 3", and no
/// "3 pools".
fn counts(x: &Reading, y: &Reading) -> bool {
    let named = || y.rest.iter().any(|phrase| phrase.ends_with(&x.thing));
    if y.thing.is_empty() { named() } else { x.thing.is_empty() || x.thing == y.thing }
}

/// Whether the phrases of `whole` are those of `parts`, some of them joined: "the DNS TTL", "the TTL of the DNS". Phrases that
/// exchange words ("the big cache of the small zone") are not, nor are those that own each other the other way round.
fn joins(parts: &[Vec<Stem>], whole: &[Vec<Stem>]) -> bool {
    let length = |phrases: &[Vec<Stem>]| phrases.iter().map(Vec::len).sum::<usize>();
    // Each part stands in one phrase, unbroken.
    let within = |part: &Vec<Stem>| {
        let holds = |phrase: &&Vec<Stem>| phrase.windows(part.len()).any(|words| words == part);
        !part.is_empty() && whole.iter().filter(holds).count() == 1
    };
    let filled =
        |phrase: &Vec<Stem>| phrase.iter().all(|word| parts.iter().flatten().any(|x| x == word));
    !parts.is_empty()
        && length(parts) == length(whole)
        && parts.iter().all(within)
        && whole.iter().all(filled)
}

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
            return has(tokens.get(..colon)?, tokens.get(colon..)?);
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
        Some(next) if verb.is_one_of(BE) && is_participle(next) && next.gap == Gap::NONE => {
            match &*next.text {
                "required" | "needed" | "used" => required(left, right),
                "called" | "named" => is(left, right.get(1..)?),
                _ => passive(left, right),
            }
        }
        // "Is playing" tells what goes on.
        Some(next) if verb.is_one_of(BE) && (carried > 0 || !next.text.ends_with("ing")) => {
            is(left, right)
        }
        Some(next) if verb.is_one_of(HAVE) && !is_participle(next) && !next.is_word("to") => {
            let duty = match &*verb.text {
                "has" | "have" => Some(carried > 0),
                "use" | "uses" => None,
                _ => Some(true),
            };
            has(left, right).map(|told| Attribution { duty, ..told })
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
fn is(left: &[Token], right: &[Token]) -> Option<Attribution> {
    let (subject, told) = (phrases(left, true), phrases(right, false));
    let mut readings = Vec::new();
    if let [alone] = &*subject {
        readings.push(Reading::of(alone, &told, true));
    }
    let (first, others) = told.split_first()?;
    if first.preposition.is_none() && (others.is_empty() || first.literal) {
        readings.push(Reading::of(first, subject.iter().chain(others), false));
        readings.extend(counted(first, subject.iter().chain(others)));
    }
    for reading in &mut readings {
        // "Is the name of the bucket": what it is of it is not placed in.
        let placed = first.preposition.is_some_and(|way| way != Stem::of("of"));
        // "The location of the file is …": it says that itself.
        let tells = left.iter().any(|token| token.is_word("location"));
        reading.placed = Some(placed).filter(|_| !tells);
    }
    Some(Attribution { readings, plain: true, duty: None })
}

/// "E has A of V", "E has V", "E: V".
fn has(left: &[Token], right: &[Token]) -> Option<Attribution> {
    let (subject, told) = (phrases(left, true), split(right, false));
    let (first, others) = told.split_first().filter(|(first, _)| first.preposition.is_none())?;
    let of = Stem::of("of");
    let mut readings = vec![Reading::of(first, subject.iter().chain(others), false)];
    if let Some((value, after)) =
        others.split_first().filter(|(next, _)| next.preposition == Some(of))
    {
        readings = vec![Reading::of(value, subject.iter().chain([first]).chain(after), false)];
    }
    readings.extend(counted(first, subject.iter().chain(others)));
    (!subject.is_empty()).then_some(Attribution { readings, plain: true, duty: None })
}

/// "There is V in E".
fn exists(tokens: &[Token]) -> Option<Attribution> {
    let (_, told) = tokens.split_first().filter(|(be, _)| be.is_one_of(BE))?;
    let told = phrases(told, false);
    let (first, others) = told.split_first().filter(|(_, others)| !others.is_empty())?;
    let mut readings = vec![Reading::of(first, others, false)];
    readings.extend(counted(first, others));
    Some(Attribution { readings, plain: true, duty: None })
}

/// "E is DONE with V": the participle is part of the rest.
fn passive(left: &[Token], right: &[Token]) -> Option<Attribution> {
    let (done, behind) = right.split_first()?;
    let (subject, told) = (phrases(left, true), phrases(behind, false));
    let (value, others) = told.split_first().filter(|(first, _)| first.preposition.is_some())?;
    let mut rest = words(subject.iter().chain(others));
    rest.extend((is_core(done) && !is_light(done.stem)).then(|| vec![done.stem]));
    let readings = vec![Reading { rest, ..Reading::of(value, [], false) }];
    Some(Attribution { readings, plain: false, duty: None })
}

/// "V is required for E": what E requires.
fn required(left: &[Token], right: &[Token]) -> Option<Attribution> {
    let (subject, told) = (phrases(left, true), phrases(right.get(1..)?, false));
    let [value] = &*subject else { return None };
    let readings = vec![Reading::of(value, &told, false)];
    let duty = (!right.first()?.is_word("used")).then_some(true);
    (!told.is_empty()).then_some(Attribution { readings, plain: true, duty })
}

/// "Use V for E", "we use V for E".
fn uses(tokens: &[Token]) -> Option<Attribution> {
    let who =
        tokens.iter().take_while(|token| token.is_one_of(&["we", "always", "please"])).count();
    let (verb, behind) = tokens.get(who..)?.split_first()?;
    let told = phrases(behind, false);
    let (value, others) = told.split_first().filter(|(value, _)| value.preposition.is_none())?;
    let purpose = others.first().is_some_and(|next| next.preposition == Some(Stem::of("for")));
    let readings = vec![Reading::of(value, others, false)];
    (verb.is_word("use") && purpose).then_some(Attribution { readings, plain: true, duty: None })
}

/// "768 dimensions": the number alone is the value, and what it counts belongs to the rest.
fn counted<'a>(first: &Phrase, others: impl IntoIterator<Item = &'a Phrase>) -> Option<Reading> {
    let (number, thing) = first.words.split_first().filter(|_| first.counts)?;
    let mut rest = words(others);
    rest.push(thing.to_vec());
    Some(Reading {
        value: vec![*number],
        rest,
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

/// A stretch without verb or preposition, and the preposition before it.
#[derive(Clone, Debug)]
struct Phrase {
    preposition: Option<Stem>,
    words: Vec<Stem>,
    /// Whether it holds a number, an identifier or a name.
    literal: bool,
    /// Whether it is a number and what it counts.
    counts: bool,
}

fn words<'a>(phrases: impl IntoIterator<Item = &'a Phrase>) -> Vec<Vec<Stem>> {
    phrases.into_iter().map(|phrase| phrase.words.clone()).collect()
}

/// The phrases of a stretch, which may open the sentence; what belongs to another ("the cache of the index") stands before it in one.
fn phrases(tokens: &[Token], opening: bool) -> Vec<Phrase> {
    let of = Some(Stem::of("of"));
    let mut joined: Vec<Phrase> = Vec::new();
    for phrase in split(tokens, opening) {
        match joined.last_mut() {
            Some(owned) if phrase.preposition == of => {
                let mut words = phrase.words;
                words.append(&mut owned.words);
                owned.words = words;
                owned.literal |= phrase.literal;
                owned.counts = false;
            }
            _ => joined.push(phrase),
        }
    }
    joined
}

fn split(tokens: &[Token], opening: bool) -> Vec<Phrase> {
    let mut found: Vec<Phrase> = Vec::new();
    let mut preposition = None;
    let mut open = false;
    for (i, token) in tokens.iter().enumerate() {
        if is_adposition(token) {
            preposition = Some(Stem::of(&token.text));
            open = false;
        } else if is_core(token) && !is_light(token.stem) {
            if !open {
                let preposition = preposition.take();
                let counts = token.kind == Kind::Number;
                found.push(Phrase { preposition, words: Vec::new(), literal: false, counts });
                open = true;
            }
            if let Some(phrase) = found.last_mut() {
                // Any word has a capital where it opens the sentence.
                let cased = token.cased != Stem::of(&token.text) && !(opening && i == 0);
                let named = token.kind != Kind::Word || cased || token.joined || token.code;
                phrase.literal |= named;
                phrase.counts &= phrase.words.is_empty() || token.kind == Kind::Word;
                phrase.words.push(token.stem);
            }
        }
    }
    for phrase in &mut found {
        phrase.counts &= phrase.words.len() > 1;
    }
    found
}
