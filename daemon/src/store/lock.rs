//! Who is the daemon: an advisory lock on a file beside the database, held for life. The only file that names fs2.
//!
//! fs2 is unmaintained; `std::fs::File::try_lock` takes the same lock (both are `flock` on Linux) and is the exit.
//!
//! Invariants: the lock decides, never a process number; the file is never unlinked, because two processes could then
//! each hold the lock of a file of that name. Somebody else may unlink it all the same: [`StoreLock::is_still_ours`].

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use consolidate_shared::place::LOCK;
use fs2::FileExt;
use thiserror::Error;

use super::folder::{FolderError, forbids_writing, make_private};
use super::footing::Mark;

/// More than any holder writes; the rest of a larger file is garbage that need not be read.
const HOLDER_BYTES: u64 = 4096;
/// A file replaced between opening and locking is looked for again this often.
const ATTEMPTS: usize = 16;

/// Who holds a lock, as it says in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// Its process number.
    pub pid: u32,
    /// The version of its program.
    pub version: String,
}

impl Holder {
    fn to_text(&self) -> String {
        // The end of a longer text before may still follow while it is cut off; the first line of each name counts.
        format!("pid {}\nversion {}\n", self.pid, self.version.replace(char::is_control, " "))
    }

    /// What the text of a lock file says, if it says it.
    fn parse(text: &str) -> Option<Self> {
        let field = |name| {
            let mut lines = text.lines();
            lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))
        };
        let pid = field("pid")?.trim().parse().ok()?;
        let version = field("version").unwrap_or("unknown");
        let shown = version.chars().filter(|c| !c.is_control()).take(64).collect();
        Some(Self { pid, version: shown })
    }

    #[cfg(unix)]
    fn is_running(&self) -> bool {
        let pid = i32::try_from(self.pid).ok().and_then(rustix::process::Pid::from_raw);
        // Without the right to signal it, it exists.
        pid.is_some_and(|pid| {
            rustix::process::test_kill_process(pid) != Err(rustix::io::Errno::SRCH)
        })
    }

    #[cfg(not(unix))]
    fn is_running(&self) -> bool {
        true
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pid, version } = self;
        if self.is_running() {
            write!(f, "process {pid} (consolidate {version})")
        } else {
            write!(f, "an unknown process (the lock file names {pid}, which is gone)")
        }
    }
}

/// Why the lock was not acquired.
#[derive(Debug, Error)]
pub enum LockError {
    /// Another daemon serves this store.
    #[error(
        "the store in {} is served by {}",
        folder.display(),
        holder.as_ref().map_or_else(|| "an unknown process".to_owned(), ToString::to_string)
    )]
    Held {
        /// The folder.
        folder: PathBuf,
        /// Who the file says it is, if it says so.
        holder: Option<Holder>,
    },
    /// The folder cannot hold a store.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The file system refused.
    #[error("failed to lock {}: {reason}; check its owner and permissions", path.display())]
    File {
        /// The lock file.
        path: PathBuf,
        /// What it said.
        #[source]
        reason: io::Error,
    },
    /// The lock file is replaced again and again.
    #[error("{} is replaced all the time; find the program that does so", .0.display())]
    Replaced(PathBuf),
}

/// The right to serve the store of a folder, until it is dropped or the process ends in any way.
#[derive(Debug)]
pub struct StoreLock {
    folder: PathBuf,
    path: PathBuf,
    file: File,
    /// Whether the file cannot be written: the lock holds all the same, and nobody learns from the file who has it.
    is_nameless: bool,
}

impl StoreLock {
    /// Makes `folder` private (0700, with its parents) and takes its lock without waiting. Where nothing can be written, a lock
    /// file that is there is locked as it is.
    pub fn acquire(folder: &Path, who: &Holder) -> Result<Self, LockError> {
        make_private(folder)?;
        let path = folder.join(LOCK);
        let failed = |reason| LockError::File { path: path.clone(), reason };
        for _ in 0..ATTEMPTS {
            let (file, is_nameless) = open(&path).map_err(failed)?;
            match file.try_lock_exclusive() {
                Ok(()) => {}
                Err(error) if error.kind() == fs2::lock_contended_error().kind() => {
                    let holder = read_holder(&file).map_err(failed)?;
                    return Err(LockError::Held { folder: folder.to_owned(), holder });
                }
                Err(error) => return Err(failed(error)),
            }
            let folder = folder.to_owned();
            let lock = Self { folder, path: path.clone(), file, is_nameless };
            // Unlinked between opening and locking, it would be a lock that nobody else sees.
            if lock.is_still_ours() {
                match lock.name_holder(who) {
                    // Without room for its name it is held all the same.
                    Err(error) if !forbids_writing(&error) => return Err(failed(error)),
                    _ => return Ok(lock),
                }
            }
        }
        Err(LockError::Replaced(path))
    }

    /// Whether the lock file of the folder is the one locked here. A daemon whose file was removed or replaced is no
    /// longer the owner, since the next one will lock another file: it must stop writing and exit.
    pub fn is_still_ours(&self) -> bool {
        self.mark().is_ok_and(|mark| mark.look().is_ok())
    }

    /// The lock file's name, and the file that is locked.
    pub(super) fn mark(&self) -> io::Result<Mark> {
        Mark::of(&self.path, &self.file)
    }

    /// The folder it guards.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Order: written over the old text before that is cut off, so that a loser who reads at this moment finds a name.
    fn name_holder(&self, who: &Holder) -> io::Result<()> {
        if self.is_nameless {
            return Ok(());
        }
        let text = who.to_text();
        let mut file = &self.file;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(text.as_bytes())?;
        file.set_len(text.len() as u64)
    }
}

/// Keeps a daemon from coming to the store of `folder` as long as the answer lives, without writing anything there. `None`:
/// there is no lock file, so that no daemon of ours has ever been there.
pub(super) fn hold_off(path: &Path, folder: &Path) -> Result<Option<File>, LockError> {
    let failed = |reason| LockError::File { path: path.to_owned(), reason };
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file.map_err(failed)?,
    };
    match FileExt::try_lock_shared(&file) {
        Ok(()) => Ok(Some(file)),
        Err(error) if error.kind() == fs2::lock_contended_error().kind() => {
            let holder = read_holder(&file).map_err(failed)?;
            Err(LockError::Held { folder: folder.to_owned(), holder })
        }
        Err(error) => Err(failed(error)),
    }
}

/// The file, and whether it can only be read.
fn open(path: &Path) -> io::Result<(File, bool)> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    match options.open(path) {
        // It may be there to be read; why it cannot be written is what counts if it is not.
        Err(refused) if forbids_writing(&refused) => {
            File::open(path).map(|file| (file, true)).map_err(|_| refused)
        }
        opened => Ok((opened?, false)),
    }
}

fn read_holder(mut file: &File) -> io::Result<Option<Holder>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(HOLDER_BYTES).read_to_end(&mut bytes)?;
    Ok(Holder::parse(&String::from_utf8_lossy(&bytes)))
}

#[cfg(test)]
mod tests;
