//! One canonical stem for one word: irregular forms, the English Snowball stemmer, a short list of synonyms.
//!
//! Output decides which memories are merged, so it must never change with a dependency unnoticed: a test freezes it.

use std::borrow::Cow;
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};
use rustc_hash::{FxHashMap, FxHashSet};

use super::lexicon::{ANTONYMS, COMPLEMENTS, FAILS, GOES_WELL};
use super::stems::Stem;

static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));

/// Longer words are keys, hashes or noise; stemming them helps nobody.
const LONGEST_STEMMED: usize = 40;

/// The English Snowball stem of a lower-case word; anything that is not ASCII stays as it is.
pub(in crate::relate) fn stem(word: &str) -> Cow<'_, str> {
    if word.is_ascii() && word.len() <= LONGEST_STEMMED {
        STEMMER.stem(word)
    } else {
        Cow::Borrowed(word)
    }
}

/// The canonical stem of a lower-case word: irregular forms and synonyms folded.
pub(in crate::relate) fn canonical(word: &str) -> Cow<'_, str> {
    let base = IRREGULAR.get(word).copied().unwrap_or(word);
    let stemmed = stem(base);
    match SYNONYMS.get(stemmed.as_ref()) {
        Some(group) => Cow::Borrowed(group.as_str()),
        None => stemmed,
    }
}

/// The canonical stems of a list of words. For a `static`: rules ask of many pairs, and a list is to be stemmed once.
pub(in crate::relate) fn stemmed(words: &[&str]) -> FxHashSet<Stem> {
    words.iter().map(|word| Stem::of(&canonical(word))).collect()
}

/// Whether a word is a listed irregular form.
pub(in crate::relate) fn is_irregular(word: &str) -> bool {
    IRREGULAR.contains_key(word)
}

/// The synonym group of a word, if it is in one and not its head.
fn synonym_group(word: &str) -> Option<&'static str> {
    SYNONYMS.get(stem(word).as_ref()).map(String::as_str)
}

/// Whether a word is in a group of synonyms.
pub(in crate::relate) fn has_synonyms(word: &str) -> bool {
    let stemmed = canonical(word);
    SYNONYMS.values().any(|head| **head == *stemmed)
}

/// Whether two surface forms differ at most by plural, third person s or a listed synonym.
pub(in crate::relate) fn is_inflection(x: &str, y: &str) -> bool {
    let (short, long) = if x.len() <= y.len() { (x, y) } else { (y, x) };
    if long.strip_prefix(short).is_some_and(|rest| matches!(rest, "" | "s" | "es")) {
        return true;
    }
    let ies = short.strip_suffix('y').zip(long.strip_suffix("ies"));
    if ies.is_some_and(|(a, b)| a == b) {
        return true;
    }
    // A synonym may change the word, not the tense.
    if is_past(x) != is_past(y) || stem(x) == stem(y) {
        return false;
    }
    match (synonym_group(x), synonym_group(y)) {
        (Some(a), Some(b)) => a == b,
        (Some(group), None) => stem(y) == group,
        (None, Some(group)) => stem(x) == group,
        (None, None) => false,
    }
}

/// Whether a word is a past form.
pub(in crate::relate) fn is_past(word: &str) -> bool {
    word.ends_with("ed") || IRREGULAR.get(word).is_some_and(|base| *base != word)
}

/// Whether two stems are complements, of which both may hold.
pub(in crate::relate) fn are_complements(a: Stem, b: Stem) -> bool {
    APART.contains(&(a.min(b), a.max(b)))
}

/// Whether two stems are opposites.
pub(in crate::relate) fn are_opposites(a: Stem, b: Stem) -> bool {
    OPPOSITES.contains(&(a.min(b), a.max(b)))
}

static IRREGULAR: LazyLock<FxHashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let pairs = IRREGULAR_FORMS.split_whitespace().filter_map(|pair| pair.split_once('/'));
    pairs.collect()
});

static SYNONYMS: LazyLock<FxHashMap<String, String>> = LazyLock::new(|| {
    let mut table = FxHashMap::default();
    for group in SYNONYM_GROUPS {
        let mut words = group.split_whitespace();
        let Some(head) = words.next() else { continue };
        for word in words {
            table.entry(stem(word).into_owned()).or_insert_with(|| stem(head).into_owned());
        }
    }
    table
});

static OPPOSITES: LazyLock<FxHashSet<(Stem, Stem)>> = LazyLock::new(|| {
    let crossed =
        GOES_WELL.split_whitespace().flat_map(|x| FAILS.split_whitespace().map(move |y| (x, y)));
    stems_of(listed(ANTONYMS).chain(crossed))
});
static APART: LazyLock<FxHashSet<(Stem, Stem)>> = LazyLock::new(|| stems_of(listed(COMPLEMENTS)));

/// The pairs of a list.
fn listed(pairs: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    pairs.split_whitespace().filter_map(|pair| pair.split_once('/'))
}

/// Pairs as stems, the smaller first.
fn stems_of<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> FxHashSet<(Stem, Stem)> {
    pairs
        .flat_map(|(a, b)| {
            [
                (Stem::of(a), Stem::of(b)),
                (Stem::of(&stem(a)), Stem::of(&stem(b))),
                (Stem::of(&canonical(a)), Stem::of(&canonical(b))),
            ]
        })
        .filter(|(a, b)| a != b)
        .map(|(a, b)| (a.min(b), a.max(b)))
        .collect()
}

const IRREGULAR_FORMS: &str = "built/build wrote/write written/write ran/run chose/choose chosen/choose took/take \
    taken/take kept/keep sent/send made/make found/find held/hold broke/break broken/break known/know knew/know \
    began/begin begun/begin read/read left/leave lost/lose paid/pay said/say saw/see seen/see shown/show spent/spend \
    stood/stand thrown/throw threw/throw told/tell understood/understand went/go gone/go gave/give given/give got/get \
    gotten/get grew/grow grown/grow hid/hide hidden/hide came/come caught/catch bought/buy brought/bring did/do \
    drawn/draw fell/fall fed/feed felt/feel fought/fight forgot/forget forgotten/forget froze/freeze frozen/freeze \
    led/lead meant/mean met/meet overridden/override overrode/override rebuilt/rebuild rewritten/rewrite \
    rewrote/rewrite sold/sell split/split spoke/speak spoken/speak stuck/stick taught/teach thought/think won/win \
    lives/live live/live better/good best/good";

const SYNONYM_GROUPS: &[&str] = &[
    "prefer favor like",
    "store save persist",
    "run execute",
    "build compile",
    "delete remove",
    "create make",
    "fix repair resolve",
    "check verify validate",
    "update upgrade",
    "test spec",
    "manual hand",
    "function method",
    "directory folder",
    "error failure",
    "start launch",
    "stop halt",
    "bug defect",
    "quick fast",
    "must require",
    "approval review",
    "log record",
    "emit output",
    "search lookup",
    "show display",
    "forbidden prohibited disallowed",
    "limit cap",
    "expire expiry",
    "break broken",
    "switch move migrate",
    "handle process",
    "issue problem",
    "lifetime ttl expiry retention",
    "image picture",
    "argument parameter",
    "setting option",
];
