//! A scratch home with a daemon of its own: made, used and gone, whatever happens between.
//!
//! The daemon is our child in the foreground, so that Ctrl-C on the terminal ends it as well; dropping the home stops it
//! and then removes the folder. Order: the daemon ends first, else it would write into a folder that is going away.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use consolidate_client::{Deadline, surroundings};
use consolidate_shared::limits::START_TIME;
use consolidate_shared::place::{HOME_VARIABLE, Places, Surroundings};
use consolidate_shared::wire::v1::Request;
use tempfile::TempDir;

use crate::exit::{Exit, Failure};
use crate::link::{Link, STATUS_TIME};
use crate::start_failure;
use crate::wait;

/// How long a scratch daemon may take to end before it is killed: nothing of it is kept.
const STOP_TIME: Duration = Duration::from_secs(2);

/// A scratch home and its daemon.
pub(crate) struct Scratch {
    /// Where its store, socket and logs are.
    pub(crate) places: Places,
    daemon: Child,
    /// Removed when dropped: the last field, after the daemon.
    _home: TempDir,
}

impl Scratch {
    /// Makes a home and starts a daemon in it.
    pub(crate) fn new() -> Result<Self, Failure> {
        let home = tempfile::Builder::new()
            .prefix("consolidate-demo-")
            .tempdir()
            .map_err(|error| Failure::io("make a temporary folder", &error))?;
        let around =
            Surroundings { consolidate_home: Some(home.path().to_owned()), ..surroundings() };
        let places =
            Places::of(&around).map_err(|error| Failure::new(Exit::Internal, error.to_string()))?;
        // Nothing runs beside what is shown.
        std::fs::write(&places.config, "[schedule]\nenabled = false\n")
            .map_err(|error| Failure::io("write the scratch config", &error))?;
        let program = std::env::current_exe()
            .map_err(|error| Failure::io("find our own executable", &error))?;
        let daemon = Command::new(program)
            .args(["daemon", "run"])
            .env(HOME_VARIABLE, home.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| Failure::io("start a scratch daemon", &error))?;
        Ok(Self { places, daemon, _home: home })
    }

    /// Connects as soon as the daemon serves.
    pub(crate) fn link(&mut self) -> Result<Link, Failure> {
        let deadline = Deadline::after(START_TIME);
        loop {
            match Link::running(&self.places, deadline.remaining()) {
                Err(failure) if failure.exit == Exit::NoDaemon && !deadline.is_past() => {}
                other => return other,
            }
            if let Ok(Some(status)) = self.daemon.try_wait() {
                let reason = start_failure::last(&self.places)
                    .unwrap_or_else(|| format!("it ended with {status}"));
                let message = format!("the scratch daemon did not start: {reason}");
                return Err(Failure::new(Exit::Internal, message));
            }
            wait::pause(deadline);
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Ok(mut link) = Link::running(&self.places, STATUS_TIME) {
            // If it does not listen any more it is killed below.
            let _ = link.ask_within(&Request::Stop, STATUS_TIME);
        }
        if !wait::for_end(self.daemon.id(), Deadline::after(STOP_TIME)) {
            let _ = self.daemon.kill();
        }
        let _ = self.daemon.wait();
    }
}
