//! What surrounds a command: our environment variables, the terminals, the folder. Read once, so that everything after
//! is a function of values.

use std::env;
use std::io::{IsTerminal as _, stdin, stdout};
use std::path::PathBuf;

use crate::config::READ_BUDGET_VARIABLE;
use crate::exit::Failure;

/// Names the agent that calls.
pub(crate) const AGENT_VARIABLE: &str = "CONSOLIDATE_AGENT";
/// Names the project.
pub(crate) const PROJECT_VARIABLE: &str = "CONSOLIDATE_PROJECT";
/// Names the session.
pub(crate) const SESSION_VARIABLE: &str = "CONSOLIDATE_SESSION";

/// What surrounds a command.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Around {
    /// [`AGENT_VARIABLE`].
    pub(crate) agent: Option<String>,
    /// [`PROJECT_VARIABLE`].
    pub(crate) project: Option<String>,
    /// [`SESSION_VARIABLE`].
    pub(crate) session: Option<String>,
    /// [`READ_BUDGET_VARIABLE`].
    pub(crate) read_budget: Option<String>,
    /// The current folder, if there is one.
    pub(crate) folder: Option<PathBuf>,
    /// Whether a person can type.
    pub(crate) stdin_is_terminal: bool,
    /// Whether a person reads.
    pub(crate) stdout_is_terminal: bool,
}

impl Around {
    /// Reads the surroundings of this process.
    pub(crate) fn read() -> Result<Self, Failure> {
        Ok(Self {
            agent: variable(AGENT_VARIABLE)?,
            project: variable(PROJECT_VARIABLE)?,
            session: variable(SESSION_VARIABLE)?,
            read_budget: variable(READ_BUDGET_VARIABLE)?,
            folder: env::current_dir().ok(),
            stdin_is_terminal: stdin().is_terminal(),
            stdout_is_terminal: stdout().is_terminal(),
        })
    }

    /// Whether a person sits at both ends.
    pub(crate) fn is_on_terminal(&self) -> bool {
        self.stdin_is_terminal && self.stdout_is_terminal
    }
}

/// An empty variable means an absent one, as shells have it.
fn variable(name: &str) -> Result<Option<String>, Failure> {
    match env::var_os(name) {
        None => Ok(None),
        Some(value) if value.is_empty() => Ok(None),
        Some(value) => match value.into_string() {
            Ok(text) => Ok(Some(text)),
            Err(_) => Err(Failure::usage(format!("the variable {name} is not UTF-8"))
                .hint(format!("set {name} to UTF-8 text, or unset it"))),
        },
    }
}
