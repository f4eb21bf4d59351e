//! What every command needs: who calls, from where, about which project, and where the daemon is.
//!
//! Built once from the command line and the surroundings; the project is looked up only by the commands that use it.

use std::path::PathBuf;
use std::sync::{Arc, Once, OnceLock};
use std::time::Duration;

use consolidate_client::{At, Deadline, StartOptions};
use consolidate_shared::limits::REQUEST_TIME;
use consolidate_shared::place::Places;
use consolidate_shared::wire::v1::{Caller, Request, Response, Role, Where};

use crate::args::Globals;
use crate::around::{AGENT_VARIABLE, Around, SESSION_VARIABLE};
use crate::config::Config;
use crate::exit::{Exit, Failure};
use crate::identity::Identity;
use crate::link::{Link, Read};
use crate::project::{self, LOOKUP_TIME, Project};
use crate::role::{self, RoleSource};
use crate::skew;

/// What every command needs.
#[derive(Clone)]
pub(crate) struct Context {
    /// Where store, socket, logs and config are.
    pub(crate) places: Places,
    /// The configuration.
    pub(crate) config: Config,
    /// Terminals, variables, folder.
    pub(crate) around: Around,
    globals: Globals,
    /// In whose name.
    pub(crate) role: Role,
    /// What says so.
    pub(crate) role_source: RoleSource,
    /// What is wrong with the config file is told once, also to a session of many calls.
    told: Arc<Once>,
    /// The folder's project, once it is found: a session of many calls looks it up once.
    folder_project: Arc<OnceLock<Project>>,
}

impl Context {
    /// The context of a command line in its surroundings.
    pub(crate) fn of(globals: Globals, places: Places, around: Around) -> Result<Self, Failure> {
        let config = Config::load(&places.config, around.read_budget.as_deref())
            .map_err(|error| Failure::usage(error.to_string()))?;
        Self::with(config, globals, places, around)
    }

    /// The same as if there were no config file.
    pub(crate) fn without_file(
        globals: Globals,
        places: Places,
        around: Around,
    ) -> Result<Self, Failure> {
        let config =
            Config::defaults(&places.config).map_err(|error| Failure::usage(error.to_string()))?;
        Self::with(config, globals, places, around)
    }

    fn with(
        config: Config,
        globals: Globals,
        places: Places,
        around: Around,
    ) -> Result<Self, Failure> {
        let (role, role_source) =
            role::role(globals.role.as_ref(), around.agent.as_deref(), around.is_on_terminal())
                .map_err(|error| {
                    Failure::usage(format!("the variable {AGENT_VARIABLE}: {error}"))
                })?;
        let (told, folder_project) = (Arc::new(Once::new()), Arc::default());
        Ok(Self { places, config, around, globals, role, role_source, told, folder_project })
    }

    /// The same for one call of a program that speaks through this process: in the name that this process was given, else in
    /// the program's, and never in a person's; about `project`, else about this process's own.
    pub(crate) fn of_call(&self, program: &str, project: Option<String>) -> Self {
        let mut context = self.clone();
        if self.role == Role::User || self.role_source == RoleSource::Terminal {
            context.role = role::of_program(program);
        }
        if project.is_some() {
            context.globals.project = project;
        }
        context
    }

    /// Refuses to speak in a person's name where a program does the speaking.
    pub(crate) fn refuse_person(&self) -> Result<(), Failure> {
        match (&self.role, self.role_source) {
            (Role::User, RoleSource::Flag | RoleSource::Variable) => {
                Err(Failure::usage("a program never speaks in a person's name")
                    .hint("leave `--as` out, or name the agent: `--as agent:NAME`"))
            }
            _ => Ok(()),
        }
    }

    /// The daemon, started if none serves and the config file is one to start it with.
    pub(crate) fn link(&self) -> Result<Link, Failure> {
        let link = match self.refuse_mistakes() {
            Ok(()) => Link::starting(&self.places, &StartOptions::default(), self.globals.json)?,
            Err(refusal) => Link::running(&self.places, REQUEST_TIME)
                .map_err(|none| if none.exit == Exit::NoDaemon { refusal } else { none })?,
        };
        self.warn();
        Ok(link)
    }

