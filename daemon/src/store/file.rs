//! Where the database's bytes are, and how a store comes to be there.
//!
//! A store is made under another name and renamed when it is whole and durable, so that the database file is never
//! seen empty or half made: an empty one has lost its content and is refused. What a crash leaves under the other name
//! is removed when the next store is made; it never held anything.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use consolidate_shared::place::DATABASE;
use redb::backends::FileBackend;
use redb::{Builder, Database, ReadableDatabase, StorageBackend};

use super::error::{CommitError, OpenError, ReadError, StorageFault, guarded};
use super::fence::Fence;
use super::folder::forbids_writing;
use super::footing::Mark;
use super::format::{FormatError, Stored};
use super::handle::{Handle, pages};
use super::header;
use super::meta::Meta;
use super::shadow::Shadow;
use super::tables::{self, META, ReadTable, STATE_KEY, VERSION, VERSION_KEY, table};

/// Bytes that redb may keep of the file. Recall reads ten rows of some hundred bytes; a scan gains nothing from more.
const CACHE_BYTES: usize = 32 * 1024 * 1024;

/// What holds the bytes.
#[derive(Debug)]
pub(super) enum Medium {
    /// A file that exists.
    File(PathBuf),
    /// Anything else.
    Disk(Fence),
}

impl Medium {
    /// The file of a store's folder; it is made, whole and durable, if it is missing.
    pub(super) fn file_of(folder: &Path) -> Result<Self, OpenError> {
        let path = folder.join(DATABASE);
        match fs::symlink_metadata(&path) {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                create(folder, &path)?;
                tracing::warn!(path = %path.display(), "there was no store here: a new one was made");
            }
            Err(reason) => return Err(OpenError::File { path, reason }),
        }
        Ok(Self::File(path))
    }

    /// A disk that may be empty.
    pub(super) fn disk(disk: impl StorageBackend) -> Self {
        Self::Disk(Fence::around(disk))
    }

    /// Opens the database and checks that this program reads it. A file that cannot be written is opened to be read.
    pub(super) fn open(&self) -> Result<Handle, OpenError> {
        match self {
            Self::File(path) => match existing(path) {
                Err(OpenError::File { reason, .. }) if forbids_writing(&reason) => {
                    self.open_to_read(&reason)
                }
                found => {
                    let (fence, mark) = found?;
                    let mut handle = match self.opened(fence.clone()) {
                        Err(error) if error.is_of_the_disk() => {
                            return self.in_spite_of(error, &fence);
                        }
                        Err(OpenError::Database { path, fault }) if fault.is_of_the_content() => {
                            let mended = self.by_mended_header(&fence, mark);
                            return mended.ok_or(OpenError::Database { path, fault });
                        }
                        opened => opened?,
                    };
                    handle.mark = Some(mark);
                    Ok(handle)
                }
            },
            Self::Disk(disk) => self.opened(disk.again()),
        }
    }

    /// Opens to be read a file of which the header alone is damaged.
    fn by_mended_header(&self, fence: &Fence, mark: Mark) -> Option<Handle> {
        let shadow = header::mended(&fence.below())?;
        let mut handle = self.opened(Fence::around(shadow)).ok()?;
        handle.only_read(StorageFault::header().to_string()).ok()?;
        // A repair writes a file that rotted anew, and so it does this one.
        handle.fence().rotted();
        (handle.mark, handle.unmended) = (Some(mark), Some(fence.clone()));
        Some(handle)
    }

    /// Opens to be read what could not be opened to be written, since the disk is full or fails.
    fn in_spite_of(&self, error: OpenError, fence: &Fence) -> Result<Handle, OpenError> {
        let let_go = fence.close().is_ok();
        let read = let_go.then(|| self.open_to_read(&io::Error::other(error.to_string())).ok());
        read.flatten().ok_or(error)
    }

    /// Opens the database behind a shadow that takes what opening writes (marks, what a crash left to be repaired); `why` its
    /// disk takes no writes.
    pub(super) fn open_to_read(&self, why: &io::Error) -> Result<Handle, OpenError> {
        let (below, mark): (Arc<dyn StorageBackend>, _) = match self {
            Self::File(path) => {
                let (file, mark) = to_read(path)?;
                (Arc::new(backend(path, file)?), Some(mark))
            }
            Self::Disk(disk) => (disk.below(), None),
        };
        let shadow = Shadow::of(below).map_err(|error| self.failed(error))?;
        let mut handle = self.opened(Fence::around(shadow))?;
        // A commit into the shadow would be acknowledged and gone with the process.
        handle.only_read(why.to_string()).map_err(|error| self.failed(error))?;
        handle.mark = mark;
        Ok(handle)
    }

    fn opened(&self, fence: Fence) -> Result<Handle, OpenError> {
        let database = guarded(|| Ok(builder().create_with_backend(fence.clone())?))
            .map_err(|fault| self.fault(fault))?;
        // From here on it is let go with care, whatever is wrong with it.
        let handle = Handle::new(database, fence);
        let database = handle.get().map_err(|fault| self.fault(fault))?;
        if matches!(self, Self::Disk(_)) && is_blank(database).map_err(|e| self.unreadable(e))? {
            pages(handle.fence(), |_| Ok(())).map_err(|fault| self.fault(fault))?;
            initialise(database).map_err(|e| self.unwritable(e))?;
        }
        match version(database).map_err(|reason| self.unreadable(reason))? {
            VERSION => {
                complete(&handle).map_err(|error| self.unwritable(error))?;
                Ok(handle)
            }
            found => Err(OpenError::Version { path: self.path(), found, known: VERSION }),
        }
    }

    fn path(&self) -> PathBuf {
        match self {
            Self::File(path) => path.clone(),
            Self::Disk(_) => PathBuf::from("memory"),
        }
    }

    /// The file system refused.
    pub(super) fn failed(&self, reason: io::Error) -> OpenError {
        OpenError::File { path: self.path(), reason }
    }

    /// It is a database but no store that can be read.
    pub(super) fn unreadable(&self, reason: ReadError) -> OpenError {
        OpenError::Unreadable { path: self.path(), reason }
    }

    fn unwritable(&self, error: CommitError) -> OpenError {
        unwritable(&self.path(), error)
    }

    fn fault(&self, fault: StorageFault) -> OpenError {
        OpenError::Database { path: self.path(), fault }
    }
}

