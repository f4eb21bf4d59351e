//! A sketch: a few words of memory that tell of most pairs that nothing would come of reading them.
//!
//! Of ten pairs that share enough words to be nominated, eight tell nothing: they overlap too little for their kind, each has a
//! subject, a name or a number of its own, or one is told in a form that the rules pass over. That is seen here. It must never say
//! so of a pair of which a rule tells something: what it is not sure of it leaves to the rules (held by the tests of
//! `pass::pairing::population`, and in debug builds by every pair index that is made).

use super::rules::{clash, replace};
use super::verdict::{BAND_CONTAINMENT, BAND_JACCARD, UNREAD_JACCARD};
use super::words::stems;
use crate::relate::reading::genre::Genre;
use crate::relate::reading::statement::Statement;
use crate::relate::words::stems::{Stem, Stems};

/// What is kept of a text. Words are bits by their hash: a bit that is missing proves that the word is.
#[derive(Debug, Clone, Copy)]
pub struct Sketch {
    /// All words.
    words: u64,
    theme: u64,
    names: u64,
    kernel: u64,
    /// Words of the kernel that say which thing is meant: not what is done, nor any thing.
    telling: u64,
    /// Words of what it says is no longer so.
    leaves: u64,
    numbers: u32,
    identifiers: u32,
    /// Qualifiers that narrow.
    hard: u32,
    occasions: u32,
    /// The label of a note ("CI: …"), by its hash; 0: none.
    label: u32,
    /// How many kernel words there are.
    kernel_size: u16,
    /// How often it takes back.
    reverts: u8,
    genre: Genre,
    told: Told,
}

/// How a text says what it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Told(u16);

impl Told {
    const CHANGE: Self = Self(1);
    const EVENT: Self = Self(1 << 1);
    const FROM_NOW: Self = Self(1 << 2);
    const MOVES: Self = Self(1 << 3);
    const UNNEEDED: Self = Self(1 << 4);
    const CLAIMS: Self = Self(1 << 5);
    const HEADING: Self = Self(1 << 6);
    const STEP: Self = Self(1 << 7);
    /// In a language that the rules read.
    const READABLE: Self = Self(1 << 8);
    const CAUSE: Self = Self(1 << 9);
    const DENIES: Self = Self(1 << 10);
    /// Names a negative state, which may deny without a negation.
    const NEGATIVE: Self = Self(1 << 11);

    fn of(statement: &Statement) -> Self {
        let cues = &statement.cues;
        let told = [
            (Self::CHANGE, cues.change),
            (Self::EVENT, cues.event),
            (Self::FROM_NOW, cues.from_now),
            (Self::MOVES, replace::moves(statement)),
            (Self::UNNEEDED, replace::is_no_longer_needed(statement)),
            (Self::CLAIMS, clash::claims(statement)),
            (Self::HEADING, statement.guards.heading),
            (Self::STEP, statement.transition.is_some()),
            (Self::READABLE, statement.known_language),
            (Self::CAUSE, clash::gives_cause(statement)),
            (Self::DENIES, cues.denies()),
            (Self::NEGATIVE, clash::names_negative_state(statement)),
        ];
        Self(told.iter().filter(|(_, is)| *is).fold(0, |all, (one, _)| all | one.0))
    }

    fn has(self, any: Self) -> bool {
        self.0 & any.0 != 0
    }
}

/// What two texts have in common beside what their sketches tell.
#[derive(Debug, Clone, Copy)]
pub struct Common {
    /// At most so many core stems.
    pub stems: usize,
    /// Whether the other says that something of which the first tells is no longer so, and the same the other way round.
    pub taken_back: (bool, bool),
    /// Whether they answer one question by their form.
    pub answers: bool,
}

