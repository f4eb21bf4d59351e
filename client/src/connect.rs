//! What the two drivers have in common: where to connect, whom to trust, and what can go wrong.

use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use consolidate_shared::limits::SOCKET_PATH_BYTES;
use consolidate_shared::place::Places;
use consolidate_shared::wire::frame::FrameError;
use interprocess::local_socket::PeerCreds;
use rustix::io::Errno;
use thiserror::Error;

use crate::exchange::ExchangeError;
use crate::surroundings::{endpoint, own_uid};

/// The pause before connecting again to a daemon whose backlog is full: a tenth of the shortest usual budget.
pub(crate) const BUSY_PAUSE: std::time::Duration = std::time::Duration::from_millis(1);
/// Bytes that one read takes at most: an ordinary answer comes in one.
pub(crate) const READ_BYTES: usize = 16 * 1024;

/// Where the daemon is.
#[derive(Debug, Clone, Copy)]
pub enum At<'a> {
    /// Of these places: the endpoint file is asked for the socket.
    Places(&'a Places),
    /// At this socket.
    Socket(&'a Path),
}

impl At<'_> {
    /// Where the daemon may listen, the likeliest first: one that could not make its socket at its usual place listens at the
    /// spare one, and may be unable to say so in the endpoint file.
    pub fn sockets(self) -> Vec<PathBuf> {
        let mut sockets = vec![self.socket()];
        if let Self::Places(places) = self {
            for another in [&places.socket, &places.spare_socket] {
                if !sockets.contains(another) {
                    sockets.push(another.clone());
                }
            }
        }
        sockets
    }

    /// The path of the socket.
    pub fn socket(self) -> PathBuf {
        match self {
            Self::Places(places) => endpoint(places),
            Self::Socket(path) => path.to_owned(),
        }
    }
}

impl<'a> From<&'a Places> for At<'a> {
    fn from(places: &'a Places) -> Self {
        Self::Places(places)
    }
}

impl<'a> From<&'a Path> for At<'a> {
    fn from(path: &'a Path) -> Self {
        Self::Socket(path)
    }
}

/// In which step of a call the deadline came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Before there was a connection.
    Connect,
    /// Before the request was wholly sent.
    Write,
    /// Before the answer was wholly there.
    Read,
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Connect => "connecting",
            Self::Write => "sending the request",
            Self::Read => "waiting for the answer",
        })
    }
}

/// Why there is no connection.
#[derive(Debug, Error)]
pub enum ConnectError {
    /// Nobody listens: the socket is absent, or a daemon that is gone left it behind.
    #[error(
        "no daemon listens at {}; start it with `consolidate daemon start`", socket.display()
    )]
    NoDaemon {
        /// The socket.
        socket: PathBuf,
    },
    /// A sandbox or file permissions forbid it; starting a daemon would not help.
    #[error(
        "connecting to {} is not permitted ({source}); allow this socket in the sandbox, or mend the permissions of its folder",
        socket.display()
    )]
    Blocked {
        /// The socket.
        socket: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Whoever listens there is another user: nothing was sent.
    #[error(
        "the socket {} belongs to another user (number {}); set CONSOLIDATE_HOME to a folder of your own",
        socket.display(), uid.map_or_else(|| "unknown".to_owned(), |uid| uid.to_string())
    )]
    Foreign {
        /// The socket.
        socket: PathBuf,
        /// The listener's user, if the system told.
        uid: Option<u32>,
    },
    /// The path does not fit a socket address.
    #[error(
        "the socket path {} has {} bytes and fewer than {SOCKET_PATH_BYTES} are allowed; set CONSOLIDATE_HOME to a shorter folder",
        socket.display(), socket.as_os_str().len()
    )]
    PathTooLong {
        /// The socket.
        socket: PathBuf,
    },
    /// The deadline came first.
    #[error("the daemon at {} took no connection in time", socket.display())]
    Deadline {
        /// The socket.
        socket: PathBuf,
    },
    /// Something else that the system said.
    #[error("failed to connect to {}: {source}", socket.display())]
    Io {
        /// The socket.
        socket: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl ConnectError {
    pub(crate) fn of(socket: &Path, source: io::Error) -> Self {
        let socket = socket.to_owned();
        // A service manager's or a container's filter takes the whole address family away instead of forbidding it.
        let filtered = [Errno::AFNOSUPPORT, Errno::NOSYS].map(|errno| Some(errno.raw_os_error()));
        if filtered.contains(&source.raw_os_error()) {
            return Self::Blocked { socket, source };
        }
        match source.kind() {
            // NotADirectory: a file lies where the socket's folder should be, so nobody can listen there.
            io::ErrorKind::NotFound
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::NotADirectory => Self::NoDaemon { socket },
            io::ErrorKind::PermissionDenied => Self::Blocked { socket, source },
            io::ErrorKind::TimedOut => Self::Deadline { socket },
            _ if socket.as_os_str().len() >= SOCKET_PATH_BYTES => Self::PathTooLong { socket },
            _ => Self::Io { socket, source },
        }
    }
}

/// Why a call has no answer.
#[derive(Debug, Error)]
pub enum CallError {
    /// The deadline came first. The connection is used up: its late answer must never be taken for the next one's.
    #[error("the deadline came while {step}; try again, or allow more time")]
    Deadline {
        /// What the call was doing.
        step: Step,
    },
    /// The daemon ended the connection. With `begun` a part of the answer had come.
    #[error("the daemon closed the connection; try again, and see `consolidate status`")]
    Closed {
        /// Whether a part of the answer had come.
        begun: bool,
    },
    /// An earlier call on this connection missed its deadline or broke.
    #[error("this connection is used up; connect again")]
    UsedUp,
    /// The bytes are no answer, or the request does not fit.
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
    /// Something that the system said.
    #[error("failed while {step}: {source}")]
    Io {
        /// What the call was doing.
        step: Step,
        /// What the system said.
        source: io::Error,
    },
}

impl CallError {
    pub(crate) fn io(step: Step, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::BrokenPipe
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::UnexpectedEof => Self::Closed { begun: false },
            _ => Self::Io { step, source },
        }
    }

    /// The version that the daemon speaks, if that is what is wrong.
    pub fn other_version(&self) -> Option<u8> {
        match self {
            Self::Exchange(ExchangeError::Answer(FrameError::Protocol { theirs })) => Some(*theirs),
            _ => None,
        }
    }
}

