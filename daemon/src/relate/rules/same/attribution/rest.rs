//! What a value is said of, put together from its phrases.

use std::sync::LazyLock;

use super::phrase::Phrase;
use crate::relate::words::stems::Stem;

/// What a value belongs to: an owner and what is the owner's, in one stretch ("the gateway timeout", "the timeout of the gateway"), and
/// the phrases that stay by themselves. Words that change places between owner and phrase make another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rest {
    pub(super) owned: Vec<Stem>,
    pub(super) phrases: Vec<(Stem, Vec<Stem>)>,
}

impl Rest {
    pub(super) fn new<'a>(owned: Vec<Stem>, others: impl IntoIterator<Item = &'a Phrase>) -> Self {
        let told = |phrase: &Phrase| (phrase.way(), phrase.words.clone());
        let mut phrases: Vec<_> = others.into_iter().map(told).collect();
        phrases.sort_unstable();
        Self { owned, phrases }
    }

    pub(super) fn with(mut self, thing: &[Stem]) -> Self {
        self.owned.extend_from_slice(thing);
        self
    }
}

/// The rests of "X", "X for Y": as they stand, and with Y as the owner of X.
pub(super) fn named<'a>(told: impl IntoIterator<Item = &'a Phrase>) -> Vec<Rest> {
    let told: Vec<&Phrase> = told.into_iter().collect();
    let Some((first, others)) = told.split_first().filter(|(x, _)| x.preposition.is_none()) else {
        return owners(&told);
    };
    let mut found = vec![Rest::new(first.words.clone(), others.iter().copied())];
    found.extend(owners(others).into_iter().map(|rest| rest.with(&first.words)));
    found
}

/// The rests of phrases of which one names the owner: "for the queue", "in the pool".
pub(super) fn owners(told: &[&Phrase]) -> Vec<Rest> {
    let owner = |(i, phrase): (usize, &&Phrase)| {
        let others = told.iter().enumerate().filter(move |(j, _)| *j != i);
        let owns = phrase.preposition.is_some_and(|way| OWNING.contains(&way));
        owns.then(|| Rest::new(phrase.words.clone(), others.map(|(_, phrase)| *phrase)))
    };
    told.iter().enumerate().filter_map(owner).collect()
}

/// Behind these an owner is named; "to users" names an aim.
static OWNING: LazyLock<Vec<Stem>> = LazyLock::new(|| {
    ["in", "on", "at", "for", "within", "inside", "of"].iter().map(|way| Stem::of(way)).collect()
});
