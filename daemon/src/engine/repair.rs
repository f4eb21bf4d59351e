//! Repairs: planned over what can be read, shown, and committed as one entry that an undo takes back.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use consolidate_shared::change::{ChangeSet, What};
use consolidate_shared::id::{MemoryId, PlanId};
use consolidate_shared::journal::{EntryKind, Generation};
use consolidate_shared::plan::{PassReport, Tally};
use consolidate_shared::time::Day;
use consolidate_shared::wire::v1::{Caller, ErrorCode, Form, Refused, RepairPlanned, Response};
use consolidate_shared::words::counted;

use super::Engine;
use super::orders::committed;
use super::service::off_the_path;
use super::writer::{Made, NewEntry, Turn, unreadable};
use crate::audit;
use crate::diff;
use crate::store::{DamagedRow, ReadError, View};
use crate::write::actor_of;

/// Sentences of a kind that a plan lists; the rest is counted.
const LISTED: usize = 200;

/// The last planned repair.
#[derive(Debug, Default)]
pub(super) struct Repairs(Mutex<Option<Arc<Planned>>>);

/// A repair as it would be committed.
#[derive(Debug)]
struct Planned {
    id: PlanId,
    generation: Generation,
    set: ChangeSet,
    report: PassReport,
    set_aside: u64,
}

impl Repairs {
    fn keep(&self, planned: &Arc<Planned>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(planned));
    }

    fn find(&self, id: &str) -> Option<Arc<Planned>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let id = id.parse::<PlanId>().ok();
        kept.as_ref().filter(|planned| Some(planned.id) == id).cloned()
    }

    /// The planned repair with this id, as it will read after its commit too.
    pub(super) fn shown(&self, id: &str, form: Form) -> Option<String> {
        let planned = self.find(id)?;
        let Planned { id, generation, set, report, .. } = planned.as_ref();
        Some(match form {
            Form::Text | Form::Verbose => diff::render_repair(*id, set, report),
            Form::Json => diff::json_repair(*id, *generation, set, report).to_string(),
        })
    }
}

impl Engine {
    /// Plans what mends the store and keeps it for `show` and `repair`.
    pub(super) fn plan_repair(&self) -> Response {
        match self.planned_repair() {
            Ok(planned) => Response::RepairPlanned(RepairPlanned {
                plan_id: planned.id,
                generation: planned.generation.0,
                changes: planned.set.changes.len() as u64,
                set_aside: planned.set_aside,
                besides: count(&planned.report.deferred),
                left: count(&planned.report.kept),
            }),
            Err(refused) => Response::Refused(refused),
        }
    }

    fn planned_repair(&self) -> Result<Arc<Planned>, Refused> {
        let view = self.publisher.read().view.clone();
        let day = self.now().day();
        let rotted = self.health.is_rotted();
        let planned = off_the_path(|| plan(&view, day, rotted)).map_err(unreadable)?;
        let planned = Arc::new(planned);
        self.repairs.keep(&planned);
        Ok(planned)
    }

    /// Commits a planned repair. After a restart nothing is kept, but the same state plans to the same id.
    pub(super) async fn repair(&self, caller: &Caller, id: String) -> Response {
        let planned = match self.repairs.find(&id) {
            Some(planned) => Ok(planned),
            None => self.planned_repair(),
        };
        let planned = match planned {
            Ok(planned) if planned.id.to_string() == id => planned,
            Ok(_) => return Response::Refused(stale(&id)),
            Err(refused) => return Response::Refused(refused),
        };
        let by = actor_of(caller);
        let decide = move |turn: &Turn<'_>| decide(&planned, by, turn);
        self.writer.submit(true, Box::new(decide)).await
    }
}

fn stale(id: &str) -> Refused {
    Refused::new(ErrorCode::Stale, format!("{id} is no repair of the store as it is now"))
        .hint("look again with `consolidate check --repair`")
}

