//! What pages tell, against what the database tells of the same file, sound and with numbers that rotted.

use std::sync::Arc;

use consolidate_shared::change::{ChangeSet, Reason, Swap, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::Generation;
use consolidate_shared::model::Name;
use proptest::prelude::*;
use redb::{ReadableDatabase, StorageBackend};

use super::super::Store;
use super::super::disk::FakeDisk;
use super::super::hand::{Place, places};
use super::super::tables::{ALL, INDEX, JOURNAL, MEMORIES, META, NAMES, ReadTable, Row};
use super::super::tests::{adding, write};
use super::{Carver, Page, page::rows};

/// Memories of the store of these tests, enough for tables of several pages.
const MEMORIES_THERE: u64 = 60;

/// The bytes of a store with some pages in each of the larger tables, and its generation.
fn content() -> (Vec<u8>, Generation) {
    let disk = FakeDisk::default();
    let mut store = Store::with_backend(disk.clone()).unwrap();
    for generation in 0..MEMORIES_THERE {
        let id = u128::from(generation) + (0x19d_u128 << 112);
        let mut set: ChangeSet = adding([id]);
        let external = Name::External { project: None, id: "x".repeat(generation as usize % 9) };
        for name in [Name::Id(MemoryId(id ^ (1 << 90))), external] {
            if generation >= 9 && matches!(name, Name::External { .. }) {
                continue;
            }
            let target = Swap::new(None, Some(MemoryId(id)));
            set.push(What::Name { name, target }, Reason::Recorded);
        }
        write(&mut store, generation, set).unwrap();
    }
    store.close().unwrap();
    (disk.content(), Generation(MEMORIES_THERE))
}

fn carved(bytes: &[u8], table: &str, generation: Generation) -> Option<Vec<Row>> {
    let disk: Arc<dyn StorageBackend> = Arc::new(FakeDisk::holding(bytes.to_vec()));
    Some(Carver::table(&disk, table, generation)?.collect())
}

#[test]
fn the_pages_of_a_sound_file_tell_what_the_database_tells() {
    let (bytes, generation) = content();
    let store = Store::with_backend(FakeDisk::holding(bytes.clone())).unwrap();
    let transaction = store.handle.get().unwrap().begin_read().unwrap();
    for name in ALL {
        let rows = ReadTable::open(&transaction, name).unwrap();
        let walked: Vec<Row> = rows.range(..).unwrap().map(Result::unwrap).collect();
        assert_eq!(carved(&bytes, name, generation).unwrap(), walked, "{name}");
    }
    assert!(carved(&bytes, MEMORIES, Generation(7)).is_none(), "of another generation");
}

#[test]
fn a_number_that_rotted_costs_no_row_whose_end_can_be_told_otherwise() {
    let (bytes, generation) = content();
    let mut tried = 0;
    for Place { table, what, at } in places(&bytes) {
        let sound = carved(&bytes, table, generation).unwrap();
        for flip in [0x51, 0xff] {
            let mut rotted = bytes.clone();
            rotted[at] ^= flip;
            // A count or a root in these is what everything else hangs on.
            let Some(found) = carved(&rotted, table, generation) else {
                assert_eq!(table, META);
                continue;
            };
            let differ = sound.iter().filter(|row| !found.contains(row)).count();
            // Rows without sums and widths: those beside the number may differ. Children cannot be told otherwise.
            let most = match (table, what) {
                (_, "child") => usize::MAX,
                (MEMORIES | JOURNAL, _) => 0,
                _ => 3,
            };
            assert!(
                differ <= most,
                "{differ} rows of {table} differ by a {what}, {flip:x} at {at}"
            );
            tried += 1;
        }
    }
    assert!(tried > 100);
}

proptest! {
    #[test]
    fn no_bytes_of_a_page_make_a_panic(
        mut bytes in prop::collection::vec(any::<u8>(), 0..600),
        kind in 0..4_u8,
        count in any::<u8>(),
    ) {
        for (place, byte) in [(0, kind), (2, count), (3, 0)] {
            if let Some(there) = bytes.get_mut(place) {
                *there = byte;
            }
        }
        for name in [MEMORIES, NAMES, INDEX] {
            let shape = super::shape(name);
            let _ = Page::read(&bytes, shape, |number| number % 3 == 0);
            let _ = rows(&bytes, shape);
        }
    }
}

#[test]
fn a_page_that_leads_to_itself_is_read_once() {
    let (mut bytes, generation) = content();
    let disk: Arc<dyn StorageBackend> = Arc::new(FakeDisk::holding(bytes.clone()));
    let mut all = Carver::table(&disk, MEMORIES, generation).unwrap();
    let whole = all.by_ref().count();
    let branch = all
        .seen
        .iter()
        .find(|number| matches!(all.carver.read(**number, all.shape), Some(Page::Branch(_))));
    let branch = *branch.unwrap();
    let start = usize::try_from(all.carver.layout.place(branch).unwrap().0).unwrap();
    let children = usize::from(u16::from_le_bytes([bytes[start + 2], bytes[start + 3]])) + 1;
    let child = start + 8 + 16 * children;
    bytes[child..child + 8].copy_from_slice(&branch.to_le_bytes());
    let found = carved(&bytes, MEMORIES, generation).unwrap().len();
    assert!(0 < found && found < whole);
}
