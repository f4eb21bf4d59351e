//! Opposition: words of two texts that exclude each other, listed or made by a prefix ("signed", "unsigned").

use crate::relate::reading::statement::Statement;
use crate::relate::words::canon::{are_complements, are_opposites};
use crate::relate::words::stems::{Stem, Stems};

/// Of two texts no more words than this are compared.
const MOST_WORDS: usize = 200;

/// How many pairs of words that are never said of one thing alike stand on different sides: opposites and complements.
pub(in crate::relate) fn opposites(a: &Statement, b: &Statement) -> usize {
    let (mine, theirs) = own(a, b);
    let complements = crossed(&mine, &theirs).any(|(x, y)| are_complements(x, y));
    exclusive(a, b) + usize::from(complements)
}

/// How many pairs of opposites stand on different sides. A word that several words of the other side oppose counts once.
pub(in crate::relate) fn exclusive(a: &Statement, b: &Statement) -> usize {
    let (mine, theirs) = own(a, b);
    let found = crossed(&mine, &theirs).filter(|(x, y)| oppose(*x, a, *y, b));
    let (left, right): (Vec<Stem>, Vec<Stem>) = found.unzip();
    let distinct = |words: Vec<Stem>| words.into_iter().collect::<Stems>().len();
    distinct(left).min(distinct(right))
}

/// The words of each that the other lacks.
fn own(a: &Statement, b: &Statement) -> (Vec<Stem>, Vec<Stem>) {
    let only = |x: &Statement, y: &Statement| {
        x.words.content.without(&y.words.content).take(MOST_WORDS).collect()
    };
    (only(a, b), only(b, a))
}

fn crossed<'a>(mine: &'a [Stem], theirs: &'a [Stem]) -> impl Iterator<Item = (Stem, Stem)> + 'a {
    mine.iter().flat_map(|x| theirs.iter().map(move |y| (*x, *y)))
}

/// Whether `x` of `a` and `y` of `b` are opposites.
fn oppose(x: Stem, a: &Statement, y: Stem, b: &Statement) -> bool {
    let undone = |from: &Statement, word: Stem, base: Stem| {
        from.words.undone.iter().any(|undone| undone.word == word && undone.base == base)
    };
    are_opposites(x, y) || undone(a, x, y) || undone(b, y, x)
}

/// Whether `word` of one text is an opposite of something that `other` alone says.
pub(in crate::relate) fn is_opposed(word: Stem, text: &Statement, other: &Statement) -> bool {
    other.words.content.without(&text.words.content).any(|theirs| oppose(word, text, theirs, other))
}
