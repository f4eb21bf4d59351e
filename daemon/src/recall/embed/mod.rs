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

pub use vector::Vector;

use table::Table;

/// The vector of a text; zero when it has no word that the table knows.
pub fn embed(text: &str) -> Vector {
    let table = Table::get();
    let mut sum = vector::Sum::default();
    pieces::each(text, table, &mut |piece| {
        if let Some((weight, row)) = Table::row(piece) {
            sum.add(weight, row);
        }
    });
    sum.pooled()
}

/// The whole words that the table has vectors for, commonest first.
pub(super) fn whole_words() -> impl Iterator<Item = &'static str> {
    Table::words()
}
