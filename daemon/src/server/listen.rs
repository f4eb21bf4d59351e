//! The socket's place in the file system.
//!
//! Called while the store's lock is held: that lock, and never a pid or a silent socket, decides that whatever lies at
//! the socket's path is left from a daemon that is gone. Even so a listener that still answers is not displaced; it is
//! another store's.
//!
//! The folder is ours and 0700 before anything is bound in it (on some systems the socket's own mode means nothing), and
//! it is looked at through one descriptor that does not follow links, since it may lie in a folder that anyone may write.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File};
use std::io::ErrorKind::{PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use consolidate_shared::limits::SOCKET_PATH_BYTES;
use consolidate_shared::place::{ENDPOINT, Places};
use interprocess::ConnectWaitMode;
use interprocess::local_socket::traits::tokio::Listener as _;
use interprocess::local_socket::{ConnectOptions, GenericFilePath, ListenerOptions, ToFsName};
use interprocess::os::unix::local_socket::ListenerOptionsExt;
use interprocess::os::unix::uds_local_socket::Stream as ProbeStream;
use interprocess::os::unix::uds_local_socket::tokio::{Listener as Socket, Stream};
use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;
use thiserror::Error;

/// The name under which the endpoint file is written before it takes its place.
const ENDPOINT_NEW: &str = "endpoint.new";

/// Why there is no socket to serve on.
#[derive(Debug, Error)]
pub enum BindError {
    /// The path does not fit a socket address.
    #[error(
        "the socket path {} has {} bytes and fewer than {SOCKET_PATH_BYTES} are allowed; set CONSOLIDATE_HOME to a shorter folder",
        path.display(), path.as_os_str().len()
    )]
    PathTooLong {
        /// The socket.
        path: PathBuf,
    },
    /// The socket's folder cannot be made or opened, or is a link or a file.
    #[error(
        "failed to make the socket folder {}: {source}; it must be a folder of yours, not a link", path.display()
    )]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The socket's folder is another user's.
    #[error(
        "the socket folder {} belongs to user {uid}; have it removed, or set CONSOLIDATE_HOME to a folder of your own",
        path.display()
    )]
    ForeignFolder {
        /// The folder.
        path: PathBuf,
        /// Its owner.
        uid: u32,
    },
    /// Others may write in the socket's folder, and may have put something there.
    #[error(
        "others may write in the socket folder {path} (mode {mode:o}); look at what is in it, then run `chmod 700 {path}`",
        path = path.display()
    )]
    LooseFolder {
        /// The folder.
        path: PathBuf,
        /// Its permission bits.
        mode: u32,
    },
    /// Something that is no socket lies at the socket's path.
    #[error("{} is not a socket of yours; move it away", path.display())]
    NotASocket {
        /// The socket's path.
        path: PathBuf,
    },
    /// Somebody listens there, and it is not a daemon of this store.
    #[error(
        "another program listens at {}: the daemon of another store? stop it, or set CONSOLIDATE_HOME to another folder",
        path.display()
    )]
    InUse {
        /// The socket's path.
        path: PathBuf,
    },
    /// The system refused.
    #[error("failed to listen at {}: {source}", path.display())]
    Bind {
        /// The socket's path.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Neither at the usual place nor at the spare one.
    #[error(
        "{refused}; nor at the spare place: {source}; make room, or set TMPDIR to a folder of yours that takes writes"
    )]
    Nowhere {
        /// Why not at the usual place.
        refused: Box<BindError>,
        /// Why not at the spare one.
        source: Box<BindError>,
    },
    /// The file that tells clients of the socket cannot be written.
    #[error("failed to write {}: {source}", path.display())]
    Endpoint {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl BindError {
    /// Whether the place takes nothing new; not whether there is something that should not be there.
    fn takes_no_writes(&self) -> bool {
        match self {
            Self::Folder { source, .. } | Self::Bind { source, .. } => takes_no_writes(source),
            _ => false,
        }
    }
}

fn takes_no_writes(error: &io::Error) -> bool {
    matches!(error.kind(), ReadOnlyFilesystem | PermissionDenied | StorageFull | QuotaExceeded)
}

/// A bound socket. Dropping it takes socket and endpoint file away, if they are still ours.
#[derive(Debug)]
pub struct Listener {
    // Order: fields are dropped in order, so the names go before the socket closes and nobody finds a dead one.
    socket_file: Owned,
    /// `None`: nothing can be written in the store's folder, and no file there leads elsewhere.
    endpoint_file: Option<Owned>,
    socket: Socket,
    places: Places,
    /// Whether the last attempt to come back failed: it is tried again each time and reported once.
    lost: bool,
}

impl Listener {
    /// Binds the socket of `places` and tells clients of it; where the system lets none be made there, the spare one. The
    /// caller holds the store's lock and runs in a runtime.
    pub fn bind(places: &Places) -> Result<Self, BindError> {
        let refused = match Self::bind_there(places) {
            Err(error) if error.takes_no_writes() && places.spare_socket != places.socket => error,
            bound => return bound,
        };
        tracing::warn!(%refused, spare = %places.spare_socket.display(), "the socket is elsewhere");
        let spare = Places { socket: places.spare_socket.clone(), ..places.clone() };
        Self::bind_there(&spare).map_err(|source| {
            let source = Box::new(source);
            BindError::Nowhere { refused: Box::new(refused), source }
        })
    }

    /// Where it listens.
    pub fn socket(&self) -> &Path {
        &self.places.socket
    }

    fn bind_there(places: &Places) -> Result<Self, BindError> {
        let path = &places.socket;
        let folder = path.parent().filter(|_| path.as_os_str().len() < SOCKET_PATH_BYTES);
        let (Some(folder), Some(name)) = (folder, path.file_name()) else {
            return Err(BindError::PathTooLong { path: path.clone() });
        };
        let folder = private_folder(folder)?;
        remove_stale(&folder, Path::new(name), path)?;
        let failed = |source| BindError::Bind { path: path.clone(), source };
        let socket = listen(path).map_err(failed)?;
        let socket_file = Owned::of(folder, name.as_ref(), None).map_err(failed)?;
        let endpoint_file = endpoint_file(places)?;
        Ok(Self { socket_file, endpoint_file, socket, places: places.clone(), lost: false })
    }

    /// Binds anew if somebody took socket or endpoint file away (a cleaned-up temporary folder). What another program
    /// put in their place stays. Connections that are there are not touched.
    pub(super) fn mend(&mut self) {
        let is_told = self.endpoint_file.as_ref().is_none_or(Owned::is_there);
        if self.socket_file.is_there() && is_told {
            self.lost = false;
            return;
        }
        // A socket that is still in its place is ours and would be taken for another store's.
        let mended = if self.socket_file.is_there() {
            endpoint_file(&self.places).map(|file| self.endpoint_file = file)
        } else {
            Self::bind(&self.places).map(|listener| *self = listener)
        };
        match mended {
            Ok(()) => {
                tracing::warn!(socket = %self.places.socket.display(), "taken away, and back");
            }
            Err(error) if !self.lost => {
                self.lost = true;
                tracing::error!(%error, "clients cannot reach this daemon");
            }
            Err(_) => {}
        }
    }

    pub(super) async fn accept(&self) -> io::Result<Stream> {
        self.socket.accept().await
    }
}

/// A descriptor of the folder, which is there, ours, and open to nobody else.
fn private_folder(path: &Path) -> Result<OwnedFd, BindError> {
    let failed = |source: io::Error| BindError::Folder { path: path.to_owned(), source };
    let mut builder = DirBuilder::new();
    // Not recursive for the folder itself: the recursive form takes a link to a folder for one.
    if let Some(parent) = path.parent() {
        builder.recursive(true).mode(0o700).create(parent).map_err(failed)?;
    }
    match DirBuilder::new().mode(0o700).create(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(failed(error)),
        _ => {}
    }
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder =
        rustix::fs::open(path, flags, Mode::empty()).map_err(|errno| failed(errno.into()))?;
    let found = rustix::fs::fstat(&folder).map_err(|errno| failed(errno.into()))?;
    if found.st_uid != own_uid() {
        return Err(BindError::ForeignFolder { path: path.to_owned(), uid: found.st_uid });
    }
    let mode = Mode::from_raw_mode(found.st_mode);
    if mode.intersects(Mode::WGRP | Mode::WOTH) {
        let mode = mode.as_raw_mode();
        return Err(BindError::LooseFolder { path: path.to_owned(), mode });
    }
    if mode != Mode::RWXU {
        rustix::fs::fchmod(&folder, Mode::RWXU).map_err(|errno| failed(errno.into()))?;
    }
    Ok(folder)
}

/// Removes what a daemon that is gone left at `path`.
fn remove_stale(folder: &OwnedFd, name: &Path, path: &Path) -> Result<(), BindError> {
    let failed = |errno: Errno| BindError::Bind { path: path.to_owned(), source: errno.into() };
    let found = match rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(found) => found,
        Err(Errno::NOENT) => return Ok(()),
        Err(errno) => return Err(failed(errno)),
    };
    let is_socket = FileType::from_raw_mode(found.st_mode) == FileType::Socket;
    if !is_socket || found.st_uid != own_uid() {
        return Err(BindError::NotASocket { path: path.to_owned() });
    }
    if somebody_listens(path) {
        return Err(BindError::InUse { path: path.to_owned() });
    }
    rustix::fs::unlinkat(folder, name, AtFlags::empty()).map_err(failed)
}

