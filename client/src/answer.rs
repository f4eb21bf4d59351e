//! What recall, brief and cautions return. An agent's turn never fails or waits because of us: a late or missing answer is a value
//! that says why, never an error to handle.

use consolidate_shared::limits::READ_BUDGET_MAX;
use consolidate_shared::wire::PROTOCOL;
use consolidate_shared::wire::v1::{
    BriefAnswer, BriefRequest, CautionsAnswer, CautionsRequest, Coverage, CoverageState,
    OnContextRequest, RecallAnswer, RecallRequest, Refused, Request, Response, TaskBriefAnswer,
    TaskBriefRequest,
};
use thiserror::Error;

use crate::connect::{CallError, ConnectError, Step};
use crate::deadline::Deadline;

/// All of an answer, part of it, or why there is none.
#[derive(Debug)]
#[must_use = "a missed answer has a reason that somebody should read"]
pub enum Answer<T> {
    /// Everything was looked at.
    Full(T),
    /// The best that was found before the deadline; the answer's coverage names the stage that was cut.
    Partial(T),
    /// Nothing, and why.
    Missed(MissReason),
}

impl<T> Answer<T> {
    /// The answer, whole or in part.
    pub fn into_option(self) -> Option<T> {
        match self {
            Self::Full(answer) | Self::Partial(answer) => Some(answer),
            Self::Missed(_) => None,
        }
    }
}

/// Why a read has no answer; each says what to do.
#[derive(Debug, Error)]
pub enum MissReason {
    /// Nobody listens. Reads never start a daemon.
    #[error(transparent)]
    NoDaemon(ConnectError),
    /// There may be a daemon, and it cannot be reached: a sandbox, another user's socket, a path that is too long.
    #[error(transparent)]
    Unreachable(ConnectError),
    /// The deadline came first.
    #[error(
        "the deadline came while {step}; allow more time (`--budget-ms`, `read_budget_ms`), or see `consolidate status`"
    )]
    Deadline {
        /// What the call was doing.
        step: Step,
    },
    /// The daemon refused the request.
    #[error("{}", refusal(.0))]
    Refused(Refused),
    /// The daemon speaks another protocol version.
    #[error(
        "the daemon speaks protocol {theirs} and this program speaks {PROTOCOL}; install the same version of both and run `consolidate daemon restart`"
    )]
    Version {
        /// The daemon's version.
        theirs: u8,
    },
    /// The connection or the answer broke.
    #[error("{0}; try again, and run `consolidate daemon restart` if it stays")]
    Broken(String),
}

/// A refusal in one line.
fn refusal(refused: &Refused) -> String {
    match &refused.hint {
        Some(hint) => format!("{}; {hint}", refused.message),
        None => refused.message.clone(),
    }
}

impl From<ConnectError> for MissReason {
    fn from(error: ConnectError) -> Self {
        match error {
            ConnectError::NoDaemon { .. } => Self::NoDaemon(error),
            ConnectError::Deadline { .. } => Self::Deadline { step: Step::Connect },
            _ => Self::Unreachable(error),
        }
    }
}

impl From<CallError> for MissReason {
    fn from(error: CallError) -> Self {
        match (error.other_version(), error) {
            (Some(theirs), _) => Self::Version { theirs },
            (None, CallError::Deadline { step }) => Self::Deadline { step },
            (None, CallError::Closed { .. }) => {
                Self::Broken("the daemon closed the connection".to_owned())
            }
            (None, other) => Self::Broken(other.to_string()),
        }
    }
}

/// A question under a deadline, and how its answer is told from others.
pub trait Question {
    /// What answers it.
    type Answer;

    /// The request, whose budget is at most what `deadline` leaves to the daemon.
    fn into_request(self, deadline: Deadline) -> Request;

    /// The answer and its coverage, if `response` is one; else the response unchanged.
    fn answer_of(response: Response) -> Result<(Self::Answer, Coverage), Box<Response>>;
}

