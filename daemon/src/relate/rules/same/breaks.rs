//! Where a sentence is broken: "don't, stop the server" forbids nothing, "no. 1" is no "no one".

use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::token::Token;

/// Whether one breaks a phrase where the other goes on, and the break may say something. A matter of style is it before what goes on
/// with a list or a contrast, and behind a clause in front ("to build the docs, run …"), where the other has no break at all.
pub(super) fn differ(a: &[Token], b: &[Token]) -> bool {
    let (x, y) = (breaks(a, b), breaks(b, a));
    // In both, each elsewhere: the phrase between belongs to another part.
    (!x.is_empty() && !y.is_empty())
        || !x.iter().all(|i| is_style(a, *i))
        || !y.iter().all(|i| is_style(b, *i))
}

/// Ends a clause, or opens what follows.
const BREAK: Gap = Gap::CLAUSE.or(Gap::COLON);

/// Where `tokens` is broken between neighbours that stand together in `others`.
fn breaks(tokens: &[Token], others: &[Token]) -> Vec<usize> {
    let goes_on = |x: &Token, y: &Token| {
        others.windows(2).any(|pair| match pair {
            [before, token] => {
                (before.stem, token.stem) == (x.stem, y.stem) && !token.gap.any(BREAK)
            }
            _ => false,
        })
    };
    let broken = tokens.windows(2).enumerate().filter(|(_, pair)| match pair {
        [before, token] => token.gap.any(BREAK) && goes_on(before, token),
        _ => false,
    });
    broken.map(|(i, _)| i + 1).collect()
}

/// Whether a break before the word at `i` is a matter of style.
fn is_style(tokens: &[Token], i: usize) -> bool {
    let (Some(token), Some(before)) = (tokens.get(i), tokens.get(i - 1)) else { return false };
    let fronted = tokens.first().is_some_and(|first| {
        first.is(Marks::HARD.or(Marks::ORDER).or(Marks::PREPOSITION).or(Marks::QUALIFIER))
    });
    let single = tokens.iter().skip(1).filter(|token| token.gap.any(Gap::CLAUSE)).count() == 1;
    let opens = token.is(Marks::IMPERATIVE) || token.is_one_of(&["we", "the", "run", "use", "set"]);
    let goes_on =
        token.is_one_of(&["and", "or", "but", "not", "so", "use", "rather", "instead", "which"]);
    let bound = Marks::NEGATION.or(Marks::HARD);
    if token.gap.any(Gap::COLON) {
        return ![before, token].iter().any(|side| side.is(bound.or(Marks::PREPOSITION)));
    }
    !before.is(Marks::NEGATION) && (goes_on || (fronted && single && opens))
}
