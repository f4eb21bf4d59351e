//! The six readers of sentence frames. Each takes a text from its start or not at all.

use super::super::cues::phrase_at;
use super::super::old_value::is_content;
use super::super::predicate::{is_plural, predicate};
use super::super::statement::{breaks, content_of};
use super::does::does;
use super::sort::{Sort, Way};
use super::words::{
    ADVERBS, BACKS, DEGREES, DO, DO_PREPOSITIONS, DOES_NARROW, DONE, DONE_PREPOSITIONS, OWNS,
    PREDICATE_ENDINGS, PREDICATE_OPENERS, RELIES, ROLES, STORIES, USE, USE_OPENERS, USE_PHRASES,
};
use super::{Frame, FrameKind};
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::{Stem, Stems};
use crate::relate::words::token::{Kind, Token};

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
        backs(tokens),
        do_with(tokens),
        is(tokens),
    ];
    readings.into_iter().flatten().chain(does(tokens)).filter_map(Parts::frame).collect()
}

/// A reading before it is checked.
pub(super) struct Parts<'a> {
    pub(super) kind: FrameKind,
    pub(super) slot: &'a [Token],
    pub(super) value: &'a [Token],
    pub(super) verb: Option<&'a Token>,
    /// Whether the value must be a name: what is done with something or by somebody may be many things.
    pub(super) named: bool,
    /// The preposition between a participle and the value.
    pub(super) way: Option<&'a Token>,
    /// Whether an object stands between the verb and the value: the preposition may belong to it.
    pub(super) object: bool,
}

impl Parts<'_> {
    fn frame(self) -> Option<Frame> {
        let (value, scope) = self.cut();
        let (slot, content) = (self.question(), content_of(value));
        let many_valued = self.verb.is_some_and(|verb| verb.is(Marks::MANY_VALUED));
        if slot.is_empty() || content.is_empty() || content.len() > LONGEST_VALUE || many_valued {
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
        let sort = Sort::of(value);
        if self.object && sort == Sort::Phrase {
            return None;
        }
        let numbers = value.iter().filter(|token| token.kind == Kind::Number);
        let compares_verb =
            matches!(self.kind, FrameKind::DoneIn | FrameKind::Owns | FrameKind::DoWith);
        let mut both = self.value.iter().chain(self.slot);
        Some(Frame {
            kind: self.kind,
            scope,
            numbers: numbers.clone().map(|token| token.stem).collect(),
            unit: numbers.clone().next().map(|token| token.unit().into()),
            verb: self.verb.filter(|_| compares_verb).map(|verb| verb.stem),
            denied: both.any(|token| token.is(Marks::NEGATION)),
            class: self.value.first().is_some_and(|token| token.is_one_of(&["a", "an"])),
            counts: counts(value),
            sort,
            done: self.kind == FrameKind::Does && self.slot.iter().any(Token::ends_in_ed),
            path: value.first().filter(|t| t.is(Marks::PREPOSITION)).map(|token| token.stem),
            way: self.way.and_then(Way::of),
            named: self.named,
            head: value.iter().rev().find(|token| is_content(token)).map(|token| token.stem),
            plural: value.iter().rev().find(|token| is_content(token)).is_some_and(is_plural),
            slot,
            value: content,
        })
    }

    /// The words of the question. The general reader compares verb and preposition too.
    fn question(&self) -> Stems {
        if self.kind != FrameKind::Does {
            return content_of(self.slot);
        }
        let told = self.slot.iter().filter(|token| {
            is_content(token)
                || token.is(Marks::PREPOSITION)
                || token.is_word("is")
                || token.is_word("are")
        });
        let told = told.filter(|token| !token.is_one_of(ADVERBS));
        told.map(|token| if token.is_word("is") { Stem::of("are") } else { token.stem }).collect()
    }

    /// The value proper, and the words that say for what, where or when it holds.
    fn cut(&self) -> (&[Token], Stems) {
        let narrow: &[&str] = match self.kind {
            FrameKind::Relies | FrameKind::Is => &["for", "in", "when", "on"],
            FrameKind::Does => DOES_NARROW,
            _ => &["for"],
        };
        let narrows = |token: &Token| token.is(Marks::HARD) || token.is_one_of(narrow);
        let ends = |token: &Token| {
            self.kind == FrameKind::Does && token.gap.any(Gap::CLAUSE.or(Gap::COLON).or(Gap::PAREN))
        };
        let places = 1..self.value.len();
        let at = |found: &dyn Fn(&Token) -> bool| {
            places
                .clone()
                .find(|i| self.value.get(*i).is_some_and(found))
                .unwrap_or(self.value.len())
        };
        let clause = self.value.get(..at(&ends)).unwrap_or_default();
        let cut = at(&narrows).min(clause.len());
        let (value, scope) = clause.split_at_checked(cut).unwrap_or((clause, &[]));
        let leads = value.first().filter(|token| narrows(token));
        let scope = scope.iter().chain(leads).filter(|token| !token.is(Marks::STOP));
        (value, scope.map(|token| token.stem).collect())
    }
}

