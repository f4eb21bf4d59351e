//! Where a file that was named really is, and how it is written.
//!
//! Invariants: a regular file holds either what it held before or all that was written, never a part, and keeps its mode; a
//! new one only its owner may read. A link stays a link. What is no file (a pipe, a device) is written to and never
//! replaced.

use std::fs::{File, Metadata, OpenOptions, Permissions};
use std::io::{self, BufWriter, Write};
use std::os::fd::AsFd as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::exit::{Exit, Failure};

/// Links that are followed to what is not there yet: as many as the system follows.
const MOST_LINKS: usize = 40;

/// Something to be written to: nothing of it is in its place before [`Destination::finish`].
#[derive(Debug)]
pub(crate) struct Destination {
    named: PathBuf,
    writer: BufWriter<Writing>,
}

#[derive(Debug)]
enum Writing {
    /// A file beside the target that takes its place at the end.
    Beside { temporary: NamedTempFile, target: PathBuf, mode: Option<Permissions> },
    /// What can only be written to as it goes.
    Through(File),
}

impl Destination {
    /// What `named` leads to, opened.
    pub(crate) fn open(named: &Path) -> Result<Self, Failure> {
        let failed = |error| Failure::io(&format!("write `{}`", named.display()), &error);
        let writing = match std::fs::metadata(named) {
            Ok(found) if found.is_dir() => {
                let message = format!("`{}` is a folder", named.display());
                return Err(Failure::usage(message).hint("name a file in it"));
            }
            Ok(found) => match standard_output(&found) {
                // Renaming over the file that a shell opened for us would lose what others write to it.
                Some(output) => Writing::Through(output),
                None if found.is_file() => {
                    refuse_read_only(named, &found)?;
                    let target = std::fs::canonicalize(named).map_err(failed)?;
                    beside(target, Some(found.permissions())).map_err(failed)?
                }
                None => {
                    let opened = OpenOptions::new().write(true).open(named);
                    Writing::Through(opened.map_err(failed)?)
                }
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                beside(followed(named).map_err(failed)?, None).map_err(failed)?
            }
            Err(error) => return Err(failed(error)),
        };
        Ok(Self { named: named.to_owned(), writer: BufWriter::new(writing) })
    }

    /// The file that an interrupt would leave behind.
    pub(crate) fn temporary(&self) -> Option<PathBuf> {
        match self.writer.get_ref() {
            Writing::Beside { temporary, .. } => Some(temporary.path().to_owned()),
            Writing::Through(_) => None,
        }
    }

    /// Appends one line.
    pub(crate) fn line(&mut self, line: &str) -> Result<(), Failure> {
        let written = self.writer.write_all(line.as_bytes());
        written.and_then(|()| self.writer.write_all(b"\n")).map_err(|error| self.failed(&error))
    }

    /// Puts what was written in its place.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.writer.flush().map_err(|error| self.failed(&error))?;
        let Self { named, writer } = self;
        let failed = |error| Failure::io(&format!("write `{}`", named.display()), &error);
        match writer.into_inner().map_err(|error| failed(error.into_error()))? {
            Writing::Through(_) => Ok(()),
            Writing::Beside { temporary, target, mode } => {
                if let Some(mode) = mode {
                    temporary.as_file().set_permissions(mode).map_err(failed)?;
                }
                // Order: the bytes are durable before the name points to them; else a power cut could leave an empty file.
                temporary.as_file().sync_all().map_err(failed)?;
                temporary.persist(target).map_err(|error| failed(error.error))?;
                Ok(())
            }
        }
    }

    fn failed(&self, error: &io::Error) -> Failure {
        Failure::io(&format!("write `{}`", self.named.display()), error)
    }
}

impl Write for Writing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Beside { temporary, .. } => temporary.write(bytes),
            Self::Through(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Beside { temporary, .. } => temporary.flush(),
            Self::Through(file) => file.flush(),
        }
    }
}

/// A new file beside `target`, so that the rename stays within one file system; made with mode 0600.
fn beside(target: PathBuf, mode: Option<Permissions>) -> io::Result<Writing> {
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // The error of the crate would name a file that nobody asked for.
    let temporary = NamedTempFile::with_prefix_in(".consolidate-export-", folder)
        .map_err(|error| io::Error::new(error.kind(), explained(&error, folder)))?;
    Ok(Writing::Beside { temporary, target, mode })
}

fn explained(error: &io::Error, folder: &Path) -> String {
    let folder = folder.display();
    match error.kind() {
        io::ErrorKind::NotFound => format!("there is no folder `{folder}`"),
        kind => format!("no file can be made in the folder `{folder}` ({kind})"),
    }
}