fn decide(
    planned: &Planned,
    by: consolidate_shared::model::Actor,
    turn: &Turn<'_>,
) -> Result<Made, Refused> {
    let Planned { id, generation, set, report, set_aside } = planned;
    if turn.view.generation() != *generation {
        return Err(stale(&id.to_string()));
    }
    let nothing = set.is_empty() && report.deferred.is_empty();
    let entry = NewEntry {
        kind: EntryKind::Repair,
        actor: by,
        run: None,
        plan: Some(*id),
        report: Some(report.clone()),
        judged_as: EntryKind::Repair,
        made_on: None,
        change_set: set.clone(),
    };
    let entries = if nothing { Vec::new() } else { vec![entry] };
    Ok(committed(entries, summary(set, *set_aside, &report.kept)))
}

/// What was done, in one line, and a line for each that is left: whoever said yes beforehand has seen no plan.
fn summary(set: &ChangeSet, set_aside: u64, left: &[Tally]) -> String {
    let back = set.changes.iter().filter(|change| matches!(change.what, What::Add(_))).count();
    let changes = set.changes.len();
    let back = if back > 0 {
        format!(" ({} put back)", counted(back as u64, "memory"))
    } else {
        String::new()
    };
    let mut said = format!(
        "repaired: {}{back}, {} set aside",
        counted(changes as u64, "change"),
        counted(set_aside, "row")
    );
    for tally in left {
        said.push_str("\nleft: ");
        said.push_str(&tally.why);
    }
    said
}

/// What mends the store that `view` shows.
fn plan(view: &View, day: Day, rotted: bool) -> Result<Planned, ReadError> {
    let readable = view.readable()?;
    let differences = told(view).differences(&readable.state);
    let mut aside: BTreeSet<MemoryId> =
        view.set_aside()?.iter().filter_map(|aside| aside.row.memory()).collect();
    aside.extend(readable.damaged.iter().filter_map(DamagedRow::memory));
    let audit::Repair { set, mut left } = audit::repair(&readable.state, &differences, &aside, day);
    let mut besides: Vec<String> =
        readable.damaged.iter().map(|row| format!("set aside byte for byte: {row}")).collect();
    if rotted {
        besides.push(WRITTEN_ANEW.to_owned());
    } else {
        // Only a file that is written anew leaves such pages behind.
        left.extend(readable.unwalked.iter().map(|table| format!("a page of {table}")));
    }
    let survey = view.survey_journal(&readable.damaged)?;
    if survey.wrong_ways > 0 {
        let ways = counted(survey.wrong_ways, "wrong way");
        besides.push(format!("worked out anew: {ways} into the journal"));
    }
    if readable.damaged.is_empty() && view.counts() != readable.counts() {
        besides.push("the counts of memories are worked out anew".to_owned());
    }
    left.extend(survey.problems);
    let report = PassReport {
        memories: readable.state.memories.len() as u64,
        pairs: 0,
        kept: tallies(left),
        deferred: tallies(besides),
    };
    let generation = view.generation();
    let set_aside = readable.damaged.len() as u64;
    let content = (generation, &set, &report, set_aside);
    let bytes = consolidate_shared::codec::to_bytes(&content).unwrap_or_default();
    Ok(Planned { id: PlanId::of(&bytes), generation, set, report, set_aside })
}

/// What the journal comes to, as far as it can be read.
fn told(view: &View) -> audit::Told {
    let mut told = audit::Told::default();
    view.each_entry(|entry| told.hear(entry));
    told.end(view.generation());
    told
}

/// What is done about a file that is not what was written.
const WRITTEN_ANEW: &str =
    "the file is written anew from every row that can be read; the damaged one is kept beside it";

fn count(tallies: &[Tally]) -> u64 {
    tallies.iter().map(|tally| tally.count).sum()
}

fn tallies(sentences: Vec<String>) -> Vec<Tally> {
    let more = sentences.len().saturating_sub(LISTED);
    let rest = (more > 0).then(|| Tally { why: format!("and {more} more"), count: more as u64 });
    let listed = sentences.into_iter().take(LISTED).map(|why| Tally { why, count: 1 });
    listed.chain(rest).collect()
}
