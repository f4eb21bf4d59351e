//! T5: one text in the active, the other in the passive voice with its agent ("The script copies assets to the bucket" /
//! "Assets are copied to the bucket by the script").

use crate::relate::reading::phrasing::is_participle;
use crate::relate::reading::statement::{Statement, is_core};
use crate::relate::words::canon;
use crate::relate::words::families::Families;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// Whether `passive` says of its agent what `active` says of its subject: the same verb in the same tense, the same object,
/// and everything else in the same order. Words are compared by stem; the guards of *Same* have been asked before.
pub(super) fn exchanged(active: &Statement, passive: &Statement) -> bool {
    let Some((participle, by)) = agentive(&passive.tokens) else { return false };
    // "By the client or the server": the second would be what is done to.
    let several = passive.tokens.iter().skip(by).any(|token| token.is_one_of(&["and", "or"]));
    if several || !is_somebody(&passive.tokens, by + 1) {
        return false;
    }
    let Some(verb) = passive.tokens.get(participle).map(|token| token.stem) else { return false };
    let Some(at) = single(&active.tokens, verb) else { return false };
    if single(&passive.tokens, verb) != Some(participle)
        || !tense_agrees(active, at, passive, participle)
    {
        return false;
    }
    let core = |tokens: Option<&[Token]>| -> Vec<Stem> {
        let core = tokens.unwrap_or_default().iter().filter(|token| is_core(token));
        core.map(|token| token.stem).collect()
    };
    let (subject, rest) = (core(active.tokens.get(..at)), core(active.tokens.get(at + 1..)));
    let object = core(passive.tokens.get(..participle));
    let between = core(passive.tokens.get(participle + 1..by));
    let after = core(passive.tokens.get(by + 1..));
    let Some((agent, tail)) = after.split_at_checked(subject.len()) else { return false };
    let told: Vec<Stem> = object.iter().chain(&between).chain(tail).copied().collect();
    let direct = active.tokens.get(at + 1).is_some_and(|next| !next.is(Marks::PREPOSITION));
    !subject.is_empty()
        && !object.is_empty()
        && direct
        && agent == subject
        && told == rest
        && forms_agree(active, at, passive, participle)
        && only_by_differs(active, passive)
        && unbroken(active)
        && unbroken(passive)
}

/// The participle of a passive and the "by" that names its agent; both the only ones.
fn agentive(tokens: &[Token]) -> Option<(usize, usize)> {
    let mut agents = tokens.iter().enumerate().filter(|(_, token)| token.is_word("by"));
    let (by, _) = agents.next()?;
    if agents.next().is_some() {
        return None;
    }
    let head = tokens.get(..by)?;
    let participle = (1..head.len()).find(|i| {
        let be =
            head.get(i - 1).is_some_and(|token| token.is_one_of(&["is", "are", "be", "being"]));
        be && head.get(*i).is_some_and(is_participle)
    })?;
    Some((participle, by))
}

/// Whether what one says is done "by" something the other says that it does, and it is nobody who could: "grouped by tenant".
pub(super) fn by_nobody(passive: &[Token], active: &[Token]) -> bool {
    let by = |tokens: &[Token]| tokens.iter().position(|token| token.is_word("by"));
    let done = |by: usize| passive.iter().take(by).any(|token| token.is(Marks::PASSIVE));
    let core =
        |tokens: &[Token]| tokens.iter().find(|token| is_core(token)).map(|token| token.stem);
    let does = |by: usize| core(passive.get(by + 1..).unwrap_or_default()) == core(active);
    by(active).is_none()
        && by(passive).is_some_and(|by| done(by) && does(by) && !is_somebody(passive, by + 1))
}

/// Whether the words at `i` name who does something: with an article, a name, or several. "By hand", "by tenant" tell how.
fn is_somebody(tokens: &[Token], i: usize) -> bool {
    let Some(token) = tokens.get(i) else { return false };
    let named = token.kind != Kind::Word
        || token.code
        || token.cased != Stem::of(&token.text)
        || tokens.get(i + 1).is_some_and(|next| next.joined)
        || Families::builtin().at(tokens.get(i..).unwrap_or_default()).is_some();
    let behind = tokens.get(i..).unwrap_or_default();
    let head = behind.iter().take_while(|token| is_core(token)).last();
    let several = head.is_some_and(|head| head.text.ends_with('s') && !head.text.ends_with("ss"));
    named
        || several
        || token.is_one_of(&["the", "a", "an", "our", "whoever", "every", "each", "all"])
}

fn single(tokens: &[Token], stem: Stem) -> Option<usize> {
    let mut places = tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| token.stem == stem && token.kind == Kind::Word);
    let (at, _) = places.next()?;
    places.next().is_none().then_some(at)
}

/// Present against present, "is copying" against "is being copied".
fn tense_agrees(active: &Statement, at: usize, passive: &Statement, participle: usize) -> bool {
    let Some(verb) = active.tokens.get(at) else { return false };
    let before = |statement: &Statement, i: usize| {
        i.checked_sub(1).and_then(|i| statement.tokens.get(i)).cloned()
    };
    let running = passive
        .tokens
        .get(..participle)
        .is_some_and(|head| head.iter().any(|token| token.is_word("being")));
    let be = before(active, at).is_some_and(|token| token.is_one_of(&["is", "are"]));
    if verb.text.ends_with("ing") {
        return running && be;
    }
    let perfect =
        before(active, at).is_some_and(|token| token.is_one_of(&["has", "have", "had", "to"]));
    !running && !be && !perfect && !verb.ends_in_ed() && !canon::is_irregular(&verb.text)
}

/// Whether all core words but the verb are written alike, or differ in nothing that the stem keeps: nouns in number.
fn forms_agree(active: &Statement, at: usize, passive: &Statement, participle: usize) -> bool {
    let forms = |statement: &Statement, skipped: usize| -> Vec<Box<str>> {
        let others = statement
            .tokens
            .iter()
            .enumerate()
            .filter(|(i, token)| *i != skipped && is_core(token));
        let mut forms: Vec<Box<str>> = others.map(|(_, token)| token.text.clone()).collect();
        forms.sort_unstable();
        forms
    };
    forms(active, at) == forms(passive, participle)
}

fn only_by_differs(active: &Statement, passive: &Statement) -> bool {
    let (a, b) = (&active.guards.prepositions, &passive.guards.prepositions);
    a.is_within(b) && b.without(a).all(|stem| stem == Stem::of("by"))
}

fn unbroken(statement: &Statement) -> bool {
    statement
        .tokens
        .iter()
        .skip(1)
        .all(|token| !token.gap.any(Gap::CLAUSE.or(Gap::PAREN).or(Gap::COLON)))
}
