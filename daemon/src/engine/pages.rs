//! Diffs in pages: a planned run, a plan, or an entry of the journal, the same bytes before and after its commit.

use consolidate_shared::change::ChangeSet;
use consolidate_shared::id::{PlanId, RunId};
use consolidate_shared::journal::{EntryKind, Generation, JournalEntry};
use consolidate_shared::limits;
use consolidate_shared::plan::{Plan, Run, RunRecord};
use consolidate_shared::wire::v1::{ErrorCode, Form, Page, Refused, Response};

use super::Engine;
use super::runs::Chosen;
use super::service::{Session, off_the_path};
use super::writer::unreadable;
use crate::diff::{self, Detail};
use crate::store::View;

/// What a connection is paging through.
#[derive(Debug)]
pub(super) struct PagesInHand {
    id: String,
    form: Form,
    text: String,
}

impl Engine {
    /// The page of `id` that begins at `offset`.
    pub(super) async fn show(
        &self,
        session: &mut Session,
        id: &str,
        form: Form,
        offset: u64,
    ) -> Response {
        let in_hand =
            session.pages.as_ref().is_some_and(|pages| pages.id == id && pages.form == form);
        if offset == 0 || !in_hand {
            match self.rendered(id, form).await {
                Ok(text) => session.pages = Some(PagesInHand { id: id.to_owned(), form, text }),
                Err(refused) => return Response::Refused(refused),
            }
        }
        let text = session.pages.as_ref().map_or("", |pages| pages.text.as_str());
        match page(text, offset) {
            Some(page) => {
                if page.next.is_none() {
                    session.pages = None;
                }
                Response::Page(page)
            }
            None => Response::Refused(Refused::new(ErrorCode::Invalid, "no page begins there")),
        }
    }

    /// What is kept or written, else what the state as it is plans to: after a restart nothing is kept.
    async fn rendered(&self, id: &str, form: Form) -> Result<String, Refused> {
        if let Some(text) = off_the_path(|| self.render(id, form))? {
            return Ok(text);
        }
        // Why nothing can be planned is told by whoever asks for a plan.
        if let Ok(Some(chosen)) = self.planned_again(id).await {
            return Ok(off_the_path(|| planned(&chosen, form)));
        }
        let message = format!("neither a plan nor the journal has {id}");
        Err(Refused::new(ErrorCode::NotFound, message)
            .hint("`consolidate log` shows what is there; `consolidate --dry-run` plans anew"))
    }

    /// Planned runs first: their ids are of the state as it is; then what the journal has.
    fn render(&self, id: &str, form: Form) -> Result<Option<String>, Refused> {
        if let Some(chosen) = self.planner.find(id) {
            return Ok(Some(planned(&chosen, form)));
        }
        if let Some(text) = self.repairs.shown(id, form) {
            return Ok(Some(text));
        }
        let view = self.publisher.read().view.clone();
        if let Ok(run) = id.parse::<RunId>() {
            committed_run(run, form, &view)
        } else if let Ok(plan) = id.parse::<PlanId>() {
            Ok(view.entry_of_plan(plan).map_err(unreadable)?.map(|found| shown(&found, form)))
        } else if let Ok(generation) = id.parse::<u64>() {
            entry(Generation(generation), form, &view)
        } else {
            let message = format!("`{id}` is no run, plan or entry");
            Err(Refused::new(ErrorCode::Invalid, message)
                .hint("give a number from `consolidate log`, a `plan_…` or a `run_…`"))
        }
    }
}

fn planned(chosen: &Chosen, form: Form) -> String {
    match (chosen.place, form) {
        (None, Form::Text) => diff::render_run_of(&chosen.run),
        (None, Form::Verbose) => diff::run_of(&chosen.run, Detail::Whole),
        (None, Form::Json) => diff::json_run(&chosen.run).to_string(),
        (Some(place), Form::Text) => diff::render_plan(&chosen.run.plans[place]),
        (Some(place), Form::Verbose) => diff::plan_in(&chosen.run.plans[place], Detail::Whole),
        (Some(place), Form::Json) => diff::json_plan(&chosen.run.plans[place]).to_string(),
    }
}

/// An entry by its number. That of a pass or a repair reads as its plan did, so that what belongs to the entry stands before.
fn entry(generation: Generation, form: Form, view: &View) -> Result<Option<String>, Refused> {
    let Some(entry) = view.entry(generation).map_err(unreadable)? else { return Ok(None) };
    let text = shown(&entry, form);
    Ok(Some(if form == Form::Json || entry.plan.is_none() {
        text
    } else {
        format!("{}\n{text}", diff::heading(&entry))
    }))
}

fn shown(entry: &JournalEntry, form: Form) -> String {
    match form {
        Form::Text => diff::render_entry(entry),
        Form::Verbose => diff::entry_in(entry, Detail::Whole),
        Form::Json => diff::json_entry(entry).to_string(),
    }
}

/// A run as it was committed; an import's run is its entries, one after the other.
fn committed_run(run: RunId, form: Form, view: &View) -> Result<Option<String>, Refused> {
    let entries = view.entries_of_run(run).map_err(unreadable)?;
    let Some(record) = view.run_record(run).map_err(unreadable)? else {
        let imported = entries.iter().filter(|entry| entry.kind == EntryKind::Import);
        let texts: Vec<String> = imported.map(|entry| shown(entry, form)).collect();
        return Ok((!texts.is_empty()).then(|| texts.join("\n")));
    };
    let find = |id: PlanId| changes_of(id, &entries);
    Ok(Some(match form {
        Form::Text => diff::render_run_from(&record, find),
        Form::Verbose => diff::run_from(&record, find, Detail::Whole),
        Form::Json => diff::json_run(&restored(&record, &entries)).to_string(),
    }))
}

/// What the first of these entries that commits the plan changed.
fn changes_of(plan: PlanId, entries: &[JournalEntry]) -> Option<&ChangeSet> {
    entries.iter().find(|entry| entry.plan == Some(plan)).map(|entry| &entry.change_set)
}

/// The run as it was planned; a plan of it that was not committed has no changes.
pub(super) fn restored(record: &RunRecord, entries: &[JournalEntry]) -> Run {
    let plans = record.plans.iter().map(|plan| Plan {
        pass: plan.pass,
        day: plan.day,
        policy: plan.policy,
        change_set: changes_of(plan.id, entries).cloned().unwrap_or_default(),
        report: plan.report.clone(),
    });
    Run { generation: record.generation, plans: plans.collect() }
}

/// At most a page's bytes from `offset` on, cut between characters; `None` when `offset` is not such a place.
fn page(text: &str, offset: u64) -> Option<Page> {
    let rest = text.get(usize::try_from(offset).ok()?..)?;
    let cut = rest.floor_char_boundary(limits::PAGE_BYTES);
    let next = (cut < rest.len()).then_some(offset + cut as u64);
    Some(Page { text: rest[..cut].to_owned(), next })
}
