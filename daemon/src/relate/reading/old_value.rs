//! Old values: the phrases by which a text names what has been replaced ("from X", "instead of X", "X is gone").
//!
//! Each phrase is kept apart, because an automatic replacement needs one *whole* old value (rule S1).

use super::change::{Told, Way};
use super::cues::{is_attribute, phrase_at, used_to};
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stems;
use crate::relate::words::token::{Kind, Token};

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
    "reverted",
];
const AUXILIARIES: &[&[&str]] =
    &[&["has", "been"], &["have", "been"], &["was"], &["were"], &["is"], &["are"], &["got"]];
const SOURCES: &[&[&str]] =
    &[&["away", "from"], &["off", "of"], &["off"], &["out", "of"], &["from"]];
const AFTER_SOURCE: &[&str] =
    &["to", "into", "onto", "for", "as", "and", "because", "last", "since"];
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
    &["taken", "over"],
    &["did", "away", "with"],
    &["done", "away", "with"],
    &["said", "goodbye", "to"],
    &["parted", "with"],
    &["parted", "ways", "with"],
    &["moved", "on", "from"],
    &["walked", "away", "from"],
    &["we", "are", "off"],
    &["we", "re", "off"],
];
const AFTER_DROP: &[&str] = &["for", "from", "in", "as", "and", "support"];
const REPLACES: &[&str] = &["replaced", "replacing", "replaces"];
const AFTER_REPLACED: &[&str] = &["with", "by", "as", "in", "for"];

/// What a text of change says of values. Each old value is the set of its content words.
#[derive(Clone, Debug, Default)]
pub(in crate::relate) struct Values {
    /// Old values, each whole.
    pub(in crate::relate) old: Box<[Stems]>,
    /// What "no longer" or "now" is said of: in the past too, but a subject rather than a value.
    pub(in crate::relate) faded: Box<[Stems]>,
    /// Content words of all new values.
    pub(in crate::relate) new: Stems,
    /// What was handed over from one to another.
    pub(in crate::relate) about: Stems,
}

impl Values {
    /// The values that `tokens` name.
    pub(in crate::relate) fn of(tokens: &[Token], told: &[Told]) -> Self {
        let (mut old, mut faded, mut new) = (Vec::new(), Vec::new(), Vec::new());
        for i in 0..tokens.len() {
            motion(tokens, i, &mut old);
            forward(tokens, i, &mut old);
            backward(tokens, i, &mut old, &mut faded);
            arrivals(tokens, i, &mut new);
        }
        for told in told {
            of_class(tokens, *told, &mut old, &mut new);
        }
        let about = told.iter().filter_map(|told| handed_over(tokens, *told)).flatten();
        let about = about.filter(|token| is_content(token) && !token.is(NOISE));
        old.extend(used_to(tokens).map(|i| phrase(tokens, i + 2, &[])));
        let stems = new.into_iter().flatten().filter(|token| is_content(token) && !token.is(NOISE));
        Self {
            old: values(old),
            faded: values(faded),
            new: stems.map(|token| token.stem).collect(),
            about: about.map(|token| token.stem).collect(),
        }
    }
}

/// The content words of each span; empty ones left out.
fn values(spans: Vec<&[Token]>) -> Box<[Stems]> {
    spans.into_iter().map(value).filter(|value| !value.is_empty()).collect()
}

/// Old and new values of a change that is told by a word of a class.
fn of_class<'a>(
    tokens: &'a [Token],
    told: Told,
    old: &mut Vec<&'a [Token]>,
    new: &mut Vec<&'a [Token]>,
) {
    let behind = |start: usize, ends: &[&str]| phrase(tokens, start, ends);
    let goal = |goals: &[&str]| -> Option<&'a [Token]> {
        let tail = behind(told.at + 1, &[]);
        let goal = tail.iter().position(|token| token.is_one_of(goals))?;
        Some(behind(told.at + goal + 2, AFTER_ARRIVAL))
    };
    match told.way {
        Way::Ended => {
            old.push(subject_before(tokens, told.at));
            // "O made way for N".
            if phrase_at(tokens, told.at + 1, &["way"]) {
                new.push(behind(told.at + 3, AFTER_ARRIVAL));
            }
        }
        Way::Exchanged => {
            old.push(subject_before(tokens, told.at));
            new.extend(goal(&["for", "with", "to", "as"]));
        }
        Way::Ending => {
            old.push(behind(told.at + 1, AFTER_DROP));
            new.extend(goal(&["for"]));
        }
        Way::Exchanging => {
            old.push(behind(told.at + 1, &["for", "with", "to", "as", "in", "from"]));
            new.extend(goal(&["for", "with", "to", "as"]));
        }
        Way::Succeeding => {
            new.push(clause_before(tokens, told.at));
            let source = behind(told.at + 1, &[]).iter().position(|token| token.is_word("from"));
            let place = tokens.get(told.at + 3).is_some_and(|token| token.is_word("of"));
            old.push(match source {
                _ if place => behind(told.at + 4, AFTER_REPLACED),
                Some(from) => behind(told.at + from + 2, AFTER_SOURCE),
                None => behind(told.at + 1, AFTER_REPLACED),
            });
        }
        Way::Turned => {
            old.push(subject_before(tokens, told.at));
            new.push(behind(told.at + 1, AFTER_ARRIVAL));
        }
        Way::Restored => {}
        Way::Stepped => {
            from(tokens, told.at, old);
            new.extend(goal(&["to", "into", "onto"]));
            let hands =
                tokens.get(told.at).is_some_and(|token| token.is_one_of(&["handed", "passed"]));
            if hands {
                old.push(clause_before(tokens, told.at));
            }
        }
    }
}

