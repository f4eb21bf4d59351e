//! Rows read from the pages of a file that the database cannot walk, or must not be trusted to.
//!
//! The database takes every page at its word: a number that rotted in one costs all of its rows, and those of every page
//! behind it. Here the tree of a table is followed from the file's header by what its pages still tell ([`page`]), so that a
//! number costs the rows beside it. Nothing is written, and no byte makes a panic or a loop: a page is read once.
//!
//! This is the only file but [`page`] that knows how redb lays out a file (its version 3, which is fixed by its release).

mod page;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::sync::Arc;

use consolidate_shared::journal::Generation;
use redb::StorageBackend;

use super::format::Stored;
use super::meta::Meta;
use super::tables::{JOURNAL, MEMORIES, META, NAMES, REVIEWS, RUNS, Row, SAMPLES, STATE_KEY};
use page::{Page, Shape};

/// What a file begins with.
const MAGIC: &[u8] = b"redb\x1a\x0a\xa9\x0d\x0a";
/// Bytes that are read of the header: the geometry and two slots.
const HEADER: usize = 320;
/// Where the flags are, of which the lowest says which slot counts.
const FLAGS: usize = 9;
/// Where the size of a page, the pages of a region's header and those of its data are.
const GEOMETRY: usize = 12;
/// Where the slots begin, how long one is, and where in it the root of all tables is.
const SLOTS: usize = 64;
const SLOT: usize = 128;
const ROOT: usize = 8;
/// In a table's definition: its kind, its rows, whether it has a root, the root.
const NORMAL: u8 = 3;
const DEFINED_ROWS: usize = 1;
const HAS_ROOT: usize = 9;
const DEFINED_ROOT: usize = 10;
/// The largest page is 2^20 of the smallest.
const MOST_ORDER: u64 = 20;

/// What is known of the rows of a table.
fn shape(table: &str) -> Shape {
    let key = match table {
        MEMORIES => Some(16),
        JOURNAL | REVIEWS | RUNS => Some(8),
        SAMPLES => Some(4),
        _ => None,
    };
    Shape { key, value: (table == NAMES).then_some(16) }
}

/// Where pages are in a file.
#[derive(Debug, Clone, Copy)]
struct Layout {
    page: u64,
    region_head: u64,
    region: u64,
    length: u64,
}

impl Layout {
    fn of(header: &[u8], length: u64) -> Option<Self> {
        let number = |place: usize| {
            let part = header.get(GEOMETRY + place..GEOMETRY + place + 4)?;
            Some(u64::from(u32::from_le_bytes(part.try_into().ok()?)))
        };
        let (page, head, data) = (number(0)?, number(4)?, number(8)?);
        if !header.starts_with(MAGIC) || !page.is_power_of_two() || !(512..=65536).contains(&page) {
            return None;
        }
        Some(Self { page, region_head: head * page, region: (head + data) * page, length })
    }

    /// Where the page of this number is, and how long; `None`: it is no page of this file.
    fn place(self, number: u64) -> Option<(u64, u64)> {
        let (order, region, unused) =
            (number >> 59, number >> 20 & 0xf_ffff, number >> 40 & 0x7_ffff);
        if order > MOST_ORDER || unused != 0 {
            return None;
        }
        let (index, size) = (number & (0xf_ffff >> order), self.page << order);
        let start = self.page + region * self.region + self.region_head + index * size;
        (start + size <= self.length).then_some((start, size))
    }
}

/// A file whose tables are looked for.
#[derive(Debug, Clone)]
pub(super) struct Carver {
    disk: Arc<dyn StorageBackend>,
    layout: Layout,
}