    /// Refuses to start a daemon with a config file that does not say what its owner means.
    pub(crate) fn refuse_mistakes(&self) -> Result<(), Failure> {
        match self.config.mistake() {
            None => Ok(()),
            Some(mistake) => Err(Failure::usage(mistake)
                .hint("mend it; `consolidate config` shows every setting, `consolidate config --help` what is read")),
        }
    }

    /// Says beside an answer what is wrong with the config file and with the daemon's version.
    fn warn(&self) {
        self.told.call_once(|| {
            if let Some(mistake) = self.config.mistake() {
                crate::out::warn(&format!(
                    "{mistake}; until that is mended it counts as not said, and no daemon starts"
                ));
            }
        });
        skew::warn(&self.places);
    }

    /// Asks for a write that carries its own id: if the daemon ends meanwhile, once more from the next one. The same id
    /// is the same write, so that nothing is written twice.
    pub(crate) fn write(&self, request: &Request) -> Result<Response, Failure> {
        match self.link()?.ask_unless_lost(request)? {
            Some(response) => Ok(response),
            None => self.link()?.ask(request),
        }
    }

    /// The daemon if it serves; never starts one.
    pub(crate) fn running_link(&self) -> Result<Link, Failure> {
        self.running_link_within(REQUEST_TIME)
    }

    /// The same for a caller that waits no longer than `time`.
    pub(crate) fn running_link_within(&self, time: Duration) -> Result<Link, Failure> {
        let link = Link::running(&self.places, time)?;
        self.warn();
        Ok(link)
    }

    /// The socket that a daemon of these places serves or would serve.
    pub(crate) fn endpoint(&self) -> PathBuf {
        At::from(&self.places).socket()
    }

    /// Who notes something for the project of the flag, the variable or the folder; refused where a project is there and
    /// nothing names it.
    pub(crate) fn noting_caller(&self) -> Result<Caller, Failure> {
        let project = self.project()?;
        project.refuse_nameless()?;
        Ok(self.identity(project).caller())
    }

    /// Who calls, with the project of the flag, the variable or the folder.
    pub(crate) fn caller(&self) -> Result<Caller, Failure> {
        Ok(self.identity(self.project()?).caller())
    }

    /// Where a listing looks.
    /// `flag` is the one that looks everywhere.
    pub(crate) fn place(&self, all_projects: bool, flag: &str) -> Result<Where, Failure> {
        if all_projects {
            return Ok(Where::Everywhere);
        }
        let identity = self.identity(self.project()?);
        let place = identity.place(false);
        identity.tell(&place, flag);
        Ok(place)
    }

    /// What recall and brief may take: the flag, else the configuration.
    pub(crate) fn read_budget(&self, flag_ms: Option<u64>) -> Duration {
        flag_ms.map_or(self.config.read_budget.value, Duration::from_millis)
    }

    /// Asks something under `budget`, which covers the project lookup too. A lookup that takes three quarters of it is
    /// given up: what belongs to no project is asked for in the rest, since less is better than nothing.
    pub(crate) fn read<T>(
        &self,
        budget: Duration,
        all_projects: bool,
        ask: impl FnOnce(Deadline, &Identity) -> Read<T>,
    ) -> Result<Read<T>, Failure> {
        let (answer, unknown) = self.read_of(budget, all_projects, ask)?;
        if let Some(unknown) = unknown {
            crate::out::note(&unknown);
        }
        Ok(answer)
    }

    /// The same, with what there is to say about a project that was named and that no memory is of.
    pub(crate) fn read_of<T>(
        &self,
        budget: Duration,
        all_projects: bool,
        ask: impl FnOnce(Deadline, &Identity) -> Read<T>,
    ) -> Result<(Read<T>, Option<String>), Failure> {
        let deadline = Deadline::after(budget);
        let identity = match self.project_within(budget * 3 / 4) {
            Ok(project) => self.identity(project),
            Err(failure) if failure.exit == Exit::Missed => {
                Identity::late(self.role.clone(), self.session().0)
            }
            Err(failure) => return Err(failure),
        };
        let answer = ask(deadline, &identity);
        let named = self.named_project().filter(|_| !all_projects);
        let unknown = match (&answer, named) {
            // In what is left of the time, and not at all if nothing is.
            (Read::Answered(_), Some(project)) => Link::running(&self.places, deadline.remaining())
                .ok()
                .and_then(|mut link| unknown(&project, &mut link, deadline.remaining())),
            _ => None,
        };
        self.warn();
        Ok((answer, unknown))
    }

