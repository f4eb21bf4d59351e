//! What may go wrong, an enum per operation. None of it is ever a panic, and none of it is answered with an empty
//! store.

use std::cell::Cell;
use std::io;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Once;

use consolidate_shared::change::Moved;
use consolidate_shared::journal::Generation;
use thiserror::Error;

use super::footing::Astray;
use super::format::FormatError;

/// The database, or the disk under it, failed. Opaque: nobody outside the store decides by its kind.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct StorageFault(Fault);

#[derive(Debug, Error)]
enum Fault {
    #[error(transparent)]
    Database(redb::Error),
    #[error("the database is damaged and cannot be walked")]
    Panic,
    #[error("the store is closed")]
    Closed,
    #[error("the file is not what was written: a page differs from its checksum")]
    Rotted,
    #[error(
        "the header of the file is damaged and its pages are whole: it is read by a mended header, and takes no writes until `consolidate check --repair` has written it anew"
    )]
    Header,
}

impl StorageFault {
    /// Nothing is open any more.
    pub(super) fn closed() -> Self {
        Self(Fault::Closed)
    }

    /// A page is not what was written.
    pub(super) fn rotted() -> Self {
        Self(Fault::Rotted)
    }

    /// The header is not what was written, and every page is.
    pub(super) fn header() -> Self {
        Self(Fault::Header)
    }

    /// Whether the disk failed, now or at a write before, and the data need not be damaged: a later read may succeed.
    pub fn is_of_the_disk(&self) -> bool {
        match &self.0 {
            // So the database says that a file is none of its own.
            Fault::Database(redb::Error::Io(error)) => error.kind() != io::ErrorKind::InvalidData,
            Fault::Database(redb::Error::PreviousIo) => true,
            _ => false,
        }
    }

    /// Whether what the file holds cannot be understood; not whether it is in use, or cannot be reached.
    pub(super) fn is_of_the_content(&self) -> bool {
        use redb::Error::{Corrupted, Io, UpgradeRequired};
        match &self.0 {
            Fault::Database(Io(error)) => error.kind() == io::ErrorKind::InvalidData,
            Fault::Database(Corrupted(_) | UpgradeRequired(_)) | Fault::Panic => true,
            _ => false,
        }
    }

    /// Whether the file itself is damaged, so that nothing can be written to it.
    pub fn is_rot(&self) -> bool {
        matches!(self.0, Fault::Rotted | Fault::Header)
    }
}

/// Does some work on the database and turns a panic of it into a fault. The database trusts pages that a commit wrote,
/// and panics on some that have rotted since; that must cost one request, not the daemon.
pub(super) fn guarded<T, E: From<StorageFault>>(
    work: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    quiet();
    let _guard = Guarded::enter();
    // Unwind safe: a transaction that is dropped by the unwinding takes back what it did, and nothing of ours is
    // changed before the work has succeeded.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(StorageFault(Fault::Panic).into()))
}

thread_local! {
    /// How many guards this thread is within.
    static GUARDS: Cell<u32> = const { Cell::new(0) };
}

/// A guard's presence on its thread.
struct Guarded;

impl Guarded {
    fn enter() -> Self {
        GUARDS.with(|guards| guards.set(guards.get().saturating_add(1)));
        Self
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        GUARDS.with(|guards| guards.set(guards.get().saturating_sub(1)));
    }
}

/// From the first guard on, a panic within one is not printed: it becomes an error that is told in our words, and what the
/// database prints of its own files and lines tells its reader nothing.
fn quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if GUARDS.with(Cell::get) == 0 {
                loud(info);
            } else {
                tracing::debug!(%info, "the database panicked on a damaged page");
            }
        }));
    });
}

impl From<StorageFault> for ReadError {
    fn from(fault: StorageFault) -> Self {
        Self::Storage(fault)
    }
}

impl From<StorageFault> for CommitError {
    fn from(fault: StorageFault) -> Self {
        Self::Storage(fault)
    }
}

/// Lets `?` turn the database's own error enums into ours.
macro_rules! faults {
    ($($from:ty),+ $(,)?) => {$(
        impl From<$from> for StorageFault {
            fn from(error: $from) -> Self {
                Self(Fault::Database(error.into()))
            }
        }

        impl From<$from> for ReadError {
            fn from(error: $from) -> Self {
                Self::Storage(error.into())
            }
        }

        impl From<$from> for CommitError {
            fn from(error: $from) -> Self {
                Self::Storage(error.into())
            }
        }
    )+};
}

faults! {
    redb::StorageError,
    redb::TableError,
    redb::TransactionError,
    redb::CommitError,
    redb::DatabaseError,
}

