//! Which request goes where.

use tokio::runtime::{Handle, RuntimeFlavor};

use consolidate_shared::wire::v1::{Refused, Request, Response};

use super::history::Way;
use super::lineage::ChainInHand;
use super::pages::PagesInHand;
use super::search::patience;
use super::transfer::{ExportInHand, ImportInHand};
use super::{Engine, door};
use crate::server::{Arrival, Service};

/// What a connection has in hand between its requests.
#[derive(Debug, Default)]
pub struct Session {
    pub(super) import: Option<ImportInHand>,
    pub(super) export: Option<ExportInHand>,
    pub(super) pages: Option<PagesInHand>,
    pub(super) chain: Option<ChainInHand>,
    /// Whether rows of an import that name no project belong to none, instead of being bad lines. Not for a peer to ask: by a
    /// slip, every project would see what was meant for one.
    pub(super) unscoped: bool,
}

/// Runs work that may take longer than a recall's budget, and lets other connections go on meanwhile: the thread's other
/// tasks move to another one. (A test's runtime has one thread and nobody else to serve.)
pub(super) fn off_the_path<T>(work: impl FnOnce() -> T) -> T {
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::MultiThread => tokio::task::block_in_place(work),
        _ => work(),
    }
}

fn answer(result: Result<Response, Refused>) -> Response {
    result.unwrap_or_else(Response::Refused)
}

/// The engine with the way of a connection to it.
#[derive(Debug, Clone)]
pub struct EngineService(pub std::sync::Arc<Engine>);

impl Service for EngineService {
    type Session = Session;

    async fn call(&self, session: &mut Session, request: Request, arrival: Arrival) -> Response {
        let engine = &self.0;
        let request = match door::admit(request, &engine.gate) {
            Ok(request) => request,
            Err(refused) => return Response::Refused(refused),
        };
        match request {
            Request::Recall(request) => {
                engine.publisher.built(patience(arrival.instant(), request.budget_us)).await;
                answer(engine.recall(&request, arrival.instant()).map(Response::Recall))
            }
            Request::Brief(request) => {
                let brief = engine.brief(&request.into(), arrival.instant());
                answer(brief.map(|brief| Response::Brief(Box::new(brief.into()))))
            }
            Request::TaskBrief(request) => {
                if request.run.is_some() {
                    // What a run is told first it is told for ever.
                    engine.publisher.built(patience(arrival.instant(), request.budget_us)).await;
                }
                let brief = engine.brief(&request, arrival.instant());
                answer(brief.map(|brief| Response::TaskBrief(Box::new(brief))))
            }
            Request::TaskRuns(request) => engine.task_runs(request).await,
            Request::TaskRun(request) => engine.task_run(request).await,
            Request::Cautions(request) => {
                let cautions = engine.cautions(&request, arrival.instant());
                answer(cautions.map(|cautions| Response::Cautions(Box::new(cautions))))
            }
            Request::OnContext(request) => {
                let cautions = engine.on_context(&request, arrival.instant());
                answer(cautions.map(|cautions| Response::Cautions(Box::new(cautions))))
            }
            Request::Record(record) => engine.record(*record).await,
            Request::Order(order) => engine.order(order).await,
            Request::Feedback(feedback) => engine.feedback(feedback).await,
            Request::Read(request) => answer(off_the_path(|| engine.read(&request))),
            Request::List(request) => answer(off_the_path(|| engine.list(&request))),
            Request::Reviews(request) => answer(off_the_path(|| engine.reviews(&request))),
            Request::Review { item } => answer(off_the_path(|| engine.review(&item))),
            Request::Answer(request) => engine.answer(*request).await,
            Request::ImportBegin(begin) => session.import_begin(begin),
            Request::ImportLines { lines } => session.import_lines(lines),
            Request::ImportEnd => engine.import_end(session).await,
            Request::Export { without_rulings, page } => {
                off_the_path(|| engine.export(session, without_rulings, page))
            }
            Request::Plan(request) => engine.plan(&request).await,
            Request::Apply { caller, id } => engine.apply(&caller, id).await,
            Request::Show { id, form, offset } => engine.show(session, &id, form, offset).await,
            Request::Log { limit, before } => off_the_path(|| engine.log(limit, before)),
            Request::Undo { caller, id } => engine.travel(Way::Undo, &caller, id).await,
            Request::Redo { caller, id } => engine.travel(Way::Redo, &caller, id).await,
            Request::LogOf(request) => answer(off_the_path(|| engine.log_of(&request))),
            Request::History(request) => answer(off_the_path(|| engine.history(&request))),
            Request::Why(request) => answer(off_the_path(|| engine.why(session, &request))),
            Request::Graph(request) => answer(off_the_path(|| engine.graph(&request))),
            Request::Health { days } => answer(off_the_path(|| engine.health(days))),
            Request::Copy { folder } => engine.copy(folder).await,
            Request::PlanRepair => engine.plan_repair(),
            Request::Reindex => engine.reindex().await,
            Request::Repair { caller, id } => engine.repair(&caller, id).await,
            Request::Status => answer(engine.status()),
            Request::Schedule => off_the_path(|| engine.schedule_view()),
            Request::Project { project } => engine.project(&project),
            Request::Stop => {
                engine.stop.send_replace(true);
                Response::Ok
            }
        }
    }
}
