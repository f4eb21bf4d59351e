//! The single writer: a thread that takes writes from a bounded queue, commits what has gathered in one durable
//! transaction, publishes, and only then answers. Acknowledged means durable.

mod admit;
mod delta;
mod failed;
mod index;
mod job;
mod tend;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Instant;

use tokio::sync::{oneshot, watch};

use consolidate_shared::change::{self, ChangeSet, What};
use consolidate_shared::id::{MemoryId, RunId};
use consolidate_shared::journal::{EntryKind, Generation, JournalEntry};
use consolidate_shared::limits;
use consolidate_shared::overlay::Overlay;
use consolidate_shared::plan::RunRecord;
use consolidate_shared::state::Lookup;
use consolidate_shared::state::Subjects;
use consolidate_shared::time::Timestamp;
use consolidate_shared::wire::v1::{ErrorCode, Refused, Response};

use super::fresh::Fresh;
use super::frozen::FrozenBriefs;
use super::health::HealthCell;
use super::notes::Notes;
use super::publish::Publisher;
use super::recent::{Recent, RecentMemory};
use super::uses::Uses;
use crate::clock::{Clock, steady};
use crate::store::{About, Commit, DamagedRow, StorageFault, Store, TaskRunNotes, View};
use crate::write::{Met, meet};

pub(super) use admit::{BEYOND_REPAIR, admit, present, unreadable};
use admit::{not_written_anew, refusal_of_apply};
use delta::delta;
use index::Warmth;
pub(super) use index::keep;
use job::{Answer, Job, LastRunsNow};
pub(super) use job::{Aside, BatchState, Decide, Landed, Made, NewEntry, Turn, WriterHandle};

/// What the writer thread owns.
pub(super) struct Writer {
    store: Store,
    queue: Receiver<Job>,
    publisher: Arc<Publisher>,
    health: Arc<HealthCell>,
    fresh: Arc<Fresh>,
    uses: Arc<Uses>,
    clock: Clock,
    recent: Recent,
    notes: Arc<Notes>,
    frozen: Arc<FrozenBriefs>,
    /// Ends the daemon.
    stop: watch::Sender<bool>,
    /// When what was served was last kept.
    noted: Instant,
    warmth: Warmth,
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
    /// Rows that the batch's repair sets aside.
    mend: Option<Vec<DamagedRow>>,
    /// Use that is written with it.
    uses: BTreeMap<MemoryId, Met>,
}

impl Writer {
    /// A writer over `store`, and the way to it.
    pub(super) fn new(
        store: Store,
        publisher: Arc<Publisher>,
        (health, fresh): (Arc<HealthCell>, Arc<Fresh>),
        (notes, uses, frozen): (Arc<Notes>, Arc<Uses>, Arc<FrozenBriefs>),
        (clock, stop): (Clock, watch::Sender<bool>),
    ) -> (Self, WriterHandle) {
        let (sender, queue) = sync_channel(limits::QUEUED_WRITES);
        let (recent, noted) = (Recent::default(), steady());
        let writer = Self {
            store,
            queue,
            publisher,
            health,
            fresh,
            uses,
            clock,
            recent,
            notes,
            frozen,
            stop,
            noted,
            warmth: Warmth::default(),
        };
        (writer, WriterHandle(sender))
    }

    /// Builds the catalog, then commits until every handle is gone. Writes that arrive meanwhile wait in the queue.
    pub(super) fn run(mut self) {
        self.show_first();
        self.rebuild();
        self.verify();
        self.keep_analysed();
        let mut held_over = None;
        loop {
            // Without a job for a minute, what was noted meanwhile is written by itself.
            let next = match held_over.take() {
                Some(job) => Ok(job),
                None => self.queue.recv_timeout(self.until_due()),
            };
            let (job, is_last) = match next {
                Ok(job) => (Some(job), false),
                Err(RecvTimeoutError::Timeout) => (None, false),
                Err(RecvTimeoutError::Disconnected) => (None, true),
            };
            // A defect in one batch must not leave a daemon that answers nothing: what was in hand is of unknown outcome,
            // and nothing more is written until somebody has looked.
            let batch = catch_unwind(AssertUnwindSafe(|| self.one_batch(job)));
            held_over = batch.unwrap_or_else(|_| {
                self.health
                    .read_only("a defect stopped the writer in the midst of a batch".to_owned());
                None
            });
            self.tend(false);
            if is_last {
                break;
            }
        }
        self.tend(true);
        self.keep_analysed();
        if let Err(error) = self.store.close() {
            tracing::warn!(%error, "the store was not closed cleanly; its next opening repairs it");
        }
    }

