//! `runs`, `brief-why`: what task runs were given to know, as it was recorded.

use clap::{Args, Subcommand};
use consolidate_shared::limits::TASK_RUNS_LISTED;
use consolidate_shared::wire::v1::{
    Request, Response, TaskRunAnswer, TaskRunRequest, TaskRunsRequest,
};

use crate::context::{ALL_PROJECTS, Context};
use crate::exit::{Exit, Failure};
use crate::link::pick;
use crate::out::Out;
use crate::print;

/// Runs of a listing, unless said otherwise.
const PAGE: u32 = 20;

/// Arguments of `runs`.
#[derive(Debug, Args)]
#[command(
    after_help = "A task run is a piece of an agent's work that asked for briefs by its id: `brief --run RUN --step N`. What is shown was \
recorded then; nothing is searched again.

Examples:
  consolidate runs
  consolidate runs show $RUN
  consolidate runs show $RUN --step 0 --json",
    args_conflicts_with_subcommands = true
)]
pub(crate) struct RunsArgs {
    #[command(flatten)]
    list: ListedRuns,
    #[command(subcommand)]
    command: Option<RunsCommand>,
}

/// Which runs.
#[derive(Debug, Args)]
struct ListedRuns {
    /// The runs of every project
    #[arg(long, conflicts_with = "project")]
    all_projects: bool,
    /// At most so many, the latest first
    #[arg(long, value_name = "N", default_value_t = PAGE, value_parser = clap::value_parser!(u32).range(1..=i64::from(TASK_RUNS_LISTED)))]
    limit: u32,
}

/// What to do with them.
#[derive(Debug, Subcommand)]
enum RunsCommand {
    /// What the briefs of a run held, what the run told of it, and what has changed since
    Show(RunArgs),
}

/// One run.
#[derive(Debug, Args)]
struct RunArgs {
    /// The run's id
    run: String,
    /// Only this step; of `runs show` with its brief as it was
    #[arg(long, value_name = "N")]
    step: Option<u32>,
}

/// Arguments of `brief-why`.
#[derive(Debug, Args)]
#[command(
    after_help = "Rank is trust with what the task adds to it, in thousandths: an anchor that the task touches 400, each word that an anchor \
shares with it 150, each word that the text does 100, at most three of each. What is below it in the same section came after it. \
A memory is left out when its line does not fit the budget, when two with one of its anchors are there already, when it is a \
candidate that may not be shown, or when its section of an authoring brief had a third of the budget.

Examples:
  consolidate brief-why $RUN
  consolidate brief-why $RUN --step 2 --json"
)]
pub(crate) struct BriefWhyArgs {
    #[command(flatten)]
    which: RunArgs,
}

impl RunsArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        if let Some(RunsCommand::Show(which)) = self.command {
            let answer = which.gather(context)?;
            out.answer(&answer, print::runs::run)?;
            return Ok(Exit::Done);
        }
        let ListedRuns { all_projects, limit } = self.list;
        let place = context.place(all_projects, ALL_PROJECTS)?;
        let request = TaskRunsRequest { caller: context.caller()?, place, limit };
        let mut link = context.link()?;
        let answer = link.ask(&Request::TaskRuns(request))?;
        let answer = pick!(answer, Response::TaskRuns(answer) => *answer)?;
        if !all_projects {
            context.tell_unknown_project(&mut link);
        }
        out.answer(&answer, print::runs::runs)?;
        Ok(Exit::Done)
    }
}

impl BriefWhyArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        let answer = print::runs::Whys::of(self.which.gather(context)?);
        out.answer(&answer, print::runs::whys)?;
        Ok(Exit::Done)
    }
}

impl RunArgs {
    /// Every page, as one.
    fn gather(self, context: &Context) -> Result<TaskRunAnswer, Failure> {
        let mut request = TaskRunRequest {
            caller: context.caller()?,
            place: context.place(false, ALL_PROJECTS)?,
            run: self.run,
            step: self.step,
            after: None,
        };
        let mut link = context.link()?;
        let mut all: Option<TaskRunAnswer> = None;
        loop {
            let answer = link.ask(&Request::TaskRun(request.clone()))?;
            let mut page = pick!(answer, Response::TaskRun(page) => *page)?;
            let next = page.next.filter(|next| request.after.is_none_or(|after| after < *next));
            if let Some(mut before) = all.take() {
                before.steps.append(&mut page.steps);
                page.steps = before.steps;
            }
            request.after = next;
            if next.is_none() {
                page.next = None;
                return Ok(page);
            }
            all = Some(page);
        }
    }
}
