//! `memory_read`: one memory, whole.

use consolidate_shared::wire::v1::{MemoryView, ReadRequest, Request, Response};
use serde_json::{Value, json};

use super::field::{Shape, required};
use super::given::Given;
use super::reply::{self, NOTED, Reply};
use super::tool::{Call, Tool};
use crate::context::Context;
use crate::exit::Failure;
use crate::link::{STATUS_TIME, pick};
use crate::print::memory::{SHOWN, whole};

pub(super) const TOOL: Tool = Tool {
    name: "memory_read",
    title: "Read a memory",
    about: "One memory, whole: its text, reason, steps, first sources and wordings, what it replaced and what contradicts it. \
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
    Reply::new(&format!("{NOTED}{}", whole(&memory)), &within_reason(&memory)?)
}

/// As programs read it, but for the many sources and wordings that a memory has to which thousands were joined: an agent's
/// window is no place for them, and nobody acts on the hundredth.
fn within_reason(memory: &MemoryView) -> Result<Value, Failure> {
    let mut value = reply::json(memory)?;
    for (list, left_out) in [("sources", "sources_left_out"), ("wordings", "wordings_left_out")] {
        let Some(all) = value.get_mut(list).and_then(Value::as_array_mut) else { continue };
        let more = all.len().saturating_sub(SHOWN);
        all.truncate(SHOWN);
        if let (Some(object), true) = (value.as_object_mut(), more > 0) {
            object.insert(left_out.to_owned(), more.into());
        }
    }
    Ok(value)
}

/// Asks for it. A turn waits no longer for it than a daemon in order takes.
fn memory(context: &Context, memory: String) -> Result<MemoryView, Failure> {
    let request = Request::Read(ReadRequest { caller: context.caller()?, memory });
    let answer = context.running_link_within(STATUS_TIME)?.ask_within(&request, STATUS_TIME)?;
    pick!(answer, Response::Memory(memory) => *memory)
}
