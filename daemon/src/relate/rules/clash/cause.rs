//! One effect with two causes: "fails on Sundays because the export is late" / "… because the warehouse is suspended".

use super::super::pair::Pair;
use crate::relate::reading::statement::{Statement, is_core};
use crate::relate::words::stems::Stems;
use crate::relate::words::token::Token;

/// Whether both say the same of the same, each for a reason of its own.
pub(super) fn gives_another_cause(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let (Some(x), Some(y)) = (parts(a), parts(b)) else { return false };
    x.0 == y.0 && x.0.len() >= FEWEST_TOLD && !x.1.is_empty() && !y.1.is_empty() && !x.1.meets(&y.1)
}

/// Whether a text says why something is so.
pub(in crate::relate) fn gives_cause(statement: &Statement) -> bool {
    parts(statement).is_some()
}

/// An effect of fewer words may be any.
const FEWEST_TOLD: usize = 3;

/// The core words of the effect and of the cause.
fn parts(statement: &Statement) -> Option<(Stems, Stems)> {
    let tokens = &statement.tokens;
    let at = tokens.iter().position(|token| token.is_word("because")).or_else(|| {
        tokens.windows(2).position(|pair| match pair {
            [due, to] => due.is_one_of(&["due", "owing", "thanks"]) && to.is_word("to"),
            _ => false,
        })
    })?;
    let core = |tokens: &[Token]| -> Stems {
        tokens.iter().filter(|token| is_core(token)).map(|token| token.stem).collect()
    };
    let (effect, cause) = tokens.split_at_checked(at)?;
    // What should be so has many reasons; what is so has been seen to have one.
    let told = !statement.cues.obliges && statement.predicate.is_some_and(|verb| verb < at);
    told.then(|| (core(effect), core(cause.get(1..).unwrap_or_default())))
}
