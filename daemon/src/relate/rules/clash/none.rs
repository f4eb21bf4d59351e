//! What one says there is none of, nothing does or nobody can do, and the other that there is.

use super::super::pair::Pair;
use super::denial::{APPROVALS, FEWEST_KERNEL, narrows};
use super::differ_in_subject;
use crate::relate::reading::cues::phrase_at;
use crate::relate::reading::old_value::is_content;
use crate::relate::reading::statement::{Statement, is_core};
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::{Stem, Stems};
use crate::relate::words::token::Token;

/// Whether a clause of one says of nothing at all what the other says of something: "none of our workloads run in Bern", "nothing is
/// cached in CI".
pub(super) fn denied_of_all(pair: &Pair<'_>) -> bool {
    let clash = |x: &Statement, y: &Statement| {
        let tokens = &x.tokens;
        let opens = |i: usize, token: &Token| {
            token.is_one_of(&["none", "nothing", "neither"])
                && (i == 0 || token.gap.any(Gap::CLAUSE))
        };
        let at = tokens.iter().enumerate().position(|(i, token)| opens(i, token));
        let Some(rest) = at.and_then(|at| tokens.get(at + 1..)) else { return false };
        let end = rest.iter().position(|token| token.gap.any(Gap::CLAUSE)).unwrap_or(rest.len());
        let clause = rest.get(..end).unwrap_or_default();
        let but = clause
            .iter()
            .any(|token| token.is_one_of(&["but", "except", "else", "beside", "besides"]));
        let words: Vec<Stem> =
            clause.iter().filter(|token| is_core(token)).map(|token| token.stem).collect();
        !but && !y.cues.denies()
            && words.len() >= FEWEST_KERNEL
            && words.iter().all(|stem| y.words.all.has(*stem))
            && x.cues.negations == 1
            && !narrows(x, y)
    };
    let (a, b) = (pair.older, pair.newer);
    clash(a, b) || clash(b, a)
}

/// Whether one says that something can be done, in whatever way, and the other that it can not: "guests can check out without an
/// account" / "guests can't check out".
pub(super) fn can_and_cannot(pair: &Pair<'_>) -> bool {
    let modal = |token: &Token| token.is_one_of(&["can", "may", "could"]);
    let clash = |x: &Statement, y: &Statement| {
        let able = x.tokens.iter().position(modal).and_then(|at| x.tokens.get(at + 1));
        let at = y
            .tokens
            .iter()
            .position(modal)
            .filter(|at| y.tokens.get(at + 1).is_some_and(|token| token.is(Marks::NEGATION)));
        let (Some(able), Some(at)) = (able, at) else { return false };
        let rest = y.tokens.get(at + 2..).unwrap_or_default();
        let end = rest.iter().position(|token| token.gap.any(Gap::CLAUSE)).unwrap_or(rest.len());
        let clause = rest.get(..end).unwrap_or_default();
        let theme = y.tokens.get(..at).unwrap_or_default();
        let said = |tokens: &[Token]| {
            tokens.iter().all(|token| !is_core(token) || x.words.all.has(token.stem))
        };
        !x.cues.denies()
            && clause.first().is_some_and(|verb| verb.stem == able.stem)
            && !clause.iter().any(|token| token.is(Marks::HARD))
            && theme.iter().any(is_core)
            && said(theme)
            && said(clause)
    };
    let (a, b) = (pair.older, pair.newer);
    (clash(a, b) || clash(b, a)) && !differ_in_subject(a, b)
}

/// Whether one says that there is none of what the other speaks of: "there are no load tests" / "the load tests run nightly".
pub(super) fn denies_existence(pair: &Pair<'_>) -> bool {
    let clash = |x: &Statement, y: &Statement| {
        let Some((absent, ordered)) = absent(&x.tokens) else { return false };
        let approved = y.tokens.iter().any(|token| token.is_one_of(APPROVALS));
        !absent.is_empty()
            && absent == y.theme
            && !y.cues.denies()
            && (approved || !ordered)
            && !narrows(x, y)
    };
    let (a, b) = (pair.older, pair.newer);
    clash(a, b) || clash(b, a)
}

/// What a text says there is none of, and whether it only orders so: "there is no …", "we don't use …", "don't use …".
fn absent(tokens: &[Token]) -> Option<(Stems, bool)> {
    let phrases: &[(&[&str], bool)] = &[
        (&["there", "is", "no"], false),
        (&["there", "are", "no"], false),
        (&["we", "have", "no"], false),
        (&["we", "do", "not", "use"], false),
        (&["we", "do", "not", "have"], false),
        (&["do", "not", "use"], true),
        (&["never", "use"], true),
        (&["avoid"], true),
    ];
    let (phrase, ordered) = phrases.iter().find(|(phrase, _)| phrase_at(tokens, 0, phrase))?;
    let rest = tokens.get(phrase.len()..)?;
    let end = rest.iter().position(|token| token.gap.any(Gap::ANY)).unwrap_or(rest.len());
    let rest = rest.get(..end)?;
    let leads = |token: &Token| token.is(Marks::PREPOSITION.or(Marks::QUALIFIER)) && !token.joined;
    let closed = rest.iter().any(leads);
    let noise = Marks::STOP.or(Marks::SPEAKER).or(Marks::WEAK);
    let told = rest.iter().filter(|token| is_content(token) && !token.is(noise));
    (!closed).then(|| (told.map(|token| token.stem).collect(), *ordered))
}
