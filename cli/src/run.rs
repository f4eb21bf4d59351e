//! From the command line to an exit code.

use std::process::ExitCode;

use clap::Parser as _;
use clap::error::ErrorKind;
use consolidate_client::places;

use crate::args::{Cli, Command};
use crate::around::Around;
use crate::command::{self, daemon::keep_reason};
use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::out::{Out, complain};

/// Runs the command that this process was started with.
pub(crate) fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // A reader that went away is no failure, and there is nowhere to tell any other.
            let _ = error.print();
            return exit_of(error.kind()).into();
        }
    };
    anstream::ColorChoice::from(cli.globals.color).write_global();
    match execute(cli) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            if !failure.is_quiet() {
                complain(&failure);
            }
            failure.exit.into()
        }
    }
}

/// How the process ends when the command line asks for help or makes no sense.
fn exit_of(kind: ErrorKind) -> Exit {
    match kind {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Exit::Done,
        _ => Exit::Usage,
    }
}

fn execute(cli: Cli) -> Result<Exit, Failure> {
    let mut out = Out::new(cli.globals.json);
    let places = places().map_err(|error| Failure::usage(error.to_string()))?;
    let becomes_daemon = matches!(&cli.command, Some(Command::Daemon(args)) if args.is_run());
    let context =
        Around::read().and_then(|around| Context::of(cli.globals.clone(), places.clone(), around));
    if let (Err(failure), true) = (&context, becomes_daemon) {
        // Whoever asks for the daemon later learns why there is none.
        keep_reason(&places, failure);
    }
    let exit = command::dispatch(cli, &context?, &mut out)?;
    out.flush()?;
    Ok(exit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_is_done_and_nonsense_is_usage() {
        let exit = |args: &[&str]| exit_of(Cli::try_parse_from(args).unwrap_err().kind());
        assert_eq!(exit(&["consolidate", "--help"]), Exit::Done);
        assert_eq!(exit(&["consolidate", "--version"]), Exit::Done);
        assert_eq!(exit(&["consolidate", "help", "exit-codes"]), Exit::Done);
        assert_eq!(exit(&["consolidate", "frobnicate"]), Exit::Usage);
        assert_eq!(exit(&["consolidate", "recall"]), Exit::Usage);
    }
}
