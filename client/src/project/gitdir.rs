//! Finds the repository of a folder without git: walks up to `.git`, follows it for worktrees and submodules.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::ProjectError;
use crate::file::read_bounded;

/// A `.git` file or `commondir` file holds one path; anything longer is none.
const MAX_POINTER: u64 = 8 * 1024;

/// The folders of one repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Repository {
    /// The root of the work tree.
    pub(super) root: PathBuf,
    /// The folder of this work tree: `.git`, or `.git/worktrees/NAME`.
    pub(super) git_dir: PathBuf,
    /// The folder that all work trees share; holds `config`.
    pub(super) common_dir: PathBuf,
}

/// The repository that holds `dir`, or none outside any. A `.git` that is no repository is passed by, as git does.
pub(super) fn find(dir: &Path) -> Result<Option<Repository>, ProjectError> {
    let dir = fs::canonicalize(dir).map_err(|source| unreadable(dir, source))?;
    for root in dir.ancestors() {
        let dot_git = root.join(".git");
        let git_dir = match fs::metadata(&dot_git) {
            Ok(meta) if meta.is_dir() => Some(dot_git),
            Ok(meta) if meta.is_file() => pointed_to(&dot_git, "gitdir:")?,
            Ok(_) => None,
            Err(error) if absent(&error) => None,
            Err(source) => return Err(unreadable(&dot_git, source)),
        };
        // `HEAD` can be a link that dangles until the first commit, so its target does not matter.
        if let Some(git_dir) = git_dir.filter(|dir| fs::symlink_metadata(dir.join("HEAD")).is_ok())
        {
            let common = pointed_to(&git_dir.join("commondir"), "")?;
            let common_dir = common.unwrap_or_else(|| git_dir.clone());
            return Ok(Some(Repository { root: root.to_owned(), git_dir, common_dir }));
        }
    }
    Ok(None)
}

/// The folder that the file at `path` names behind `label`, relative to the file's own; none without such a file.
fn pointed_to(path: &Path, label: &str) -> Result<Option<PathBuf>, ProjectError> {
    let Some(text) = read(path, MAX_POINTER)? else { return Ok(None) };
    let target = text.strip_prefix(label).map(str::trim).filter(|target| !target.is_empty());
    let base = path.parent().unwrap_or(path);
    Ok(target.map(|target| base.join(target)))
}

/// The text of a regular file, or none if there is none.
pub(super) fn read(path: &Path, max: u64) -> Result<Option<String>, ProjectError> {
    match read_bounded(path, max) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if absent(&error) || error.kind() == io::ErrorKind::InvalidInput => Ok(None),
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            Err(ProjectError::TooLarge { path: path.to_owned(), max })
        }
        Err(source) => Err(unreadable(path, source)),
    }
}

fn absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn unreadable(path: &Path, source: io::Error) -> ProjectError {
    ProjectError::Unreadable { path: path.to_owned(), source }
}
