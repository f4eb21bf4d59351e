//! The connection to the daemon, with our failures: the only file that knows how the client reports.
//!
//! What it must never do: start a daemon for a read, or wait past the deadline of one.

use std::time::Duration;

use consolidate_client::{
    Answer, At, CallError, Client, ConnectError, Deadline, MissReason, StartError, StartOptions,
    Step, ensure_daemon,
};
use consolidate_daemon::scratch::Scratch;
use consolidate_shared::limits::{READ_BUDGET_MAX, REQUEST_TIME};
use consolidate_shared::place::{DATABASE, Places};
use consolidate_shared::wire::v1::{
    CautionsAnswer, CautionsRequest, OnContextRequest, RecallAnswer, RecallRequest, Request,
    Response, TaskBriefAnswer, TaskBriefRequest,
};

use crate::exit::{Exit, Failure};
use crate::out;
use crate::start_failure::{self, ENDED};

/// What planning, committing a run or ending an import may take: a hundred times what 100,000 memories need.
pub(crate) const LONG_TIME: Duration = Duration::from_mins(10);
/// What a status may take: it waits for nothing, so a daemon that is later than this is in trouble.
pub(crate) const STATUS_TIME: Duration = Duration::from_secs(2);

/// What to do when nobody serves.
pub(crate) const START_HINT: &str = "start one with `consolidate daemon start`";
const RESTART_HINT: &str = "restart the daemon with `consolidate daemon restart`";

/// A connection to the daemon.
pub(crate) struct Link {
    client: Client,
}

/// What a read under a deadline came to.
pub(crate) enum Read<T> {
    /// The answer, whole or in part.
    Answered(T),
    /// Why there is none.
    Missed(Failure),
}

impl<T> Read<T> {
    /// The same with another answer.
    pub(crate) fn map<U>(self, answer: impl FnOnce(T) -> U) -> Read<U> {
        match self {
            Self::Answered(it) => Read::Answered(answer(it)),
            Self::Missed(failure) => Read::Missed(failure),
        }
    }
}

impl Link {
    /// The daemon of `places`, started if none serves. A program (`json`) that reads what is said of a failure finds nothing
    /// else there, unless it is a warning.
    pub(crate) fn starting(
        places: &Places,
        options: &StartOptions,
        json: bool,
    ) -> Result<Self, Failure> {
        let had_store = has_store(places);
        // Order: the daemon that starts forgets it.
        let ended = start_failure::last(places).filter(|reason| reason.starts_with(ENDED));
        let client = ensure_daemon(places, options).map_err(not_started)?;
        if !had_store && has_store(places) {
            tell_of_new_store(places, ended.as_deref(), json);
        }
        Ok(Self { client })
    }

    /// The daemon of `places` if it serves.
    pub(crate) fn running(places: &Places, time: Duration) -> Result<Self, Failure> {
        let client = Client::connect_at(places, Deadline::after(time))
            .map_err(|error| unreachable_daemon(places, &error))?;
        Ok(Self { client })
    }

    /// An ordinary request; a refusal is a failure.
    pub(crate) fn ask(&mut self, request: &Request) -> Result<Response, Failure> {
        Answers::ask(self, request)
    }

    /// A request that may take long.
    pub(crate) fn ask_long(&mut self, request: &Request) -> Result<Response, Failure> {
        Answers::ask_long(self, request)
    }

    /// An ordinary request; `None`: the connection broke, and nobody knows whether it was done.
    pub(crate) fn ask_unless_lost(
        &mut self,
        request: &Request,
    ) -> Result<Option<Response>, Failure> {
        match self.client.call(request, Deadline::after(REQUEST_TIME)) {
            Err(CallError::Closed { .. }) => Ok(None),
            other => answered(other).map(Some),
        }
    }

    /// A request that may take `time`.
    pub(crate) fn ask_within(
        &mut self,
        request: &Request,
        time: Duration,
    ) -> Result<Response, Failure> {
        answered(self.client.call(request, Deadline::after(time)))
    }
}

/// Whoever answers requests: the daemon, or an engine in this process. A refusal is a failure.
pub(crate) trait Answers {
    /// An ordinary request.
    fn ask(&mut self, request: &Request) -> Result<Response, Failure>;
    /// A request that may take long.
    fn ask_long(&mut self, request: &Request) -> Result<Response, Failure>;
}

impl Answers for Link {
    fn ask(&mut self, request: &Request) -> Result<Response, Failure> {
        self.ask_within(request, REQUEST_TIME)
    }

    fn ask_long(&mut self, request: &Request) -> Result<Response, Failure> {
        self.ask_within(request, LONG_TIME)
    }
}

