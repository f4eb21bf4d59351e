//! The engine: one generation for all readers, one writer, and the requests over both.
//!
//! Requests are answered here, in the task of their connection: reads against what is published, writes by a decision
//! that the writer makes when its turn comes. What is decided is pure and lives elsewhere (`write`, `import`, `pass`,
//! `recall`, `brief`, `check`, `diff`); this folder joins it to store, clock and threads.
//!
//! | file | holds |
//! |---|---|
//! | `writer` | the single writer: batches, the gate before a commit, group commit |
//! | `publish`, `catalog`, `exact` | what readers see of a generation, and its index |
//! | `build` | the index of a whole store, made by several threads |
//! | `record`, `orders`, `transfer` | writes: a memory, an order, an import (and the export) |
//! | `feedback`, `uses` | evidence, which is written, and use, which gathers until the next commit |
//! | `runs`, `history`, `bare`, `held`, `in_the_way` | plans and their commit; log, show, undo, redo |
//! | `reviews`, `asked` | the review queue and its answers; an item as clients see it |
//! | `snoozed`, `closed` | what was put off; what became of an item that is not open |
//! | `copy`, `repair`, `aside` | a copy of the file for a check; what mends a damaged store, and what no undo takes back of it |
//! | `search`, `briefs`, `cautions`, `lookup`, `status` | reads |
//! | `lineage`, `draw` | reads of the journal by memory: history, why, graph |
//! | `frozen`, `task_runs` | briefs that a task run was given: frozen until they are kept; what is told of them |
//! | `measure`, `notes` | the health of the store; what is noted beside the memory |
//! | `reindex` | the index made anew on demand |
//! | `background` | long work in a thread that yields to everybody |
//! | `schedule`, `fresh` | scheduled runs: what is remembered and shown of them, what is new since |
//! | `door`, `service` | what every request passes; which request goes where |

mod aside;
mod asked;
mod background;
mod bare;
mod briefs;
mod build;
mod catalog;
mod cautions;
mod closed;
mod copy;
mod door;
mod draw;
mod exact;
mod feedback;
mod fresh;
mod frozen;
mod health;
mod held;
mod history;
mod in_the_way;
mod lineage;
mod lookup;
mod measure;
mod notes;
mod offer;
mod orders;
mod pages;
mod publish;
mod recent;
mod record;
mod reindex;
mod remains;
mod repair;
mod resolve;
mod reviews;
mod runs;
mod said;
mod schedule;
mod search;
mod service;
mod slots;
mod snoozed;
mod status;
mod successors;
mod task_runs;
mod transfer;
mod uses;
mod watermark;
mod writer;

#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;

use consolidate_shared::journal::Generation;
use consolidate_shared::policy::Policy;
use consolidate_shared::time::Timestamp;

use crate::clock::Clock;
use crate::gate::{Gate, Mode};
use crate::recall::Weights;
use crate::relate::Families;
use crate::review::AgentAnswers;
use crate::store::{ReadError, Store};
use background::Background;
pub(crate) use catalog::{Successors, analysed};
use fresh::Fresh;
use frozen::FrozenBriefs;
use health::HealthCell;
use measure::Gauge;
use notes::Notes;
use offer::Offers;
use publish::Publisher;
use repair::Repairs;
use runs::{Planner, Planning};
use schedule::ScheduleCell;
pub use schedule::{Outline, PlannedRun};
pub use service::EngineService;
use uses::Uses;
use watermark::Watermark;
use writer::{Writer, WriterHandle};

/// What an engine is told at its start.
#[derive(Debug, Clone)]
pub struct EngineOptions {
    /// Where the time comes from.
    pub clock: Clock,
    /// What happens to secrets.
    pub secrets: Mode,
    /// Thresholds and caps.
    pub policy: Policy,
    /// Constants of ranking.
    pub weights: Weights,
    /// What becomes of an agent's answer to a review item.
    pub agent_answers: AgentAnswers,
    /// Shown in `status`.
    pub store_folder: PathBuf,
    /// Shown in `status`.
    pub socket: PathBuf,
    /// What the daemon has to do without; told with its health.
    pub hindered: Option<String>,
}

