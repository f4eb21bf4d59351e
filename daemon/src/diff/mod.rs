//! Plans, runs and journal entries as people and programs read them.
//!
//! Everything is rendered from the change set alone, so that a run shown before it is applied and the same run shown a year
//! later from the journal are the same bytes. Plain text without colour. Stored text is data: every line of it stands behind
//! a prefix, and characters that steer a terminal are shown as escapes, so that no text can look like a part of the diff.
//!
//! | line begins with | means |
//! |---|---|
//! | `---`, `+++`, `@@` | head of one subject's unified diff |
//! | `-`, `+`, space | a field before, after, or unchanged |
//! | `~` | strengths that decay writes: a line a kind, or a line a memory where the whole is asked for |
//! | `*` | a name that leads elsewhere, where many memories go at once |
//! | `why:` | a reason of the changes above it |
//! | `considered:`, `kept:`, `deferred:`, `summary:` | the report of a pass |

mod brief;
mod decay;
mod fields;
mod json;
mod plain;
mod repair;
mod sides;
mod subjects;
mod touches;

#[cfg(test)]
mod tests;

use consolidate_shared::change::{ChangeName, ChangeSet};
use consolidate_shared::id::PlanId;
use consolidate_shared::journal::{EntryKind, JournalEntry};
use consolidate_shared::plan::{PassKind, PassReport, Plan, PlanRecord, Run, RunRecord, Tally};
use consolidate_shared::words::counted;

pub use json::{json_entry, json_plan, json_repair, json_run};
pub use repair::render_repair;
pub use sides::render_sides;
pub use touches::{Touch, gist, touches};

/// How much of it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Detail {
    /// Strengths are summed up.
    #[default]
    Readable,
    /// Every change has a line of its own.
    Whole,
}

/// The run as a person reads it before it is applied.
pub fn render_run_of(run: &Run) -> String {
    run_of(run, Detail::Readable)
}

/// The run before it is applied, in this detail.
pub fn run_of(run: &Run, detail: Detail) -> String {
    let find = |id: PlanId| {
        let plans = run.plans.iter().filter(|plan| !plan.change_set.is_empty());
        plans.map(|plan| (plan.id(), &plan.change_set)).find(|(known, _)| *known == id)
    };
    run_from(&run.record(), |id| find(id).map(|(_, set)| set), detail)
}

/// A committed run as a person reads it later: the same bytes as [`render_run_of`] gave, when `find` knows the change set of
/// every plan that has one. A plan that `find` does not know is shown as not applied.
pub fn render_run_from<'a>(
    record: &RunRecord,
    find: impl Fn(PlanId) -> Option<&'a ChangeSet>,
) -> String {
    run_from(record, find, Detail::Readable)
}

/// A committed run, in this detail.
pub fn run_from<'a>(
    record: &RunRecord,
    find: impl Fn(PlanId) -> Option<&'a ChangeSet>,
    detail: Detail,
) -> String {
    let mut out = String::new();
    line(&mut out, &format!("run {} on generation {}", record.id(), record.generation));
    let (mut changes, mut plans) = (0, 0);
    for plan in &record.plans {
        let set = find(plan.id).filter(|_| plan.has_changes);
        changes += set.map_or(0, |set| set.changes.len());
        plans += usize::from(plan.has_changes);
        out.push('\n');
        out.push_str(&Shown::recorded(plan, set).render(detail));
    }
    out.push('\n');
    let run = record.id();
    let changes = counted(changes as u64, "change");
    line(&mut out, &format!("{run}: {changes} in {plans} of {} plans", record.plans.len()));
    out
}

/// One plan as a person reads it.
pub fn render_plan(plan: &Plan) -> String {
    plan_in(plan, Detail::Readable)
}

/// One plan in this detail.
pub fn plan_in(plan: &Plan, detail: Detail) -> String {
    let id = plan.id();
    let has_changes = !plan.change_set.is_empty();
    let set = Some(&plan.change_set);
    Shown { id, pass: plan.pass, report: &plan.report, has_changes, set }.render(detail)
}

/// A journal entry as a person reads it. The entry of a pass reads exactly as its plan did.
pub fn render_entry(entry: &JournalEntry) -> String {
    entry_in(entry, Detail::Readable)
}

/// A journal entry in this detail.
pub fn entry_in(entry: &JournalEntry, detail: Detail) -> String {
    if let (EntryKind::Pass(pass), Some(id), Some(report)) = (entry.kind, entry.plan, &entry.report)
    {
        let set = Some(&entry.change_set);
        return Shown { id, pass, report, has_changes: true, set }.render(detail);
    }
    if let (EntryKind::Repair, Some(id), Some(report)) = (entry.kind, entry.plan, &entry.report) {
        return render_repair(id, &entry.change_set, report);
    }
    let mut out = String::new();
    line(&mut out, &heading(entry));
    out.push_str(&subjects::render(&entry.change_set, detail));
    line(&mut out, &summary(&entry.change_set));
    out
}

/// What an entry is, who made it and when, in one line.
pub fn heading(entry: &JournalEntry) -> String {
    let JournalEntry { generation, kind, actor, at, .. } = entry;
    let actor = plain::one_line(&actor.to_string());
    format!("{kind} at generation {generation} by {actor}, {at}")
}

/// A plan, planned or recorded.
struct Shown<'a> {
    id: PlanId,
    pass: PassKind,
    report: &'a PassReport,
    has_changes: bool,
    set: Option<&'a ChangeSet>,
}

impl<'a> Shown<'a> {
    fn recorded(plan: &'a PlanRecord, set: Option<&'a ChangeSet>) -> Self {
        let PlanRecord { id, pass, report, has_changes, .. } = plan;
        Self { id: *id, pass: *pass, report, has_changes: *has_changes, set }
    }

    fn render(&self, detail: Detail) -> String {
        let mut out = String::new();
        line(&mut out, &format!("{} {}", self.pass, self.id));
        match self.set.filter(|_| self.has_changes) {
            Some(set) => out.push_str(&subjects::render(set, detail)),
            None if self.has_changes => line(&mut out, "not applied"),
            None => {}
        }
        let PassReport { memories, pairs, kept, deferred } = self.report;
        let memories = counted(*memories, "memory");
        let pairs = counted(*pairs, "pair");
        let compares =
            matches!(self.pass, PassKind::Conflict | PassKind::Merge | PassKind::Supersede);
        let pairs = if compares { format!(", {pairs}") } else { String::new() };
        line(&mut out, &format!("considered: {memories}{pairs}"));
        tallies(&mut out, "kept", kept);
        tallies(&mut out, "deferred", deferred);
        match self.set.filter(|_| self.has_changes) {
            Some(set) => line(&mut out, &summary(set)),
            None if self.has_changes => {}
            None => line(&mut out, "summary: nothing to change"),
        }
        out
    }
}

fn tallies(out: &mut String, name: &str, tallies: &[Tally]) {
    if !tallies.is_empty() {
        let parts: Vec<String> = tallies.iter().map(ToString::to_string).collect();
        line(out, &format!("{name}: {}", plain::one_line(&parts.join("; "))));
    }
}

/// How many memories change and how many changes of each name there are.
pub fn summary(set: &ChangeSet) -> String {
    let names = ChangeName::ALL.iter().map(|name| {
        let changes = set.changes.iter().filter(|change| change.name() == *name);
        (changes.count(), name.word())
    });
    let counts =
        names.filter(|(count, _)| *count > 0).map(|(count, name)| format!("{count} {name}"));
    let memories = counted(set.subjects().len() as u64, "memory");
    format!("summary: {memories}: {}", counts.collect::<Vec<_>>().join(", "))
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}
