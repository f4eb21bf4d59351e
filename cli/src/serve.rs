//! The call that makes this process the daemon: the only file that knows how the daemon library is started.

use std::path::PathBuf;

use consolidate_daemon::gate::Mode;
use consolidate_daemon::lifecycle::{self, ServeError, ServeOptions};
use consolidate_daemon::store::{LockError, OpenError};
use consolidate_shared::place::Places;

use crate::config::Secrets;
use crate::exit::{Exit, Failure};

/// What the daemon is started with.
#[derive(Debug, Clone)]
pub(crate) struct Serve {
    /// Where store, socket and logs are.
    pub(crate) places: Places,
    /// The file that tells the time, in tests.
    pub(crate) clock_file: Option<PathBuf>,
    /// What becomes of secrets in writes.
    pub(crate) secrets: Secrets,
}

/// Serves until somebody stops it.
pub(crate) fn serve(options: Serve) -> Result<(), Failure> {
    let Serve { places, clock_file, secrets } = options;
    let secrets = match secrets {
        Secrets::Redact => Mode::Redact,
        Secrets::Refuse => Mode::Refuse,
    };
    lifecycle::serve(&ServeOptions { places, clock_file, secrets }).map_err(|error| failure(&error))
}

fn failure(error: &ServeError) -> Failure {
    let exit = match error {
        ServeError::Lock(LockError::Held { .. }) | ServeError::Open(OpenError::InUse(_)) => {
            Exit::Locked
        }
        _ => Exit::Internal,
    };
    let failure = Failure::new(exit, error.to_string());
    match exit {
        Exit::Locked => failure.hint("it is used as it is; `consolidate daemon stop` ends it (one whose lock file is gone ends by itself)"),
        _ => failure,
    }
}
