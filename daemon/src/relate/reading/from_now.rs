//! From when on: whether a text says that it holds since some time, and so may have been otherwise before ("now", "as of v3",
//! "since May", "from Q3 on", "again").

use crate::relate::words::lexicon::Marks;
use crate::relate::words::lexicon::WEEKDAYS;
use crate::relate::words::scan::Gap;
use crate::relate::words::token::{Kind, Token};

const PRESENT: &[&str] = &["is", "are", "being"];
/// How far a word of state stands from what sets it in.
const REACH: usize = 6;

/// Whether the text says from when on it holds: "X now …", "as of v3", "since May", "again", "is the new …".
pub(in crate::relate) fn is_from_now(tokens: &[Token]) -> bool {
    (0..tokens.len()).any(|i| sets_in(tokens, i))
}

/// Whether the text adds to what held and takes nothing from it.
pub(in crate::relate) fn adds(tokens: &[Token]) -> bool {
    let more = &["also", "too", "additionally", "additional", "another", "well", "both"];
    tokens.iter().any(|token| token.is_one_of(more))
}

fn sets_in(tokens: &[Token], i: usize) -> bool {
    let Some(token) = tokens.get(i).filter(|token| token.kind == Kind::Word) else { return false };
    let before = i.checked_sub(1).and_then(|i| tokens.get(i));
    let next = tokens.get(i + 1).filter(|next| next.gap == Gap::NONE);
    match &*token.text {
        "now" => {
            !before.is_some_and(|before| before.is_one_of(&["for", "until", "till", "right", "by"]))
        }
        "nowadays" | "henceforth" | "henceforward" | "onward" | "onwards" => true,
        "these" => next.is_some_and(|next| next.is_word("days")),
        "going" | "moving" => next.is_some_and(|next| next.is_word("forward")),
        "as" => next.is_some_and(|next| next.is_one_of(&["of", "from"])),
        "from" => goes_on(tokens, i),
        "since" => {
            next.is_some_and(is_dated)
                || (i == 0 && opens_with_noun(tokens))
                || closes_with_noun(tokens, i)
                || tells_what_came(tokens, i)
        }
        "starting" | "beginning" | "effective" => next.is_some_and(|next| {
            is_dated(next) || next.is_one_of(&["with", "from", "in", "immediately"])
        }),
        "back" => is_back(tokens, i),
        "new" => is_new(tokens, i),
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

/// A date, a version, a month, "last spring".
fn is_dated(token: &Token) -> bool {
    token.kind != Kind::Word
        || token.is(Marks::MONTH)
        || token.is_one_of(&["last", "this", "then", "today", "yesterday", "version", "release"])
        || token.is_one_of(WEEKDAYS)
        || token.is_one_of(SEASONS)
}

const SEASONS: &[&str] = &["spring", "summer", "autumn", "fall", "winter", "q1", "q2", "q3", "q4"];

/// "From May on", "from version 4 onwards", "from here on".
fn goes_on(tokens: &[Token], from: usize) -> bool {
    let ends = |i: usize| {
        tokens.get(i).is_none_or(|next| {
            next.gap.any(Gap::ANY) || !next.is_one_of(&["the", "a", "an", "our", "all"])
        })
    };
    let near = tokens.get(from + 1..).unwrap_or_default().iter().take(3).enumerate();
    let mut dated = false;
    for (k, token) in near {
        if k > 0 && token.is_word("on") {
            return dated && ends(from + k + 2);
        }
        dated |= is_dated(token) || token.is_one_of(&["now", "here"]);
    }
    false
}

/// "… since we added a spool", "… since Ann's leave began": a clause of what came about.
fn tells_what_came(tokens: &[Token], since: usize) -> bool {
    let clause = tokens.iter().skip(since + 1).take(REACH);
    let mut clause = clause.take_while(|token| !token.gap.any(Gap::CLAUSE));
    clause.any(|token| {
        token.ends_in_ed()
            || token.is_one_of(&[
                "was", "were", "got", "made", "put", "began", "went", "came", "left", "took",
                "became", "gave", "wrote", "built", "found", "fell", "rose", "grew", "ran",
                "broke", "did", "had",
            ])
    })
}

/// "X is the new default", "X is our new host", "S has a new address".
fn is_new(tokens: &[Token], new: usize) -> bool {
    let before = |back: usize| new.checked_sub(back).and_then(|i| tokens.get(i));
    let article = before(1).is_some_and(|token| token.is_one_of(&["the", "a", "our"]));
    article && before(2).is_some_and(|token| token.is_one_of(&["is", "are", "has", "have", "got"]))
}

/// "is back on", "are back in the office", "is back".
fn is_back(tokens: &[Token], back: usize) -> bool {
    let before = back.checked_sub(1).and_then(|i| tokens.get(i));
    let stated = before.is_some_and(|before| before.is_one_of(PRESENT));
    let open = tokens.get(back + 1).is_none_or(|next| {
        next.gap.any(Gap::ANY) || next.is_one_of(&["on", "in", "at", "to", "up", "with", "for"])
    });
    stated && open
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
