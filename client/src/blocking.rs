//! The driver without a runtime: a descriptor that does not block, and a poll before every read and write.
//!
//! Read timeouts are rounded up to kernel ticks (10 ms became 16 ms where it was measured) and hold per read, so that a
//! peer which trickles outlives them; a poll for what is left of the deadline holds within a tenth of a millisecond.

use std::io;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};

use consolidate_shared::wire::v1::{
    BriefAnswer, BriefRequest, CautionsAnswer, CautionsRequest, OnContextRequest, RecallAnswer,
    RecallRequest, Request, Response, TaskBriefAnswer, TaskBriefRequest,
};
use interprocess::ConnectWaitMode;
use interprocess::local_socket::prelude::*;
use interprocess::local_socket::{ConnectOptions, GenericFilePath};
use interprocess::os::unix::uds_local_socket::Stream;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, recv, send};

use crate::answer::{Answer, MissReason, Question, sort};
use crate::connect::{At, BUSY_PAUSE, CallError, ConnectError, READ_BYTES, Reached, Step, judge};
use crate::deadline::{Deadline, pause};
use crate::exchange::Exchange;

/// A connection to the daemon. One request at a time; after a missed deadline it takes no more.
#[derive(Debug)]
pub struct Client {
    stream: Stream,
    /// Whether every answer so far was taken whole, so that the next bytes belong to the next request.
    in_step: bool,
}

impl Client {
    /// Connects to the daemon at `socket`. Never waits past `deadline`, starts nothing, and speaks to nobody but a
    /// process of our own user.
    pub fn connect(socket: &Path, deadline: Deadline) -> Result<Self, ConnectError> {
        let name = socket
            .to_fs_name::<GenericFilePath>()
            .map_err(|source| ConnectError::of(socket, source))?;
        loop {
            let left = deadline.remaining();
            if left.is_zero() {
                return Err(ConnectError::Deadline { socket: socket.to_owned() });
            }
            let stream = ConnectOptions::new()
                .name(name.borrow())
                .wait_mode(ConnectWaitMode::Timeout(left))
                .nonblocking_stream(true)
                .connect_sync_as::<Stream>()
                .map_err(|source| ConnectError::of(socket, source))?;
            let peer = stream.inner().peer_addr().map(drop);
            match judge(socket, peer, stream.peer_creds())? {
                Reached::Ours => return Ok(Self { stream, in_step: true }),
                Reached::Busy => pause(BUSY_PAUSE, deadline),
            }
        }
    }

    /// Connects to the daemon that `at` means, at whichever of its sockets it listens.
    pub fn connect_at<'a>(at: impl Into<At<'a>>, deadline: Deadline) -> Result<Self, ConnectError> {
        let mut none = None;
        for socket in at.into().sockets() {
            match Self::connect(&socket, deadline) {
                Err(error @ ConnectError::NoDaemon { .. }) => none = none.or(Some(error)),
                other => return other,
            }
        }
        Err(none.unwrap_or(ConnectError::NoDaemon { socket: PathBuf::new() }))
    }

    /// Sends `request` and waits for its answer, not past `deadline`. A refusal is an answer.
    pub fn call(&mut self, request: &Request, deadline: Deadline) -> Result<Response, CallError> {
        if !self.in_step {
            return Err(CallError::UsedUp);
        }
        // Judged before anything is sent: a request that is too long leaves the connection as it was.
        let mut exchange = Exchange::new(request)?;
        self.in_step = false;
        self.write(&mut exchange, deadline)?;
        let response = self.read(&mut exchange, deadline)?;
        self.in_step = true;
        Ok(response)
    }

    /// Whether the connection can take another request.
    pub fn is_usable(&self) -> bool {
        self.in_step
    }

    /// Asks a question that may be late: never an error, never past `deadline`.
    pub fn ask<Q: Question>(&mut self, question: Q, deadline: Deadline) -> Answer<Q::Answer> {
        let request = question.into_request(deadline);
        sort::<Q>(self.call(&request, deadline).map_err(MissReason::from))
    }

    fn write(&self, exchange: &mut Exchange, deadline: Deadline) -> Result<(), CallError> {
        while !exchange.to_write().is_empty() {
            self.ready(PollFlags::OUT, Step::Write, deadline)?;
            match send(&self.stream, exchange.to_write(), no_signal()) {
                Ok(bytes) => exchange.wrote(bytes),
                // Order: a daemon that refuses a request and closes has answered; reading finds that answer.
                Err(Errno::PIPE | Errno::CONNRESET) => return Ok(()),
                Err(error) => go_on(error, Step::Write)?,
            }
        }
        Ok(())
    }

    fn read(&self, exchange: &mut Exchange, deadline: Deadline) -> Result<Response, CallError> {
        let mut buffer = [0; READ_BYTES];
        loop {
            self.ready(PollFlags::IN, Step::Read, deadline)?;
            match recv(&self.stream, &mut buffer, RecvFlags::empty()) {
                Ok((0, _)) => return Err(CallError::Closed { begun: exchange.has_begun() }),
                Ok((bytes, _)) => {
                    if let Some(response) = exchange.feed(&buffer[..bytes])? {
                        return Ok(response);
                    }
                }
                Err(error) => go_on(error, Step::Read)?,
            }
        }
    }

    /// Waits until the stream is ready for `what`, or is broken (the next call tells), or the deadline comes.
    ///
    /// The clock is asked before every wait, so that a peer which always has one more byte cannot outlive the deadline.
    fn ready(&self, what: PollFlags, step: Step, deadline: Deadline) -> Result<(), CallError> {
        loop {
            let left = deadline.remaining();
            if left.is_zero() {
                return Err(CallError::Deadline { step });
            }
            let left = Timespec::try_from(left).ok();
            let mut polled = [PollFd::from_borrowed_fd(self.stream.as_fd(), what)];
            match poll(&mut polled, left.as_ref()) {
                Ok(0) | Err(Errno::INTR) => {}
                Ok(_) => return Ok(()),
                Err(error) => return Err(CallError::io(step, error.into())),
            }
        }
    }
}

