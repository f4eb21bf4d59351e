//! The single writer: a thread that takes writes from a bounded queue, commits what has gathered in one durable
//! transaction, publishes, and only then answers. Acknowledged means durable.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};

use tokio::sync::oneshot;

use consolidate_shared::change::{self, ApplyError, ChangeSet, What};
use consolidate_shared::id::{PlanId, RunId};
use consolidate_shared::journal::{EntryKind, Generation, JournalEntry};
use consolidate_shared::limits;
use consolidate_shared::model::Actor;
use consolidate_shared::overlay::Overlay;
use consolidate_shared::plan::{PassReport, RunRecord};
use consolidate_shared::state::Lookup;
use consolidate_shared::wire::v1::{ErrorCode, Refused, Response};

use super::catalog::{Catalog, Prepared, affected};
use super::health::HealthCell;
use super::publish::{Delta, Publisher};
use super::recent::{Recent, RecentMemory};
use crate::check::check;
use crate::clock::Clock;
use crate::store::{Commit, CommitError, ReadError, Store, View};

/// What a write is decided against: the store and everything that the batch has done to it so far.
pub(super) type BatchState<'a> = Overlay<'a, View>;

/// What a job sees when its turn comes.
pub(super) struct Turn<'a> {
    /// The state that the commit will meet.
    pub(super) state: &'a BatchState<'a>,
    /// The store alone, for what an overlay cannot answer: ranges of ids, the journal.
    pub(super) view: &'a View,
    /// What was added lately.
    pub(super) recent: &'a Recent,
}

/// A journal entry before it has its place.
#[derive(Debug)]
pub(super) struct NewEntry {
    /// What it is.
    pub(super) kind: EntryKind,
    /// Who causes it.
    pub(super) actor: Actor,
    /// The run it belongs to.
    pub(super) run: Option<RunId>,
    /// The plan it commits.
    pub(super) plan: Option<PlanId>,
    /// The plan's report.
    pub(super) report: Option<PassReport>,
    /// What changes.
    pub(super) change_set: ChangeSet,
}

impl NewEntry {
    /// An ordinary write.
    pub(super) fn write(actor: Actor, change_set: ChangeSet) -> Self {
        Self { kind: EntryKind::Write, actor, run: None, plan: None, report: None, change_set }
    }
}

