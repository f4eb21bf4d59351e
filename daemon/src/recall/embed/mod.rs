//! What a text is about, as 128 small integers: the weighted sum of the vectors of its word pieces.
//!
//! No network runs and nothing is trained: the table is compiled in (`daemon/assets/static-embedding`, derived from
//! all-MiniLM-L6-v2; see its README). Integers until the last step, so that the same text has the same vector on every
//! machine. Made-up names fall apart into pieces that mean little: exact matching must carry those.

mod pieces;
mod table;
mod vector;

#[cfg(test)]
mod tests;

pub(super) use vector::LANES;
pub use vector::Vector;

use rustc_hash::FxHashMap;

use table::{Piece, Table};

/// Longer words are met once.
const LONGEST_KEPT: usize = 24;
/// Words that are remembered; with more the memory starts anew. Some two megabytes.
const MOST_KEPT: usize = 1 << 15;

/// The vector of a text; zero when it has no word that the table knows.
pub fn embed(text: &str) -> Vector {
    Embedder::default().embed(text)
}

/// Makes vectors one after the other, and remembers the pieces of the words that it has met: a pure function's answers
/// alone, so that no vector depends on what was remembered.
#[derive(Clone, Debug, Default)]
pub(super) struct Embedder {
    /// The pieces of each word, from and up to.
    known: FxHashMap<Box<str>, (u32, u32)>,
    pieces: Vec<Piece>,
    sum: vector::Sum,
}

impl Embedder {
    /// The vector of a text; zero when it has no word that the table knows.
    pub(super) fn embed(&mut self, text: &str) -> Vector {
        let table = Table::get();
        pieces::words(text, &mut |word| {
            if word.len() > LONGEST_KEPT {
                return pieces::cut(word, table, &mut |piece| add(&mut self.sum, piece));
            }
            let (from, to) = match self.known.get(word) {
                Some(range) => *range,
                None => self.learn(word, table),
            };
            for piece in self.pieces.get(from as usize..to as usize).unwrap_or_default() {
                add(&mut self.sum, *piece);
            }
        });
        self.sum.pooled()
    }

    fn learn(&mut self, word: &str, table: &Table) -> (u32, u32) {
        if self.known.len() >= MOST_KEPT {
            self.known.clear();
            self.pieces.clear();
        }
        let from = self.pieces.len() as u32;
        pieces::cut(word, table, &mut |piece| self.pieces.push(piece));
        let range = (from, self.pieces.len() as u32);
        self.known.insert(word.into(), range);
        range
    }
}

fn add(sum: &mut vector::Sum, piece: Piece) {
    if let Some((weight, row)) = Table::row(piece) {
        sum.add(weight, row);
    }
}

/// The whole words that the table has vectors for, commonest first.
pub(super) fn whole_words() -> impl Iterator<Item = &'static str> {
    Table::words()
}
