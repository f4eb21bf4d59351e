//! The store: one redb file that holds memories, names, journal, rulings, review items and runs.
//!
//! Narrow on purpose: open, read a view, commit change sets at an expected generation, read the journal since a
//! generation. Nothing outside this folder names redb, and nothing outside `lock` names fs2, so that another store
//! (a shared log for a team) can take its place.
//!
//! Invariants, each held by a test of the same words:
//! - a commit is durable when it returns, wholly there or not at all, whatever happens to the process or the disk;
//! - journal, index, counts and subjects are written in one transaction and never disagree;
//! - a view never changes, and neither waits for a commit nor makes one wait;
//! - a store that cannot be read is an error, never a fresh start; only a missing file makes a new store;
//! - no stored byte, however damaged, makes a panic.

mod batch;
mod beside;
mod carve;
mod commit;
mod copy;
mod damage;
mod error;
mod fence;
mod file;
mod folder;
mod footing;
mod format;
mod handle;
mod header;
mod history;
mod ids;
mod keys;
mod lenient;
mod lock;
mod mend;
mod meta;
mod newest;
mod notes;
mod rewrite;
mod salvage;
mod schedule;
mod shadow;
mod tables;
mod task_runs;
mod touches;
mod view;
mod ways;

#[cfg(test)]
pub(crate) mod disk;
#[cfg(test)]
pub(crate) mod hand;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::Path;

use redb::StorageBackend;
use redb::backends::InMemoryBackend;

pub use commit::Commit;
pub use copy::{CopyError, copy_closed};
pub use damage::{About, DamagedRow, JournalSurvey, Readable, SetAside};
pub use error::{CommitError, OpenError, ReadError, StorageFault};
pub use folder::FolderError;
pub use footing::{Astray, Footing};
pub use format::{FORMAT, FormatError};
pub use history::Entries;
pub use lenient::Lenient;
pub use lock::{Holder, LockError, StoreLock};
pub use meta::Counts;
pub use newest::Newest;
pub use notes::Notes;
pub use salvage::{Legible, Unread, Unwalked};
pub use task_runs::TaskRunNotes;
pub use touches::Generations;
pub use view::{Memories, View};

use file::Medium;
use handle::Handle;

/// An open store, and the only way to write to it.
///
/// Dropping it closes it; views that are still around fail from then on with a storage error.
pub struct Store {
    handle: Handle,
    medium: Medium,
    footing: Footing,
}

impl Store {
    /// Opens the store of `folder`, or makes one if the folder has none. `lock` must be the folder's.
    pub fn open(folder: &Path, lock: &StoreLock) -> Result<Self, OpenError> {
        if lock.folder() != folder || !lock.is_still_ours() {
            return Err(OpenError::NotLocked(folder.to_owned()));
        }
        let mark =
            lock.mark().map_err(|reason| OpenError::File { path: folder.to_owned(), reason })?;
        Self::on(Medium::file_of(folder)?, Footing::on(mark))
    }

    /// Opens the store on a disk of any kind, or makes one if the disk has none: for tests.
    pub fn with_backend(disk: impl StorageBackend) -> Result<Self, OpenError> {
        Self::on(Medium::disk(disk), Footing::default())
    }

    /// A store that is gone when it is dropped: for demonstrations and evaluations.
    pub fn in_memory() -> Result<Self, OpenError> {
        Self::with_backend(InMemoryBackend::new())
    }

    /// Opens the store of `folder` as if nothing could be written there.
    #[cfg(test)]
    pub(crate) fn open_to_read(folder: &Path) -> Result<Self, OpenError> {
        let medium = Medium::file_of(folder)?;
        let why = std::io::ErrorKind::ReadOnlyFilesystem.into();
        Ok(Self { handle: medium.open_to_read(&why)?, medium, footing: Footing::default() })
    }

    fn on(medium: Medium, footing: Footing) -> Result<Self, OpenError> {
        let handle = medium.open()?;
        footing.stand(handle.mark.clone(), handle.fence());
        Ok(Self { handle, medium, footing })
    }

    /// What it stands on, for whoever watches that while the store is at work.
    pub fn footing(&self) -> Footing {
        self.footing.clone()
    }

    /// Whether the next daemon will find what this store holds. If not, nothing is written from now on, not even what
    /// closing writes: whoever put another file there wants it as it is.
    pub fn stands(&mut self) -> Result<(), Astray> {
        self.footing.look().inspect_err(|why| {
            if let Err(error) = self.handle.only_read(why.to_string()) {
                tracing::warn!(%error, "the file of a store that went astray was not let go");
            }
        })
    }

    /// Why its file can only be read, if so: nothing can be committed.
    pub fn takes_no_writes(&self) -> Option<&str> {
        self.handle.only_reads()
    }

    /// What the store holds now. It costs a few microseconds; clones of it cost nothing.
    pub fn view(&self) -> Result<View, ReadError> {
        self.handle.view()
    }

    /// Opens the file again after a storage error. Every commit that was acknowledged is there; one that failed may be
    /// too, as the generation of the view tells. Views from before fail once this has succeeded.
    ///
    /// When it fails, views still read and every commit fails: the store has become read-only.
    pub fn reopen(&mut self) -> Result<View, OpenError> {
        self.stands()?;
        // Order: fenced before the second database looks at the file, or two writers could meet in it.
        self.handle.fence().close().map_err(|reason| self.medium.failed(reason))?;
        self.footing.lift();
        let opened = self.medium.open().and_then(|handle| self.same(handle));
        let handle = opened.inspect_err(|_| {
            self.footing.stand(self.handle.mark.clone(), &self.handle.fence().again());
        })?;
        self.handle = handle;
        self.footing.stand(self.handle.mark.clone(), self.handle.fence());
        self.view().map_err(|reason| self.medium.unreadable(reason))
    }

    /// The handle, if what it opened is the file that was open before.
    fn same(&self, mut handle: Handle) -> Result<Handle, OpenError> {
        match &self.handle.mark {
            Some(was) if handle.mark.as_ref() != Some(was) => {
                let astray = was.look().err().unwrap_or_else(|| was.replaced());
                handle.only_read(astray.to_string()).map_err(|error| self.medium.failed(error))?;
                Err(astray.into())
            }
            _ => Ok(handle),
        }
    }

    /// Reads the whole file once against its checksums, unless that was done since it was opened: nothing is written before.
    /// It takes about as long as copying the file, so whoever can does it while nobody waits.
    pub fn verify(&mut self) -> Result<(), StorageFault> {
        self.handle.verify()
    }

    /// Closes the store, so that the next start has nothing to repair.
    pub fn close(mut self) -> Result<(), StorageFault> {
        if let Err(astray) = self.stands() {
            tracing::warn!(%astray, "the store's file is left as it is");
        }
        self.handle.close()
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("medium", &self.medium).finish_non_exhaustive()
    }
}