    /// Says that no memory is of the project that a flag or a variable names, where that is so.
    pub(crate) fn tell_unknown_project(&self, link: &mut Link) {
        let text = self.named_project().and_then(|project| unknown(&project, link, REQUEST_TIME));
        if let Some(text) = text {
            crate::out::note(&text);
        }
    }

    fn named_project(&self) -> Option<String> {
        project::named(self.globals.project.as_deref(), &self.around).ok()??.key
    }

    /// The project of the flag, the variable or the folder.
    pub(crate) fn project(&self) -> Result<Project, Failure> {
        self.project_within(LOOKUP_TIME)
    }

    fn project_within(&self, budget: Duration) -> Result<Project, Failure> {
        if let Some(named) = project::named(self.globals.project.as_deref(), &self.around)? {
            return Ok(named);
        }
        if let Some(known) = self.folder_project.get() {
            return Ok(known.clone());
        }
        let found = project::looked_up(self.around.folder.as_deref(), budget)?;
        if found.key.is_some() {
            // Two calls at once find the same.
            let _ = self.folder_project.set(found.clone());
        }
        Ok(found)
    }

    fn identity(&self, project: Project) -> Identity {
        Identity::new(self.role.clone(), self.session().0, project)
    }

    /// The session to name, and what names it.
    pub(crate) fn session(&self) -> (Option<String>, &'static str) {
        match (&self.globals.session, &self.around.session) {
            (Some(flag), _) => (Some(flag.clone()), "flag --session"),
            (None, Some(variable)) => (Some(variable.clone()), SESSION_VARIABLE),
            (None, None) => (None, "default"),
        }
    }
}

/// What there is to say if no memory is of `project`, and that is answered in `time`.
fn unknown(project: &str, link: &mut Link, time: Duration) -> Option<String> {
    let request = Request::Project { project: project.to_owned() };
    match link.ask_within(&request, time) {
        Ok(Response::Project(view)) => project::unknown(project, &view),
        _ => None,
    }
}

/// The flag by which most commands look at every project.
pub(crate) const ALL_PROJECTS: &str = "--all-projects";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::role::words;
    use consolidate_shared::place::Surroundings;

    #[test]
    fn a_program_speaks_for_itself_also_where_a_person_sits() {
        let home = tempfile::tempdir().unwrap();
        let of = |role: Option<&str>, agent: Option<&str>| {
            let globals = Globals {
                json: false,
                project: Some("here".to_owned()),
                role: role.map(|role| role.parse().unwrap()),
                session: None,
                color: crate::args::Colour::Never,
            };
            let consolidate_home = Some(home.path().to_owned());
            let around = Surroundings { consolidate_home, ..Surroundings::default() };
            let places = Places::of(&around).unwrap();
            let agent = agent.map(str::to_owned);
            let around = Around {
                agent,
                stdin_is_terminal: true,
                stdout_is_terminal: true,
                ..Around::default()
            };
            Context::without_file(globals, places, around).unwrap()
        };
        let called = |context: &Context| words(&context.of_call("codex", None).role);
        assert_eq!(of(None, None).role, Role::User);
        assert_eq!(called(&of(None, None)), "agent:codex");
        assert_eq!(called(&of(None, Some("claude"))), "agent:claude");
        assert_eq!(called(&of(Some("agent:claude"), None)), "agent:claude");
        assert_eq!(called(&of(Some("user"), None)), "agent:codex");
        assert!(of(Some("user"), Some("claude")).refuse_person().is_err());
        assert!(of(None, None).refuse_person().is_ok());
        let project = |given: Option<&str>| {
            let context = of(None, None).of_call("codex", given.map(str::to_owned));
            context.caller().unwrap().project
        };
        assert_eq!(project(None).as_deref(), Some("here"));
        assert_eq!(project(Some("there")).as_deref(), Some("there"));
    }
}
