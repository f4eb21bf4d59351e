//! `on-context`: the pitfalls of a place that work moves to.

use clap::Args;
use consolidate_shared::wire::v1::{CautionsAnswer, OnContextRequest};

use super::answered;
use super::cautions::{Most, missed, shown};
use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::link;
use crate::out::Out;

/// Arguments of `on-context`.
#[derive(Debug, Args)]
#[command(
    after_help = "A pitfall is shown whose trigger names the domain (`record --trigger-domain`) or that is tied to it or to the page \
(`record --anchor domain:...`, `page:...`). A domain holds what is below it: `example.org` holds `docs.example.org`, and not \
`notexample.org`. A port counts where the trigger names one. Call it whenever domain, page or project changes; another \
project is another `--project`. Nothing matches: nothing is printed.

One of --domain and --page is needed.

Examples:
  consolidate on-context --domain docs.example.org
  consolidate on-context --page https://shop.example.org/cart --window 32768 --json"
)]
pub(crate) struct OnContextArgs {
    /// The site or field of work; without it, the page's host
    #[arg(long, value_name = "DOMAIN", required_unless_present = "page")]
    domain: Option<String>,
    /// The page, by its address
    #[arg(long, value_name = "PAGE")]
    page: Option<String>,
    #[command(flatten)]
    most: Most,
}

impl OnContextArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        let budget = context.read_budget(self.most.budget_ms);
        let answer = context.read(budget, false, |deadline, identity| {
            let request = OnContextRequest {
                caller: identity.caller(),
                place: identity.own_place(),
                domain: self.domain,
                page: self.page,
                k: self.most.k,
                tokens: self.most.tokens,
                window: self.most.window,
                budget_us: link::micros(deadline.remaining()),
            };
            link::on_context(&context.places, request, deadline).map(|answer| CautionsAnswer {
                coverage: identity.lessened(answer.coverage),
                ..answer
            })
        })?;
        shown(&answered(answer, missed, out)?, out)
    }
}
