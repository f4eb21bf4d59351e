//! Adoptions: texts that say that something is in use, and what for ("use X for S", "X is our S", "we are on X").
//!
//! Rule S3 sets them against a newer text whose old value is X.

use super::statement::Statement;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stems;
use crate::relate::words::token::{Kind, Token};

const ADOPTING: &[&str] = &[
    "use",
    "uses",
    "using",
    "used",
    "adopt",
    "adopted",
    "chose",
    "choose",
    "picked",
    "prefer",
    "prefers",
    "run",
    "on",
    "standardized",
    "standardised",
    "rely",
    "relies",
    "with",
];
/// A longer "value" is a clause.
const LONGEST_VALUE: usize = 3;
const PURPOSE: &[&str] = &["for", "as", "to"];

/// What a text adopts and what for: "use X for S", "X is our S", "we are on X", "S uses X".
pub(in crate::relate) fn adoption(statement: &Statement) -> Option<(Stems, Stems)> {
    let tokens = &statement.tokens;
    let content = |part: &[Token]| -> Stems {
        part.iter().filter(|token| is_told(token)).map(|t| t.stem).collect()
    };
    let adopting = tokens.iter().rposition(|token| token.is_one_of(ADOPTING));
    let (value, rest) = if let Some(verb) = adopting {
        let tail = tokens.get(verb + 1..)?;
        let end = tail.iter().position(|token| token.is_one_of(PURPOSE) || token.gap.any(Gap::ANY));
        let (value, after) = tail.split_at_checked(end.unwrap_or(tail.len()))?;
        (content(value), [tokens.get(..verb)?, after])
    } else {
        let is = tokens.iter().position(|token| token.is_one_of(&["is", "are"]))?;
        tokens.get(is + 1).filter(|token| token.is_one_of(&["our", "the"]))?;
        (content(tokens.get(..is)?), [tokens.get(is + 1..)?, &[]])
    };
    let purpose = rest
        .iter()
        .flat_map(|part| part.iter())
        .filter(|token| is_told(token))
        .map(|token| token.stem);
    let purpose: Stems = purpose.filter(|stem| !value.has(*stem)).collect();
    (!value.is_empty() && value.len() <= LONGEST_VALUE).then_some((value, purpose))
}

fn is_told(token: &Token) -> bool {
    let noise =
        Marks::STOP.or(Marks::WEAK).or(Marks::QUALIFIER).or(Marks::NEGATION).or(Marks::CHANGE);
    token.kind != Kind::Word || !token.is(noise.or(Marks::GENERIC))
}
