//! `pin`, `unpin`, `retire`, `retract`, `revive`, `supersede`: one order on one memory.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use consolidate_shared::model::RetireReason;
use consolidate_shared::wire::v1::{Order, OrderKind, Request, Response};

use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::link::pick;
use crate::out::Out;
use crate::print;

/// The memory that an order is about, and why.
#[derive(Debug, Args)]
pub(crate) struct Target {
    /// The memory: its id, a unique beginning of it, or its id elsewhere
    id: String,
    /// Why, in your words
    #[arg(long)]
    why: Option<String>,
}

/// Arguments of `pin`.
#[derive(Debug, Args)]
#[command(
    after_help = "A pinned memory is never retired, decayed, moved down or reworded by a pass; it may take in the sources, wordings and links of a duplicate. A pin does not make it hold longer than its `--valid-until`: from then on recall and brief leave it out, and the store keeps it.\n\nExample:\n  consolidate pin mem_06f3k"
)]
pub(crate) struct PinArgs {
    #[command(flatten)]
    target: Target,
}

/// Arguments of `unpin`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  consolidate unpin mem_06f3k")]
pub(crate) struct UnpinArgs {
    #[command(flatten)]
    target: Target,
}

/// Arguments of `retire`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  consolidate retire mem_06f3k --why \"the service is gone\"")]
pub(crate) struct RetireArgs {
    #[command(flatten)]
    target: Target,
    /// Why it goes; what another memory replaces is for `supersede`
    #[arg(long, value_name = "REASON", default_value_t = RetireReason::Unwanted, value_parser = reasons())]
    reason: RetireReason,
}

/// The reasons for which somebody may retire a memory by itself.
fn reasons() -> impl TypedValueParser<Value = RetireReason> {
    use RetireReason::{Malformed, Retracted, Stale, Unwanted};
    PossibleValuesParser::new([Retracted, Stale, Malformed, Unwanted].map(RetireReason::word))
        .try_map(|word| word.parse::<RetireReason>())
}

/// Arguments of `retract`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  consolidate retract mem_06f3k --why \"it never was so\"")]
pub(crate) struct RetractArgs {
    #[command(flatten)]
    target: Target,
}

/// Arguments of `revive`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  consolidate revive mem_06f3k")]
pub(crate) struct ReviveArgs {
    #[command(flatten)]
    target: Target,
}

/// Arguments of `supersede`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  consolidate supersede mem_06f3k mem_07a2b")]
pub(crate) struct SupersedeArgs {
    /// The memory that no longer holds
    old: String,
    /// The memory that replaces it
    new: String,
    /// Why, in your words
    #[arg(long)]
    why: Option<String>,
}

impl PinArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        order(self.target, OrderKind::Pin, context, out)
    }
}

impl UnpinArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        order(self.target, OrderKind::Unpin, context, out)
    }
}

impl RetireArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        order(self.target, OrderKind::Retire { reason: self.reason }, context, out)
    }
}

impl RetractArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        order(self.target, OrderKind::Retire { reason: RetireReason::Retracted }, context, out)
    }
}

impl ReviveArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        order(self.target, OrderKind::Revive, context, out)
    }
}

impl SupersedeArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        let target = Target { id: self.old, why: self.why };
        order(target, OrderKind::SupersededBy { successor: self.new }, context, out)
    }
}

fn order(
    target: Target,
    kind: OrderKind,
    context: &Context,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let order = Order { caller: context.caller()?, memory: target.id, kind, note: target.why };
    let answer = context.link()?.ask(&Request::Order(order))?;
    let committed = pick!(answer, Response::Committed(committed) => committed)?;
    out.answer(&committed, print::journal::committed)?;
    Ok(Exit::Done)
}
