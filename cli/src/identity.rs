//! Who asks about which project, and so where a search looks.

use consolidate_shared::wire::v1::{Caller, Coverage, CoverageState, Role, Where};

use crate::project::Project;

/// Who asks, and about which project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Identity {
    role: Role,
    session: Option<String>,
    project: Option<String>,
    /// Why nothing names the project of the folder, where that is so.
    nameless: Option<String>,
    /// Whether the project was not found in time.
    is_late: bool,
}

impl Identity {
    /// `role` in `session`, about `project`.
    pub(crate) fn new(role: Role, session: Option<String>, project: Project) -> Self {
        let Project { key, nameless, .. } = project;
        Self { role, session, project: key, nameless, is_late: false }
    }

    /// The same where the project was not found in time.
    pub(crate) fn late(role: Role, session: Option<String>) -> Self {
        Self { role, session, project: None, nameless: None, is_late: true }
    }

    /// The caller that requests carry.
    pub(crate) fn caller(&self) -> Caller {
        Caller {
            role: self.role.clone(),
            session: self.session.clone(),
            project: self.project.clone(),
        }
    }

    /// Where a search looks: outside any project a person's looks everywhere, an agent's only at what holds everywhere.
    pub(crate) fn place(&self, all_projects: bool) -> Where {
        match (&self.project, &self.role) {
            _ if all_projects => Where::Everywhere,
            (Some(project), _) => Where::Project(project.clone()),
            // There may be one, and another's memories are no answer to its question.
            (None, Role::User) if !self.is_late => Where::Everywhere,
            (None, _) => Where::Unscoped,
        }
    }

    /// Says where a search looks that nobody told where to look; `flag` is the one that looks everywhere.
    pub(crate) fn tell(&self, place: &Where, flag: &str) {
        if let Some(text) = self.told(place, flag, "--project P") {
            crate::out::note(&text);
        }
    }

    /// What there is to say about where a search looks; `all` and `one` are what looks elsewhere.
    pub(crate) fn told(&self, place: &Where, all: &str, one: &str) -> Option<String> {
        let why = self.misplaced().unwrap_or_else(|| "outside any project".to_owned());
        match place {
            Where::Everywhere => Some(format!("{why}: looking at all of them")),
            Where::Unscoped => Some(format!(
                "{why}: looking only at what belongs to none; `{all}` looks at all, `{one}` at one"
            )),
            Where::Project(_) => None,
        }
    }

    /// What there is to say about a brief, which looks at nothing else outside any project.
    pub(crate) fn told_of_brief(&self) -> Option<String> {
        let why = self.misplaced()?;
        Some(format!("{why}: this brief holds only what belongs to none"))
    }

    /// Why the project is not known although there may be one.
    fn misplaced(&self) -> Option<String> {
        if self.is_late {
            return Some("the project was not found in time".to_owned());
        }
        let why = self.nameless.as_ref()?;
        Some(format!("nothing names the project of this folder ({why})"))
    }

    /// How much was looked at, knowing whether it was looked at in the right place.
    pub(crate) fn lessened(&self, coverage: Coverage) -> Coverage {
        if self.is_late {
            Coverage { state: CoverageState::Partial, cut: coverage.cut }
        } else {
            coverage
        }
    }

    /// Whether the project was not found in time: a brief is then frozen for no task run, since it would be another project's.
    pub(crate) fn is_late(&self) -> bool {
        self.is_late
    }

    /// Where a brief looks: never into other projects.
    pub(crate) fn own_place(&self) -> Where {
        self.project.clone().map_or(Where::Unscoped, Where::Project)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(role: Role, project: Option<&str>) -> Identity {
        let project = project.map(str::to_owned);
        Identity { role, session: None, project, nameless: None, is_late: false }
    }

    #[test]
    fn only_a_person_searches_everywhere_unasked() {
        let agent = || Role::Agent { name: "codex".to_owned(), capable: false };
        assert_eq!(identity(Role::User, None).place(false), Where::Everywhere);
        assert_eq!(identity(agent(), None).place(false), Where::Unscoped);
        assert_eq!(identity(agent(), None).place(true), Where::Everywhere);
        assert_eq!(identity(agent(), Some("p")).place(false), Where::Project("p".to_owned()));
        assert_eq!(identity(Role::User, Some("p")).own_place(), Where::Project("p".to_owned()));
        assert_eq!(identity(Role::User, None).own_place(), Where::Unscoped);
    }

    #[test]
    fn a_project_that_was_not_found_in_time_costs_its_own_memories_and_shows_no_others() {
        let late = Identity { is_late: true, ..identity(Role::User, None) };
        assert_eq!(late.place(false), Where::Unscoped);
        assert_eq!(late.lessened(Coverage::FULL).state, CoverageState::Partial);
        assert!(
            late.told(&Where::Unscoped, "--all", "P").unwrap().starts_with("the project was not")
        );
        let nameless = Some("no remote".to_owned());
        let nameless = Identity { nameless, ..identity(Role::User, None) };
        let told = nameless.told(&nameless.place(false), "--all", "P").unwrap();
        assert_eq!(
            told,
            "nothing names the project of this folder (no remote): looking at all of them"
        );
        assert!(nameless.told_of_brief().is_some());
        assert_eq!(identity(Role::User, None).told_of_brief(), None);
        assert_eq!(nameless.lessened(Coverage::FULL), Coverage::FULL);
    }
}
