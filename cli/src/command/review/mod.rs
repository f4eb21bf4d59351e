//! `review`: what waits for an answer, and the answers: one key each on a terminal, one command each for scripts.

mod answer;
mod keys;
mod walk;

use clap::{Args, Subcommand};
use consolidate_shared::plan::PassKind;
use consolidate_shared::wire::v1::{Request, Response, ReviewPage, ReviewView, ReviewsRequest};

use crate::context::{ALL_PROJECTS, Context};
use crate::exit::{Exit, Failure};
use crate::link::pick;
use crate::out::Out;
use crate::print;
use answer::{AnswerArgs, SnoozeArgs, WinnerArgs};

const HELP: &str = "On a terminal, bare `consolidate review` shows each open item with both sides and takes one key an answer.

What the answers mean:
  accept     yes: fold them into one, let the newer replace the older, or mark them as conflicting
  reject     no: all stay as they are, and this is not asked again
  distinct   they have nothing to do with each other, whichever pass asks; of two memories (`mem_…`) too, which takes the
             conflict mark between them off
  supersede  the one that --winner names replaces the others
  snooze     ask again later

Every answer is one journal entry: `consolidate undo` takes it back and opens the item again. \
A pass asks at most 200 new questions a day (UTC), the surest first; what is left waits for the next day, and the run's report \
counts it as deferred.
An agent's answer is kept as a suggestion, unless the config file says `review.agents = \"resolve\"`.

Examples:
  consolidate review
  consolidate review list --pass merge
  consolidate review accept rev_00c0 rev_01
  consolidate review supersede rev_00c0 --winner mem_06f3k";

/// Items on a page, unless said otherwise.
const PAGE: u32 = 50;

/// Arguments of `review`.
#[derive(Debug, Args)]
#[command(after_help = HELP, args_conflicts_with_subcommands = true)]
pub(crate) struct ReviewArgs {
    #[command(flatten)]
    which: Which,
    #[command(subcommand)]
    command: Option<ReviewCommand>,
}

/// Which items.
#[derive(Debug, Args)]
struct Which {
    /// The items of every project
    #[arg(long, conflicts_with = "project")]
    all_projects: bool,
    /// Only what this pass asks: conflict, merge, supersede or promote
    #[arg(long, value_name = "PASS", value_parser = asking)]
    pass: Option<PassKind>,
}

/// A pass that asks.
fn asking(text: &str) -> Result<PassKind, String> {
    let pass: PassKind = text.parse().map_err(|why| format!("{why}"))?;
    match pass {
        PassKind::Decay | PassKind::Prune => Err(format!("{pass} never asks anything")),
        _ => Ok(pass),
    }
}

impl Which {
    /// The flags that ask for the same items in pages of the same size.
    fn flags(&self, limit: u32) -> String {
        let mut flags = String::new();
        if self.all_projects {
            flags.push_str("--all-projects ");
        }
        if let Some(pass) = self.pass {
            flags.push_str(&["--pass ", pass.word(), " "].concat());
        }
        if limit != PAGE {
            flags.push_str(&["--limit ", &limit.to_string(), " "].concat());
        }
        flags
    }
}

/// What to do with the queue.
#[derive(Debug, Subcommand)]
enum ReviewCommand {
    /// List the open items, oldest first
    #[command(after_help = "Examples:
  consolidate review list --all-projects --limit 10
  consolidate review list --snoozed

What is snoozed is shown and answered by its id like what is open, before its day too.")]
    List {
        #[command(flatten)]
        which: Which,
        /// At most so many
        #[arg(long, value_name = "N", default_value_t = PAGE, value_parser = clap::value_parser!(u32).range(1..=1000))]
        limit: u32,
        /// Leave out so many, the oldest first
        #[arg(long, value_name = "N", default_value_t = 0)]
        offset: u32,
        /// What was put off and comes back by itself, instead of what is open
        #[arg(long)]
        snoozed: bool,
    },
    /// Show one item with both sides
    #[command(after_help = "Example:\n  consolidate review show rev_00c0")]
    Show {
        /// The item's id, or a unique beginning of it
        id: String,
    },
    /// Yes: do what the pass would have done
    #[command(
        after_help = "Example:\n  consolidate review accept rev_00c0 --only mem_06f3k,mem_07a2b"
    )]
    Accept(AnswerArgs),
    /// No: all stay as they are, and this is not asked again
    #[command(after_help = "Example:\n  consolidate review reject rev_00c0 rev_01")]
    Reject(AnswerArgs),
    /// They have nothing to do with each other, whichever pass asks
    #[command(
        after_help = "Two memories that no item asks about are told apart by their ids. A conflict mark between them is taken off, and no \
                      pass sets it again.

