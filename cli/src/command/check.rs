//! `check`: whether a store is sound, looked at on a copy of it; `check --repair`: what mends it, as a diff, then applied.
//!
//! Invariants: a check writes to its copy alone; what is repaired is the plan that was shown, by its id.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use consolidate_daemon::checkup::{self, Asked, CheckupError};
use consolidate_daemon::clock::Clock;
use consolidate_daemon::store::{CopyError, LockError, copy_closed};
use consolidate_shared::time::Timestamp;
use consolidate_shared::wire::v1::{Committed, RepairPlanned, Request, Response};
use tempfile::TempDir;

use super::history::{commit, show};
use super::run::asked;
use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::interrupt::Interruptible;
use crate::link::{Link, pick};
use crate::out::{Out, note};
use crate::print;
use crate::progress::Progress;

/// Arguments of `check`.
#[derive(Debug, Args)]
#[command(
    after_help = "Every assertion is made over a copy of the store in the temporary folder (TMPDIR), which is gone afterwards; the store itself is \
only read. Make room for the copy: it is as large as the store.
A check that finds something ends with 1 and says what the likely cause is and what to do.

A repair is made by the daemon, of the store that it serves, and is an entry of the journal: --repair takes no --store. To \
mend a copy or a backup, put it in the place of the store (CONSOLIDATE_HOME=DIR makes one of its own) and repair it there. \
A file that is not what was written is written anew from what can be read; the damaged one is kept beside it. Rows that cannot \
be read are set aside, and what a repair set aside is not taken back by an undo: a check lists it.

Examples:
  consolidate check
  consolidate check --store ~/backup/store --json
  consolidate check --repair          # show what would mend the store, and ask"
)]
pub(crate) struct CheckArgs {
    /// The folder of a store, or of a copy of one, that no daemon serves [default: this user's store]
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    /// Share of active memories that may wait to be retired with nothing active in their place, in per cent
    #[arg(long, value_name = "PERCENT", default_value = "2", value_parser = per_mille)]
    unretired_budget: u16,
    /// Show what would mend the store as a diff, and ask whether to apply it
    #[arg(long, conflicts_with_all = ["store", "unretired_budget"])]
    repair: bool,
    /// With --repair: apply without asking
    #[arg(long, requires = "repair")]
    yes: bool,
}

/// A percentage with at most one decimal, in per mille.
fn per_mille(text: &str) -> Result<u16, String> {
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    let number = |text: &str| text.parse::<u16>().ok();
    let found = number(whole).zip(number(tenth).filter(|_| tenth.len() == 1));
    let found = found.map(|(whole, tenth)| whole.saturating_mul(10).saturating_add(tenth));
    found
        .filter(|per_mille| *per_mille <= 1000)
        .ok_or_else(|| "a percentage is a number from 0 to 100 with at most one decimal".to_owned())
}

impl CheckArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        if self.repair {
            return repair(self.yes, context, out);
        }
        let source = self.source(context)?;
        let progress = Arc::new(Progress::steps("copying the store", checkup::STEPS + 1));
        let interruptible = Interruptible::listen("check")?;
        let copy = folder()?;
        let (into, staleness_budget) = (copy.path().to_owned(), self.unretired_budget);
        let steps = progress.clone();
        let report = interruptible.run(move || {
            let now = source.copy(&into)?;
            let asked = Asked { copy: into, staleness_budget, now };
            checkup::checkup(&asked, &mut |what| steps.step(what))
                .map_err(|error| unchecked(&error))
        });
        progress.done();
        let report = report??;
        // Order: what is told is told of a check that has left nothing behind.
        copy.close().map_err(|error| Failure::io("remove the copy of the store", &error))?;
        out.answer(&report, print::check::report)?;
        Ok(if report.holds { Exit::Done } else { Exit::Refused })
    }

    /// Where the copy comes from.
    fn source(&self, context: &Context) -> Result<Source, Failure> {
        if let Some(store) = &self.store {
            return Ok(Source::Closed(store.clone()));
        }
        match context.running_link() {
            Ok(mut link) => {
                // A copy may take long; whether anybody answers is known at once.
                link.ask(&Request::Status)?;
                Ok(Source::Served(Box::new(link)))
            }
            Err(failure) if failure.exit == Exit::NoDaemon => {
                Ok(Source::Closed(context.places.store.clone()))
            }
            Err(failure) => Err(failure),
        }
    }
}

