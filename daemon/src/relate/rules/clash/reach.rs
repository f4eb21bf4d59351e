//! What one says of all and the other of some alone: "listens on all interfaces" / "listens on localhost only".

use super::super::pair::Pair;
use crate::relate::reading::statement::{Statement, is_core};
use crate::relate::words::lexicon::Marks;
use crate::relate::words::stems::Stem;

/// Whether both say one thing of one subject, the one in every case and the other in one alone.
pub(super) fn reaches_all(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let plain = !a.cues.denies() && !b.cues.denies();
    plain && (clash(a, b) || clash(b, a))
}

fn clash(narrow: &Statement, wide: &Statement) -> bool {
    let mut hard = narrow.guards.hard.without(&wide.guards.hard);
    let Some(at) = narrow.tokens.iter().position(|token| token.is_word("only")) else {
        return false;
    };
    // What both begin with names the subject and says what it does.
    let same = narrow.tokens.iter().zip(&wide.tokens).take_while(|(x, y)| x.stem == y.stem).count();
    let rest = wide.tokens.get(same..).unwrap_or_default();
    let all = rest.iter().take(LONGEST_WAY).position(|token| token.is_one_of(ALL));
    let told = narrow.tokens.get(..same).unwrap_or_default();
    let says = told.iter().any(is_core)
        && (narrow.predicate.is_some_and(|verb| verb < same)
            || told.iter().any(|token| token.is(Marks::VERB)));
    let end = narrow.tokens.len() - 1;
    let others = rest.iter().filter(|token| is_core(token)).count();
    let ordered = told.first().is_some_and(|token| token.is(Marks::IMPERATIVE));
    !ordered
        && hard.all(|stem| stem == Stem::of("only"))
        && wide.guards.hard.is_empty()
        && says
        && all.is_some()
        && others <= LONGEST_WAY
        && (at == end || at <= same + 1)
}

/// Words between the verb and what it reaches, and those that say what.
const LONGEST_WAY: usize = 3;
const ALL: &[&str] =
    &["all", "every", "any", "everything", "everywhere", "anywhere", "everyone", "anyone", "each"];