/// What a stream that claims to be connected is.
pub(crate) enum Reached {
    /// The daemon of our user.
    Ours,
    /// The listener's backlog is full and nothing is connected.
    Busy,
}

/// Judges the other end: `creds` are its credentials, `peer` whether the stream has an other end.
///
/// A Unix socket that does not block fails at once (EAGAIN) when the listener's backlog is full, and the connecting
/// library takes that for a connection in progress; only the missing peer tells.
pub(crate) fn judge(
    socket: &Path,
    peer: io::Result<()>,
    creds: io::Result<PeerCreds>,
) -> Result<Reached, ConnectError> {
    match peer {
        Err(error) if error.raw_os_error() == Some(Errno::NOTCONN.raw_os_error()) => {
            return Ok(Reached::Busy);
        }
        Err(source) => return Err(ConnectError::of(socket, source)),
        Ok(()) => {}
    }
    let uid = match creds.map(|creds| creds.euid()) {
        Ok(uid) => uid,
        // A daemon outside our process namespace (we are in a sandbox) has no number here, and the library takes that
        // for a reset; then the file's owner speaks for it.
        Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {
            socket.symlink_metadata().ok().map(|found| found.uid())
        }
        Err(source) => return Err(ConnectError::of(socket, source)),
    };
    if uid == Some(own_uid()) {
        Ok(Reached::Ours)
    } else {
        Err(ConnectError::Foreign { socket: socket.to_owned(), uid })
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixListener;
    use std::time::Duration;

    use consolidate_shared::place::Surroundings;

    use super::*;
    use crate::blocking::Client;
    use crate::deadline::Deadline;

    fn said(errno: Errno) -> String {
        let error = io::Error::from(errno);
        ConnectError::of(Path::new("/run/x/daemon.sock"), error).to_string()
    }

    #[test]
    fn each_failure_says_what_to_do() {
        for gone in [Errno::NOENT, Errno::CONNREFUSED, Errno::NOTDIR] {
            assert!(said(gone).contains("consolidate daemon start"), "{gone}");
        }
        for blocked in [Errno::PERM, Errno::ACCESS, Errno::AFNOSUPPORT] {
            let text = said(blocked);
            assert!(text.contains("sandbox") && text.contains("/run/x/daemon.sock"), "{text}");
        }
    }

    #[test]
    fn a_path_that_is_too_long_is_named_with_its_length_and_the_limit() {
        let socket = format!("/{}", "é".repeat(60));
        let error = io::Error::from(io::ErrorKind::InvalidInput);
        let text = ConnectError::of(Path::new(&socket), error).to_string();
        assert!(text.contains("121 bytes") && text.contains("100"), "{text}");
    }

    #[test]
    fn a_daemon_at_the_spare_socket_is_found_and_the_usual_one_comes_first() {
        let home = tempfile::tempdir().unwrap();
        let around = Surroundings {
            consolidate_home: Some(home.path().join("home")),
            temporary: home.path().to_owned(),
            ..Surroundings::default()
        };
        let places = Places::of(&around).unwrap();
        let soon = || Deadline::after(Duration::from_secs(5));
        let socket = |error| match error {
            ConnectError::NoDaemon { socket } => socket,
            other => panic!("{other}"),
        };
        assert_eq!(socket(Client::connect_at(&places, soon()).unwrap_err()), places.socket);
        // What an endpoint file leads to is dead.
        std::fs::create_dir_all(&places.store).unwrap();
        std::fs::write(places.store.join("endpoint"), "/nowhere/daemon.sock\n").unwrap();
        let listen = |path: &Path| {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            UnixListener::bind(path).unwrap()
        };
        let spare = listen(&places.spare_socket);
        spare.set_nonblocking(true).unwrap();
        Client::connect_at(&places, soon()).unwrap();
        spare.accept().unwrap();
        let _usual = listen(&places.socket);
        Client::connect_at(&places, soon()).unwrap();
        assert_eq!(spare.accept().unwrap_err().kind(), io::ErrorKind::WouldBlock);
    }
}