/// Why something could not be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The database, or the disk under it, failed.
    #[error("failed to read the store: {0}")]
    Storage(#[source] StorageFault),
    /// What was read is not what this program wrote.
    #[error("failed to understand a row of {table}: {reason}")]
    Row {
        /// The table.
        table: &'static str,
        /// What is wrong with the row.
        #[source]
        reason: FormatError,
    },
}

impl ReadError {
    /// Whether the disk failed, and the data need not be damaged.
    pub fn is_of_the_disk(&self) -> bool {
        matches!(self, Self::Storage(fault) if fault.is_of_the_disk())
    }
}

/// Why a store could not be opened. Nothing was written, and nothing is ever begun anew in its place.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The lock given belongs to another folder, or was lost.
    #[error("the lock held is not the one of {}; acquire it before the store is opened", .0.display())]
    NotLocked(PathBuf),
    /// The file system refused.
    #[error("failed to reach {}: {reason}; check its owner and permissions", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What it said.
        #[source]
        reason: io::Error,
    },
    /// The file has no bytes. A store never has none, not even one whose creation was interrupted.
    #[error(
        "{} is empty, so its content was lost; restore it from a backup, or move it away to begin a new store",
        .0.display()
    )]
    Empty(PathBuf),
    /// It was moved, removed or replaced since it was first opened.
    #[error(transparent)]
    Astray(#[from] Astray),
    /// Another process has the database open although its lock file is free.
    #[error("{} is in use by another process, whose lock file was removed", .0.display())]
    InUse(PathBuf),
    /// The database is damaged or foreign.
    #[error(
        "failed to open {}: {fault}; if it is a store, its header or a page that the others hang on is damaged and the rest may be whole: keep a copy of it, then restore it from a backup or move it away to begin a new store",
        path.display()
    )]
    Database {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        #[source]
        fault: StorageFault,
    },
    /// Written by another version of this program.
    #[error(
        "{} is a store of version {found} and this program reads version {known}; use the program that wrote it, or a newer one",
        path.display()
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// What the store says.
        found: u32,
        /// What is understood.
        known: u32,
    },
    /// A database, but not a readable store.
    #[error(
        "failed to read {}: {reason}; restore it from a backup or move it away to begin a new store",
        path.display()
    )]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        #[source]
        reason: ReadError,
    },
}

impl OpenError {
    /// Whether the disk refused a write or a read, and the data need not be damaged.
    pub(super) fn is_of_the_disk(&self) -> bool {
        matches!(self, Self::Database { fault, .. } if fault.is_of_the_disk())
    }
}

/// Why a commit did not happen. But for [`CommitError::Storage`] and what went astray, nothing was written.
#[derive(Debug, Error)]
pub enum CommitError {
    /// The store is not at the generation that the commit was decided on.
    #[error("the store is at generation {found}, not at {expected}; decide again")]
    Generation {
        /// What the caller expected.
        expected: Generation,
        /// Where the store is.
        found: Generation,
    },
    /// The entries do not follow each other from the expected generation (a bug of the caller).
    #[error("entry {found} does not follow generation {parent}")]
    Order {
        /// The generation that it had to follow.
        parent: Generation,
        /// The entry's own.
        found: Generation,
    },
    /// What an entry touches is no longer what it was made for.
    #[error("entry {generation} is stale: {}", consolidate_shared::words::listed(.moved))]
    Stale {
        /// The entry.
        generation: Generation,
        /// All that moved.
        moved: Vec<Moved>,
    },
    /// An undo of what is undone, or a redo of what is not.
    #[error("entry {generation} cannot {what} entry {target}: {why}")]
    History {
        /// The entry.
        generation: Generation,
        /// `undo` or `redo`.
        what: &'static str,
        /// Its target.
        target: Generation,
        /// Why not.
        why: &'static str,
    },
    /// The database, or the disk under it, failed. Whether the commit is durable is open: [`super::Store::reopen`] and
    /// look at the generation.
    #[error("failed to write the store: {0}")]
    Storage(#[source] StorageFault),
    /// The store is not where it was: the next daemon would not find the commit.
    #[error("{why}")]
    Astray {
        /// What became of it.
        #[source]
        why: Astray,
        /// Whether the commit may be in the file that was there.
        written: bool,
    },
    /// A row that the commit builds on is damaged.
    #[error(transparent)]
    Damaged(ReadError),
    /// A file that rotted could not be written anew.
    #[error("failed to write the damaged file anew: {0}")]
    Rewrite(String),
    /// A value has no stored form (a bug).
    #[error("failed to encode a row of {table}: {reason}")]
    Encode {
        /// The table.
        table: &'static str,
        /// What is wrong.
        #[source]
        reason: FormatError,
    },
}

impl From<ReadError> for CommitError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Storage(fault) => Self::Storage(fault),
            row @ ReadError::Row { .. } => Self::Damaged(row),
        }
    }
}
