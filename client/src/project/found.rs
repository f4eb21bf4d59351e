//! What a folder's project came to, and by what: so that a person who expects another one sees why.

use std::fmt;
use std::path::PathBuf;

/// The project of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its key; `None`: nothing names one.
    pub key: Option<String>,
    /// What names it, or why nothing does.
    pub by: By,
}

/// What names a folder's project, or why nothing does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// The remote of this name: `origin`, or the only one.
    Remote(String),
    /// The one of several remotes that the branches follow.
    Followed(String),
    /// A [`super::FILE`].
    File(PathBuf),
    /// The folder is in no repository.
    NoRepository,
    /// The repository is the home folder itself (dotfiles), which is the project of nothing.
    Home,
    /// The repository has no remote.
    NoRemote,
    /// It has several remotes, none is called `origin`, and its branches do not follow one.
    Several(Vec<String>),
    /// The remote of this name is a folder, or an address that names no repository on a host.
    NoAddress(String),
    /// A [`super::FILE`] is there and does not say which project.
    BadFile(PathBuf),
}

impl Found {
    pub(super) fn key(key: String, by: By) -> Self {
        Self { key: Some(key), by }
    }

    pub(super) fn none(by: By) -> Self {
        Self { key: None, by }
    }

    /// Whether the folder is of some project that nothing names: what is noted there must not count as said of every
    /// project.
    pub fn is_nameless(&self) -> bool {
        self.key.is_none() && !matches!(self.by, By::NoRepository | By::Home)
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Remote(name) => write!(f, "git remote `{}`", name.escape_debug()),
            Self::Followed(name) => {
                write!(f, "git remote `{}`, which the branches follow", name.escape_debug())
            }
            Self::File(path) => write!(f, "file {}", path.display()),
            Self::NoRepository => f.write_str("in no git repository"),
            Self::Home => f.write_str("the repository is the home folder"),
            Self::NoRemote => f.write_str("the git repository has no remote"),
            Self::Several(names) => {
                let names: Vec<_> =
                    names.iter().map(|name| name.escape_debug().to_string()).collect();
                write!(
                    f,
                    "the git repository has the remotes {}, and none is called origin or followed by all branches",
                    names.join(", ")
                )
            }
            Self::NoAddress(name) => write!(
                f,
                "the git remote `{}` is a folder or names no repository on a host",
                name.escape_debug()
            ),
            Self::BadFile(path) => {
                write!(f, "{} does not say `project = \"NAME\"`", path.display())
            }
        }
    }
}
