//! `review`: what waits for a person's answer.

use clap::{Args, Subcommand};
use consolidate_shared::wire::v1::{Request, Response};

use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::link::pick;
use crate::out::Out;
use crate::print;

/// Arguments of `review`.
#[derive(Debug, Args)]
pub(crate) struct ReviewArgs {
    #[command(subcommand)]
    command: ReviewCommand,
}

/// What to do with the queue.
#[derive(Debug, Subcommand)]
enum ReviewCommand {
    /// List the open items
    #[command(after_help = "Example:\n  consolidate review list --all-projects")]
    List {
        /// The items of every project
        #[arg(long, conflicts_with = "project")]
        all_projects: bool,
        /// At most so many
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
    },
}

impl ReviewArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        let ReviewCommand::List { all_projects, limit } = self.command;
        let place = context.place(all_projects)?;
        let answer = context.link()?.ask(&Request::Reviews { place, limit })?;
        let items = pick!(answer, Response::Reviews(items) => items)?;
        out.answer(&items, |items| print::memory::reviews(items))?;
        Ok(Exit::Done)
    }
}
