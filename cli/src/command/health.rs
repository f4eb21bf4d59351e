//! `health`: signals of the store, and how they were on the days before.

use clap::Args;
use consolidate_shared::limits::SAMPLES_KEPT;
use consolidate_shared::wire::v1::{Request, Response};

use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::link::pick;
use crate::out::Out;
use crate::print;

/// Days that `--history` shows.
const DAYS: u32 = 30;

/// Arguments of `health`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  consolidate health
  consolidate health --history --days 90")]
pub(crate) struct HealthArgs {
    /// How the signals were on the last days (one sample a UTC day on which anybody asked or a run was applied)
    #[arg(long)]
    history: bool,
    /// How many days of history [default: 30, at most 400]
    #[arg(long, value_name = "N", requires = "history", value_parser = clap::value_parser!(u32).range(1..=SAMPLES_KEPT as i64))]
    days: Option<u32>,
}

impl HealthArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        let days = if self.history { self.days.unwrap_or(DAYS) } else { 0 };
        let answer = context.link()?.ask_long(&Request::Health { days })?;
        let report = pick!(answer, Response::Health(report) => *report)?;
        out.answer(&report, |report| {
            if self.history { print::health::history(report) } else { print::health::now(report) }
        })?;
        Ok(Exit::Done)
    }
}
