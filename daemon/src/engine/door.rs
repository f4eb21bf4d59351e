//! What every request passes before anything else: who asks is bounded and clean, notes are screened, references are
//! short. What a memory itself holds is for its draft.

use consolidate_shared::draft::{clean_line, clean_text};
use consolidate_shared::limits;
use consolidate_shared::project::validate_project;
use consolidate_shared::wire::v1::{
    AnswerKind, AnswerRequest, Caller, CautionsRequest, ErrorCode, Feedback, GraphScope,
    HistoryRequest, OnContextRequest, OrderKind, Refused, Request, Role, Where, WhyRequest,
};

use crate::gate::{Gate, Mode};

/// The request as it may go on, or why it may not.
pub(super) fn admit(mut request: Request, gate: &Gate) -> Result<Request, Refused> {
    match &mut request {
        Request::Record(record) => caller(&mut record.caller, gate)?,
        Request::Order(order) => {
            caller(&mut order.caller, gate)?;
            reference(&order.memory)?;
            if let OrderKind::SupersededBy { successor } = &order.kind {
                reference(successor)?;
            }
            order.note = order.note.take().map(|text| note(&text, gate)).transpose()?;
        }
        Request::Feedback(feedback) => {
            caller(&mut feedback.caller, gate)?;
            told(feedback, gate)?;
        }
        Request::Read(read) => named_by(&mut read.caller, Some(&read.memory), gate)?,
        Request::Recall(recall) => asker(&mut recall.caller, &mut recall.place, gate)?,
        Request::Brief(brief) => asker(&mut brief.caller, &mut brief.place, gate)?,
        Request::TaskBrief(brief) => {
            asker(&mut brief.caller, &mut brief.place, gate)?;
            brief.run = brief.run.take().map(|run| task_run(&run, gate)).transpose()?;
        }
        Request::TaskRuns(asked) => asker(&mut asked.caller, &mut asked.place, gate)?,
        Request::TaskRun(asked) => {
            asker(&mut asked.caller, &mut asked.place, gate)?;
            asked.run = task_run(&asked.run, gate)?;
        }
        Request::Cautions(asked) => failure(asked, gate)?,
        Request::OnContext(asked) => context(asked, gate)?,
        Request::List(list) => place(&mut list.place)?,
        Request::Reviews(reviews) => place(&mut reviews.place)?,
        Request::Review { item } => reference(item)?,
        Request::Answer(answer) => answered(answer, gate)?,
        Request::ImportBegin(begin) => caller(&mut begin.caller, gate)?,
        Request::Apply { caller: who, id } | Request::Repair { caller: who, id } => {
            named_by(who, Some(id), gate)?;
        }
        Request::Undo { caller: who, id } | Request::Redo { caller: who, id } => {
            named_by(who, id.as_deref(), gate)?;
        }
        Request::Show { id, .. } => reference(id)?,
        Request::LogOf(log) => named_by(&mut log.caller, log.memory.as_deref(), gate)?,
        Request::History(HistoryRequest { caller: who, memory, .. })
        | Request::Why(WhyRequest { caller: who, memory, .. }) => {
            named_by(who, Some(memory), gate)?;
        }
        Request::Graph(graph) => {
            caller(&mut graph.caller, gate)?;
            match &mut graph.scope {
                GraphScope::Around { memory, .. } => reference(memory)?,
                GraphScope::Place(whose) => place(whose)?,
            }
        }
        Request::Project { project: key } => *key = project(key)?,
        Request::ImportLines { .. }
        | Request::ImportEnd
        | Request::Export { .. }
        | Request::Plan(_)
        | Request::Log { .. }
        | Request::Health { .. }
        | Request::Copy { .. }
        | Request::PlanRepair
        | Request::Reindex
        | Request::Status
        | Request::Stop
        | Request::Schedule => {}
    }
    Ok(request)
}

/// Somebody names something.
fn named_by(who: &mut Caller, id: Option<&str>, gate: &Gate) -> Result<(), Refused> {
    caller(who, gate)?;
    id.map_or(Ok(()), reference)
}

/// Somebody asks about some place.
fn asker(who: &mut Caller, whose: &mut Where, gate: &Gate) -> Result<(), Refused> {
    caller(who, gate)?;
    place(whose)
}

fn failure(asked: &mut CautionsRequest, gate: &Gate) -> Result<(), Refused> {
    asker(&mut asked.caller, &mut asked.place, gate)?;
    let parts = [asked.command.as_deref(), asked.error.as_deref()];
    asks(parts, asked.anchors.len(), "a command, an error or an anchor")
}

fn context(asked: &mut OnContextRequest, gate: &Gate) -> Result<(), Refused> {
    asker(&mut asked.caller, &mut asked.place, gate)?;
    asks([asked.domain.as_deref(), asked.page.as_deref()], 0, "a domain or a page")
}

