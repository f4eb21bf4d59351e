//! An engine to talk to, with a clock that the test moves.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Kind, Signal};
use consolidate_shared::policy::Policy;
use consolidate_shared::time::SaidWithin;
use consolidate_shared::wire::v1::{
    Caller, Exported, Feedback, Form, ImportBegin, Imported, Order, OrderKind, Page, PlanRequest,
    Planned, RecallAnswer, RecallRequest, Record, Recorded, Refused, Request, Response, Role,
    ScheduleView, Where,
};

use crate::clock::{Clock, steady};
use crate::engine::runs::Planning;
use crate::engine::writer::Writer;
use crate::engine::{Engine, EngineOptions, EngineService, WriterThread};
use crate::gate::Mode;
use crate::review::AgentAnswers;
use crate::server::{Arrival, Service};
use crate::store::{Store, View};

/// When the clock of a test starts.
const START: &str = "2026-05-01T10:00:00Z";

/// An engine and one connection to it.
pub(super) struct Daemon {
    runtime: tokio::runtime::Runtime,
    service: EngineService,
    session: <EngineService as Service>::Session,
    clock: PathBuf,
    next_id: u128,
    writer: Option<WriterThread>,
    _folder: tempfile::TempDir,
}

pub(super) fn caller(role: Role) -> Caller {
    Caller { role, session: None, project: Some("example.org/shop".to_owned()) }
}

pub(super) fn agent() -> Caller {
    caller(Role::Agent { name: "coder".to_owned(), capable: false })
}

pub(super) fn user() -> Caller {
    caller(Role::User)
}

/// What `caller` tells of one memory.
pub(super) fn feedback(caller: Caller, memory: &str, signal: Signal) -> Feedback {
    Feedback {
        caller,
        memories: vec![memory.to_owned()],
        signal,
        judge: None,
        context: None,
        domain: None,
        build: None,
        note: None,
    }
}

impl Daemon {
    pub(super) fn start() -> Self {
        Self::start_on(Store::in_memory().unwrap())
    }

    pub(super) fn start_on(store: Store) -> Self {
        Self::start_with(store, AgentAnswers::default())
    }

    pub(super) fn start_with(store: Store, agent_answers: AgentAnswers) -> Self {
        let policy = Policy::default();
        Self::start_as(store, policy, agent_answers, Planning::default(), START)
    }

    /// Under a policy of its own.
    pub(super) fn start_under(store: Store, policy: Policy) -> Self {
        Self::start_as(store, policy, AgentAnswers::default(), Planning::default(), START)
    }

    /// With a planner of its own, at a time of its own.
    pub(super) fn start_planning(store: Store, planning: Planning, time: &str) -> Self {
        Self::start_as(store, Policy::default(), AgentAnswers::default(), planning, time)
    }

    fn start_as(
        store: Store,
        policy: Policy,
        agent_answers: AgentAnswers,
        planning: Planning,
        time: &str,
    ) -> Self {
        let (mut daemon, writer) = Self::assemble(store, policy, agent_answers, planning, time);
        daemon.build(writer);
        daemon
    }

    /// With an index that is not built, and whoever builds it.
    pub(super) fn start_unbuilt(store: Store) -> (Self, Writer) {
        let (policy, answers) = (Policy::default(), AgentAnswers::default());
        Self::assemble(store, policy, answers, Planning::default(), START)
    }

    /// Builds the index, and has writes from then on.
    pub(super) fn build(&mut self, writer: Writer) {
        self.writer = Some(WriterThread(std::thread::spawn(|| writer.run())));
        // A write waits for the index, so that the reads after it are full.
        self.undo(Some("0")).unwrap_err();
    }

    fn assemble(
        store: Store,
        policy: Policy,
        agent_answers: AgentAnswers,
        planning: Planning,
        time: &str,
    ) -> (Self, Writer) {
        let folder = tempfile::tempdir().unwrap();
        let clock = folder.path().join("clock");
        std::fs::write(&clock, time).unwrap();
        let options = EngineOptions {
            clock: Clock::File(clock.clone()),
            secrets: Mode::Redact,
            policy,
            weights: crate::recall::Weights::DEFAULT,
            agent_answers,
            store_folder: folder.path().to_owned(),
            socket: folder.path().join("socket"),
            hindered: None,
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let (stop, _) = tokio::sync::watch::channel(false);
        let (engine, writer) = Engine::assemble(store, options, planning, stop).unwrap();
        let daemon = Self {
            runtime,
            service: EngineService(Arc::clone(&engine)),
            session: <EngineService as Service>::Session::default(),
            clock,
            next_id: 1 << 90,
            writer: None,
            _folder: folder,
        };
        (daemon, writer)
    }

    /// What is published now.
    pub(super) fn view(&self) -> View {
        self.service.0.publisher.read().view.clone()
    }

    /// Waits until measurements under way are made and the writer has kept what they noted.
    pub(super) fn settle(&mut self) {
        self.service.0.gauge.settle();
        // The writer keeps notes after a turn and before the next one.
        for _ in 0..2 {
            let _ = self.undo(Some("0"));
        }
    }

    /// Ends it and waits until what gathered is kept and its store is closed.
    pub(super) fn stop(self) {
        let Self { runtime, service, session, writer, .. } = self;
        drop((session, runtime));
        assert_eq!(Arc::strong_count(&service.0), 1, "the writer ends with the last handle");
        drop(service);
        writer.unwrap().join();
    }

    /// The engine itself.
    pub(super) fn engine(&self) -> Arc<Engine> {
        Arc::clone(&self.service.0)
    }

    /// Runs something until it is done, with what was spawned beside it.
    pub(super) fn block_on<F: Future>(&self, work: F) -> F::Output {
        self.runtime.block_on(work)
    }

    /// Runs something beside whatever is waited for.
    pub(super) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.runtime.spawn(work);
    }

