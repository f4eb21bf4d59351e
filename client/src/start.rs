//! Starting the daemon, for callers that may (never recall, brief, read, status or a hook).
//!
//! Anyone may spawn: the daemon's lock decides who becomes it, so there is no start lock here that a crash could leave
//! behind. Losers exit with [`HELD`]; whoever spawned them goes on connecting. One deadline covers all of it, every wait
//! has a pause, and a start that fails says its reason at once.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;
use std::{env, fs, thread};

use consolidate_shared::limits::START_TIME;
use consolidate_shared::place::{LOG, Places, START_FAILURE};
use consolidate_shared::wire::v1::Request;
use thiserror::Error;

use crate::blocking::Client;
use crate::connect::{CallError, ConnectError};
use crate::deadline::{Deadline, pause};

/// The executable's name, as installed.
const PROGRAM: &str = "consolidate";
/// The environment variable that names another executable.
pub const BIN_VARIABLE: &str = "CONSOLIDATE_BIN";
/// The exit code of a daemon that found the store held by another one.
pub const HELD: i32 = 6;
/// The first wait between two tries to connect; it doubles up to the longest. A warm daemon serves within 10 ms.
const FIRST_PAUSE: Duration = Duration::from_millis(2);
/// The longest wait between two tries to connect.
const LONGEST_PAUSE: Duration = Duration::from_millis(50);
/// How long the holder of the lock may be silent before another start is tried: it may have been about to end.
const HELD_PATIENCE: Duration = Duration::from_millis(500);

/// How to start.
#[derive(Debug, Clone)]
pub struct StartOptions {
    /// The executable; `None`: `CONSOLIDATE_BIN`, else the running one if it is `consolidate`, else from PATH.
    pub executable: Option<PathBuf>,
    /// Environment variables for the daemon besides our own.
    pub environment: Vec<(OsString, OsString)>,
    /// What spawning and connecting may take together.
    pub time: Duration,
}

impl Default for StartOptions {
    fn default() -> Self {
        Self { executable: None, environment: Vec::new(), time: START_TIME }
    }
}

/// Why no daemon serves.
#[derive(Debug, Error)]
pub enum StartError {
    /// There is something at the socket, or a sandbox before it, that starting would not mend.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// No executable.
    #[error(
        "no executable `{PROGRAM}` was found; put it on PATH or set {BIN_VARIABLE} to its absolute path"
    )]
    NoExecutable,
    /// The executable cannot be run.
    #[error("failed to run {}: {source}; set {BIN_VARIABLE} to a working one", executable.display())]
    Spawn {
        /// The executable.
        executable: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The daemon ended instead of serving.
    #[error("the daemon did not start: {reason}")]
    Failed {
        /// Its own reason, in one line.
        reason: String,
    },
    /// No daemon answered in time; one may still be starting.
    #[error("no daemon answered within {} s; see {}", time.as_secs_f32(), log.display())]
    Deadline {
        /// What was allowed.
        time: Duration,
        /// Where it logs.
        log: PathBuf,
    },
}

/// A connection to the daemon of `places`, which is started if none serves.
pub fn ensure_daemon(places: &Places, options: &StartOptions) -> Result<Client, StartError> {
    let deadline = Deadline::after(options.time);
    let late = || StartError::Deadline { time: options.time, log: places.log.join(LOG) };
    if let Some(client) = try_connect(places, deadline)? {
        return Ok(client);
    }
    if deadline.is_past() {
        return Err(late());
    }
    let executable = match &options.executable {
        Some(path) => path.clone(),
        None => find_executable().ok_or(StartError::NoExecutable)?,
    };
    let mut starter = Starter { executable, options, child: None, spawn_after: deadline };
    starter.spawn()?;
    let mut wait = FIRST_PAUSE;
    while !deadline.is_past() {
        pause(wait, deadline);
        wait = (wait * 2).min(LONGEST_PAUSE);
        if let Some(client) = try_connect(places, deadline)? {
            return Ok(client);
        }
        starter.look_after_child(places)?;
    }
    Err(late())
}

