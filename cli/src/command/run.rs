//! The bare command: plan a run of passes, show it as a diff, ask, apply.
//!
//! Invariant: what is applied is the run that was shown, by its id; nothing is planned again in between.

use std::io::{BufRead as _, Write as _};

use clap::Args;
use consolidate_shared::plan::PassKind;
use consolidate_shared::wire::v1::{Committed, PlanRequest, Planned, Request, Response};

use super::history::{commit, show};
use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::link::{Link, pick};
use crate::out::{Out, note, warn};
use crate::print;
use crate::print::text::visible;

/// Flags of the bare command.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// Show what the passes would change, and change nothing
    #[arg(long, conflicts_with = "yes")]
    pub(crate) dry_run: bool,
    /// Apply without asking
    #[arg(long)]
    pub(crate) yes: bool,
    /// A line for every strength that decay writes, instead of a summary by kind
    #[arg(long)]
    pub(crate) verbose: bool,
    /// Only this pass: conflict, merge, supersede, promote, decay or prune (may be given again)
    #[arg(long = "pass", value_name = "PASS")]
    pub(crate) passes: Vec<PassKind>,
}

/// What becomes of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Then {
    /// It is shown, and that was all that was asked.
    Show,
    /// It is shown; nobody is there to say yes.
    ShowUnanswered,
    /// It is shown, and a person is asked.
    Ask,
    /// It is applied.
    Apply,
}

impl RunArgs {
    /// These flags mean nothing beside a subcommand, and are not ignored in silence.
    pub(crate) fn refuse_beside_a_subcommand(&self) -> Result<(), Failure> {
        if self.dry_run || self.yes || self.verbose || !self.passes.is_empty() {
            return Err(Failure::usage(
                "--dry-run, --yes, --verbose and --pass go with no subcommand",
            )
            .hint("plan with `consolidate --dry-run`, apply with `consolidate --yes`"));
        }
        Ok(())
    }

    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        let then = self.then(context.around.is_on_terminal(), out.json);
        let mut link = context.link()?;
        let request = PlanRequest { passes: self.passes };
        let answer = link.ask_long(&Request::Plan(request.clone()))?;
        let planned = pick!(answer, Response::Planned(planned) => planned)?;
        warn_of_missing(&request.passes, &planned, &mut link);
        if planned.plans.is_empty() {
            return Err(Failure::new(
                Exit::Internal,
                "no pass could be planned; nothing was changed",
            )
            .hint("`consolidate status` says why, the daemon's log where"));
        }
        finish(then, self.verbose, &planned, &mut link, context, out)
    }

    fn then(&self, on_terminal: bool, json: bool) -> Then {
        if self.dry_run {
            Then::Show
        } else if self.yes {
            Then::Apply
        } else if on_terminal && !json {
            Then::Ask
        } else {
            Then::ShowUnanswered
        }
    }
}

/// Names the passes that were asked for and have no plan, with the reason that the daemon remembers.
fn warn_of_missing(asked: &[PassKind], planned: &Planned, link: &mut Link) {
    let has_plan = |pass: &PassKind| planned.plans.iter().any(|plan| plan.pass == *pass);
    let is_asked = |pass: &PassKind| asked.is_empty() || asked.contains(pass);
    let missing = PassKind::ALL.iter().filter(|pass| is_asked(pass) && !has_plan(pass));
    let missing: Vec<PassKind> = missing.copied().collect();
    if missing.is_empty() {
        return;
    }
    let runs = super::status::schedule(link).map(|schedule| schedule.passes).unwrap_or_default();
    for pass in missing {
        let run = runs.iter().find(|run| run.pass == pass && run.failing);
        let why = run.and_then(|run| run.failed.as_ref());
        let why = why.map_or("see the daemon's log", |failure| &failure.message);
        warn(&format!("pass {pass} failed and is left out: {}", visible(why)));
    }
}

fn finish(
    then: Then,
    verbose: bool,
    planned: &Planned,
    link: &mut Link,
    context: &Context,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let run = planned.run_id.to_string();
    let is_empty = planned.plans.iter().all(|plan| plan.changes == 0);
    let apply = Request::Apply { caller: context.caller()?, id: run.clone() };
    if then == Then::Apply {
        return if is_empty { nothing(planned, out) } else { commit(&apply, link, out) };
    }
    show(&run, verbose, link, out)?;
    out.flush()?;
    match then {
        Then::Show | Then::Apply => Ok(Exit::Done),
        _ if is_empty => Ok(Exit::Done),
        Then::ShowUnanswered if out.json => {
            let message = "the plan was shown and nothing was applied";
            Err(Failure::new(Exit::PlanShown, message)
                .hint(format!("apply with `consolidate apply {run}`")))
        }
        Then::ShowUnanswered => {
            note(&format!("nothing was applied; apply with `consolidate apply {run}`"));
            Ok(Exit::PlanShown)
        }
        Then::Ask if asked("Apply?")? => commit(&apply, link, out),
        Then::Ask => {
            note(&format!("nothing was applied; `consolidate apply {run}` still can"));
            Ok(Exit::PlanShown)
        }
    }
}

/// What applying an empty run comes to: nothing, and no journal entry.
fn nothing(planned: &Planned, out: &mut Out) -> Result<Exit, Failure> {
    let committed = Committed {
        generation: planned.generation,
        entries: Vec::new(),
        summary: "nothing to do".to_owned(),
    };
    out.answer(&committed, print::journal::committed)?;
    Ok(Exit::Done)
}

/// Asks a person; anything but yes is no.
pub(super) fn asked(question: &str) -> Result<bool, Failure> {
    let unanswered = |error| Failure::io("ask on the terminal", &error);
    let mut stderr = std::io::stderr();
    write!(stderr, "{question} [y/N] ").and_then(|()| stderr.flush()).map_err(unanswered)?;
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer).map_err(unanswered)?;
    Ok(is_yes(&answer))
}

fn is_yes(answer: &str) -> bool {
    matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(dry_run: bool, yes: bool) -> RunArgs {
        RunArgs { dry_run, yes, verbose: false, passes: Vec::new() }
    }

    #[test]
    fn only_a_person_on_a_terminal_is_asked() {
        assert_eq!(args(true, false).then(true, false), Then::Show);
        assert_eq!(args(true, false).then(false, true), Then::Show);
        assert_eq!(args(false, true).then(false, false), Then::Apply);
        assert_eq!(args(false, false).then(true, false), Then::Ask);
        assert_eq!(args(false, false).then(true, true), Then::ShowUnanswered);
        assert_eq!(args(false, false).then(false, false), Then::ShowUnanswered);
    }

    #[test]
    fn only_yes_is_yes() {
        assert!(is_yes("y\n") && is_yes(" YES \r\n"));
        assert!(!is_yes("") && !is_yes("n\n") && !is_yes("yep\n"));
    }
}
