//! How a command ends: the exit codes, in one table, and the failures that carry them.
//!
//! Invariants: a code never changes its meaning; every failure says what is wrong and, in its hint, what to do; the
//! table that `consolidate help exit-codes` prints is made from the codes themselves.

use std::io;
use std::process::ExitCode;

use consolidate_shared::wire::v1::{ErrorCode, Refused};
use serde_json::{Value, json};
use thiserror::Error;

use crate::print::text::add;

/// How a command ended, for whoever called it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// What was asked is done.
    Done,
    /// The command line makes sense and what it says is refused: a blank text, a bad line of an import, an unknown or ambiguous
    /// name, what the caller may not do. Or a check failed.
    Refused,
    /// The command line, the environment or the config file cannot be understood; nothing was asked of the daemon.
    Usage,
    /// No daemon is running and this command does not start one.
    NoDaemon,
    /// The daemon did not answer in time.
    Missed,
    /// What the change touches has moved since it was planned.
    Stale,
    /// Another daemon holds the store.
    Locked,
    /// There is a plan, it was shown, and nothing was committed.
    PlanShown,
    /// A defect of ours, or the machine failed us.
    Internal,
}

impl Exit {
    /// Every code, in the order of its number.
    pub(crate) const ALL: [Self; 9] = [
        Self::Done,
        Self::Refused,
        Self::Usage,
        Self::NoDaemon,
        Self::Missed,
        Self::Stale,
        Self::Locked,
        Self::PlanShown,
        Self::Internal,
    ];

    /// The number that the caller sees.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Refused => 1,
            Self::Usage => 2,
            Self::NoDaemon => 3,
            Self::Missed => 4,
            Self::Stale => 5,
            Self::Locked => 6,
            Self::PlanShown => 7,
            Self::Internal => 8,
        }
    }

    /// Its name in the table.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Refused => "refused",
            Self::Usage => "usage",
            Self::NoDaemon => "no daemon",
            Self::Missed => "missed",
            Self::Stale => "stale",
            Self::Locked => "locked",
            Self::PlanShown => "plan shown",
            Self::Internal => "internal",
        }
    }

    /// What it means, in one line of the table.
    const fn meaning(self) -> &'static str {
        match self {
            Self::Done => "what was asked is done, or there was nothing to do",
            Self::Refused => {
                "input is refused (blank, a bad line), nothing has that name, not allowed, or a check fails"
            }
            Self::Usage => {
                "the command line, environment or config file is wrong: nothing was asked"
            }
            Self::NoDaemon => "no daemon is running and this command starts none",
            Self::Missed => {
                "the daemon did not answer in time (a write may be done: `consolidate log`)"
            }
            Self::Stale => {
                "what the change touches has moved, or the plan is not known any more: plan again"
            }
            Self::Locked => "another daemon holds the store",
            Self::PlanShown => "a plan was shown and not applied (no terminal to ask, no --yes)",
            Self::Internal => "a defect of ours, or the machine failed: see the message",
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// The table of exit codes, one a line.
pub(crate) fn table() -> String {
    let mut table = String::from("Exit codes:\n");
    for exit in Exit::ALL {
        add!(table, "  {}  {:<10}  {}\n", exit.code(), exit.name(), exit.meaning());
    }
    table
}

/// The same for programs.
pub(crate) fn rows() -> Value {
    let row =
        |exit: Exit| json!({ "code": exit.code(), "name": exit.name(), "meaning": exit.meaning() });
    Exit::ALL.into_iter().map(row).collect()
}

/// Why a command was not done, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub(crate) struct Failure {
    /// How the process ends.
    pub(crate) exit: Exit,
    /// What is wrong: a fragment in lower case. Empty: nothing is to be said (the reader of our output went away).
    pub(crate) message: String,
    /// What to do.
    pub(crate) hint: Option<String>,
}

