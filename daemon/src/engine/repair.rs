//! Repairs: planned over what can be read, shown, and committed as one entry that an undo takes back.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use consolidate_shared::change::{ChangeSet, What};
use consolidate_shared::id::{MemoryId, PlanId};
use consolidate_shared::journal::{EntryKind, Generation};
use consolidate_shared::place::DATABASE;
use consolidate_shared::plan::{PassReport, Tally};
use consolidate_shared::time::Day;
use consolidate_shared::wire::v1::{Caller, ErrorCode, Form, Refused, RepairPlanned, Response};
use consolidate_shared::words::counted;

use super::Engine;
use super::orders::answered;
use super::service::off_the_path;
use super::writer::{BEYOND_REPAIR, Made, NewEntry, Turn, unreadable};
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
        let day = self.now().day();
        let planned = off_the_path(|| {
            self.health.wait_until_looked()?;
            let view = self.publisher.read().view.clone();
            let planned = plan(&view, day).map_err(beyond_repair)?;
            if view.is_rotted() && !self.health.is_rotted() {
                // It rotted since the daemon started, and was met just now.
                self.health.rotted(ROTTED_SINCE.to_owned());
            }
            Ok(planned)
        })?;
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
        self.writer.mend(Box::new(decide)).await
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
    let Planned { id, generation, set, report, .. } = planned;
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
    Ok(answered(entries, summary(planned), "nothing to repair".to_owned()))
}

/// What was done, in one line, and a line for each that is left: whoever said yes beforehand has seen no plan.
fn summary(planned: &Planned) -> String {
    let Planned { set, report, set_aside, .. } = planned;
    let back = set.changes.iter().filter(|change| matches!(change.what, What::Add(_))).count();
    let mut done = Vec::new();
    if !set.is_empty() {
        let changes = counted(set.changes.len() as u64, "change");
        done.push(match back {
            0 => changes,
            back => format!("{changes} ({} put back)", counted(back as u64, "memory")),
        });
    }
    if *set_aside > 0 {
        done.push(format!(
            "{} set aside (`consolidate check` lists them)",
            counted(*set_aside, "row")
        ));
    }
    let besides = report.deferred.iter().filter(|tally| !tally.why.starts_with("set aside"));
    done.extend(besides.map(|tally| tally.why.clone()));
    let mut said = format!("repaired: {}", done.join("; "));
    for tally in &report.kept {
        said.push_str("\nleft: ");
        said.push_str(&tally.why);
    }
    said
}

/// How the sentence on a row that is set aside begins.
const SET_ASIDE: &str = "set aside byte for byte: ";

/// What mends the store that `view` shows.
fn plan(view: &View, day: Day) -> Result<Planned, ReadError> {
    let readable = view.readable()?;
    let differences = told(view).differences(&readable.state);
    let mut aside: BTreeSet<MemoryId> =
        view.set_aside()?.iter().filter_map(|aside| aside.row.memory()).collect();
    aside.extend(readable.damaged.iter().filter_map(DamagedRow::memory));
    let audit::Repair { set, mut left } = audit::repair(&readable.state, &differences, &aside, day);
    let mut besides: Vec<String> =
        readable.damaged.iter().map(|row| format!("{SET_ASIDE}{row}")).collect();
    if view.is_rotted() {
        besides.push(written_anew());
    }
    besides.extend(
        readable
            .unwalked
            .iter()
            .map(|rows| format!("cannot be read, and stays in the damaged file alone: {rows}")),
    );
    let survey = view.survey_journal(&readable.damaged)?;
    if survey.wrong_ways > 0 {
        let ways = counted(survey.wrong_ways, "wrong way");
        besides.push(format!("worked out anew: {ways} into the journal"));
    }
    if readable.damaged.is_empty() && view.counts() != readable.counts() {
        besides.push("the counts of memories are worked out anew".to_owned());
    }
    let gaps: Vec<DamagedRow> = survey.gaps().collect();
    besides.extend(gaps.iter().map(|gap| format!("set aside as gone: {gap}")));
    left.extend(survey.left());
    let report = PassReport {
        memories: readable.state.memories.len() as u64,
        pairs: 0,
        kept: tallies(left),
        deferred: tallies(besides),
    };
    let generation = view.generation();
    let set_aside = (readable.damaged.len() + gaps.len()) as u64;
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
fn written_anew() -> String {
    format!(
        "the file is written anew from every row that can be read; the damaged one is kept beside it as {DATABASE}.rotted-1 (or the next number that is free)"
    )
}

/// What the health says of rot that a repair met.
const ROTTED_SINCE: &str =
    "the file is not what was written: a page cannot be walked; see `consolidate check --repair`";

/// A store of which not even a repair can be planned.
fn beyond_repair(error: ReadError) -> Refused {
    if error.is_of_the_disk() { unreadable(error) } else { unreadable(error).hint(BEYOND_REPAIR) }
}

fn count(tallies: &[Tally]) -> u64 {
    tallies.iter().map(|tally| tally.count).sum()
}

fn tallies(sentences: Vec<String>) -> Vec<Tally> {
    let more = sentences.len().saturating_sub(LISTED);
    let rest = (more > 0).then(|| Tally { why: format!("and {more} more"), count: more as u64 });
    let listed = sentences.into_iter().take(LISTED).map(|why| Tally { why, count: 1 });
    listed.chain(rest).collect()
}
