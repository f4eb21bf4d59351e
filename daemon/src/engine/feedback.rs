//! How memories did: evidence goes through the writer and is durable when it is acknowledged; use is noted and written with
//! the next commit.

use std::collections::BTreeSet;

use consolidate_shared::change::ChangeSet;
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::EntryKind;
use consolidate_shared::model::{Actor, Context, Judge, Memory, RetireReason, Signal, Standing};
use consolidate_shared::state::Lookup;
use consolidate_shared::task_run::TaskRunKey;
use consolidate_shared::time::Timestamp;
use consolidate_shared::wire::v1::{
    ErrorCode, Feedback, FeedbackAnswer, FeedbackRow, Heeded, Refused, Response, Role,
};

use super::Engine;
use super::resolve::resolve;
use super::writer::{Landed, Made, NewEntry, Turn, present, unreadable};
use crate::store::{ReadError, View};
use crate::write::{Told, actor_of, counts_for, tell};

impl Engine {
    /// Takes in how memories did.
    pub(super) async fn feedback(&self, feedback: Feedback) -> Response {
        let now = self.now();
        let judge = match judge(&feedback) {
            Ok(judge) => judge,
            Err(refused) => return Response::Refused(refused),
        };
        let signal = feedback.signal;
        let run = feedback.context.clone().map(|run| {
            let project = feedback.caller.project.clone();
            TaskRunKey { project, run }
        });
        let answer = match feedback.signal.verdict() {
            Some(confirms) => {
                let told = told(&feedback, confirms, judge, now);
                let by = actor_of(&feedback.caller);
                let decide = move |turn: &Turn<'_>| decide(&feedback, &told, by, turn);
                self.writer.submit(false, Box::new(decide)).await
            }
            None => self.used(&feedback, now).await.unwrap_or_else(Response::Refused),
        };
        if let (Some(run), Response::Feedback(answer)) = (run, &answer) {
            // The context may be a task run, which then remembers what it told.
            self.frozen.tell(&run, answer.memories.iter().map(|row| row.id), signal, now);
        }
        answer
    }

    async fn used(&self, feedback: &Feedback, now: Timestamp) -> Result<Response, Refused> {
        let view = self.publisher.read().view.clone();
        let memories = named(feedback, &view, &view)?;
        for id in &memories {
            let note = || self.uses.note(*id, feedback.signal, now.day());
            if !note() {
                // No room: a commit makes some, and this request waits for it like any write.
                if let Response::Refused(refused) = self.writer.submit(false, nothing()).await {
                    return Err(refused);
                }
                self.health.may_write()?;
                if !note() {
                    return Err(Refused::new(ErrorCode::Internal, "too much was used at once")
                        .hint("tell it again"));
                }
            }
        }
        let rows = memories.into_iter().map(|id| {
            let memory = present(&view, id)?;
            let revived = feedback.signal == Signal::Used && is_stale(&memory);
            Ok(row(&memory, Heeded::Noted, revived))
        });
        Ok(Response::Feedback(FeedbackAnswer {
            generation: view.generation().0,
            entries: Vec::new(),
            weight: 0,
            memories: rows.collect::<Result<_, Refused>>()?,
        }))
    }

    /// Notes that an agent read a memory by its id. Where there is no room it is not noted: no read waits for a write.
    pub(super) fn opened(&self, role: &Role, id: MemoryId) {
        if matches!(role, Role::Agent { .. })
            && !self.uses.note(id, Signal::Opened, self.now().day())
        {
            tracing::debug!(%id, "too many memories were met at once to note this one");
        }
    }
}

/// A job that writes nothing by itself: what was noted is written with it.
fn nothing() -> super::writer::Decide {
    Box::new(|_| {
        let answer = Box::new(|_: Landed<'_>| Response::Ok);
        Ok(Made { entries: Vec::new(), run: None, recent: None, answer })
    })
}

/// Whose judgement it is; a person's word is a person's to give.
fn judge(feedback: &Feedback) -> Result<Judge, Refused> {
    let is_person = feedback.caller.role == Role::User;
    match feedback.judge {
        None if is_person => Ok(Judge::Person),
        None => Ok(Judge::Agent),
        Some(Judge::Person) if !is_person => {
            Err(Refused::new(ErrorCode::Forbidden, "an agent cannot give a person's word")
                .hint("leave `--by` out, or say `--by test` for the result of a test or build"))
        }
        Some(judge) => Ok(judge),
    }
}

fn told(feedback: &Feedback, confirms: bool, judge: Judge, now: Timestamp) -> Told {
    let caller = &feedback.caller;
    let context = Context {
        day: now.day(),
        confirms,
        judge,
        who: actor_of(caller).to_string(),
        session: caller.session.clone(),
        task: feedback.context.clone(),
        project: caller.project.clone(),
        domain: feedback.domain.clone(),
    };
    let (build, note) = (feedback.build.clone(), feedback.note.clone());
    Told { signal: feedback.signal, context, build, note }
}

/// The memories that are meant, each once; all of them or none.
fn named<L: Lookup<Error = ReadError>>(
    feedback: &Feedback,
    state: &L,
    view: &View,
) -> Result<Vec<MemoryId>, Refused> {
    let project = feedback.caller.project.as_deref();
    let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
    for reference in &feedback.memories {
        let id = resolve(reference, project, state, view)?;
        let id = counts_for(id, state).map_err(unreadable)?;
        if seen.insert(id) {
            found.push(id);
        }
    }
    Ok(found)
}

fn decide(feedback: &Feedback, told: &Told, by: Actor, turn: &Turn<'_>) -> Result<Made, Refused> {
    let mut change_set = ChangeSet::default();
    let mut rows = Vec::new();
    for id in named(feedback, turn.state, turn.view)? {
        let memory = present(turn.state, id)?;
        let mut own = ChangeSet::default();
        let (heeded, revived) = tell(&memory, told, &mut own);
        // What it comes to, for the answer: the set is made on what is there, so it applies.
        let mut after = Memory::clone(&memory);
        for change in &own.changes {
            if let consolidate_shared::change::What::Edit { edit, .. } = &change.what {
                let _applied = edit.apply(&mut after);
            }
        }
        rows.push(row(&after, heeded, revived));
        change_set.changes.append(&mut own.changes);
        change_set.excerpts.append(&mut own.excerpts);
    }
    let entry = NewEntry {
        kind: EntryKind::Evidence,
        judged_as: EntryKind::Evidence,
        ..NewEntry::write(by, change_set)
    };
    let weight = told.context.judge.weight();
    let answer = Box::new(move |(parent, made): Landed<'_>| {
        Response::Feedback(FeedbackAnswer {
            generation: made.last().copied().unwrap_or(parent.0),
            entries: made.to_vec(),
            weight,
            memories: rows,
        })
    });
    Ok(Made { entries: vec![entry], run: None, recent: None, answer })
}

fn row(memory: &Memory, heeded: Heeded, revived: bool) -> FeedbackRow {
    let standing = memory.standing.word().to_owned();
    FeedbackRow { id: memory.id, heeded, revived, trust: memory.trust(), standing }
}

fn is_stale(memory: &Memory) -> bool {
    matches!(&memory.standing, Standing::Retired(it) if it.reason == RetireReason::Stale)
}