impl Answers for Scratch {
    fn ask(&mut self, request: &Request) -> Result<Response, Failure> {
        answered(Ok(self.call(request.clone())))
    }

    fn ask_long(&mut self, request: &Request) -> Result<Response, Failure> {
        Answers::ask(self, request)
    }
}

fn has_store(places: &Places) -> bool {
    places.store.join(DATABASE).exists()
}

/// An empty store in the place of one that went is nothing to find out by and by.
fn tell_of_new_store(places: &Places, ended: Option<&str>, json: bool) {
    let made = format!("a new store was made in {}", places.store.display());
    match ended {
        Some(ended) => out::warn(&format!("{made}, and it is empty; {ended}")),
        None if json => {}
        None => out::note(&made),
    }
}

fn answered(came: Result<Response, CallError>) -> Result<Response, Failure> {
    match came {
        Ok(Response::Refused(refused)) => Err(refused.into()),
        Ok(response) => Ok(response),
        Err(error) => Err(unanswered(&error)),
    }
}

/// A recall that never waits past `deadline`.
pub(crate) fn recall(
    places: &Places,
    request: RecallRequest,
    deadline: Deadline,
) -> Read<RecallAnswer> {
    read(places, consolidate_client::recall(places, request, deadline))
}

/// A brief that never waits past `deadline`.
pub(crate) fn brief(
    places: &Places,
    request: TaskBriefRequest,
    deadline: Deadline,
) -> Read<TaskBriefAnswer> {
    read(places, consolidate_client::task_brief(places, request, deadline))
}

/// Cautions after a failure, that never wait past `deadline`.
pub(crate) fn cautions(
    places: &Places,
    request: CautionsRequest,
    deadline: Deadline,
) -> Read<CautionsAnswer> {
    read(places, consolidate_client::cautions(places, request, deadline))
}

/// Cautions of a place that work moves to, that never wait past `deadline`.
pub(crate) fn on_context(
    places: &Places,
    request: OnContextRequest,
    deadline: Deadline,
) -> Read<CautionsAnswer> {
    read(places, consolidate_client::on_context(places, request, deadline))
}

/// Microseconds as requests carry them.
pub(crate) fn micros(time: Duration) -> u32 {
    u32::try_from(time.min(READ_BUDGET_MAX).as_micros()).unwrap_or(u32::MAX)
}

fn read<T>(places: &Places, answer: Answer<T>) -> Read<T> {
    match answer {
        Answer::Full(answer) | Answer::Partial(answer) => Read::Answered(answer),
        Answer::Missed(reason) => Read::Missed(missed(places, reason)),
    }
}

fn missed(places: &Places, reason: MissReason) -> Failure {
    match reason {
        MissReason::NoDaemon(error) => unreachable_daemon(places, &error),
        // The budget may end before the first try; where there is no socket there is no daemon all the same.
        MissReason::Deadline { step: Step::Connect }
            if !At::from(places).sockets().iter().any(|socket| socket.exists()) =>
        {
            no_daemon(places)
        }
        MissReason::Refused(refused) => refused.into(),
        MissReason::Version { .. } => Failure::new(Exit::Refused, reason.to_string()),
        MissReason::Unreachable(_) | MissReason::Deadline { .. } | MissReason::Broken(_) => {
            Failure::new(Exit::Missed, reason.to_string())
        }
    }
}

/// Nobody serves, with the reason of the last start if it failed; or somebody does and cannot be reached.
fn unreachable_daemon(places: &Places, error: &ConnectError) -> Failure {
    match error {
        ConnectError::NoDaemon { .. } => no_daemon(places),
        ConnectError::Deadline { .. } => silent(error.to_string()),
        ConnectError::Blocked { .. }
        | ConnectError::Foreign { .. }
        | ConnectError::PathTooLong { .. }
        | ConnectError::Io { .. } => Failure::new(Exit::Internal, error.to_string()),
    }
}

fn no_daemon(places: &Places) -> Failure {
    let message = match start_failure::last(places) {
        Some(reason) if reason.starts_with(ENDED) => format!("no daemon is running; {reason}"),
        Some(reason) => format!("no daemon is running; its last start failed: {reason}"),
        None => "no daemon is running".to_owned(),
    };
    Failure::new(Exit::NoDaemon, message).hint(START_HINT)
}

fn not_started(error: StartError) -> Failure {
    match error {
        StartError::Connect(ConnectError::Deadline { .. }) | StartError::Deadline { .. } => {
            silent(error.to_string())
        }
        StartError::Failed { reason } => {
            Failure::new(Exit::Internal, format!("the daemon did not start: {reason}"))
                .hint("mend that, then run `consolidate daemon start`")
        }
        other => Failure::new(Exit::Internal, other.to_string()),
    }
}

