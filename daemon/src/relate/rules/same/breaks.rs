//! Where a sentence is broken: "don't, stop the server" forbids nothing, "no. 1" is no "no one".

use crate::relate::reading::statement::is_core;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::token::Token;

/// Whether one breaks a phrase where the other goes on: behind a negation, or before a word that opens no clause and goes on
/// with no list. Elsewhere a comma is a matter of style ("to build the docs, run …").
pub(super) fn differ(a: &[Token], b: &[Token]) -> bool {
    let (x, y) = (pairs(a), pairs(b));
    let apart = |mine: &[Pair<'_>], theirs: &[Pair<'_>]| {
        mine.iter().any(|one| {
            let mut same = theirs.iter().filter(|other| other.is_of(one)).peekable();
            let broken = one.binds() && same.peek().is_some();
            broken && same.all(|other| other.breaks() != one.breaks())
        })
    };
    apart(&x, &y) || apart(&y, &x)
}

/// Two neighbours.
struct Pair<'a> {
    before: &'a Token,
    token: &'a Token,
}

impl Pair<'_> {
    fn is_of(&self, other: &Self) -> bool {
        (self.before.stem, self.token.stem) == (other.before.stem, other.token.stem)
    }

    fn breaks(&self) -> bool {
        self.token.gap.any(Gap::CLAUSE)
    }

    /// Whether a break between the two says something.
    fn binds(&self) -> bool {
        let opens = Marks::STOP.or(Marks::PREPOSITION).or(Marks::QUALIFIER).or(Marks::NEGATION);
        let goes_on = self.token.is(opens.or(Marks::IMPERATIVE)) || !is_core(self.token);
        self.before.is(Marks::NEGATION) || !goes_on
    }
}

fn pairs(tokens: &[Token]) -> Vec<Pair<'_>> {
    let pairs = tokens.windows(2).filter_map(|pair| match pair {
        [before, token] => Some(Pair { before, token }),
        _ => None,
    });
    pairs.collect()
}
