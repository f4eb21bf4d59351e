//! Occasions: dates and numbered events ("run 41", "2026-03-01: ...") that say which of many like events is told of.
//!
//! Two records of different occasions never replace or contradict each other, however alike they read.

use super::predicate::is_plural;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::{Stem, Stems};
use crate::relate::words::token::{Kind, Token};

/// The occasions named in a text: dates up to its verb or before a colon, numbered events anywhere.
pub(in crate::relate) fn occasions(tokens: &[Token], verb: usize) -> Stems {
    let stamp =
        tokens.iter().position(|token| token.gap.any(Gap::COLON)).unwrap_or(0).max(verb).max(1);
    let dates = tokens.iter().take(stamp).filter(|token| is_date(token)).map(|token| token.stem);
    let months = tokens.windows(2).take(stamp).filter_map(month);
    let events =
        tokens.windows(2).enumerate().filter_map(|(i, pair)| event(pair, i, tokens.get(i + 2)));
    dates.chain(months).chain(events).collect()
}

/// `2026-03-01`, `2026-03`, also with a time of day behind a `T`.
pub(in crate::relate) fn is_date(token: &Token) -> bool {
    if token.kind != Kind::Identifier {
        return false;
    }
    let day = token.text.split(['t', ' ']).next().unwrap_or_default();
    let mut parts = day.split('-');
    let digits = |part: Option<&str>, lengths: std::ops::RangeInclusive<usize>| {
        part.is_some_and(|part| {
            lengths.contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit())
        })
    };
    digits(parts.next(), 4..=4)
        && digits(parts.next(), 1..=2)
        && parts.next().is_none_or(|part| digits(Some(part), 1..=2))
}

/// "March 2026", "1 March".
fn month(pair: &[Token]) -> Option<Stem> {
    let [first, second] = pair else { return None };
    let (month, number) = if first.is(Marks::MONTH) { (first, second) } else { (second, first) };
    if !month.is(Marks::MONTH) || number.kind != Kind::Number {
        return None;
    }
    let plain = number.unit().is_empty() && number.text.len() <= 4;
    plain.then(|| Stem::of(&format!("{} {}", month.text, number.text)))
}

/// "run 41", "build 512", "commit ab12". An imperative ("Run 3 replicas") is none: there the label opens the text
/// and a noun follows.
fn event(pair: &[Token], i: usize, after: Option<&Token>) -> Option<Stem> {
    let [label, number] = pair else { return None };
    let numbered = number.kind == Kind::Number && number.unit().is_empty()
        || number.kind == Kind::Identifier && number.text.bytes().any(|b| b.is_ascii_digit());
    let joined = number.gap == Gap::NONE;
    let told = i > 0
        || after
            .is_none_or(|next| next.is(Marks::VERB) || next.ends_in_ed() || next.gap.any(Gap::ANY));
    // "Runs 3 replicas": a verb and how many.
    let counts =
        label.is_word("runs") && after.is_some_and(|next| next.gap == Gap::NONE && is_plural(next));
    let names_event = label.is(Marks::OCCASION) && numbered && joined && told && !counts;
    names_event.then(|| Stem::of(&format!("{} {}", label.text, number.text)))
}
