//! An engine on the copy, asked as a daemon is asked.

use std::path::Path;
use std::sync::Arc;

use consolidate_shared::policy::Policy;
use consolidate_shared::wire::v1::{Caller, Request, Response, Role};

use super::{Asked, CheckupError, write_beside};
use crate::clock::{Clock, steady};
use crate::engine::{Engine, EngineOptions, EngineService, WriterThread};
use crate::gate::Mode;
use crate::review::AgentAnswers;
use crate::server::{Arrival, Service};
use crate::store::Store;

/// An engine and one connection to it.
pub(super) struct Scratch {
    runtime: tokio::runtime::Runtime,
    service: EngineService,
    session: <EngineService as Service>::Session,
    writer: WriterThread,
}

/// Who asks when nobody in particular does.
pub(super) fn checker(project: Option<&str>) -> Caller {
    let role = Role::Agent { name: "check".to_owned(), capable: false };
    Caller { role, session: None, project: project.map(str::to_owned) }
}

impl Scratch {
    /// An engine whose clock stands at the moment of the check, ready to answer.
    pub(super) fn start(store: Store, asked: &Asked) -> Result<Self, CheckupError> {
        let folder: &Path = &asked.copy;
        let failed = |reason| CheckupError::Folder { folder: folder.to_owned(), reason };
        let clock = write_beside(folder, "clock", &asked.now.to_string())?;
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
        let options = EngineOptions {
            clock: Clock::File(clock),
            secrets: Mode::Redact,
            policy: Policy::default(),
            agent_answers: AgentAnswers::default(),
            store_folder: folder.to_owned(),
            socket: folder.join("none"),
            hindered: None,
        };
        let (stop, _) = tokio::sync::watch::channel(false);
        let (engine, writer) = Engine::start(store, options, stop)
            .map_err(|error| failed(std::io::Error::other(error.to_string())))?;
        let service = EngineService(Arc::clone(&engine));
        let session = <EngineService as Service>::Session::default();
        let mut scratch = Self { runtime, service, session, writer };
        // The writer builds the index before its first turn: a request that it refuses means that the index is there.
        scratch.call(Request::Undo { caller: checker(None), id: Some("0".to_owned()) });
        Ok(scratch)
    }

    /// One request and its answer.
    pub(super) fn call(&mut self, request: Request) -> Response {
        let arrival = Arrival::at(steady());
        self.runtime.block_on(self.service.call(&mut self.session, request, arrival))
    }

    /// Ends the engine; the copy is closed.
    pub(super) fn stop(self) {
        let Self { runtime, service, session, writer } = self;
        drop((session, service, runtime));
        writer.join();
    }
}
