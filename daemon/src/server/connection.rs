//! One connection: wait for a frame, read it, call the service, write the answer with one write; again.
//!
//! Invariants: a whole frame gets one answer; a frame that can be read over costs only its own answer; inside a frame
//! the peer has [`Bounds::frame_time`] and no more, so that no silent peer holds a task.

use std::ops::ControlFlow;
use std::sync::Arc;

use consolidate_shared::wire::frame::{self, Encoding, FrameError};
use consolidate_shared::wire::v1::{Refused, Request, Response};
use interprocess::os::unix::uds_local_socket::tokio::Stream;
use tokio::io::AsyncWriteExt;
use tokio::sync::{Notify, watch};
use tokio::time::timeout;

use super::caught::caught;
use super::idle::Idle;
use super::incoming::{Frame, Incoming, NoFrame};
use super::{Arrival, Bounds, Service, refuse};

/// What a connection's task owns.
pub(super) struct Connection<S: Service> {
    pub(super) stream: Stream,
    pub(super) service: Arc<S>,
    pub(super) idle: Arc<Idle>,
    pub(super) bounds: Bounds,
    pub(super) stop: watch::Receiver<bool>,
}

impl<S: Service> Connection<S> {
    /// Serves until the peer goes, the stream is out of step, the place is needed, or the daemon stops.
    pub(super) async fn serve(mut self) {
        let leave = Arc::new(Notify::new());
        let mut incoming = Incoming::new();
        let mut session = S::Session::default();
        while let Some(arrival) = self.wait(&mut incoming, &leave).await {
            if self.turn(&mut incoming, &mut session, arrival).await.is_break() {
                break;
            }
        }
    }

    /// Waits for the next frame's first byte; `None`: the connection is to end.
    async fn wait(&mut self, incoming: &mut Incoming, leave: &Arc<Notify>) -> Option<Arrival> {
        let _idle = self.idle.enter(leave);
        tokio::select! {
            // Order: a request that is already here is served before the place is given up, or a client would lose it.
            biased;
            () = stopped(&mut self.stop) => None,
            arrival = incoming.begin(&mut self.stream) => arrival.ok(),
            () = leave.notified() => None,
        }
    }

    /// One frame and its answer.
    async fn turn(
        &mut self,
        incoming: &mut Incoming,
        session: &mut S::Session,
        arrival: Arrival,
    ) -> ControlFlow<()> {
        let whole = tokio::select! {
            biased;
            () = stopped(&mut self.stop) => return ControlFlow::Break(()),
            whole = timeout(self.bounds.frame_time, incoming.frame(&mut self.stream)) => whole,
        };
        let frame = match whole {
            Ok(Ok(frame)) => frame,
            Ok(Err(NoFrame::OutOfStep(error, header))) => {
                tracing::debug!(%error, "a connection ends: its stream is out of step");
                let refused = Response::Refused(refuse::frame(&error));
                let _ = self.write(&refused, header.refusal_encoding()).await;
                return ControlFlow::Break(());
            }
            Ok(Err(NoFrame::Gone)) => return ControlFlow::Break(()),
            Err(_) => {
                tracing::debug!("a connection ends: its peer was silent inside a frame");
                return ControlFlow::Break(());
            }
        };
        let encoding = frame.header.refusal_encoding();
        let response = self.answer(frame, session, arrival).await;
        self.write(&response, encoding).await
    }

    /// The answer to a whole frame; whatever goes wrong concerns this frame alone.
    async fn answer(&self, frame: Frame, session: &mut S::Session, arrival: Arrival) -> Response {
        let answered = caught(async {
            match decode(&frame) {
                Ok(request) => self.service.call(session, request, arrival).await,
                Err(refused) => Response::Refused(refused),
            }
        });
        answered.await.unwrap_or_else(|_| {
            tracing::error!("a handler panicked; its request was refused");
            *session = S::Session::default();
            Response::Refused(refuse::panicked())
        })
    }

    /// Writes an answer at once; one that has no frame is replaced by a refusal that has.
    async fn write(&mut self, response: &Response, encoding: Encoding) -> ControlFlow<()> {
        let bytes = frame::encode(response, encoding).or_else(|error| {
            tracing::warn!(%error, "an answer was refused");
            frame::encode(&Response::Refused(refuse::answer(&error)), encoding)
        });
        let Ok(bytes) = bytes else { return ControlFlow::Break(()) };
        match timeout(self.bounds.frame_time, self.stream.write_all(&bytes)).await {
            Ok(Ok(())) => ControlFlow::Continue(()),
            Ok(Err(_)) | Err(_) => ControlFlow::Break(()),
        }
    }
}

/// The request of a whole frame.
fn decode(frame: &Frame) -> Result<Request, Refused> {
    let refused = |error: FrameError| refuse::frame(&error);
    let encoding = frame.header.encoding().map_err(refused)?;
    // The parser skips over what it does not know without looking at it; what is no text is no JSON, wherever it stands.
    if encoding == Encoding::Json
        && let Err(error) = std::str::from_utf8(&frame.body)
    {
        return Err(refuse::not_utf8(error.valid_up_to()));
    }
    frame::decode(&frame.body, encoding).map_err(refused)
}

/// Ends when the daemon stops, also when whoever could say so is gone.
pub(super) async fn stopped(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}
