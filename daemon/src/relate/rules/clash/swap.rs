//! C3 over two clauses: what one text advises the other advises against, and the other way round.

use super::super::pair::Pair;
use crate::relate::reading::statement::{Statement, is_spoken};
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::{Stem, Stems};
use crate::relate::words::token::Token;

/// Shared words, per mille of all.
const NEARLY_ALL: u16 = 750;

/// Whether the clauses of the two texts hold the same words, exchanged: "avoid A; use B" / "avoid B; use A", "A is read, B is
/// ignored" / "B is read, A is ignored".
pub(super) fn swapped(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    if pair.overlap.jaccard() < NEARLY_ALL {
        return false;
    }
    let (x, y) = (clauses(a), clauses(b));
    advised_otherwise(&x, &y) || told_otherwise(a, &x, b, &y)
}

/// Whether two words have changed places, each in a part of its own: "keep the README short and put details into docs/" / "keep docs/
/// short and put details into the README". What is only listed, or goes one way, has no place of its own ("A and B", "from A to B").
pub(super) fn trades_places(pair: &Pair<'_>) -> bool {
    let spoken = |statement: &Statement| -> Vec<(usize, Stem)> {
        let spoken = statement.tokens.iter().enumerate().filter(|(_, token)| is_spoken(token));
        spoken.map(|(i, token)| (i, token.stem)).collect()
    };
    let (here, there) = (spoken(pair.older), spoken(pair.newer));
    if here.len() != there.len() || pair.older.cues.denies() || pair.newer.cues.denies() {
        return false;
    }
    let differing: Vec<_> =
        here.iter().zip(&there).filter(|(mine, theirs)| mine.1 != theirs.1).collect();
    let [first, second] = differing.as_slice() else { return false };
    let between = pair.older.tokens.get(first.0.0 + 1..second.0.0).unwrap_or_default();
    let parted = between
        .iter()
        .any(|token| token.is_one_of(&["and", "but", "while"]) || token.gap.any(Gap::CLAUSE));
    let told =
        parted && between.iter().any(|token| is_spoken(token) && !token.is(Marks::QUALIFIER));
    first.0.1 == second.1.1 && second.0.1 == first.1.1 && told
}

/// Whether both say the same words and what stands before and behind a verb of rank has changed sides: "flags override variables" /
/// "variables override flags".
pub(super) fn turned_around(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let sides = |statement: &Statement| -> Option<(Stems, Stem, Stems)> {
        let tokens = &statement.tokens;
        let at = (1..tokens.len())
            .find(|at| tokens.get(*at).is_some_and(|token| token.is_one_of(RANKS)))?;
        let told = |tokens: &[Token]| {
            tokens.iter().filter(|token| is_spoken(token)).map(|token| token.stem).collect()
        };
        Some((told(tokens.get(..at)?), tokens.get(at)?.stem, told(tokens.get(at + 1..)?)))
    };
    let (Some(x), Some(y)) = (sides(a), sides(b)) else { return false };
    let polar = a.cues.denies() == b.cues.denies();
    polar && x.1 == y.1 && x.0 == y.2 && x.2 == y.0 && x.0 != x.2
}

/// Verbs by which one thing stands above the other.
const RANKS: &[&str] = &[
    "override",
    "overrides",
    "precede",
    "precedes",
    "supersede",
    "supersedes",
    "trump",
    "trumps",
    "outrank",
    "outranks",
    "shadow",
    "shadows",
    "beat",
    "beats",
    "contain",
    "contains",
    "own",
    "owns",
    "extend",
    "extends",
    "inherit",
    "inherits",
    "wrap",
    "wraps",
    "client",
    "parent",
    "child",
    "master",
    "mirror",
    "replica",
    "subset",
    "superset",
    "fork",
];

/// The clauses of a text.
fn clauses(statement: &Statement) -> Vec<&[Token]> {
    let tokens = &statement.tokens;
    let starts = (1..tokens.len())
        .filter(|i| tokens.get(*i).is_some_and(|token| token.gap.any(Gap::CLAUSE)));
    let mut starts: Vec<usize> = std::iter::once(0).chain(starts.take(MOST_CLAUSES)).collect();
    starts.push(tokens.len());
    let spans = starts.windows(2).filter_map(|ends| match ends {
        [start, end] => tokens.get(*start..*end),
        _ => None,
    });
    spans.filter(|clause| !clause.is_empty()).collect()
}

/// Longer texts are stories.
const MOST_CLAUSES: usize = 8;

fn denies(clause: &[Token]) -> bool {
    clause.iter().any(|token| token.is(Marks::NEGATION.or(Marks::PROHIBITION)))
}

/// Whether something stands in a denying clause here and in an affirming one there, and something else the other way round.
fn advised_otherwise(a: &[&[Token]], b: &[&[Token]]) -> bool {
    let told = |clauses: &[&[Token]], denied: bool| -> Stems {
        let clauses = clauses.iter().filter(|clause| denies(clause) == denied);
        let words = clauses.flat_map(|clause| clause.iter());
        words
            .filter(|token| is_spoken(token) && !token.is(Marks::VERB))
            .map(|token| token.stem)
            .collect()
    };
    let ((denied, affirmed), (other_denied, other_affirmed)) =
        ((told(a, true), told(a, false)), (told(b, true), told(b, false)));
    let crosses = |here: &Stems, not_here: &Stems, there: &Stems, not_there: &Stems| {
        here.both(there).any(|stem| !not_here.has(stem) && !not_there.has(stem))
    };
    crosses(&denied, &affirmed, &other_affirmed, &other_denied)
        && crosses(&affirmed, &denied, &other_denied, &other_affirmed)
}

/// Whether both say the same words in as many clauses, and what the clauses are told of is exchanged.
fn told_otherwise(a: &Statement, x: &[&[Token]], b: &Statement, y: &[&[Token]]) -> bool {
    let all = |statement: &Statement| {
        let spoken = statement.tokens.iter().filter(|token| is_spoken(token));
        let mut stems: Vec<Stem> = spoken.map(|token| token.stem).collect();
        stems.sort_unstable();
        stems
    };
    let sets = |clauses: &[&[Token]]| -> Vec<Stems> {
        let spoken = |clause: &&[Token]| {
            clause.iter().filter(|token| is_spoken(token)).map(|token| token.stem).collect()
        };
        clauses.iter().map(spoken).collect()
    };
    let told = |clause: &&[Token]| clause.iter().any(|t| t.is(Marks::VERB.or(Marks::FINITE)));
    if x.len() != 2 || y.len() != 2 || all(a) != all(b) || !x.iter().chain(y).all(told) {
        return false;
    }
    // Each clause shares what it tells of with one clause of the other text, and what it is told of with the other one.
    let (x, y) = (sets(x), sets(y));
    x.iter().all(|mine| y.iter().all(|theirs| mine.meets(theirs) && mine != theirs))
}
