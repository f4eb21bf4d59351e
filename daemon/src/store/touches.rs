//! Ways into the journal by memory and by pass: which entries tell something of it, without reading any.

use std::ops::Bound;

use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::Generation;
use consolidate_shared::plan::PassKind;

use super::error::ReadError;
use super::keys::Index;
use super::tables::{INDEX, Rows};
use super::view::{View, damaged};

/// Generations in order, from either end.
pub struct Generations {
    rows: Rows,
}

impl View {
    /// The generations after `after` and before `before` whose entries mention this memory (not those that mention it by
    /// another id).
    pub fn generations_of_memory(
        &self,
        id: MemoryId,
        after: Option<Generation>,
        before: Option<Generation>,
    ) -> Result<Generations, ReadError> {
        self.generations(|generation| Index::of_memory(id, generation), after, before)
    }

    /// The generations before `before` that an entry of this pass made, undone ones too.
    pub fn generations_of_pass(
        &self,
        pass: PassKind,
        before: Option<Generation>,
    ) -> Result<Generations, ReadError> {
        self.generations(|generation| Index::of_pass(pass, generation), None, before)
    }

    fn generations(
        &self,
        key: impl Fn(u64) -> Vec<u8>,
        after: Option<Generation>,
        before: Option<Generation>,
    ) -> Result<Generations, ReadError> {
        // No entry makes generation 0, so that excluding it excludes nothing.
        let low = key(after.unwrap_or_default().0);
        let high = key(before.map_or(u64::MAX, |before| before.0));
        let empty = high <= low;
        let high = if empty { low.as_slice() } else { high.as_slice() };
        // A range may not begin behind its end.
        let low_bound =
            if empty { Bound::Included(low.as_slice()) } else { Bound::Excluded(low.as_slice()) };
        let rows = self.tables.index.range((low_bound, Bound::Excluded(high)))?;
        Ok(Generations { rows })
    }
}

fn read(row: Result<super::tables::Row, ReadError>) -> Result<Generation, ReadError> {
    Index::last_of(&row?.0).map_err(damaged(INDEX))
}

impl Iterator for Generations {
    type Item = Result<Generation, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.rows.next().map(read)
    }
}

impl DoubleEndedIterator for Generations {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.rows.next_back().map(read)
    }
}
