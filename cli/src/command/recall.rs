//! `recall`: what is known about something, under a budget that covers everything from here on.

use clap::Args;
use consolidate_shared::limits::HITS;
use consolidate_shared::time::NamedDay;
use consolidate_shared::wire::v1::{RecallAnswer, RecallRequest};
use serde_json::json;

use super::said::SaidArgs;
use super::{answered, no_answer};
use crate::args::number;
use crate::context::{ALL_PROJECTS, Context};
use crate::exit::{Exit, Failure};
use crate::link;
use crate::out::Out;
use crate::print;

/// Hits when nobody says how many.
pub(crate) const DEFAULT_HITS: u32 = 8;

/// Arguments of `recall`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  consolidate recall dependency management
  consolidate recall \"error[E0308] mismatched types\" -k 3 --json
  consolidate recall package manager --history
  consolidate recall package manager --as-of 2026-03-01
  consolidate recall deploy --since 7d --until yesterday
  consolidate recall deploy -k 20 --budget 1000")]
pub(crate) struct RecallArgs {
    /// What to look for: plain words, no operators
    #[arg(required = true, value_name = "QUERY")]
    query: Vec<String>,
    /// At most so many hits
    #[arg(short, value_name = "N", default_value_t = DEFAULT_HITS, value_parser = number(HITS))]
    k: u32,
    /// Search the memories of every project
    #[arg(long, conflicts_with = "project")]
    all_projects: bool,
    /// Replaced, retired and no longer valid memories too
    #[arg(long)]
    history: bool,
    /// What held at the end of this day (UTC), also if it no longer does: a date, yesterday, 30d
    #[arg(long, value_name = "DAY", conflicts_with = "history")]
    as_of: Option<NamedDay>,
    /// Say of each hit why it stands where it stands
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    said: SaidArgs,
    /// Tokens that the hits may take as they are printed; what does not fit is left out whole
    #[arg(long, visible_alias = "tokens", value_name = "N", conflicts_with = "window")]
    budget: Option<u32>,
    /// Tokens of the asking model's window: the hits may take a tenth of it
    #[arg(long, value_name = "N")]
    window: Option<u32>,
    /// Milliseconds until there must be an answer [default: the setting read_budget_ms]
    #[arg(long, value_name = "MS", value_parser = super::brief::budget())]
    budget_ms: Option<u64>,
}

impl RecallArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        let budget = context.read_budget(self.budget_ms);
        let said = self.said.within()?;
        let answer = context.read(budget, self.all_projects, |deadline, identity| {
            let place = identity.place(self.all_projects);
            if !self.all_projects {
                identity.tell(&place, ALL_PROJECTS);
            }
            let request = RecallRequest {
                caller: identity.caller(),
                place,
                query: self.query.join(" "),
                k: self.k,
                budget_us: link::micros(deadline.remaining()),
                history: self.history,
                said,
                as_of: self.as_of,
                explain: self.explain,
                tokens: self.budget.or(self.window.map(tenth)),
            };
            link::recall(&context.places, request, deadline).map(|answer| RecallAnswer {
                coverage: identity.lessened(answer.coverage),
                ..answer
            })
        })?;
        let answer = answered(answer, missed, out)?;
        let wider = (!self.history && self.as_of.is_none()).then_some("--history");
        out.answer(&answer, |answer| print::read::recall(answer, wider))?;
        out.caveats(&print::read::caveats(answer.coverage, &answer.health, "--budget-ms"))?;
        Ok(Exit::Done)
    }
}

/// The answer when there is none, in the shape of one.
pub(crate) fn missed(why: &str) -> serde_json::Value {
    let besides = json!({
        "hits": [],
        "left_out": 0,
    });
    no_answer(why, besides)
}

/// What memory tools may take of a model's window.
pub(crate) fn tenth(window: u32) -> u32 {
    window / 10
}
