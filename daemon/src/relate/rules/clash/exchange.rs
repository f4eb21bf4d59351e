//! One sentence with one span exchanged for another: "ticks at a fixed {60|120} Hz, independent of the frame rate", "License:
//! {MIT|BSD}", "goes into {third_party/|external/} together with its licence".
//!
//! The two texts are laid side by side. What both say before and behind the span is the question, the span is the answer. It needs
//! no frame, only that the span stands where a sentence says something of its theme, that both spans are of one sort, and that the
//! verb has one answer at a time. Never certain: it is asked about.

mod aligned;
mod place;
mod value;
mod words;

pub(super) use aligned::are_notes;
pub(in crate::relate) use aligned::label_key;
use aligned::{Aligned, verb};
use place::Place;
use value::{LONGEST_SPAN, is_code, sort};

use super::super::opposition::{exclusive, is_opposed};
use super::super::pair::Pair;
use crate::relate::reading::frames::Sort;
use crate::relate::reading::statement::Statement;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::token::Token;

/// Whether one span behind the verb, or behind the label of a note, is all that differs, and the two answer one question.
pub(super) fn exchanges(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let plain = |side: &Statement| !side.cues.denies() && side.cues.contrasts == 0;
    let aligned = Aligned::of(a, b).filter(|_| plain(a) && plain(b));
    aligned.is_some_and(|aligned| aligned.answers())
}

/// Whether the two are notes of one label and nothing but names ("License: MIT" / "License: Apache-2.0"), which can be compared in any
/// language.
pub(in crate::relate) fn name_two(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let stand = a.genre.stands() && b.genre.stands();
    let aligned = Aligned::of(a, b).filter(|_| stand && are_notes(a, b));
    aligned.is_some_and(|aligned| {
        let name = |span: &&[Token]| {
            let plain = span.iter().skip(1).all(|token| token.gap == Gap::NONE);
            sort(span) == Sort::Name && span.len() <= LONGEST_NAME && plain && !is_code(span)
        };
        aligned.spans().iter().all(name)
            && aligned.tail == 0
            && matches!(aligned.place(false), Some(Place::Named))
    })
}

/// Whether one says otherwise than the other, in the first word of what it says, what is done or how: "handled {synchronously in
/// the request|asynchronously by a worker}", "{returns None|raises ValueError} for an empty string". Places and cases behind it may
/// be two cases.
pub(super) fn opposed(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let plain = !a.cues.denies() && !b.cues.denies() && pair.one_sided_hard().next().is_none();
    let Some(aligned) = Aligned::of(a, b).filter(|_| plain) else { return false };
    let [x, y] = aligned.spans();
    let (Some(first), Some(other)) = (x.first(), y.first()) else { return false };
    let told = |span: &[Token]| {
        let rest = span.get(1..).unwrap_or_default();
        let placed =
            rest.first().is_some_and(|token| token.is(Marks::PREPOSITION.or(Marks::QUALIFIER)));
        (
            rest.len() <= LONGEST_SPAN && rest.iter().all(|t| t.gap == Gap::NONE),
            placed.then(|| rest.first().map(|t| t.stem)),
        )
    };
    let ((x_short, x_place), (y_short, y_place)) = (told(x), told(y));
    let manner = first.text.ends_with("ly") && other.text.ends_with("ly");
    // "Synchronously in tests" / "asynchronously in production".
    let apart = match (x_place, y_place) {
        (None, None) => aligned.tail > 0,
        (Some(x), Some(y)) => manner && x != y,
        _ => manner,
    };
    let end = aligned.start().saturating_add(1);
    let said = [a, b].into_iter().any(|side| verb(side, end).is_some());
    // An order has no theme: "throw on invalid input" / "return an error on invalid input".
    let theme = aligned.head > 0 || [a, b].into_iter().all(|side| verb(side, end) == Some(0));
    let theme = theme && said && is_opposed(first.stem, a, b) && is_opposed(other.stem, b, a);
    theme && x_short && y_short && apart && exclusive(a, b) == 1
}

/// A name that stands alone behind its label is no longer.
const LONGEST_NAME: usize = 2;
