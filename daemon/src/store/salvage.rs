//! Every row of a table that can be had, also where the database cannot walk to it.
//!
//! A sound file is walked by the database. In one that is known to have rotted, and from the first page on that the database
//! fails at, the pages themselves are read ([`super::carve`]). What is missing then is counted: nothing is passed over in
//! silence.

use std::fmt;
use std::hash::{BuildHasher, BuildHasherDefault};

use consolidate_shared::journal::Generation;
use consolidate_shared::words::counted;
use rustc_hash::{FxHashSet, FxHasher};

use super::carve::{Carved, Carver};
use super::error::ReadError;
use super::fence::Fence;
use super::format::FormatError;
use super::tables::{ReadTable, Row, Rows};

/// Where the tables of a view come from.
#[derive(Debug)]
pub(super) struct Origin {
    pub(super) fence: Fence,
    pub(super) generation: Generation,
}

/// Rows of a table that stand on pages of which nothing can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unwalked {
    /// The table.
    pub table: &'static str,
    /// How many; `None`: nobody knows.
    pub rows: Option<u64>,
}

impl fmt::Display for Unwalked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rows {
            Some(rows) => write!(f, "{} of {}", counted(rows, "row"), self.table),
            None => write!(f, "an unknown number of rows of {}", self.table),
        }
    }
}

/// The rows of a table; an error, which is the last, is the disk's own.
pub(super) struct Salvage {
    table: &'static str,
    way: Way,
    origin: (Fence, Generation),
    /// Sums of the rows that were handed out before the database failed.
    told: FxHashSet<u64>,
    found: u64,
    lost: Option<Unwalked>,
}

enum Way {
    /// The database walks.
    Walk(Box<Rows>),
    /// The pages are read.
    Carve(Carved),
    /// It has come to its end.
    End,
}

impl Salvage {
    pub(super) fn of(rows: &ReadTable, table: &'static str, origin: &Origin) -> Self {
        let from = (origin.fence.clone(), origin.generation);
        let (told, way) = (FxHashSet::default(), Way::End);
        let mut salvage = Self { table, way, origin: from, told, found: 0, lost: None };
        if origin.fence.is_rotted() {
            salvage.carve();
        } else {
            // Where it fails at once, its first row is the error.
            salvage.way = Way::Walk(Box::new(rows.range(..).unwrap_or_else(Rows::failed)));
        }
        salvage
    }

    /// What is missing, once the last row has come.
    pub(super) fn lost(self) -> Option<Unwalked> {
        self.lost
    }

    fn carve(&mut self) {
        let (fence, generation) = &self.origin;
        if let Some(carved) = Carver::table(&fence.below(), self.table, *generation) {
            self.way = Way::Carve(carved);
        } else {
            self.lost = Some(Unwalked { table: self.table, rows: None });
            self.way = Way::End;
        }
    }

    fn walked(&mut self, row: Row) -> Row {
        self.told.insert(sum(&row));
        row
    }
}

fn sum(row: &Row) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(row)
}

impl Iterator for Salvage {
    type Item = Result<Row, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match &mut self.way {
                Way::Walk(rows) => match rows.next() {
                    Some(Ok(row)) => return Some(Ok(self.walked(row))),
                    Some(Err(error)) if error.is_of_the_disk() => {
                        self.way = Way::End;
                        return Some(Err(error));
                    }
                    Some(Err(_)) => {
                        self.origin.0.rotted();
                        self.carve();
                    }
                    None => self.way = Way::End,
                },
                Way::Carve(carved) => {
                    let Some(row) = carved.next() else {
                        let missing = carved.expected.saturating_sub(self.found);
                        self.lost = (missing > 0)
                            .then_some(Unwalked { table: self.table, rows: Some(missing) });
                        self.way = Way::End;
                        continue;
                    };
                    self.found += 1;
                    if self.told.is_empty() || !self.told.contains(&sum(&row)) {
                        return Some(Ok(row));
                    }
                }
                Way::End => return None,
            }
        }
    }
}

/// The values of a table that can be read; an error, which is the last, is the disk's own.
pub struct Legible<T> {
    rows: Salvage,
    read: fn(&[u8], &[u8]) -> Result<T, FormatError>,
    damaged: u64,
}

impl<T> Legible<T> {
    pub(super) fn of(rows: Salvage, read: fn(&[u8], &[u8]) -> Result<T, FormatError>) -> Self {
        Self { rows, read, damaged: 0 }
    }

    /// How many rows were passed over, once the last value has come.
    pub fn passed_over(&self) -> u64 {
        let lost = self.rows.lost.as_ref().map_or(0, |lost| lost.rows.unwrap_or(1));
        self.damaged + lost
    }
}

/// A row that is read where it is wanted, for work that several threads share.
pub struct Unread<T> {
    row: Row,
    read: fn(&[u8], &[u8]) -> Result<T, FormatError>,
}

impl<T> Unread<T> {
    /// Its value, if it can be read.
    pub fn read(&self) -> Option<T> {
        (self.read)(&self.row.0, &self.row.1).ok()
    }
}

impl<T> fmt::Debug for Unread<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unread").finish_non_exhaustive()
    }
}

impl<T> Legible<T> {
    /// The next row, unread. Whoever reads it counts those that cannot be read.
    pub fn next_unread(&mut self) -> Option<Result<Unread<T>, ReadError>> {
        let row = self.rows.next()?;
        Some(row.map(|row| Unread { row, read: self.read }))
    }
}

impl<T> Iterator for Legible<T> {
    type Item = Result<T, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.next_unread()? {
                Err(error) => return Some(Err(error)),
                Ok(row) => match row.read() {
                    Some(value) => return Some(Ok(value)),
                    None => self.damaged += 1,
                },
            }
        }
    }
}

impl<T> fmt::Debug for Legible<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Legible").field("table", &self.rows.table).finish_non_exhaustive()
    }
}
