//! What is handed to the writer: a decision to make when its turn comes, and how to answer once it is durable.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, TrySendError};

use tokio::sync::oneshot;

use consolidate_shared::change::ChangeSet;
use consolidate_shared::id::{MemoryId, PlanId, ReviewId, RunId};
use consolidate_shared::journal::{EntryKind, Generation};
use consolidate_shared::limits;
use consolidate_shared::model::{Actor, Memory};
use consolidate_shared::overlay::Overlay;
use consolidate_shared::plan::{PassReport, RunRecord};
use consolidate_shared::schedule::LastRuns;
use consolidate_shared::wire::v1::{ErrorCode, Refused, Response};

use crate::engine::publish::Publisher;
use crate::engine::recent::Recent;
use crate::relate::Statement;
use crate::store::{Store, View};

/// What a write is decided against: the store and everything that the batch has done to it so far.
pub(in crate::engine) type BatchState<'a> = Overlay<'a, View>;

/// What a job sees when its turn comes.
pub(in crate::engine) struct Turn<'a> {
    /// The state that the commit will meet.
    pub(in crate::engine) state: &'a BatchState<'a>,
    /// The store alone, for what an overlay cannot answer: ranges of ids, the journal.
    pub(in crate::engine) view: &'a View,
    /// What was added lately.
    pub(in crate::engine) recent: &'a Recent,
    /// What readers see of the store alone.
    pub(in crate::engine) publisher: &'a Publisher,
    /// The store, for a copy of its file as it is between two commits.
    pub(in crate::engine) store: &'a Store,
}

impl Turn<'_> {
    /// The review items that were open before this batch and have one of `members`.
    pub(in crate::engine) fn pending(&self, members: &[MemoryId]) -> BTreeSet<ReviewId> {
        let published = self.publisher.read();
        members.iter().flat_map(|id| published.catalog.pending(*id)).collect()
    }
}

/// A journal entry before it has its place.
#[derive(Debug)]
pub(in crate::engine) struct NewEntry {
    /// What it is.
    pub(in crate::engine) kind: EntryKind,
    /// Who causes it.
    pub(in crate::engine) actor: Actor,
    /// The run it belongs to.
    pub(in crate::engine) run: Option<RunId>,
    /// The plan it commits.
    pub(in crate::engine) plan: Option<PlanId>,
    /// The plan's report.
    pub(in crate::engine) report: Option<PassReport>,
    /// As what it is judged: a redo as the pass it repeats, anything else as what it is.
    pub(in crate::engine) judged_as: EntryKind,
    /// The generation that the changes were made on; `None`: they are made in the writer, on the state that they meet. Where
    /// the store has moved since, what does not fit any more is stale and no defect.
    pub(in crate::engine) made_on: Option<Generation>,
    /// What changes.
    pub(in crate::engine) change_set: ChangeSet,
}

impl NewEntry {
    /// Use that gathered.
    pub(in crate::engine) fn uses(change_set: ChangeSet) -> Self {
        let kind = EntryKind::Evidence;
        Self { kind, judged_as: kind, ..Self::write(Actor::Daemon, change_set) }
    }

    /// An ordinary write.
    pub(in crate::engine) fn write(actor: Actor, change_set: ChangeSet) -> Self {
        Self {
            kind: EntryKind::Write,
            actor,
            run: None,
            plan: None,
            report: None,
            judged_as: EntryKind::Write,
            made_on: None,
            change_set,
        }
    }
}