    /// Looks once whether the file is what was written, before somebody waits for a write.
    fn verify(&mut self) {
        if let Err(fault) = self.store.verify() {
            tracing::error!(%fault, "the store takes no writes");
            self.health.rotted(rot(&fault));
        }
        self.health.looked();
    }

    /// Gathers what is in the queue, up to a job that wants to be alone, and commits it, with the use that was noted. Returns
    /// that job.
    fn one_batch(&mut self, first: Option<Job>) -> Option<Job> {
        let first = match first {
            Some(Job { aside: Some(aside), reply, .. }) => {
                drop(reply.send(match aside {
                    Aside::LastRuns(last) => self.keep(last),
                    Aside::Notes => self.keep_now(),
                }));
                return None;
            }
            Some(job) if job.mends => match self.write_anew() {
                Ok(()) => Some(job),
                Err(refused) => {
                    drop(job.reply.send(Response::Refused(refused)));
                    return None;
                }
            },
            first => first,
        };
        let view = self.publisher.read().view.clone();
        let mut state = Overlay::new(&view);
        let mut batch = Batch::default();
        let alone = first.as_ref().is_some_and(|job| job.alone);
        if let Some(first) = first {
            self.accept(first, &mut state, &view, &mut batch);
        }
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
        if !alone {
            self.write_uses(&mut state, &view, &mut batch);
        }
        drop(state);
        self.commit(&view, batch);
        if alone {
            // What is alone has a transaction of its own; the use that was noted follows in the next one.
            return self.one_batch(None);
        }
        held_over
    }

    /// Keeps what the schedule remembers: beside the journal, at the same generation.
    fn keep(&mut self, last: LastRunsNow) -> Response {
        if let Err(refused) = self.health.may_write() {
            return Response::Refused(refused);
        }
        let before = self.publisher.read().view.generation();
        let kept = match self.store.keep_last_runs(&last()) {
            Ok(view) => Ok(view),
            Err(error) => self.after_failure(&error, before, 0),
        };
        match kept {
            Ok(view) => {
                self.publish(view, &[]);
                Response::Ok
            }
            Err(refused) => Response::Refused(refused),
        }
    }