fn unwritable(path: &Path, error: CommitError) -> OpenError {
    let path = path.to_owned();
    match error {
        CommitError::Storage(fault) => OpenError::Database { path, fault },
        other => OpenError::File { path, reason: io::Error::other(other) },
    }
}

pub(super) fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE_BYTES);
    builder
}

/// The disk of an existing store's file, closed to others.
fn existing(path: &Path) -> Result<(Fence, Mark), OpenError> {
    let failed = |reason| OpenError::File { path: path.to_owned(), reason };
    let file = OpenOptions::new().read(true).write(true).open(path).map_err(failed)?;
    close_to_others(&file, &content_of(path, &file)?).map_err(failed)?;
    let mark = Mark::of(path, &file).map_err(failed)?;
    let fence = Fence::around(backend(path, file)?);
    fence.keep_account();
    Ok((fence, mark))
}

/// The same file, to be read.
fn to_read(path: &Path) -> Result<(File, Mark), OpenError> {
    let failed = |reason| OpenError::File { path: path.to_owned(), reason };
    let file = File::open(path).map_err(failed)?;
    content_of(path, &file)?;
    let mark = Mark::of(path, &file).map_err(failed)?;
    Ok((file, mark))
}

/// What there is to know of a file that holds something.
fn content_of(path: &Path, file: &File) -> Result<fs::Metadata, OpenError> {
    let failed = |reason| OpenError::File { path: path.to_owned(), reason };
    let found = file.metadata().map_err(failed)?;
    if !found.is_file() {
        return Err(failed(io::Error::other("it is not a file")));
    }
    if found.len() == 0 {
        return Err(OpenError::Empty(path.to_owned()));
    }
    Ok(found)
}

