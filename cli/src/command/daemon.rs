//! `daemon`: start, stop, run, status, restart.

use std::fs::File;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use consolidate_client::Deadline;
use consolidate_shared::place::{LOCK, Places};
use consolidate_shared::wire::v1::{Request, Response};
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use super::status;
use crate::context::Context;
use crate::detach;
use crate::exit::{Exit, Failure};
use crate::link::{Link, STATUS_TIME, pick};
use crate::out::{Out, note};
use crate::print;
use crate::serve::{Serve, serve};
use crate::skew::{Holder, holder};
use crate::start_failure;
use crate::wait;

/// How long a stopping daemon may take to commit what is in hand and close its store.
const STOP_TIME: Duration = Duration::from_secs(30);

/// Arguments of `daemon`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  consolidate daemon start
  consolidate daemon run        # in the foreground, as service managers want it")]
pub(crate) struct DaemonArgs {
    #[command(subcommand)]
    command: DaemonCommand,
}

/// What to do with the daemon.
#[derive(Debug, Subcommand)]
enum DaemonCommand {
    /// Start it in the background, if it does not run
    Start,
    /// Stop it after what is in hand
    Stop,
    /// Stop it and start it again
    Restart,
    /// Say whether it runs
    Status,
    /// Be the daemon, in the foreground
    Run(RunArgs),
}

/// Arguments of `daemon run`.
#[derive(Debug, Args)]
struct RunArgs {
    /// Leave terminal and session, and write into the log file
    #[arg(long)]
    detach: bool,
    /// Nothing of the caller's is open any more, and the allocator is told what to do
    #[arg(long, hide = true)]
    renewed: bool,
    /// Take the time from this file, for tests
    #[arg(long, value_name = "FILE", hide = true)]
    clock: Option<PathBuf>,
}

impl DaemonArgs {
    /// Whether this process is to become the daemon.
    pub(crate) fn is_run(&self) -> bool {
        matches!(self.command, DaemonCommand::Run(_))
    }

    /// Whether it needs no settings: a daemon can be stopped whatever its config file says.
    pub(crate) fn is_stop(&self) -> bool {
        matches!(self.command, DaemonCommand::Stop)
    }

    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        match self.command {
            DaemonCommand::Start => start(context, out),
            DaemonCommand::Stop => stop(context, out),
            DaemonCommand::Restart => {
                // Order: one that cannot start again is not stopped.
                context.refuse_mistakes()?;
                end(context)?;
                start(context, out)
            }
            DaemonCommand::Status => status::brief(context, out),
            DaemonCommand::Run(args) => become_daemon(&args, context),
        }
    }
}

fn start(context: &Context, out: &mut Out) -> Result<Exit, Failure> {
    let before =
        Link::running(&context.places, STATUS_TIME).and_then(|mut link| status::ask(&mut link));
    // Whoever is silent or just going is for the start to sort out: it waits, and the lock decides.
    let status = status::ask(&mut context.link()?)?;
    let was_running = before.is_ok_and(|before| before.pid == status.pid);
    if out.json {
        out.value(&json!({
            "started": !was_running,
            "pid": status.pid,
            "version": status.version,
            "socket": status.socket,
            "store": status.store,
        }))?;
    } else {
        out.styled(&print::status::started(&status, was_running))?;
    }
    if was_running {
        crate::skew::warn(&context.places);
    }
    Ok(Exit::Done)
}

fn stop(context: &Context, out: &mut Out) -> Result<Exit, Failure> {
    let ended = end(context)?;
    if out.json {
        out.value(&json!({ "stopped": ended.is_some(), "pid": ended }))?;
    } else if let Some(pid) = ended {
        out.styled(&format!("stopped daemon {pid}\n"))?;
    } else {
        note("no daemon is running");
    }
    Ok(Exit::Done)
}

