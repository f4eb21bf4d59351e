//! Which project a folder belongs to.
//!
//! The key of a project is its git remote, normalised ([`normalise_remote`]), so that sub-folders, clones and
//! worktrees are one project and a rename of a folder changes nothing. It is never a path. Rules where git leaves
//! a choice:
//! - `origin` decides; without it, the only remote there is; else the one that the branches follow. Of several addresses of a
//!   remote, the one that git fetches from: the first.
//! - A remote that names its host is taken as written, so that a rewriting to a mirror on one machine does not
//!   split a project; `insteadOf` is applied to short forms (`gh:team/app`), which mean nothing without it.
//! - `GIT_DIR` and its kin are ignored: left over from a hook they would file one project's memories under another.
//! - A repository whose root is the home folder (dotfiles) is the project of nothing.
//! - Where no remote names it, a file [`FILE`] does that is in the folder or above it, in the same repository: it is text that
//!   the repository carries, so that it comes behind what only this machine says.
//!
//! Nothing here may delay an agent: files are read by hand, git is started only where configuration files include
//! others, and all of it ends at the budget of the caller with an error value. It never panics and never writes.
//!
//! Not here, and [`Found::is_nameless`] for now: the root commit of a repository without remotes. To find it costs its whole
//! history, a shallow clone has another, and what was noted under it would be lost from sight with the first remote.

mod config;
mod found;
mod git;
mod gitdir;

#[cfg(test)]
mod tests;