fn unanswered(error: &CallError) -> Failure {
    if let Some(theirs) = error.other_version() {
        let ours = consolidate_shared::wire::PROTOCOL;
        let message = format!("the daemon speaks protocol {theirs} and this program {ours}");
        return Failure::new(Exit::Refused, message).hint(RESTART_HINT);
    }
    match error {
        CallError::Deadline { .. } => {
            let message =
                "the daemon did not answer in time; what was asked may be done all the same";
            Failure::new(Exit::Missed, message).hint(
                "`consolidate log` shows what was done; if it stays, see `consolidate daemon status` and its log",
            )
        }
        CallError::Exchange(consolidate_client::exchange::ExchangeError::Request(why)) => {
            Failure::new(Exit::Refused, format!("this is too much for one request: {why}"))
                .hint("give less text, or split it")
        }
        CallError::Closed { .. } => {
            let message = "the daemon ended before it answered; whether it was done is not known";
            Failure::new(Exit::Missed, message).hint("`consolidate log` shows what was done")
        }
        other => Failure::new(Exit::Internal, other.to_string()),
    }
}

/// Something is there and does not answer.
fn silent(message: String) -> Failure {
    Failure::new(Exit::Missed, message)
        .hint("try again; if it stays, see `consolidate daemon status` and its log")
}

/// The answer of the kind that the request asked for; anything else is a defect or another version.
macro_rules! pick {
    ($answer:expr, $pattern:pat => $value:expr) => {
        match $answer {
            $pattern => Ok($value),
            _ => Err($crate::link::other_answer()),
        }
    };
}
pub(crate) use pick;

/// The daemon answered something that this request has no use for.
pub(crate) fn other_answer() -> Failure {
    Failure::new(Exit::Internal, "the daemon answered another question").hint(RESTART_HINT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use consolidate_shared::place::Surroundings;
    use consolidate_shared::wire::v1::{ErrorCode, Refused};
    use std::path::Path;

    fn places(home: &Path) -> Places {
        let consolidate_home = Some(home.to_owned());
        Places::of(&Surroundings { consolidate_home, ..Surroundings::default() }).unwrap()
    }

    fn exit(places: &Places, reason: MissReason) -> (Exit, Option<String>) {
        let failure = missed(places, reason);
        (failure.exit, failure.hint)
    }

    #[test]
    fn a_miss_tells_no_daemon_from_a_late_one() {
        let home = tempfile::tempdir().unwrap();
        let places = places(home.path());
        let socket = places.socket.clone();
        let start = Some(START_HINT.to_owned());
        let none = MissReason::NoDaemon(ConnectError::NoDaemon { socket: socket.clone() });
        assert_eq!(exit(&places, none), (Exit::NoDaemon, start.clone()));
        let late = || MissReason::Deadline { step: Step::Connect };
        assert_eq!(exit(&places, late()), (Exit::NoDaemon, start));
        std::fs::create_dir_all(places.socket.parent().unwrap()).unwrap();
        std::fs::write(&socket, "").unwrap();
        assert_eq!(exit(&places, late()).0, Exit::Missed);
        let refused = Refused::new(ErrorCode::Invalid, "k is 0");
        assert_eq!(exit(&places, MissReason::Refused(refused)).0, Exit::Refused);
        assert_eq!(exit(&places, MissReason::Version { theirs: 9 }).0, Exit::Refused);
        assert_eq!(exit(&places, MissReason::Broken("cut".to_owned())).0, Exit::Missed);
    }

    #[test]
    fn the_reason_of_a_failed_start_is_told_until_a_start_gets_through() {
        let home = tempfile::tempdir().unwrap();
        let places = places(home.path());
        std::fs::create_dir_all(&places.log).unwrap();
        start_failure::keep(&places, "the disk\nis full").unwrap();
        assert!(no_daemon(&places).message.ends_with("its last start failed: the disk is full"));
        start_failure::forget(&places);
        assert_eq!(no_daemon(&places).message, "no daemon is running");
    }

    #[test]
    fn a_call_that_failed_ends_with_its_own_code() {
        let late = CallError::Deadline { step: Step::Read };
        assert_eq!(unanswered(&late).exit, Exit::Missed);
        assert_eq!(unanswered(&CallError::Closed { begun: true }).exit, Exit::Missed);
        let failed = StartError::Failed { reason: "no disk".to_owned() };
        assert_eq!(not_started(failed).exit, Exit::Internal);
        let stale = answered(Ok(Response::Refused(Refused::new(ErrorCode::Stale, "moved"))));
        assert_eq!(stale.unwrap_err().exit, Exit::Stale);
    }
}
