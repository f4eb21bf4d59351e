//! The compiled-in table: a vector and a weight for each word piece.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::vector::LANES;

/// 30,522 rows of [`LANES`] signed bytes.
static ROWS: &[u8] = include_bytes!("../../../assets/static-embedding/table.i8");
/// Little-endian u16 weights, one a row; 0: never pooled.
static WEIGHTS: &[u8] = include_bytes!("../../../assets/static-embedding/weights.u16");
/// The piece of row i on line i + 1.
static VOCABULARY: &str = include_str!("../../../assets/static-embedding/vocab.txt");

/// What marks a piece that goes on within a word.
const WITHIN: &str = "##";

/// Number of a piece: its row.
pub(super) type Piece = u32;

/// The piece of what has no pieces, `[UNK]`; it weighs nothing.
pub(super) const UNKNOWN: Piece = 100;

/// The pieces by their text. Numbers are looked up in a hash map that is made once, in 2 ms.
pub(super) struct Table {
    first: FxHashMap<&'static str, Piece>,
    within: FxHashMap<&'static str, Piece>,
    /// Bytes of the longest piece: nothing longer is looked up.
    pub(super) longest: usize,
}

impl Table {
    pub(super) fn get() -> &'static Self {
        static TABLE: LazyLock<Table> = LazyLock::new(Table::new);
        &TABLE
    }

    fn new() -> Self {
        let mut table =
            Self { first: FxHashMap::default(), within: FxHashMap::default(), longest: 0 };
        for (number, line) in (0..).zip(VOCABULARY.lines()) {
            let (pieces, text) = match line.strip_prefix(WITHIN) {
                Some(text) if !text.is_empty() => (&mut table.within, text),
                _ => (&mut table.first, line),
            };
            pieces.insert(text, number);
            table.longest = table.longest.max(text.len());
        }
        table
    }

    /// The piece that is this text, at the beginning of a word or within one.
    pub(super) fn find(&self, text: &str, within: bool) -> Option<Piece> {
        let pieces = if within { &self.within } else { &self.first };
        pieces.get(text).copied()
    }

    /// Weight and vector of a piece that is pooled.
    pub(super) fn row(piece: Piece) -> Option<(u16, &'static [u8; LANES])> {
        let at = piece as usize;
        let &[low, high] = WEIGHTS.as_chunks::<2>().0.get(at)?;
        let weight = u16::from_le_bytes([low, high]);
        (weight > 0).then_some((weight, ROWS.as_chunks::<LANES>().0.get(at)?))
    }

    /// Whole words of letters that are pooled, in the order of the table, which is that of their frequency.
    pub(super) fn words() -> impl Iterator<Item = &'static str> {
        (0..).zip(VOCABULARY.lines()).filter_map(|(number, line)| {
            let word = line.len() >= 2 && line.bytes().all(|b| b.is_ascii_lowercase());
            (word && Self::row(number).is_some()).then_some(line)
        })
    }
}