/// Whether a connection to `path` is possible or might be: only a refusal by the system proves that nobody listens. Does
/// not wait.
fn somebody_listens(path: &Path) -> bool {
    let Ok(name) = path.to_fs_name::<GenericFilePath>() else { return false };
    let probe = ConnectOptions::new().name(name).wait_mode(ConnectWaitMode::Deferred);
    match probe.connect_sync_as::<ProbeStream>() {
        Ok(_) => true,
        Err(error) => {
            !matches!(error.kind(), io::ErrorKind::ConnectionRefused | io::ErrorKind::NotFound)
        }
    }
}

/// Binds and listens, at mode 0600 where sockets have modes; elsewhere the folder's is what counts.
fn listen(path: &Path) -> io::Result<Socket> {
    // The library would take the name away on drop without looking whose it is by then.
    let options = || {
        let name = path.to_fs_name::<GenericFilePath>()?;
        io::Result::Ok(ListenerOptions::new().name(name).reclaim_name(false))
    };
    match options()?.mode(0o600).create_tokio_as::<Socket>() {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => {
            options()?.create_tokio_as::<Socket>()
        }
        done => done,
    }
}

fn endpoint_file(places: &Places) -> Result<Option<Owned>, BindError> {
    let path = places.store.join(ENDPOINT);
    match write_endpoint(&places.store, &places.socket) {
        // Clients that have our environment find the socket by themselves, unless an older file leads them elsewhere.
        Err(error) if takes_no_writes(&error) && !leads_elsewhere(&path, &places.socket) => {
            tracing::warn!(%error, "where the socket is cannot be noted in the store's folder");
            Ok(None)
        }
        written => written.map(Some).map_err(|source| BindError::Endpoint { path, source }),
    }
}