Examples:
  consolidate review distinct rev_00c0
  consolidate review distinct mem_06f3k mem_07a2b"
    )]
    Distinct(AnswerArgs),
    /// One of them replaces the others
    #[command(after_help = "Example:\n  consolidate review supersede rev_00c0 --winner mem_06f3k")]
    Supersede(WinnerArgs),
    /// Ask again later
    #[command(after_help = "Example:\n  consolidate review snooze rev_00c0 --days 30")]
    Snooze(SnoozeArgs),
}

impl ReviewArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        match self.command {
            None => interactive(&self.which, context, out),
            Some(ReviewCommand::List { which, limit, offset, snoozed }) => {
                let page = page(&which, (limit, offset), snoozed, context)?;
                let flags = which.flags(limit);
                out.answer(&page, |page| print::review::page(page, offset, &flags, snoozed))?;
                Ok(Exit::Done)
            }
            Some(ReviewCommand::Show { id }) => {
                let item = item(&id, context)?;
                out.answer(&item, print::review::item)?;
                Ok(Exit::Done)
            }
            Some(ReviewCommand::Accept(args)) => args.accept(context, out),
            Some(ReviewCommand::Reject(args)) => args.reject(context, out),
            Some(ReviewCommand::Distinct(args)) => args.distinct(context, out),
            Some(ReviewCommand::Supersede(args)) => args.run(context, out),
            Some(ReviewCommand::Snooze(args)) => args.run(context, out),
        }
    }
}

fn interactive(which: &Which, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
    if !context.around.is_on_terminal() || out.json {
        return Err(Failure::usage("`review` asks a person, and there is no terminal to ask on")
            .hint("see what is open with `consolidate review list`, answer with `consolidate review accept ID` and its like"));
    }
    let mut ids = Vec::new();
    let mut offset = Some(0);
    while let Some(from) = offset {
        let page = page(which, (1000, from), false, context)?;
        if page.total == 0 {
            out.styled(&print::review::page(&page, 0, "", false))?;
            return Ok(Exit::Done);
        }
        ids.extend(page.items.iter().map(|item| item.id));
        offset = page.next.filter(|next| *next > from);
    }
    walk::Walk::new(ids, keys::Keys::of_terminal()).run(context, out)
}

fn page(
    which: &Which,
    (limit, offset): (u32, u32),
    snoozed: bool,
    context: &Context,
) -> Result<ReviewPage, Failure> {
    let place = context.place(which.all_projects, ALL_PROJECTS)?;
    let request = ReviewsRequest { place, pass: which.pass, limit, offset, snoozed };
    let mut link = context.link()?;
    let answer = link.ask(&Request::Reviews(request))?;
    if offset == 0 && !which.all_projects {
        context.tell_unknown_project(&mut link);
    }
    pick!(answer, Response::Reviews(page) => page)
}

fn item(id: &str, context: &Context) -> Result<ReviewView, Failure> {
    let answer = context.link()?.ask(&Request::Review { item: id.to_owned() })?;
    pick!(answer, Response::Review(item) => *item)
}

#[cfg(test)]
mod tests {
    use super::*;
    use consolidate_shared::policy::Policy;

    #[test]
    fn only_passes_that_ask_have_a_queue() {
        assert_eq!(asking("promote"), Ok(PassKind::Promote));
        for none in ["decay", "prune", "dedupe"] {
            assert!(asking(none).is_err(), "{none}");
        }
    }

    #[test]
    fn the_help_tells_the_number_of_a_day() {
        let most = format!("at most {} new questions a day", Policy::default().review_items_a_day);
        assert!(HELP.contains(&most));
    }
}
