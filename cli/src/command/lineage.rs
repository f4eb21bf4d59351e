//! `history`, `why`: what the journal tells of one memory.

use clap::Args;
use consolidate_shared::limits::HISTORY_ROWS;
use consolidate_shared::wire::v1::{
    HistoryAnswer, HistoryRequest, Request, Response, WhyAnswer, WhyRequest,
};

use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::link::{Link, pick};
use crate::out::Out;
use crate::print;

/// Times that a chain is read anew when the store moves between two of its pages.
const READS: usize = 5;

/// Arguments of `history`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  consolidate history mem_06f3k
  consolidate history mem_06f3k --limit 500 --json")]
pub(crate) struct HistoryArgs {
    /// The memory: its id, a unique beginning of it, an id that was joined to it, or its id elsewhere
    id: String,
    /// At most so many entries, the oldest first
    #[arg(short = 'n', long, value_name = "N", default_value_t = 200)]
    limit: u32,
    /// Only entries after this one
    #[arg(long, value_name = "NUMBER")]
    after: Option<u64>,
}

/// Arguments of `why`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  consolidate why mem_06f3k
  consolidate why mem_06f3k --all")]
pub(crate) struct WhyArgs {
    /// Any memory of the chain: its id, a unique beginning of it, or its id elsewhere
    id: String,
    /// Every step of a long chain (JSON always has them)
    #[arg(long)]
    all: bool,
}

impl HistoryArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        let answer = self.gather(context)?;
        out.answer(&answer, print::lineage::history)?;
        Ok(Exit::Done)
    }

    /// Every page up to the limit, as one.
    fn gather(&self, context: &Context) -> Result<HistoryAnswer, Failure> {
        let (caller, mut link) = (context.caller()?, context.link()?);
        let mut all: Option<HistoryAnswer> = None;
        let mut after = self.after;
        loop {
            let have = all.as_ref().map_or(0, |all| all.entries.len());
            let missing = self.limit.max(1).saturating_sub(u32::try_from(have).unwrap_or(u32::MAX));
            let request = HistoryRequest {
                caller: caller.clone(),
                memory: self.id.clone(),
                after,
                limit: missing.min(HISTORY_ROWS),
            };
            let answer = link.ask_long(&Request::History(request))?;
            let mut page = pick!(answer, Response::History(page) => *page)?;
            after = page.next;
            if let Some(mut before) = all.take() {
                before.entries.append(&mut page.entries);
                page.entries = before.entries;
            }
            if page.next.is_none() || page.entries.len() >= self.limit as usize {
                return Ok(page);
            }
            all = Some(page);
        }
    }
}

impl WhyArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        let answer = self.gather(context)?;
        let all = self.all;
        out.answer(&answer, |answer| print::lineage::why(answer, all))?;
        Ok(Exit::Done)
    }

    /// Every page, as one: all of the same store state.
    fn gather(&self, context: &Context) -> Result<WhyAnswer, Failure> {
        let mut link = context.link()?;
        for _ in 0..READS {
            if let Some(whole) = self.once(context, &mut link)? {
                return Ok(whole);
            }
        }
        Err(Failure::new(Exit::Stale, "the store changed while its chain was read")
            .hint("try again when fewer writes come in"))
    }

    /// `None`: the store moved between two pages.
    fn once(&self, context: &Context, link: &mut Link) -> Result<Option<WhyAnswer>, Failure> {
        let caller = context.caller()?;
        let mut page = self.page(0, &caller, link)?;
        while let Some(from) = page.next {
            let mut next = self.page(from, &caller, link)?;
            let moved = next.generation != page.generation;
            if moved || next.next.is_some_and(|next| next <= from) {
                return Ok(None);
            }
            page.steps.append(&mut next.steps);
            page.next = next.next;
        }
        Ok(Some(page))
    }

    fn page(
        &self,
        from: u64,
        caller: &consolidate_shared::wire::v1::Caller,
        link: &mut Link,
    ) -> Result<WhyAnswer, Failure> {
        let request = WhyRequest { caller: caller.clone(), memory: self.id.clone(), from };
        pick!(link.ask_long(&Request::Why(request))?, Response::Why(page) => *page)
    }
}