pub(super) fn backend(path: &Path, file: File) -> Result<FileBackend, OpenError> {
    FileBackend::new(file).map_err(|error| match error {
        // The lock file was taken away under the daemon that serves: the database's own lock still tells of it.
        redb::DatabaseError::DatabaseAlreadyOpen => OpenError::InUse(path.to_owned()),
        error => OpenError::Database { path: path.to_owned(), fault: error.into() },
    })
}

#[cfg(unix)]
fn close_to_others(file: &File, found: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let others = found.mode() & 0o077;
    if others == 0 { Ok(()) } else { file.set_permissions(fs::Permissions::from_mode(0o600)) }
}

#[cfg(not(unix))]
fn close_to_others(_: &File, _: &fs::Metadata) -> io::Result<()> {
    Ok(())
}

fn create(folder: &Path, path: &Path) -> Result<(), OpenError> {
    let unfinished = folder.join(format!("{DATABASE}.new"));
    let failed = |reason| OpenError::File { path: unfinished.clone(), reason };
    match fs::remove_file(&unfinished) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
        _ => {}
    }
    let file = private_file(&unfinished).map_err(failed)?;
    let fault = |fault: StorageFault| OpenError::Database { path: unfinished.clone(), fault };
    let database = builder()
        .create_with_backend(backend(&unfinished, file)?)
        .map_err(|error| fault(error.into()))?;
    initialise(&database).map_err(|error| unwritable(&unfinished, error))?;
    database.close().map_err(|error| fault(error.into()))?;
    // Order: content durable, then the name, then the name durable. A crash before the rename leaves no store; after
    // it, a whole one.
    File::open(&unfinished).and_then(|file| file.sync_all()).map_err(failed)?;
    fs::rename(&unfinished, path).map_err(failed)?;
    sync_folder(folder).map_err(failed)
}

/// A new file that only its owner may read.
pub(super) fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)
}

#[cfg(unix)]
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
pub(super) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

fn is_blank(database: &Database) -> Result<bool, ReadError> {
    guarded(|| Ok(database.begin_read()?.list_tables()?.next().is_none()))
}

/// Makes the tables of an empty store: one transaction, so that a store has all of them or is none.
fn initialise(database: &Database) -> Result<(), CommitError> {
    let mut transaction = database.begin_write()?;
    transaction.set_quick_repair(true);
    for name in tables::ALL {
        transaction.open_table(table(name))?;
    }
    {
        let mut meta = transaction.open_table(table(META))?;
        let state = Meta::default()
            .to_stored()
            .map_err(|reason| CommitError::Encode { table: META, reason })?;
        meta.insert(STATE_KEY, state.as_slice())?;
        meta.insert(VERSION_KEY, VERSION.to_be_bytes().as_slice())?;
    }
    Ok(transaction.commit()?)
}

/// Makes the tables of notes that a store lacks: they may be dropped.
fn complete(handle: &Handle) -> Result<(), CommitError> {
    let database = handle.get()?;
    let known = guarded::<Vec<String>, ReadError>(|| {
        let transaction = database.begin_read()?;
        let tables = transaction.list_tables()?;
        Ok(tables.map(|table| redb::TableHandle::name(&table).to_owned()).collect())
    })
    .map_err(CommitError::from)?;
    let missing = tables::NOTES.into_iter().filter(|name| !known.iter().any(|it| it == name));
    let missing: Vec<&'static str> = missing.collect();
    if missing.is_empty() {
        return Ok(());
    }
    // Nothing is written to a file that is not what was written, and one that has lost a table may not be.
    pages(handle.fence(), |_| Ok(()))?;
    guarded(|| {
        let mut transaction = database.begin_write()?;
        transaction.set_quick_repair(true);
        for name in &missing {
            transaction.open_table(table(name))?;
        }
        Ok(transaction.commit()?)
    })
}

fn version(database: &Database) -> Result<u32, ReadError> {
    let stored = ReadTable::open(&database.begin_read()?, META)?.get(VERSION_KEY)?;
    let bytes = stored.and_then(|bytes| bytes.try_into().ok());
    bytes
        .map(u32::from_be_bytes)
        .ok_or(ReadError::Row { table: META, reason: FormatError::Shape("a store's version") })
}
