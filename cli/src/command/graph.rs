//! `graph`: relations of supersession, conflict and merge, as text for Graphviz or Mermaid.

use clap::{Args, ValueEnum};
use consolidate_shared::limits::GRAPH_MEMORIES;
use consolidate_shared::wire::v1::{GraphFormat, GraphRequest, GraphScope, Request, Response};

use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::link::pick;
use crate::out::Out;

/// Arguments of `graph`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  consolidate graph mem_06f3k | dot -Tsvg > chain.svg
  consolidate graph --format mermaid
  consolidate graph --all --limit 2000 > all.dot")]
pub(crate) struct GraphArgs {
    /// The memory to begin with: its id, a unique beginning of it, or its id elsewhere [default: the whole project]
    id: Option<String>,
    /// The relations of every project
    #[arg(long, visible_alias = "all-projects", conflicts_with_all = ["id", "project"])]
    all: bool,
    /// How to write it
    #[arg(long, value_enum, default_value_t = Format::Dot)]
    format: Format,
    /// How many relations from the memory [default: as far as they go]
    #[arg(long, value_name = "N", requires = "id")]
    depth: Option<u32>,
    /// At most so many memories (2000 and no more)
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=GRAPH_MEMORIES as i64))]
    limit: u32,
}

/// How a drawing is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Graphviz.
    Dot,
    /// Mermaid.
    Mermaid,
}

impl GraphArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        let whole_project = self.id.is_none() && !self.all;
        let scope = match self.id {
            Some(memory) => GraphScope::Around { memory, depth: self.depth.unwrap_or(u32::MAX) },
            None => GraphScope::Place(context.place(self.all, "--all")?),
        };
        let format = match self.format {
            Format::Dot => GraphFormat::Dot,
            Format::Mermaid => GraphFormat::Mermaid,
        };
        let request = GraphRequest { caller: context.caller()?, scope, format, limit: self.limit };
        let mut link = context.link()?;
        let answer = link.ask_long(&Request::Graph(request))?;
        if whole_project {
            context.tell_unknown_project(&mut link);
        }
        let drawn = pick!(answer, Response::Graph(drawn) => *drawn)?;
        if out.json {
            out.value(&drawn)?;
        } else {
            out.raw(&drawn.text)?;
        }
        let mut caveats: Vec<String> = drawn.cut.into_iter().collect();
        if drawn.memories == 0 {
            caveats.push("no memory here is replaced, merged or in conflict".to_owned());
        }
        out.caveats(&caveats)?;
        Ok(Exit::Done)
    }
}
