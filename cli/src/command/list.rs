//! `list`: memories, newest or weakest first.

use clap::Args;
use consolidate_shared::id::MemoryId;
use consolidate_shared::limits::LIST_ROWS;
use consolidate_shared::model::Kind;
use consolidate_shared::wire::v1::{ListPage, ListRequest, Request, Response, Where};

use super::said::SaidArgs;
use crate::args::{kinds, number};
use crate::context::{ALL_PROJECTS, Context};
use crate::exit::{Exit, Failure};
use crate::link::{Link, pick};
use crate::out::Out;
use crate::print;

/// Arguments of `list`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  consolidate list
  consolidate list --kind decision --all-projects --limit 200
  consolidate list --standing retired
  consolidate list --since yesterday
  consolidate list --weakest --limit 20")]
pub(crate) struct ListArgs {
    /// Only this kind: policy, fact, decision, pitfall or procedure
    #[arg(long, value_name = "KIND", value_parser = kinds())]
    kind: Option<Kind>,
    /// Only this standing [default: candidate and active]
    #[arg(long, value_parser = ["candidate", "active", "retired", "quarantined"])]
    standing: Option<String>,
    /// Every standing
    #[arg(long, conflicts_with = "standing")]
    all: bool,
    /// The memories of every project
    #[arg(long, conflicts_with = "project")]
    all_projects: bool,
    #[command(flatten)]
    said: SaidArgs,
    /// The weakest first, of those that are neither pinned, a policy nor a person's: what a store that grew too large can spare
    #[arg(long)]
    weakest: bool,
    /// At most so many
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = number(u32::MAX))]
    limit: u32,
    /// Only what comes behind this one: the `next` of the JSON before
    #[arg(long, value_name = "ID")]
    after: Option<MemoryId>,
}

impl ListArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        let place = context.place(self.all_projects, ALL_PROJECTS)?;
        let mut link = context.link()?;
        let page = self.gather(&mut link, &place)?;
        if !self.all_projects {
            context.tell_unknown_project(&mut link);
        }
        let shows_strength = self.weakest;
        out.answer(&page, |page| print::memory::list(page, shows_strength))?;
        Ok(Exit::Done)
    }

    /// Every page up to the limit, as one.
    fn gather(&self, link: &mut Link, place: &Where) -> Result<ListPage, Failure> {
        let mut all = ListPage { generation: 0, memories: Vec::new(), next: self.after };
        loop {
            let missing = self.limit.saturating_sub(all.memories.len() as u32);
            let request = ListRequest {
                place: place.clone(),
                kind: self.kind,
                standing: self.standing.clone(),
                all_standings: self.all,
                said: self.said.within()?,
                weakest: self.weakest,
                limit: missing.min(LIST_ROWS),
                after: all.next,
            };
            let answer = link.ask(&Request::List(request))?;
            let page = pick!(answer, Response::List(page) => page)?;
            let is_last = page.next.is_none() || page.memories.is_empty();
            all.generation = page.generation;
            all.next = page.next;
            all.memories.extend(page.memories);
            if is_last || all.memories.len() >= self.limit as usize {
                return Ok(all);
            }
        }
    }
}
