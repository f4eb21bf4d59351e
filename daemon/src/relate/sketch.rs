//! A sketch: a few words of memory that tell of most pairs that nothing would come of reading them.
//!
//! Of ten pairs that share enough words to be nominated, seven tell nothing: they overlap too little for their kind, or each
//! has a subject or a name of its own. That is seen here. It must never say so of a pair of which a rule tells something: what it is
//! not sure of it leaves to the rules (held by the tests of
//! `pass::pairing::population`, and in debug builds by every pair index that is made).

use super::rules::clash;
use super::verdict::{BAND_CONTAINMENT, BAND_JACCARD};
use super::words::stems;
use crate::relate::reading::genre::Genre;
use crate::relate::reading::statement::Statement;
use crate::relate::words::stems::Stem;

/// What is kept of a text. Words are bits by their hash: a bit that is missing proves that the word is.
#[derive(Debug, Clone, Copy)]
pub struct Sketch {
    /// All words.
    words: u64,
    theme: u64,
    names: u64,
    kernel: u64,
    /// How many kernel words there are.
    kernel_size: u16,
    genre: Genre,
    change: bool,
    from_now: bool,
    known_language: bool,
}

impl Sketch {
    /// The sketch of a text.
    pub fn of(statement: &Statement) -> Self {
        Self {
            words: bits(statement.words.all.iter()),
            theme: bits(statement.theme.iter()),
            names: bits(statement.guards.names.iter()),
            kernel: bits(statement.words.kernel.iter()),
            kernel_size: u16::try_from(statement.words.kernel.len()).unwrap_or(u16::MAX),
            genre: statement.genre,
            change: statement.cues.change,
            from_now: statement.cues.from_now,
            known_language: statement.known_language,
        }
    }

    /// Whether a rule may tell something of the two, whichever is older, where they share at most `shared` core stems.
    ///
    /// Only of texts without equal sets of core stems, without a step or a tool family in common, and of which neither says that what
    /// the other tells of is no longer so. Slots are not looked at.
    pub fn may_tell(self, other: Self, shared: usize) -> bool {
        let shared = shared.min(self.kernel_shared(other));
        self.change != other.change
            || self.from_now != other.from_now
            || self.may_clash(other, shared)
            || (self.is_in_band(other, shared) && !self.is_of_another(other))
    }

    fn may_clash(self, other: Self, shared: usize) -> bool {
        let (a, b) = (self.genre, other.genre);
        clash::may_clash(a, b)
            && (a.stands() && b.stands() || self.jaccard(other, shared) >= clash::OPPOSED_JACCARD)
    }

    /// At most so many kernel words are shared: "fix" and "remove" are core words of most commits, and of no kernel.
    fn kernel_shared(self, other: Self) -> usize {
        // Words that have their bit in common with another of their own text.
        let doubled = |x: Self| usize::from(x.kernel_size) - x.kernel.count_ones() as usize;
        (self.kernel & other.kernel).count_ones() as usize + doubled(self).min(doubled(other))
    }

    fn is_in_band(self, other: Self, shared: usize) -> bool {
        let smaller = usize::from(self.kernel_size.min(other.kernel_size));
        stems::per_mille(shared.min(smaller), smaller) >= BAND_CONTAINMENT
            || self.jaccard(other, shared) >= BAND_JACCARD
    }

    /// At most so much of both kernels is shared, per mille.
    fn jaccard(self, other: Self, shared: usize) -> u16 {
        let (a, b) = (usize::from(self.kernel_size), usize::from(other.kernel_size));
        let shared = shared.min(a).min(b);
        stems::per_mille(shared, a + b - shared)
    }

    /// Whether each surely speaks of something or has a name that the other does not mention.
    fn is_of_another(self, other: Self) -> bool {
        let own = |mine: u64, theirs: u64| mine & !theirs != 0;
        let themes = own(self.theme, other.words) && own(other.theme, self.words);
        // A name may be a part of an identifier, and so no word.
        let names =
            own(self.names, other.words | other.names) && own(other.names, self.words | self.names);
        self.known_language && other.known_language && (themes || names)
    }
}

fn bits(stems: impl Iterator<Item = Stem>) -> u64 {
    // The upper bits: the index takes the lower ones.
    stems.fold(0, |bits, stem| bits | 1 << (stem.value() >> 58))
}
