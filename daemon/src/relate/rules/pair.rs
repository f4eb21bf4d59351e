//! A pair of statements under comparison, with the views that several rules share.

use super::clash::denies_in_a_word;
use crate::relate::reading::statement::Statement;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::{Overlap, Stem, Stems};

/// Two statements, the older first.
#[derive(Clone, Copy, Debug)]
pub(in crate::relate) struct Pair<'a> {
    pub(in crate::relate) older: &'a Statement,
    pub(in crate::relate) newer: &'a Statement,
    /// Overlap of the kernels: core words without words of change.
    pub(in crate::relate) overlap: Overlap,
}

impl<'a> Pair<'a> {
    pub(in crate::relate) fn new(older: &'a Statement, newer: &'a Statement) -> Self {
        Self { older, newer, overlap: Overlap::of(&older.words.kernel, &newer.words.kernel) }
    }

    /// Kernel words that only the older has.
    pub(in crate::relate) fn own_of_older(&self) -> impl Iterator<Item = Stem> + use<'a> {
        self.older.words.kernel.without(&self.newer.words.kernel)
    }

    /// Kernel words that only the newer has.
    pub(in crate::relate) fn own_of_newer(&self) -> impl Iterator<Item = Stem> + use<'a> {
        self.newer.words.kernel.without(&self.older.words.kernel)
    }

    /// Narrowing qualifiers on one side only.
    pub(in crate::relate) fn one_sided_hard(&self) -> impl Iterator<Item = Stem> + use<'a> {
        let (a, b) = (&self.older.guards.hard, &self.newer.guards.hard);
        a.without(b).chain(b.without(a))
    }

    pub(in crate::relate) fn same_polarity(&self) -> bool {
        self.older.cues.denies() == self.newer.cues.denies()
    }

    /// Whether one side denies and the other does not, in no word of its own either ("frozen", "turned off").
    fn differs_in_polarity(&self) -> bool {
        let (a, b) = (self.older, self.newer);
        let (claim, denial) = if b.cues.denies() { (a, b) } else { (b, a) };
        !self.same_polarity() && !denies_in_a_word(claim, denial)
    }

    /// Whether the polarity differs by a prohibiting verb alone ("enable" / "disable", "prefer" / "avoid").
    pub(in crate::relate) fn prohibits_alone(&self) -> bool {
        let (a, b) = (&self.older.cues, &self.newer.cues);
        !self.same_polarity() && a.negations + b.negations == 1 && (a.prohibits || b.prohibits)
    }

    /// Whether each side tells of an occasion of its own.
    pub(in crate::relate) fn differ_in_occasion(&self) -> bool {
        let (a, b) = (&self.older.guards.occasions, &self.newer.guards.occasions);
        !a.is_empty() && !b.is_empty() && a != b
    }

    /// Whether one side is a heading.
    pub(in crate::relate) fn has_heading(&self) -> bool {
        self.older.guards.heading || self.newer.guards.heading
    }

    /// Equal polarity and scope, and enough words in common to compare a value.
    pub(in crate::relate) fn is_plain_value_pair(&self, overlap: u16) -> bool {
        self.same_polarity()
            && self.one_sided_hard().next().is_none()
            && self.overlap.containment() >= overlap
    }

    /// Whether each side names a number that the other does not, in digits of any script or in numerals of East Asia.
    pub(in crate::relate) fn numbers_differ(&self) -> bool {
        let (a, b) = (self.older, self.newer);
        apart(&a.words.numbers, &b.words.numbers) || apart(&a.guards.numerals, &b.guards.numerals)
    }

    /// Whether one side begins with all of the other, word for word, and goes on in a clause of its own: what is added may narrow
    /// as it likes, all that was said is said again.
    pub(in crate::relate) fn goes_on(&self) -> bool {
        let (a, b) = (&self.older.tokens, &self.newer.tokens);
        let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
        let said = long.iter().zip(short.iter()).all(|(x, y)| x.text == y.text);
        let end = long.get(short.len());
        said && !short.is_empty() && end.is_some_and(|t| t.gap.any(Gap::SEMICOLON.or(Gap::STOP)))
    }

    /// A mismatch that forbids to call the two duplicates, even in review: numbers, identifiers, names or subjects
    /// differ on both sides, or a narrowing qualifier, the polarity or a change stands on one side only.
    pub(in crate::relate) fn mismatches(&self) -> bool {
        let (a, b) = (self.older, self.newer);
        let names = a.names_alone(b).next().is_some() && b.names_alone(a).next().is_some();
        let (x, y) = (&a.theme, &b.theme);
        let subjects =
            x.without(&b.words.all).next().is_some() && y.without(&a.words.all).next().is_some();
        names
            || subjects
            || self.numbers_differ()
            || apart(&a.words.identifiers, &b.words.identifiers)
            || self.one_sided_hard().next().is_some()
            || self.differs_in_polarity()
            || a.cues.change != b.cues.change
            || self.differ_in_occasion()
            || a.revert.as_ref().map(|revert| revert.depth)
                != b.revert.as_ref().map(|revert| revert.depth)
            || super::opposition::opposites(a, b) > 0
    }
}

/// Whether each set has something that the other lacks.
fn apart(a: &Stems, b: &Stems) -> bool {
    a.without(b).next().is_some() && b.without(a).next().is_some()
}