impl Sketch {
    /// The sketch of a text.
    pub fn of(statement: &Statement) -> Self {
        let (words, guards) = (&statement.words, &statement.guards);
        Self {
            words: bits(words.all.iter()),
            theme: bits(statement.theme.iter()),
            names: bits(guards.names.iter()),
            kernel: bits(words.kernel.iter()),
            telling: bits(
                replace::telling(&words.kernel).filter(|stem| statement.says != Some(*stem)),
            ),
            leaves: bits(statement.leaves()),
            numbers: few_bits(&words.numbers),
            identifiers: few_bits(&words.identifiers),
            hard: few_bits(&guards.hard),
            occasions: few_bits(&guards.occasions),
            label: clash::label_key(statement).map_or(0, |key| fold(key) | 1),
            kernel_size: u16::try_from(words.kernel.len()).unwrap_or(u16::MAX),
            reverts: statement.revert.as_ref().map_or(0, |revert| depth(revert.depth)),
            genre: statement.genre,
            told: Told::of(statement),
        }
    }

    /// Whether a rule may tell something of the two, whichever is older.
    ///
    /// Only of texts without equal sets of core stems and without a step or a tool family in common. Slots are not looked at.
    pub fn may_tell(self, other: Self, common: Common) -> bool {
        let shared = common.stems.min(self.kernel_shared(other));
        let (back, forth) = common.taken_back;
        self.may_clash(other, shared, common.answers)
            || self.may_be_replaced_by(other, shared, back)
            || other.may_be_replaced_by(self, shared, forth)
            || (self.is_in_band(other, shared) && !self.mismatches(other))
    }

    /// Whether both are in a language that the rules read.
    fn readable(self, other: Self) -> bool {
        self.told.has(Told::READABLE) && other.told.has(Told::READABLE)
    }

    fn may_clash(self, other: Self, shared: usize, answers: bool) -> bool {
        let (a, b) = (self.genre, other.genre);
        let both_stand = a.stands() && b.stands();
        let notes = self.label != 0 && self.label == other.label;
        if !self.readable(other) {
            return both_stand && notes;
        }
        let claims = self.told.has(Told::CLAIMS) || other.told.has(Told::CLAIMS);
        let steps = self.told.has(Told::STEP) && other.told.has(Told::STEP);
        let reach = clash::Reach {
            kernel: self.kernel_size.min(other.kernel_size).into(),
            containment: self.containment(other, shared),
            numbers: self.numbers != 0 && other.numbers != 0,
            causes: self.told.has(Told::CAUSE) && other.told.has(Told::CAUSE),
        };
        clash::may_clash(a, b)
            && (both_stand || self.jaccard(other, shared) >= clash::OPPOSED_JACCARD)
            && (claims || notes)
            && (notes || answers || reach.is_near())
            && !self.has_heading(other)
            && !self.differ_in_occasion(other)
            && self.told.has(Told::CHANGE) == other.told.has(Told::CHANGE)
            && !(steps || self.reverts > 0 || other.reverts > 0)
    }

    /// Whether `newer` may replace this one; `taken_back`: it says that something of this is no longer so.
    fn may_be_replaced_by(self, newer: Self, shared: usize, taken_back: bool) -> bool {
        // Told in words of its own, a revert need not quote what it takes back.
        if newer.reverts > 0 && self.containment(newer, shared) >= BAND_CONTAINMENT {
            return true;
        }
        if self.told.has(Told::CHANGE) || self.has_heading(newer) || self.differ_in_occasion(newer)
        {
            return false;
        }
        let stands = self.genre.stands();
        let since = newer.told.has(Told::FROM_NOW) && !self.told.has(Told::FROM_NOW);
        let again = newer.told.has(Told::EVENT) && self.theme != 0 && self.theme == newer.theme;
        if stands && (since || again) {
            return true;
        }
        let unneeded = newer.told.has(Told::UNNEEDED);
        let close = self.containment(newer, shared) >= replace::CHANGE_OVERLAP
            && self.jaccard(newer, shared) >= replace::CLOSE;
        let counts = self.numbers & !newer.numbers != 0;
        let by_stand = stands && (taken_back || close || counts);
        // All that it tells is told again, by the one that takes it back.
        let whole = taken_back && self.telling & !(newer.words | newer.leaves) == 0;
        let moved = newer.told.has(Told::MOVES) && shared > 0;
        newer.told.has(Told::CHANGE) && (by_stand || whole || moved || unneeded)
    }

