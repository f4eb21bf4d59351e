//! The driver on tokio (feature `async`): the same exchange, the same judgement of the other end, the same rules.
//!
//! A call that is dropped half-way leaves the connection used up, as a missed deadline does.

use std::path::{Path, PathBuf};

use consolidate_shared::wire::v1::{
    BriefAnswer, BriefRequest, CautionsAnswer, CautionsRequest, OnContextRequest, RecallAnswer,
    RecallRequest, Request, Response, TaskBriefAnswer, TaskBriefRequest,
};
use interprocess::local_socket::traits::StreamCommon;
use interprocess::local_socket::{ConnectOptions, GenericFilePath, ToFsName};
use interprocess::os::unix::uds_local_socket::tokio::Stream;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout_at;

use crate::answer::{Answer, MissReason, Question, sort};
use crate::connect::{At, BUSY_PAUSE, CallError, ConnectError, READ_BYTES, Reached, Step, judge};
use crate::deadline::{Deadline, pause_async};
use crate::exchange::Exchange;

/// A connection to the daemon. One request at a time; after a missed deadline it takes no more.
#[derive(Debug)]
pub struct AsyncClient {
    stream: Stream,
    in_step: bool,
}

impl AsyncClient {
    /// Connects to the daemon at `socket`; see [`crate::blocking::Client::connect`].
    pub async fn connect(socket: &Path, deadline: Deadline) -> Result<Self, ConnectError> {
        let late = || ConnectError::Deadline { socket: socket.to_owned() };
        if deadline.is_past() {
            return Err(late());
        }
        timeout_at(deadline.instant().into(), Self::connect_soon(socket, deadline))
            .await
            .unwrap_or_else(|_| Err(late()))
    }

    /// Connects to the daemon that `at` means, at whichever of its sockets it listens.
    pub async fn connect_at(at: At<'_>, deadline: Deadline) -> Result<Self, ConnectError> {
        let mut none = None;
        for socket in at.sockets() {
            match Self::connect(&socket, deadline).await {
                Err(error @ ConnectError::NoDaemon { .. }) => none = none.or(Some(error)),
                other => return other,
            }
        }
        Err(none.unwrap_or(ConnectError::NoDaemon { socket: PathBuf::new() }))
    }

    async fn connect_soon(socket: &Path, deadline: Deadline) -> Result<Self, ConnectError> {
        let said = |source| ConnectError::of(socket, source);
        let name = socket.to_fs_name::<GenericFilePath>().map_err(said)?;
        let options = ConnectOptions::new().name(name);
        loop {
            let stream = options.connect_tokio_as::<Stream>().await.map_err(said)?;
            let peer = stream.inner().peer_addr().map(drop);
            match judge(socket, peer, stream.peer_creds())? {
                Reached::Ours => return Ok(Self { stream, in_step: true }),
                Reached::Busy => pause_async(BUSY_PAUSE, deadline).await,
            }
        }
    }

    /// Sends `request` and waits for its answer, not past `deadline`. A refusal is an answer.
    pub async fn call(
        &mut self,
        request: &Request,
        deadline: Deadline,
    ) -> Result<Response, CallError> {
        if !self.in_step {
            return Err(CallError::UsedUp);
        }
        let mut exchange = Exchange::new(request)?;
        self.in_step = false;
        let mut step = Step::Write;
        if deadline.is_past() {
            return Err(CallError::Deadline { step });
        }
        let done = self.exchange(&mut exchange, &mut step);
        let response = match timeout_at(deadline.instant().into(), done).await {
            Ok(response) => response?,
            Err(_) => return Err(CallError::Deadline { step }),
        };
        self.in_step = true;
        Ok(response)
    }

    /// Whether the connection can take another request.
    pub fn is_usable(&self) -> bool {
        self.in_step
    }

    /// Asks a question that may be late: never an error, never past `deadline`.
    pub async fn ask<Q: Question>(&mut self, question: Q, deadline: Deadline) -> Answer<Q::Answer> {
        let request = question.into_request(deadline);
        sort::<Q>(self.call(&request, deadline).await.map_err(MissReason::from))
    }

    async fn exchange(
        &mut self,
        exchange: &mut Exchange,
        step: &mut Step,
    ) -> Result<Response, CallError> {
        while !exchange.to_write().is_empty() {
            match self.stream.write(exchange.to_write()).await {
                Ok(bytes) => exchange.wrote(bytes),
                Err(error) => match CallError::io(Step::Write, error) {
                    // Order: a daemon that refuses a request and closes has answered; reading finds that answer.
                    CallError::Closed { .. } => break,
                    other => return Err(other),
                },
            }
        }
        *step = Step::Read;
        let mut buffer = vec![0; READ_BYTES];
        loop {
            match self.stream.read(&mut buffer).await {
                Ok(0) => return Err(CallError::Closed { begun: exchange.has_begun() }),
                Ok(bytes) => {
                    if let Some(response) = exchange.feed(&buffer[..bytes])? {
                        return Ok(response);
                    }
                }
                Err(error) => return Err(CallError::io(Step::Read, error)),
            }
        }
    }
}

/// Ranked search at the daemon of `at` (places or a socket's path), over a connection of its own.
pub async fn recall<'a>(
    at: impl Into<At<'a>>,
    request: RecallRequest,
    deadline: Deadline,
) -> Answer<RecallAnswer> {
    ask(at.into(), request, deadline).await
}

/// What to know before a task, from the daemon of `at` (places or a socket's path), over a connection of its own.
pub async fn brief<'a>(
    at: impl Into<At<'a>>,
    request: BriefRequest,
    deadline: Deadline,
) -> Answer<BriefAnswer> {
    ask(at.into(), request, deadline).await
}

/// What to know before a step of a task run, frozen for it, or before a test or procedure is written; from the daemon of `at`
/// (places or a socket's path), over a connection of its own.
pub async fn task_brief<'a>(
    at: impl Into<At<'a>>,
    request: TaskBriefRequest,
    deadline: Deadline,
) -> Answer<TaskBriefAnswer> {
    ask(at.into(), request, deadline).await
}

/// Pitfalls that a failure calls to mind, from the daemon of `at` (places or a socket's path), over a connection of its own.
pub async fn cautions<'a>(
    at: impl Into<At<'a>>,
    request: CautionsRequest,
    deadline: Deadline,
) -> Answer<CautionsAnswer> {
    ask(at.into(), request, deadline).await
}

/// Pitfalls of a place that work moves to, from the daemon of `at` (places or a socket's path), over a connection of its own.
pub async fn on_context<'a>(
    at: impl Into<At<'a>>,
    request: OnContextRequest,
    deadline: Deadline,
) -> Answer<CautionsAnswer> {
    ask(at.into(), request, deadline).await
}

async fn ask<Q: Question>(at: At<'_>, question: Q, deadline: Deadline) -> Answer<Q::Answer> {
    match AsyncClient::connect_at(at, deadline).await {
        Ok(mut client) => client.ask(question, deadline).await,
        Err(error) => Answer::Missed(error.into()),
    }
}

#[cfg(test)]
mod tests;
