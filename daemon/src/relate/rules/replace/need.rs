//! What is no longer needed: the older needs or orders it (S1).

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::Replacement;
use super::scope::scope;
use crate::relate::reading::statement::Statement;
use crate::relate::relation::Rule;
use crate::relate::rules::pair::Pair;
use crate::relate::words::canon::stemmed;
use crate::relate::words::lexicon::{self, Marks};
use crate::relate::words::stems::{Stem, Stems};
use crate::relate::words::token::Token;

/// S1: the newer says that something is needed no longer, and the older needs or orders it.
pub(super) fn needs_no_more(pair: &Pair<'_>) -> Option<Replacement> {
    let (a, b) = (pair.older, pair.newer);
    let needs = |token: &Token| token.is_one_of(NEEDED);
    let ordered = a.tokens.iter().any(needs) || a.tokens.first()?.is(Marks::IMPERATIVE);
    if !ordered || !is_no_longer_needed(b) {
        return None;
    }
    let need = |stem: Stem| NEEDS.contains(&stem);
    let of_it = |value: &Stems| {
        let mut told = value.iter().filter(|stem| !need(*stem) && !lexicon::is_generic_noun(*stem));
        let first = told.next();
        first.into_iter().chain(told).all(|stem| a.words.content.has(stem)) && first.is_some()
    };
    let narrowed = scope(b).all(|token| need(token.stem) || a.words.content.has(token.stem));
    let named = b.values.faded.iter().chain(&b.values.old).any(of_it);
    (named && narrowed).then_some(Replacement::Likely(Rule::S1))
}

/// Whether a text says that something is needed no longer.
pub(in crate::relate) fn is_no_longer_needed(statement: &Statement) -> bool {
    statement.cues.no_longer && statement.tokens.iter().any(|token| token.is_one_of(NEEDED))
}

static NEEDS: LazyLock<FxHashSet<Stem>> = LazyLock::new(|| stemmed(NEEDED));
/// Words by which something is needed.
const NEEDED: &[&str] = &[
    "needed",
    "required",
    "necessary",
    "mandatory",
    "needs",
    "need",
    "requires",
    "require",
    "must",
    "obligatory",
    "compulsory",
];
