//! `read`: one memory, whole.

use clap::Args;
use consolidate_shared::wire::v1::{ReadRequest, Request, Response};

use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::link::pick;
use crate::out::Out;
use crate::print;

/// Arguments of `read`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  consolidate read mem_06f3k")]
pub(crate) struct ReadArgs {
    /// The memory: its id, a unique beginning of it, or its id elsewhere
    id: String,
}

impl ReadArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        let request = ReadRequest { caller: context.caller()?, memory: self.id };
        let answer = context.running_link()?.ask(&Request::Read(request))?;
        let memory = pick!(answer, Response::Memory(memory) => *memory)?;
        out.answer(&memory, print::memory::whole)?;
        Ok(Exit::Done)
    }
}
