//! `feedback`: how memories did, after somebody met them.

use clap::{ArgGroup, Args};
use consolidate_shared::model::{Judge, Signal};
use consolidate_shared::wire::v1::{Feedback, Request, Response};

use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::link::pick;
use crate::out::Out;
use crate::print;

const HELP: &str = "\
--helped and --confirm are evidence for a memory, --harmed and --contradict evidence against it. Evidence raises or lowers \
trust, counts once per context, memory and day, and brings back what was retired as stale. Weights: a person's word 2.0, the \
result of a test or build 1.5, how an agent's work came out 1.0. A context is who tells it, the session, --context, the \
project and --domain: a candidate becomes active when two contexts confirm it, or a person does. \
--used and --triggered are use: they keep a memory from fading and never raise trust.

Examples:
  consolidate feedback mem_06f3k --helped
  consolidate feedback mem_06f3k mem_07a2b --used
  consolidate feedback mem_06f3k --confirm --by test --context nightly --build 1842
  consolidate feedback mem_06f3k --contradict --note \"the flag is gone since 2.0\"";

/// Arguments of `feedback`.
#[derive(Debug, Args)]
#[command(after_help = HELP, group = ArgGroup::new("signal").required(true))]
pub(crate) struct FeedbackArgs {
    /// The memories: ids, unique beginnings of ids, or ids elsewhere
    #[arg(required = true, value_name = "ID")]
    ids: Vec<String>,
    #[command(flatten)]
    signal: SignalArgs,
    /// The task run or test run that it was found in [default: the session alone]
    #[arg(long, value_name = "NAME")]
    context: Option<String>,
    /// The site or field of work that it was about
    #[arg(long, value_name = "DOMAIN")]
    domain: Option<String>,
    /// The build that it was found on
    #[arg(long, value_name = "BUILD")]
    build: Option<String>,
    /// Whose judgement it is: person, test or agent [default: person for a user, else agent]
    #[arg(long, value_name = "WHO")]
    by: Option<Judge>,
    /// What there is to say besides
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
}

/// What is told: one of these.
#[derive(Debug, Args)]
struct SignalArgs {
    /// It was relied on
    #[arg(long, group = "signal")]
    used: bool,
    /// It surfaced by its trigger (for hooks that show cautions)
    #[arg(long, group = "signal")]
    triggered: bool,
    /// Relying on it went well
    #[arg(long, group = "signal")]
    helped: bool,
    /// Relying on it went wrong
    #[arg(long, group = "signal")]
    harmed: bool,
    /// It was found to be so
    #[arg(long, group = "signal")]
    confirm: bool,
    /// It was found to be otherwise
    #[arg(long, group = "signal")]
    contradict: bool,
}

impl SignalArgs {
    fn signal(&self) -> Option<Signal> {
        let given = [
            (self.used, Signal::Used),
            (self.triggered, Signal::Triggered),
            (self.helped, Signal::Helped),
            (self.harmed, Signal::Harmed),
            (self.confirm, Signal::Confirm),
            (self.contradict, Signal::Contradict),
        ];
        given.into_iter().find(|(is_given, _)| *is_given).map(|(_, signal)| signal)
    }
}

impl FeedbackArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        let signal = self.signal.signal().ok_or_else(|| {
            Failure::usage("say how it did").hint("see `consolidate feedback --help`")
        })?;
        let feedback = Feedback {
            caller: context.caller()?,
            memories: self.ids,
            signal,
            judge: self.by,
            context: self.context,
            domain: self.domain,
            build: self.build,
            note: self.note,
        };
        let answer = context.link()?.ask(&Request::Feedback(feedback))?;
        let answer = pick!(answer, Response::Feedback(answer) => answer)?;
        out.answer(&answer, print::feedback::told)?;
        Ok(Exit::Done)
    }
}
