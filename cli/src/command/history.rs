//! `apply`, `show`, `log`, `undo`, `redo`: plans and the journal.

use clap::Args;
use consolidate_shared::plan::PassKind;
use consolidate_shared::wire::v1::{Form, LogRequest, Request, Response};

use crate::args::number;
use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::link::{Link, pick};
use crate::out::Out;
use crate::print;
use crate::print::text::one_line;

/// Arguments of `apply`.
#[derive(Debug, Args)]
#[command(
    after_help = "What was applied and undone since is redone: nothing of it is held back any more.

Example:
  consolidate apply run_00c0ffee00c0ffee"
)]
pub(crate) struct ApplyArgs {
    /// The run or plan, as `--dry-run` printed it
    id: String,
}

/// Arguments of `show`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  consolidate show run_00c0ffee00c0ffee\n  consolidate show 42")]
pub(crate) struct ShowArgs {
    /// A run's or plan's id, or the number of a journal entry
    id: String,
    /// A line for every strength that decay wrote, instead of a summary by kind
    #[arg(long)]
    verbose: bool,
}

/// Arguments of `log`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  consolidate log -n 5
  consolidate log --pass merge
  consolidate log --memory mem_06f3k")]
pub(crate) struct LogArgs {
    /// At most so many entries
    #[arg(short = 'n', long = "limit", value_name = "N", default_value_t = 20, value_parser = number(u32::MAX))]
    limit: u32,
    /// Only entries before this one
    #[arg(long, value_name = "NUMBER")]
    before: Option<u64>,
    /// Only entries of this pass, e.g. merge
    #[arg(long, value_name = "PASS")]
    pass: Option<PassKind>,
    /// Only entries that tell of this memory
    #[arg(long, value_name = "ID")]
    memory: Option<String>,
}

/// Arguments of `undo`.
#[derive(Debug, Args)]
#[command(
    after_help = "Without an id, the latest entry goes with all of its run or import that is in force; an entry that only counts use (reads, \
`feedback --used`) is passed over. An agent that means another's entry names it.

Examples:
  consolidate undo
  consolidate undo run_00c0ffee00c0ffee"
)]
pub(crate) struct UndoArgs {
    /// An entry's number, a plan's or a run's id [default: the latest that is not undone]
    id: Option<String>,
}

/// Arguments of `redo`.
#[derive(Debug, Args)]
#[command(
    after_help = "Without an id, what the latest undo took back is applied again, all of it and no more, as long as \
nothing else was written since.

Examples:
  consolidate redo
  consolidate redo run_00c0ffee00c0ffee"
)]
pub(crate) struct RedoArgs {
    /// An entry's number, a plan's or a run's id [default: the latest that was undone]
    id: Option<String>,
}

/// Refuses the id of something else than a change, and says which command takes it.
fn refuse_other(id: &str) -> Result<(), Failure> {
    let (what, hint) = match id.split_once('_').map(|(kind, _)| kind) {
        Some("mem") => (
            "a memory",
            format!(
                "`consolidate read {id}` shows it, `consolidate history {id}` names the entries that changed it"
            ),
        ),
        Some("rev") => ("a review item", format!("`consolidate review show {id}` shows it")),
        _ => return Ok(()),
    };
    let message =
        format!("`{}` is the id of {what}, and this takes a run, a plan or an entry", one_line(id));
    Err(Failure::new(Exit::Refused, message).hint(hint))
}

impl ApplyArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        refuse_other(&self.id)?;
        let request = Request::Apply { caller: context.caller()?, id: self.id };
        commit(&request, &mut context.link()?, out)
    }
}

impl UndoArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        self.id.as_deref().map_or(Ok(()), refuse_other)?;
        let request = Request::Undo { caller: context.caller()?, id: self.id };
        commit(&request, &mut context.link()?, out)
    }
}

impl RedoArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        self.id.as_deref().map_or(Ok(()), refuse_other)?;
        let request = Request::Redo { caller: context.caller()?, id: self.id };
        commit(&request, &mut context.link()?, out)
    }
}

impl ShowArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        refuse_other(&self.id)?;
        show(&self.id, self.verbose, &mut context.link()?, out)?;
        Ok(Exit::Done)
    }
}

impl LogArgs {
    /// Whether it tells of one memory, whose name may be one of a project.
    pub(crate) fn names_a_memory(&self) -> bool {
        self.memory.is_some()
    }

    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        let request = if self.pass.is_none() && self.memory.is_none() {
            Request::Log { limit: self.limit, before: self.before }
        } else {
            Request::LogOf(LogRequest {
                caller: context.caller()?,
                limit: self.limit,
                before: self.before,
                pass: self.pass,
                memory: self.memory.clone(),
            })
        };
        let answer = context.link()?.ask(&request)?;
        let rows = pick!(answer, Response::Log(rows) => rows)?;
        let narrowed = self.before.is_some() || self.pass.is_some() || self.memory.is_some();
        out.answer(&rows, |rows| print::journal::log(rows, narrowed))?;
        Ok(Exit::Done)
    }
}

/// Asks for something that commits and says what was committed.
pub(crate) fn commit(request: &Request, link: &mut Link, out: &mut Out) -> Result<Exit, Failure> {
    let committed = pick!(link.ask_long(request)?, Response::Committed(done) => done)?;
    out.answer(&committed, print::journal::committed)?;
    Ok(Exit::Done)
}

/// Prints a run, a plan or an entry: the same bytes for the same id, whoever asks.
pub(crate) fn show(id: &str, verbose: bool, link: &mut Link, out: &mut Out) -> Result<(), Failure> {
    let form = match (out.json, verbose) {
        (true, _) => Form::Json,
        (false, true) => Form::Verbose,
        (false, false) => Form::Text,
    };
    pages(id, form, link, |text| {
        if form == Form::Json { out.raw(text) } else { out.styled(&print::diff::coloured(text)) }
    })
}

/// Every page of what `id` names, in order.
pub(crate) fn pages(
    id: &str,
    form: Form,
    link: &mut Link,
    mut each: impl FnMut(&str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut offset = Some(0);
    let mut ends_a_line = true;
    while let Some(from) = offset {
        let request = Request::Show { id: id.to_owned(), form, offset: from };
        let page = pick!(link.ask_long(&request)?, Response::Page(page) => page)?;
        if page.next.is_some_and(|next| next <= from) {
            return Err(Failure::new(Exit::Internal, "the daemon repeats a page")
                .hint("restart the daemon with `consolidate daemon restart`"));
        }
        if !page.text.is_empty() {
            ends_a_line = page.text.ends_with('\n');
        }
        each(&page.text)?;
        offset = page.next;
    }
    if ends_a_line { Ok(()) } else { each("\n") }
}