impl Question for RecallRequest {
    type Answer = RecallAnswer;

    fn into_request(mut self, deadline: Deadline) -> Request {
        self.budget_us = self.budget_us.min(budget_within(deadline));
        Request::Recall(self)
    }

    fn answer_of(response: Response) -> Result<(Self::Answer, Coverage), Box<Response>> {
        match response {
            Response::Recall(answer) => {
                let coverage = answer.coverage;
                Ok((answer, coverage))
            }
            other => Err(Box::new(other)),
        }
    }
}

impl Question for BriefRequest {
    type Answer = BriefAnswer;

    fn into_request(mut self, deadline: Deadline) -> Request {
        self.budget_us = self.budget_us.min(budget_within(deadline));
        Request::Brief(self)
    }

    fn answer_of(response: Response) -> Result<(Self::Answer, Coverage), Box<Response>> {
        match response {
            Response::Brief(answer) => {
                let coverage = answer.coverage;
                Ok((*answer, coverage))
            }
            other => Err(Box::new(other)),
        }
    }
}

impl Question for TaskBriefRequest {
    type Answer = TaskBriefAnswer;

    fn into_request(mut self, deadline: Deadline) -> Request {
        self.budget_us = self.budget_us.min(budget_within(deadline));
        Request::TaskBrief(Box::new(self))
    }

    fn answer_of(response: Response) -> Result<(Self::Answer, Coverage), Box<Response>> {
        match response {
            Response::TaskBrief(answer) => {
                let coverage = answer.coverage;
                Ok((*answer, coverage))
            }
            other => Err(Box::new(other)),
        }
    }
}

impl Question for CautionsRequest {
    type Answer = CautionsAnswer;

    fn into_request(mut self, deadline: Deadline) -> Request {
        self.budget_us = self.budget_us.min(budget_within(deadline));
        Request::Cautions(self)
    }

    fn answer_of(response: Response) -> Result<(Self::Answer, Coverage), Box<Response>> {
        cautions_of(response)
    }
}

impl Question for OnContextRequest {
    type Answer = CautionsAnswer;

    fn into_request(mut self, deadline: Deadline) -> Request {
        self.budget_us = self.budget_us.min(budget_within(deadline));
        Request::OnContext(self)
    }

    fn answer_of(response: Response) -> Result<(Self::Answer, Coverage), Box<Response>> {
        cautions_of(response)
    }
}

fn cautions_of(response: Response) -> Result<(CautionsAnswer, Coverage), Box<Response>> {
    match response {
        Response::Cautions(answer) => {
            let coverage = answer.coverage;
            Ok((*answer, coverage))
        }
        other => Err(Box::new(other)),
    }
}

/// What of the remaining time the daemon may use, in microseconds: an eighth, at least 200 us and at most 5 ms, stays for
/// the way back (a wake-up on a busy machine waits one scheduler slice of 4 ms). So a slow search comes back in part
/// instead of late.
fn budget_within(deadline: Deadline) -> u32 {
    let left = deadline.remaining().min(READ_BUDGET_MAX).as_micros() as u32;
    left.saturating_sub((left / 8).clamp(200, 5000))
}

