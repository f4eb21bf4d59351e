//! From a child of somebody's shell to a daemon: own session, root folder, private files, output into the log.
//!
//! The child does this itself, so that whoever spawns it (the command line, a client in any language) needs only to
//! spawn it. Order: the log is opened before the folder changes, so that every later word has a place.

use std::env;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use consolidate_shared::place::{LOG, Places};
use rustix::fs::Mode;
use rustix::io::Errno;
use rustix::process::{getpgrp, getpid, setsid, umask};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};

use crate::exit::Failure;

/// Nothing that the daemon makes is for others.
pub(crate) fn keep_private() {
    umask(Mode::RWXG | Mode::RWXO);
}

/// Makes the folder of the logs, for nobody else.
pub(crate) fn make_log_folder(places: &Places) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(&places.log)
}

/// Leaves session, folder and standard streams of whoever spawned us. Answer: why nothing is logged, if so; reads are worth
/// more than a log.
pub(crate) fn detach(places: &Places) -> Result<Option<String>, Failure> {
    let file = places.log.join(LOG);
    let null = || {
        let mut options = OpenOptions::new();
        options.read(true).write(true).open("/dev/null")
    };
    let null = null().map_err(|error| Failure::io("open /dev/null", &error))?;
    let (log, unlogged) = match make_log_folder(places).and_then(|()| log_file(&file)) {
        Ok(log) => (log, None),
        Err(error) => {
            let spare = null.try_clone();
            let spare = spare.map_err(|error| Failure::io("open /dev/null", &error))?;
            let why = format!("nothing is logged: {} cannot be written ({error})", file.display());
            (spare, Some(why))
        }
    };
    own_session()
        .and_then(|()| dup2_stdin(&null))
        .and_then(|()| dup2_stdout(&log))
        .and_then(|()| dup2_stderr(&log))
        .map_err(|errno| Failure::io("leave the terminal", &errno.into()))?;
    env::set_current_dir("/").map_err(|error| Failure::io("change to /", &error))?;
    Ok(unlogged)
}

/// What the allocator is told: to give back to the system what is freed, at once and also where the thread that had it is gone,
/// and to ask for no pages of two megabytes. As it comes it keeps hundreds of megabytes of what a large plan or an import has
/// freed, until the thread that freed them frees again. It reads the environment before `main`, and is told in no other way
/// without unsafe code.
const ALLOCATOR: [(&str, &str); 3] = [
    ("MIMALLOC_PURGE_DELAY", "0"),
    ("MIMALLOC_ABANDONED_PAGE_PURGE", "1"),
    ("MIMALLOC_ALLOW_THP", "0"),
];

/// Becomes the same program anew: with what the allocator is told and, where `detached`, without what whoever spawned us has open
/// above the standard streams, since a caller may wait for the end of a pipe, and a daemon lives on. Returns where nothing is to
/// be done, or where the system refuses.
pub(crate) fn renew(detached: bool) {
    const FIRST: i32 = 3;
    // Our own files are closed by an exec anyway; what is open here was inherited.
    let holds = detached && close_fds::iter_open_fds(FIRST).next().is_some();
    // Whoever has said something else means it.
    let untold = ALLOCATOR.into_iter().filter(|(name, _)| env::var_os(name).is_none());
    let untold: Vec<_> = untold.collect();
    if !holds && untold.is_empty() {
        return;
    }
    if holds {
        close_fds::set_fds_cloexec(FIRST, &[]);
    }
    let refused = env::current_exe().map_or_else(
        |error| error,
        |program| {
            let mut anew = Command::new(program);
            anew.args(env::args_os().skip(1)).arg("--renewed").envs(untold).exec()
        },
    );
    if holds {
        crate::out::warn(&format!("the caller's files stay open: {refused}"));
    }
}

/// The leader of a process group cannot leave its session; it is one only when a shell or a service manager made it
/// so, and those gave it what it needs.
fn own_session() -> Result<(), Errno> {
    match setsid() {
        Err(Errno::PERM) if getpgrp() == getpid() => Ok(()),
        other => other.map(drop),
    }
}

/// The log, which takes a line: on a full disk it can be opened and not written.
fn log_file(path: &Path) -> io::Result<File> {
    let mut log = OpenOptions::new().create(true).append(true).mode(0o600).open(path)?;
    writeln!(log, "process {}, consolidate {}", std::process::id(), crate::skew::VERSION)?;
    Ok(log)
}

/// `path` as it is from any folder.
pub(crate) fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path)
        .map_err(|error| Failure::io(&format!("find `{}`", path.display()), &error))
}
