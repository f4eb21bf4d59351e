//! Which project a command speaks of: `--project`, else `CONSOLIDATE_PROJECT`, else what the folder's repository says.
//!
//! The only file that asks the client's project lookup. A lookup never waits past its budget, so that a slow disk costs
//! a read its answer and not the caller's turn.

use std::path::Path;
use std::time::Duration;

use consolidate_client::project::{FILE, ProjectError, project_of, validate_project};
use consolidate_shared::wire::v1::ProjectView;

use crate::around::{Around, PROJECT_VARIABLE};
use crate::exit::{Exit, Failure};
use crate::print::text::one_line;

/// What a lookup may take where no read budget bounds it.
pub(crate) const LOOKUP_TIME: Duration = Duration::from_secs(5);

/// Projects that are named where one is unknown.
const NAMED: usize = 3;

/// A project and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Project {
    /// Its key; `None`: outside any project.
    pub(crate) key: Option<String>,
    /// Where the key comes from, in words.
    pub(crate) origin: String,
    /// Why the folder is of a project that nothing names, where it is.
    pub(crate) nameless: Option<String>,
}

impl Project {
    /// Refuses to note under no project what was noted in one that nothing names: every other project would read it.
    pub(crate) fn refuse_nameless(&self) -> Result<(), Failure> {
        let Some(why) = &self.nameless else { return Ok(()) };
        Err(Failure::usage(format!("nothing names the project of this folder: {why}")).hint(
            format!(
                "name it with `--project P`, with the variable {PROJECT_VARIABLE}, or with `project = \"P\"` in a file {FILE} at its root; \
                 `--everywhere` if it holds in every project"
            ),
        ))
    }
}

/// What is known without looking at the disk.
pub(crate) fn named(flag: Option<&str>, around: &Around) -> Result<Option<Project>, Failure> {
    let (text, origin) = match (flag, around.project.as_deref()) {
        (Some(flag), _) => (flag, "flag --project".to_owned()),
        (None, Some(variable)) => (variable, format!("variable {PROJECT_VARIABLE}")),
        (None, None) => return Ok(None),
    };
    let key = validate_project(text).map_err(|why| Failure::usage(format!("{origin}: {why}")))?;
    Ok(Some(Project { key: Some(key), origin, nameless: None }))
}

/// What the repository of the current folder says.
pub(crate) fn looked_up(folder: Option<&Path>, budget: Duration) -> Result<Project, Failure> {
    let Some(folder) = folder else {
        let origin = "there is no current folder".to_owned();
        return Ok(Project { key: None, origin, nameless: None });
    };
    let found = project_of(folder, &|name| std::env::var_os(name), budget)
        .map_err(|error| not_found(&error))?;
    let origin = match &found.key {
        Some(_) => format!("{}, of {}", found.by, folder.display()),
        None => format!("{} is in no project: {}", folder.display(), found.by),
    };
    let nameless = found.is_nameless().then(|| found.by.to_string());
    Ok(Project { key: found.key, origin, nameless })
}

/// What to say about a project that somebody named and that no memory is of; `None`: nothing.
pub(crate) fn unknown(project: &str, view: &ProjectView) -> Option<String> {
    if view.memories > 0 {
        return None;
    }
    let mut near: Vec<&str> = view.others.iter().map(String::as_str).collect();
    let last = |key: &str| key.rsplit('/').next().unwrap_or(key).to_owned();
    // The largest first among equally near ones: the sort is stable.
    near.sort_by_key(|other| {
        strsim::damerau_levenshtein(other, project)
            .min(1 + strsim::damerau_levenshtein(&last(other), &last(project)))
    });
    let named: Vec<String> = near.iter().take(NAMED).map(|key| one_line(key)).collect();
    let more = near.len().saturating_sub(NAMED);
    let others = match (named.is_empty(), more) {
        (true, _) => "no other project has any".to_owned(),
        (false, 0) => format!("there are {}", named.join(", ")),
        (false, more) => format!("there are {} and {more} more", named.join(", ")),
    };
    Some(format!(
        "no memory is of project {}, what follows belongs to none; {others}",
        one_line(project)
    ))
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

    fn project(flag: Option<&str>, around: &Around, budget: Duration) -> Result<Project, Failure> {
        match named(flag, around)? {
            Some(project) => Ok(project),
            None => looked_up(around.folder.as_deref(), budget),
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
    fn an_unknown_project_is_told_with_those_that_are_near() {
        let view = |memories, others: &[&str]| ProjectView {
            memories,
            others: others.iter().map(|&it| it.to_owned()).collect(),
        };
        assert_eq!(unknown("x", &view(1, &["y"])), None);
        let others = ["github.com/acme/billing", "a", "b", "github.com/acme/shop"];
        let told = unknown("shpo", &view(0, &others)).unwrap();
        assert!(told.contains("project shpo,"), "{told}");
        assert!(told.ends_with("there are github.com/acme/shop, a, b and 1 more"), "{told}");
        let told = unknown("x", &view(0, &[])).unwrap();
        assert!(told.ends_with("no other project has any"), "{told}");
    }

    #[test]
    fn a_name_that_is_none_says_where_it_stands() {
        let failure = project(None, &around("a\nb", None), LOOKUP_TIME).unwrap_err();
        assert_eq!(failure.exit, Exit::Usage);
        assert!(failure.message.starts_with("variable CONSOLIDATE_PROJECT:"), "{failure}");
    }
}