/// The engine over one store.
#[derive(Debug)]
pub struct Engine {
    options: EngineOptions,
    gate: Gate,
    families: Families,
    publisher: Arc<Publisher>,
    health: Arc<HealthCell>,
    uses: Arc<Uses>,
    writer: WriterHandle,
    planner: Planner,
    background: Background,
    watermark: Arc<Watermark>,
    notes: Arc<Notes>,
    frozen: Arc<FrozenBriefs>,
    gauge: Arc<Gauge>,
    planning: Planning,
    fresh: Arc<Fresh>,
    schedule: Arc<ScheduleCell>,
    offers: Offers,
    repairs: Repairs,
    started_at: Timestamp,
    started_on: Generation,
    stop: tokio::sync::watch::Sender<bool>,
}

/// The writer's thread: it ends when every engine handle is gone, and closes the store.
#[derive(Debug)]
pub struct WriterThread(JoinHandle<()>);

impl WriterThread {
    /// Waits until the last batch is durable and the store closed.
    pub fn join(self) {
        if self.0.join().is_err() {
            tracing::error!("the writer ended by a defect; the store's next opening repairs it");
        }
    }
}

/// Why an engine did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The store cannot be read.
    #[error("failed to read the store: {0}")]
    Read(#[from] ReadError),
    /// There is no thread to be had.
    #[error("failed to start the writer's thread: {0}")]
    Thread(#[from] std::io::Error),
}

impl Engine {
    /// Starts the engine and its writer. Reads are partial until the index is built.
    pub fn start(
        store: Store,
        options: EngineOptions,
        stop: tokio::sync::watch::Sender<bool>,
    ) -> Result<(Arc<Self>, WriterThread), StartError> {
        let planning = Planning::default();
        let (engine, writer) = Self::assemble(store, options, planning, stop)?;
        let thread =
            std::thread::Builder::new().name("writer".to_owned()).spawn(|| writer.run())?;
        Ok((engine, WriterThread(thread)))
    }

    /// The engine and its writer, which does nothing yet, with another planner where a test has one that fails or waits.
    fn assemble(
        store: Store,
        options: EngineOptions,
        planning: Planning,
        stop: tokio::sync::watch::Sender<bool>,
    ) -> Result<(Arc<Self>, Writer), StartError> {
        let view = store.view()?;
        let (started_on, schedule) = (view.generation(), Arc::new(ScheduleCell::of(&view)));
        let publisher = Arc::new(Publisher::new(view));
        let health = Arc::new(HealthCell::of(options.hindered.clone()));
        if let Some(why) = store.takes_no_writes() {
            tracing::warn!(why, "the store's file can only be read");
            health.read_only(format!("its file can only be read ({why})"));
        }
        health.trouble(schedule.last().trouble());
        let fresh = Arc::new(Fresh::default());
        let clock = options.clock.clone();
        let notes = Arc::new(Notes::default());
        let uses = Arc::new(Uses::default());
        let frozen = Arc::new(FrozenBriefs::default());
        let told = (Arc::clone(&health), Arc::clone(&fresh));
        let gathered = (Arc::clone(&notes), Arc::clone(&uses), Arc::clone(&frozen));
        let (writer, handle) =
            Writer::new(store, Arc::clone(&publisher), told, gathered, (clock, stop.clone()));
        let engine = Self {
            gate: Gate::standard(options.secrets),
            families: Families::of(&options.policy),
            started_at: options.clock.now(),
            options,
            publisher,
            health,
            uses,
            writer: handle,
            planner: Planner::default(),
            background: Background::default(),
            watermark: Arc::default(),
            notes,
            frozen,
            gauge: Arc::default(),
            planning,
            fresh,
            schedule,
            started_on,
            offers: Offers::default(),
            repairs: Repairs::default(),
            stop,
        };
        Ok((Arc::new(engine), writer))
    }

    fn now(&self) -> Timestamp {
        self.options.clock.now()
    }
}
