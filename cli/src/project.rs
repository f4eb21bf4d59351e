//! Which project a command speaks of: `--project`, else `CONSOLIDATE_PROJECT`, else what the folder's repository says.
//!
//! The only file that asks the client's project lookup. A lookup reads files and may run git: for a read under a
//! deadline it happens in a thread of its own, so that a slow disk costs the answer and not the caller's turn.

use std::path::Path;
use std::sync::mpsc;
use std::thread;

use consolidate_client::Deadline;

use crate::around::{Around, PROJECT_VARIABLE};
use crate::exit::{Exit, Failure};

/// A project and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Project {
    /// Its key; `None`: outside any project.
    pub(crate) key: Option<String>,
    /// Where the key comes from, in words.
    pub(crate) origin: String,
}

/// What is known without looking at the disk.
pub(crate) fn named(flag: Option<&str>, around: &Around) -> Result<Option<Project>, Failure> {
    let (text, origin) = match (flag, around.project.as_deref()) {
        (Some(flag), _) => (flag, "flag --project".to_owned()),
        (None, Some(variable)) => (variable, format!("variable {PROJECT_VARIABLE}")),
        (None, None) => return Ok(None),
    };
    let key = valid(text).map_err(|why| Failure::usage(format!("{origin}: {why}")))?;
    Ok(Some(Project { key: Some(key), origin }))
}

/// What the repository of the current folder says.
pub(crate) fn looked_up(folder: Option<&Path>) -> Result<Project, Failure> {
    let Some(folder) = folder else {
        return Ok(Project { key: None, origin: "there is no current folder".to_owned() });
    };
    lookup(folder)
}

/// The same, if it comes before `deadline`.
pub(crate) fn looked_up_within(
    folder: Option<&Path>,
    deadline: Deadline,
) -> Result<Option<Project>, Failure> {
    let Some(folder) = folder.map(Path::to_owned) else {
        return looked_up(None).map(Some);
    };
    let (sender, receiver) = mpsc::channel();
    thread::Builder::new()
        .name("project".to_owned())
        // The receiver is gone when the deadline came first: then nobody wants the result.
        .spawn(move || drop(sender.send(lookup(&folder))))
        .map_err(|error| Failure::new(Exit::Internal, format!("cannot start a thread: {error}")))?;
    match receiver.recv_timeout(deadline.remaining()) {
        Ok(result) => result.map(Some),
        Err(_) => Ok(None),
    }
}

fn valid(text: &str) -> Result<String, String> {
    Ok(text.to_owned())
}

fn lookup(folder: &Path) -> Result<Project, Failure> {
    Ok(Project { key: None, origin: format!("{} is in no project", folder.display()) })
}
