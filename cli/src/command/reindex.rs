//! `reindex`: the index made anew from the texts.

use consolidate_shared::wire::v1::{Request, Response};

use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::link::pick;
use crate::out::Out;
use crate::print;

/// What the help says at its end.
pub(crate) const HELP: &str = "The daemon holds its index in memory and makes it at every start, by what it keeps in `analysed.cache` \
beside the store where that still fits the texts. This makes both anew from the texts alone. Reads go \
on meanwhile, writes wait; nothing that is remembered changes.

Example:
  consolidate reindex --json";

/// Has the index made anew.
pub(crate) fn run(context: &Context, out: &mut Out) -> Result<Exit, Failure> {
    let answer = context.link()?.ask_long(&Request::Reindex)?;
    let reindexed = pick!(answer, Response::Reindexed(reindexed) => reindexed)?;
    out.answer(&reindexed, print::reindex::report)?;
    Ok(Exit::Done)
}