/// Sorts what came back into the three kinds of answer.
pub(crate) fn sort<Q: Question>(came: Result<Response, MissReason>) -> Answer<Q::Answer> {
    let response = match came {
        Ok(response) => response,
        Err(reason) => return Answer::Missed(reason),
    };
    match Q::answer_of(response).map_err(|other| *other) {
        Ok((answer, coverage)) => match coverage.state {
            CoverageState::Full => Answer::Full(answer),
            CoverageState::Partial => Answer::Partial(answer),
        },
        Err(Response::Refused(refused)) => Answer::Missed(MissReason::Refused(refused)),
        Err(_) => {
            let text = "the daemon answered another question".to_owned();
            Answer::Missed(MissReason::Broken(text))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use consolidate_shared::wire::v1::{ErrorCode, Health, Stage, StoreHealth};
    use std::time::Duration;

    fn recalled(coverage: Coverage) -> Response {
        let health = Health { index_ready: true, store: StoreHealth::Ok, problem: None };
        Response::Recall(RecallAnswer {
            generation: 7,
            coverage,
            health,
            hits: Vec::new(),
            relevance_per_mille: 0,
            nothing_relevant: false,
            left_out: 0,
        })
    }

    #[test]
    fn coverage_decides_between_full_and_partial() {
        assert!(matches!(sort::<RecallRequest>(Ok(recalled(Coverage::FULL))), Answer::Full(_)));
        let cut = recalled(Coverage::cut(Stage::Search));
        assert!(matches!(sort::<RecallRequest>(Ok(cut)), Answer::Partial(_)));
    }

    #[test]
    fn an_answer_to_something_else_is_a_miss() {
        let other = sort::<BriefRequest>(Ok(recalled(Coverage::FULL)));
        assert!(matches!(other, Answer::Missed(MissReason::Broken(_))));
        let refused = Refused::new(ErrorCode::Invalid, "k is 0").hint("ask for 1 to 200");
        let Answer::Missed(reason) = sort::<RecallRequest>(Ok(Response::Refused(refused))) else {
            panic!("a refusal is a miss");
        };
        assert_eq!(reason.to_string(), "k is 0; ask for 1 to 200");
    }

    #[test]
    fn cautions_answer_a_failure_and_a_place_alike() {
        let health = Health { index_ready: true, store: StoreHealth::Ok, problem: None };
        let cautions = |coverage| {
            Response::Cautions(Box::new(CautionsAnswer {
                generation: 7,
                coverage,
                health: health.clone(),
                text: String::new(),
                tokens: 0,
                budget: 128,
                cautions: Vec::new(),
                left_out: 0,
            }))
        };
        assert!(matches!(sort::<CautionsRequest>(Ok(cautions(Coverage::FULL))), Answer::Full(_)));
        let cut = cautions(Coverage::cut(Stage::Arrival));
        assert!(matches!(sort::<OnContextRequest>(Ok(cut)), Answer::Partial(_)));
        let other = sort::<OnContextRequest>(Ok(recalled(Coverage::FULL)));
        assert!(matches!(other, Answer::Missed(MissReason::Broken(_))));
    }

    #[test]
    fn a_brief_of_a_task_run_is_asked_for_and_told_from_a_plain_one() {
        let caller = consolidate_shared::wire::v1::Caller {
            role: consolidate_shared::wire::v1::Role::User,
            session: None,
            project: None,
        };
        let request = BriefRequest {
            caller,
            place: consolidate_shared::wire::v1::Where::Unscoped,
            task: "lint".to_owned(),
            anchors: Vec::new(),
            tokens: None,
            window: None,
            budget_us: u32::MAX,
        };
        let asked = TaskBriefRequest { run: Some("r1".to_owned()), ..request.into() };
        let deadline = Deadline::after(Duration::from_millis(10));
        let Request::TaskBrief(asked) = asked.into_request(deadline) else { panic!() };
        assert!(asked.budget_us <= 8750 && asked.run.as_deref() == Some("r1"));
        let other = sort::<TaskBriefRequest>(Ok(recalled(Coverage::FULL)));
        assert!(matches!(other, Answer::Missed(MissReason::Broken(_))));
    }

    #[test]
    fn the_daemon_gets_less_than_what_is_left() {
        let budget = budget_within(Deadline::after(Duration::from_millis(10)));
        assert!((8000..=8750).contains(&budget), "{budget}");
        assert_eq!(budget_within(Deadline::after(Duration::ZERO)), 0);
        assert!(budget_within(Deadline::after(Duration::MAX)) <= 60_000_000);
    }
}