impl Failure {
    /// A failure that ends with `exit`.
    pub(crate) fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self { exit, message: message.into(), hint: None }
    }

    /// The command line or the environment is wrong.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }

    /// A file or stream failed; `doing` completes "cannot".
    pub(crate) fn io(doing: &str, error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            // Whoever read our output has seen enough: that is no error.
            return Self::new(Exit::Done, String::new());
        }
        // A path that leads nowhere is what somebody named, in whichever command.
        let exit = match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Exit::Refused,
            _ => Exit::Internal,
        };
        Self::new(exit, format!("cannot {doing}: {error}"))
    }

    /// The same with what to do next.
    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// It as programs read it.
    pub(crate) fn value(&self) -> Value {
        let Self { exit, message, hint } = self;
        json!({ "error": { "code": exit.code(), "name": exit.name(), "message": message, "hint": hint } })
    }

    /// Whether there is something to tell.
    pub(crate) fn is_quiet(&self) -> bool {
        self.message.is_empty()
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        let exit = match refused.code {
            ErrorCode::Stale => Exit::Stale,
            ErrorCode::Internal => Exit::Internal,
            ErrorCode::Invalid
            | ErrorCode::NotFound
            | ErrorCode::Ambiguous
            | ErrorCode::Forbidden
            | ErrorCode::ReadOnly
            | ErrorCode::Version => Exit::Refused,
        };
        let hint = refused.hint.or_else(|| default_hint(refused.code).map(str::to_owned));
        Self { exit, message: refused.message, hint }
    }
}

/// What to do about a refusal that does not say so itself.
fn default_hint(code: ErrorCode) -> Option<&'static str> {
    match code {
        ErrorCode::Stale => Some("plan again with `consolidate --dry-run`"),
        ErrorCode::NotFound => {
            Some("see what is there with `consolidate list --all` or `consolidate log`")
        }
        ErrorCode::Ambiguous => Some("give more characters of the id"),
        ErrorCode::ReadOnly => Some("see `consolidate status` and the daemon's log"),
        ErrorCode::Version => Some("restart the daemon with `consolidate daemon restart`"),
        ErrorCode::Internal => Some("try again; if it stays, see the daemon's log"),
        ErrorCode::Invalid | ErrorCode::Forbidden => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_names_every_code_once() {
        insta::assert_snapshot!(table(), @"
        Exit codes:
          0  done        what was asked is done, or there was nothing to do
          1  refused     input is refused (blank, a bad line), nothing has that name, not allowed, or a check fails
          2  usage       the command line, environment or config file is wrong: nothing was asked
          3  no daemon   no daemon is running and this command starts none
          4  missed      the daemon did not answer in time (a write may be done: `consolidate log`)
          5  stale       what the change touches has moved, or the plan is not known any more: plan again
          6  locked      another daemon holds the store
          7  plan shown  a plan was shown and not applied (no terminal to ask, no --yes)
          8  internal    a defect of ours, or the machine failed: see the message
        ");
        for (number, exit) in Exit::ALL.iter().enumerate() {
            assert_eq!(usize::from(exit.code()), number);
        }
    }

    #[test]
    fn refusals_keep_their_own_hint_and_else_get_one() {
        let stale = Failure::from(Refused::new(ErrorCode::Stale, "moved"));
        assert_eq!((stale.exit, stale.hint.is_some()), (Exit::Stale, true));
        let own = Failure::from(Refused::new(ErrorCode::NotFound, "nothing").hint("look"));
        assert_eq!((own.exit, own.hint.as_deref()), (Exit::Refused, Some("look")));
    }

    #[test]
    fn a_program_reads_code_message_and_hint() {
        let failure = Failure::new(Exit::Stale, "moved").hint("plan again");
        let told = json!({ "code": 5, "name": "stale", "message": "moved", "hint": "plan again" });
        assert_eq!(failure.value(), json!({ "error": told }));
        assert_eq!(Failure::usage("no").value()["error"]["hint"], Value::Null);
        assert_eq!(rows()[7]["name"], "plan shown");
    }

    #[test]
    fn a_closed_pipe_is_quiet() {
        let failure = Failure::io("write", &io::ErrorKind::BrokenPipe.into());
        assert!(failure.is_quiet());
        assert_eq!(failure.exit, Exit::Done);
        let full = Failure::io("write", &io::ErrorKind::StorageFull.into());
        assert!(!full.is_quiet());
        let nowhere = Failure::io("write", &io::ErrorKind::NotFound.into());
        assert_eq!((full.exit, nowhere.exit), (Exit::Internal, Exit::Refused));
    }
}