use std::{
    ffi::OsString,
    io,
    path::{Path, PathBuf},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

use consolidate_shared::limits::CONFIG_BYTES;
use consolidate_shared::project::self_contained;
use toml::de::DeTable;

use config::{Config, Remote};
pub use consolidate_shared::project::{
    CASELESS_HOSTS, InvalidProject, MAX_PROJECT, normalise_remote, validate_project,
};
pub use found::{By, Found};
use git::Running;
use gitdir::Repository;

/// The file that names the project of a folder that no remote names: `project = "NAME"`.
pub const FILE: &str = ".consolidate.toml";

/// Why the project of a folder could not be told.
#[derive(Debug, thiserror::Error)]
pub enum ProjectError {
    /// A folder or file is there and cannot be read.
    #[error("cannot read {}; give the project with --project", path.display())]
    Unreadable {
        /// What could not be read.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// A file is longer than any honest one of its kind.
    #[error("{} is larger than {max} bytes; give the project with --project", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The limit in bytes.
        max: u64,
    },
    /// The file system or git took longer than the budget.
    #[error("the project was not found within {budget:?}; give it with --project")]
    TooSlow {
        /// How long it was waited for.
        budget: Duration,
    },
    /// No thread could be started.
    #[error("cannot start a thread to find the project; give it with --project")]
    NoThread(#[source] io::Error),
}

/// The project of `dir`, and what names it. Ends after `budget` at the latest. `env` gives environment
/// variables: `HOME`, `XDG_CONFIG_HOME`, `GIT_CONFIG_GLOBAL`, `GIT_CONFIG_SYSTEM`, `GIT_CONFIG_NOSYSTEM`.
pub fn project_of(
    dir: &Path,
    env: &dyn Fn(&str) -> Option<OsString>,
    budget: Duration,
) -> Result<Found, ProjectError> {
    let place = Place { dir: dir.to_owned(), home: path(env, "HOME"), global: global_files(env) };
    let git = Running::default();
    let asked = git.clone();
    let (answer, waiting) = mpsc::sync_channel(1);
    // A thread, because a file system that hangs cannot be interrupted: then it is left behind. It holds nothing
    // that anybody waits for, and a late answer finds no listener.
    let reader = thread::Builder::new().name("project".to_owned());
    reader
        .spawn(move || drop(answer.send(key_of(&place, &asked))))
        .map_err(ProjectError::NoThread)?;
    match waiting.recv_timeout(budget) {
        Ok(result) => result,
        Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
            git.kill();
            Err(ProjectError::TooSlow { budget })
        }
    }
}

/// Where to look, taken from the environment before the thread starts.
struct Place {
    dir: PathBuf,
    home: Option<PathBuf>,
    global: Vec<PathBuf>,
}

fn path(env: &dyn Fn(&str) -> Option<OsString>, name: &str) -> Option<PathBuf> {
    env(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// The configuration files of the machine and of the user, in the order in which git reads them.
fn global_files(env: &dyn Fn(&str) -> Option<OsString>) -> Vec<PathBuf> {
    let home = path(env, "HOME");
    let mut files = Vec::new();
    if env("GIT_CONFIG_NOSYSTEM").is_none() {
        let system = path(env, "GIT_CONFIG_SYSTEM");
        files.push(system.unwrap_or_else(|| PathBuf::from("/etc/gitconfig")));
    }
    if let Some(only) = path(env, "GIT_CONFIG_GLOBAL") {
        files.push(only);
        return files;
    }
    let xdg = path(env, "XDG_CONFIG_HOME").or_else(|| Some(home.as_ref()?.join(".config")));
    files.extend(xdg.map(|config| config.join("git/config")));
    files.extend(home.map(|home| home.join(".gitconfig")));
    files
}

fn key_of(place: &Place, git: &Running) -> Result<Found, ProjectError> {
    let home = place.home.as_ref().and_then(|home| home.canonicalize().ok());
    let Some(repository) = gitdir::find(&place.dir)? else {
        return in_file(place, home.as_deref(), None, By::NoRepository);
    };
    if home.as_ref().is_some_and(|home| *home == repository.root) {
        return in_file(place, home.as_deref(), None, By::Home);
    }
    let found = of_remote(place, &repository, git)?;
    match found {
        Found { key: Some(_), .. } => Ok(found),
        Found { by, .. } => in_file(place, home.as_deref(), Some(&repository.root), by),
    }
}

/// What the remotes of the repository say.
fn of_remote(place: &Place, repository: &Repository, git: &Running) -> Result<Found, ProjectError> {
    let mut config = local_config(repository)?;
    if config.has_includes() {
        // Without git, what the file itself says is still the best answer.
        config = git.config(&repository.git_dir).unwrap_or(config);
    }
    let (name, url, by) = match config.remote() {
        Remote::Main(name, url) => (name, url, By::Remote(name.to_owned())),
        Remote::Followed(name, url) => (name, url, By::Followed(name.to_owned())),
        Remote::Several(names) => return Ok(Found::none(By::Several(names))),
        Remote::None => return Ok(Found::none(By::NoRemote)),
    };
    let key = if self_contained(url) {
        key_within_bounds(url)
    } else {
        let mut all = read_config(&place.global)?;
        all.extend(config.clone());
        if all.has_includes() {
            all = git.config(&repository.git_dir).unwrap_or(all);
        }
        key_within_bounds(&all.rewritten(url))
    };
    Ok(match key {
        Some(key) => Found::key(key, by),
        None => Found::none(By::NoAddress(name.to_owned())),
    })
}

/// What the nearest [`FILE`] says, from the folder up to `root`, and never that of the home folder; else nothing, by `why`.
fn in_file(
    place: &Place,
    home: Option<&Path>,
    root: Option<&Path>,
    why: By,
) -> Result<Found, ProjectError> {
    let dir = place.dir.canonicalize();
    let dir = dir.map_err(|source| ProjectError::Unreadable { path: place.dir.clone(), source })?;
    for folder in dir.ancestors().take_while(|folder| Some(*folder) != home) {
        let path = folder.join(FILE);
        let text = gitdir::read(&path, CONFIG_BYTES)?;
        // A folder or a pipe of that name says nothing, and what stands above it was not meant.
        if text.is_some() || path.symlink_metadata().is_ok() {
            return Ok(match text.and_then(|text| named(&text)) {
                Some(key) => Found::key(key, By::File(path)),
                None => Found::none(By::BadFile(path)),
            });
        }
        if Some(folder) == root {
            break;
        }
    }
    Ok(Found::none(why))
}

/// The project that the text of a [`FILE`] names.
fn named(text: &str) -> Option<String> {
    let table = DeTable::parse(text).ok()?;
    validate_project(table.get_ref().get("project")?.get_ref().as_str()?).ok()
}

fn key_within_bounds(url: &str) -> Option<String> {
    normalise_remote(url).filter(|key| key.len() <= MAX_PROJECT)
}

fn local_config(repository: &Repository) -> Result<Config, ProjectError> {
    let mut config = read_config(&[repository.common_dir.join("config")])?;
    let per_tree = config.last("extensions", "worktreeconfig");
    if per_tree.is_some_and(|value| ["true", "yes", "on", "1"].contains(&value)) {
        config.extend(read_config(&[repository.git_dir.join("config.worktree")])?);
    }
    Ok(config)
}

/// The settings of `files`, the later ones winning; files that are not there are left out.
fn read_config(files: &[PathBuf]) -> Result<Config, ProjectError> {
    let mut all = Config::default();
    for file in files {
        if let Some(text) = gitdir::read(file, CONFIG_BYTES)? {
            all.extend(Config::parse(&text));
        }
    }
    Ok(all)
}
