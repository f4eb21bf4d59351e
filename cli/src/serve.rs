//! The call that makes this process the daemon: the only file that knows how the daemon library is started.

use std::path::PathBuf;

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
    let _ = (places, clock_file, secrets);
    Err(Failure::new(Exit::Internal, "this build has no daemon"))
}