impl Carver {
    /// The rows of a table as they were at `generation`; `None`: not even its root is found.
    pub(super) fn table(
        disk: &Arc<dyn StorageBackend>,
        name: &str,
        generation: Generation,
    ) -> Option<Carved> {
        let header = read(disk.as_ref(), 0, HEADER)?;
        let layout = Layout::of(&header, disk.len().ok()?)?;
        let carver = Self { disk: Arc::clone(disk), layout };
        let first = usize::from(header.get(FLAGS)? & 1);
        [first, 1 - first].into_iter().find_map(|slot| {
            let root = u64_at(&header, SLOTS + SLOT * slot + ROOT)?;
            let about = carver.rows_of(META, root)?.find(|(key, _)| key == STATE_KEY)?;
            let meta = Meta::from_stored(&about.1).ok()?;
            (meta.generation == generation).then(|| carver.rows_of(name, root))?
        })
    }

    /// The rows of a table, by the root of all tables.
    fn rows_of(&self, name: &str, root: u64) -> Option<Carved> {
        let mut tables = self.walk(Some(root), Shape::default(), 0);
        let (_, definition) = tables.find(|(key, _)| key == name.as_bytes())?;
        if definition.first() != Some(&NORMAL) {
            return None;
        }
        let rows = u64_at(&definition, DEFINED_ROWS)?;
        let root = match definition.get(HAS_ROOT)? {
            0 => None,
            _ => Some(u64_at(&definition, DEFINED_ROOT)?),
        };
        Some(self.walk(root, shape(name), rows))
    }

    fn walk(&self, root: Option<u64>, shape: Shape, expected: u64) -> Carved {
        let rows = Vec::new().into_iter();
        let (ahead, seen) = (root.into_iter().collect(), HashSet::new());
        Carved { carver: self.clone(), shape, expected, ahead, seen, rows }
    }

    fn read(&self, number: u64, shape: Shape) -> Option<Page> {
        let (start, size) = self.layout.place(number)?;
        let bytes = read(self.disk.as_ref(), start, usize::try_from(size).ok()?)?;
        Page::read(&bytes, shape, |number| self.layout.place(number).is_some())
    }
}

/// The rows of a table that its pages tell of, in the order of the tree.
#[derive(Debug)]
pub(super) struct Carved {
    carver: Carver,
    shape: Shape,
    /// Rows that the table has, as its definition says.
    pub(super) expected: u64,
    /// Pages that are still to be read, the next one last.
    ahead: Vec<u64>,
    seen: HashSet<u64>,
    rows: std::vec::IntoIter<Row>,
}

impl Iterator for Carved {
    type Item = Row;

    fn next(&mut self) -> Option<Row> {
        loop {
            if let Some(row) = self.rows.next() {
                return Some(row);
            }
            let number = self.ahead.pop()?;
            if !self.seen.insert(number) {
                continue;
            }
            match self.carver.read(number, self.shape) {
                Some(Page::Leaf(rows)) => self.rows = rows.into_iter(),
                Some(Page::Branch(below)) => self.ahead.extend(below.into_iter().rev()),
                None => {}
            }
        }
    }
}

fn read(disk: &dyn StorageBackend, start: u64, size: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; size];
    disk.read(start, &mut bytes).ok().map(|()| bytes)
}

fn u64_at(bytes: &[u8], place: usize) -> Option<u64> {
    let part = bytes.get(place..place.checked_add(8)?)?;
    Some(u64::from_le_bytes(part.try_into().ok()?))
}

/// Where the pages of a table are in a file of these bytes, each with whether it is a leaf and how many rows or children it
/// has, in their order: for tests that damage them.
#[cfg(test)]
pub(super) fn pages(
    bytes: &[u8],
    table: &str,
    generation: Generation,
) -> Vec<(usize, bool, usize)> {
    let disk: Arc<dyn StorageBackend> = Arc::new(super::disk::FakeDisk::holding(bytes.to_vec()));
    let mut all = Carver::table(&disk, table, generation).unwrap();
    all.by_ref().for_each(drop);
    let page = |number: &u64| {
        let start = usize::try_from(all.carver.layout.place(*number).unwrap().0).unwrap();
        match all.carver.read(*number, all.shape).unwrap() {
            Page::Leaf(rows) => (start, true, rows.len()),
            Page::Branch(below) => (start, false, below.len()),
        }
    };
    let mut pages: Vec<_> = all.seen.iter().map(page).collect();
    pages.sort_unstable();
    pages
}
