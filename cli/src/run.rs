//! From the command line to an exit code.

use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

use clap::Parser as _;
use clap::error::ErrorKind;
use consolidate_client::places;

use crate::args::{Cli, Command};
use crate::around::Around;
use crate::command::{self, daemon::keep_reason};
use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::out::{Out, complain, note};

/// Runs the command that this process was started with.
pub(crate) fn run() -> ExitCode {
    let cli = match Cli::try_parse_from(helped(std::env::args_os())) {
        Ok(cli) => cli,
        Err(error) => {
            let exit = exit_of(error.kind());
            if exit == Exit::Usage && wants_json(std::env::args_os().skip(1)) {
                complain(&nonsense(&error), true);
            } else {
                let printed = error.print().and_then(|()| std::io::stdout().flush());
                let failed = printed.err().map(|why| Failure::io("write the answer", &why));
                if let Some(failure) = failed.filter(|failure| !failure.is_quiet()) {
                    complain(&failure, false);
                    return failure.exit.into();
                }
            }
            return exit.into();
        }
    };
    anstream::ColorChoice::from(cli.globals.color).write_global();
    let json = cli.globals.json;
    match execute(cli) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            if !failure.is_quiet() {
                complain(&failure, json);
            }
            failure.exit.into()
        }
    }
}

/// The command line, of which `help`, which is the parser's own and knows no flag of its own, is not asked for its help again.
fn helped(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.collect();
    if args.get(1).is_some_and(|first| first == "help") {
        args.retain(|arg| arg != "--help" && arg != "-h");
    }
    args
}

/// Whether a command line that makes no sense asks for JSON all the same.
fn wants_json(args: impl Iterator<Item = OsString>) -> bool {
    args.take_while(|arg| arg != "--").any(|arg| arg == "--json")
}

/// What is wrong with the command line: the message, and what else is told as the hint.
fn nonsense(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    let (message, hint) = text.split_once("\n\n").unwrap_or((&text, ""));
    let message = message.strip_prefix("error: ").unwrap_or(message).trim();
    match hint.trim() {
        "" => Failure::usage(message),
        hint => Failure::usage(message).hint(hint),
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
    let context = Around::read().and_then(|around| {
        let stops = matches!(&cli.command, Some(Command::Daemon(args)) if args.is_stop());
        match Context::of(cli.globals.clone(), places.clone(), around.clone()) {
            Err(failure) if stops => {
                note(&failure.to_string());
                Context::without_file(cli.globals.clone(), places.clone(), around)
            }
            context => context,
        }
    });
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

    #[test]
    fn nonsense_is_told_to_programs_too() {
        let wants = |args: &[&str]| wants_json(args.iter().map(OsString::from));
        assert!(
            wants(&["show", "--json"]) && !wants(&["record", "--", "--json"]) && !wants(&["x"])
        );
        let failure =
            nonsense(&Cli::try_parse_from(["consolidate", "show", "--json"]).unwrap_err());
        assert!(failure.message.starts_with("the following required"), "{failure}");
        assert!(failure.hint.is_some_and(|hint| hint.contains("Usage:")));
    }

    #[test]
    fn help_may_be_asked_for_its_help() {
        let of = |args: &[&str]| helped(args.iter().map(OsString::from));
        assert_eq!(of(&["consolidate", "help", "--help"]), ["consolidate", "help"]);
        assert_eq!(of(&["consolidate", "help", "-h", "record"]), ["consolidate", "help", "record"]);
        assert_eq!(of(&["consolidate", "record", "--help"]), ["consolidate", "record", "--help"]);
    }
}