    pub(super) fn schedule(&mut self) -> ScheduleView {
        match self.call(Request::Schedule) {
            Response::Schedule(schedule) => *schedule,
            other => panic!("{other:?}"),
        }
    }

    pub(super) fn at(&mut self, time: &str) -> &mut Self {
        std::fs::write(&self.clock, time).unwrap();
        self
    }

    pub(super) fn call(&mut self, request: Request) -> Response {
        let arrival = Arrival::at(steady());
        self.runtime.block_on(self.service.call(&mut self.session, request, arrival))
    }

    pub(super) fn draft(&mut self, text: &str) -> Record {
        self.next_id += 1 << 80;
        Record {
            id: MemoryId(self.next_id),
            caller: agent(),
            text: text.to_owned(),
            kind: Kind::default(),
            rationale: None,
            slot: None,
            anchors: Vec::new(),
            trigger: None,
            steps: Vec::new(),
            facets: BTreeMap::default(),
            supersedes: Vec::new(),
            candidate: false,
            valid_from: None,
            valid_until: None,
            locator: None,
        }
    }

    pub(super) fn try_record(&mut self, record: Record) -> Result<Recorded, Refused> {
        match self.call(Request::Record(Box::new(record))) {
            Response::Recorded(recorded) => Ok(*recorded),
            Response::Refused(refused) => Err(refused),
            other => panic!("{other:?}"),
        }
    }

    pub(super) fn record(&mut self, text: &str) -> Recorded {
        let draft = self.draft(text);
        self.try_record(draft).unwrap()
    }

    pub(super) fn order(&mut self, memory: &str, kind: OrderKind) -> Result<String, Refused> {
        let order = Order { caller: agent(), memory: memory.to_owned(), kind, note: None };
        self.committed(Request::Order(order))
    }

    pub(super) fn committed(&mut self, request: Request) -> Result<String, Refused> {
        match self.call(request) {
            Response::Committed(committed) => Ok(committed.summary),
            Response::Refused(refused) => Err(refused),
            other => panic!("{other:?}"),
        }
    }

    pub(super) fn recall_with(&mut self, query: &str, history: bool) -> RecallAnswer {
        let request = RecallRequest {
            caller: agent(),
            place: Where::Project("example.org/shop".to_owned()),
            query: query.to_owned(),
            k: 10,
            budget_us: 10_000_000,
            history,
            said: SaidWithin::ANY,
            as_of: None,
            explain: false,
            tokens: None,
        };
        match self.call(Request::Recall(request)) {
            Response::Recall(answer) => answer,
            other => panic!("{other:?}"),
        }
    }

    pub(super) fn texts(&mut self, query: &str) -> Vec<String> {
        self.recall_with(query, false).hits.into_iter().map(|hit| hit.text).collect()
    }

    pub(super) fn undo(&mut self, id: Option<&str>) -> Result<String, Refused> {
        self.committed(Request::Undo { caller: agent(), id: id.map(str::to_owned) })
    }

    pub(super) fn redo(&mut self, id: Option<&str>) -> Result<String, Refused> {
        self.committed(Request::Redo { caller: agent(), id: id.map(str::to_owned) })
    }

    pub(super) fn import(&mut self, lines: &[&str], strict: bool) -> Imported {
        let begin = ImportBegin { caller: agent(), strict };
        assert_eq!(self.call(Request::ImportBegin(begin)), Response::Ok);
        let lines = lines.iter().map(|line| (*line).to_owned()).collect();
        assert_eq!(self.call(Request::ImportLines { lines }), Response::Ok);
        match self.call(Request::ImportEnd) {
            Response::Imported(imported) => *imported,
            other => panic!("{other:?}"),
        }
    }

    pub(super) fn export(&mut self, without_rulings: bool) -> Vec<String> {
        let mut lines = Vec::new();
        for page in 0.. {
            match self.call(Request::Export { without_rulings, page }) {
                Response::Exported(Exported { lines: more_lines, more, .. }) => {
                    lines.extend(more_lines);
                    if !more {
                        break;
                    }
                }
                other => panic!("{other:?}"),
            }
        }
        lines
    }

    pub(super) fn plan(&mut self) -> Planned {
        match self.call(Request::Plan(PlanRequest { passes: Vec::new() })) {
            Response::Planned(planned) => planned,
            other => panic!("{other:?}"),
        }
    }

    pub(super) fn apply(&mut self, id: &str) -> Result<String, Refused> {
        self.committed(Request::Apply { caller: agent(), id: id.to_owned() })
    }

    pub(super) fn show(&mut self, id: &str, form: Form) -> String {
        let (mut text, mut offset) = (String::new(), Some(0));
        while let Some(from) = offset {
            match self.call(Request::Show { id: id.to_owned(), form, offset: from }) {
                Response::Page(Page { text: more, next }) => {
                    text.push_str(&more);
                    offset = next;
                }
                other => panic!("{other:?}"),
            }
        }
        text
    }
}
