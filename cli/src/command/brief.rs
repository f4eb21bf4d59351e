//! `brief`: what to know before a task, under a budget that covers everything from here on.

use clap::Args;
use clap::builder::RangedU64ValueParser;
use consolidate_shared::limits::READ_BUDGET_MAX;
use consolidate_shared::model::Anchor;
use consolidate_shared::task_run::Purpose;
use consolidate_shared::wire::v1::{TaskBriefAnswer, TaskBriefRequest};
use serde_json::json;

use super::{answered, no_answer};
use crate::args::{anchor, purposes};
use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::identity::Identity;
use crate::link;
use crate::out::{Out, note};
use crate::print;
use crate::print::text::one_line;

/// Arguments of `brief`.
#[derive(Debug, Args)]
#[command(
    after_help = "Policies and the user's own facts are never left out; policies are counted beside the budget and not against it \
(`--json` and `runs show` tell both numbers; above 2,048 tokens of policies a warning says so). Token counts are bounds: no \
tokenizer of a current model counts more.

With --run the first answer to a step is frozen: whoever asks again for that step of that run, in this project, gets the same \
bytes, whatever was written or restarted since, and whatever the task is by then (a warning says so). Steps count from 0. \
`runs` and `brief-why` tell of it; `feedback ID --used --context RUN` tells what the run made of it. Kept are the latest 1,000 \
runs of 256 steps each, and 64 MiB.

--for authoring is for writing a test or a procedure: after the cautions come procedures, then up to four of the most trusted \
with all their steps as examples, then facts.

Examples:
  consolidate brief \"add retries to the payment client\" --anchor src/payment.rs
  consolidate brief --window 200000 --json
  consolidate brief \"add retries\" --run $RUN --step 0 --window 200000
  consolidate brief \"a test of the checkout\" --for authoring"
)]
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
    /// The task run that the brief is frozen for
    #[arg(long, value_name = "RUN")]
    run: Option<String>,
    /// Its step, counted from 0
    #[arg(long, value_name = "N", requires = "run", default_value_t = 0)]
    step: u32,
    /// What it is for: a task, or the writing of a test or procedure
    #[arg(long = "for", value_name = "WHAT", default_value = "task", value_parser = purposes())]
    purpose: Purpose,
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
        let asked_for_a_run = self.run.is_some();
        let answer = context.read(budget, false, |deadline, identity| {
            if let Some(misplaced) = identity.told_of_brief() {
                note(&misplaced);
            }
            let request = TaskBriefRequest {
                caller: identity.caller(),
                place: identity.own_place(),
                task: self.task.join(" "),
                anchors: self.anchors,
                tokens: self.tokens,
                window: self.window,
                budget_us: link::micros(deadline.remaining()),
                run: self.run.filter(|_| !identity.is_late()),
                step: self.step,
                purpose: self.purpose,
            };
            link::brief(&context.places, request, deadline)
                .map(|answer| lessened(answer, identity, asked_for_a_run))
        })?;
        let answer = answered(answer, missed, out)?;
        out.answer(&answer, print::read::brief)?;
        let mut caveats = print::read::caveats(answer.coverage, &answer.health, "--budget-ms");
        caveats.extend(answer.warnings.iter().map(|warning| one_line(warning)));
        out.caveats(&caveats)?;
        if context.around.is_on_terminal() && !out.json {
            note(&print::read::tokens(&answer));
        }
        Ok(Exit::Done)
    }
}

/// The answer as one to somebody whose project may not have been found in time.
pub(crate) fn lessened(
    answer: TaskBriefAnswer,
    identity: &Identity,
    asked_for_a_run: bool,
) -> TaskBriefAnswer {
    let mut answer = answer;
    answer.coverage = identity.lessened(answer.coverage);
    if asked_for_a_run && answer.frozen.is_none() && identity.is_late() {
        answer
            .warnings
            .push("the brief is not frozen: the project was not found in time".to_owned());
    }
    answer
}

/// The answer when there is none, in the shape of one.
pub(crate) fn missed(why: &str) -> serde_json::Value {
    let besides = json!({
        "text": "",
        "hash": "",
        "tokens": 0,
        "policy_tokens": 0,
        "budget": 0,
        "exceeds": false,
        "held": [],
        "left_out": 0,
        "purpose": null,
        "frozen": null,
        "warnings": [],
    });
    no_answer(why, besides)
}
