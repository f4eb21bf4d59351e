//! Journal entries, reports and run records.

use consolidate_shared::id::{PlanId, RunId};
use consolidate_shared::journal::{EntryKind, Generation, JournalEntry};
use consolidate_shared::plan::{PassReport, PlanRecord, RunRecord, Tally};
use consolidate_shared::policy::PolicyHash;
use consolidate_shared::time::{Day, Timestamp};
use serde::{Deserialize, Serialize};

use super::change::ChangeSetV1;
use super::ruling::{ActorV1, PassKindV1};
use super::{Text, all, text};

#[derive(Debug, Serialize, Deserialize)]
enum EntryKindV1 {
    Write,
    Evidence,
    Pass(PassKindV1),
    Undo(u64),
    Redo(u64),
    Review,
    Import,
    Repair,
}

impl From<EntryKind> for EntryKindV1 {
    fn from(kind: EntryKind) -> Self {
        match kind {
            EntryKind::Write => Self::Write,
            EntryKind::Evidence => Self::Evidence,
            EntryKind::Pass(pass) => Self::Pass(pass.into()),
            EntryKind::Undo(target) => Self::Undo(target.0),
            EntryKind::Redo(target) => Self::Redo(target.0),
            EntryKind::Review => Self::Review,
            EntryKind::Import => Self::Import,
            EntryKind::Repair => Self::Repair,
        }
    }
}

impl From<EntryKindV1> for EntryKind {
    fn from(kind: EntryKindV1) -> Self {
        match kind {
            EntryKindV1::Write => Self::Write,
            EntryKindV1::Evidence => Self::Evidence,
            EntryKindV1::Pass(pass) => Self::Pass(pass.into()),
            EntryKindV1::Undo(target) => Self::Undo(Generation(target)),
            EntryKindV1::Redo(target) => Self::Redo(Generation(target)),
            EntryKindV1::Review => Self::Review,
            EntryKindV1::Import => Self::Import,
            EntryKindV1::Repair => Self::Repair,
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) struct JournalEntryV1<'a> {
    generation: u64,
    parent: u64,
    kind: EntryKindV1,
    actor: ActorV1<'a>,
    at: i64,
    run: Option<u64>,
    plan: Option<u64>,
    report: Option<PassReportV1<'a>>,
    change_set: ChangeSetV1<'a>,
}

impl<'a> From<&'a JournalEntry> for JournalEntryV1<'a> {
    fn from(entry: &'a JournalEntry) -> Self {
        let JournalEntry { generation, parent, kind, actor, at, run, plan, report, change_set } =
            entry;
        Self {
            generation: generation.0,
            parent: parent.0,
            kind: (*kind).into(),
            actor: actor.into(),
            at: at.ms(),
            run: run.map(|run| run.0),
            plan: plan.map(|plan| plan.0),
            report: report.as_ref().map(Into::into),
            change_set: change_set.into(),
        }
    }
}

impl From<JournalEntryV1<'_>> for JournalEntry {
    fn from(stored: JournalEntryV1<'_>) -> Self {
        Self {
            generation: Generation(stored.generation),
            parent: Generation(stored.parent),
            kind: stored.kind.into(),
            actor: stored.actor.into(),
            at: Timestamp::from_ms(stored.at),
            run: stored.run.map(RunId),
            plan: stored.plan.map(PlanId),
            report: stored.report.map(Into::into),
            change_set: stored.change_set.into(),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct PassReportV1<'a> {
    memories: u64,
    pairs: u64,
    kept: Vec<TallyV1<'a>>,
    deferred: Vec<TallyV1<'a>>,
}

impl<'a> From<&'a PassReport> for PassReportV1<'a> {
    fn from(PassReport { memories, pairs, kept, deferred }: &'a PassReport) -> Self {
        Self { memories: *memories, pairs: *pairs, kept: all(kept), deferred: all(deferred) }
    }
}

impl From<PassReportV1<'_>> for PassReport {
    fn from(PassReportV1 { memories, pairs, kept, deferred }: PassReportV1<'_>) -> Self {
        let back = |tallies: Vec<TallyV1<'_>>| tallies.into_iter().map(Into::into).collect();
        Self { memories, pairs, kept: back(kept), deferred: back(deferred) }
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct TallyV1<'a> {
    why: Text<'a>,
    count: u64,
}

impl<'a> From<&'a Tally> for TallyV1<'a> {
    fn from(Tally { why, count }: &'a Tally) -> Self {
        Self { why: text(why), count: *count }
    }
}

impl From<TallyV1<'_>> for Tally {
    fn from(TallyV1 { why, count }: TallyV1<'_>) -> Self {
        Self { why: why.into_owned(), count }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) struct RunRecordV1<'a> {
    generation: u64,
    plans: Vec<PlanRecordV1<'a>>,
}

impl<'a> From<&'a RunRecord> for RunRecordV1<'a> {
    fn from(RunRecord { generation, plans }: &'a RunRecord) -> Self {
        Self { generation: generation.0, plans: all(plans) }
    }
}

impl From<RunRecordV1<'_>> for RunRecord {
    fn from(RunRecordV1 { generation, plans }: RunRecordV1<'_>) -> Self {
        Self {
            generation: Generation(generation),
            plans: plans.into_iter().map(Into::into).collect(),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct PlanRecordV1<'a> {
    id: u64,
    pass: PassKindV1,
    day: i32,
    policy: u64,
    report: PassReportV1<'a>,
    has_changes: bool,
}

impl<'a> From<&'a PlanRecord> for PlanRecordV1<'a> {
    fn from(record: &'a PlanRecord) -> Self {
        let PlanRecord { id, pass, day, policy, report, has_changes } = record;
        Self {
            id: id.0,
            pass: (*pass).into(),
            day: day.0,
            policy: policy.0,
            report: report.into(),
            has_changes: *has_changes,
        }
    }
}

impl From<PlanRecordV1<'_>> for PlanRecord {
    fn from(stored: PlanRecordV1<'_>) -> Self {
        let PlanRecordV1 { id, pass, day, policy, report, has_changes } = stored;
        Self {
            id: PlanId(id),
            pass: pass.into(),
            day: Day(day),
            policy: PolicyHash(policy),
            report: report.into(),
            has_changes,
        }
    }
}
