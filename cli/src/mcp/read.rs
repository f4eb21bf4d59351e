//! `memory_read`: one memory, whole.

use consolidate_shared::wire::v1::{MemoryView, ReadRequest, Request, Response};
use serde_json::json;

use super::field::{Shape, required};
use super::given::Given;
use super::reply::{NOTED, Reply};
use super::tool::{Call, Tool};
use crate::context::Context;
use crate::exit::Failure;
use crate::link::{STATUS_TIME, pick};
use crate::print::memory::whole;

pub(super) const TOOL: Tool = Tool {
    name: "memory_read",
    title: "Read a memory",
    about: "One memory, whole: its text, reason, steps, sources, other wordings, what it replaced and what contradicts it. \
            Call it with an id from memory_brief or memory_search when a line there is not enough to act on. \
            Reading counts as use.",
    fields: &[required(
        "id",
        Shape::Text,
        "The memory: its id (mem_...), a unique beginning of it as in a brief, or its id elsewhere.",
    )],
    only_reads: true,
    run,
};

fn run(call: &Call<'_>, mut given: Given) -> Result<Reply, Failure> {
    let context = call.about(None);
    let memory = match memory(&context, given.text("id").unwrap_or_default()) {
        Ok(memory) => memory,
        Err(failure) => return Reply::missed(failure, |why| json!({ "missed": why })),
    };
    Reply::new(&format!("{NOTED}{}", whole(&memory)), &memory)
}

/// Asks for it. A turn waits no longer for it than a daemon in order takes.
fn memory(context: &Context, memory: String) -> Result<MemoryView, Failure> {
    let request = Request::Read(ReadRequest { caller: context.caller()?, memory });
    let answer = context.running_link_within(STATUS_TIME)?.ask_within(&request, STATUS_TIME)?;
    pick!(answer, Response::Memory(memory) => *memory)
}