/// A signal or a poll that was wrong means once more; anything else is an error.
fn go_on(error: Errno, step: Step) -> Result<(), CallError> {
    match error {
        Errno::INTR | Errno::AGAIN => Ok(()),
        other => Err(CallError::io(step, io::Error::from(other))),
    }
}

/// A daemon that goes away must not kill the agent we are linked into with SIGPIPE.
fn no_signal() -> SendFlags {
    #[cfg(not(target_vendor = "apple"))]
    return SendFlags::NOSIGNAL;
    #[cfg(target_vendor = "apple")]
    return SendFlags::empty();
}

/// Ranked search at the daemon of `at` (places or a socket's path), over a connection of its own.
pub fn recall<'a>(
    at: impl Into<At<'a>>,
    request: RecallRequest,
    deadline: Deadline,
) -> Answer<RecallAnswer> {
    ask(at.into(), request, deadline)
}

/// What to know before a task, from the daemon of `at` (places or a socket's path), over a connection of its own.
pub fn brief<'a>(
    at: impl Into<At<'a>>,
    request: BriefRequest,
    deadline: Deadline,
) -> Answer<BriefAnswer> {
    ask(at.into(), request, deadline)
}

/// What to know before a step of a task run, frozen for it, or before a test or procedure is written; from the daemon of `at`
/// (places or a socket's path), over a connection of its own.
pub fn task_brief<'a>(
    at: impl Into<At<'a>>,
    request: TaskBriefRequest,
    deadline: Deadline,
) -> Answer<TaskBriefAnswer> {
    ask(at.into(), request, deadline)
}

/// Pitfalls that a failure calls to mind, from the daemon of `at` (places or a socket's path), over a connection of its own.
pub fn cautions<'a>(
    at: impl Into<At<'a>>,
    request: CautionsRequest,
    deadline: Deadline,
) -> Answer<CautionsAnswer> {
    ask(at.into(), request, deadline)
}

/// Pitfalls of a place that work moves to, from the daemon of `at` (places or a socket's path), over a connection of its own.
pub fn on_context<'a>(
    at: impl Into<At<'a>>,
    request: OnContextRequest,
    deadline: Deadline,
) -> Answer<CautionsAnswer> {
    ask(at.into(), request, deadline)
}

fn ask<Q: Question>(at: At<'_>, question: Q, deadline: Deadline) -> Answer<Q::Answer> {
    match Client::connect_at(at, deadline) {
        Ok(mut client) => client.ask(question, deadline),
        Err(error) => Answer::Missed(error.into()),
    }
}

#[cfg(test)]
mod tests;
