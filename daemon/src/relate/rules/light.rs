//! Words that the core leaves out, where they carry something after all: "the go module", "run make test", "the done column".
//!
//! A weak word is light in the opening of a sentence, before the verb that opens it says what is told ("we decided to use …", "the
//! project uses …"). Anywhere else, and as the word that ends the opening, it is as good as any other.

use crate::relate::reading::statement::{is_core, is_spoken};
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// Whether one has a word that the core leaves out and the meaning turns on, and the other does not say it.
pub(in crate::relate) fn differ(a: &[Token], b: &[Token]) -> bool {
    let own = |x: &[Token], y: &[Token]| {
        carrying(x).any(|word| !y.iter().any(|token| form(token) == form(word)))
    };
    names_differ(a, b) || own(a, b) || own(b, a)
}

/// The same of words that stand as a noun before another, or as what is ordered.
pub(in crate::relate) fn names_differ(a: &[Token], b: &[Token]) -> bool {
    let named = |tokens: &[Token]| -> Vec<Box<str>> {
        let named = (0..tokens.len()).filter(|i| names(tokens, *i));
        named.filter_map(|i| tokens.get(i)).map(|token| token.text.clone()).collect()
    };
    let (x, y) = (named(a), named(b));
    let own = |mine: &[Box<str>], named: &[Box<str>], theirs: &[Token]| {
        mine.iter().any(|name| {
            let mut said = theirs.iter().filter(|token| token.text == *name);
            // A small word is said in most sentences.
            !named.contains(name) && said.all(|token| token.is(Marks::STOP))
        })
    };
    own(&x, &y, b) || own(&y, &x, a)
}

/// Weak words that carry something: those that do not open the sentence, and the last that does.
fn carrying(tokens: &[Token]) -> impl Iterator<Item = &Token> {
    let core = tokens.iter().position(is_core).unwrap_or(tokens.len());
    let opening = (0..core).rev().find(|i| is_weak(tokens, *i));
    let rest = (core..tokens.len()).filter(|i| is_weak(tokens, *i));
    opening.into_iter().chain(rest).filter_map(|i| tokens.get(i))
}

/// "Settings" is no form of "set".
fn form(token: &Token) -> Stem {
    if token.text.ends_with("ings") { Stem::of(&token.text) } else { token.stem }
}

/// Whether the word at `i` is a weak one that may carry something.
fn is_weak(tokens: &[Token], i: usize) -> bool {
    let Some(token) = tokens.get(i).filter(|token| token.is(Marks::WEAK) && is_spoken(token))
    else {
        return false;
    };
    let before = i.checked_sub(1).and_then(|i| tokens.get(i));
    let lead = i.checked_sub(2).and_then(|i| tokens.get(i));
    let next = tokens.get(i + 1).filter(|next| next.gap == Gap::NONE);
    let next_is = |marks: Marks| next.is_some_and(|next| next.is(marks));
    let carried = before.is_some_and(|before| before.is(Marks::PASSIVE));
    if tokens.get(i + 1).is_some_and(|next| next.gap.any(Gap::COLON)) {
        return true;
    }
    let called = carried && token.is_one_of(&["called", "named"]);
    // "The team uses", "in this project": whose memory it is.
    let speaks = token.is(Marks::SPEAKER) || token.is_one_of(SCOPES);
    let subject = next_is(Marks::VERB.or(Marks::FINITE));
    let scope = before.is_some_and(|before| before.is_one_of(DETERMINERS))
        && lead.is_some_and(|lead| lead.is(Marks::PREPOSITION))
        && next.is_none_or(|next| !is_core(next));
    let light = token.is(Marks::PASSIVE) || token.is_one_of(ANYHOW);
    !(called || light || speaks && (subject || scope))
}

const SCOPES: &[&str] = &["project", "codebase"];

/// How often, how much, with what, that something is in use, of whom: told by other guards, or of no weight.
const ANYHOW: &[&str] = &[
    "please",
    "always",
    "all",
    "every",
    "each",
    "any",
    "our",
    "ours",
    "currently",
    "current",
    "main",
    "default",
    "roughly",
    "approximately",
    "via",
    "through",
    "using",
    "rather",
    "than",
    "instead",
    "use",
    "uses",
    "used",
    "chose",
    "choose",
    "chosen",
    "user",
    "users",
    "name",
    "names",
];

/// Whether the word at `i` is none of the core and a noun by where it stands: between an article and a noun ("the create form", "the
/// is operator"), between a preposition and a noun ("by done date"), or behind the order that opens the text ("use as for casts", "call done in the test").
fn names(tokens: &[Token], i: usize) -> bool {
    let Some(token) = tokens.get(i).filter(|token| token.kind == Kind::Word) else { return false };
    let Some(before) = i.checked_sub(1).and_then(|i| tokens.get(i)) else { return false };
    let next = tokens.get(i + 1).filter(|next| next.gap == Gap::NONE && !next.joined);
    let article = before.is_one_of(&["the", "a", "an"]);
    let passed =
        token.is(Marks::STATUS.or(Marks::SPEAKER)) || (!article && token.is_one_of(DETERMINERS));
    if is_core(token) || token.joined || token.gap != Gap::NONE || passed {
        return false;
    }
    let noun = next.is_some_and(|next| {
        is_core(next) && !next.is(Marks::VERB.or(Marks::FINITE)) && !next.ends_in_ed()
    });
    let opens = i == 1 && before.is(Marks::IMPERATIVE) && !before.is(Marks::WEAK.or(Marks::STOP));
    let used = i == 1 && before.is_one_of(&["use", "run", "call"]);
    let small = token.is(Marks::STOP) && !token.is_one_of(PASSED);
    let led = before.is(Marks::PREPOSITION) && !before.is_word("to");
    (article && noun) || (led && noun && small) || ((opens || used) && small)
}

const DETERMINERS: &[&str] = &[
    "the", "a", "an", "this", "that", "these", "those", "our", "my", "your", "his", "her", "its",
    "their", "all", "every", "each", "any", "no", "some",
];

/// What stands behind a verb and belongs to it, or stands for something.
const PASSED: &[&str] = &[
    "to", "of", "with", "by", "it", "them", "me", "us", "you", "him", "also", "just", "and", "or",
    "there", "here",
];
