//! A file whose header is damaged while its pages are whole, read all the same.
//!
//! Magic number, page size and regions are the same in every store of this program, the number of pages follows from the
//! length of the file, and which of the two commit slots is the newer one they say themselves. A header made of these is
//! tried behind a shadow: nothing is written to the file. It is taken only if every page is then what its checksum says,
//! and only where no commit can be lost by it: the slot is the newer of two that hold, or the one that the header names, or
//! one that leads to the same rows.

use std::io;
use std::sync::Arc;

use redb::StorageBackend;
use redb::backends::InMemoryBackend;

use super::error::{StorageFault, guarded};
use super::fence::{Fence, HEAD};
use super::file::builder;
use super::shadow::Shadow;

/// Where flags are, among them which slot counts.
const FLAGS: usize = 9;
const SECOND_SLOT: u8 = 1;
/// The pages are counted anew, and the slot that is named must hold.
const RECOVER_STRICTLY: u8 = 2 | 4;
/// Bytes before the counts of pages: the same in every store, but for the flags.
const KNOWN: usize = 24;
/// Where the slots begin, each with the version of its form.
const SLOTS: [usize; 2] = [64, 192];
/// Where in a slot it says that there are rows, and where they begin.
const HAS_ROWS: usize = 1;
const ROWS: std::ops::Range<usize> = 8..40;
/// Where in a slot the number of its commit is.
const COMMIT: std::ops::Range<usize> = 104..112;

/// The file's disk behind a shadow with a mended header; `None`: it cannot be mended so that nothing is guessed.
pub(super) fn mended(below: &Arc<dyn StorageBackend>) -> Option<Shadow> {
    let found = head_of(below.as_ref()).ok()?;
    let usual = usual_head().ok()?;
    let holds = |second: bool| {
        let shadow = shadowed(below, &found, &usual, second).ok()?;
        is_whole(shadow).then_some(())
    };
    let names_second = found.get(FLAGS)? & SECOND_SLOT != 0;
    let second = match (holds(false), holds(true)) {
        (Some(()), Some(())) => commit(&found, true)? > commit(&found, false)?,
        (Some(()), None) if !names_second || same_rows(&found) => false,
        (None, Some(())) if names_second || same_rows(&found) => true,
        _ => return None,
    };
    shadowed(below, &found, &usual, second).ok()
}

fn head_of(disk: &dyn StorageBackend) -> io::Result<[u8; HEAD]> {
    let mut head = [0; HEAD];
    disk.read(0, &mut head)?;
    Ok(head)
}

/// The header of a store that this program makes.
fn usual_head() -> Result<[u8; HEAD], StorageFault> {
    let disk = Fence::around(InMemoryBackend::new());
    let database = guarded::<_, StorageFault>(|| Ok(builder().create_with_backend(disk.clone())?))?;
    let head = head_of(&disk).map_err(redb::StorageError::from)?;
    drop(database);
    Ok(head)
}

/// The number of a slot's commit.
fn commit(head: &[u8; HEAD], second: bool) -> Option<u64> {
    let slot = head.get(*SLOTS.get(usize::from(second))?..)?;
    Some(u64::from_le_bytes(slot.get(COMMIT)?.try_into().ok()?))
}

/// Whether both slots lead to the same rows, by number and checksum of their first page: then the one that does not hold was
/// written to close the store, and nothing is lost with it. Other rows have another checksum, of sixteen bytes; a single byte
/// that differs is the one that rotted.
fn same_rows(head: &[u8; HEAD]) -> bool {
    let rows = |slot: usize| {
        let slot = head.get(slot..)?;
        Some(slot.get(HAS_ROWS)?.to_le_bytes().into_iter().chain(slot.get(ROWS)?.iter().copied()))
    };
    let [Some(first), Some(second)] = SLOTS.map(rows) else { return false };
    first.zip(second).filter(|(one, other)| one != other).count() <= 1
}

/// The disk as it would be with what is known in its header, going by one slot.
fn shadowed(
    below: &Arc<dyn StorageBackend>,
    found: &[u8; HEAD],
    usual: &[u8; HEAD],
    second: bool,
) -> io::Result<Shadow> {
    let mut head = *found;
    let known = (0..KNOWN).chain(SLOTS);
    for place in known {
        if let (Some(byte), Some(usual)) = (head.get_mut(place), usual.get(place)) {
            *byte = *usual;
        }
    }
    if let Some(flags) = head.get_mut(FLAGS) {
        *flags = RECOVER_STRICTLY | u8::from(second);
    }
    let shadow = Shadow::of(Arc::clone(below))?;
    shadow.write(0, &head)?;
    Ok(shadow)
}

fn is_whole(shadow: Shadow) -> bool {
    let checked: Result<(), StorageFault> = guarded(|| {
        builder().set_check_integrity_on_open(true).create_with_backend(shadow)?;
        Ok(())
    });
    checked.is_ok()
}
