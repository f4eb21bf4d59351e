//! The six readers of sentence frames. Each takes a text from its start or not at all.

use super::super::cues::phrase_at;
use super::super::lexicon::Marks;
use super::super::old_value::is_content;
use super::super::scan::Gap;
use super::super::statement::{breaks, content_of};
use super::super::stems::Stem;
use super::super::token::{Kind, Token};
use super::{Frame, FrameKind};

const USE: &[&str] = &[
    "use", "uses", "using", "chose", "choose", "picked", "pick", "adopt", "adopted", "run", "runs",
];
const USE_PHRASES: &[&[&str]] = &[
    &["go", "with"],
    &["went", "with"],
    &["standardized", "on"],
    &["standardised", "on"],
    &["keep", "using"],
];
const USE_OPENERS: &[&str] = &[
    "decision", "we", "i", "the", "team", "project", "please", "always", "have", "has", "decided",
    "agreed", "to", "on",
];
const DONE: &[&str] = &[
    "written",
    "built",
    "stored",
    "hosted",
    "generated",
    "kept",
    "managed",
    "handled",
    "deployed",
    "done",
    "performed",
    "tested",
    "owned",
    "read",
    "served",
    "rendered",
    "saved",
    "implemented",
    "formatted",
    "compiled",
    "packaged",
    "signed",
    "run",
    "merged",
    "opened",
    "cached",
    "configured",
    "maintained",
    "located",
    "based",
    "caused",
    "used",
    "reported",
    "shipped",
    "hashed",
    "encoded",
    "sorted",
    "checked",
    "installed",
];
const DONE_PREPOSITIONS: &[&str] =
    &["in", "with", "on", "by", "from", "at", "using", "via", "through", "to"];
const RELIES: &[&[&str]] = &[
    &["uses"],
    &["use"],
    &["runs", "on"],
    &["run", "on"],
    &["lives", "at"],
    &["lives", "in"],
    &["live", "in"],
    &["talks"],
    &["speaks"],
    &["listens", "on"],
    &["follows"],
    &["follow"],
    &["targets"],
    &["default", "to"],
    &["defaults", "to"],
    &["expire", "after"],
    &["expires", "after"],
    &["takes"],
    &["take"],
    &["relies", "on"],
    &["runs"],
    &["run"],
];
const OWNS: &[&str] = &["owns", "handles", "manages", "builds", "maintains", "leads"];
const DO: &[&str] = &[
    "manage", "run", "deploy", "test", "build", "format", "lint", "install", "generate", "write",
    "store", "keep", "open", "handle", "render", "serve", "sign", "document", "name", "schedule",
    "start", "stop", "revert", "execute", "perform", "log", "hash", "encode",
];
const DO_PREPOSITIONS: &[&str] = &["with", "in", "on", "using", "via", "through", "by", "at"];
/// Openers of texts that tell a story rather than set a value.
const STORIES: &[&str] = &[
    "a", "an", "some", "there", "someone", "somebody", "several", "people", "this", "that", "it",
    "he", "she", "they",
];
/// Endings of words that open a predicate ("is written in"), not a value.
const PREDICATE_ENDINGS: &[&str] = &["ed", "en", "ent", "ive", "ful", "able"];
const ADVERBS: &[&str] =
    &["always", "please", "also", "currently", "usually", "just", "then", "now", "first", "please"];
const DEGREES: &[&str] = &[
    "very",
    "so",
    "too",
    "quite",
    "really",
    "extremely",
    "rather",
    "pretty",
    "more",
    "less",
    "fairly",
];
const PREDICATE_OPENERS: &[&str] = &["not", "no", "never", "only", "still"];

/// A longer value is a sentence of its own.
const LONGEST_VALUE: usize = 5;
/// A frame never reaches further than this; it bounds the work on long texts.
const LONGEST_FRAME: usize = 64;

/// The readings of `tokens` as slot and value.
pub(super) fn read(tokens: &[Token]) -> Vec<Frame> {
    let told = tokens
        .first()
        .is_none_or(|token| token.is_one_of(STORIES) || matches!(&*token.text, "2" | "3"));
    if told || tokens.len() > LONGEST_FRAME {
        return Vec::new();
    }
    let readings = [
        use_for(tokens),
        done_in(tokens),
        relies(tokens),
        owns(tokens),
        do_with(tokens),
        is(tokens),
    ];
    readings.into_iter().flatten().filter_map(Parts::frame).collect()
}

