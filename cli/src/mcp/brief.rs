//! `memory_brief`: what to know before a task.

use consolidate_shared::limits::ITEMS_PER_MEMORY;
use consolidate_shared::wire::v1::{BriefAnswer, BriefRequest};

use super::field::{PROJECT, Shape, optional, required};
use super::given::Given;
use super::reply::Reply;
use super::search::MORE_TIME;
use super::tool::{Call, Tool};
use crate::command::brief::missed;
use crate::exit::Failure;
use crate::link::{self, Read};
use crate::print::read::{brief, caveats};

const ANY: Shape = Shape::Number { least: 1, most: u32::MAX };

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
    let context = call.about(given.text("project"));
    let mut misplaced = None;
    let read = context.read(context.read_budget(None), false, |deadline, identity| {
        misplaced = identity.told_of_brief();
        let request = BriefRequest {
            caller: identity.caller(),
            place: identity.own_place(),
            task,
            anchors,
            tokens,
            window,
            budget_us: link::micros(deadline.remaining()),
        };
        link::brief(&context.places, request, deadline)
            .map(|answer| BriefAnswer { coverage: identity.lessened(answer.coverage), ..answer })
    })?;
    let answer = match read {
        Read::Answered(answer) => answer,
        Read::Missed(failure) => return Reply::missed(failure, missed),
    };
    let text = match brief(&answer) {
        text if text.is_empty() => "nothing is known about this yet\n".to_owned(),
        text => text,
    };
    let reply = Reply::new(&text, &answer)?.notes(&misplaced.into_iter().collect::<Vec<_>>());
    Ok(reply.notes(&caveats(answer.coverage, &answer.health, MORE_TIME)))
}
