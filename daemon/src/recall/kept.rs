//! What was analysed, as bytes, for a start that does not analyse again what it has analysed before.
//!
//! A cache and nothing more: it names memories and what their words came to, and whoever reads it holds each against the
//! memory itself ([`check`](super::Analysed)). Bytes that are not exactly what [`write`] made, or that another version of the
//! analysis made, are none.

use std::sync::{Arc, LazyLock};

use consolidate_shared::id::{MemoryId, hash64};
use consolidate_shared::model::Kind;

use super::analyse::{Analyser, analyse};
use super::facts::{Document, Facts};
use super::index::{Index, KeptIndex};

/// What the bytes begin with.
const MAGIC: &[u8] = b"consolidate analysed 1\n";
/// Bytes of a number of fixed width.
const WORD: usize = 8;

/// What was kept.
#[derive(Debug)]
pub struct Kept {
    /// The generation of the store that was analysed.
    pub generation: u64,
    /// The memories that every brief has.
    pub first: Vec<MemoryId>,
    /// Of the memories that are served.
    pub served: KeptIndex,
    /// Of those that are not.
    pub retired: KeptIndex,
}

/// The bytes of two indexes.
pub fn write(generation: u64, first: &[MemoryId], served: &Index, retired: &Index) -> Vec<u8> {
    let mut out = Writer(MAGIC.to_vec());
    out.word(fingerprint());
    out.word(generation);
    out.number(first.len() as u64);
    for id in first {
        out.id(*id);
    }
    served.keep(&mut out);
    retired.keep(&mut out);
    let sum = hash64(&out.0);
    out.word(sum);
    out.0
}

impl Kept {
    /// Reads what [`write()`] made; none if these are other bytes, or what another analysis made.
    pub fn read(bytes: Vec<u8>) -> Option<Self> {
        let bytes = Arc::new(bytes);
        let end = bytes.len().checked_sub(WORD)?;
        let (content, sum) = bytes.split_at_checked(end)?;
        let mut reader = Reader(content.strip_prefix(MAGIC)?);
        if reader.word()? != fingerprint() || Reader(sum).word()? != hash64(content) {
            return None;
        }
        let generation = reader.word()?;
        let mut first = Vec::new();
        for _ in 0..reader.number()? {
            first.push(reader.id()?);
        }
        let served = KeptIndex::read(&bytes, end, &mut reader)?;
        let retired = KeptIndex::read(&bytes, end, &mut reader)?;
        reader.0.is_empty().then_some(Self { generation, first, served, retired })
    }

    /// Number of memories.
    pub fn len(&self) -> usize {
        self.served.len() + self.retired.len()
    }

    /// Whether nothing was kept.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What the analysis of this program is told by: what it makes of a text with something of every kind in it.
fn fingerprint() -> u64 {
    static FINGERPRINT: LazyLock<u64> = LazyLock::new(|| {
        const TEXT: &str = "The migrations weren't running: src/cache/lru.rs, maxRetryCount, max_retry, HTTPServer, E0308, v1.2.3-rc.1, \
            10.20.30.40, python3.11, --no-check, C++, $HOME, read-only, caf\u{e9} cafe\u{301} \u{fb01}le, \u{6f22}\u{5b57}\u{304b}\u{306a}, \u{d55c}\u{ae00}, \
            \u{1f680}, \u{3b1}\u{3b2}\u{3b3}, Anna\u{2019}s generously organised relational databases";
        let document = Document {
            id: MemoryId(0),
            scope: None,
            text: TEXT.to_owned(),
            meta: vec!["2026-04-11 2026-04 april".to_owned()],
            actors: vec!["Anna Smith".to_owned()],
            facts: Facts::new(Kind::Fact),
        };
        let mut content = env!("CARGO_PKG_VERSION").as_bytes().to_vec();
        content.extend(format!("{:?}", analyse(&document)).into_bytes());
        // All of the vector: what is printed of it is its beginning.
        let vector = Analyser::default().analyse(&document).vector;
        content.extend(vector.bytes());
        hash64(&content)
    });
    *FINGERPRINT
}

/// Appends numbers and bytes.
pub(super) struct Writer(pub(super) Vec<u8>);

impl Writer {
    /// A number in as few bytes as it takes, seven bits a byte, the lowest first.
    pub(super) fn number(&mut self, mut number: u64) {
        while number >= 1 << 7 {
            self.0.push(number as u8 | 1 << 7);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    pub(super) fn word(&mut self, word: u64) {
        self.bytes(&word.to_le_bytes());
    }

    pub(super) fn id(&mut self, id: MemoryId) {
        self.bytes(&id.0.to_le_bytes());
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
}

/// Takes from bytes what [`Writer`] appended; none where they end before it.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    pub(super) fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*byte)
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 1 << 7 {
                return Some(number);
            }
        }
        None
    }

    pub(super) fn word(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    pub(super) fn id(&mut self) -> Option<MemoryId> {
        self.array().map(|bytes| MemoryId(u128::from_le_bytes(bytes)))
    }

    pub(super) fn lanes(&mut self) -> Option<[u8; super::embed::LANES]> {
        self.array()
    }
}
