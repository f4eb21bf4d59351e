//! Which project a command speaks of: `--project`, else `CONSOLIDATE_PROJECT`, else what the folder's repository says.
//!
//! The only file that asks the client's project lookup. A lookup never waits past its budget, so that a slow disk costs
//! a read its answer and not the caller's turn.

use std::path::Path;
use std::time::Duration;

use consolidate_client::project::{ProjectError, project_of, validate_project};

use crate::around::{Around, PROJECT_VARIABLE};
use crate::exit::{Exit, Failure};

/// What a lookup may take where no read budget bounds it.
pub(crate) const LOOKUP_TIME: Duration = Duration::from_secs(5);

/// A project and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Project {
    /// Its key; `None`: outside any project.
    pub(crate) key: Option<String>,
    /// Where the key comes from, in words.
    pub(crate) origin: String,
}

/// The project of a flag or a variable, else of the current folder, found within `budget`.
pub(crate) fn project(
    flag: Option<&str>,
    around: &Around,
    budget: Duration,
) -> Result<Project, Failure> {
    match named(flag, around)? {
        Some(project) => Ok(project),
        None => looked_up(around.folder.as_deref(), budget),
    }
}

/// What is known without looking at the disk.
fn named(flag: Option<&str>, around: &Around) -> Result<Option<Project>, Failure> {
    let (text, origin) = match (flag, around.project.as_deref()) {
        (Some(flag), _) => (flag, "flag --project".to_owned()),
        (None, Some(variable)) => (variable, format!("variable {PROJECT_VARIABLE}")),
        (None, None) => return Ok(None),
    };
    let key = validate_project(text).map_err(|why| Failure::usage(format!("{origin}: {why}")))?;
    Ok(Some(Project { key: Some(key), origin }))
}

/// What the repository of the current folder says.
fn looked_up(folder: Option<&Path>, budget: Duration) -> Result<Project, Failure> {
    let Some(folder) = folder else {
        return Ok(Project { key: None, origin: "there is no current folder".to_owned() });
    };
    let found = project_of(folder, &|name| std::env::var_os(name), budget)
        .map_err(|error| not_found(&error))?;
    let origin = match found {
        Some(_) => format!("git remote of {}", folder.display()),
        None => format!("{} is in no project", folder.display()),
    };
    Ok(Project { key: found, origin })
}

fn not_found(error: &ProjectError) -> Failure {
    let exit = match error {
        ProjectError::TooSlow { .. } => Exit::Missed,
        ProjectError::Unreadable { .. } | ProjectError::TooLarge { .. } => Exit::Usage,
        ProjectError::NoThread(_) => Exit::Internal,
    };
    Failure::new(exit, error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(variable: &str, folder: Option<&Path>) -> Around {
        Around {
            project: (!variable.is_empty()).then(|| variable.to_owned()),
            folder: folder.map(Path::to_owned),
            ..Around::default()
        }
    }

    #[test]
    fn the_flag_wins_then_the_variable_then_the_folder() {
        let here = tempfile::tempdir().unwrap();
        let of = |flag, variable, folder| {
            let found = project(flag, &around(variable, folder), LOOKUP_TIME).unwrap();
            (found.key, found.origin)
        };
        let key = |text: &str| Some(text.to_owned());
        assert_eq!(of(Some("a"), "b", None), (key("a"), "flag --project".to_owned()));
        assert_eq!(of(None, "b", None), (key("b"), "variable CONSOLIDATE_PROJECT".to_owned()));
        assert_eq!(of(None, "", Some(here.path())).0, None);
        assert_eq!(of(None, "", None).0, None);
    }

    #[test]
    fn a_name_that_is_none_says_where_it_stands() {
        let failure = project(None, &around("a\nb", None), LOOKUP_TIME).unwrap_err();
        assert_eq!(failure.exit, Exit::Usage);
        assert!(failure.message.starts_with("variable CONSOLIDATE_PROJECT:"), "{failure}");
    }
}
