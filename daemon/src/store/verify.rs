//! Whether the file is what was written: every page against its checksum.
//!
//! The database trusts the pages that it reads. A read of a rotted one is at worst a fault, since reads copy out what they
//! find under a guard. A write is another matter: what a commit does after its last fallible step, in destructors, may panic
//! twice, and that ends the process whatever stands around it. So nothing is written through a handle before the whole file
//! has been read once and every page was what its checksum says. What rots later, under the daemon, may still cost the
//! process at its next commit; the start after it finds the rot here, and from then on the store only reads.

use redb::{Database, ReadableDatabase};

use super::error::{ReadError, StorageFault, guarded};
use super::fence::Fence;
use super::file::builder;
use super::shadow::Shadow;
use super::view::View;

/// Reads every page of the disk behind `fence` against its checksum, without writing to it. `open` is what the open database
/// shows of the disk: the state that verifies must be that one.
pub(super) fn verify(fence: &Fence, open: &View) -> Result<(), StorageFault> {
    let found = guarded(|| {
        let shadow = Shadow::of(fence.below()).map_err(|_| StorageFault::rotted())?;
        let database: Database =
            builder().set_check_integrity_on_open(true).create_with_backend(shadow)?;
        let view = View::begin(&database.begin_read()?)?;
        Ok::<_, ReadError>(view.generation())
    });
    match found {
        Ok(generation) if generation == open.generation() => Ok(()),
        _ => Err(StorageFault::rotted()),
    }
}