/// Whether there is an endpoint file that names another socket at which somebody listens, or that cannot be read. Clients
/// go on from a socket where nobody listens.
fn leads_elsewhere(file: &Path, socket: &Path) -> bool {
    match fs::read(file) {
        Ok(bytes) => {
            let named = Path::new(OsStr::from_bytes(bytes.trim_ascii_end()));
            named != socket && named.is_absolute() && somebody_listens(named)
        }
        Err(error) => error.kind() != io::ErrorKind::NotFound,
    }
}

/// Tells clients where the socket is: written aside and moved into place, so that a reader finds a whole path or none.
fn write_endpoint(store: &Path, socket: &Path) -> io::Result<Owned> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let store = rustix::fs::open(store, flags, Mode::empty())?;
    match rustix::fs::unlinkat(&store, ENDPOINT_NEW, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => {}
        Err(errno) => return Err(errno.into()),
    }
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let new = rustix::fs::openat(&store, ENDPOINT_NEW, flags, Mode::RUSR | Mode::WUSR)?;
    let mut line = socket.as_os_str().as_encoded_bytes().to_vec();
    line.push(b'\n');
    let mut new = File::from(new);
    new.write_all(&line)?;
    rustix::fs::renameat(&store, ENDPOINT_NEW, &store, ENDPOINT)?;
    Owned::of(store, Path::new(ENDPOINT), Some(new))
}

/// A file that we made, known by its number, and taken away on drop only if it is still that file.
#[derive(Debug)]
struct Owned {
    folder: OwnedFd,
    name: PathBuf,
    made: Stat,
    /// Kept open, since the number of a file that is gone may be given to its successor. (A socket keeps its
    /// own.)
    _held: Option<File>,
}

impl Owned {
    fn of(folder: OwnedFd, name: &Path, held: Option<File>) -> io::Result<Self> {
        Ok(Self { made: look(&folder, name)?, name: name.to_owned(), folder, _held: held })
    }

    fn is_there(&self) -> bool {
        look(&self.folder, &self.name)
            .is_ok_and(|found| (found.st_dev, found.st_ino) == (self.made.st_dev, self.made.st_ino))
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        if self.is_there() {
            // What cannot be removed is found stale by the next daemon.
            let _ = rustix::fs::unlinkat(&self.folder, &self.name, AtFlags::empty());
        }
    }
}

fn look(folder: impl AsFd, name: &Path) -> io::Result<Stat> {
    Ok(rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?)
}

fn own_uid() -> u32 {
    rustix::process::geteuid().as_raw()
}

#[cfg(test)]
mod tests;
