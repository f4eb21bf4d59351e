//! Accepting, how many at once, and stopping.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use interprocess::os::unix::uds_local_socket::tokio::Stream;
use tokio::sync::watch;
use tokio::task::{JoinError, JoinSet};
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::connection::{Connection, stopped};
use super::idle::Idle;
use super::{Bounds, Listener, Service};

/// The wait after a failed accept (no descriptors left): some connection must end first, and trying at once would spin.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// How often the socket's place is looked at: whoever cleans up temporary folders must not cut a living daemon off from
/// its clients, who wait for seconds when they may start one.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);

/// Serves until `stop` becomes true (or its sender is gone): then takes the socket away, lets requests in hand finish
/// within [`Bounds::stop_time`], and returns how many were cut off.
///
/// Order: the store's lock is released only after this has returned, or the next daemon could meet this one's requests.
pub async fn serve<S: Service>(
    mut listener: Listener,
    service: Arc<S>,
    bounds: Bounds,
    mut stop: watch::Receiver<bool>,
) -> usize {
    let mut tasks = JoinSet::new();
    let idle = Arc::new(Idle::default());
    let mut looks = interval(LOOK_INTERVAL);
    looks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    loop {
        let accepted = tokio::select! {
            biased;
            () = stopped(&mut stop) => break,
            _ = looks.tick() => { listener.mend(); continue }
            Some(ended) = tasks.join_next() => { note(ended); continue }
            accepted = listener.accept() => accepted,
        };
        let stream = match accepted.and_then(checked) {
            Ok(stream) => stream,
            Err(error) => {
                tracing::warn!(%error, "a connection was not taken");
                if is_exhaustion(&error) {
                    let _ = timeout(ACCEPT_PAUSE, stopped(&mut stop)).await;
                }
                continue;
            }
        };
        if !make_place(&mut tasks, &idle, bounds.connections, &mut stop).await {
            break;
        }
        let connection = Connection {
            stream,
            service: Arc::clone(&service),
            idle: Arc::clone(&idle),
            bounds,
            stop: stop.clone(),
        };
        tasks.spawn(connection.serve());
    }
    drop(listener);
    let finished = timeout(bounds.stop_time, async {
        while let Some(ended) = tasks.join_next().await {
            note(ended);
        }
    });
    let _ = finished.await;
    let cut = tasks.len();
    tasks.shutdown().await;
    cut
}

/// Waits until one more connection may be served: the longest idle one goes, else the first to have no request in hand.
/// Those who wait stay in the listener's backlog. False: the daemon stops.
async fn make_place(
    tasks: &mut JoinSet<()>,
    idle: &Idle,
    most: usize,
    stop: &mut watch::Receiver<bool>,
) -> bool {
    while tasks.len() >= most.max(1) {
        if let Some(ended) = tasks.try_join_next() {
            note(ended);
            continue;
        }
        idle.want_place();
        tokio::select! {
            biased;
            () = stopped(stop) => return false,
            Some(ended) = tasks.join_next() => note(ended),
        }
    }
    idle.has_place();
    true
}

/// The stream, if its other end is a process of our user.
fn checked(stream: Stream) -> io::Result<Stream> {
    let theirs = stream.inner().peer_cred()?.uid();
    if theirs == rustix::process::geteuid().as_raw() {
        return Ok(stream);
    }
    let text = format!("the peer is user {theirs}, not ours");
    Err(io::Error::new(io::ErrorKind::PermissionDenied, text))
}

/// Whether the system or the process has no more descriptors or memory to give.
fn is_exhaustion(error: &io::Error) -> bool {
    use rustix::io::Errno;
    let exhausted = [Errno::MFILE, Errno::NFILE, Errno::NOBUFS, Errno::NOMEM];
    exhausted.iter().any(|errno| error.raw_os_error() == Some(errno.raw_os_error()))
}

/// A connection's task catches its handlers' panics; one that comes through is a defect of the server itself.
fn note(ended: Result<(), JoinError>) {
    if ended.is_err_and(|error| error.is_panic()) {
        tracing::error!("a connection's task panicked; the connection is gone");
    }
}