/// The generation before the job's entries, and the generations that they made.
pub(in crate::engine) type Landed<'a> = (Generation, &'a [u64]);
/// What to answer once all is durable.
pub(in crate::engine) type Answer = Box<dyn FnOnce(Landed<'_>) -> Response + Send>;

/// What a job wants to commit, and its answer.
pub(in crate::engine) struct Made {
    /// The entries; empty ones are not written.
    pub(in crate::engine) entries: Vec<NewEntry>,
    /// The record of a run that is committed with them.
    pub(in crate::engine) run: Option<(RunId, RunRecord)>,
    /// A new memory for [`Recent`].
    pub(in crate::engine) recent: Option<(Arc<Memory>, Arc<Statement>)>,
    /// The answer.
    pub(in crate::engine) answer: Answer,
}

/// Decides, when its turn comes, what to commit.
pub(in crate::engine) type Decide = Box<dyn FnOnce(&Turn<'_>) -> Result<Made, Refused> + Send>;

/// What the schedule remembers by the time the writer gets to it.
pub(in crate::engine) type LastRunsNow = Box<dyn FnOnce() -> LastRuns + Send>;

/// What is kept beside the journal.
pub(in crate::engine) enum Aside {
    /// What the schedule remembers.
    LastRuns(LastRunsNow),
    /// What has gathered: counts, a sample, the briefs of task runs.
    Notes,
}

pub(in crate::engine) struct Job {
    /// Whether it has a transaction of its own.
    pub(in crate::engine) alone: bool,
    /// Whether it is a repair: a file that rotted is written anew before it is decided.
    pub(in crate::engine) mends: bool,
    /// Nothing is decided and no generation made: this is kept beside the journal.
    pub(in crate::engine) aside: Option<Aside>,
    pub(in crate::engine) decide: Decide,
    pub(in crate::engine) reply: oneshot::Sender<Response>,
}

impl Job {
    /// A job that is decided, once it is known where its answer goes.
    fn deciding(alone: bool, decide: Decide) -> impl FnOnce(oneshot::Sender<Response>) -> Self {
        move |reply| Self { alone, mends: false, aside: None, decide, reply }
    }

    fn keeping(aside: Aside, reply: oneshot::Sender<Response>) -> Self {
        let nothing = |_: &Turn<'_>| {
            let answer: Answer = Box::new(|_| Response::Ok);
            Ok(Made { entries: Vec::new(), run: None, recent: None, answer })
        };
        Self { aside: Some(aside), ..Self::deciding(true, Box::new(nothing))(reply) }
    }
}

/// The way to the writer.
#[derive(Debug, Clone)]
pub(in crate::engine) struct WriterHandle(pub(super) SyncSender<Job>);

impl WriterHandle {
    /// Hands a write over and waits for its durable answer. `alone`: a pass, an undo, an import has its own transaction.
    pub(in crate::engine) async fn submit(&self, alone: bool, decide: Decide) -> Response {
        self.send(Job::deciding(alone, decide)).await
    }

    /// The same for a repair, which also a file that rotted takes.
    pub(in crate::engine) async fn mend(&self, decide: Decide) -> Response {
        self.send(|reply| Job { mends: true, ..Job::deciding(true, decide)(reply) }).await
    }

    /// Keeps something beside the journal. Answer: `ok`, or why it could not be kept.
    pub(in crate::engine) async fn keep(&self, aside: Aside) -> Response {
        self.send(|reply| Job::keeping(aside, reply)).await
    }

    /// Has what has gathered kept soon; nobody waits for it.
    pub(in crate::engine) fn wake(&self) {
        let (reply, _) = oneshot::channel();
        // A full queue keeps it with its commits.
        let _ = self.0.try_send(Job::keeping(Aside::Notes, reply));
    }

    async fn send(&self, job: impl FnOnce(oneshot::Sender<Response>) -> Job) -> Response {
        let (reply, answer) = oneshot::channel();
        match self.0.try_send(job(reply)) {
            Ok(()) => answer.await.unwrap_or_else(|_| lost()),
            Err(TrySendError::Full(_)) => Response::Refused(
                Refused::new(
                    ErrorCode::Internal,
                    format!("{} writes wait already", limits::QUEUED_WRITES),
                )
                .hint("try again; the same id is the same write"),
            ),
            Err(TrySendError::Disconnected(_)) => stopped(),
        }
    }
}

/// The writer took the job and is gone.
fn lost() -> Response {
    let refused = Refused::new(
        ErrorCode::Internal,
        "the writer ended before it answered; whether this was written is not known",
    );
    Response::Refused(refused.hint("look with `consolidate log`; the same id is the same write"))
}

fn stopped() -> Response {
    let refused = Refused::new(ErrorCode::Internal, "the daemon is stopping; nothing was written");
    Response::Refused(refused.hint("try again; the same id is the same write"))
}
