//! Where a synonym is one: a verb's for the verb, a noun's for the noun alone. "The delete job" is its name, and no removal; "a fix" is
//! no repair of what is fixed.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::relate::reading::statement::{Statement, is_core, is_spoken};
use crate::relate::words::canon::{self, stemmed};
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// Whether a word stands for a synonym where it is none.
pub(super) fn misplaced(a: &Statement, b: &Statement) -> bool {
    // "Upgrade to 3.2" is "update to 3.2".
    let versioned = a.tokens.iter().any(|token| token.kind == Kind::Number);
    let loose =
        |token: &Token| (canon::is_loose(&token.text) && !versioned) || TERMS.contains(&token.stem);
    // "Built" is "build" in another form.
    let formed = |x: &Token, y: &Token| {
        let head = |token: &Token| canon::stem(&token.text) == canon::canonical(&token.text);
        TERMS.contains(&x.stem)
            && ((canon::is_irregular(&x.text) && head(y))
                || (canon::is_irregular(&y.text) && head(x)))
    };
    let stands = |mine: &[Token], theirs: &[Token]| {
        mine.iter().enumerate().any(|(i, token)| {
            let mut others = theirs.iter().filter(|other| other.stem == token.stem).peekable();
            let named = |other: &Token| {
                canon::stem(&other.text) == canon::stem(&token.text) || formed(token, other)
            };
            others.peek().is_some()
                && !others.any(named)
                && is_word(token)
                && (loose(token) || is_part_of_name(mine, i))
        })
    };
    stands(&a.tokens, &b.tokens) || stands(&b.tokens, &a.tokens) || trade_places(a, b)
}

/// Synonyms of which each is a term of its own: a retention is no lifetime, a container image no picture.
static TERMS: LazyLock<FxHashSet<Stem>> = LazyLock::new(|| {
    stemmed(&[
        "build", "check", "fix", "test", "function", "error", "approval", "lifetime", "image",
        "argument", "setting", "issue", "log", "emit",
    ])
});

fn is_word(token: &Token) -> bool {
    token.kind == Kind::Word && is_spoken(token) && canon::has_synonyms(&token.text)
}

/// Whether the word at `i` is part of a name: it stands before a noun within a phrase, or is a verb that an article makes a noun.
fn is_part_of_name(tokens: &[Token], i: usize) -> bool {
    let Some(token) = tokens.get(i) else { return false };
    let before = i.checked_sub(1).and_then(|i| tokens.get(i)).filter(|_| token.gap == Gap::NONE);
    let article = before.is_some_and(|before| before.is_one_of(DETERMINERS));
    let governed = before.is_some_and(|before| {
        before.is(Marks::PREPOSITION) && !before.is_word("to") && !before.is_word("by")
    });
    let next = tokens.get(i + 1).filter(|next| next.gap == Gap::NONE);
    let noun = next.is_some_and(|next| {
        // "The parameter store": a verb would have its ending.
        let verb = next.is(Marks::VERB) && (token.text.ends_with('s') || is_finite(&next.text));
        is_core(next) && next.kind == Kind::Word && !verb && !next.text.ends_with("ly")
    });
    ((article || governed) && noun) || (article && canon::is_verb_synonym(&token.text))
}

fn is_finite(word: &str) -> bool {
    word.ends_with('s') || word.ends_with("ed")
}

const DETERMINERS: &[&str] =
    &["the", "a", "an", "our", "my", "your", "every", "each", "all", "any", "this", "these", "no"];

/// Whether synonyms that both stand in both texts stand in each other's place: "rename the build script to compile".
fn trade_places(a: &Statement, b: &Statement) -> bool {
    let core = |statement: &Statement| -> Vec<Token> {
        statement.tokens.iter().filter(|token| is_core(token)).cloned().collect()
    };
    if a.words.sequence != b.words.sequence || a.words.sequence.len() == a.words.core.len() {
        return false;
    }
    let (x, y) = (core(a), core(b));
    let twice = |token: &Token| {
        x.iter().any(|other| {
            other.stem == token.stem && canon::stem(&other.text) != canon::stem(&token.text)
        })
    };
    let order = |side: &[Token]| -> Vec<Box<str>> {
        let own = side.iter().filter(|token| twice(token));
        own.map(|token| canon::stem(&token.text).into()).collect()
    };
    order(&x) != order(&y)
}
