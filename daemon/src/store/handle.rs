//! An open database, and whether its file is what was written: every page against its checksum.
//!
//! The database trusts the pages that it reads. A read of a rotted one is at worst a fault, since reads copy out what they
//! find under a guard. A write is another matter, and so is the commit that closing makes: what they do after their last
//! fallible step, in destructors, may panic twice, and that ends the process whatever stands around it. So nothing is
//! written through a handle before the whole file has been read once and every page was what its checksum says; a handle
//! whose file is not is let go without being closed. What rots later, under the daemon, may still cost the process at its
//! next commit; the start after it finds the rot here, and from then on the store only reads.

use std::io;
use std::sync::Arc;

use redb::{Database, ReadableDatabase, StorageBackend};

use super::error::{ReadError, StorageFault, guarded};
use super::fence::Fence;
use super::file::builder;
use super::footing::Mark;
use super::shadow::Shadow;
use super::view::View;

/// An open database and the fence around its disk.
pub(super) struct Handle {
    /// `None` once it is closed.
    database: Option<Database>,
    fence: Fence,
    /// Whether every page has been read against its checksum since the file was opened.
    sound: bool,
    /// Why its disk takes no writes, if it takes none.
    only_reads: Option<String>,
    /// The file's name and number, if it is a file.
    pub(super) mark: Option<Mark>,
    /// The file as it is, if its own header is damaged and this reads by a mended one.
    pub(super) unmended: Option<Fence>,
}

impl Handle {
    pub(super) fn new(database: Database, fence: Fence) -> Self {
        Self {
            database: Some(database),
            fence,
            sound: false,
            only_reads: None,
            mark: None,
            unmended: None,
        }
    }

    /// From now on nothing is written through it; `why` its disk takes no writes.
    pub(super) fn only_read(&mut self, why: String) -> io::Result<()> {
        self.only_reads = Some(why);
        self.fence.close()
    }

    /// Why nothing is written through it, if so.
    pub(super) fn only_reads(&self) -> Option<&str> {
        self.only_reads.as_deref()
    }

    pub(super) fn fence(&self) -> &Fence {
        &self.fence
    }

    /// The disk, with whatever is damaged on it.
    pub(super) fn as_it_is(&self) -> Arc<dyn StorageBackend> {
        self.unmended.as_ref().unwrap_or(&self.fence).below()
    }

    /// The database; it is there until the store is closed, which takes the store.
    pub(super) fn get(&self) -> Result<&Database, StorageFault> {
        self.database.as_ref().ok_or_else(StorageFault::closed)
    }

    pub(super) fn view(&self) -> Result<View, ReadError> {
        guarded(|| View::begin(&self.get()?.begin_read()?, &self.fence))
    }

    /// Reads every page against its checksum, unless that was done.
    pub(super) fn verify(&mut self) -> Result<(), StorageFault> {
        if self.unmended.is_some() {
            return Err(StorageFault::header());
        }
        if !self.sound {
            self.look().inspect_err(|_| self.fence.rotted())?;
            self.sound = true;
        }
        Ok(())
    }

    fn look(&self) -> Result<(), StorageFault> {
        let open = self.view().map_err(|_| StorageFault::rotted())?;
        let there = pages(&self.fence, |database| {
            Ok(View::begin(&database.begin_read()?, &self.fence)?.generation())
        })?;
        // The state that verifies must be the one that is open.
        if there == open.generation() { Ok(()) } else { Err(StorageFault::rotted()) }
    }

    /// Closes the database if its file is sound, and else lets it go as it is.
    pub(super) fn close(&mut self) -> Result<(), StorageFault> {
        if self.database.is_none() {
            return Ok(());
        }
        if self.only_reads.is_some() {
            // Whatever closes or drops it would write first, and there is nothing to be kept.
            std::mem::forget(self.database.take());
            return Ok(());
        }
        let verified = self.verify();
        let Some(database) = self.database.take() else { return Ok(()) };
        if let Err(fault) = verified {
            // Its locks are given back; its memory is not, since whatever gives that back would write first.
            let _ = self.fence.close();
            std::mem::forget(database);
            return Err(fault);
        }
        guarded(|| Ok(database.close()?))
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        if let Err(fault) = self.close() {
            tracing::warn!(%fault, "the store was not closed cleanly");
        }
    }
}

/// Reads every page of the disk behind `fence` against its checksum, without writing to it, and looks at what it holds.
pub(super) fn pages<T>(
    fence: &Fence,
    look: impl FnOnce(&Database) -> Result<T, ReadError>,
) -> Result<T, StorageFault> {
    let found = guarded(|| {
        let shadow = Shadow::of(fence.below()).map_err(|_| StorageFault::rotted())?;
        let database = builder().set_check_integrity_on_open(true).create_with_backend(shadow)?;
        look(&database)
    });
    found.map_err(|_: ReadError| StorageFault::rotted())
}