/// `None` when nobody listens or the time is over. The endpoint is asked each time: the daemon that starts writes it.
///
/// A connection counts only once it has answered: while a killed daemon is being taken down, its socket still takes
/// connections and then drops them.
fn try_connect(places: &Places, deadline: Deadline) -> Result<Option<Client>, StartError> {
    let connect = || match Client::connect_at(places, deadline) {
        Ok(client) => Ok(Some(client)),
        Err(ConnectError::NoDaemon { .. } | ConnectError::Deadline { .. }) => Ok(None),
        Err(other) => Err(StartError::from(other)),
    };
    let Some(mut client) = connect()? else { return Ok(None) };
    match client.call(&Request::Status, deadline) {
        Ok(_) => Ok(Some(client)),
        Err(CallError::Closed { .. } | CallError::Deadline { .. }) => Ok(None),
        // It lives and we do not understand each other: the caller's own request will say why.
        Err(_) => connect(),
    }
}

/// The process that may become the daemon.
struct Starter<'a> {
    executable: PathBuf,
    options: &'a StartOptions,
    child: Option<Child>,
    /// Not before this instant is another one spawned.
    spawn_after: Deadline,
}

impl Starter<'_> {
    fn spawn(&mut self) -> Result<(), StartError> {
        let child = Command::new(&self.executable)
            .args(["daemon", "run", "--detach"])
            .envs(self.options.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|source| StartError::Spawn { executable: self.executable.clone(), source })?;
        self.child = Some(child);
        self.spawn_after = Deadline::after(HELD_PATIENCE);
        Ok(())
    }

    /// Reaps a child that ended: a loser of the lock is no failure, and is followed by another start once the holder
    /// has been silent for long; any other failure is final.
    fn look_after_child(&mut self, places: &Places) -> Result<(), StartError> {
        let ended = match &mut self.child {
            Some(child) => child.try_wait().ok().flatten(),
            None if self.spawn_after.is_past() => return self.spawn(),
            None => None,
        };
        match ended {
            None => Ok(()),
            Some(status) if status.success() || status.code() == Some(HELD) => {
                self.child = None;
                Ok(())
            }
            Some(status) => Err(StartError::Failed { reason: reason_of(places, status) }),
        }
    }
}

impl Drop for Starter<'_> {
    /// A daemon that outlives this call and ends before our process does must not stay a zombie: a thread waits for it.
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            // Without a thread to spare the zombie stays until we end; nothing else depends on it.
            let _ = thread::Builder::new()
                .name("consolidate-reaper".to_owned())
                .stack_size(64 * 1024)
                .spawn(move || child.wait());
        }
    }
}

/// The first line of what the daemon wrote about its failure, else how it ended.
fn reason_of(places: &Places, status: ExitStatus) -> String {
    let written = fs::read_to_string(places.log.join(START_FAILURE)).unwrap_or_default();
    match written.lines().next().map(str::trim) {
        Some(line) if !line.is_empty() && status.code().is_some() => line.to_owned(),
        _ => format!(
            "it ended with {status}; see {}, or run `{PROGRAM} daemon run` to be told why",
            places.log.join(LOG).display()
        ),
    }
}

fn find_executable() -> Option<PathBuf> {
    if let Some(named) = env::var_os(BIN_VARIABLE).filter(|value| !value.is_empty()) {
        return Some(named.into());
    }
    let running = env::current_exe().ok().map(without_deleted_mark);
    if let Some(running) = running
        && running.file_name().is_some_and(|name| name == PROGRAM)
    {
        return Some(running);
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(PROGRAM)).find(|file| is_executable(file))
}

/// Linux marks the path of a running executable that was replaced; the new one is at the path without the mark.
fn without_deleted_mark(path: PathBuf) -> PathBuf {
    match path.to_str().and_then(|text| text.strip_suffix(" (deleted)")) {
        Some(replaced) if !path.exists() => PathBuf::from(replaced),
        _ => path,
    }
}

fn is_executable(file: &Path) -> bool {
    file.is_file() && rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok()
}

#[cfg(test)]
mod tests;
