//! What every command needs: who calls, from where, about which project, and where the daemon is.
//!
//! Built once from the command line and the surroundings; the project is looked up only by the commands that use it.

use std::path::PathBuf;
use std::sync::{Arc, Once};
use std::time::Duration;

use consolidate_client::{At, Deadline, StartOptions};
use consolidate_shared::limits::REQUEST_TIME;
use consolidate_shared::place::Places;
use consolidate_shared::wire::v1::{Caller, Request, Response, Role, Where};
use serde_json::json;

use crate::args::Globals;
use crate::around::{AGENT_VARIABLE, Around, SESSION_VARIABLE};
use crate::command::config::Row;
use crate::config::families::FAMILIES_KEY;
use crate::config::schedule::{self as keys, ScheduleConfig};
use crate::config::{
    Config, Mistake, Origin, READ_BUDGET_KEY, REVIEW_AGENTS_KEY, SECRETS_KEY, Setting,
};
use crate::exit::{Exit, Failure};
use crate::link::{Link, Read};
use crate::project::{self, LOOKUP_TIME, Project};
use crate::role::{self, RoleSource, words};
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
    role: Role,
    role_source: RoleSource,
    /// What is wrong with the config file is told once, also to a session of many calls.
    told: Arc<Once>,
}

/// Who asks, and about which project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Identity {
    role: Role,
    session: Option<String>,
    project: Option<String>,
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
        Ok(Self { places, config, around, globals, role, role_source, told: Arc::new(Once::new()) })
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
            Ok(()) => Link::starting(&self.places, &StartOptions::default())?,
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
        let place = self.identity(self.project()?).place(false);
        tell(&place, flag);
        Ok(place)
    }

    /// What recall and brief may take: the flag, else the configuration.
    pub(crate) fn read_budget(&self, flag_ms: Option<u64>) -> Duration {
        flag_ms.map_or(self.config.read_budget.value, Duration::from_millis)
    }

    /// Asks something under `budget`, which covers the project lookup too.
    pub(crate) fn read<T>(
        &self,
        budget: Duration,
        ask: impl FnOnce(Deadline, &Identity) -> Read<T>,
    ) -> Result<Read<T>, Failure> {
        let deadline = Deadline::after(budget);
        let flag = self.globals.project.as_deref();
        let project = match project::project(flag, &self.around, budget) {
            Ok(project) => project,
            Err(failure) if failure.exit == Exit::Missed => return Ok(Read::Missed(failure)),
            Err(failure) => return Err(failure),
        };
        let answer = ask(deadline, &self.identity(project));
        self.warn();
        Ok(answer)
    }

    fn project(&self) -> Result<Project, Failure> {
        project::project(self.globals.project.as_deref(), &self.around, LOOKUP_TIME)
    }

    fn identity(&self, project: Project) -> Identity {
        Identity { role: self.role.clone(), session: self.session().0, project: project.key }
    }

    fn session(&self) -> (Option<String>, &'static str) {
        match (&self.globals.session, &self.around.session) {
            (Some(flag), _) => (Some(flag.clone()), "flag --session"),
            (None, Some(variable)) => (Some(variable.clone()), SESSION_VARIABLE),
            (None, None) => (None, "default"),
        }
    }

    /// Every setting for `config`.
    pub(crate) fn settings(&self) -> Result<Vec<Row>, Failure> {
        let project = self.project()?;
        let (session, session_origin) = self.session();
        let role_origin = match self.role_source {
            RoleSource::Flag => "flag --as".to_owned(),
            RoleSource::Variable => format!("variable {AGENT_VARIABLE}"),
            RoleSource::Terminal if self.around.is_on_terminal() => {
                "default on a terminal".to_owned()
            }
            RoleSource::Terminal => "default off a terminal".to_owned(),
        };
        let config = &self.config;
        let mut rows = vec![
            Row::now(
                READ_BUDGET_KEY,
                json!(config.read_budget.value.as_millis() as u64),
                config.read_budget.origin.to_string(),
            ),
            Row::at_start(
                SECRETS_KEY,
                json!(config.secrets.value.word()),
                config.secrets.origin.to_string(),
            ),
            Row::at_start(
                REVIEW_AGENTS_KEY,
                json!(config.review_agents.value.word()),
                config.review_agents.origin.to_string(),
            ),
            Row::at_start(
                FAMILIES_KEY,
                json!(config.families),
                if config.families.is_empty() { Origin::Default } else { Origin::File }.to_string(),
            ),
        ];
        rows.extend(schedule_rows(&config.schedule));
        rows.extend([
            Row::now("as", json!(words(&self.role)), role_origin),
            Row::now("project", json!(project.key), project.origin),
            Row::now("session", json!(session), session_origin.to_owned()),
        ]);
        for mistake in &config.mistakes {
            mark(&mut rows, mistake);
        }
        Ok(rows)
    }
}

/// Puts a mistake at the row of its setting, or at one of its own if no setting has that name.
fn mark(rows: &mut Vec<Row>, mistake: &Mistake) {
    let name = mistake.key.as_deref().unwrap_or("(the whole file)");
    let error = Some(mistake.message.clone());
    if let Some(row) = rows.iter_mut().find(|row| row.name == name) {
        row.error = error;
    } else {
        let row = Row::now(name, serde_json::Value::Null, Origin::File.to_string());
        rows.push(Row { error, ..row });
    }
}

fn schedule_rows(schedule: &ScheduleConfig) -> [Row; 6] {
    fn row<T>(name: &'static str, setting: &Setting<T>, value: serde_json::Value) -> Row {
        Row::at_start(name, value, setting.origin.to_string())
    }
    let ScheduleConfig { enabled, cron, zone, light_after_new, light_after_idle, auto_apply } =
        schedule;
    [
        row(keys::ENABLED_KEY, enabled, json!(enabled.value)),
        row(keys::CRON_KEY, cron, json!(cron.value.to_string())),
        row(keys::ZONE_KEY, zone, json!(zone.value.to_string())),
        row(keys::LIGHT_AFTER_NEW_KEY, light_after_new, json!(light_after_new.value)),
        row(
            keys::LIGHT_AFTER_IDLE_KEY,
            light_after_idle,
            json!(light_after_idle.value.to_string()),
        ),
        row(keys::AUTO_APPLY_KEY, auto_apply, json!(auto_apply.value)),
    ]
}

impl Identity {
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
            (None, Role::User) => Where::Everywhere,
            (None, Role::Agent { .. }) => Where::Unscoped,
        }
    }

    /// Where a brief looks: never into other projects.
    pub(crate) fn own_place(&self) -> Where {
        self.project.clone().map_or(Where::Unscoped, Where::Project)
    }
}

/// The flag by which most commands look at every project.
pub(crate) const ALL_PROJECTS: &str = "--all-projects";

/// Says where a search looks that nobody told where to look; `flag` is the one that looks everywhere.
pub(crate) fn tell(place: &Where, flag: &str) {
    match place {
        Where::Everywhere => crate::out::note("outside any project: looking at all of them"),
        Where::Unscoped => crate::out::note(&format!(
            "outside any project: looking only at what belongs to none; `{flag}` looks at all, `--project P` at one"
        )),
        Where::Project(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use consolidate_shared::place::Surroundings;

    fn identity(role: Role, project: Option<&str>) -> Identity {
        Identity { role, session: None, project: project.map(str::to_owned) }
    }

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
}
