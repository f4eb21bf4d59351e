//! Marks: what the word lists say about one word.

/// What the lists say about one word; a set of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::relate) struct Marks(u32);

impl Marks {
    pub(in crate::relate) const NONE: Self = Self(0);
    /// Function words: no assertion of their own.
    pub(in crate::relate) const STOP: Self = Self(1);
    /// Negations.
    pub(in crate::relate) const NEGATION: Self = Self(1 << 1);
    /// Words that carry nothing between two memories ("we", "project", "always"); by stem.
    pub(in crate::relate) const WEAK: Self = Self(1 << 2);
    /// Words that open a qualifier, also the plain prepositions.
    pub(in crate::relate) const QUALIFIER: Self = Self(1 << 3);
    /// Qualifiers that narrow a claim whatever they govern.
    pub(in crate::relate) const HARD: Self = Self(1 << 4);
    /// Prepositions whose exchange changes the claim.
    pub(in crate::relate) const PREPOSITION: Self = Self(1 << 5);
    /// Prepositions that may stand for each other ("in the repo", "on the repo").
    pub(in crate::relate) const BENIGN: Self = Self(1 << 6);
    /// Words that give an order or a direction.
    pub(in crate::relate) const ORDER: Self = Self(1 << 7);
    /// Finite verbs, for finding where the subject ends.
    pub(in crate::relate) const VERB: Self = Self(1 << 8);
    /// The same verbs, by stem.
    pub(in crate::relate) const VERB_STEM: Self = Self(1 << 9);
    /// Openers of an imperative or "we" sentence.
    pub(in crate::relate) const OPENER: Self = Self(1 << 10);
    /// Words that only say that something changed; by stem.
    pub(in crate::relate) const CHANGE: Self = Self(1 << 11);
    /// Nouns too common to identify a subject; by stem.
    pub(in crate::relate) const GENERIC: Self = Self(1 << 12);
    /// Verbs whose object may have many values at once; by stem.
    pub(in crate::relate) const MANY_VALUED: Self = Self(1 << 13);
    /// Nouns that a slot frame ignores; by stem.
    pub(in crate::relate) const FRAME_NOISE: Self = Self(1 << 14);
    /// The writer and the asker as subjects; by stem.
    pub(in crate::relate) const SPEAKER: Self = Self(1 << 15);
    /// Forms of "to be" and "get" that precede a passive.
    pub(in crate::relate) const PASSIVE: Self = Self(1 << 16);
    /// Participles that open a predicate rather than a value.
    pub(in crate::relate) const PARTICIPLE: Self = Self(1 << 17);
    /// Qualifiers that the stemmer leaves as they are; these stay out of the core.
    pub(in crate::relate) const QUALIFIER_STEM: Self = Self(1 << 18);
    /// Prohibiting verbs ("avoid", "forbidden").
    pub(in crate::relate) const PROHIBITION: Self = Self(1 << 19);
    /// Names of events that a number tells apart ("run 41", "build 512").
    pub(in crate::relate) const OCCASION: Self = Self(1 << 20);
    /// Months.
    pub(in crate::relate) const MONTH: Self = Self(1 << 21);
    /// Weak words that the meaning turns on when they stand against each other ("get", "set").
    pub(in crate::relate) const OPPOSABLE: Self = Self(1 << 22);
    /// Words that only English has among the languages one meets in Latin script.
    pub(in crate::relate) const ENGLISH: Self = Self(1 << 23);
    /// Function words of other languages in Latin script.
    pub(in crate::relate) const FOREIGN: Self = Self(1 << 24);
    /// Weak verbs that relate a subject to an object ("uses", "calls").
    pub(in crate::relate) const RELATING: Self = Self(1 << 25);
    /// Words of motion in a change ("switched ... from").
    pub(in crate::relate) const MOTION: Self = Self(1 << 26);
    /// Verbs of a dependency bump, exchangeable in a chain.
    pub(in crate::relate) const BUMP: Self = Self(1 << 27);
    /// Third-person verbs that are seldom plural nouns.
    pub(in crate::relate) const FINITE: Self = Self(1 << 30);
    /// Verbs that open an order.
    pub(in crate::relate) const IMPERATIVE: Self = Self(1 << 29);
    /// "the default", "the main": what the claim is about, not how it is told.
    pub(in crate::relate) const STATUS: Self = Self(1 << 28);

    /// Words with which a phrase of `cues` begins: everything else is passed over.
    pub(in crate::relate) const CUE: Self = Self(1 << 31);

    pub(in crate::relate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(in crate::relate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether any of `marks` is set.
    pub(in crate::relate) const fn any(self, marks: Self) -> bool {
        self.0 & marks.0 != 0
    }
}