/// A reading before it is checked.
struct Parts<'a> {
    kind: FrameKind,
    slot: &'a [Token],
    value: &'a [Token],
    verb: Option<&'a Token>,
}

impl Parts<'_> {
    fn frame(self) -> Option<Frame> {
        let (slot, value) = (content_of(self.slot), content_of(self.value));
        let many_valued = self.verb.is_some_and(|verb| verb.is(Marks::MANY_VALUED));
        if slot.is_empty() || value.is_empty() || value.len() > LONGEST_VALUE || many_valued {
            return None;
        }
        if self.slot.iter().all(|token| !is_content(token) || token.is_one_of(ADVERBS)) {
            return None;
        }
        if self.kind == FrameKind::Relies && self.is_bare_run() {
            return None;
        }
        if self.kind == FrameKind::Is && is_predicate(self.value) {
            return None;
        }
        let narrow: &[&str] = match self.kind {
            FrameKind::Relies | FrameKind::Is => &["for", "in", "when", "on"],
            _ => &["for"],
        };
        let scoped =
            self.value.iter().filter(|token| token.is(Marks::HARD) || token.is_one_of(narrow));
        let numbers = self.value.iter().filter(|token| token.kind == Kind::Number);
        let compares_verb =
            matches!(self.kind, FrameKind::DoneIn | FrameKind::Owns | FrameKind::DoWith);
        let mut both = self.value.iter().chain(self.slot);
        Some(Frame {
            kind: self.kind,
            scope: scoped.map(|token| token.stem).collect(),
            numbers: numbers.clone().map(|token| token.stem).collect(),
            unit: numbers.clone().next().map(|token| token.unit().into()),
            verb: self.verb.filter(|_| compares_verb).map(|verb| verb.stem),
            denied: both.any(|token| token.is_one_of(&["not", "no", "never"])),
            exact: is_exact(self.value),
            versioned: self.value.iter().any(Token::is_version),
            slot,
            value,
        })
    }
}

impl Parts<'_> {
    /// "Always run X", "bun run X": an order or a command, whose "run" has no subject.
    fn is_bare_run(&self) -> bool {
        let plural = self.slot.last().is_some_and(|token| token.text.ends_with('s'));
        self.verb.is_some_and(|verb| verb.is_word("run")) && !plural
    }
}

/// Whether a value is numbers, identifiers and names alone, and one of them rather than a list.
fn is_exact(value: &[Token]) -> bool {
    let told = || value.iter().filter(|token| is_content(token));
    let exact = |token: &Token| token.kind != Kind::Word || token.cased != Stem::of(&token.text);
    told().next().is_some() && told().all(exact) && !breaks(value, Gap::LIST)
}

fn is_predicate(value: &[Token]) -> bool {
    let Some(first) = value.first() else { return false };
    // "Very happy" is a degree, "talking into the microphone" an action, "Implementation: build the parser" a step.
    let action =
        first.text.ends_with("ing") || (first.gap.any(Gap::COLON) && first.is(Marks::IMPERATIVE));
    if first.is_one_of(DEGREES) || (value.len() > 1 && action) {
        return true;
    }
    let participle = first.is(Marks::PARTICIPLE) || (first.is(Marks::VERB) && first.ends_in_ed());
    if participle || first.is(Marks::PREPOSITION) {
        return true;
    }
    let word =
        if first.is_one_of(PREDICATE_OPENERS) { value.get(1).unwrap_or(first) } else { first };
    let ending = PREDICATE_ENDINGS
        .iter()
        .any(|ending| word.text.len() > ending.len() && word.text.ends_with(ending));
    value.len() > 1 && word.kind == Kind::Word && ending
}

