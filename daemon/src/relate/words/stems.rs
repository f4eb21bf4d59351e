//! Stems and sorted sets of stems: the alphabet in which two statements are compared.
//!
//! A stem is kept as a 64-bit hash, so that a statement is small and a comparison is one merge of two sorted
//! slices. It must never depend on the run, the platform or the store: the hash is FNV-1a over the UTF-8 bytes.
//! Invariant: a [`Stems`] is sorted and free of repeats.

/// One canonical stem, number or identifier, as a hash of its text. Equal texts give equal stems for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stem(u64);

const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

fn step(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME)
}

impl Stem {
    /// The stem of one canonical text (FNV-1a, 64 bits).
    pub fn of(text: &str) -> Self {
        Self::of_bytes(text.as_bytes())
    }

    /// As [`Self::of`], of any bytes.
    pub(in crate::relate) fn of_bytes(bytes: &[u8]) -> Self {
        Self(bytes.iter().copied().fold(FNV_OFFSET, step))
    }

    /// As [`Self::of`], of characters that are not in one string.
    pub(in crate::relate) fn of_chars(chars: impl Iterator<Item = char>) -> Self {
        let hash = chars.fold(FNV_OFFSET, |hash, c| {
            let mut buffer = [0; 4];
            c.encode_utf8(&mut buffer).bytes().fold(hash, step)
        });
        Self(hash)
    }

    /// The hash itself, for indexes that key on it.
    pub fn value(self) -> u64 {
        self.0
    }
}

/// A sorted set of stems.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::relate) struct Stems(Box<[Stem]>);

impl FromIterator<Stem> for Stems {
    fn from_iter<I: IntoIterator<Item = Stem>>(stems: I) -> Self {
        let mut sorted: Vec<Stem> = stems.into_iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        Self(sorted.into_boxed_slice())
    }
}

impl Stems {
    pub(in crate::relate) fn as_slice(&self) -> &[Stem] {
        &self.0
    }

    pub(in crate::relate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(in crate::relate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(in crate::relate) fn has(&self, stem: Stem) -> bool {
        self.0.binary_search(&stem).is_ok()
    }

    pub(in crate::relate) fn iter(&self) -> impl Iterator<Item = Stem> + '_ {
        self.0.iter().copied()
    }

    /// What is here and in `other`, in order.
    pub(in crate::relate) fn both<'a>(
        &'a self,
        other: &'a Self,
    ) -> impl Iterator<Item = Stem> + 'a {
        self.iter().filter(|stem| other.has(*stem))
    }

    /// What is here and not in `other`, in order.
    pub(in crate::relate) fn without<'a>(
        &'a self,
        other: &'a Self,
    ) -> impl Iterator<Item = Stem> + 'a {
        self.iter().filter(|stem| !other.has(*stem))
    }

    pub(in crate::relate) fn is_within(&self, other: &Self) -> bool {
        self.without(other).next().is_none()
    }

    pub(in crate::relate) fn meets(&self, other: &Self) -> bool {
        self.both(other).next().is_some()
    }
}

/// How far two sets of stems overlap; compared in integers only.
#[derive(Clone, Copy, Debug)]
pub(in crate::relate) struct Overlap {
    pub(in crate::relate) shared: usize,
    smaller: usize,
    union: usize,
}

impl Overlap {
    pub(in crate::relate) fn of(a: &Stems, b: &Stems) -> Self {
        let shared = a.both(b).count();
        Self { shared, smaller: a.len().min(b.len()), union: a.len() + b.len() - shared }
    }

    /// Shared stems per mille of the smaller set; 0 where it is empty.
    pub(in crate::relate) fn containment(self) -> u16 {
        per_mille(self.shared, self.smaller)
    }

    /// Shared stems per mille of the union; 0 where both are empty.
    pub(in crate::relate) fn jaccard(self) -> u16 {
        per_mille(self.shared, self.union)
    }
}

pub(in crate::relate) fn per_mille(part: usize, whole: usize) -> u16 {
    // `part` never exceeds `whole`, so the quotient is at most 1000.
    (part * 1000).checked_div(whole).unwrap_or(0) as u16
}
