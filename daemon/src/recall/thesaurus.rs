//! Words that mean nearly the same, fixed when the program was built.
//!
//! Every stem of a whole word of the vector table with the 15 stems nearest to it. Compiled in, so that what a query
//! finds never depends on what the store held before. Made by [`Thesaurus::make`]
//! (`cargo run --release -p consolidate-daemon --example thesaurus`), which is where its form is written down.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::analyse::stem_of;
use super::embed::{Vector, embed, whole_words};

/// Neighbours kept of a stem (QUALITY A.3 step 3).
const NEIGHBOURS: usize = 15;
/// The least cosine of a neighbour, per [`ONE`].
const LEAST: u32 = ONE * 2 / 5;
/// A cosine of 1.
const ONE: u32 = 1 << 16;
/// Bytes of one neighbour: its number as u16, little-endian, and its cosine per 255.
const CELL: usize = 3;
const ROW: usize = NEIGHBOURS * CELL;
/// Stands where a stem has no further neighbour.
const NONE: u16 = u16::MAX;

static STEMS: &str = include_str!("../../assets/thesaurus/stems.txt");
static NEAREST: &[u8] = include_bytes!("../../assets/thesaurus/nearest.bin");

/// The thesaurus in the form of its two files.
pub struct Thesaurus {
    /// One stem a line, commonest first.
    pub stems: String,
    /// A row a stem: its neighbours, nearest first.
    pub nearest: Vec<u8>,
}

impl Thesaurus {
    /// Computes the thesaurus from the vector table. Takes seconds when optimised.
    pub fn make() -> Self {
        let words = stems();
        let vectors: Vec<Vector> = words.iter().map(|(_, word)| embed(word)).collect();
        let nearest = vectors.iter().flat_map(|vector| row(vector, &vectors)).collect();
        let stems = words.iter().fold(String::new(), |all, (stem, _)| all + stem + "\n");
        Self { stems, nearest }
    }
}

/// Each stem with the commonest word that has it. A word that is written in many ways is taken as it mostly is.
fn stems() -> Vec<(String, &'static str)> {
    let mut known = BTreeSet::new();
    let mut list = Vec::new();
    for word in whole_words() {
        if let Some(stem) = stem_of(word)
            && known.insert(stem.clone())
        {
            list.push((stem, word));
        }
    }
    list
}

/// The neighbours of one vector in the form of the file. Of equals the commoner comes first.
fn row(vector: &Vector, all: &[Vector]) -> [u8; ROW] {
    let mut near: Vec<(u32, u16)> = (0..NONE)
        .zip(all)
        .map(|(number, other)| (vector.likeness(other), number, other))
        .filter(|(likeness, _, other)| *likeness >= LEAST && *other != vector)
        .map(|(likeness, number, _)| (likeness, number))
        .collect();
    near.sort_unstable_by_key(|&(likeness, number)| (std::cmp::Reverse(likeness), number));
    near.resize(NEIGHBOURS, (0, NONE));
    let mut row = [0; ROW];
    for (cell, (likeness, number)) in row.as_chunks_mut::<CELL>().0.iter_mut().zip(near) {
        let [low, high] = number.to_le_bytes();
        *cell = [low, high, (likeness * 255 / ONE).min(255) as u8];
    }
    row
}

/// A stem that means nearly the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Neighbour {
    pub(super) stem: &'static str,
    /// The cosine of the two words, per mille.
    pub(super) likeness: u32,
}

/// The neighbours of a stem, nearest first; none of a stem that the table does not know.
pub(super) fn neighbours(stem: &str) -> impl Iterator<Item = Neighbour> {
    static NUMBERS: LazyLock<FxHashMap<&str, usize>> =
        LazyLock::new(|| STEMS.lines().zip(0..).collect());
    static LINES: LazyLock<Vec<&str>> = LazyLock::new(|| STEMS.lines().collect());
    let row = NUMBERS.get(stem).and_then(|&at| NEAREST.as_chunks::<ROW>().0.get(at));
    row.into_iter().flat_map(|row| row.as_chunks::<CELL>().0).filter_map(|&[low, high, cosine]| {
        let stem = LINES.get(usize::from(u16::from_le_bytes([low, high])))?;
        Some(Neighbour { stem, likeness: u32::from(cosine) * 1_000 / 255 })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_neighbours() {
        let of = |stem| neighbours(stem).map(|near| near.stem).collect::<Vec<_>>();
        assert!(of("repair").contains(&"rebuild"), "{:?}", of("repair"));
        assert!(of("error").contains(&"mistak"), "{:?}", of("error"));
        assert!(of("qqqq").is_empty());
    }

    #[test]
    fn rows_are_ordered_and_bounded() {
        for stem in STEMS.lines() {
            let near: Vec<Neighbour> = neighbours(stem).collect();
            assert!(near.len() <= NEIGHBOURS && near.is_sorted_by(|a, b| a.likeness >= b.likeness));
            assert!(near.iter().all(|near| near.likeness >= 395 && near.stem != stem), "{stem}");
        }
    }

    #[test]
    fn the_files_are_what_the_table_gives() {
        let words = stems();
        assert!(STEMS.lines().eq(words.iter().map(|(stem, _)| stem.as_str())));
        assert_eq!(NEAREST.len(), words.len() * ROW);
        let vectors: Vec<Vector> = words.iter().map(|(_, word)| embed(word)).collect();
        // All of it takes minutes in a debug build: every 500th row.
        for (number, vector) in vectors.iter().enumerate().step_by(500) {
            assert_eq!(NEAREST.as_chunks::<ROW>().0[number], row(vector, &vectors));
        }
    }
}