/// `[we decided to] use V for|as S`
fn use_for(tokens: &[Token]) -> Option<Parts<'_>> {
    let verb = tokens.iter().position(|token| !token.is_one_of(USE_OPENERS))?;
    let phrase = USE_PHRASES
        .iter()
        .find(|phrase| phrase_at(tokens, verb, phrase))
        .map(|phrase| phrase.len());
    let single = tokens.get(verb).filter(|token| token.is_one_of(USE)).map(|_| 1);
    let start = verb + phrase.or(single)?;
    let split = (start + 1..tokens.len()).find(|i| {
        let joins = tokens.get(*i).is_some_and(|token| token.is_one_of(&["for", "as"]));
        let slot = tokens.get(i + 1..).unwrap_or_default();
        joins && !slot.is_empty() && !breaks(tokens.get(*i..).unwrap_or_default(), Gap::CLAUSE)
    })?;
    let value = tokens.get(start..split)?;
    let broken = breaks(tokens.get(start..=split)?, Gap::COMMA) || breaks(value, Gap::SEMICOLON);
    (!broken).then_some(Parts {
        kind: FrameKind::UseFor,
        slot: tokens.get(split + 1..)?,
        value,
        verb: None,
    })
}

/// `S is|are DONE in|with|... V`
fn done_in(tokens: &[Token]) -> Option<Parts<'_>> {
    let verb = (1..tokens.len()).find(|i| {
        matches!(tokens.get(*i..*i + 3), Some([be, done, preposition])
            if be.is_one_of(&["is", "are"]) && done.is_one_of(DONE) && preposition.is_one_of(DONE_PREPOSITIONS))
    })?;
    let (slot, value) = (tokens.get(..verb)?, tokens.get(verb + 3..)?);
    let broken = breaks(tokens.get(..=verb)?, Gap::LIST) || breaks(value, Gap::SEMICOLON);
    (!broken).then_some(Parts { kind: FrameKind::DoneIn, slot, value, verb: tokens.get(verb + 1) })
}

/// `S uses|runs on|... V`
fn relies(tokens: &[Token]) -> Option<Parts<'_>> {
    let (verb, length) = (1..tokens.len()).find_map(|i| {
        let phrase = RELIES.iter().find(|phrase| phrase_at(tokens, i, phrase))?;
        Some((i, phrase.len()))
    })?;
    let tail = tokens.get(verb + length..)?;
    let comma = tail
        .iter()
        .skip(1)
        .position(|token| token.gap.any(Gap::COMMA))
        .map_or(tail.len(), |i| i + 1);
    let value = tail.get(..comma)?;
    let broken = breaks(tokens.get(..=verb)?, Gap::LIST) || breaks(value, Gap::SEMICOLON);
    let bare = Some(length).filter(|length| *length == 1).and_then(|_| tokens.get(verb));
    (!broken).then_some(Parts {
        kind: FrameKind::Relies,
        slot: tokens.get(..verb)?,
        value,
        verb: bare,
    })
}

/// `V owns|handles|... S`, V of one or two words.
fn owns(tokens: &[Token]) -> Option<Parts<'_>> {
    let verb = (1..3).find(|i| tokens.get(*i).is_some_and(|token| token.is_one_of(OWNS)))?;
    let slot = tokens.get(verb + 1..)?;
    (!breaks(tokens, Gap::LIST)).then_some(Parts {
        kind: FrameKind::Owns,
        slot,
        value: tokens.get(..verb)?,
        verb: tokens.get(verb),
    })
}

/// `manage|run|... S with|in|... V`
fn do_with(tokens: &[Token]) -> Option<Parts<'_>> {
    let verb = tokens.first().filter(|token| token.is_one_of(DO))?;
    let split = (2..tokens.len())
        .find(|i| tokens.get(*i).is_some_and(|token| token.is_one_of(DO_PREPOSITIONS)))?;
    let (slot, value) = (tokens.get(1..split)?, tokens.get(split + 1..)?);
    (!breaks(tokens, Gap::LIST)).then_some(Parts {
        kind: FrameKind::DoWith,
        slot,
        value,
        verb: Some(verb),
    })
}

/// `S is|are|=|: V`
fn is(tokens: &[Token]) -> Option<Parts<'_>> {
    let (end, start) = (1..tokens.len()).find_map(|i| {
        let token = tokens.get(i)?;
        let separates = token.is_one_of(&["is", "are", "="]);
        if token.gap.any(Gap::COLON) {
            return Some((i, if separates { i + 1 } else { i }));
        }
        separates.then_some((i, i + 1))
    })?;
    let (slot, value) = (tokens.get(..end)?, tokens.get(start..)?);
    let broken = breaks(tokens.get(..=end)?, Gap::LIST) || breaks(value, Gap::SEMICOLON);
    (!broken).then_some(Parts { kind: FrameKind::Is, slot, value, verb: None })
}
