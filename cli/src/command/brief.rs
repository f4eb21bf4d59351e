//! `brief`: what to know before a task, under a budget that covers everything from here on.

use clap::Args;
use clap::builder::RangedU64ValueParser;
use consolidate_shared::limits::READ_BUDGET_MAX;
use consolidate_shared::model::Anchor;
use consolidate_shared::wire::v1::{BriefAnswer, BriefRequest};
use serde_json::json;

use super::{answered, no_answer};
use crate::args::anchor;
use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::link;
use crate::out::{Out, note};
use crate::print;

/// Arguments of `brief`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  consolidate brief \"add retries to the payment client\" --anchor src/payment.rs
  consolidate brief --window 200000 --json")]
pub(crate) struct BriefArgs {
    /// What is about to be done
    #[arg(value_name = "TASK")]
    task: Vec<String>,
    /// What is about to be touched: a path, or KIND:VALUE
    #[arg(long = "anchor", value_name = "ANCHOR", value_parser = anchor)]
    anchors: Vec<Anchor>,
    /// Tokens that the brief may take [default: a share of the window]
    #[arg(long, value_name = "N", conflicts_with = "window")]
    tokens: Option<u32>,
    /// Tokens of the asking model's window
    #[arg(long, value_name = "N")]
    window: Option<u32>,
    /// Milliseconds until there must be an answer [default: the setting read_budget_ms]
    #[arg(long, value_name = "MS", value_parser = budget())]
    budget_ms: Option<u64>,
}

/// Milliseconds of a read, within the bound of all reads.
pub(crate) fn budget() -> RangedU64ValueParser<u64> {
    let most = u64::try_from(READ_BUDGET_MAX.as_millis()).unwrap_or(u64::MAX);
    clap::value_parser!(u64).range(1..=most)
}

impl BriefArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        let budget = context.read_budget(self.budget_ms);
        let answer = context.read(budget, false, |deadline, identity| {
            if let Some(misplaced) = identity.told_of_brief() {
                note(&misplaced);
            }
            let request = BriefRequest {
                caller: identity.caller(),
                place: identity.own_place(),
                task: self.task.join(" "),
                anchors: self.anchors,
                tokens: self.tokens,
                window: self.window,
                budget_us: link::micros(deadline.remaining()),
            };
            link::brief(&context.places, request, deadline).map(|answer| BriefAnswer {
                coverage: identity.lessened(answer.coverage),
                ..answer
            })
        })?;
        let answer = answered(answer, missed, out)?;
        out.answer(&answer, print::read::brief)?;
        out.caveats(&print::read::caveats(answer.coverage, &answer.health, "--budget-ms"))?;
        Ok(Exit::Done)
    }
}

/// The answer when there is none, in the shape of one.
pub(crate) fn missed(why: &str) -> serde_json::Value {
    let besides = json!({
        "text": "",
        "hash": "",
        "tokens": 0,
        "policy_tokens": 0,
        "budget": 0,
        "held": [],
        "left_out": 0,
    });
    no_answer(why, besides)
}