/// Whether anything is asked about, and no more than one question holds.
fn asks(parts: [Option<&str>; 2], anchors: usize, least: &str) -> Result<(), Refused> {
    let says = parts.into_iter().flatten().any(|part| !part.trim().is_empty());
    if !says && anchors == 0 {
        let message = format!("nothing is asked about: it takes {least}");
        return Err(Refused::new(ErrorCode::Invalid, message));
    }
    if anchors > limits::ITEMS_PER_MEMORY {
        let most = limits::ITEMS_PER_MEMORY;
        return Err(invalid(&format!("a question names at most {most} anchors, not {anchors}")));
    }
    Ok(())
}

fn answered(answer: &mut AnswerRequest, gate: &Gate) -> Result<(), Refused> {
    caller(&mut answer.caller, gate)?;
    reference(&answer.item)?;
    if let AnswerKind::Supersede { winner } = &answer.answer {
        reference(winner)?;
    }
    if answer.only.len() > limits::ITEMS_PER_MEMORY {
        let most = limits::ITEMS_PER_MEMORY;
        return Err(invalid(&format!("an answer names at most {most} members")));
    }
    answer.only.iter().try_for_each(|member| reference(member))?;
    answer.note = answer.note.take().map(|text| note(&text, gate)).transpose()?;
    Ok(())
}

/// Feedback speaks of a few memories; what tells its context from others ends up in the store.
fn told(feedback: &mut Feedback, gate: &Gate) -> Result<(), Refused> {
    let count = feedback.memories.len();
    if count == 0 || count > limits::FEEDBACK_MEMORIES {
        let most = limits::FEEDBACK_MEMORIES;
        let message = format!("feedback speaks of 1 to {most} memories, not of {count}");
        return Err(Refused::new(ErrorCode::Invalid, message));
    }
    for memory in &feedback.memories {
        reference(memory)?;
    }
    let fields = [
        ("context", &mut feedback.context),
        ("domain", &mut feedback.domain),
        ("build", &mut feedback.build),
    ];
    for (field, value) in fields {
        if let Some(text) = value {
            *text = named(field, text, gate)?;
        }
    }
    feedback.note = feedback.note.take().map(|text| note(&text, gate)).transpose()?;
    Ok(())
}

fn invalid(why: &impl ToString) -> Refused {
    Refused::new(ErrorCode::Invalid, why.to_string())
}

/// Names end up in journal entries and sources: one line each, bounded, without secrets.
fn caller(caller: &mut Caller, gate: &Gate) -> Result<(), Refused> {
    if let Role::Agent { name, .. } = &mut caller.role {
        *name = named("agent", name, gate)?;
    }
    if let Some(session) = &mut caller.session {
        *session = named("session", session, gate)?;
    }
    if let Some(key) = &mut caller.project {
        *key = named("project", &project(key)?, gate)?;
    }
    Ok(())
}

/// The id of a task run: whoever runs it made it, and nothing is read out of it.
fn task_run(id: &str, gate: &Gate) -> Result<String, Refused> {
    bounded("run", id, limits::TASK_RUN_ID_BYTES, gate)
}

fn named(field: &'static str, text: &str, gate: &Gate) -> Result<String, Refused> {
    bounded(field, text, limits::SHORT_BYTES, gate)
}

fn bounded(field: &'static str, text: &str, bytes: usize, gate: &Gate) -> Result<String, Refused> {
    let clean = clean_line(field, text, bytes).map_err(|why| invalid(&why))?;
    if gate.screen(&clean).findings.is_empty() {
        return Ok(clean);
    }
    Err(Refused::new(ErrorCode::Invalid, format!("the {field} holds what looks like a secret"))
        .hint("name it otherwise; nothing was stored"))
}

/// The key of a project: an address becomes the key that its repository has, without the credential in it.
fn project(key: &str) -> Result<String, Refused> {
    validate_project(key).map_err(|why| invalid(&why))
}

fn place(place: &mut Where) -> Result<(), Refused> {
    if let Where::Project(key) = place {
        *key = project(key)?;
    }
    Ok(())
}

fn note(text: &str, gate: &Gate) -> Result<String, Refused> {
    let clean = clean_text("note", text, limits::RATIONALE_BYTES).map_err(|why| invalid(&why))?;
    let screened = gate.screen(&clean);
    if gate.mode() == Mode::Refuse && !screened.findings.is_empty() {
        return Err(Refused::new(ErrorCode::Invalid, "the note holds what looks like a secret")
            .hint("leave it out; nothing was stored"));
    }
    Ok(screened.text)
}

/// What names something is short; an answer must not repeat megabytes.
fn reference(id: &str) -> Result<(), Refused> {
    if id.len() > limits::SHORT_BYTES {
        let message = format!("an id of {} bytes names nothing", id.len());
        return Err(Refused::new(ErrorCode::NotFound, message));
    }
    Ok(())
}