/// What is copied to be checked.
enum Source {
    /// What a daemon serves.
    Served(Box<Link>),
    /// The folder of a store that nobody serves.
    Closed(PathBuf),
}

impl Source {
    /// Copies the store into `folder`; the moment that is checked.
    fn copy(self, folder: &Path) -> Result<Timestamp, Failure> {
        match self {
            Self::Served(link) => served(*link, folder),
            Self::Closed(from) => {
                copy_closed(&from, folder).map_err(|error| uncopied(&error))?;
                Ok(Clock::System.now())
            }
        }
    }
}

/// A folder for the copy, closed to others, gone with its value.
fn folder() -> Result<TempDir, Failure> {
    tempfile::Builder::new()
        .prefix("consolidate-check-")
        .tempdir()
        .map_err(|error| Failure::io("make a temporary folder", &error))
}

/// The daemon copies what it serves.
fn served(mut link: Link, folder: &Path) -> Result<Timestamp, Failure> {
    let folder = folder.to_str().map(str::to_owned).ok_or_else(|| {
        Failure::usage("the temporary folder has a name that is no text")
            .hint("set TMPDIR to another folder")
    })?;
    let copied = pick!(link.ask_long(&Request::Copy { folder })?, Response::Copied(it) => it)?;
    Ok(copied.at)
}

fn uncopied(error: &CopyError) -> Failure {
    let message = error.to_string();
    match error {
        CopyError::NoStore(_) => Failure::new(Exit::Refused, message)
            .hint("record something first, or name a store's folder with --store"),
        CopyError::Lock(LockError::Held { .. }) => Failure::new(Exit::Locked, message).hint(
            "without --store, `consolidate check` asks the daemon for a copy; else stop that daemon, or check a copy of the folder",
        ),
        CopyError::Lock(_) | CopyError::File { .. } => Failure::new(Exit::Internal, message)
            .hint("make room, or set TMPDIR to a folder that has it"),
    }
}

fn unchecked(error: &CheckupError) -> Failure {
    Failure::new(Exit::Internal, error.to_string())
        .hint("set TMPDIR to a folder with room that is yours")
}

fn repair(yes: bool, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
    let mut link = context.link()?;
    let planned = link.ask_long(&Request::PlanRepair)?;
    let planned = pick!(planned, Response::RepairPlanned(planned) => planned)?;
    let id = planned.plan_id.to_string();
    let apply = Request::Repair { caller: context.caller()?, id: id.clone() };
    let is_empty = planned.changes == 0 && planned.besides == 0;
    if yes {
        if is_empty {
            return nothing(&planned, out);
        }
        return Ok(of_what_is_left(&planned, commit(&apply, &mut link, out)?));
    }
    show(&id, false, &mut link, out)?;
    out.flush()?;
    if is_empty {
        return Ok(of_what_is_left(&planned, Exit::Done));
    }
    if out.json || !context.around.is_on_terminal() {
        note("nothing was repaired; apply it with `consolidate check --repair --yes`");
        return Ok(Exit::PlanShown);
    }
    if !asked("Apply this?")? {
        return Ok(Exit::PlanShown);
    }
    Ok(of_what_is_left(&planned, commit(&apply, &mut link, out)?))
}

/// A repair after which something is left is not done.
fn of_what_is_left(planned: &RepairPlanned, exit: Exit) -> Exit {
    if exit == Exit::Done && planned.left > 0 { Exit::Refused } else { exit }
}

/// There is nothing that a repair could do.
fn nothing(planned: &RepairPlanned, out: &mut Out) -> Result<Exit, Failure> {
    let summary = match planned.left {
        0 => "nothing to repair".to_owned(),
        left => format!("nothing to repair; {left} need a decision: see `consolidate check`"),
    };
    let committed = Committed { generation: planned.generation, entries: Vec::new(), summary };
    out.answer(&committed, print::journal::committed)?;
    Ok(of_what_is_left(planned, Exit::Done))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_a_percentage() {
        let read = |text| per_mille(text).ok();
        assert_eq!(["2", "0", "100", "0.5", "12.5"].map(read), [20, 0, 1000, 5, 125].map(Some));
        for wrong in ["", "-1", "101", "100.1", "2.55", "two", "2,5", "1e2", ".5"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
