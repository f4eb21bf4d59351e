//! Arrivals: "S moved to Y" tells that S is no longer where it was, and names no old place (rule S6).
//!
//! The older text says where S is, by a sentence frame or by "S is on X", "we host on X"; the subjects must be the same words,
//! or the newer tells of something else that moved.

use super::frames::FrameKind;
use super::old_value::is_content;
use super::statement::Statement;
use crate::relate::words::lexicon::{self, Marks};
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::{Stem, Stems};
use crate::relate::words::token::{Kind, Token};

/// A longer place is a clause.
const LONGEST_PLACE: usize = 4;
/// What may stand between the verb of motion and "to".
const OVER: &[&str] = &["over", "across", "fully", "completely", "entirely", "everything", "back"];
const SPATIAL: &[&str] = &["moved", "migrated", "relocated", "ported"];
const GOALS: &[&str] = &["to", "into", "onto"];
/// What ends the new place, or tells when and why.
const AFTER_GOAL: &[&str] =
    &["for", "in", "on", "as", "because", "last", "since", "and", "after", "when", "this", "so"];
/// What stands beside the subject of a change and is no part of it.
const BESIDE: &[&str] = &[
    "has", "have", "had", "was", "were", "been", "got", "just", "now", "recently", "finally", "all",
];
const PLACES: &[&str] = &["on", "in", "at", "with"];

/// Where a text says that its subject went.
pub(in crate::relate) struct Arrival {
    subject: Stems,
    place: Stems,
    /// The words of the place, each with the type that it shows.
    typed: Vec<(Stem, Option<Stem>)>,
    /// Whether the place is a number: what was none was something else.
    counts: bool,
    /// Whether the verb is of places alone: who "moved to Berlin" is still who they were.
    spatial: bool,
}

impl Arrival {
    /// The first motion that `statement` tells of as done, if it has a subject and a goal, and no source.
    pub(in crate::relate) fn of(statement: &Statement) -> Option<Self> {
        let tokens = &statement.tokens;
        let verb = tokens.iter().position(|token| token.is(Marks::MOTION) && token.ends_in_ed())?;
        // A name is no place: what is renamed stays where it is.
        tokens.get(verb).filter(|token| !token.is_word("renamed"))?;
        let (head, tail) = (tokens.get(..verb)?, tokens.get(verb + 1..)?);
        let broken = tokens.iter().take(verb + 1).skip(1).any(|token| token.gap.any(Gap::CLAUSE));
        let sourced = tail.iter().any(|token| token.is_one_of(&["from", "off", "away"]));
        let over = tail.iter().take_while(|token| token.is_one_of(OVER)).count();
        tail.get(over).filter(|token| token.is_one_of(GOALS) && !broken && !sourced)?;
        let place = tail.get(over + 1..)?;
        let end = place.iter().enumerate().position(|(i, token)| {
            token.gap.any(Gap::CLAUSE) || (i > 0 && token.is_one_of(AFTER_GOAL))
        });
        let place = place.get(..end.unwrap_or(place.len()).min(LONGEST_PLACE))?;
        let subject = named(head);
        let counts = place.iter().any(|token| token.kind == Kind::Number);
        let spatial = tokens.get(verb).is_some_and(|token| token.is_one_of(SPATIAL));
        let typed = told_of(place).map(|token| (token.stem, token.shape())).collect();
        let told = Self { subject, place: named(place), typed, counts, spatial };
        (!told.subject.is_empty() && !told.place.is_empty()).then_some(told)
    }

    /// Whether `older` says where this subject was, and that it was elsewhere.
    pub(in crate::relate) fn leaves(&self, older: &Statement) -> bool {
        let telling = self.subject.iter().any(|stem| !lexicon::is_generic_noun(stem));
        let elsewhere = |place: &Stems| !place.is_empty() && !place.meets(&self.place);
        let by_frame = older.frames.iter().any(|frame| {
            let is = frame.kind == FrameKind::Is && self.spatial && !self.counts;
            let told = !is && frame.slot == self.subject && frame.is_plain(self.counts);
            told && elsewhere(&frame.value)
        });
        let by_place = stays(older)
            .is_some_and(|(subjects, place)| elsewhere(&place) && subjects.contains(&self.subject));
        telling && (by_frame || by_place)
    }
}

impl Arrival {
    /// Whether the new place is of the type of something that `older` names, and that the place is not: one region for another, one
    /// day, one number of one unit. "Moved to Vercel" may as well tell of another respect than "uses React".
    pub(in crate::relate) fn is_typed_as(&self, older: &Statement) -> bool {
        let answers = |(stem, shape): &(Stem, Option<Stem>)| {
            let alike = |token: &Token| token.stem != *stem && token.shape() == *shape;
            shape.is_some() && older.tokens.iter().any(alike)
        };
        self.typed.iter().any(answers)
            && self.typed.iter().all(|word| answers(word) || older.words.all.has(word.0))
    }
}

/// "S is on X", "S runs on X", "we host on X": what S may be called, and X.
fn stays(statement: &Statement) -> Option<([Stems; 2], Stems)> {
    let tokens = &statement.tokens;
    let at = tokens.iter().position(|token| token.is_one_of(PLACES))?;
    let (head, place) = (tokens.get(..at)?, tokens.get(at + 1..)?);
    let (verb, before) = head.split_last()?;
    let whole = place.len() <= LONGEST_PLACE && place.iter().all(|token| !token.gap.any(Gap::LIST));
    if !whole || before.is_empty() || place.iter().any(|token| token.is(Marks::PREPOSITION)) {
        return None;
    }
    let subject = named(before);
    let with_verb: Stems = subject.iter().chain(named(std::slice::from_ref(verb)).iter()).collect();
    Some(([subject, with_verb], named(place)))
}

/// The content words of a subject or a place.
fn named(part: &[Token]) -> Stems {
    told_of(part).map(|token| token.stem).collect()
}

fn told_of(part: &[Token]) -> impl Iterator<Item = &Token> {
    let noise = Marks::CHANGE.or(Marks::SPEAKER);
    let told = part.iter().filter(move |token| is_content(token) && !token.is(noise));
    told.filter(|token| !token.is_one_of(BESIDE))
}
