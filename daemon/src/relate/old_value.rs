//! Old values: the phrases by which a text names what has been replaced ("from X", "instead of X", "X is gone").
//!
//! Each phrase is kept apart, because an automatic replacement needs one *whole* old value (rule S1).

use super::cues::{is_attribute, phrase_at, used_to};
use super::lexicon::Marks;
use super::scan::Gap;
use super::stems::Stems;
use super::token::{Kind, Token};

const GONE: &[&str] = &[
    "replaced",
    "dropped",
    "removed",
    "deleted",
    "deprecated",
    "retired",
    "disabled",
    "abandoned",
    "superseded",
    "discontinued",
    "gone",
    "obsolete",
    "fixed",
    "resolved",
    "rewritten",
    "reverted",
];
const AUXILIARIES: &[&[&str]] =
    &[&["has", "been"], &["have", "been"], &["was"], &["were"], &["is"], &["are"], &["got"]];
const SOURCES: &[&[&str]] =
    &[&["away", "from"], &["off", "of"], &["off"], &["out", "of"], &["from"]];
const AFTER_SOURCE: &[&str] = &["to", "into", "for", "and", "because", "last", "since"];
const INSTEAD: &[&[&str]] = &[&["instead", "of"], &["rather", "than"], &["in", "place", "of"]];
const AFTER_INSTEAD: &[&str] = &["for", "from", "in", "on", "since", "now", "because"];
const DROPS: &[&[&str]] = &[
    &["dropped"],
    &["removed"],
    &["deleted"],
    &["retired"],
    &["abandoned"],
    &["stopped", "using"],
    &["stopped"],
    &["got", "rid", "of"],
    &["deprecated"],
    &["sunset"],
    &["took", "over"],
];
const AFTER_DROP: &[&str] = &["for", "from", "in", "as", "and", "support"];
const REPLACES: &[&str] = &["replaced", "replacing", "replaces"];
const AFTER_REPLACED: &[&str] = &["with", "by", "as", "in", "for"];

/// What a text of change says of values. Each old value is the set of its content words.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    /// Old values, each whole.
    pub(super) old: Box<[Stems]>,
    /// What "no longer" or "now" is said of: in the past too, but a subject rather than a value.
    pub(super) faded: Box<[Stems]>,
    /// Content words of all new values.
    pub(super) new: Stems,
}

impl Values {
    /// The values that `tokens` name.
    pub(super) fn of(tokens: &[Token]) -> Self {
        let (mut old, mut faded, mut new) = (Vec::new(), Vec::new(), Vec::new());
        for i in 0..tokens.len() {
            motion(tokens, i, &mut old);
            forward(tokens, i, &mut old);
            backward(tokens, i, &mut old, &mut faded);
            arrivals(tokens, i, &mut new);
        }
        old.extend(used_to(tokens).map(|i| phrase(tokens, i + 2, &[])));
        let stems = new.into_iter().flatten().filter(|token| is_content(token) && !token.is(NOISE));
        Self {
            old: values(old),
            faded: values(faded),
            new: stems.map(|token| token.stem).collect(),
        }
    }
}

/// The content words of each span; empty ones left out.
fn values(spans: Vec<&[Token]>) -> Box<[Stems]> {
    spans.into_iter().map(value).filter(|value| !value.is_empty()).collect()
}

/// New values: "moved to Y", "replaced X with Y", "Y replaced X".
fn arrivals<'a>(tokens: &'a [Token], i: usize, spans: &mut Vec<&'a [Token]>) {
    let Some(token) = tokens.get(i) else { return };
    let replaces = token.is_one_of(REPLACES);
    let passive = i
        .checked_sub(1)
        .and_then(|i| tokens.get(i))
        .is_some_and(|before| before.is(Marks::PASSIVE));
    if replaces && !passive {
        spans.push(clause_before(tokens, i));
    }
    let goals: &[&str] = if replaces { &["with", "by"] } else { &["to", "into"] };
    if replaces || token.is(Marks::MOTION) {
        let tail = phrase(tokens, i + 1, &[]);
        let goal = tail.iter().position(|token| token.is_one_of(goals));
        spans.extend(goal.map(|goal| phrase(tokens, i + goal + 2, AFTER_ARRIVAL)));
    }
}

const AFTER_ARRIVAL: &[&str] =
    &["from", "for", "in", "on", "as", "because", "last", "since", "and"];
/// Words that name no value.
const NOISE: Marks = Marks::GENERIC.or(Marks::CHANGE);

