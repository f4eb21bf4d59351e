//! The general reader: `S verbs [particle] [object] [preposition] V`, whatever the verb.
//!
//! Subject, verb, object and preposition are the question, what follows is the answer. It needs no list of verbs, only of those
//! that have many answers at once ("supports", "fails on").

use super::super::old_value::is_content;
use super::super::predicate::{PARTICLES, is_plural, predicate};
use super::FrameKind;
use super::read::Parts;
use super::sort::Sort;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::token::{Kind, Token};

/// Verbs of which one subject has many places at once.
const MANY_PLACES: &[&str] = &[
    "support",
    "supported",
    "depend",
    "import",
    "imported",
    "contain",
    "include",
    "have",
    "has",
    "fail",
    "crash",
    "break",
    "work",
    "exist",
    "happen",
    "occur",
    "appear",
    "differ",
    "connect",
    "talk",
    "write",
    "send",
    "subscribe",
    "publish",
    "link",
    "map",
    "react",
    "respond",
    "listen",
    "belong",
    "lead",
    "refer",
    "point",
    "apply",
    "test",
    "tested",
    "mention",
    "mentioned",
    "document",
    "documented",
    "reproduce",
    "available",
    "used",
    "called",
    "required",
    "needed",
    "referenced",
    "shared",
    "seen",
    "found",
    "known",
    "listed",
    "look",
    "add",
    "remove",
    "help",
];
/// Verbs of which one subject has many objects at once.
const MANY_OBJECTS: &[&str] = &[
    "need", "require", "use", "accept", "reject", "expose", "know", "allow", "call", "want",
    "like", "love", "hate", "prefer", "ask", "mean", "check", "see",
];
/// Of these also two numbers hold side by side: "supports 3.10", "fails on 18".
const MANY_IN_NUMBER: &[&str] = &[
    "support",
    "supported",
    "fail",
    "crash",
    "break",
    "work",
    "exist",
    "happen",
    "occur",
    "appear",
    "test",
    "tested",
    "document",
    "documented",
    "mention",
    "mentioned",
    "reproduce",
    "available",
    "contain",
    "include",
    "import",
    "accept",
    "list",
    "listed",
    "know",
    "known",
    "see",
    "seen",
    "find",
    "found",
    "add",
    "remove",
    "depend",
];
/// Prepositions behind which one subject has one answer.
const PATHS: &[&str] = &[
    "in", "on", "at", "to", "through", "via", "over", "by", "with", "from", "as", "under", "into",
    "after", "every", "within", "onto", "using", "against", "above", "below",
];
/// What a value never reaches beyond.
const ENDS: &[&str] = &[
    "that", "which", "who", "when", "if", "unless", "because", "while", "until", "whenever", "so",
    "but", "since", "before",
];

/// The readings of a sentence about its verb.
pub(super) fn does(tokens: &[Token]) -> Vec<Parts<'_>> {
    let Some(verb) = verb(tokens) else { return Vec::new() };
    let head = tokens.get(1..=verb).unwrap_or_default();
    let broken = head.iter().any(|token| token.gap.any(Gap::ANY));
    // "Is running in the park": what happens now is no standing answer.
    let going = tokens.get(verb + 1).is_some_and(|next| next.text.ends_with("ing"));
    let Some(end) = full_verb(tokens, verb).filter(|_| !broken && !going) else {
        return Vec::new();
    };
    let spoken = tokens.get(verb..end).unwrap_or_default();
    let many = spoken.iter().any(|token| is_form_of(token, MANY_PLACES));
    let mut readings = Vec::new();
    let path = (end..tokens.len())
        .take_while(|i| !closes(tokens, *i, end))
        .find(|i| tokens.get(*i).is_some_and(|token| token.is_one_of(PATHS)));
    let object = tokens.get(end..path.unwrap_or(tokens.len())).unwrap_or_default();
    // "Use X in A": what an order is followed in or on narrows it.
    let ordered = predicate(tokens).is_none();
    let longest = if ordered { 0 } else { LONGEST_OBJECT };
    // "Retries four times", "keeps 20 connections": the object itself is the answer.
    let number = object.iter().take(LONGEST_OBJECT).position(|token| token.kind == Kind::Number);
    let quantity = number.is_some_and(|at| {
        let unit = object.get(at).is_some_and(|token| !token.unit().is_empty());
        unit || object.get(at + 1).is_some_and(is_plural)
    });
    let often =
        object.first().is_some_and(|first| Sort::of(std::slice::from_ref(first)) == Sort::Time);
    if often && first_is_adverb(object) {
        readings.extend(reading(tokens, end, false));
    } else if number.is_some() {
        let open = quantity || !spoken.iter().any(is_many_in_number);
        readings.extend(reading(tokens, end, false).filter(|_| open));
    } else if let Some(path) = path.filter(|_| !many && object.len() <= longest) {
        readings.extend(reading(tokens, path + 1, !object.is_empty()));
    }
    readings
}

