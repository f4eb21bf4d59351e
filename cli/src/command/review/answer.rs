//! Answers from the command line: several items at once, each its own journal entry.

use std::collections::BTreeSet;

use clap::Args;
use consolidate_shared::limits::SNOOZE_DAYS;
use consolidate_shared::time::Day;
use consolidate_shared::wire::v1::{AnswerKind, AnswerRequest, Answered, Request, Response};
use serde_json::{Value, json};

use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::link::pick;
use crate::out::{Out, complain};
use crate::print;

/// How the id of a memory begins.
const MEMORY: &str = "mem_";

/// The items that are answered, and why.
#[derive(Debug, Args)]
pub(super) struct AnswerArgs {
    /// The items: their ids, or unique beginnings of them; `distinct` takes two memories (`mem_…`) too
    #[arg(required = true, value_name = "ID")]
    ids: Vec<String>,
    /// Only these members of the item; the others stay queued
    #[arg(long, value_name = "MEMORY", value_delimiter = ',')]
    only: Vec<String>,
    /// Why, in your words
    #[arg(long)]
    why: Option<String>,
}

/// Arguments of `review supersede`.
#[derive(Debug, Args)]
pub(super) struct WinnerArgs {
    #[command(flatten)]
    answer: AnswerArgs,
    /// The member that replaces the others
    #[arg(long, value_name = "MEMORY")]
    winner: String,
}

/// Arguments of `review snooze`.
#[derive(Debug, Args)]
pub(super) struct SnoozeArgs {
    #[command(flatten)]
    answer: AnswerArgs,
    /// For so many days
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=i64::from(SNOOZE_DAYS)))]
    days: u32,
    /// Until this day (UTC)
    #[arg(long, value_name = "DATE", conflicts_with = "days")]
    until: Option<Day>,
}

impl AnswerArgs {
    pub(super) fn accept(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        answer_all(self, &AnswerKind::Accept, context, out)
    }

    pub(super) fn reject(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        answer_all(self, &AnswerKind::Reject, context, out)
    }

    pub(super) fn distinct(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        if let [a, b] = self.ids.as_slice()
            && is_memory(a)
            && is_memory(b)
            && self.only.is_empty()
        {
            return tell_apart(self, context, out);
        }
        answer_all(self, &AnswerKind::Distinct, context, out)
    }
}

impl WinnerArgs {
    pub(super) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        answer_all(self.answer, &AnswerKind::Supersede { winner: self.winner }, context, out)
    }
}

impl SnoozeArgs {
    pub(super) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        let kind = match self.until {
            Some(until) => AnswerKind::SnoozeUntil { until },
            None => AnswerKind::SnoozeDays { days: self.days },
        };
        answer_all(self.answer, &kind, context, out)
    }
}

fn is_memory(id: &str) -> bool {
    id.to_ascii_lowercase().starts_with(MEMORY)
}

/// Tells two memories apart that no item asks about.
fn tell_apart(args: AnswerArgs, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
    let request = Request::Answer(Box::new(AnswerRequest {
        caller: context.caller()?,
        item: String::new(),
        answer: AnswerKind::Distinct,
        only: args.ids,
        note: args.why,
    }));
    let answered = ask(&request, context)?;
    if out.json {
        out.value(&json!({ "answered": [answered], "failed": [] }))?;
    } else {
        out.styled(&print::review::answered(&answered))?;
    }
    Ok(Exit::Done)
}

/// Answers each item; one that cannot be answered does not keep the others from it.
fn answer_all(
    args: AnswerArgs,
    kind: &AnswerKind,
    context: &Context,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let AnswerArgs { ids, only, why } = args;
    if ids.len() > 1 && !only.is_empty() {
        return Err(Failure::usage(
            "--only names members of one item, and several items are given",
        )
        .hint("answer them one by one"));
    }
    if ids.iter().any(|id| is_memory(id)) {
        return Err(Failure::usage("an answer is given to review items, and a memory is named")
            .hint("`consolidate review distinct MEMORY MEMORY` tells two memories apart; what replaces another is told with `consolidate supersede OLD NEW`"));
    }
    let mut asked = BTreeSet::new();
    let (mut taken, mut failed, mut exit) = (Vec::new(), Vec::new(), Exit::Done);
    // An item that is named twice is answered once.
    for id in ids.into_iter().filter(|id| asked.insert(id.clone())) {
        let request = Request::Answer(Box::new(AnswerRequest {
            caller: context.caller()?,
            item: id.clone(),
            answer: kind.clone(),
            only: only.clone(),
            note: why.clone(),
        }));
        match ask(&request, context) {
            Ok(answered) => {
                if !out.json {
                    out.styled(&print::review::answered(&answered))?;
                }
                taken.push(answered);
            }
            // Only a refusal is about this item; anything else would meet the others too.
            Err(failure) if matches!(failure.exit, Exit::Refused | Exit::Stale) => {
                out.flush()?;
                if !out.json {
                    complain(&failure, false);
                }
                failed.push(told(&id, &failure));
                exit = if exit == Exit::Done { failure.exit } else { exit };
            }
            Err(failure) => return Err(failure),
        }
    }
    if out.json {
        out.value(&json!({ "answered": taken, "failed": failed }))?;
    }
    Ok(exit)
}

pub(super) fn ask(request: &Request, context: &Context) -> Result<Answered, Failure> {
    let answer = context.link()?.ask(request)?;
    pick!(answer, Response::Answered(answered) => *answered)
}

fn told(id: &str, failure: &Failure) -> Value {
    json!({ "item": id, "message": failure.message, "hint": failure.hint })
}