/// A file that its mode protects is not replaced, although its folder would allow it, and also not for a superuser.
fn refuse_read_only(named: &Path, found: &Metadata) -> Result<(), Failure> {
    let refused = |why: &str| {
        let message = format!("`{}` {why}; nothing was written", named.display());
        Err(Failure::new(Exit::Refused, message)
            .hint("make it writable with `chmod u+w`, or name another file"))
    };
    if found.permissions().readonly() {
        return refused("is read-only");
    }
    match OpenOptions::new().write(true).open(named) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            refused("is not yours to write")
        }
        Err(error) => Err(Failure::io(&format!("write `{}`", named.display()), &error)),
        Ok(_) => Ok(()),
    }
}

/// Our standard output, if `found` is the file that it goes to.
fn standard_output(found: &Metadata) -> Option<File> {
    let output = File::from(io::stdout().as_fd().try_clone_to_owned().ok()?);
    let is = output.metadata().ok()?;
    ((is.dev(), is.ino()) == (found.dev(), found.ino())).then_some(output)
}

/// What the links from `named` lead to, where that is not there yet.
fn followed(named: &Path) -> io::Result<PathBuf> {
    let mut path = named.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = std::fs::read_link(&path) else { return Ok(path) };
        // A relative link starts from the folder that it is in; an absolute one replaces the whole path.
        path = path.parent().map_or(next.clone(), |folder| folder.join(&next));
    }
    Err(io::Error::other("too many links"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;
    use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};

    fn write(path: &Path) -> Result<(), Failure> {
        let mut destination = Destination::open(path)?;
        destination.line("one")?;
        destination.line("two")?;
        destination.finish()
    }

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    fn only(folder: &Path, names: &[&str]) {
        let mut found: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        found.sort();
        assert_eq!(found, names, "nothing is left beside the target");
    }

    #[test]
    fn a_new_file_is_its_owners_and_an_old_one_keeps_its_mode() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        write(&path).unwrap();
        assert_eq!(
            (std::fs::read_to_string(&path).unwrap().as_str(), mode(&path)),
            ("one\ntwo\n", 0o600)
        );
        std::fs::write(&path, "before, and much longer than what comes").unwrap();
        std::fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        write(&path).unwrap();
        assert_eq!(
            (std::fs::read_to_string(&path).unwrap().as_str(), mode(&path)),
            ("one\ntwo\n", 0o644)
        );
        only(folder.path(), &["out"]);
    }

    #[test]
    fn what_is_not_finished_leaves_the_file_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        std::fs::write(&path, "before").unwrap();
        let mut destination = Destination::open(&path).unwrap();
        destination.line("one").unwrap();
        drop(destination);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "before");
        only(folder.path(), &["out"]);
    }

    #[test]
    fn links_are_followed_also_to_what_is_not_there_yet() {
        let folder = tempfile::tempdir().unwrap();
        let under = folder.path().join("under");
        std::fs::create_dir(&under).unwrap();
        let (first, second) = (folder.path().join("first"), under.join("second"));
        symlink("under/second", &first).unwrap();
        symlink("target", &second).unwrap();
        for _ in 0..2 {
            write(&first).unwrap();
            assert_eq!(std::fs::read_to_string(under.join("target")).unwrap(), "one\ntwo\n");
        }
        assert!([&first, &second].iter().all(|link| link.is_symlink()));
        only(&under, &["second", "target"]);
        let round = folder.path().join("round");
        symlink("round", &round).unwrap();
        write(&round).unwrap_err();
        assert!(round.is_symlink());
    }

    #[test]
    fn a_pipe_is_written_to_and_stays_a_pipe() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || {
                let mut text = String::new();
                File::open(pipe).unwrap().read_to_string(&mut text).unwrap();
                text
            }
        });
        write(&pipe).unwrap();
        assert_eq!(reader.join().unwrap(), "one\ntwo\n");
        assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
        only(folder.path(), &["pipe"]);
    }

    #[test]
    fn a_read_only_file_and_a_folder_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        std::fs::write(&path, "before").unwrap();
        std::fs::set_permissions(&path, Permissions::from_mode(0o444)).unwrap();
        let failure = write(&path).unwrap_err();
        assert_eq!(failure.exit, Exit::Refused);
        assert!(failure.message.contains("read-only"), "{failure}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "before");
        assert_eq!(write(folder.path()).unwrap_err().exit, Exit::Usage);
        only(folder.path(), &["out"]);
    }
}
