//! Start and stop of a daemon, in their order.
//!
//! Start: lock → store → bind (which takes a stale socket away) → accept → build the index. Stop: stop accepting → let
//! requests in hand end → last batch, store closed → lock released. Whoever holds the lock is the daemon; silence on a
//! socket proves nothing.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sd_notify::NotifyState;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use consolidate_shared::place::Places;
use consolidate_shared::policy::Policy;

use crate::clock::Clock;
use crate::driver::{self, Driving};
use crate::engine::{Engine, EngineOptions, EngineService, StartError, WriterThread};
use crate::gate::Mode;
use crate::recall::Weights;
use crate::review::AgentAnswers;
use crate::server::{self, BindError, Bounds, Listener};
use crate::store::{Astray, Footing, Holder, LockError, OpenError, Store, StoreLock};

/// How often the daemon looks whether store and lock are still where they were.
const LOOK: Duration = Duration::from_secs(2);
/// Threads that serve connections: searches are short, and more threads than cores only wait for each other.
const WORKERS: usize = 4;

/// What a daemon is started with.
#[derive(Debug, Clone)]
pub struct ServeOptions {
    /// Where store and socket are.
    pub places: Places,
    /// A file that tells the time, for tests.
    pub clock_file: Option<PathBuf>,
    /// What happens to secrets.
    pub secrets: Mode,
    /// When passes run by themselves; `None`: never.
    pub driving: Option<Driving>,
    /// What becomes of an agent's answer to a review item.
    pub agent_answers: AgentAnswers,
    /// Thresholds and caps.
    pub policy: Policy,
    /// Constants of ranking.
    pub weights: Weights,
    /// What the daemon has to do without, e.g. a log file; its health tells.
    pub hindered: Option<String>,
}

/// Why there is no daemon.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another daemon holds the store, or the lock cannot be had.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The store cannot be opened; it is left as it is.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// There is no socket to serve on.
    #[error(transparent)]
    Bind(#[from] BindError),
    /// The engine did not start.
    #[error(transparent)]
    Engine(#[from] StartError),
    /// No runtime, or no signals.
    #[error("failed to start the runtime: {0}")]
    Runtime(#[from] std::io::Error),
    /// The daemon served and has ended: store or lock are not where they were.
    #[error("{}; {}", .0, .0.advice())]
    Astray(Astray),
}

/// Serves until a signal, a request or the loss of store or lock ends it. Returns when the store is closed and the lock free.
pub fn serve(options: &ServeOptions) -> Result<(), ServeError> {
    let cores = std::thread::available_parallelism().map_or(WORKERS, usize::from);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(cores.clamp(2, WORKERS))
        .thread_name("serve")
        .enable_all()
        .build()?;
    let holder = Holder { pid: std::process::id(), version: env!("CARGO_PKG_VERSION").to_owned() };
    // Order: the lock comes before anything is looked at, and goes after everything is closed.
    let lock = StoreLock::acquire(&options.places.store, &holder)?;
    let store = Store::open(&options.places.store, &lock)?;
    let footing = store.footing();
    let ended = runtime.block_on(serve_locked(options, store, &footing));
    runtime.shutdown_timeout(Duration::from_secs(1));
    drop(lock);
    footing.lost().map_or(ended, |astray| Err(ServeError::Astray(astray)))
}

async fn serve_locked(
    options: &ServeOptions,
    store: Store,
    footing: &Footing,
) -> Result<(), ServeError> {
    let listener = Listener::bind(&options.places)?;
    let (stop, stopping) = watch::channel(false);
    let (engine, writer) = start_engine(options, (store, listener.socket()), stop.clone())?;
    tracing::info!(socket = %listener.socket().display(), "serving");
    announce(NotifyState::Ready);
    let driving = options
        .driving
        .clone()
        .map(|driving| tokio::spawn(driver::drive(Arc::clone(&engine), driving, stopping.clone())));
    let service = Arc::new(EngineService(engine));
    let served = server::serve(listener, service, Bounds::default(), stopping);
    let ended = tokio::select! {
        failed = watch_over(footing, &stop) => failed,
        cut = served => { note_cut(cut); Ok(()) }
    };
    // Order: the driver's handle to the engine is gone before the writer is waited for.
    if let Some(driving) = driving {
        driving.abort();
        let _ = driving.await;
    }
    finish(writer, ended)
}

fn start_engine(
    options: &ServeOptions,
    (store, socket): (Store, &Path),
    stop: watch::Sender<bool>,
) -> Result<(Arc<Engine>, WriterThread), StartError> {
    let clock = options.clock_file.clone().map_or(Clock::System, Clock::File);
    let options = EngineOptions {
        clock,
        secrets: options.secrets,
        policy: options.policy.clone(),
        weights: options.weights,
        agent_answers: options.agent_answers,
        store_folder: options.places.store.clone(),
        socket: socket.to_owned(),
        hindered: options.hindered.clone(),
    };
    Engine::start(store, options, stop)
}

fn finish(writer: WriterThread, ended: Result<(), ServeError>) -> Result<(), ServeError> {
    announce(NotifyState::Stopping);
    // Every connection and with it every engine handle is gone: the writer's queue ends and it closes the store.
    writer.join();
    tracing::info!("stopped");
    ended
}

fn note_cut(cut: usize) {
    if cut > 0 {
        tracing::warn!(
            cut,
            "requests were cut off at the stop; unacknowledged writes may be repeated"
        );
    }
}

/// Turns signals into a stop, and the loss of store or lock as well: whoever only reads is told nothing of that by a commit.
/// Ends only if it cannot begin.
async fn watch_over(footing: &Footing, stop: &watch::Sender<bool>) -> Result<(), ServeError> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut looks = tokio::time::interval(LOOK);
    loop {
        tokio::select! {
            _ = terminate.recv() => { stop.send_replace(true); }
            _ = interrupt.recv() => { stop.send_replace(true); }
            _ = looks.tick() => {
                let known = footing.lost().is_some();
                if let Err(astray) = footing.look() && !known {
                    tracing::error!(%astray, advice = astray.advice(), "stopping");
                    stop.send_replace(true);
                }
            }
        }
    }
}

fn announce(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::debug!(%error, "the service manager was not told");
    }
}
