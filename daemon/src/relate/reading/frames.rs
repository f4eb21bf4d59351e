//! Sentence frames: short sentences that give one slot one value ("use V for S", "S is V"), rule SLOT.
//!
//! A frame is read off the tokens from the start of the text; what fits no frame has no slot and can contradict
//! nothing by it. Six frames, as measured in QUALITY C.1.

mod does;
mod read;
mod sort;
mod words;

pub(in crate::relate) use does::has_many_answers;
pub(in crate::relate) use sort::Sort;
use sort::Way;

use crate::relate::words::lexicon;
use crate::relate::words::stems::{Stem, Stems};
use crate::relate::words::token::Token;

/// The odd number next to 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Which sentence gave the slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FrameKind {
    /// "use V for S".
    UseFor,
    /// "S is stored in V".
    DoneIn,
    /// "S uses V".
    Relies,
    /// "V owns S".
    Owns,
    /// "manage S with V".
    DoWith,
    /// "S is V", "S: V", "S = V".
    Is,
    /// "V backs S", "V is the runtime for S".
    Backs,
    /// "S goes to V", with any verb.
    Does,
}

impl FrameKind {
    /// Short stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::UseFor => "use-for",
            Self::DoneIn => "done-in",
            Self::Relies => "relies",
            Self::Owns => "owns",
            Self::DoWith => "do-with",
            Self::Is => "is",
            Self::Backs => "backs",
            Self::Does => "does",
        }
    }
}

/// One reading of a text as slot and value.
#[derive(Clone, Debug)]
pub(in crate::relate) struct Frame {
    pub(in crate::relate) kind: FrameKind,
    pub(in crate::relate) slot: Stems,
    pub(in crate::relate) value: Stems,
    numbers: Box<[Stem]>,
    /// The unit of the value, if it is one number.
    unit: Option<Box<str>>,
    verb: Option<Stem>,
    scope: Stems,
    denied: bool,
    /// Whether the value counts something.
    counts: bool,
    sort: Sort,
    /// Whether something is done to the subject ("are evaluated in").
    done: bool,
    /// Whether the value is one of a kind: "a React app".
    class: bool,
    /// The preposition that the value begins with.
    path: Option<Stem>,
    /// What the preposition behind a participle leads to.
    way: Option<Way>,
    /// Whether the value must be a name.
    named: bool,
    /// The last word of the value.
    head: Option<Stem>,
    /// Whether the value is in the plural.
    plural: bool,
}

/// The readings of `tokens` as slot and value.
pub(in crate::relate) fn frames(tokens: &[Token]) -> Vec<Frame> {
    read::read(tokens)
}

/// The frames in which two texts give one slot different values, if they do.
pub(in crate::relate) fn clash(a: &[Frame], b: &[Frame]) -> Option<SlotClash> {
    let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
    let mut found = pairs.filter(|(a, b)| a.contradicts(b));
    let (a, b) = found.next()?;
    let one = a.value.len() == 1 && b.value.len() == 1;
    let single = a.numbers.len() == 1 && b.numbers.len() == 1;
    let measured =
        a.counts && b.counts && single && a.unit == b.unit && (one || a.value.meets(&b.value));
    Some(SlotClash { kinds: (a.kind, b.kind), measured })
}

/// One slot with two values.
#[derive(Clone, Copy, Debug)]
pub(in crate::relate) struct SlotClash {
    pub(in crate::relate) kinds: (FrameKind, FrameKind),
    /// Whether the two are quantities of one unit: of those a slot has one. Names and bare numbers may be two of many ("uses React",
    /// "uses Vite"; "listens on port 80", "on port 443").
    pub(in crate::relate) measured: bool,
}

impl Frame {
    /// A key of the slot; none where it has no words.
    pub(in crate::relate) fn question(&self) -> Option<u64> {
        let mut words = self.slot.iter();
        let first = words.next()?.value();
        // An odd factor spreads the bits, so that a slot of one word is not the key of that word.
        Some(words.fold(first, |key, stem| key.rotate_left(5) ^ stem.value()).wrapping_mul(SPREAD))
    }

    /// Whether the slot has this value without condition, a number where `counts` says so and else none.
    pub(in crate::relate) fn is_plain(&self, counts: bool) -> bool {
        !self.denied && self.scope.is_empty() && self.numbers.is_empty() != counts
    }

