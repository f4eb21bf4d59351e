//! `status`: what the daemon is and holds; without one, where we looked.

use consolidate_shared::wire::v1::{Request, Response, Status};
use serde_json::json;

use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::link::{STATUS_TIME, pick};
use crate::out::Out;
use crate::print;

/// What the help says at its end.
pub(crate) const HELP: &str = "Example:\n  consolidate status --json";

/// Prints all of it.
pub(crate) fn run(context: &Context, out: &mut Out) -> Result<Exit, Failure> {
    report(context, out, print::status::whole)
}

/// Asks the daemon for its status and prints what `people` make of it.
pub(crate) fn report(
    context: &Context,
    out: &mut Out,
    people: fn(&Status) -> String,
) -> Result<Exit, Failure> {
    match ask(context) {
        Ok(status) => {
            out.answer(&status, people)?;
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

/// The running daemon's status.
pub(crate) fn ask(context: &Context) -> Result<Status, Failure> {
    let answer = context.running_link()?.ask_within(&Request::Status, STATUS_TIME)?;
    pick!(answer, Response::Status(status) => *status)
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
            "log": places.log,
            "config": places.config,
        }))
    } else {
        out.styled(&print::status::absent(&context.places, &context.endpoint()))
    }
}
