//! The store's folder: nobody but its owner may look into it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a folder cannot hold a store.
#[derive(Debug, Error)]
pub enum FolderError {
    /// The file system refused.
    #[error("failed to make the folder {}: {reason}", path.display())]
    File {
        /// The folder.
        path: PathBuf,
        /// What it said.
        #[source]
        reason: io::Error,
    },
    /// A file stands where the folder should be.
    #[error("{} is not a folder; move it away or name another folder", .0.display())]
    NotAFolder(PathBuf),
    /// It belongs to another user.
    #[error(
        "{} belongs to user number {owner}, not to you ({us}); name another folder or have its owner changed",
        path.display()
    )]
    Foreign {
        /// The folder.
        path: PathBuf,
        /// Whose it is.
        owner: u32,
        /// Who we are.
        us: u32,
    },
    /// Others may enter it, and that cannot be changed.
    #[error(
        "{} is open to others (mode {mode:03o}) and cannot be closed to them; run `chmod 700` on it or name another folder",
        path.display()
    )]
    Open {
        /// The folder.
        path: PathBuf,
        /// Its mode.
        mode: u32,
    },
}

/// Whether the file system takes no writes here, or none of ours, or has no room for them: what is there may be read all the
/// same.
pub(super) fn forbids_writing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ReadOnlyFilesystem
            | io::ErrorKind::PermissionDenied
            | io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
    )
}

/// Makes `path` a folder (with its parents) that only its owner may enter, or says why it cannot be.
pub(super) fn make_private(path: &Path) -> Result<(), FolderError> {
    let failed = |reason| FolderError::File { path: path.to_owned(), reason };
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(failed)?;
    }
    match private_builder().create(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(failed(error)),
        _ => {}
    }
    let found = fs::metadata(path).map_err(failed)?;
    if !found.is_dir() {
        return Err(FolderError::NotAFolder(path.to_owned()));
    }
    owned_and_closed(path, &found)
}

#[cfg(unix)]
fn private_builder() -> fs::DirBuilder {
    use std::os::unix::fs::DirBuilderExt;
    let mut builder = fs::DirBuilder::new();
    builder.mode(0o700);
    builder
}

#[cfg(not(unix))]
fn private_builder() -> fs::DirBuilder {
    fs::DirBuilder::new()
}

#[cfg(unix)]
fn owned_and_closed(path: &Path, found: &fs::Metadata) -> Result<(), FolderError> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};

    let us = rustix::process::geteuid().as_raw();
    if found.uid() != us {
        return Err(FolderError::Foreign { path: path.to_owned(), owner: found.uid(), us });
    }
    let others = |mode: u32| mode & 0o077 != 0;
    if !others(found.mode()) {
        return Ok(());
    }
    // The answer of chmod is not enough: on some file systems it succeeds and changes nothing.
    let _ = fs::set_permissions(path, fs::Permissions::from_mode(0o700));
    let mode = fs::metadata(path)
        .map_err(|reason| FolderError::File { path: path.to_owned(), reason })?
        .mode();
    if others(mode) {
        return Err(FolderError::Open { path: path.to_owned(), mode: mode & 0o777 });
    }
    Ok(())
}

#[cfg(not(unix))]
fn owned_and_closed(_: &Path, _: &fs::Metadata) -> Result<(), FolderError> {
    Ok(())
}
