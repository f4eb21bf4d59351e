//! One file a command: its arguments, the request they make, the answer printed. No decision of the product is here.

pub(crate) mod brief;
pub(crate) mod cautions;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod daemon;
pub(crate) mod demo;
mod destination;
pub(crate) mod eval;
pub(crate) mod export;
pub(crate) mod feedback;
pub(crate) mod graph;
pub(crate) mod health;
pub(crate) mod history;
pub(crate) mod import;
pub(crate) mod lineage;
pub(crate) mod list;
pub(crate) mod on_context;
pub(crate) mod order;
pub(crate) mod read;
pub(crate) mod recall;
pub(crate) mod record;
pub(crate) mod reindex;
pub(crate) mod review;
pub(crate) mod run;
pub(crate) mod runs;
mod said;
pub(crate) mod status;

use serde_json::json;

use crate::args::{Cli, Command};
use crate::context::Context;
use crate::exit::{Exit, Failure, rows, table};
use crate::link::Read;
use crate::out::Out;

/// Does what the command line says.
pub(crate) fn dispatch(cli: Cli, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
    let ignores_project = match &cli.command {
        None => Some(
            "a run of passes is over the whole store, in the diff each memory names its project",
        ),
        Some(command) => command.ignores_project(),
    };
    if let (Some(why), Some(_)) = (ignores_project, &cli.globals.project) {
        return Err(Failure::usage(format!("`--project` narrows nothing here: {why}")).hint(
            "leave it out; `list`, `recall`, `brief`, `graph` and `review` look at one project",
        ));
    }
    let Some(command) = cli.command else {
        return cli.run.run(context, out);
    };
    cli.run.refuse_beside_a_subcommand()?;
    match command {
        Command::Demo => demo::run(out),
        Command::Record(args) => args.run(context, out),
        Command::Recall(args) => args.run(context, out),
        Command::Brief(args) => args.run(context, out),
        Command::Runs(args) => args.run(context, out),
        Command::BriefWhy(args) => args.run(context, out),
        Command::Cautions(args) => args.run(context, out),
        Command::OnContext(args) => args.run(context, out),
        Command::Read(args) => args.run(context, out),
        Command::List(args) => args.run(context, out),
        Command::Pin(args) => args.run(context, out),
        Command::Unpin(args) => args.run(context, out),
        Command::Retire(args) => args.run(context, out),
        Command::Retract(args) => args.run(context, out),
        Command::Revive(args) => args.run(context, out),
        Command::Supersede(args) => args.run(context, out),
        Command::Feedback(args) => args.run(context, out),
        Command::Review(args) => args.run(context, out),
        Command::Apply(args) => args.run(context, out),
        Command::Show(args) => args.run(context, out),
        Command::Log(args) => args.run(context, out),
        Command::History(args) => args.run(context, out),
        Command::Why(args) => args.run(context, out),
        Command::Graph(args) => args.run(context, out),
        Command::Health(args) => args.run(context, out),
        Command::Reindex => reindex::run(context, out),
        Command::Undo(args) => args.run(context, out),
        Command::Redo(args) => args.run(context, out),
        Command::Import(args) => args.run(context, out),
        Command::Export(args) => args.run(context, out),
        Command::Eval(args) => args.run(out),
        Command::Check(args) => args.run(context, out),
        Command::Status => status::run(context, out),
        Command::Daemon(args) => args.run(context, out),
        Command::Config => config::run(context, out),
        Command::Mcp => crate::mcp::run(context),
        Command::Completions(args) => args.run(out),
        Command::Words => {
            let words = crate::glossary::rows();
            out.answer(&words, |_| crate::glossary::words()).map(|()| Exit::Done)
        }
        Command::ExitCodes => out.answer(&rows(), |_| table()).map(|()| Exit::Done),
    }
}

/// The answer of a read when there is none, in the shape of one: what every such answer has, and what its kind has besides.
fn no_answer(why: &str, besides: serde_json::Value) -> serde_json::Value {
    let mut answer = json!({
        "missed": why,
        "generation": null,
        "coverage": { "state": "partial", "cut": null },
        "health": null,
    });
    if let (Some(answer), serde_json::Value::Object(besides)) = (answer.as_object_mut(), besides) {
        answer.extend(besides);
    }
    answer
}

/// The answer of a read that was made in time; else the reason, after `missed` has told it in the shape of an answer to a
/// program that asked for JSON.
fn answered<T>(
    read: Read<T>,
    missed: impl FnOnce(&str) -> serde_json::Value,
    out: &mut Out,
) -> Result<T, Failure> {
    match read {
        Read::Answered(answer) => Ok(answer),
        Read::Missed(failure) => {
            if out.json {
                out.value(&missed(&failure.message))?;
            }
            Err(failure)
        }
    }
}