    fn has_heading(self, other: Self) -> bool {
        self.told.has(Told::HEADING) || other.told.has(Told::HEADING)
    }

    /// At most so many kernel words are shared: "fix" and "remove" are core words of most commits, and of no kernel.
    fn kernel_shared(self, other: Self) -> usize {
        // Words that have their bit in common with another of their own text.
        let doubled = |x: Self| usize::from(x.kernel_size) - x.kernel.count_ones() as usize;
        (self.kernel & other.kernel).count_ones() as usize + doubled(self).min(doubled(other))
    }

    fn is_in_band(self, other: Self, shared: usize) -> bool {
        if !self.readable(other) {
            return self.jaccard(other, shared) >= UNREAD_JACCARD;
        }
        self.containment(other, shared) >= BAND_CONTAINMENT
            || self.jaccard(other, shared) >= BAND_JACCARD
    }

    /// At most so much of the smaller kernel is shared, per mille.
    fn containment(self, other: Self, shared: usize) -> u16 {
        let smaller = usize::from(self.kernel_size.min(other.kernel_size));
        stems::per_mille(shared.min(smaller), smaller)
    }

    /// At most so much of both kernels is shared, per mille.
    fn jaccard(self, other: Self, shared: usize) -> u16 {
        let (a, b) = (usize::from(self.kernel_size), usize::from(other.kernel_size));
        let shared = shared.min(a).min(b);
        stems::per_mille(shared, a + b - shared)
    }

    /// Whether surely something forbids that the two be duplicates. Each has a word of its own then, so that neither only goes
    /// on where the other ends.
    fn mismatches(self, other: Self) -> bool {
        let own = |mine: u64, theirs: u64| mine & !theirs != 0;
        let apart = |mine: u64, theirs: u64| own(mine, theirs) && own(theirs, mine);
        let themes = own(self.theme, other.words) && own(other.theme, self.words);
        // A name may be a part of an identifier, and so no word.
        let names =
            own(self.names, other.words | other.names) && own(other.names, self.words | self.names);
        let changes = self.told.has(Told::CHANGE) != other.told.has(Told::CHANGE);
        let guarded = apart(u64::from(self.numbers), u64::from(other.numbers))
            || apart(u64::from(self.identifiers), u64::from(other.identifiers))
            || self.hard != other.hard
            || self.reverts != other.reverts
            || self.differ_in_occasion(other)
            || self.differs_in_polarity(other)
            || changes;
        let differ = themes || names || (guarded && apart(self.words, other.words));
        self.readable(other) && differ
    }

    /// Whether surely only one denies.
    fn differs_in_polarity(self, other: Self) -> bool {
        let claim = if self.told.has(Told::DENIES) { other } else { self };
        self.told.has(Told::DENIES) != other.told.has(Told::DENIES)
            && !claim.told.has(Told::NEGATIVE)
    }

    /// Whether each surely tells of an occasion of its own.
    fn differ_in_occasion(self, other: Self) -> bool {
        self.occasions != 0 && other.occasions != 0 && self.occasions != other.occasions
    }
}

/// The upper bits of a hash: the index takes the lower ones.
fn bits(stems: impl Iterator<Item = Stem>) -> u64 {
    stems.fold(0, |bits, stem| bits | 1 << (stem.value() >> 58))
}

fn few_bits(stems: &Stems) -> u32 {
    stems.iter().fold(0, |bits, stem| bits | 1 << (stem.value() >> 59))
}

/// Half of a hash.
fn fold(key: u64) -> u32 {
    (key >> 32) as u32
}

/// Deeper reverts are all one.
fn depth(depth: impl TryInto<u8>) -> u8 {
    depth.try_into().unwrap_or(u8::MAX).saturating_add(1)
}
