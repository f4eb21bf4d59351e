//! Why the last start of the daemon failed, or why it ended by itself: one line in a file, so that whoever asks later sees the
//! true reason.
//!
//! Invariant: the file is absent once a start got as far as serving.

use std::fs;
use std::io;
use std::path::PathBuf;

use consolidate_shared::place::{Places, START_FAILURE};

/// How a reason begins that ended a daemon which had served.
pub(crate) const ENDED: &str = "the daemon ended: ";

fn file(places: &Places) -> PathBuf {
    places.log.join(START_FAILURE)
}

/// The reason, if the last start failed.
pub(crate) fn last(places: &Places) -> Option<String> {
    let text = fs::read_to_string(file(places)).ok()?;
    let line = text.lines().next()?.trim();
    (!line.is_empty()).then(|| line.chars().take(1000).collect())
}

/// Keeps `reason` for whoever asks. The folder must be there.
pub(crate) fn keep(places: &Places, reason: &str) -> io::Result<()> {
    fs::write(file(places), format!("{}\n", reason.replace('\n', " ")))
}

/// A start begins: what failed before is history.
pub(crate) fn forget(places: &Places) {
    // Absent is what we want; if it cannot be removed, the reason stays and is merely old.
    let _ = fs::remove_file(file(places));
}