/// The generation before the job's entries, and the generations that they made.
pub(super) type Landed<'a> = (Generation, &'a [u64]);
/// What to answer once all is durable.
pub(super) type Answer = Box<dyn FnOnce(Landed<'_>) -> Response + Send>;

/// What a job wants to commit, and its answer.
pub(super) struct Made {
    /// The entries; empty ones are not written.
    pub(super) entries: Vec<NewEntry>,
    /// The record of a run that is committed with them.
    pub(super) run: Option<(RunId, RunRecord)>,
    /// A new memory for [`Recent`].
    pub(super) recent:
        Option<(Arc<consolidate_shared::model::Memory>, Arc<crate::relate::Statement>)>,
    /// The answer.
    pub(super) answer: Answer,
}

/// Decides, when its turn comes, what to commit.
pub(super) type Decide = Box<dyn FnOnce(&Turn<'_>) -> Result<Made, Refused> + Send>;

struct Job {
    /// Whether it has a transaction of its own.
    alone: bool,
    decide: Decide,
    reply: oneshot::Sender<Response>,
}

/// The way to the writer.
#[derive(Debug, Clone)]
pub(super) struct WriterHandle(SyncSender<Job>);

impl WriterHandle {
    /// Hands a write over and waits for its durable answer. `alone`: a pass, an undo, an import has its own transaction.
    pub(super) async fn submit(&self, alone: bool, decide: Decide) -> Response {
        let (reply, answer) = oneshot::channel();
        match self.0.try_send(Job { alone, decide, reply }) {
            Ok(()) => answer.await.unwrap_or_else(|_| stopped()),
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

fn stopped() -> Response {
    let refused = Refused::new(ErrorCode::Internal, "the daemon is stopping; nothing was written");
    Response::Refused(refused.hint("try again; the same id is the same write"))
}

/// What the writer thread owns.
pub(super) struct Writer {
    store: Store,
    queue: Receiver<Job>,
    publisher: Arc<Publisher>,
    health: Arc<HealthCell>,
    clock: Clock,
    recent: Recent,
}

/// A job that is part of a batch.
struct Accepted {
    first: usize,
    entries: usize,
    answer: Answer,
    reply: oneshot::Sender<Response>,
}

/// The batch so far.
#[derive(Default)]
struct Batch {
    entries: Vec<JournalEntry>,
    runs: Vec<(RunId, RunRecord)>,
    accepted: Vec<Accepted>,
}

impl Writer {
    /// A writer over `store`, and the way to it.
    pub(super) fn new(
        store: Store,
        publisher: Arc<Publisher>,
        health: Arc<HealthCell>,
        clock: Clock,
    ) -> (Self, WriterHandle) {
        let (sender, queue) = sync_channel(limits::QUEUED_WRITES);
        let writer = Self { store, queue, publisher, health, clock, recent: Recent::default() };
        (writer, WriterHandle(sender))
    }

    /// Builds the catalog, then commits until every handle is gone. Writes that arrive meanwhile wait in the queue.
    pub(super) fn run(mut self) {
        if let Err(error) = self.build_catalog() {
            tracing::error!(%error, "failed to build the index; reads stay partial");
            self.health.problem(format!("the index could not be built: {error}"));
        }
        let mut held_over = None;
        while let Some(job) = held_over.take().or_else(|| self.queue.recv().ok()) {
            held_over = self.one_batch(job);
        }
        if let Err(error) = self.store.close() {
            tracing::warn!(%error, "the store was not closed cleanly; its next opening repairs it");
        }
    }

    fn build_catalog(&self) -> Result<(), ReadError> {
        let view = self.publisher.read().view.clone();
        let mut catalog = Catalog::default();
        for memory in view.memories(None)? {
            let memory = memory?;
            catalog.put(Prepared::new(memory.id, Some(&memory), &view)?);
        }
        for (_, item) in view.reviews()? {
            catalog.put_review(&item, true);
        }
        self.publisher.ready(view, catalog);
        Ok(())
    }

    /// Gathers what is in the queue, up to a job that wants to be alone, and commits it. Returns that job.
    fn one_batch(&mut self, first: Job) -> Option<Job> {
        let view = self.publisher.read().view.clone();
        let mut state = Overlay::new(&view);
        let mut batch = Batch::default();
        let alone = first.alone;
        self.accept(first, &mut state, &view, &mut batch);
        let mut held_over = None;
        while !alone && batch.accepted.len() < limits::WRITES_PER_COMMIT {
            match self.queue.try_recv() {
                Ok(job) if job.alone => {
                    held_over = Some(job);
                    break;
                }
                Ok(job) => self.accept(job, &mut state, &view, &mut batch),
                Err(_) => break,
            }
        }
        drop(state);
        self.commit(&view, batch);
        held_over
    }

    fn accept(&mut self, job: Job, state: &mut BatchState<'_>, view: &View, batch: &mut Batch) {
        let Job { decide, reply, .. } = job;
        let turn = Turn { state, view, recent: &self.recent };
        let decided = catch_unwind(AssertUnwindSafe(|| decide(&turn))).unwrap_or_else(|_| {
            tracing::error!("a write panicked; it is refused and nothing of it is kept");
            Err(Refused::new(
                ErrorCode::Internal,
                "a defect stopped this write; nothing was written",
            ))
        });
        let made = decided.and_then(|made| self.place(made, state, view, batch));
        match made {
            Ok((first, entries, answer)) => {
                batch.accepted.push(Accepted { first, entries, answer, reply });
            }
            Err(refused) => drop(reply.send(Response::Refused(refused))),
        }
    }

    /// Checks the job's entries, applies them to the batch's state and gives them their generations.
    fn place(
        &mut self,
        made: Made,
        state: &mut BatchState<'_>,
        view: &View,
        batch: &mut Batch,
    ) -> Result<(usize, usize, Answer), Refused> {
        let entries: Vec<NewEntry> =
            made.entries.into_iter().filter(|entry| !entry.change_set.is_empty()).collect();
        if !entries.is_empty() {
            self.health.may_write()?;
        }
        // A set that does not apply leaves its subjects half changed: it is tried on a sheet over the batch first.
        let mut sheet = Overlay::new(&*state);
        admit(&entries, &mut sheet)?;
        drop(sheet);
        let first = batch.entries.len();
        let mut parent = Generation(view.generation().0 + first as u64);
        for entry in entries {
            change::apply(&entry.change_set, state).map_err(refusal_of_apply)?;
            batch.entries.push(numbered(entry, parent, &self.clock));
            parent = parent.next();
        }
        batch.runs.extend(made.run);
        if let Some((memory, statement)) = made.recent {
            self.recent.push(RecentMemory { generation: parent, memory, statement });
        }
        Ok((first, batch.entries.len() - first, made.answer))
    }

    fn commit(&mut self, view: &View, batch: Batch) {
        let before = view.generation();
        let Batch { entries, runs, accepted } = batch;
        if !entries.is_empty() {
            let commit = Commit { expected: before, entries: &entries, runs: &runs };
            let landed = self.store.commit(commit).map_err(|error| refusal_of_commit(&error));
            match landed {
                Ok(view) => self.publish(view, &entries),
                Err(refused) => {
                    self.recent.forget_after(before);
                    return self.fail(&refused, accepted);
                }
            }
        }
        for Accepted { first, entries: count, answer, reply } in accepted {
            let generations: Vec<u64> =
                entries.iter().skip(first).take(count).map(|entry| entry.generation.0).collect();
            let parent = Generation(before.0 + first as u64);
            drop(reply.send(answer((parent, &generations))));
        }
    }

    fn publish(&mut self, view: View, entries: &[JournalEntry]) {
        let changed = entries.iter().flat_map(|entry| entry.change_set.subjects());
        let delta = affected(changed, &view).and_then(|memories| {
            let prepared = memories
                .into_iter()
                .map(|(id, memory)| Prepared::new(id, memory.as_deref(), &view))
                .collect::<Result<_, _>>()?;
            Ok(Delta { memories: prepared, reviews: reviews_of(entries) })
        });
        match delta {
            Ok(delta) => self.publisher.publish(view, delta),
            // The commit is durable; only the index is behind. Reads say so, writes go on.
            Err(error) => self.health.problem(format!("the index is behind the store: {error}")),
        }
        for id in entries.iter().flat_map(removed) {
            self.recent.forget(id);
        }
    }

    /// A storage error: the store is opened once more; if that fails it takes no writes from now on.
    fn fail(&mut self, refused: &Refused, accepted: Vec<Accepted>) {
        tracing::error!(reason = %refused.message, "a commit failed; nothing of its batch was written");
        if let Err(error) = self.store.reopen() {
            tracing::error!(%error, "the store could not be opened again; it takes no writes");
            self.health.read_only(format!("{}; {error}", refused.message));
        }
        for Accepted { reply, .. } in accepted {
            drop(reply.send(Response::Refused(refused.clone())));
        }
    }
}

fn numbered(entry: NewEntry, parent: Generation, clock: &Clock) -> JournalEntry {
    let NewEntry { kind, actor, run, plan, report, change_set } = entry;
    JournalEntry {
        generation: parent.next(),
        parent,
        kind,
        actor,
        at: clock.now(),
        run,
        plan,
        report,
        change_set,
    }
}

/// The gate that every change set passes, whoever made it: it must apply, and leave the store sound. A pass is judged
/// by itself; the pieces of an import, or the steps of an undo, are sound only together.
fn admit(entries: &[NewEntry], sheet: &mut Overlay<'_, BatchState<'_>>) -> Result<(), Refused> {
    let is_pass = |entry: &NewEntry| matches!(entry.kind, EntryKind::Pass(_));
    for group in entries.chunk_by(|a, b| !is_pass(a) && !is_pass(b)) {
        match group {
            [] => {}
            [one] => admit_set(&one.change_set, one.kind, sheet)?,
            [first, ..] => {
                let mut together = ChangeSet::default();
                for entry in group {
                    together.changes.extend(entry.change_set.changes.iter().cloned());
                }
                admit_set(&together, first.kind, sheet)?;
            }
        }
    }
    Ok(())
}

/// Violations that a refusal lists; all are logged.
const VIOLATIONS_SHOWN: usize = 5;

fn admit_set(
    set: &ChangeSet,
    kind: EntryKind,
    sheet: &mut Overlay<'_, BatchState<'_>>,
) -> Result<(), Refused> {
    let violations = check(&*sheet, set, kind).map_err(unreadable)?;
    change::apply(set, sheet).map_err(refusal_of_apply)?;
    if violations.is_empty() {
        return Ok(());
    }
    tracing::error!(%kind, count = violations.len(), first = %violations[0], "a change set broke an invariant and was not committed");
    let list: Vec<String> =
        violations.iter().take(VIOLATIONS_SHOWN).map(ToString::to_string).collect();
    let more = violations.len().saturating_sub(VIOLATIONS_SHOWN);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    Err(Refused::new(
        ErrorCode::Invalid,
        format!("it would break the store: {}{more}", list.join("; ")),
    ))
}

fn refusal_of_apply(error: ApplyError<ReadError>) -> Refused {
    match error {
        ApplyError::Stale(_) => Refused::new(ErrorCode::Stale, error.to_string())
            .hint("what it touches has changed since; look again and repeat it"),
        ApplyError::Subjects(error) => unreadable(error),
    }
}

fn refusal_of_commit(error: &CommitError) -> Refused {
    let code = match error {
        CommitError::Stale { .. } | CommitError::Generation { .. } => ErrorCode::Stale,
        CommitError::History { .. } => ErrorCode::Invalid,
        _ => ErrorCode::ReadOnly,
    };
    Refused::new(code, format!("failed to commit: {error}"))
        .hint("nothing was written; `consolidate status` says how the store is")
}

/// A read that failed.
#[expect(clippy::needless_pass_by_value, reason = "it stands as a function in map_err")]
pub(super) fn unreadable(error: ReadError) -> Refused {
    Refused::new(ErrorCode::Internal, format!("failed to read the store: {error}"))
        .hint("`consolidate status` says how the store is")
}

fn reviews_of(entries: &[JournalEntry]) -> Vec<(consolidate_shared::review::ReviewItem, bool)> {
    let changes = entries.iter().flat_map(|entry| &entry.change_set.changes);
    changes
        .filter_map(|change| match &change.what {
            What::Review(swap) => Some(swap),
            _ => None,
        })
        .flat_map(|swap| {
            let closed = swap.before.as_deref().map(|item| (item.clone(), false));
            closed.into_iter().chain(swap.after.as_deref().map(|item| (item.clone(), true)))
        })
        .collect()
}

fn removed(entry: &JournalEntry) -> impl Iterator<Item = consolidate_shared::id::MemoryId> {
    entry.change_set.changes.iter().filter_map(|change| match &change.what {
        What::Remove(memory) => Some(memory.id),
        _ => None,
    })
}

/// The memory that a job names must be there.
pub(super) fn present<L: Lookup<Error = ReadError>>(
    state: &L,
    id: consolidate_shared::id::MemoryId,
) -> Result<Arc<consolidate_shared::model::Memory>, Refused> {
    let found = state.memory(id).map_err(unreadable)?;
    found.ok_or_else(|| Refused::new(ErrorCode::NotFound, format!("{id} is not in the store")))
}