/// The S of "N took over S from O".
fn handed_over(tokens: &[Token], told: Told) -> Option<&[Token]> {
    let over = tokens.get(told.at + 1).filter(|token| token.is_word("over"));
    let over = over.filter(|_| told.way == Way::Succeeding)?;
    let sourced =
        tokens.get(told.at + 2).is_some_and(|token| token.is_one_of(&["from", "for", "as"]));
    (!over.gap.any(Gap::CLAUSE) && !sourced)
        .then(|| phrase(tokens, told.at + 2, &["from", "for", "in", "as", "on"]))
}

/// The clause before a passive, without its auxiliaries.
fn subject_before(tokens: &[Token], at: usize) -> &[Token] {
    let clause = clause_before(tokens, at);
    let end = clause.iter().rposition(|token| {
        !token.is(Marks::STOP)
            && !token.is_one_of(&[
                "got",
                "now",
                "just",
                "finally",
                "recently",
                "fully",
                "officially",
                "completely",
            ])
    });
    clause.get(..end.map_or(0, |end| end + 1)).unwrap_or_default()
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
    // "Off X and on Y", "out of X and into Y".
    let lands =
        ["on", "onto", "into", "to"].iter().any(|goal| phrase_at(tokens, i, &["and", goal]));
    if lands {
        spans.push(phrase(tokens, i + 2, AFTER_ARRIVAL));
    }
    let goals: &[&str] = if replaces { &["with", "by"] } else { &["to", "into"] };
    if replaces || token.is(Marks::MOTION) {
        let tail = phrase(tokens, i + 1, &[]);
        let goal = tail.iter().position(|token| token.is_one_of(goals));
        spans.extend(goal.map(|goal| phrase(tokens, i + goal + 2, AFTER_ARRIVAL)));
    }
}

const AFTER_ARRIVAL: &[&str] = &[
    "from", "for", "in", "on", "as", "because", "last", "since", "and", "during", "after", "when",
    "before", "this", "so", "with", "at", "now",
];
/// Words that name no value.
const NOISE: Marks = Marks::GENERIC.or(Marks::CHANGE);

/// "switched (the build) from X to Y".
fn motion<'a>(tokens: &'a [Token], i: usize, spans: &mut Vec<&'a [Token]>) {
    if tokens.get(i).is_some_and(|token| token.is(Marks::MOTION)) {
        from(tokens, i, spans);
    }
}

/// The first "from O" behind `i`, near and in its clause.
fn from<'a>(tokens: &'a [Token], i: usize, spans: &mut Vec<&'a [Token]>) {
    for j in i + 1..i + 9 {
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
    let at_once =
        |cue: &&&[&str]| tokens.get(i + cue.len()).is_some_and(|next| next.is_one_of(AFTER_DROP));
    if let Some(cue) = dropped.filter(|_| !is_attribute(tokens, i)).filter(|cue| !at_once(cue)) {
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
    let no_more = [&["anymore"][..], &["any", "more"], &["any", "longer"]];
    let no_more = no_more.iter().any(|cue| phrase_at(tokens, i, cue));
    if gone {
        old.push(clause_before(tokens, i));
    } else if now || no_more || phrase_at(tokens, i, &["no", "longer"]) {
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
pub(in crate::relate) fn is_content(token: &Token) -> bool {
    token.kind != Kind::Word || !token.is(Marks::STOP.or(Marks::NEGATION).or(Marks::QUALIFIER))
}
