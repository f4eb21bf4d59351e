//! Whether the names by which the next daemon will look for the store still lead to what this one has open.
//!
//! A file that was moved or removed goes on taking writes, and whoever looks for them by its name finds none of them. So
//! a commit is acknowledged only if afterwards the store's name leads to the very file that is open, that file begins with
//! the very bytes that were last written to it, and the lock's name leads to the lock that is held. The look costs two
//! looks at names and one read of a page that is in memory.
//!
//! Invariant: what was once found astray stays so. Nothing is written from then on, and the daemon ends.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use consolidate_shared::place::LOCK;
use thiserror::Error;

use super::fence::Fence;

/// What became of the store under its daemon.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Astray {
    /// Nothing has the name any more.
    #[error("{} was moved or removed while the daemon served it", .0.display())]
    Gone(PathBuf),
    /// Another file has the name.
    #[error("another file was put in the place of {} while the daemon served it", .0.display())]
    Replaced(PathBuf),
    /// It is the same file, and begins with what this daemon has not written.
    #[error("another program wrote over {} while the daemon served it", .0.display())]
    Overwritten(PathBuf),
    /// What the name leads to cannot be told.
    #[error("what {} leads to cannot be told any more: {reason}", path.display())]
    Unknown {
        /// The file.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
}

impl Astray {
    /// What to do about it.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Gone(path) | Self::Replaced(path) if is_lock(path) => {
                "the daemon ends, so that one serves at most; the next command starts another, which finds all that was acknowledged"
            }
            Self::Gone(_) => {
                "the daemon ends; what was acknowledged is in the file that was moved: put it back, or restore a backup, before the next command, whose daemon would begin a new store"
            }
            Self::Replaced(_) => {
                "the daemon ends; the next one serves the file that is there now, and what was acknowledged before is in the one that was there: stop the daemon before a backup is restored"
            }
            Self::Overwritten(_) => {
                "the daemon ends and leaves the file as it is; restore the backup once more (`consolidate daemon stop` comes before that), then run `consolidate check`"
            }
            Self::Unknown { .. } => {
                "the daemon ends; see to it that the store's folder can be reached, and try again"
            }
        }
    }
}

fn is_lock(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == LOCK)
}

/// A name, and the file that it led to when it was opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark {
    path: PathBuf,
    file: FileNumber,
}

impl Mark {
    /// `file` was opened by the name `path`, and stays open as long as the mark is used: its number is nobody else's.
    pub(super) fn of(path: &Path, file: &File) -> io::Result<Self> {
        Ok(Self { path: path.to_owned(), file: FileNumber::of(&file.metadata()?) })
    }

    /// Another file has the name.
    pub(super) fn replaced(&self) -> Astray {
        Astray::Replaced(self.path.clone())
    }

    /// Whether the name leads there still.
    pub(super) fn look(&self) -> Result<(), Astray> {
        let path = self.path.clone();
        match fs::metadata(&self.path) {
            Ok(found) if FileNumber::of(&found) == self.file => Ok(()),
            Ok(_) => Err(self.replaced()),
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                ) =>
            {
                Err(Astray::Gone(path))
            }
            Err(error) => Err(Astray::Unknown { path, reason: error.to_string() }),
        }
    }
}

/// Which file it is, whatever its name.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FileNumber(Option<(u64, u64)>);

impl FileNumber {
    #[cfg(unix)]
    fn of(found: &fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self(Some((found.dev(), found.ino())))
    }

    /// An open file can be neither moved nor removed there.
    #[cfg(not(unix))]
    fn of(_: &fs::Metadata) -> Self {
        Self(None)
    }
}

/// What a store stands on. Clones are the same one.
#[derive(Debug, Clone, Default)]
pub struct Footing(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    lock: Option<Mark>,
    /// `None`: it is being opened, or is no file.
    file: Option<(Mark, Fence)>,
    lost: Option<Astray>,
}

impl Footing {
    /// That of a store whose lock is `lock`.
    pub(super) fn on(lock: Mark) -> Self {
        let state = State { lock: Some(lock), ..State::default() };
        Self(Arc::new(Mutex::new(state)))
    }

    /// Whether all is where it was, or what became of it.
    pub fn look(&self) -> Result<(), Astray> {
        let mut state = self.state();
        let found = state.look();
        if let Err(astray) = &found
            && state.lost.is_none()
        {
            state.lost = Some(astray.clone());
        }
        found
    }

    /// What was found when it was last looked at, if it was astray.
    pub fn lost(&self) -> Option<Astray> {
        self.state().lost.clone()
    }

    /// The store's file is opened anew or replaced by the store itself: until [`Self::stand`] only the lock counts.
    pub(super) fn lift(&self) {
        self.state().file = None;
    }

    /// From now on the file is this one, written through `fence`.
    pub(super) fn stand(&self, mark: Option<Mark>, fence: &Fence) {
        self.state().file = mark.map(|mark| (mark, fence.clone()));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Order: a folder that was moved takes lock and file with it, and the file is what somebody misses.
    fn look(&self) -> Result<(), Astray> {
        if let Some(astray) = &self.lost {
            return Err(astray.clone());
        }
        if let Some((mark, fence)) = &self.file {
            mark.look()?;
            if !fence.begins_as_written() {
                return Err(Astray::Overwritten(mark.path.clone()));
            }
        }
        self.lock.as_ref().map_or(Ok(()), Mark::look)
    }
}