/// Stops the daemon and waits for its end; `None`: there was none.
fn end(context: &Context) -> Result<Option<u32>, Failure> {
    let places = &context.places;
    let pid = match Link::running(places, STATUS_TIME) {
        Ok(mut link) => ask_to_stop(&mut link).map_err(|failure| kill_hint(failure, places))?,
        // Order: only a lock that is held makes the number in it the daemon's; it may else be anybody's by now.
        Err(failure) if failure.exit == Exit::NoDaemon => match held(places) {
            Some(Holder { pid, .. }) => terminate(pid)?,
            None => return Ok(None),
        },
        Err(failure) => return Err(kill_hint(failure, places)),
    };
    if wait::for_end(pid, Deadline::after(STOP_TIME)) {
        return Ok(Some(pid));
    }
    let message = format!("daemon {pid} has not ended after {} s", STOP_TIME.as_secs());
    Err(kill_hint(Failure::new(Exit::Missed, message), places))
}

fn ask_to_stop(link: &mut Link) -> Result<u32, Failure> {
    let status = status::ask(link)?;
    let answer = link.ask_within(&Request::Stop, STATUS_TIME)?;
    pick!(answer, Response::Ok => status.pid)
}

/// Who holds the store without being reachable at its socket.
fn held(places: &Places) -> Option<Holder> {
    let file = File::open(places.store.join(LOCK)).ok()?;
    match flock(&file, FlockOperation::NonBlockingLockShared) {
        Err(Errno::WOULDBLOCK) => holder(places),
        _ => None,
    }
}

fn terminate(pid: u32) -> Result<u32, Failure> {
    let failed = |errno: Errno| Failure::io(&format!("stop process {pid}"), &errno.into());
    let process = i32::try_from(pid).ok().and_then(Pid::from_raw).ok_or(Errno::SRCH);
    process.and_then(|process| kill_process(process, Signal::TERM)).map_err(failed)?;
    Ok(pid)
}

fn kill_hint(failure: Failure, places: &Places) -> Failure {
    if failure.exit != Exit::Missed {
        return failure;
    }
    match held(places) {
        Some(Holder { pid, .. }) => failure.hint(format!(
            "end it with `kill -9 {pid}`: what was acknowledged is durable and stays"
        )),
        None => failure,
    }
}

fn become_daemon(args: &RunArgs, context: &Context) -> Result<Exit, Failure> {
    let places = &context.places;
    if !args.renewed {
        detach::renew(args.detach);
    }
    detach::keep_private();
    let served = context.refuse_mistakes().and_then(|()| serve_here(args, context));
    if let Err(failure) = &served {
        keep_reason(places, failure);
    }
    served.map(|()| Exit::Done)
}

fn serve_here(args: &RunArgs, context: &Context) -> Result<(), Failure> {
    let clock_file = args.clock.as_deref().map(detach::absolute).transpose()?;
    let hindered = if args.detach { detach::detach(&context.places)? } else { None };
    crate::log::to_stderr(crate::log::OF_DAEMON);
    start_failure::forget(&context.places);
    serve(Serve {
        places: context.places.clone(),
        clock_file,
        secrets: context.config.secrets.value,
        schedule: context.config.schedule.clone(),
        review_agents: context.config.review_agents.value,
        families: context.config.families.clone(),
        recall: context.config.recall,
        hindered,
    })
}

/// Keeps why a start failed, for whoever asks later. That another daemon serves is no failure to remember.
pub(crate) fn keep_reason(places: &Places, failure: &Failure) {
    if failure.exit == Exit::Locked {
        return;
    }
    let reason = match &failure.hint {
        Some(hint) => format!("{}; {hint}", failure.message),
        None => failure.message.clone(),
    };
    let kept = detach::make_log_folder(places).and_then(|()| start_failure::keep(places, &reason));
    if let Err(error) = kept {
        crate::out::warn(&format!("cannot keep the reason in `{}`: {error}", places.log.display()));
    }
}
