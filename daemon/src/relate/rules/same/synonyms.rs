//! Which words may stand for one another, and where. The canonical forms make comparable what is nearly the same; to be the same more
//! is needed: "save the file" is not "store the file", "the manual" no "hand", "run the server" no "execute the server".

use crate::relate::reading::statement::{Statement, is_core, is_spoken};
use crate::relate::words::canon;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::token::{Kind, Token};

/// Whether a word stands for a synonym where it is none.
pub(super) fn misplaced(a: &Statement, b: &Statement) -> bool {
    let named = |x: &Token, y: &Token| {
        // "Built" is "build" in another form.
        let head = |token: &Token| canon::stem(&token.text) == canon::canonical(&token.text);
        canon::stem(&x.text) == canon::stem(&y.text)
            || (canon::is_irregular(&x.text) && head(y))
            || (canon::is_irregular(&y.text) && head(x))
    };
    let stands = |mine: &[Token], theirs: &[Token]| {
        mine.iter().enumerate().any(|(i, token)| {
            let same = |(_, other): &(usize, &Token)| other.stem == token.stem;
            let mut others = theirs.iter().enumerate().filter(same).peekable();
            others.peek().is_some()
                && is_word(token)
                && !others.any(|(j, other)| {
                    named(token, other) || (may_stand(mine, i) && may_stand(theirs, j))
                })
        })
    };
    stands(&a.tokens, &b.tokens) || stands(&b.tokens, &a.tokens) || trade_places(a, b)
}

fn is_word(token: &Token) -> bool {
    token.kind == Kind::Word && is_spoken(token) && canon::has_synonyms(&token.text)
}

/// Whether the word at `i` is one that a synonym may stand for there: what is preferred, where something is kept, what a command does,
/// what is forbidden.
fn may_stand(tokens: &[Token], i: usize) -> bool {
    let Some(token) = tokens.get(i) else { return false };
    let before = i.checked_sub(1).and_then(|i| tokens.get(i));
    let carried = before.is_some_and(|before| before.is(Marks::PASSIVE));
    // "Upgrade to 3.2" is "update to 3.2".
    let versioned = || tokens.iter().any(|token| token.kind == Kind::Number);
    token.is_one_of(&["prefer", "prefers", "preferred", "favor", "favors", "favored"])
        || (carried && token.is_one_of(&["stored", "saved", "persisted"]))
        || token.is_one_of(&["runs", "executes"])
        || token.is_one_of(&["forbidden", "prohibited", "disallowed"])
        || (token.is_one_of(&["upgrade", "update"]) && versioned())
        || is_removal(tokens, i)
}

/// Whether the word at `i` orders or tells that its object is done away with: what is removed *from* something may stay ("remove it
/// from the index").
fn is_removal(tokens: &[Token], i: usize) -> bool {
    let before = i.checked_sub(1).and_then(|i| tokens.get(i));
    let from = tokens.iter().any(|token| token.is_word("from"));
    let ordered = before.is_none_or(|before| !is_core(before) && before.is(Marks::OPENER));
    let carried = before.is_some_and(|before| before.is(Marks::PASSIVE));
    let word = |words: &[&str]| tokens.get(i).is_some_and(|token| token.is_one_of(words));
    let told =
        (ordered && word(&["delete", "remove"])) || (carried && word(&["deleted", "removed"]));
    let the = before.is_some_and(|before| before.is_one_of(&["the", "a", "an"]));
    told && !from && !the
}

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