/// Whether a value counts something: a number with a unit, or with what is counted behind it. "Port 80" is none.
fn counts(value: &[Token]) -> bool {
    let at = value.iter().position(|token| token.kind == Kind::Number && !token.is_version());
    at.is_some_and(|at| {
        let unit = value.get(at).is_some_and(|token| !token.unit().is_empty());
        let first = value.iter().take(at).all(|token| !is_content(token) || token.is(Marks::WEAK));
        unit || (first && value.get(at + 1).is_some_and(is_content))
    })
}

impl Parts<'_> {
    /// "Always run X", "bun run X": an order or a command, whose "run" has no subject.
    fn is_bare_run(&self) -> bool {
        let plural = self.slot.last().is_some_and(|token| token.text.ends_with('s'));
        self.verb.is_some_and(|verb| verb.is_word("run")) && !plural
    }
}

fn is_predicate(value: &[Token]) -> bool {
    let Some(first) = value.first() else { return false };
    // "Very happy" is a degree, "talking into the microphone" an action, "Implementation: build the parser" a step.
    let action =
        first.text.ends_with("ing") || (first.gap.any(Gap::COLON) && first.is(Marks::IMPERATIVE));
    if first.is_one_of(DEGREES) || (value.len() > 1 && action) {
        return true;
    }
    let participle = first.is(Marks::PARTICIPLE) || first.ends_in_ed();
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
/// and `use V to …`
fn use_for(tokens: &[Token]) -> Option<Parts<'_>> {
    let verb = tokens.iter().position(|token| !token.is_one_of(USE_OPENERS))?;
    let phrase = USE_PHRASES
        .iter()
        .find(|phrase| phrase_at(tokens, verb, phrase))
        .map(|phrase| phrase.len());
    let single = tokens.get(verb).filter(|token| token.is_one_of(USE)).map(|_| 1);
    let start = verb + phrase.or(single)?;
    let split = (start + 1..tokens.len()).find(|i| {
        let joins = tokens.get(*i).is_some_and(|token| token.is_one_of(&["for", "as", "to"]));
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
        named: false,
        way: None,
        object: false,
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
    let done = tokens.get(verb + 1);
    (!broken).then_some(Parts {
        kind: FrameKind::DoneIn,
        slot,
        value,
        verb: done,
        named: false,
        way: tokens.get(verb + 2),
        object: false,
    })
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
        named: false,
        way: None,
        object: false,
    })
}

/// `V owns|handles|... S`, V of one or two words.
fn owns(tokens: &[Token]) -> Option<Parts<'_>> {
    let (verb, length) = (1..3).find_map(|i| {
        let phrase = OWNS.iter().find(|phrase| phrase_at(tokens, i, phrase))?;
        Some((i, phrase.len()))
    })?;
    let slot = tokens.get(verb + length..)?;
    // "iOS builds need …": the verb comes later, and who stands before it owns nothing.
    let later = predicate(tokens).is_some_and(|found| found > verb)
        || slot.first().is_some_and(|token| token.is(Marks::VERB));
    (!later && !breaks(tokens, Gap::LIST)).then_some(Parts {
        kind: FrameKind::Owns,
        slot,
        value: tokens.get(..verb)?,
        verb: tokens.get(verb),
        named: false,
        way: None,
        object: false,
    })
}

/// `V backs|powers|... S`, `V is the runtime|database|... for S`: what S uses.
fn backs(tokens: &[Token]) -> Option<Parts<'_>> {
    let places = || 1..tokens.len().min(LONGEST_NAME + 1);
    let role = places().find(|i| {
        matches!(tokens.get(*i..*i + 4), Some([be, the, role, link]) if be.is_word("is") && the.is_one_of(&["the", "our"])
            && role.is_one_of(ROLES) && link.is_one_of(&["for", "of", "behind"]))
    });
    let verb = places().find(|i| tokens.get(*i).is_some_and(|token| token.is_one_of(BACKS)));
    let (verb, length) = role.map(|at| (at, 4)).or(verb.map(|at| (at, 1)))?;
    let (value, slot) = (tokens.get(..verb)?, tokens.get(verb + length..)?);
    let named = value.first().is_some_and(|token| !token.is(Marks::STOP));
    let later = predicate(tokens).is_some_and(|found| found > verb)
        || slot.first().is_some_and(|token| token.is(Marks::PREPOSITION));
    (named && !later && !breaks(tokens, Gap::CLAUSE)).then_some(Parts {
        kind: FrameKind::Backs,
        slot,
        value,
        verb: None,
        named: false,
        way: None,
        object: false,
    })
}

/// The name of a tool is no longer.
const LONGEST_NAME: usize = 3;

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
        named: tokens.get(split)?.is_word("with"),
        way: None,
        object: false,
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
    (!broken).then_some(Parts {
        kind: FrameKind::Is,
        slot,
        value,
        verb: None,
        named: false,
        way: None,
        object: false,
    })
}