/// "Resets daily": how often, in one word.
fn first_is_adverb(object: &[Token]) -> bool {
    object.first().is_some_and(|token| token.text.ends_with("ly") || token.is_word("biweekly"))
}

/// An object between the verb and its path is no longer than this.
const LONGEST_OBJECT: usize = 4;

/// The reading whose value starts at `start`; everything before it is the question.
fn reading(tokens: &[Token], start: usize, object: bool) -> Option<Parts<'_>> {
    let value = tokens.get(start..)?;
    let slot = tokens.get(..start)?;
    // "Compile with A B": what an order is done with may be many things at once.
    let ordered = tokens.first()?.is(Marks::IMPERATIVE) && value.len() > 1;
    if ordered && slot.last()?.is_word("with") {
        return None;
    }
    let named = slot.last().is_some_and(|token| token.is_one_of(&["with", "by"]));
    Some(Parts { kind: FrameKind::Does, slot, value, verb: None, named, way: None, object })
}

/// Where the sentence has its verb: "we deploy with …" and orders have it where they begin.
fn verb(tokens: &[Token]) -> Option<usize> {
    if let Some(found) = predicate(tokens) {
        return Some(found);
    }
    let passed = &["please", "always", "also", "just"];
    let first = tokens.iter().position(|token| !token.is_one_of(passed))?;
    tokens.get(first).is_some_and(|token| token.is(Marks::IMPERATIVE)).then_some(first)
}

/// The place behind the verb with all that belongs to it: "are processed", "must be kept", "end up".
fn full_verb(tokens: &[Token], verb: usize) -> Option<usize> {
    let mut at = verb + 1;
    let helps = |token: &Token| {
        token.is_one_of(&[
            "is", "are", "be", "must", "should", "will", "get", "gets", "has", "have", "to",
        ])
    };
    let mut helped = tokens.get(verb).is_some_and(helps);
    while let Some(token) = tokens.get(at) {
        if token.gap.any(Gap::ANY) {
            break;
        }
        let adverb = token.kind == Kind::Word && token.text.ends_with("ly");
        let carried = helped && (helps(token) || is_participle(token));
        if token.is(Marks::NEGATION) {
            return None;
        }
        // "Daily" is what the sentence answers, "silently" is not.
        let adverb = adverb && Sort::of(std::slice::from_ref(token)) != Sort::Time;
        if !(adverb || carried || token.is_one_of(PARTICLES)) {
            break;
        }
        helped = helped && helps(token);
        at += 1;
    }
    // "Must answer within": a verb behind its auxiliary.
    let modal = tokens.get(verb).is_some_and(|token| token.is_one_of(&["must", "should", "will"]));
    let plain = tokens.get(at).is_some_and(|token| is_content(token) && token.gap == Gap::NONE);
    Some(if modal && at == verb + 1 && plain { at + 1 } else { at })
}

fn is_participle(token: &Token) -> bool {
    token.ends_in_ed() || token.is(Marks::PARTICIPLE)
}

fn is_many(token: &Token) -> bool {
    let duty = token.is_one_of(&["must", "required"]);
    (token.is(Marks::MANY_VALUED) && !duty)
        || is_form_of(token, MANY_PLACES)
        || is_form_of(token, MANY_OBJECTS)
}

fn is_many_in_number(token: &Token) -> bool {
    is_form_of(token, MANY_IN_NUMBER)
}

/// Whether the token is a listed verb, with or without the "s" of the third person.
fn is_form_of(token: &Token, verbs: &[&str]) -> bool {
    let base = token.text.strip_suffix("es");
    let whole = token.text.strip_suffix('s');
    let forms = [Some(&*token.text), base, whole];
    forms.into_iter().flatten().any(|form| verbs.contains(&form))
}

/// Whether the token at `i` ends what began at `start`.
fn closes(tokens: &[Token], i: usize, start: usize) -> bool {
    tokens.get(i).is_none_or(|token| {
        (i > start && token.gap.any(Gap::CLAUSE.or(Gap::COLON).or(Gap::PAREN)))
            || token.is_one_of(ENDS)
    })
}

/// Whether the verb of the sentence has many answers at once, numbers for `numbers` and else names: two of them are no
/// contradiction.
pub(in crate::relate) fn has_many_answers(tokens: &[Token], numbers: bool) -> bool {
    let Some(verb) = verb(tokens) else { return false };
    let end = full_verb(tokens, verb).unwrap_or(verb + 1);
    let many = if numbers { is_many_in_number } else { is_many };
    tokens.get(verb..end).unwrap_or_default().iter().any(many)
}
