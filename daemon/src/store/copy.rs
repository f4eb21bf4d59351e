//! Copies of the store's file, byte for byte: what a check looks at, while the store itself goes on.
//!
//! Between two commits the file is what it would be after a crash at that moment, which is a whole store. So the writer
//! copies between two commits, and whoever finds no writer copies under the lock that keeps one from coming.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use consolidate_shared::place::{DATABASE, LOCK};
use redb::StorageBackend;
use thiserror::Error;

use super::Store;
use super::file::private_file;
use super::lock::{LockError, hold_off};

/// Bytes copied at a time.
const PIECE: usize = 1024 * 1024;

/// Why there is no copy.
#[derive(Debug, Error)]
pub enum CopyError {
    /// There is nothing to copy.
    #[error("there is no store in {}", .0.display())]
    NoStore(PathBuf),
    /// A daemon serves the store.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The file system refused.
    #[error("failed to copy the store to {}: {reason}", path.display())]
    File {
        /// The file that was to be made.
        path: PathBuf,
        /// What it said.
        #[source]
        reason: io::Error,
    },
}

impl Store {
    /// Copies the file into `folder`, which must hold none; its size. The borrow keeps commits away meanwhile.
    pub fn copy_to(&self, folder: &Path) -> Result<u64, CopyError> {
        let path = folder.join(DATABASE);
        pour(self.handle.as_it_is().as_ref(), &path)
            .map_err(|reason| CopyError::File { path, reason })
    }
}

fn pour(disk: &dyn StorageBackend, path: &Path) -> io::Result<u64> {
    let mut file = private_file(path)?;
    let length = disk.len()?;
    let mut piece = vec![0; PIECE];
    let mut done = 0;
    while done < length {
        let left = usize::try_from(length - done).unwrap_or(PIECE).min(PIECE);
        let Some(part) = piece.get_mut(..left) else { break };
        disk.read(done, part)?;
        file.write_all(part)?;
        done += left as u64;
    }
    Ok(length)
}

/// Copies the store of `from`, which no daemon serves, into the folder `into`; its size. Nothing is written to `from`, not
/// even a lock file: it may be somebody's backup on a disk that cannot be written to.
pub fn copy_closed(from: &Path, into: &Path) -> Result<u64, CopyError> {
    let (there, path) = (from.join(DATABASE), into.join(DATABASE));
    if !there.is_file() {
        return Err(CopyError::NoStore(from.to_owned()));
    }
    let _held_off = hold_off(&from.join(LOCK), from)?;
    let copy = || {
        let mut file = private_file(&path)?;
        io::copy(&mut File::open(&there)?, &mut file)
    };
    let copied = copy();
    if copied.is_err() {
        // A half of a store is worse than none. What cannot be removed is in a folder of the caller's.
        let _ = fs::remove_file(&path);
    }
    copied.map_err(|reason| CopyError::File { path, reason })
}
