//! `memory_feedback`: how memories did, after the agent met them.

use consolidate_shared::limits::FEEDBACK_MEMORIES;
use consolidate_shared::model::{Judge, Signal};
use consolidate_shared::wire::v1::{Feedback, Request, Response};

use super::field::{PROJECT, Shape, optional, required};
use super::given::Given;
use super::reply::Reply;
use super::tool::{Call, Tool};
use crate::exit::Failure;
use crate::link::pick;
use crate::print::feedback::told;

const SIGNALS: &[&str] = &[
    Signal::Used.word(),
    Signal::Helped.word(),
    Signal::Harmed.word(),
    Signal::Confirm.word(),
    Signal::Contradict.word(),
];
const JUDGES: &[&str] = &[Judge::Test.word(), Judge::Agent.word()];

pub(super) const TOOL: Tool = Tool {
    name: "memory_feedback",
    title: "Tell how memories did",
    about: "Tell how memories did after you relied on them or looked whether they hold: it decides what is trusted and kept. \
            Call it at the end of a task for what you used, and at once for what turned out to be wrong.",
    fields: &[
        required(
            "ids",
            Shape::Texts { least: 1, most: FEEDBACK_MEMORIES },
            "The memories: ids, or unique beginnings of ids as in a brief.",
        ),
        required(
            "what",
            Shape::OneOf(SIGNALS),
            "used: you relied on them (keeps them from fading). helped / harmed: relying on them went well / wrong. \
             confirm / contradict: you found them to be so / otherwise.",
        ),
        optional(
            "by",
            Shape::OneOf(JUDGES),
            "Whose judgement it is: test for the result of a test or build, else agent.",
        ),
        optional(
            "context",
            Shape::Text,
            "The task run or test run that it was found in: the `run` of your brief, if you gave one.",
        ),
        optional("domain", Shape::Text, "The site or field of work that it was about."),
        optional("build", Shape::Text, "The build that it was found on."),
        optional("note", Shape::Text, "What there is to say besides, e.g. what holds instead."),
        PROJECT,
    ],
    only_reads: false,
    run,
};

fn run(call: &Call<'_>, mut given: Given) -> Result<Reply, Failure> {
    let context = call.about(given.text("project"));
    let signal = given.parsed("what")?.ok_or_else(|| Failure::usage("`what` is missing"))?;
    let feedback = Feedback {
        caller: context.caller()?,
        memories: given.texts("ids"),
        signal,
        judge: given.parsed("by")?,
        context: given.text("context"),
        domain: given.text("domain"),
        build: given.text("build"),
        note: given.text("note"),
    };
    let answer = context.link()?.ask(&Request::Feedback(feedback))?;
    let answer = pick!(answer, Response::Feedback(answer) => answer)?;
    Reply::new(&told(&answer), &answer)
}
