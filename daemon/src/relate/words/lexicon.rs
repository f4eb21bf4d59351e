//! The word lists of the pair rules, as measured (QUALITY B and C), in one table: word → marks and canonical stem.
//!
//! Everything here is data; the rules read marks and never spell words themselves, except for the short phrases of
//! `cues` and `frames`. The table must never be tuned to single pairs.

mod marks;
mod opposites;
mod words;

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

pub(in crate::relate) use marks::Marks;
pub(in crate::relate) use opposites::{ANTONYMS, COMPLEMENTS, FAILS, GOES_WELL, undone};
pub(crate) use words::WEEKDAYS;
pub(in crate::relate) use words::{ABBREVIATIONS, NUMBER_WORDS, SPELLINGS, UNITS};

use self::words::{BY_STEM, BY_WORD, QUALIFIERS, VERBS};
use super::canon;
use super::stems::Stem;
use crate::relate::reading::cues;

/// What is known of one word.
#[derive(Clone, Debug, Default)]
pub(in crate::relate) struct Entry {
    pub(in crate::relate) marks: Marks,
    /// The canonical stem, computed once for every listed word.
    pub(in crate::relate) stem: Option<Stem>,
}

/// What the lists say about `word` (lower case); nothing for words that no list names.
pub(in crate::relate) fn lookup(word: &str) -> Option<&'static Entry> {
    WORDS.get(word)
}

/// The marks that hold for every word of this canonical stem.
pub(in crate::relate) fn stem_marks(stem: &str) -> Marks {
    STEMS.get(stem).copied().unwrap_or(Marks::NONE)
}

/// Whether a stem is one of the nouns too common to identify a subject.
pub(in crate::relate) fn is_generic_noun(stem: Stem) -> bool {
    GENERIC_STEMS.contains(&stem)
}

/// Whether a stem is that of a listed verb.
pub(in crate::relate) fn is_verb(stem: Stem) -> bool {
    VERB_STEMS.contains(&stem)
}

static VERB_STEMS: LazyLock<FxHashSet<Stem>> = LazyLock::new(|| {
    VERBS.split_whitespace().map(|verb| Stem::of(&canon::canonical(verb))).collect()
});

static GENERIC_STEMS: LazyLock<FxHashSet<Stem>> = LazyLock::new(|| {
    let generic =
        STEMS.iter().filter(|(_, marks)| marks.any(Marks::GENERIC)).map(|(stem, _)| Stem::of(stem));
    generic.collect()
});

static WORDS: LazyLock<FxHashMap<&'static str, Entry>> = LazyLock::new(|| {
    let mut table: FxHashMap<&'static str, Entry> = FxHashMap::default();
    for (marks, list) in BY_WORD.iter().chain(BY_STEM) {
        for word in list.split_whitespace() {
            let entry = table.entry(word).or_default();
            if BY_WORD.iter().any(|(_, words)| std::ptr::eq(*words, *list)) {
                entry.marks = entry.marks.or(*marks);
            }
        }
    }
    for word in cues::heads() {
        let entry = table.entry(word).or_default();
        entry.marks = entry.marks.or(Marks::CUE);
    }
    for (word, entry) in &mut table {
        let stem = canon::canonical(word);
        entry.marks = entry.marks.or(stem_marks(&stem));
        entry.stem = Some(Stem::of(&stem));
    }
    table
});

static STEMS: LazyLock<FxHashMap<String, Marks>> = LazyLock::new(|| {
    let mut table: FxHashMap<String, Marks> = FxHashMap::default();
    for (marks, list) in BY_STEM {
        for word in list.split_whitespace() {
            let entry = table.entry(canon::canonical(word).into_owned()).or_default();
            *entry = entry.or(*marks);
        }
    }
    for word in QUALIFIERS.split_whitespace() {
        let entry = table.entry(word.to_owned()).or_default();
        *entry = entry.or(Marks::QUALIFIER_STEM);
    }
    table
});
