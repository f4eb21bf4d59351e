//! An engine on a folder that nobody else uses, asked as a daemon is asked, in this process and without a socket.
//!
//! For what has to see the engine itself at work: a check on its copy of a store, an evaluation on a store of its own. The
//! folder belongs to the caller, who removes it after [`Scratch::stop`].

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use consolidate_shared::id::MemoryId;
use consolidate_shared::policy::Policy;
use consolidate_shared::wire::v1::{Caller, Record, Refused, Request, Response, Role};

use crate::clock::{Clock, steady};
use crate::engine::{Engine, EngineOptions, EngineService, WriterThread};
use crate::gate::Mode;
use crate::recall::Weights;
use crate::review::AgentAnswers;
use crate::server::{Arrival, Service};
use crate::store::{Holder, LockError, OpenError, Store, StoreLock};

/// An engine and one connection to it.
pub struct Scratch {
    runtime: tokio::runtime::Runtime,
    service: EngineService,
    session: <EngineService as Service>::Session,
    writer: WriterThread,
    /// Of a store that was made here; whoever hands one in keeps its lock.
    lock: Option<StoreLock>,
}

/// Why there is no scratch engine.
#[derive(Debug, thiserror::Error)]
pub enum ScratchError {
    /// The folder cannot be used.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// No store can be made in it.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The engine did not start.
    #[error("failed to start a scratch engine: {0}")]
    Start(#[from] io::Error),
}

impl Scratch {
    /// An engine on a new store in `folder`, ready to answer and to rank by `weights`. Rows of its imports may belong to no
    /// project.
    pub fn empty(folder: &Path, weights: Weights) -> Result<Self, ScratchError> {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let lock = StoreLock::acquire(folder, &Holder { pid: std::process::id(), version })?;
        let store = Store::open(folder, &lock)?;
        let mut scratch = Self::start_weighing(store, folder, Clock::System, weights)?;
        scratch.session.take_unscoped();
        scratch.lock = Some(lock);
        Ok(scratch)
    }

    /// An engine on `store`, whose folder is `folder`, ready to answer.
    pub fn start(store: Store, folder: &Path, clock: Clock) -> io::Result<Self> {
        Self::start_weighing(store, folder, clock, Weights::DEFAULT)
    }

    fn start_weighing(
        store: Store,
        folder: &Path,
        clock: Clock,
        weights: Weights,
    ) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let options = EngineOptions {
            clock,
            secrets: Mode::Redact,
            policy: Policy::default(),
            weights,
            agent_answers: AgentAnswers::default(),
            store_folder: folder.to_owned(),
            socket: folder.join("none"),
            hindered: None,
        };
        let (stop, _) = tokio::sync::watch::channel(false);
        let (engine, writer) = Engine::start(store, options, stop)
            .map_err(|error| io::Error::other(error.to_string()))?;
        let service = EngineService(Arc::clone(&engine));
        let session = <EngineService as Service>::Session::default();
        let mut scratch = Self { runtime, service, session, writer, lock: None };
        // The writer builds the index before its first turn: a request that it refuses means that the index is there.
        let role = Role::Agent { name: "scratch".to_owned(), capable: false };
        let caller = Caller { role, session: None, project: None };
        scratch.call(Request::Undo { caller, id: Some("0".to_owned()) });
        Ok(scratch)
    }

    /// One request and its answer.
    pub fn call(&mut self, request: Request) -> Response {
        self.timed(request).0
    }

    /// The same, and how long the engine took.
    pub fn timed(&mut self, request: Request) -> (Response, Duration) {
        let begun = steady();
        let call = self.service.call(&mut self.session, request, Arrival::at(begun));
        let response = self.runtime.block_on(call);
        (response, steady().saturating_duration_since(begun))
    }

    /// The memories that a record of this would be compared with.
    pub(crate) fn would_meet(&self, record: Record) -> Result<BTreeSet<MemoryId>, Refused> {
        self.service.0.would_meet(record)
    }

    /// Ends the engine; the store is closed.
    pub fn stop(self) {
        let Self { runtime, service, session, writer, lock } = self;
        drop((session, service, runtime));
        writer.join();
        // Order: nobody else may open the folder's store before it is closed.
        drop(lock);
    }
}

#[cfg(test)]
mod tests {
    use consolidate_shared::model::Kind;
    use consolidate_shared::time::SaidWithin;
    use consolidate_shared::wire::v1::{ImportBegin, RecallRequest, Where};

    use super::*;

    fn user() -> Caller {
        Caller { role: Role::User, session: None, project: None }
    }

    fn projects_of(scratch: &mut Scratch, place: Where) -> Vec<(Kind, Option<String>)> {
        let request = RecallRequest {
            caller: user(),
            place,
            query: "uv".to_owned(),
            k: 10,
            budget_us: 1_000_000,
            history: false,
            said: SaidWithin::ANY,
            as_of: None,
            explain: false,
            tokens: None,
        };
        match scratch.call(Request::Recall(request)) {
            Response::Recall(answer) => {
                answer.hits.into_iter().map(|hit| (hit.kind, hit.project)).collect()
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn rows_of_no_project_are_seen_from_every_one() {
        let folder = tempfile::tempdir().unwrap();
        let mut scratch = Scratch::empty(folder.path(), Weights::DEFAULT).unwrap();
        let lines = [
            r#"{"text":"We use uv","project":"a"}"#,
            r#"{"text":"Never commit uv caches","kind":"pitfall"}"#,
        ];
        let begin = ImportBegin { caller: user(), strict: true };
        scratch.call(Request::ImportBegin(begin));
        scratch.call(Request::ImportLines { lines: lines.map(str::to_owned).to_vec() });
        match scratch.call(Request::ImportEnd) {
            Response::Imported(imported) => assert_eq!(imported.added, 2, "{imported:?}"),
            other => panic!("{other:?}"),
        }
        let elsewhere = projects_of(&mut scratch, Where::Project("b".to_owned()));
        assert_eq!(elsewhere, [(Kind::Pitfall, None)]);
        assert_eq!(projects_of(&mut scratch, Where::Everywhere).len(), 2);
        scratch.stop();
        let again = Scratch::empty(folder.path(), Weights::DEFAULT).unwrap();
        again.stop();
    }
}
