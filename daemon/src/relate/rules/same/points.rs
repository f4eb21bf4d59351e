//! Words that point: at what was said before ("it", "this", "so", "also"), at a place ("here"), at somebody else ("their"). What they
//! point at is not in the text, so a text with one is not the text without.

use crate::relate::reading::statement::{Statement, is_core};
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::token::{Kind, Token};

/// Whether one points where the other does not.
pub(in crate::relate::rules) fn differ(a: &Statement, b: &Statement) -> bool {
    // A sentence turned round may take up its object again: "author the shaders and compile them".
    let ordered = a.words.sequence == b.words.sequence;
    pointers(&a.tokens, ordered) != pointers(&b.tokens, ordered)
}

/// The pointing words of a text, sorted.
fn pointers(tokens: &[Token], ordered: bool) -> Vec<&'static str> {
    let counts = |word: &&str| ordered || !TAKEN_UP.contains(word);
    let mut found: Vec<&'static str> =
        (0..tokens.len()).filter_map(|i| pointer(tokens, i)).filter(counts).collect();
    found.sort_unstable();
    found
}

/// What the word at `i` points with, one name for the forms of each.
fn pointer(tokens: &[Token], i: usize) -> Option<&'static str> {
    let token = tokens.get(i).filter(|token| token.kind == Kind::Word)?;
    let before = i.checked_sub(1).and_then(|i| tokens.get(i));
    let next = tokens.get(i + 1).filter(|next| next.gap == Gap::NONE);
    let is = |marks: Marks| next.is_some_and(|next| next.is(marks));
    match &*token.text {
        // "In this repository" says nothing between memories of one project.
        "this" | "these" => (!next.is_some_and(|next| next.is_one_of(SCOPES))).then_some("this"),
        "that" => points_away(tokens, i).then_some("that"),
        "those" => Some("that"),
        // "There are two".
        "there" => (!is(Marks::PASSIVE) || before.is_some_and(is_core)).then_some("there"),
        // "When it is available" is "when available".
        "it" => {
            let clause = before.is_some_and(|before| before.is(Marks::HARD));
            (!clause || !is(Marks::PASSIVE)).then_some("it")
        }
        "them" => Some("them"),
        "here" => Some("here"),
        "so" => Some("so"),
        "also" => Some("also"),
        "instead" => (!next.is_some_and(|next| next.is_word("of"))).then_some("instead"),
        // "Deploy it as is".
        "as" => (next.is_none() || is(Marks::PASSIVE)).then_some("as"),
        // "Two each".
        "each" => (next.is_none() || is(Marks::PREPOSITION.or(Marks::PASSIVE))).then_some("each"),
        "like" => (!before.is_none_or(|before| before.is_one_of(LIKING))).then_some("like"),
        "my" | "mine" => Some("my"),
        "its" => Some("its"),
        "they" | "their" | "theirs" => Some("they"),
        "he" | "his" | "him" => Some("he"),
        "she" | "her" | "hers" => Some("she"),
        _ => None,
    }
}

/// Who likes something, where "like" is a verb.
const LIKING: &[&str] = &["we", "i", "you", "they", "user", "users", "to", "would", "not"];

/// What stands for something named before.
const TAKEN_UP: &[&str] = &["it", "them", "he", "she"];

/// Where all memories of a project are.
const SCOPES: &[&str] = &[
    "repository",
    "codebase",
    "project",
    "workspace",
    "monorepo",
    "team",
    "organization",
    "org",
    "company",
    "crate",
    "package",
    "code",
];

/// Whether "that" stands for something or tells which one is meant, and joins no clause ("make sure that the …").
fn points_away(tokens: &[Token], i: usize) -> bool {
    let before = i.checked_sub(1).and_then(|i| tokens.get(i));
    !before.is_some_and(|before| before.is(Marks::IMPERATIVE) || before.is_one_of(TELLING))
}

/// What says that something is so.
const TELLING: &[&str] = &[
    "sure", "ensures", "requires", "so", "such", "means", "says", "assumes", "checks", "verifies",
    "expects", "know", "given",
];
