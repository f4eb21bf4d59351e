//! Texts of several clauses: the same where each clause of one is the same as one of the other, in whatever order. Orders keep
//! theirs: "stop the server, run the migration" are steps.

use super::{attribution, roles};
use crate::relate::reading::statement::is_core;
use crate::relate::reading::theme::finite;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::token::Token;

/// A text of more clauses is a story.
const MOST: usize = 4;

/// Whether both are the same clauses.
pub(super) fn agree(a: &[Token], b: &[Token]) -> bool {
    let (x, y) = (split(a), split(b));
    if x.len() != y.len() || x.len() < 2 || x.len() > MOST {
        return false;
    }
    let steps = x.iter().chain(&y).filter(|clause| is_order(clause)).count() > 0;
    let one = |x: &[Token], y: &[Token]| {
        words(x) == words(y) || roles::agree(x, y).is_some() || attribution::agree(x, y)
    };
    if steps {
        return x.iter().zip(&y).all(|(x, y)| one(x, y));
    }
    let met = |clause: &[Token], others: &[&[Token]]| {
        others.iter().filter(|other| one(clause, other)).count() == 1
    };
    x.iter().all(|clause| met(clause, &y)) && y.iter().all(|clause| met(clause, &x))
}

/// All that a clause says, as written: a negation too.
fn words(clause: &[Token]) -> Vec<&str> {
    let said = clause
        .iter()
        .filter(|token| is_core(token) || token.is(Marks::NEGATION.or(Marks::PREPOSITION)));
    said.map(|token| &*token.text).collect()
}

fn is_order(clause: &[Token]) -> bool {
    clause.first().is_some_and(|token| token.is(Marks::IMPERATIVE)) && finite(clause).is_none()
}

/// The clauses of a text: what stands between marks and has a verb of its own.
fn split(tokens: &[Token]) -> Vec<&[Token]> {
    let mut found = Vec::new();
    let mut start = 0;
    for i in 1..=tokens.len() {
        let end =
            tokens.get(i).is_none_or(|token| token.gap.any(Gap::CLAUSE) || token.is_word("and"));
        let joined = |i: usize| {
            usize::from(tokens.get(i).is_some_and(|token| token.is_one_of(&["and", "but"])))
        };
        let rest = tokens.get(i + joined(i)..).unwrap_or_default();
        let (Some(clause), true) = (tokens.get(start..i), end) else { continue };
        let said = |part: &[Token]| finite(part).is_some() || is_order(part);
        let next = rest.iter().skip(1).position(|token| token.gap.any(Gap::CLAUSE));
        let next = rest.get(..next.map_or(rest.len(), |at| at + 1)).unwrap_or(rest);
        if i == tokens.len() || (said(clause) && said(next)) {
            found.push(clause);
            start = i + joined(i);
        }
    }
    found
}