/// "switched (the build) from X to Y".
fn motion<'a>(tokens: &'a [Token], i: usize, spans: &mut Vec<&'a [Token]>) {
    if !tokens.get(i).is_some_and(|token| token.is(Marks::MOTION)) {
        return;
    }
    for j in i + 1..i + 6 {
        if let Some(source) = SOURCES.iter().find(|source| phrase_at(tokens, j, source)) {
            spans.push(phrase(tokens, j + source.len(), AFTER_SOURCE));
            return;
        }
        if tokens.get(j).is_none_or(|token| token.gap.any(Gap::CLAUSE)) {
            return;
        }
    }
}

/// Cues whose old value follows.
fn forward<'a>(tokens: &'a [Token], i: usize, spans: &mut Vec<&'a [Token]>) {
    if let Some(cue) = INSTEAD.iter().find(|cue| phrase_at(tokens, i, cue)) {
        spans.push(phrase(tokens, i + cue.len(), AFTER_INSTEAD));
    }
    let dropped = DROPS.iter().find(|cue| phrase_at(tokens, i, cue));
    if let Some(cue) = dropped.filter(|_| !is_attribute(tokens, i)) {
        spans.push(phrase(tokens, i + cue.len(), AFTER_DROP));
    }
    if phrase_at(tokens, i, &["no", "longer"]) || phrase_at(tokens, i, &["down", "from"]) {
        spans.push(phrase(tokens, i + 2, &[]));
    }
    if tokens.get(i).is_some_and(|token| token.is_one_of(REPLACES)) {
        let value = phrase(tokens, i + 1, AFTER_REPLACED);
        let ended_by_word =
            tokens.get(i + 1 + value.len()).is_some_and(|token| token.is_one_of(AFTER_REPLACED));
        if ended_by_word {
            spans.push(value);
        }
    }
}

/// Cues whose old value is the clause before them.
fn backward<'a>(
    tokens: &'a [Token],
    i: usize,
    old: &mut Vec<&'a [Token]>,
    faded: &mut Vec<&'a [Token]>,
) {
    let gone =
        AUXILIARIES.iter().filter(|auxiliary| phrase_at(tokens, i, auxiliary)).any(|auxiliary| {
            let mut next = i + auxiliary.len();
            next += usize::from(tokens.get(next).is_some_and(|token| token.is_word("now")));
            tokens.get(next).is_some_and(|token| token.is_one_of(GONE))
        });
    let now = tokens.get(i).is_some_and(|token| token.is_one_of(&["is", "are"]))
        && [&["now"][..], &["fast", "now"], &["slow", "now"]]
            .iter()
            .any(|cue| phrase_at(tokens, i + 1, cue));
    if gone {
        old.push(clause_before(tokens, i));
    } else if now || phrase_at(tokens, i, &["no", "longer"]) {
        faded.push(clause_before(tokens, i));
    }
}

/// An old value is a phrase: no more tokens than this are looked at, which also bounds the work on hostile text.
const LONGEST_PHRASE: usize = 16;

/// The tokens from `start` up to a clause break or one of `ends` (or "in favor of").
fn phrase<'a>(tokens: &'a [Token], start: usize, ends: &[&str]) -> &'a [Token] {
    let rest = tokens.get(start..).unwrap_or_default();
    let rest = rest.get(..LONGEST_PHRASE).unwrap_or(rest);
    let favor = |i: usize| phrase_at(tokens, start + i, &["in", "favor"]);
    let length = rest.iter().enumerate().position(|(i, token)| {
        token.gap.any(Gap::CLAUSE) || (i > 0 && (token.is_one_of(ends) || favor(i)))
    });
    rest.get(..length.unwrap_or(rest.len())).unwrap_or_default()
}

/// The tokens of the clause that `end` stands in, before it.
fn clause_before(tokens: &[Token], end: usize) -> &[Token] {
    let breaks = Gap::CLAUSE;
    let head = tokens.get(..end).unwrap_or_default();
    let here_breaks = tokens.get(end).is_some_and(|token| token.gap.any(breaks));
    if here_breaks {
        return &[];
    }
    let head = head.get(head.len().saturating_sub(LONGEST_PHRASE)..).unwrap_or(head);
    let start = head
        .iter()
        .rposition(|token| token.gap.any(breaks) || token.gap.any(Gap::COLON))
        .unwrap_or(0);
    head.get(start..).unwrap_or_default()
}

/// The content words of an old value.
fn value(span: &[Token]) -> Stems {
    let told = span.iter().filter(|token| is_content(token) && !token.is(NOISE));
    told.map(|token| token.stem).collect()
}

/// Words that say something of their own, qualifiers and negations left out.
pub(super) fn is_content(token: &Token) -> bool {
    token.kind != Kind::Word || !token.is(Marks::STOP.or(Marks::NEGATION).or(Marks::QUALIFIER))
}
