//! The call that makes this process the daemon: the only file that knows how the daemon library is started.

use std::path::PathBuf;

use consolidate_daemon::driver::{Driving, Schedule, Tz, zone};
use consolidate_daemon::gate::Mode;
use consolidate_daemon::lifecycle::{self, ServeError, ServeOptions};
use consolidate_daemon::recall::Weights;
use consolidate_daemon::review::AgentAnswers;
use consolidate_daemon::store::{LockError, OpenError};
use consolidate_shared::place::Places;
use consolidate_shared::policy::Policy;

use crate::config::families::Families;
use crate::config::recall::RecallConfig;
use crate::config::schedule::{ScheduleConfig, ZoneChoice};
use crate::config::{ReviewAgents, Secrets};
use crate::exit::{Exit, Failure};
use crate::start_failure::ENDED;

/// What the daemon is started with.
#[derive(Debug, Clone)]
pub(crate) struct Serve {
    /// Where store, socket and logs are.
    pub(crate) places: Places,
    /// The file that tells the time, in tests.
    pub(crate) clock_file: Option<PathBuf>,
    /// What becomes of secrets in writes.
    pub(crate) secrets: Secrets,
    /// When passes run by themselves.
    pub(crate) schedule: ScheduleConfig,
    /// What becomes of agents' answers to review items.
    pub(crate) review_agents: ReviewAgents,
    /// Tool families beside those that the program knows.
    pub(crate) families: Families,
    /// By what else than their words memories are found.
    pub(crate) recall: RecallConfig,
    /// What the daemon has to do without.
    pub(crate) hindered: Option<String>,
}

/// Serves until somebody stops it.
pub(crate) fn serve(options: Serve) -> Result<(), Failure> {
    let Serve { places, clock_file, secrets, schedule, review_agents, families, recall, hindered } =
        options;
    let driving = schedule.enabled.value.then(|| driving(&schedule));
    let policy = Policy { families, ..Policy::default() };
    let secrets = match secrets {
        Secrets::Redact => Mode::Redact,
        Secrets::Refuse => Mode::Refuse,
    };
    let agent_answers = match review_agents {
        ReviewAgents::Off => AgentAnswers::Off,
        ReviewAgents::Suggest => AgentAnswers::Suggest,
        ReviewAgents::Resolve => AgentAnswers::Resolve,
    };
    let weights = weights(&recall);
    let options = ServeOptions {
        places,
        clock_file,
        secrets,
        driving,
        agent_answers,
        policy,
        weights,
        hindered,
    };
    lifecycle::serve(&options).map_err(|error| failure(&error))
}

/// The constants of ranking with what is switched off at nought.
fn weights(config: &RecallConfig) -> Weights {
    let mut weights = Weights::DEFAULT;
    if !config.expansion.value {
        weights.expansion = 0;
    }
    if !config.vectors.value {
        weights.vectors = 0;
    }
    weights
}

fn driving(config: &ScheduleConfig) -> Driving {
    Driving {
        schedule: Schedule {
            cron: config.cron.value.clone(),
            light_after_new: config.light_after_new.value,
            light_after_idle: config.light_after_idle.value.0,
        },
        zone: match config.zone.value {
            ZoneChoice::Local => local_zone(),
            ZoneChoice::Named(zone) => zone,
        },
        auto_apply: config.auto_apply.value,
    }
}

/// The variable `TZ` if it names a zone, else the system's zone, else UTC.
fn local_zone() -> Tz {
    let variable = std::env::var("TZ").ok();
    let named = variable.as_deref().map(|name| name.strip_prefix(':').unwrap_or(name));
    if let Some(zone) = named.and_then(|name| zone(name).ok()) {
        return zone;
    }
    if let Some(name) = named.filter(|name| !name.is_empty()) {
        tracing::warn!(name, "the variable TZ names no zone of the database and is not heeded");
    }
    let system = iana_time_zone::get_timezone().ok();
    system.as_deref().and_then(|name| zone(name).ok()).unwrap_or_else(|| {
        tracing::warn!("the local time zone is not known; the schedule goes by UTC");
        Tz::UTC
    })
}

fn failure(error: &ServeError) -> Failure {
    let exit = match error {
        ServeError::Lock(LockError::Held { .. }) | ServeError::Open(OpenError::InUse(_)) => {
            Exit::Locked
        }
        _ => Exit::Internal,
    };
    let message = match error {
        ServeError::Astray(_) => format!("{ENDED}{error}"),
        _ => error.to_string(),
    };
    let failure = Failure::new(exit, message);
    match exit {
        Exit::Locked => failure.hint("it is used as it is; `consolidate daemon stop` ends it (one whose lock file is gone ends by itself)"),
        _ => failure,
    }
}