    /// Adds one entry with all use that was noted, if there is any and the store takes writes.
    fn write_uses(&mut self, state: &mut BatchState<'_>, view: &View, batch: &mut Batch) {
        if self.health.may_write().is_err() {
            return;
        }
        let uses = self.uses.take();
        let mut change_set = ChangeSet::default();
        for (id, met) in &uses {
            match state.memory(*id) {
                Ok(Some(memory)) => meet(&memory, *met, &mut change_set),
                Ok(None) => {}
                Err(error) => tracing::warn!(%error, %id, "use of a memory is not written"),
            }
        }
        if change_set.is_empty() {
            return;
        }
        let answer = Box::new(|_: Landed<'_>| Response::Ok);
        let entries = vec![NewEntry::uses(change_set)];
        let made = Made { entries, run: None, recent: None, answer };
        match self.place(made, state, view, batch) {
            Ok(_) => batch.uses = uses,
            Err(refused) => tracing::error!(why = refused.message, "use is not written"),
        }
    }

    fn accept(&mut self, job: Job, state: &mut BatchState<'_>, view: &View, batch: &mut Batch) {
        let Job { decide, reply, .. } = job;
        let (recent, publisher, store) = (&self.recent, &self.publisher, &self.store);
        let turn = Turn { state, view, recent, publisher, store };
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
        // A repair that only sets rows aside changes nothing that has a name, and is history all the same.
        let is_kept =
            |entry: &NewEntry| !entry.change_set.is_empty() || entry.kind == EntryKind::Repair;
        let entries: Vec<NewEntry> = made.entries.into_iter().filter(is_kept).collect();
        let repairs = entries.iter().any(|entry| entry.kind == EntryKind::Repair);
        if !entries.is_empty() {
            self.health.may_write()?;
        }
        if repairs {
            batch.mend = Some(damaged_rows(view, state)?);
        }
        // A set that does not apply leaves its subjects half changed: it is tried on a sheet over the batch first.
        let mut sheet = Overlay::new(&*state);
        admit(&entries, view.generation(), &mut sheet)?;
        drop(sheet);
        let first = batch.entries.len();
        let mut parent = Generation(view.generation().0 + first as u64);
        // One moment for all: by it a redo knows what one undo took back.
        let at = self.clock.now();
        for entry in entries {
            change::apply(&entry.change_set, state).map_err(refusal_of_apply)?;
            batch.entries.push(numbered(entry, parent, at));
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
        let Batch { entries, runs, accepted, mend, uses } = batch;
        if entries.is_empty() && !accepted.is_empty() {
            // What was written before is acknowledged once more: that is no truer than a commit where the store is gone.
            if let Err(why) = self.store.stands() {
                let refused = self.leave(&why, false);
                return refuse(accepted, &refused);
            }
        }
        if !entries.is_empty() {
            let commit = Commit { expected: before, entries: &entries, runs: &runs };
            let frozen = match &mend {
                Some(_) => TaskRunNotes::default(),
                None => self.frozen.gathered(),
            };
            let written = match &mend {
                Some(rows) => self.store.mend(commit, rows),
                None => self.store.commit_with(commit, &frozen),
            };
            let landed = match written {
                Ok(view) => Ok(view),
                Err(error) => self.after_failure(&error, before, entries.len()),
            };
            match landed {
                Ok(view) => {
                    self.health.clear();
                    if mend.is_some() {
                        // What the index holds of rows that were set aside is nowhere else.
                        self.publisher.behind(view);
                        self.rebuild();
                    } else {
                        self.publish(view, &entries);
                    }
                    // Order: after it is published, see `Fresh` and `FrozenBriefs`.
                    self.fresh.landed(&entries);
                    self.frozen.landed(&frozen);
                }
                Err(refused) => {
                    self.recent.forget_after(before);
                    self.uses.put_back(uses);
                    return refuse(accepted, &refused);
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

    /// Writes a file that rotted anew. What is decided and committed from then on meets pages that can be walked; what those
    /// hold is what was read of the damaged ones, row for row.
    fn write_anew(&mut self) -> Result<(), Refused> {
        if !self.health.is_rotted() {
            return Ok(());
        }
        let view = self.store.rewrite().and_then(|kept| {
            tracing::warn!(kept = %kept.display(), "the file was written anew; the damaged one is kept");
            Ok(self.store.view()?)
        });
        let view = view.map_err(|error| {
            tracing::error!(%error, "the damaged file could not be written anew");
            not_written_anew(&error)
        })?;
        self.health.written_anew();
        self.publisher.behind(view);
        self.rebuild();
        Ok(())
    }

    /// Order: the view is swapped whatever happens to the index, or every later write would be decided on a state that is
    /// gone. An index that cannot follow is made anew; until then reads say that they are partial.
    fn publish(&mut self, view: View, entries: &[JournalEntry]) {
        match delta(entries, &view) {
            Ok(delta) => self.publisher.publish(view, delta),
            Err(error) => {
                tracing::error!(%error, "the index is behind the store and is built again");
                self.publisher.behind(view);
                self.rebuild();
            }
        }
        for id in entries.iter().flat_map(removed) {
            self.recent.forget(id);
        }
    }
}

/// None of a batch is done.
fn refuse(accepted: Vec<Accepted>, refused: &Refused) {
    for Accepted { reply, .. } in accepted {
        drop(reply.send(Response::Refused(refused.clone())));
    }
}

fn rot(fault: &StorageFault) -> String {
    format!("{fault}; `consolidate check` tells more")
}

/// Every row that is set aside; `state` shows from now on what will be there once they are set aside.
fn damaged_rows(view: &View, state: &mut BatchState<'_>) -> Result<Vec<DamagedRow>, Refused> {
    let rows = view.to_set_aside().map_err(unreadable)?;
    for row in &rows {
        match row.about() {
            About::Memory(id) => state.put_memory(id, None),
            About::Name(name) => state.put_name(&name, None),
            About::Review(id) => state.put_review(id, None),
            About::Ruling(key) => state.put_ruling(&key, None),
            About::Entry(_) | About::Unknown => Ok(()),
        }
        .map_err(unreadable)?;
    }
    Ok(rows)
}

fn numbered(entry: NewEntry, parent: Generation, at: Timestamp) -> JournalEntry {
    let NewEntry { kind, actor, run, plan, report, judged_as: _, made_on: _, change_set } = entry;
    JournalEntry {
        generation: parent.next(),
        parent,
        kind,
        actor,
        at,
        run,
        plan,
        report,
        change_set,
    }
}

fn removed(entry: &JournalEntry) -> impl Iterator<Item = MemoryId> {
    entry.change_set.changes.iter().filter_map(|change| match &change.what {
        What::Remove(memory) => Some(memory.id),
        _ => None,
    })
}
