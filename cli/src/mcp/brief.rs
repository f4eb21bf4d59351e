//! `memory_brief`: what to know before a task.

use consolidate_shared::limits::ITEMS_PER_MEMORY;
use consolidate_shared::task_run::Purpose;
use consolidate_shared::wire::v1::TaskBriefRequest;

use super::field::{PROJECT, Shape, optional, required};
use super::given::Given;
use super::reply::Reply;
use super::search::MORE_TIME;
use super::tool::{Call, Tool};
use crate::command::brief::{lessened, missed};
use crate::exit::Failure;
use crate::link::{self, Read};
use crate::print::read::{brief, caveats};

const ANY: Shape = Shape::Number { least: 1, most: u32::MAX };
const STEP: Shape = Shape::Number { least: 0, most: u32::MAX };
const PURPOSES: &[&str] = &[Purpose::Task.word(), Purpose::Authoring.word()];

pub(super) const TOOL: Tool = Tool {
    name: "memory_brief",
    title: "Brief before a task",
    about: "What to know before a task: the owner's policies, cautions, and what was learned about it in earlier work. \
            Call it once at the start of every task, before you read or change anything. It fits a small budget of tokens.",
    fields: &[
        required("task", Shape::Text, "What you are about to do, in a sentence or two."),
        optional(
            "anchors",
            Shape::Texts { least: 0, most: ITEMS_PER_MEMORY },
            "What you are about to touch: paths, or KIND:VALUE with file, symbol, element, page, error, command, domain, test.",
        ),
        optional(
            "tokens",
            ANY,
            "Tokens that the text of the brief may take; the JSON repeats it. Else a share of the window.",
        ),
        optional("window", ANY, "Tokens of your context window, instead of `tokens`."),
        optional(
            "run",
            Shape::Text,
            "The id of your task run, if it has one: the same step of it then always gets the same brief.",
        ),
        optional("step", STEP, "The step of `run`, counted from 0. Else 0."),
        optional(
            "for",
            Shape::OneOf(PURPOSES),
            "authoring: you are about to write a test or a procedure and want procedures with their steps as examples. Else task.",
        ),
        PROJECT,
    ],
    only_reads: true,
    run,
};

fn run(call: &Call<'_>, mut given: Given) -> Result<Reply, Failure> {
    let (task, anchors) = (given.text("task").unwrap_or_default(), given.anchors()?);
    let (tokens, window) = (given.number("tokens"), given.number("window"));
    if tokens.is_some() && window.is_some() {
        return Err(Failure::usage("`tokens` and `window` say the same thing in two ways")
            .hint("give one of them, or none"));
    }
    let (run, step) = (given.text("run"), given.number("step"));
    if step.is_some() && run.is_none() {
        return Err(Failure::usage("`step` is a step of `run`").hint("give `run` too"));
    }
    let purpose = given.parsed("for")?.unwrap_or_default();
    let asked_for_a_run = run.is_some();
    let context = call.about(given.text("project"));
    let mut misplaced = None;
    let (read, unknown) =
        context.read_of(context.read_budget(None), false, |deadline, identity| {
            misplaced = identity.told_of_brief();
            let request = TaskBriefRequest {
                caller: identity.caller(),
                place: identity.own_place(),
                task,
                anchors,
                tokens,
                window,
                budget_us: link::micros(deadline.remaining()),
                run: run.filter(|_| !identity.is_late()),
                step: step.unwrap_or_default(),
                purpose,
            };
            link::brief(&context.places, request, deadline)
                .map(|answer| lessened(answer, identity, asked_for_a_run))
        })?;
    let answer = match read {
        Read::Answered(answer) => answer,
        Read::Missed(failure) => return Reply::missed(failure, missed),
    };
    let text = match brief(&answer) {
        text if text.is_empty() => "nothing is known about this yet\n".to_owned(),
        text => text,
    };
    let reply = Reply::new(&text, &answer)?
        .notes(&misplaced.into_iter().chain(unknown).collect::<Vec<_>>());
    let reply = reply.notes(&answer.warnings);
    Ok(reply.notes(&caveats(answer.coverage, &answer.health, MORE_TIME)))
}