    fn contradicts(&self, other: &Self) -> bool {
        let verbs_differ = matches!((self.verb, other.verb), (Some(a), Some(b)) if a != b);
        // What both deny may be two of many things.
        if self.denied
            || other.denied
            || verbs_differ
            || self.scope != other.scope
            || !self.same_slot(other)
            || !self.answers_alike(other)
        {
            return false;
        }
        if self.value.meets(&other.value) {
            return self.differs_in_number_alone(other) || self.differs_in_kind(other);
        }
        // "3 sections" / "12 charts" count two things.
        self.numbers.is_empty() == other.numbers.is_empty()
            && (!(self.counts && other.counts) || self.counted().eq(other.counted()))
    }

    /// The words of the value beside its numbers.
    fn counted(&self) -> impl Iterator<Item = Stem> + '_ {
        self.value.iter().filter(|stem| !self.numbers.contains(stem))
    }

    /// Whether the values can answer one question: of one sort, and reached by one preposition.
    fn answers_alike(&self, other: &Self) -> bool {
        let does = |frame: &Self| matches!(frame.kind, FrameKind::Does | FrameKind::DoWith);
        let alike = if does(self) && does(other) {
            let named = !(self.named || other.named) || self.sort.names(other.sort);
            let same = self.sort == other.sort || (self.done && self.sort.fits(other.sort));
            named && same && (self.kind == other.kind)
        } else if self.kind == FrameKind::Backs || other.kind == FrameKind::Backs {
            self.is_tool() && other.is_tool() && self.sort.fits(other.sort)
        } else {
            self.sort.fits(other.sort)
        };
        // "Use pytest" / "use factories": one tool and many things.
        let words = self.sort == Sort::Word && other.sort == Sort::Word;
        // "Is opaque" / "is short-lived": of one thing both may be said, of an attribute ("the log level") one.
        let bare = |frame: &Self| {
            frame.kind == FrameKind::Is
                && frame.slot.len() < 2
                && matches!(frame.sort, Sort::Word | Sort::Phrase)
        };
        let alike = alike && !(bare(self) && bare(other));
        let ways = self.way.zip(other.way).is_none_or(|(mine, theirs)| mine == theirs);
        alike && ways && self.path == other.path && (!words || self.plural == other.plural)
    }

    /// Whether the value is a tool that its slot uses.
    fn is_tool(&self) -> bool {
        let named = matches!(self.sort, Sort::Name | Sort::Quantity);
        match self.kind {
            FrameKind::Is => named && self.class,
            FrameKind::Backs | FrameKind::Relies | FrameKind::DoneIn | FrameKind::UseFor => named,
            _ => false,
        }
    }

    /// Equal slots, or slots of three words and more that differ in generic words alone.
    fn same_slot(&self, other: &Self) -> bool {
        if self.slot == other.slot {
            return true;
        }
        let shared = self.slot.both(&other.slot).count();
        let union = self.slot.len() + other.slot.len() - shared;
        let mut differing = self.slot.without(&other.slot).chain(other.slot.without(&self.slot));
        union >= 3 && shared * 10 >= union * 6 && differing.all(is_generic)
    }

    /// One head with other words before it on each side: "the Google style" / "the Airbnb style".
    fn differs_in_kind(&self, other: &Self) -> bool {
        let one_of = |frame: &Self| frame.value.len() == 2 && frame.kind != FrameKind::Is;
        self.head == other.head && one_of(self) && one_of(other) && self.value != other.value
    }

    /// The same value words, but for numbers of one unit.
    fn differs_in_number_alone(&self, other: &Self) -> bool {
        let is_number = |frame: &Self, stem: Stem| frame.numbers.contains(&stem);
        let mine: Vec<Stem> = self.value.without(&other.value).collect();
        let theirs: Vec<Stem> = other.value.without(&self.value).collect();
        let numbers = mine.iter().all(|stem| is_number(self, *stem))
            && theirs.iter().all(|stem| is_number(other, *stem));
        !mine.is_empty() && !theirs.is_empty() && numbers && self.unit == other.unit
    }
}

/// Words that two names of one slot may differ in.
fn is_generic(stem: Stem) -> bool {
    lexicon::is_generic_noun(stem) || stem == Stem::of("default")
}
