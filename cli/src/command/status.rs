//! `status`: what the daemon is and holds; without one, where we looked.

use std::path::PathBuf;

use consolidate_shared::place::LOG;
use consolidate_shared::wire::v1::{HealthWarning, Request, Response, ScheduleView, Status};
use serde::Serialize;
use serde_json::json;

use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::link::{Link, STATUS_TIME, pick};
use crate::out::Out;
use crate::print;

/// What the help says at its end.
pub(crate) const HELP: &str = "Example:\n  consolidate status --json";

/// All of it: the status, what the schedule does, and what `health` warns of.
#[derive(Debug, Serialize)]
struct Whole {
    #[serde(flatten)]
    status: Status,
    /// Its log file.
    log: PathBuf,
    schedule: Option<ScheduleView>,
    /// `None`: it cannot be said in the time that a status has.
    warnings: Option<Vec<HealthWarning>>,
}

/// Prints all of it.
pub(crate) fn run(context: &Context, out: &mut Out) -> Result<Exit, Failure> {
    let asked = |link: &mut Link| {
        Ok(Whole {
            status: ask(link)?,
            log: context.places.log.join(LOG),
            schedule: schedule(link),
            warnings: warnings(link),
        })
    };
    report(context, out, asked, |whole| {
        print::status::whole(&whole.status, whole.schedule.as_ref(), whole.warnings.as_deref())
    })
}

/// Prints whether it runs, and where.
pub(crate) fn brief(context: &Context, out: &mut Out) -> Result<Exit, Failure> {
    report(context, out, ask, print::status::brief)
}

/// Asks the running daemon and prints what `people` make of the answer; without a daemon, where it was looked for.
fn report<T: Serialize>(
    context: &Context,
    out: &mut Out,
    asked: impl FnOnce(&mut Link) -> Result<T, Failure>,
    people: impl FnOnce(&T) -> String,
) -> Result<Exit, Failure> {
    match context.running_link().and_then(|mut link| asked(&mut link)) {
        Ok(answer) => {
            out.answer(&answer, people)?;
            Ok(Exit::Done)
        }
        Err(failure) => {
            if failure.exit == Exit::NoDaemon {
                absent(context, &failure, out)?;
            }
            Err(failure)
        }
    }
}

/// The daemon's status.
pub(crate) fn ask(link: &mut Link) -> Result<Status, Failure> {
    let answer = link.ask_within(&Request::Status, STATUS_TIME)?;
    pick!(answer, Response::Status(status) => *status)
}

/// What its schedule does; `None`: it is of a version that has none.
pub(crate) fn schedule(link: &mut Link) -> Option<ScheduleView> {
    match link.ask_within(&Request::Schedule, STATUS_TIME) {
        Ok(Response::Schedule(schedule)) => Some(*schedule),
        _ => None,
    }
}

/// What `health` warns of; `None`: it does not answer in time.
fn warnings(link: &mut Link) -> Option<Vec<HealthWarning>> {
    match link.ask_within(&Request::Health { days: 0 }, STATUS_TIME) {
        Ok(Response::Health(report)) => Some(report.warnings),
        _ => None,
    }
}

/// Where we looked for a daemon in vain.
fn absent(context: &Context, failure: &Failure, out: &mut Out) -> Result<(), Failure> {
    if out.json {
        let places = &context.places;
        out.value(&json!({
            "running": false,
            "problem": failure.message,
            "socket": context.endpoint(),
            "store": places.store,
            "log": places.log.join(LOG),
            "config": places.config,
        }))
    } else {
        out.styled(&print::status::absent(&context.places, &context.endpoint()))
    }
}
